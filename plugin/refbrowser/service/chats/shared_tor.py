"""The Tor client of a browser, which its chats share."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

from refbrowser.settings import Settings
from refbrowser.tasks import SharedTask

if TYPE_CHECKING:
    from refbrowser.egress.tor import TorProcess
    from refbrowser.policy.upstreams import Upstream

STOP_S: Final = 10.0
"""How long a start that is cancelled may take to end its process."""


class SharedTor:
    """Started when a chat first needs it; a client that has ended is replaced."""

    def __init__(self, settings: Settings) -> None:
        self._folder = settings.home / "tor"
        self._config = Path(settings.tor_config).expanduser().absolute() if settings.tor_config is not None else None
        self._process: TorProcess | None = None
        self._starting: SharedTask[TorProcess] = SharedTask()
        self._printed: list[str] = []

    @property
    def alive(self) -> bool:
        """Whether the client runs."""
        return self._process is not None and self._process.alive

    @property
    def progress(self) -> str | None:
        """The last line of a client that has no circuit yet, without its time; None unless one is starting."""
        if not self._starting.running:
            return None
        return self._printed[-1].rpartition("] ")[2] if self._printed else ""

    async def upstream(self) -> "Upstream":
        """Return the SOCKS port of the running client. Concurrent callers share one start, which continues for the next caller
        when this one is cancelled. Raises ``launch_failed``."""
        if self._process is not None and self._process.alive:
            return self._process.upstream
        return (await self._starting.join(self._start)).upstream

    async def _start(self) -> "TorProcess":
        from refbrowser.egress.tor import TorProcess

        self._printed.clear()
        self._process = await TorProcess.start(self._folder, self._config, self._printed)
        return self._process

    async def stop(self) -> None:
        """End the client, also one that is still starting."""
        await self._starting.end(STOP_S)
        if (process := self._process) is not None:
            self._process = None
            await process.stop()
