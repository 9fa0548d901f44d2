"""Connections to the outside: to an address that was judged, or through an upstream proxy to a name."""

import asyncio
import errno
import socket
import ssl
from collections.abc import Sequence
from typing import Final

from refbrowser.egress.outcomes import Unreachable
from refbrowser.egress.streams import Connection
from refbrowser.policy.hosts import IPAddress

ATTEMPT_S: Final = 10.0
"""How long one address may take; the call's own deadline is usually sooner."""

_NET_ERRORS: Final = {
    errno.ECONNREFUSED: "ERR_CONNECTION_REFUSED",
    errno.ECONNRESET: "ERR_CONNECTION_RESET",
    errno.EHOSTUNREACH: "ERR_ADDRESS_UNREACHABLE",
    errno.ENETUNREACH: "ERR_ADDRESS_UNREACHABLE",
    errno.EADDRNOTAVAIL: "ERR_ADDRESS_UNREACHABLE",
    errno.ETIMEDOUT: "ERR_CONNECTION_TIMED_OUT",
    errno.EMFILE: "ERR_INSUFFICIENT_RESOURCES",
    errno.ENFILE: "ERR_INSUFFICIENT_RESOURCES",
}


async def dialled(addresses: Sequence[IPAddress], port: int) -> Connection:
    """A connection to the first of ``addresses`` that takes one; no name is looked up again. Raises :class:`Unreachable`."""
    failure: BaseException = OSError(errno.EADDRNOTAVAIL, "no address")
    for address in addresses:
        try:
            async with asyncio.timeout(ATTEMPT_S):
                return await opened(str(address), port)
        except (OSError, TimeoutError) as failed:
            failure = failed
    raise Unreachable(net_error_of(failure)) from failure


def net_error_of(failure: BaseException) -> str:
    """What Chromium calls the failure of a connection."""
    if isinstance(failure, socket.gaierror):
        return "ERR_NAME_NOT_RESOLVED"
    if isinstance(failure, TimeoutError):
        return "ERR_CONNECTION_TIMED_OUT"
    return _NET_ERRORS.get(getattr(failure, "errno", None) or 0, "ERR_CONNECTION_FAILED")


async def opened(host: str, port: int, tls: ssl.SSLContext | None = None) -> Connection:
    """A connection to a host. Raises OSError."""
    return _kept_alive(await asyncio.get_running_loop().create_connection(Connection, host, port, ssl=tls))


async def adopted(connected: socket.socket) -> Connection:
    """The connection that a connected socket is. Raises OSError."""
    return _kept_alive(await asyncio.get_running_loop().create_connection(Connection, sock=connected))


def _kept_alive(made: tuple[asyncio.Transport, Connection]) -> Connection:
    transport, connection = made
    bare: socket.socket | None = transport.get_extra_info("socket")
    if bare is not None:
        bare.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    return connection
