"""``Browser`` and ``Chat``: what a program holds. Nothing heavy is imported until the browser's driver is on its way."""

import asyncio
import hashlib
import re
from collections.abc import Coroutine, Iterable, Sequence
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar, get_args

from refbrowser.errors import CallError, RefbrowserError, Remedy, StateError
from refbrowser.events import ChatChanged, Hub
from refbrowser.masking import Masker
from refbrowser.service.approvals.desk import Approvals
from refbrowser.service.chat_network import ChatNetwork
from refbrowser.settings import DialogPolicy, Settings
from refbrowser.tasks import Tasks

if TYPE_CHECKING:
    from refbrowser.browser.browser_process import BrowserProcess
    from refbrowser.browser.deadline import Deadline
    from refbrowser.browser.session.session import BrowserSession
    from refbrowser.browser.tab.handoff import Ask
    from refbrowser.egress.boundary import Boundary
    from refbrowser.egress.environment import Environment
    from refbrowser.service.approvals.approval import Way
    from refbrowser.service.caller import Caller
    from refbrowser.service.chat_profile import ChatProfile
    from refbrowser.service.oversight import Oversight
    from refbrowser.service.vault.vault import Vault

T = TypeVar("T")

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

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        environment: "Environment | None" = None,
        on_approval: "Way | None" = None,
    ) -> None:
        """``on_approval`` is given each :class:`refbrowser.Approval` that a policy asks for, and returns the
        :class:`refbrowser.Answer`, or None to leave it to others; it runs on the browser's loop."""
        self._environment = environment
        self.settings = settings or Settings.from_environment()
        self.hub = Hub()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._process: BrowserProcess | None = None
        self._starting: asyncio.Task[BrowserProcess] | None = None
        self._stopping = Tasks()
        self._chats: dict[str, Chat] = {}
        self.secrets = _secrets(self.settings, self.hub.masker)
        self.approvals = Approvals(on_approval)
        self.oversight = _oversight(self.settings, self.approvals)

    async def __aenter__(self) -> Self:
        """Begins to start the browser and does not wait: a launch that fails is the answer of the first call that needs it."""
        self._loop = asyncio.get_running_loop()
        self._begin()
        await asyncio.sleep(0)  # one step of the loop, in which the launch imports Playwright
        from refbrowser.browser.playwright_internals.driver import spawned

        await spawned()
        for module in _FIRST_CALL:
            import_module(module)
            # Lets the start go on: an answer of the driver that waits for an import delays Chromium's launch.
            await asyncio.sleep(_START_TURN_S)  # the turn that the start takes
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()

    def chat(
        self,
        chat_id: str,
        *,
        profile: str | None = None,
        network: str | None = None,
        allow_hosts: Sequence[str] | None = None,
        deny_hosts: Sequence[str] | None = None,
        upstream: str | None = None,
    ) -> "Chat":
        """The chat of that name, made on first use. Its files are in ``<home>/chats/<name>``.

        ``profile`` names the profile that keeps its cookies, storage and tabs, in place of the setting of that name. ``network``
        and what follows take the place of the settings of these names, for this chat and from now on; connections that were made
        before are ended. Raises ``invalid_arguments``, also for a chat that is at work with another profile.
        """
        if not isinstance(chat_id, str) or not chat_id or len(chat_id) > 200:
            raise CallError("A chat's name is text of 1 to 200 characters.")
        chat = self._chats.get(chat_id) or Chat(self, chat_id)
        if profile is not None:
            chat.use_profile(profile)
        if not all(part is None for part in (network, allow_hosts, deny_hosts, upstream)):
            chat.network.choose(chat.network.choice.but(network, allow_hosts, deny_hosts, upstream))
        return self._chats.setdefault(chat_id, chat)

    @property
    def environment(self) -> "Environment":
        """How names are resolved, and what counts as which kind of address."""
        if self._environment is None:
            from refbrowser.egress.environment import Environment

            self._environment = Environment()
        return self._environment

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
        if self.secrets is not None:
            self.secrets.close()
        for chat in self.chats:
            await chat.network.stop()
        if self._environment is not None:
            self._environment.resolver.close()
            self._environment = None
        await self._stopping.wait()
        for chat in self.chats:
            await chat.release_profile()


def _secrets(settings: Settings, masker: Masker) -> "Vault | None":
    if settings.secrets is None:
        return None
    from refbrowser.service.vault.vault import Vault

    return Vault(settings.secrets, masker)


def _oversight(settings: Settings, approvals: Approvals) -> "Oversight | None":
    """None for the policy ``open``: there is nothing to load, and nothing to judge."""
    if settings.policy == "open":
        return None
    from refbrowser.service.oversight import Oversight

    return Oversight(settings, approvals)


def _browser_closed() -> StateError:
    return StateError("The browser is closed: enter it with `async with Browser()`.", code="browser_closed")


