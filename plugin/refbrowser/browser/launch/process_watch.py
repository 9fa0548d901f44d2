"""Reports the end of a process at once, by pidfd: for a process that is not a child psutil offers only to wait, which blocks.

Linux alone; on other systems no process is identified, so none is watched.
"""

import asyncio
import os
from collections.abc import Callable

from refbrowser.browser.launch.os_processes import ProcessId


class ProcessWatch:
    """Calls back, once, on the event loop, when a watched process ends."""

    def __init__(self) -> None:
        self._descriptors: set[int] = set()

    def on_end(self, process: ProcessId, ended: Callable[[], None]) -> None:
        """Watches ``process`` until it ends or :meth:`stop` is called. One that has ended already is not watched."""
        descriptor = process.open_pidfd()
        if descriptor is None:
            return
        self._descriptors.add(descriptor)

        def readable() -> None:
            self._release(descriptor)
            ended()

        asyncio.get_running_loop().add_reader(descriptor, readable)

    def stop(self) -> None:
        """Watches nothing any more."""
        for descriptor in tuple(self._descriptors):
            self._release(descriptor)

    def _release(self, descriptor: int) -> None:
        self._descriptors.discard(descriptor)
        asyncio.get_running_loop().remove_reader(descriptor)
        os.close(descriptor)
