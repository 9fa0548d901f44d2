"""The proxy that a chat's traffic goes on through, as it is written in settings. Pure."""

from dataclasses import dataclass
from typing import Final, Literal
from urllib.parse import unquote, urlsplit

from refbrowser.errors import CallError
from refbrowser.policy.hosts import normal_host

Scheme = Literal["http", "https", "socks5"]

_PORTS: Final[dict[Scheme, int]] = {"http": 80, "https": 443, "socks5": 1080}
_SCHEMES: Final[dict[str, Scheme]] = {"http": "http", "https": "https", "socks5": "socks5", "socks5h": "socks5", "socks": "socks5"}


@dataclass(frozen=True, slots=True)
class Upstream:
    """A proxy by its address, with credentials if it asks for some. It resolves names itself, whatever its scheme."""

    scheme: Scheme
    host: str
    port: int
    username: str | None = None
    password: str | None = None

    @classmethod
    def read(cls, address: str) -> "Upstream":
        """``address`` begins with ``http://``, ``https://`` or ``socks5://`` (``socks5h://`` is the same) and may have credentials.

        Raises ``invalid_arguments``, which shows nothing of the address but its scheme.
        """
        written = address.partition("://")[0].lower()
        if written.startswith("socks4"):
            raise CallError("An upstream of SOCKS4 is not used: names would have to be resolved here. Give socks5:// instead.")
        scheme = _SCHEMES.get(written)
        try:
            parts = urlsplit(address)
            if scheme is None or not parts.hostname:
                raise ValueError("no scheme or no host")
            port = parts.port or _PORTS[scheme]
            host = normal_host(parts.hostname)
        except ValueError:
            raise CallError("The upstream is not http://host:port, https://host:port or socks5://host:port.") from None
        username = unquote(parts.username) if parts.username is not None else None
        password = unquote(parts.password or "") if username is not None else None
        return cls(scheme, host, port, username, password)

    def __str__(self) -> str:
        """The address without its credentials."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}:{self.port}"
