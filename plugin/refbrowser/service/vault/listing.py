"""The file that lists secrets: names, kinds, origins, and where each lies. It holds no values."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal
from urllib.parse import urlsplit

from refbrowser.errors import CallError

Kind = Literal["text", "otp"]
MOST_BYTES: Final = 256 * 1024

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_STORES: Final[Mapping[str, type]] = {"environment": str, "command": list, "keyring": str, "file": str}
"""How an entry says where its value lies, each with the type of what follows: a variable's name, a program with its arguments, the
keyring's service, an encrypted file."""

_KEYS: Final = frozenset({"name", "kind", "origins", *_STORES})
_TOP: Final = frozenset({"secret", "passphrase_variable"})


@dataclass(frozen=True, slots=True)
class Listed:
    """One secret: its origins are those of the documents that may get it. ``store`` is one of environment, command, keyring, file,
    and ``place`` what the listing says behind it."""

    name: str
    kind: Kind
    origins: tuple[str, ...]
    store: str
    place: Any

    def as_dict(self) -> dict[str, Any]:
        """What the agent may know of it."""
        return {"name": self.name, "kind": self.kind, "origins": list(self.origins)}


@dataclass(frozen=True, slots=True)
class Listing:
    """``passphrase_variable`` is the environment variable with the passphrase of encrypted files."""

    secrets: Mapping[str, Listed] = field(default_factory=dict)
    passphrase_variable: str | None = None


def read_listing(text: str, name: str) -> Listing:
    """Raises ``invalid_arguments`` for anything that is not understood."""
    try:
        document = tomllib.loads(text) if len(text) <= MOST_BYTES else _wrong(name, f"it is larger than {MOST_BYTES} bytes")
    except tomllib.TOMLDecodeError as malformed:
        _wrong(name, str(malformed))
    if unknown := document.keys() - _TOP:
        _wrong(name, f"unknown key {sorted(unknown)[0]!r}; it takes {', '.join(sorted(_TOP))}")
    variable = document.get("passphrase_variable")
    if variable is not None and (not isinstance(variable, str) or not variable):
        _wrong(name, "passphrase_variable is the name of an environment variable")
    entries = document.get("secret", [])
    if not isinstance(entries, list):
        _wrong(name, "secrets are written as [[secret]]")
    secrets: dict[str, Listed] = {}
    for number, entry in enumerate(entries, 1):
        listed = _read(entry, name, number)
        if listed.name in secrets:
            _wrong(name, f"two secrets are called {listed.name!r}")
        secrets[listed.name] = listed
    return Listing(secrets, variable)


def _read(entry: Any, file: str, number: int) -> Listed:
    where = f"secret {number}"
    if not isinstance(entry, dict) or entry.keys() - _KEYS:
        _wrong(file, f"{where} has an unknown key; it takes {', '.join(sorted(_KEYS))}")
    name, kind, origins = entry.get("name"), entry.get("kind", "text"), entry.get("origins")
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        _wrong(file, f"{where} has no name of letters, digits, dots, dashes and underscores")
    if kind not in ("text", "otp"):
        _wrong(file, f"{name} has the kind {kind!r}; it must be text or otp")
    if not isinstance(origins, list) or not origins:
        _wrong(file, f'{name} has no origins; origins must be a list such as ["https://shop.example"]')
    stores = [store for store in _STORES if store in entry]
    if len(stores) != 1 or not isinstance(entry[stores[0]], _STORES[stores[0]]) or not entry[stores[0]]:
        _wrong(file, f"{name} must have exactly one of {', '.join(_STORES)}")
    if stores[0] == "command" and not all(isinstance(word, str) for word in entry["command"]):
        _wrong(file, f"the command of {name} is a list of words")
    return Listed(name, kind, tuple(_origin(origin, file, name) for origin in origins), stores[0], entry[stores[0]])


def _origin(text: object, file: str, name: str) -> str:
    """An origin as browsers write it: no path, no port that is the scheme's own, host names in ASCII."""
    from refbrowser.policy.sites import Site

    plain = text if isinstance(text, str) else ""
    plain = plain if "://" in plain else f"https://{plain}"
    site = Site.of(plain)
    parts = urlsplit(plain)
    if site.scheme not in ("http", "https") or not site.host or "*" in site.host or parts.path not in ("", "/") or parts.query:
        _wrong(file, f"{name} has the origin {text!r}; an origin is such as https://shop.example")
    return site.origin


def _wrong(file: str, problem: str) -> Any:
    raise CallError(f"The list of secrets {file} is broken: {problem}.", details={"secrets": file})
