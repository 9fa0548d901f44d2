"""What a host measures of itself and its machine."""

import os
from typing import Final

import psutil

from refbrowser.cluster.placement import Load

_EVERY: Final = 4
"""Readings between two walks through the processes, which cost a millisecond for each of them."""


class Meter:
    """Reads shares of memory and CPU in use; in a container, of what it may use."""

    def __init__(self) -> None:
        self._own = psutil.Process()
        self._readings = 0
        self._bytes = 0
        psutil.cpu_percent()

    def read(self, chats: int) -> Load:
        if self._readings % _EVERY == 0:
            self._bytes = self._processes_bytes()
        self._readings += 1
        limit, used = _container_memory()
        machine = psutil.virtual_memory()
        memory = used / limit if limit and limit < machine.total else 1 - machine.available / machine.total
        return Load(memory, psutil.cpu_percent() / 100, chats, self._bytes)

    def _processes_bytes(self) -> int:
        total = 0
        for process in [self._own, *self._own.children(recursive=True)]:
            try:
                memory = process.memory_info()
                total += memory.rss - getattr(memory, "shared", 0)
            except psutil.Error:
                continue
        return total


def _container_memory() -> tuple[int, int]:
    """The limit of a container's memory and what of it is in use; zeros where there is none (cgroup 2)."""
    try:
        with open("/sys/fs/cgroup/memory.max") as limit, open("/sys/fs/cgroup/memory.current") as used:
            text = limit.read().strip()
            return (int(text), int(used.read())) if text.isdecimal() else (0, 0)
    except (OSError, ValueError):
        return 0, 0


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
