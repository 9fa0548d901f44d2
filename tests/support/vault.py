"""Fixtures: a chat whose calls may name secrets, and the listing of them. The values lie in the environment of this process."""

import json
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from refbrowser import Browser, Chat
from refbrowser.masking import Masker
from refbrowser.service.vault.vault import Vault
from tests.support.server import Site

PASSWORD = "Tr0ub4dor&3-Größe"
KEY = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


@pytest.fixture
def list_secrets(tmp_path: Path) -> Callable[..., Path]:
    """Writes a listing of secrets that lie in the environment of this process."""

    def write(*origins: str, more: str = "") -> Path:
        path = tmp_path / "secrets.toml"
        path.write_text(
            f'[[secret]]\nname = "shop.password"\norigins = {json.dumps(origins)}\nenvironment = "SHOP_PASSWORD"\n'
            f'[[secret]]\nname = "shop.otp"\nkind = "otp"\norigins = {json.dumps(origins)}\nenvironment = "SHOP_KEY"\n{more}'
        )
        return path

    return write


@pytest.fixture
async def keeping(
    browser: Browser, chat_numbers: Iterator[int], monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Callable[[Path], Chat]]:
    """Gives a chat whose calls may name the secrets of a listing."""
    monkeypatch.setenv("SHOP_PASSWORD", PASSWORD)
    monkeypatch.setenv("SHOP_KEY", KEY)
    before, masker = browser.secrets, browser.hub.masker
    browser.hub.masker = Masker()
    made: list[Chat] = []

    def keep(listing: Path) -> Chat:
        browser.secrets = Vault(listing, browser.hub.masker)
        made.append(browser.chat(f"keeping-{next(chat_numbers)}"))
        return made[-1]

    yield keep
    assert browser.secrets is not None
    browser.secrets, browser.hub.masker = before, masker
    for chat in made:
        await chat.close()


def origin(site: Site) -> str:
    return site.url("").rstrip("/")
