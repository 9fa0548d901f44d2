"""``Browser`` and ``Chat``: what a program holds. Nothing heavy is imported until the browser's driver is on its way."""

import asyncio
import hashlib
import re
from collections.abc import Coroutine, Iterable
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar, get_args

from refbrowser.errors import CallError, RefbrowserError, Remedy, StateError
from refbrowser.events import ChatChanged, Hub
from refbrowser.settings import DialogPolicy, Settings
from refbrowser.tasks import Tasks

if TYPE_CHECKING:
    from refbrowser.browser.browser_process import BrowserProcess
    from refbrowser.browser.deadline import Deadline
    from refbrowser.browser.session.session import BrowserSession
    from refbrowser.browser.tab.handoff import Ask

T = TypeVar("T")

_SPAWN_STEPS: Final = 10
"""Steps of the event loop in which the driver's process is spawned (in the second) and sent its first message (in the ninth)."""

_FIRST_CALL: Final = (
    "refbrowser.browser.session.session", "pydantic", "refbrowser.browser.receipt.act", "refbrowser.actions.arguments",
    "refbrowser.actions.mouse", "refbrowser.actions.catalog", "refbrowser.service.batch",
)  # fmt: skip
"""What a first call needs, imported beside the driver's start in parts that take some 50 ms each."""

_START_TURN_S: Final = 0.002
"""The time in which the start can take its next step."""

_UNSAFE: Final = re.compile(r"[^A-Za-z0-9_-]")
_PLAIN: Final = re.compile(r"[A-Za-z0-9_-]{1,80}")


class Browser:
    """One Chromium and the chats in it. Two of these in one process have nothing in common.

        async with Browser() as browser:
            answer = await browser.chat("c1").call({"action": "open", "url": "https://example.com"})

    It lives on the event loop that entered it; calls from other loops and threads are carried there.
    """

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings.from_environment()
        self.hub = Hub()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._process: BrowserProcess | None = None
        self._starting: asyncio.Task[BrowserProcess] | None = None
        self._stopping = Tasks()
        self._chats: dict[str, Chat] = {}

    async def __aenter__(self) -> Self:
        """Begins to start the browser and does not wait: a launch that fails is the answer of the first call that needs it."""
        self._loop = asyncio.get_running_loop()
        self._begin()
        for _ in range(_SPAWN_STEPS):
            await asyncio.sleep(0)  # one step of the loop
        for module in _FIRST_CALL:
            import_module(module)
            # Lets the start go on: an answer of the driver that waits for an import delays Chromium's launch.
            await asyncio.sleep(_START_TURN_S)  # the turn that the start takes
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()

    def chat(self, chat_id: str) -> "Chat":
        """The chat of that name, made on first use. Its files are in ``<home>/chats/<name>``."""
        if not isinstance(chat_id, str) or not chat_id or len(chat_id) > 200:
            raise CallError("A chat's name is text of 1 to 200 characters.")
        return self._chats.setdefault(chat_id, Chat(self, chat_id))

    @property
    def chats(self) -> list["Chat"]:
        """Every chat that was asked for and not closed, in the order of their making."""
        return list(self._chats.values())

    def known(self, chat: "Chat") -> "Chat":
        """The chat of that one's name: itself, also when it is used again after it was closed, unless another took its place."""
        return self._chats.setdefault(chat.id, chat)

    def forget(self, chat: "Chat") -> None:
        """A chat that was closed; the next of its name is a new one."""
        if self._chats.get(chat.id) is chat:
            del self._chats[chat.id]

    async def close(self) -> None:
        """Closes every chat, Chromium and the driver. Callable from any loop; later calls answer ``browser_closed``."""
        await self.carried(self._close())

    async def carried(self, work: Coroutine[Any, Any, T]) -> T:
        """``work``, run on the browser's own loop; cancelling the caller cancels it. Raises ``browser_closed``."""
        home = self._loop
        if home is None or home.is_closed() or not home.is_running():
            work.close()
            raise _browser_closed()
        if home is asyncio.get_running_loop():
            return await work
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, home))

    async def process(self) -> "BrowserProcess":
        """The running browser; one that has ended is replaced. Concurrent callers share one launch. Raises ``launch_failed``."""
        while (process := self._process) is not None:
            if process.alive:
                return process
            self._process = None
            # Whoever asks meanwhile begins the next.
            await self._clear_away(process)
        if self.closed:
            raise _browser_closed()
        starting = self._starting or self._begin()
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            if starting.cancelled() and self.closed:
                # It was not this call that was cancelled.
                raise _browser_closed() from None
            raise
        finally:
            if starting.done() and self._starting is starting:
                self._starting = None

    @property
    def closed(self) -> bool:
        """Whether it was never entered, or was closed."""
        return self._loop is None

    @property
    def running(self) -> "BrowserProcess | None":
        """The browser if it is running now."""
        return self._process if self._process is not None and self._process.alive else None

    def _begin(self) -> "asyncio.Task[BrowserProcess]":
        self._starting = asyncio.ensure_future(self._launch())
        # A launch that nobody waits for must not complain when it is collected; whoever needs it next tries again.
        self._starting.add_done_callback(lambda task: task.cancelled() or task.exception())
        return self._starting

    async def _launch(self) -> "BrowserProcess":
        from refbrowser.browser.browser_process import BrowserProcess

        process = await BrowserProcess.start(self.settings)
        self._process, self._starting = process, None
        return process

    async def _clear_away(self, process: "BrowserProcess") -> None:
        """Stops what is left of a browser, also when the caller waits no longer."""
        await asyncio.shield(self._stopping.spawn(process.stop()))

    async def _close(self) -> None:
        self._loop = None
        if (starting := self._starting) is not None:
            starting.cancel()
            await asyncio.wait({starting}, timeout=10)
        process, self._process, self._starting = self._process, None, None
        if process is not None:
            await self._clear_away(process)
        await self._stopping.wait()


