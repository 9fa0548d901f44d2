"""Notices at once when a process ends. Linux alone; elsewhere nothing is noticed."""

import asyncio
import os
from collections.abc import Callable

from refbrowser.browser.launch.os_processes import Kin


class ProcessWatch:
    """Calls back, once, on the event loop, when a watched process ends."""

    def __init__(self) -> None:
        self._handles: set[int] = set()

    def on_end(self, process: Kin, ended: Callable[[], None]) -> None:
        """Watches ``process`` until it ends or :meth:`stop` is called. One that has ended already is not watched."""
        handle = process.handle()
        if handle is None:
            return
        self._handles.add(handle)

        def readable() -> None:
            self._let_go(handle)
            ended()

        asyncio.get_running_loop().add_reader(handle, readable)

    def stop(self) -> None:
        """Watches nothing any more."""
        for handle in tuple(self._handles):
            self._let_go(handle)

    def _let_go(self, handle: int) -> None:
        self._handles.discard(handle)
        asyncio.get_running_loop().remove_reader(handle)
        os.close(handle)
