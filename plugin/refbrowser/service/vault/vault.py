"""The vault of one browser: secrets by name, given out for their own origins, and masked from then on."""

import asyncio
import hashlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from refbrowser.errors import PolicyError, Remedy
from refbrowser.extras import require
from refbrowser.masking import Masker
from refbrowser.page_text import truncated
from refbrowser.service.vault import system_keyring
from refbrowser.service.vault.command import printed
from refbrowser.service.vault.listing import MOST_BYTES, Listed, Listing, read_listing
from refbrowser.service.vault.stores import MOST_VALUE, is_text, no_value, passphrase_of, read_file


class Vault:
    """``path`` is the listing, read anew at each use; None has no secrets. ``masker`` gets a value before anything else does."""

    def __init__(self, path: Path | None, masker: Masker) -> None:
        self._path = path
        self._masker = masker

    def listing(self) -> Listing:
        """Raises ``invalid_arguments`` for one that cannot be read: which secrets there are is not guessed."""
        if self._path is None:
            return Listing()
        try:
            with open(self._path, "rb") as file:
                text = file.read(MOST_BYTES + 1).decode()
        except (OSError, UnicodeDecodeError) as failure:
            raise PolicyError(
                f"The list of secrets {self._path} cannot be read ({type(failure).__name__}).", code="secret_unknown"
            ) from None
        return read_listing(text, str(self._path))

    def find(self, name: str) -> Listed:
        """Raises ``secret_unknown``, with the names that there are."""
        listing = self.listing()
        if (listed := listing.secrets.get(name)) is None:
            raise PolicyError(
                f"There is no secret {truncated(name, 100)!r}.",
                code="secret_unknown",
                remedy=Remedy("secrets", hint="lists their names"),
                details={"secret": truncated(name, 100), "names": list(listing.secrets)},
            )
        return listed

    def names(self) -> list[dict[str, Any]]:
        """What the agent may know: ``[{name, kind, origins}]``."""
        return [listed.as_dict() for listed in self.listing().secrets.values()]

    async def value(self, name: str) -> tuple[Sequence[str], str]:
        """Its origins, and its value now: of a one-time code, the present code. Raises ``secret_unknown``, ``extra_missing``."""
        listed = self.find(name)
        stored = await self._stored(listed)
        self._mask(name, stored)
        if listed.kind == "text":
            return listed.origins, stored
        code = code_of(listed, stored)
        self._mask(name, code)
        return listed.origins, code

    async def _stored(self, listed: Listed) -> str:
        """The value as it lies in its store; of a one-time code, its key."""
        match listed.store:
            case "environment":
                value = os.environ.get(listed.place)
            case "command":
                value = await printed(listed)
            case "keyring":
                value = await system_keyring.kept(listed)
            case _:
                folder = self._path.parent if self._path is not None else Path()
                passphrase = passphrase_of(self.listing())
                value = (await asyncio.to_thread(read_file, folder / listed.place, passphrase)).get(listed.name)
        if not value:
            raise no_value(listed.name, f"its {listed.store} has none")
        if len(value) > MOST_VALUE:
            raise no_value(listed.name, f"its {listed.store} has more than the {MOST_VALUE} characters that a secret may have")
        if not is_text(value):
            raise no_value(listed.name, f"what its {listed.store} has is not UTF-8")
        return value

    def _mask(self, name: str, value: str) -> None:
        try:
            self._masker.add(value)
        except ValueError as too_short:
            raise no_value(name, str(too_short)) from None


def code_of(listed: Listed, key: str) -> str:
    """The one-time code of this moment, by an ``otpauth:`` address or a base32 key. Raises
    ``secret_unknown`` for another key, ``extra_missing``."""
    require("secrets", "One-time codes")
    from pyotp import TOTP

    class Totp(TOTP):
        min_secret_length_bits = 80
        """Many services give out keys of 80 bits."""

    try:
        address = urlsplit(key)
        if address.scheme != "otpauth":
            return str(Totp(key.replace(" ", "")).now())
        if address.netloc.lower() != "totp":
            raise ValueError("codes that count uses need a counter, which is nowhere stored")
        given = {name: values[-1] for name, values in parse_qs(address.query).items()}
        digest = {"SHA1": hashlib.sha1, "SHA256": hashlib.sha256, "SHA512": hashlib.sha512}[given.get("algorithm", "SHA1").upper()]
        code = Totp(given["secret"], digits=int(given.get("digits", 6)), interval=int(given.get("period", 30)), digest=digest)
        return str(code.now())
    except (ValueError, KeyError):
        raise no_value(listed.name, "the stored value is not a key for one-time codes") from None
