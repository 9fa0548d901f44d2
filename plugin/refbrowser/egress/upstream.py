"""Connections through an upstream proxy, to names that it resolves."""

import asyncio
import base64
import ssl
from typing import Final

import h11

from refbrowser.egress.dial import adopted, opened
from refbrowser.egress.framing import Malformed
from refbrowser.egress.http1 import read_response, request_head
from refbrowser.egress.outcomes import Unreachable
from refbrowser.egress.streams import GONE, Connection
from refbrowser.policy.hosts import authority
from refbrowser.policy.upstreams import Upstream

CONNECT_S: Final = 60.0
"""How long an upstream may take; the call's own deadline is usually sooner. Tor builds circuits in that time."""

_SOCKS_ERRORS: Final = {
    2: "ERR_BLOCKED_BY_ADMINISTRATOR",
    3: "ERR_ADDRESS_UNREACHABLE",
    4: "ERR_ADDRESS_UNREACHABLE",
    5: "ERR_CONNECTION_REFUSED",
    6: "ERR_CONNECTION_TIMED_OUT",
}
"""Chromium's names for the reply codes of RFC 1928."""


_UNTRUSTED: Final = "ERR_PROXY_CERTIFICATE_INVALID"

_SOCKS_REFUSALS: Final = ("Username and password authentication failure", "No acceptable authentication methods were offered")
"""How python-socks says that the credentials, or none, were not accepted: without a code of its own."""


async def tunnelled(upstream: Upstream, host: str, port: int) -> Connection:
    """A connection to ``host`` through ``upstream``. Raises :class:`Unreachable`."""
    try:
        async with asyncio.timeout(CONNECT_S):
            if upstream.scheme == "socks5":
                return await _by_socks(upstream, host, port)
            return await _by_connect(upstream, host, port)
    except TimeoutError:
        raise Unreachable("ERR_CONNECTION_TIMED_OUT") from None
    except ssl.SSLCertVerificationError:
        raise Unreachable(_UNTRUSTED) from None
    except (Malformed, *GONE):
        raise Unreachable("ERR_PROXY_CONNECTION_FAILED") from None


async def directly(upstream: Upstream) -> Connection:
    """A connection to an HTTP ``upstream`` itself, which takes requests in absolute form. Raises :class:`Unreachable`."""
    try:
        async with asyncio.timeout(CONNECT_S):
            return await _opened(upstream)
    except ssl.SSLCertVerificationError:
        raise Unreachable(_UNTRUSTED) from None
    except (TimeoutError, *GONE):
        raise Unreachable("ERR_PROXY_CONNECTION_FAILED") from None


def authorization(upstream: Upstream) -> list[tuple[bytes, bytes]]:
    """The header with the credentials of an HTTP upstream, if it has some."""
    if upstream.username is None:
        return []
    token = base64.b64encode(f"{upstream.username}:{upstream.password}".encode())
    return [(b"Proxy-Authorization", b"Basic " + token)]


async def _by_socks(upstream: Upstream, host: str, port: int) -> Connection:
    # Imported here: most chats have no SOCKS upstream, and it takes 20 ms.
    from python_socks import ProxyError, ProxyType
    from python_socks.async_.asyncio import Proxy

    proxy = Proxy(ProxyType.SOCKS5, upstream.host, upstream.port, upstream.username, upstream.password, rdns=True)
    try:
        connected = await proxy.connect(dest_host=host, dest_port=port)
    except ProxyError as failure:
        if str(failure) in _SOCKS_REFUSALS:
            raise Unreachable("ERR_PROXY_AUTH_REQUESTED") from None
        raise Unreachable(_SOCKS_ERRORS.get(failure.error_code or 0, "ERR_SOCKS_CONNECTION_FAILED")) from None
    return await adopted(connected)


async def _by_connect(upstream: Upstream, host: str, port: int) -> Connection:
    connection = await _opened(upstream)
    target = authority(host, port).encode()
    try:
        connection.write(request_head(b"CONNECT", target, [(b"Host", target), *authorization(upstream)]))
        answer = await read_response(connection)
        while isinstance(answer, h11.InformationalResponse):
            answer = await read_response(connection)
        if answer.status_code != 200:
            raise Unreachable("ERR_PROXY_AUTH_REQUESTED" if answer.status_code == 407 else "ERR_TUNNEL_CONNECTION_FAILED")
    except BaseException:
        connection.abort()
        raise
    return connection


async def _opened(upstream: Upstream) -> Connection:
    tls = ssl.create_default_context() if upstream.scheme == "https" else None
    return await opened(upstream.host, upstream.port, tls)
