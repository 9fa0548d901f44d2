"""``refbrowser secrets``: values go into an encrypted file and out again, and are never shown."""

from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

from refbrowser.errors import CallError, FileError
from refbrowser.masking import Masker
from refbrowser.service.vault import writing
from refbrowser.service.vault.listing import read_listing
from refbrowser.service.vault.stores import read_file
from refbrowser.service.vault.vault import Vault
from tests.support.local_server import here

pytestmark = pytest.mark.usefixtures("quick_keys")

LISTING = """passphrase_variable = "MY_PASSPHRASE"
[[secret]]
name = "shop.password"
origins = ["https://shop.example"]
file = "secrets.bin"
[[secret]]
name = "shop.otp"
kind = "otp"
origins = ["https://shop.example"]
file = "secrets.bin"
[[secret]]
name = "wiki.password"
origins = ["https://wiki.example"]
environment = "WIKI_PASSWORD"
"""


@pytest.fixture
def listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    (tmp_path / "secrets.toml").write_text(LISTING)
    monkeypatch.setenv("REFBROWSER_SECRETS", str(tmp_path / "secrets.toml"))
    monkeypatch.setenv("MY_PASSPHRASE", "open sesame")
    return tmp_path


async def test_values_are_set_read_and_removed(listed: Path) -> None:
    def run(*words: str, given: str | None = None) -> tuple[int, str]:
        ended = here(str(listed / "home"), "secrets", *words, given=given)
        return ended.returncode, ended.stdout + ended.stderr

    assert run("set", "shop.password", given="correct horse\n") == (0, "shop.password: stored in its file\n")
    assert run("set", "shop.otp", given="JBSWY3DPEHPK3PXPJBSWY3DP\n")[0] == 0
    vault = Vault(listed / "secrets.toml", Masker())
    assert (await vault.value("shop.password"))[1] == "correct horse"
    assert (await vault.value("shop.otp"))[1].isdigit()
    assert b"correct" not in (listed / "secrets.bin").read_bytes()
    assert (listed / "secrets.bin").stat().st_mode & 0o077 == 0
    code, shown = run("list")
    assert code == 0
    assert "shop.password  text  file  https://shop.example" in shown
    assert "correct" not in shown
    for words, given, problem in (
        (("set", "shop.password"), "abc\n", "4 to"),
        (("set", "shop.otp"), "no key!\n", "not a key for one-time codes"),
        (("set", "wiki.password"), "something\n", "change it there"),
        (("set", "nothing"), "something\n", "no secret"),
        (("set",), "something\n", "take a name"),
        (("set", "shop.password", "in-argv"), "x", "unrecognized"),
    ):
        code, shown = run(*words, given=given)
        assert code != 0, words
        assert problem in shown, shown
    assert run("remove", "shop.password")[0] == 0
    assert run("remove", "shop.password")[0] != 0
    assert (await vault.value("shop.otp"))[1].isdigit()


def test_a_keyring_is_written(listed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: dict[tuple[str, str], str] = {}
    monkeypatch.setattr("keyring.set_password", lambda service, name, value: kept.update({(service, name): value}))
    monkeypatch.setattr("keyring.get_password", lambda service, name: kept.get((service, name)))
    monkeypatch.setattr("keyring.delete_password", lambda service, name: kept.pop((service, name)))
    listing = read_listing('[[secret]]\nname = "a"\norigins = ["https://a.example"]\nkeyring = "refbrowser"\n', "l")
    writing.store_value(listing.secrets["a"], listing, listed, "a value")
    assert kept == {("refbrowser", "a"): "a value"}
    writing.remove_value(listing.secrets["a"], listing, listed)
    assert kept == {}


def test_a_file_that_another_process_changes_is_named(listed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "_LOCK_WAIT_S", 0.1)
    listing = read_listing(LISTING, "l")
    entry = listing.secrets["shop.password"]
    with FileLock(listed / ".secrets.bin.lock"), pytest.raises(FileError, match="being changed by another process"):
        writing.store_value(entry, listing, listed, "correct horse")
    writing.store_value(entry, listing, listed, "correct horse")


def test_the_file_behind_a_link_is_written(listed: Path) -> None:
    (listed / "elsewhere").mkdir()
    (listed / "secrets.bin").symlink_to(listed / "elsewhere" / "kept.bin")
    listing = read_listing(LISTING, "secrets.toml")
    writing.store_value(listing.secrets["shop.password"], listing, listed, "correct horse")
    assert (listed / "secrets.bin").is_symlink()
    assert read_file(listed / "elsewhere" / "kept.bin", "open sesame") == {"shop.password": "correct horse"}


def test_a_value_that_is_not_utf_8_is_refused(listed: Path) -> None:
    listing = read_listing(LISTING, "secrets.toml")
    with pytest.raises(CallError, match="is not UTF-8"):
        writing.store_value(listing.secrets["shop.password"], listing, listed, b"\xff\xfe-horse".decode(errors="surrogateescape"))
    assert not (listed / "secrets.bin").exists()
