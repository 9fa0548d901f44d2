"""Standard input for the SDK's reader, with its messages repaired or refused beforehand."""

import asyncio
import contextlib
import io
import os
from collections.abc import AsyncIterator, Awaitable, Callable

import anyio

from refbrowser.adapters.mcp.messages import Refused, received

Refuse = Callable[[Refused], Awaitable[None]]


class Stdin:
    """The lines of standard input, once: the SDK's ``stdio_server`` iterates over it. ``read`` is as in ``messages.received``.

    File descriptor 0 is the null device from then on, so that no child process reads the client's messages.
    """

    def __init__(self, read: Callable[[str], bool]) -> None:
        self._read = read
        self._refuse: asyncio.Future[Refuse] = asyncio.get_running_loop().create_future()
        wire = os.fdopen(os.dup(0), "rb", closefd=False)
        self._lines = anyio.wrap_file(io.TextIOWrapper(wire, encoding="utf-8", errors="replace"))
        null = os.open(os.devnull, os.O_RDONLY)
        os.dup2(null, 0)
        os.close(null)

    def refuse_with(self, refuse: Refuse) -> None:
        """How refusals are answered; the first one waits for it."""
        self._refuse.set_result(refuse)

    async def __aiter__(self) -> AsyncIterator[str]:
        async for line in self._lines:
            message = received(line, self._read)
            if isinstance(message, str):
                yield message
            elif message is not None:
                refuse = await asyncio.shield(self._refuse)
                with contextlib.suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):  # nobody reads any more
                    await refuse(message)