def _browser_closed() -> StateError:
    return StateError("The browser is closed: enter it with `async with Browser()`.", code="browser_closed")


class Chat:
    """One chat: its own cookies, storage, files, tabs and refs. Every call gets an answer; none raises."""

    def __init__(self, browser: Browser, chat_id: str) -> None:
        self.id = chat_id
        self._browser = browser
        self._session: BrowserSession | None = None
        self._session_lock: asyncio.Lock | None = None
        self.start_failure: str | None = None
        """Why the browser could not be started for the last call that needed one; None once it could."""
        self._upload_roots: tuple[Path, ...] = ()
        self._dialog_policy = browser.settings.dialog_policy

    @property
    def folder(self) -> Path:
        """Where the chat's screenshots and downloads are."""
        name = self.id
        if not _PLAIN.fullmatch(name):
            # Names that only differ in what a folder's name cannot hold must not come to share a folder.
            name = f"{_UNSAFE.sub('_', name)[:40]}-{hashlib.sha256(name.encode(errors='surrogatepass')).hexdigest()[:12]}"
        return self._browser.settings.home / "chats" / name

    def allow_uploads_from(self, folders: Iterable[Path]) -> None:
        """Lets ``upload_file`` also read from these folders; replaces what was allowed this way before."""
        self._upload_roots = tuple(folders)
        if self._session is not None:
            self._session.upload_roots = self._upload_roots

    def answer_dialogs(self, policy: DialogPolicy) -> None:
        """Who answers this chat's dialogs from now on, instead of whom the setting ``dialog_policy`` names for all. Raises
        ``invalid_arguments``."""
        if policy not in get_args(DialogPolicy):
            raise CallError(f"A dialog policy is one of {', '.join(get_args(DialogPolicy))}, not {policy!r}.")
        self._dialog_policy = policy
        if self._session is not None:
            self._session.dialog_policy = policy

    @property
    def tab_count(self) -> int:
        """How many tabs it has open now."""
        session = self.existing()
        return len(session.tabs) if session is not None else 0

    async def call(self, request: Any, ask: "Ask | None" = None) -> dict[str, Any]:
        """``{"ok": true, "result": …}``, or ``{"ok": false, "error", "code", "retryable", "remedy", "details"}``.

        ``ask`` is how a ``handoff`` asks the person at the caller's end, beside whoever watches; it runs on the browser's loop.
        """
        from refbrowser.service.dispatcher import answer

        return await answer(lambda: self._browser.carried(self._perform(request, ask)))

    async def vision_load(self, paths: Any) -> dict[str, Any]:
        """Images for a model: ``result`` is a list of ``{path, mime, data (base64), width, height, scale}``."""
        from refbrowser.service.dispatcher import answer
        from refbrowser.service.vision import load_images

        return await answer(lambda: load_images(paths, (self.folder, *self._browser.settings.file_roots)))

    async def close(self) -> None:
        """Closes the chat's tabs and forgets its cookies and storage; its files stay."""
        await self._browser.carried(self._close())

    @property
    def settings(self) -> Settings:
        """The settings of its browser."""
        return self._browser.settings

    @property
    def hub(self) -> Hub:
        """Where what happens here is told."""
        return self._browser.hub

    def existing(self) -> "BrowserSession | None":
        """The chat's session if its browser still runs."""
        return self._session if self._session is not None and self._browser.running and not self._session.ended else None

    async def started(self, deadline: "Deadline") -> "BrowserSession":
        """The chat's session, with the browser started if need be; concurrent first calls share both."""
        self._session_lock = self._session_lock or asyncio.Lock()
        async with deadline.waiting_for("the browser to start"), self._session_lock:
            known = self.existing()
            if known is None:
                try:
                    process = await self._browser.process()
                except RefbrowserError as failure:
                    self.start_failure = failure.message
                    raise
                self.start_failure = None
                known = await process.start_session(self.id, self.folder, self.hub, self._session, deadline)
                if all(chat is not self for chat in self._browser.chats):
                    # It was closed while it was being opened: nobody would ever close this session.
                    await process.end_session(known)
                    raise StateError("The chat was closed.", code="tab_closed", remedy=Remedy("list"))
                known.upload_roots, known.dialog_policy = self._upload_roots, self._dialog_policy
                self._session = known
            return known

    def comes_back(self) -> bool:
        """Whether the chat had tabs open when its browser ended, or when it was idle, that a next call brings back."""
        session = self._session
        return session is not None and session.left is not None and bool(session.left.tabs) and not self._browser.closed

    def gone(self) -> RefbrowserError | None:
        from refbrowser.browser.tab.playwright_errors import browser_gone

        if self._browser.running is not None:
            return None
        return _browser_closed() if self._browser.closed else browser_gone(comes_back=self.settings.restore_tabs)

    async def _perform(self, request: Any, ask: "Ask | None") -> Any:
        from refbrowser.actions.batch import MultiArguments
        from refbrowser.service.batch import run_batch
        from refbrowser.service.dispatcher import deadline_of, perform
        from refbrowser.service.validation import read_call

        if (other := self._browser.known(self)) is not self:
            return await other._perform(request, ask)
        action, arguments = read_call(request)
        default_ms = self._browser.settings.timeout_ms
        if isinstance(arguments, MultiArguments):
            return await run_batch(self, arguments, default_ms)
        return await perform(self, action, arguments, deadline_of(arguments, default_ms), ask)

    async def _close(self) -> None:
        self._browser.forget(self)
        session, self._session = self._session, None
        self.hub.publish(ChatChanged(self.id))
        if session is not None and (process := self._browser.running):
            await process.end_session(session)
