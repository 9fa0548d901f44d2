"""Who may look at what: tokens, the hosts that this server answers to, and the origin of the page that asks."""

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")

MOST_TOKENS: Final = 1_000
MOST_EMBEDDERS: Final = 16
"""Of either the newest are kept: a page that asks for an address at each visit must not fill the memory."""

_ORIGIN: Final = re.compile(r"https?://(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Grant:
    """What a token opens: every chat, or one; with a person's input, or to look only."""

    chat: str | None = None
    read_only: bool = False

    def covers(self, chat: str) -> bool:
        return self.chat is None or self.chat == chat


class Access:
    """The tokens of one viewer, kept as digests, and the host names by which it may be addressed.

    A name that resolves to this machine but is not among ``hosts`` is refused: that is how another site would reach in (DNS
    rebinding). Ports are not compared, since whoever mounts the application chooses them.
    """

    def __init__(self, hosts: Iterable[str] = LOOPBACK) -> None:
        self._hosts = frozenset(host.lower() for host in hosts)
        self._grants: dict[bytes, Grant] = {}
        self._embedders: dict[str, None] = {}

    def issue(self, *, chat: str | None = None, read_only: bool = False) -> str:
        """A new random token, good until it is revoked or a thousand more have been issued."""
        token = secrets.token_urlsafe(24)
        self._grants[_digest(token)] = Grant(chat, read_only)
        _keep_newest(self._grants, MOST_TOKENS)
        return token

    def revoke(self, token: str) -> None:
        """The token opens nothing from now on; who is connected stays so."""
        self._grants.pop(_digest(token), None)

    def embed_in(self, origin: str) -> None:
        """From now on pages of ``origin`` (``https://host:port``) may show the viewer in a frame. Raises :class:`ValueError` for
        what is no origin."""
        if not _ORIGIN.fullmatch(origin):
            raise ValueError(f"{origin!r} is no origin")
        self._embedders.pop(origin, None)
        self._embedders[origin] = None
        _keep_newest(self._embedders, MOST_EMBEDDERS)

    @property
    def embedders(self) -> list[str]:
        """The origins whose pages may show the viewer in a frame, besides its own."""
        return list(self._embedders)

    def grant(self, token: str) -> Grant | None:
        """What the token opens, compared in constant time; None for one that was not issued."""
        given, found = _digest(token), None
        for known, grant in self._grants.items():
            if hmac.compare_digest(known, given):
                found = grant
        return found

    def knows_host(self, host: str) -> bool:
        """Whether the ``Host`` header names this server."""
        try:
            return (urlsplit(f"//{host}").hostname or "").lower() in self._hosts
        except ValueError:
            return False

    @staticmethod
    def is_same_origin(origin: str, host: str) -> bool:
        """Whether the ``Origin`` header is that of a page from the server that ``host`` names."""
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()


def _keep_newest(kept: dict[Any, Any], most: int) -> None:
    while len(kept) > most:
        del kept[next(iter(kept))]


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode(errors="surrogatepass")).digest()
