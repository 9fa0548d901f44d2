"""A local cluster for tests: its front runs on a loop of its own in a thread, so that its tasks are no test's."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil

from refbrowser import Browser, Chat, Settings
from refbrowser.cluster.keeper import MARK

START_S = 120.0


class RunningCluster:
    """The front, and its hosts' processes."""

    def __init__(self, browser: Browser, loop: asyncio.AbstractEventLoop, name: str) -> None:
        self.browser, self._loop, self.name = browser, loop, name

    def chat(self, name: str) -> Chat:
        return self.browser.chat(name)

    def run(self, work: Any, within_s: float = START_S) -> Any:
        """The result of a coroutine of the front's loop."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(within_s)

    def status(self, within_s: float = START_S) -> dict[str, Any]:
        assert self.browser.front is not None
        status: dict[str, Any] = self.run(self.browser.front.link.directory("status"), within_s)
        return status

    def host_of(self, chat: str) -> str:
        """The host that has the chat."""
        assert self.browser.front is not None
        states: dict[str, tuple[str, str]] = self.run(self.browser.front.link.directory("states"))
        state, host = states[chat]
        assert state == "awake"
        return host

    def pid(self, host: str) -> int:
        """The host's own process."""
        return next(int(each["pid"]) for each in self.status()["hosts"] if each["host"] == host)


def processes_of(host: str) -> list[psutil.Process]:
    """The living processes of a host and of its browser."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.environ().get(MARK) == host and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
        except psutil.Error:
            continue
    return found


def keeper_of(host: str) -> psutil.Process:
    """The keeper's process."""
    for process in psutil.process_iter(["cmdline"]):
        line = process.info["cmdline"] or []
        if "refbrowser.cluster.keeper" in line and host in line:
            return process
    raise AssertionError(f"the host {host} has no keeper")


@contextmanager
def local_cluster(home: Path, *, on_approval: Any = None, address: str = "local", **settings: Any) -> Iterator[RunningCluster]:
    """A front, and with ``local`` a cluster of its own, while the block runs."""
    started: list[RunningCluster] = []
    ready, ended = threading.Event(), threading.Event()
    failure: list[BaseException] = []

    async def serve() -> None:
        async with Browser(Settings(home=home, **settings), on_approval=on_approval, cluster=address) as browser:
            assert browser.front is not None
            status = await browser.front.link.directory("status")
            started.append(RunningCluster(browser, asyncio.get_running_loop(), status["name"]))
            ready.set()
            await asyncio.to_thread(ended.wait)

    def run() -> None:
        try:
            asyncio.run(serve())
        except BaseException as raised:
            failure.append(raised)
        finally:
            ready.set()

    thread = threading.Thread(target=run, name="cluster")
    thread.start()
    try:
        assert ready.wait(START_S)
        if failure:
            raise failure[0]
        yield started[0]
    finally:
        actors = [each for each in psutil.Process().children(recursive=True) if _is_actor(each)]
        ended.set()
        thread.join(START_S)
        # Ray does not wait for the processes that it ends.
        psutil.wait_procs(actors, timeout=START_S if address == "local" else 0)
    if failure:
        raise failure[0]


def _is_actor(process: psutil.Process) -> bool:
    try:
        return process.cmdline()[0].startswith("ray::")
    except (psutil.Error, IndexError):
        return False
