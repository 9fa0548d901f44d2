"""Access to the viewer: tokens, allowed host names, and the origin of requests."""

import hashlib
import hmac
import re
import secrets
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")

LAPSE_S: Final = 8 * 3600
MOST_TOKENS: Final = 100
"""Unused tokens that may expire; the oldest are dropped beyond this number."""

MOST_EMBEDDERS: Final = 16
"""Origins that may embed the viewer; the newest are kept."""

_ORIGIN: Final = re.compile(r"https?://(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Grant:
    """What a token allows: all chats or one (``chat``), with input or only watching (``read_only``)."""

    chat: str | None = None
    read_only: bool = False

    def covers(self, chat: str) -> bool:
        return self.chat is None or self.chat == chat


@dataclass(slots=True)
class _Token:
    grant: Grant
    lapses: bool
    last_used: float
    in_use: int = 0


class Access:
    """The tokens of one viewer, stored as digests, and the host names that requests may use.

    Requests under other names are refused, even if the name resolves to this machine: that would allow DNS rebinding. Ports are not
    compared, because the server that mounts the application chooses them.
    """

    def __init__(self, hosts: Iterable[str] = LOOPBACK, clock: Callable[[], float] = time.monotonic) -> None:
        self._hosts = frozenset(host.lower() for host in hosts)
        self._clock = clock
        self.issuer: Final = secrets.token_urlsafe(9)
        """Identifies the process that issued the tokens. Not a secret."""
        self._tokens: dict[bytes, _Token] = {}
        self._embedders: dict[str, None] = {}

    def issue(self, *, chat: str | None = None, read_only: bool = False, lapses: bool = False) -> str:
        """Return a new random token, valid until it is revoked.

        A token that ``lapses`` also expires after eight hours without use, or when a hundred newer ones of its kind were used.
        """
        token = secrets.token_urlsafe(24)
        self._tokens[_digest(token)] = _Token(Grant(chat, read_only), lapses, self._clock())
        self._forget_unused()
        return token

    def revoke(self, token: str) -> None:
        """Revoke the token for new connections; existing connections stay open."""
        self._tokens.pop(_digest(token), None)

    def embed_in(self, origin: str) -> None:
        """Let pages of ``origin`` (``https://host:port``) embed the viewer in a frame. Raises ValueError for a malformed origin."""
        if not _ORIGIN.fullmatch(origin):
            raise ValueError(f"{origin!r} is not an origin; write it like https://host:port")
        self._embedders.pop(origin, None)
        self._embedders[origin] = None
        while len(self._embedders) > MOST_EMBEDDERS:
            del self._embedders[next(iter(self._embedders))]

    @property
    def embedders(self) -> list[str]:
        """The origins whose pages may embed the viewer in a frame, in addition to its own."""
        return list(self._embedders)

    def grant(self, token: str) -> Grant | None:
        """Return the grant of ``token``, or None for an unknown or expired one. The comparison takes constant time."""
        found = self._found(token)
        if found is None:
            return None
        found.last_used = self._clock()
        return found.grant

    @contextmanager
    def in_use(self, token: str) -> Iterator[None]:
        """Keep the token from expiring while the context is open."""
        found = self._found(token)
        if found is None:
            yield
            return
        found.in_use += 1
        try:
            yield
        finally:
            found.in_use -= 1
            found.last_used = self._clock()

    def _found(self, token: str) -> _Token | None:
        self._forget_unused()
        given, found = _digest(token), None
        for digest, access in self._tokens.items():
            if hmac.compare_digest(digest, given):
                found = access
        return found

    def _forget_unused(self) -> None:
        moment = self._clock()
        idle = sorted((token.last_used, digest) for digest, token in self._tokens.items() if token.lapses and not token.in_use)
        for place, (last_used, digest) in enumerate(idle):
            if moment - last_used > LAPSE_S or len(idle) - place > MOST_TOKENS:
                del self._tokens[digest]

    def knows_host(self, host: str) -> bool:
        """Whether the ``Host`` header names this server."""
        return host_name(host) in self._hosts


_HOST: Final = re.compile(r"(\[[0-9a-f:.]{2,60}\]|[a-z0-9._-]{1,255})(?::[0-9]{1,5})?", re.IGNORECASE | re.ASCII)


def host_name(header: str) -> str:
    """Return the name in a ``Host`` header, without brackets and port; empty for a malformed header."""
    written = _HOST.fullmatch(header)
    return written[1].strip("[]").lower() if written else ""


def is_same_origin(origin: str, host: str) -> bool:
    """Whether the ``Origin`` header names the server of the ``Host`` header: scheme, name and port."""
    return origin.lower() in (f"http://{host.lower()}", f"https://{host.lower()}") and bool(host_name(host))


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode(errors="surrogatepass")).digest()
