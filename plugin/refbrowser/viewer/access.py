"""Who may look at what: tokens, the hosts that this server answers to, and the origin of the page that asks."""

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
"""Of those that lapse and with which nobody is connected."""

MOST_EMBEDDERS: Final = 16
"""The newest are kept."""

_ORIGIN: Final = re.compile(r"https?://(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Grant:
    """What a token opens: every chat, or one; with a person's input, or to look only."""

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
    """The tokens of one viewer, kept as digests, and the host names by which it may be addressed.

    A name that resolves to this machine but is not among ``hosts`` is refused: that is how another site would reach in (DNS
    rebinding). Ports are not compared, since whoever mounts the application chooses them.
    """

    def __init__(self, hosts: Iterable[str] = LOOPBACK, clock: Callable[[], float] = time.monotonic) -> None:
        self._hosts = frozenset(host.lower() for host in hosts)
        self._clock = clock
        self.issuer: Final = secrets.token_urlsafe(9)
        """Names these tokens' issuer, which ends with its process. No secret."""
        self._tokens: dict[bytes, _Token] = {}
        self._embedders: dict[str, None] = {}

    def issue(self, *, chat: str | None = None, read_only: bool = False, lapses: bool = False) -> str:
        """A new random token, good until it is revoked; one that ``lapses`` until nobody has used it for eight hours, or until a
        hundred others have been issued and used since."""
        token = secrets.token_urlsafe(24)
        self._tokens[_digest(token)] = _Token(Grant(chat, read_only), lapses, self._clock())
        self._forget_unused()
        return token

    def revoke(self, token: str) -> None:
        """The token opens nothing from now on; who is connected stays so."""
        self._tokens.pop(_digest(token), None)

    def embed_in(self, origin: str) -> None:
        """From now on pages of ``origin`` (``https://host:port``) may show the viewer in a frame. Raises :class:`ValueError` for
        what is no origin."""
        if not _ORIGIN.fullmatch(origin):
            raise ValueError(f"{origin!r} is no origin")
        self._embedders.pop(origin, None)
        self._embedders[origin] = None
        while len(self._embedders) > MOST_EMBEDDERS:
            del self._embedders[next(iter(self._embedders))]

    @property
    def embedders(self) -> list[str]:
        """The origins whose pages may show the viewer in a frame, besides its own."""
        return list(self._embedders)

    def grant(self, token: str) -> Grant | None:
        """What the token opens, compared in constant time; None for one that was not issued, or has lapsed."""
        found = self._found(token)
        if found is None:
            return None
        found.last_used = self._clock()
        return found.grant

    @contextmanager
    def in_use(self, token: str) -> Iterator[None]:
        """Somebody is connected with the token: it does not lapse meanwhile."""
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
        for digest, known in self._tokens.items():
            if hmac.compare_digest(digest, given):
                found = known
        return found

    def _forget_unused(self) -> None:
        now = self._clock()
        idle = sorted((known.last_used, digest) for digest, known in self._tokens.items() if known.lapses and not known.in_use)
        for place, (last_used, digest) in enumerate(idle):
            if now - last_used > LAPSE_S or len(idle) - place > MOST_TOKENS:
                del self._tokens[digest]

    def knows_host(self, host: str) -> bool:
        """Whether the ``Host`` header names this server."""
        return host_name(host) in self._hosts


_HOST: Final = re.compile(r"(\[[0-9a-f:.]{2,60}\]|[a-z0-9._-]{1,255})(?::[0-9]{1,5})?", re.IGNORECASE | re.ASCII)


def host_name(header: str) -> str:
    """The name in a ``Host`` header, without brackets and port; empty for what is no such header, as one with a user or a path."""
    written = _HOST.fullmatch(header)
    return written[1].strip("[]").lower() if written else ""


def is_same_origin(origin: str, host: str) -> bool:
    """Whether the ``Origin`` header is that of a page from the server that the ``Host`` header names: scheme, name and port."""
    return origin.lower() in (f"http://{host.lower()}", f"https://{host.lower()}") and bool(host_name(host))


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode(errors="surrogatepass")).digest()
