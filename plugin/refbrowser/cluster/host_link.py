"""One host, as a front reaches it."""

import asyncio
from contextlib import suppress
from typing import Any, Final

from refbrowser.cluster.timing import Timing
from refbrowser.cluster.wire import Connection, Disconnected, Door

_TRIES: Final = 3
"""How often a connection may break over one question before the host counts as lost."""


class HostGone(Exception):
    """The host ended, or has been silent for a lease, before it answered. ``asked``: the question may have reached it."""

    def __init__(self, *, asked: bool) -> None:
        super().__init__()
        self.asked = asked


class HostLink:
    """Connects with the first question, and again where the connection breaks: a host performs a call once, by its id.

    ``lost`` is set when the host has ended, cannot be reached, or has been silent for a lease.
    """

    def __init__(self, host: str, door: Door, timing: Timing) -> None:
        self.host, self._door, self._timing = host, door, timing
        self.lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._connection: Connection | None = None
        self._connecting = asyncio.Lock()

    async def ask(self, question: str, *arguments: Any) -> Any:
        """Return the host's answer. Raises :class:`HostGone`, and the typed error that the host raises."""
        for attempt in range(_TRIES):
            connection = self._connection
            if connection is None or connection.is_closed:
                try:
                    connection = await self._connect()
                except OSError:
                    self.lose()
                    raise HostGone(asked=attempt > 0) from None
            asking = asyncio.ensure_future(connection.ask(question, *arguments))
            try:
                await asyncio.wait({asking, self.lost}, return_when=asyncio.FIRST_COMPLETED)
                if not asking.done():
                    raise HostGone(asked=True)
                return asking.result()
            except Disconnected:
                continue
            finally:
                asking.cancel()
        self.lose()
        raise HostGone(asked=True)

    def lose(self) -> None:
        """Nobody waits for this host any more."""
        if not self.lost.done():
            self.lost.set_result(None)
        if self._connection is not None:
            self._connection.close()

    async def _connect(self) -> Connection:
        async with self._connecting:
            if self.lost.done():
                raise Disconnected("the host is lost")
            if self._connection is None or self._connection.is_closed:
                self._connection = await Connection.open(self._door, self._timing.valid_s)
            return self._connection

    async def cancel(self, call_id: str) -> None:
        """The caller of that call has gone."""
        with suppress(HostGone):
            await self.ask("cancel", call_id)
