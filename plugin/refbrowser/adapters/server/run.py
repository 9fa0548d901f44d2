"""``refbrowser serve``: from the first check to the last answered call."""

import asyncio
import ipaddress
import signal
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import uvicorn

from refbrowser import Browser
from refbrowser.adapters.logs import LogFormat, LogLevel, configure
from refbrowser.adapters.server.application import Extension, application
from refbrowser.adapters.server.calls import Calls
from refbrowser.adapters.server.guard import LOOPBACK
from refbrowser.adapters.server.registration import Registration
from refbrowser.adapters.server.tokens import Tokens, read_tokens
from refbrowser.adapters.server.viewer_mount import ViewerMount
from refbrowser.errors import ServerError
from refbrowser.settings import Settings, sources

DRAIN_S: Final = 10
"""How long calls in flight may take to end once the server is stopping; then they are cancelled."""

ENDING_S: Final = 1
"""How long cancelled calls may take to answer; then every request is cancelled."""

_BACKLOG: Final = 128

Extensions = Callable[[Calls], Sequence[Extension]]


def _none(_: Calls) -> Sequence[Extension]:
    return ()


@dataclass(frozen=True, slots=True)
class Where:
    """``port`` 0 is any free one. ``hosts`` are further names under which the server is reached. ``tokens`` is a file of tokens
    with limits. ``idle_ms``: the server ends when for so long no call was made and no viewer was connected; 0 is never."""

    host: str = "127.0.0.1"
    port: int = 0
    token_file: Path | None = None
    hosts: Sequence[str] = ()
    idle_ms: int = 0
    tokens: Path | None = None
    log_level: LogLevel = "warning"
    log_format: LogFormat = "text"

    @property
    def replaceable(self) -> bool:
        """Whether it serves as a client starts it: clients find it by its record alone, and it ends when it is idle."""
        alone = Where(idle_ms=self.idle_ms, log_level=self.log_level, log_format=self.log_format)
        return self == alone and self.idle_ms > 0

    @property
    def local(self) -> bool:
        """Whether only this machine reaches the server."""
        return _is_loopback(self.host)


def serve(settings: Settings, where: Where, extensions: Extensions = _none, *, ready: Callable[[dict[str, Any]], None]) -> None:
    """Serves until SIGTERM, SIGINT or idleness; ``ready`` is given the record once connections are taken.

    ``extensions`` is called with the server's calls and returns what it carries in addition to its interface and the viewer.
    Raises ``server_running``, ``port_taken``, ``token_required``.
    """
    if not where.local and where.token_file is None:
        raise ServerError(
            f"{where.host} is not a loopback address: a server there requires --token-file.",
            code="token_required",
            details={"host": where.host},
        )
    configure(where.log_level, where.log_format)
    with Registration(settings.home) as registration:
        tokens = Tokens(registration.token(where.token_file), read_tokens(where.tokens) if where.tokens is not None else None)
        with _listening(where) as listener:
            asyncio.run(_serve(settings, where, extensions, registration, tokens, listener, ready))


class _Server(uvicorn.Server):
    """uvicorn, which reports when it takes connections and leaves signals to us: raised again after its own end, as it does with
    them, they would end the process before Chromium is closed."""

    def __init__(self, config: uvicorn.Config, calls: Calls) -> None:
        super().__init__(config)
        self._calls = calls
        self.taking_connections = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.taking_connections.set()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    def stop(self) -> None:
        """No new connections; the second time, no waiting for what is in flight either: it is cancelled, and answers that."""
        loop = asyncio.get_running_loop()
        if self.should_exit:
            self._calls.end()
            loop.call_later(ENDING_S, self._cut)
        else:
            self.should_exit = True
            self._calls.drain()
            loop.call_later(DRAIN_S, self._calls.end)

    def _cut(self) -> None:
        # As uvicorn itself does it when its time is over. Its `force_exit` would not end the lifespans.
        for task in self.server_state.tasks:
            task.cancel()


async def _serve(
    settings: Settings,
    where: Where,
    extensions: Extensions,
    registration: Registration,
    tokens: Tokens,
    listener: socket.socket,
    ready: Callable[[dict[str, Any]], None],
) -> None:
    async with Browser(settings) as browser:
        hosts = [*LOOPBACK, where.host, *where.hosts]
        app, calls = application(
            browser,
            tokens=tokens,
            hosts=hosts,
            token_file=str(where.token_file or registration.folder / "token") if where.local else None,
            extensions=lambda calls: (*_viewer(calls, hosts), *extensions(calls)),
        )
        server = _Server(
            uvicorn.Config(
                app,
                lifespan="on",
                # At level debug it logs what comes over the viewer's socket, and so what people type.
                log_level="warning",
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=DRAIN_S + ENDING_S,
                ws="websockets-sansio",
                ws_max_size=4_000_000,
                ws_per_message_deflate=False,
            ),
            calls,
        )
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, server.stop)
        async with asyncio.TaskGroup() as group:
            serving = group.create_task(server.serve(sockets=[listener]))
            starting = group.create_task(server.taking_connections.wait())
            await asyncio.wait({serving, starting}, return_when=asyncio.FIRST_COMPLETED)
            starting.cancel()
            if not server.taking_connections.is_set():
                return
            port = listener.getsockname()[1]
            person_ms = settings.pause_ms if settings.while_paused == "wait" else 0
            if settings.policy != "open":
                person_ms += settings.approval_ms
            limits = {"timeout_ms": settings.timeout_ms, "approval_ms": person_ms}
            record = registration.announce(
                where.host, port, **limits, token_file=where.token_file, replaceable=where.replaceable, settings=_given(settings)
            )
            ready(record)
            if where.idle_ms:
                await until_idle(calls, where.idle_ms / 1000, serving)
                server.stop()


def _given(settings: Settings) -> dict[str, Any]:
    """Return the settings that files and variables gave, each with its value and source, without credentials."""
    values = settings.shown()
    return {name: {"value": values[name], "from": source} for name, source in sources().items()}


def _viewer(calls: Calls, hosts: Sequence[str]) -> Sequence[Extension]:
    viewer = ViewerMount(calls.browser, hosts)
    return Extension(viewer.page, own_access=True, lifespan=viewer.lifespan), Extension(viewer.issue)


async def until_idle(calls: Calls, idle_s: float, serving: "asyncio.Future[Any]") -> None:
    """Returns when for so long no call was made and no viewer was connected, or when ``serving`` has ended."""
    hub = calls.browser.hub
    while not serving.done():
        busy = calls.in_flight or calls.connected or hub.watchers
        remaining_s = idle_s if busy else max(calls.last_activity, hub.last_watched) + idle_s - time.monotonic()
        if remaining_s <= 0:
            return
        await asyncio.wait({serving}, timeout=remaining_s)


def _listening(where: Where) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in where.host else socket.AF_INET
        listener = socket.create_server((where.host, where.port), family=family, backlog=_BACKLOG)
    except (OSError, OverflowError) as failure:
        raise ServerError(
            f"Cannot listen on {where.host} port {where.port}: {getattr(failure, 'strerror', None) or failure}.",
            code="port_taken",
            details={"host": where.host, "port": where.port},
        ) from failure
    return listener


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