class Chat:
    """One chat: its own cookies, storage, files, tabs and refs. Every call gets an answer; none raises."""

    def __init__(self, browser: Browser, chat_id: str) -> None:
        self.id = chat_id
        self._browser = browser
        self._session: BrowserSession | None = None
        self._session_lock: asyncio.Lock | None = None
        self.network = ChatNetwork(browser.settings)
        self._upload_roots: tuple[Path, ...] = ()
        self._dialog_policy = browser.settings.dialog_policy
        self._profile: ChatProfile | None = None
        if browser.settings.profile is not None:
            self.use_profile(browser.settings.profile)

    @property
    def profile(self) -> str | None:
        """The name of the profile that keeps its cookies, storage and tabs."""
        return self._profile.name if self._profile is not None else None

    def use_profile(self, name: str) -> None:
        """Has the profile of that name keep the chat's cookies, storage and tabs, from its first call on. Raises
        ``invalid_arguments`` for a chat that has made one without it."""
        from refbrowser.service.chat_profile import ChatProfile

        if name == self.profile:
            return
        if self._session is not None:
            present = "without a profile" if self.profile is None else f"with the profile {self.profile}"
            raise CallError(
                f"The chat {self.id!r} is at work {present}; it cannot go on with {name!r}. Close it first, or use another chat.",
                details={"chat": self.id, "profile": self.profile},
            )
        self._profile = ChatProfile(self._browser.settings.home, name, self.id)

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

    async def call(self, request: Any, ask: "Ask | None" = None, *, caller: "Caller | None" = None) -> dict[str, Any]:
        """``{"ok": true, "result": …}``, or ``{"ok": false, "error", "code", "retryable", "remedy", "details"}``.

        ``ask`` is how a ``handoff`` asks the person at the caller's end, beside whoever watches; it runs on the browser's loop.
        ``caller``, of adapters, says how the call came and how its person is asked, in place of ``ask``.
        """
        from refbrowser.service.caller import Caller
        from refbrowser.service.dispatcher import answer

        masker = self.hub.masker
        return await answer(lambda: self._browser.carried(self._perform(request, caller or Caller(ask=ask))), masker)

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

    @property
    def secrets(self) -> "Vault | None":
        """The secrets that its calls may name."""
        return self._browser.secrets

    @property
    def oversight(self) -> "Oversight | None":
        """What its calls are judged by; None with the policy ``open``, which judges nothing."""
        return self._browser.oversight

    def existing(self) -> "BrowserSession | None":
        """The chat's session if its browser still runs."""
        return self._session if self._session is not None and self._browser.running and not self._session.ended else None

    async def started(self, deadline: "Deadline") -> "BrowserSession":
        """The chat's session, with the browser started if need be; concurrent first calls share both."""
        self._session_lock = self._session_lock or asyncio.Lock()
        async with deadline.waiting_for("the browser to start"), self._session_lock:
            known = self.existing()
            if known is None:
                left = await self._profile.open() if self._profile is not None else None
                process = await self._browser.process()
                boundary = await self.boundary() if self.settings.connect is None or self.network.restricts else None
                known = await process.start_session(
                    self.id, self.folder, self.hub, self._session, deadline, left=left, keeper=self._profile, boundary=boundary
                )
                if all(chat is not self for chat in self._browser.chats):
                    # It was closed while it was being opened: nobody would ever close this session.
                    await process.end_session(known)
                    raise StateError("The chat was closed.", code="tab_closed", remedy=Remedy("list"))
                known.upload_roots, known.dialog_policy = self._upload_roots, self._dialog_policy
                self._session = known
            return known

    async def boundary(self) -> "Boundary":
        """The chat's network boundary. Raises ``invalid_arguments`` for settings that name no rules."""
        return await self.network.started(self._browser.environment)

    def comes_back(self) -> bool:
        """Whether the chat had tabs open when its browser ended, or when it was idle, that a next call brings back."""
        if self._browser.closed:
            return False
        if self._session is None:
            return self._profile is not None and self._profile.has_tabs
        return self._session.left is not None and bool(self._session.left.tabs)

    def gone(self) -> RefbrowserError | None:
        from refbrowser.browser.tab.playwright_errors import browser_gone

        if self._browser.running is not None:
            return None
        return _browser_closed() if self._browser.closed else browser_gone(comes_back=self.settings.restore_tabs)

    async def _perform(self, request: Any, caller: "Caller") -> Any:
        from refbrowser.actions.batch import MultiArguments
        from refbrowser.service.batch import run_batch
        from refbrowser.service.dispatcher import deadline_of, perform
        from refbrowser.service.validation import read_call

        if (other := self._browser.known(self)) is not self:
            return await other._perform(request, caller)
        action, arguments = read_call(request)
        default_ms = self._browser.settings.timeout_ms
        if isinstance(arguments, MultiArguments):
            return await run_batch(self, arguments, default_ms, caller)
        return await perform(self, action, arguments, deadline_of(arguments, default_ms), caller)

    async def _close(self) -> None:
        self._browser.forget(self)
        if self.oversight is not None:
            self.oversight.forget(self.id)
        session, self._session = self._session, None
        self.hub.publish(ChatChanged(self.id))
        if session is not None and (process := self._browser.running):
            await process.end_session(session)
        await self.network.stop()
        await self.release_profile()

    async def release_profile(self) -> None:
        """Lets another chat have its profile."""
        if self._profile is not None:
            await self._profile.close()
