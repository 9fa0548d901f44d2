"""``Browser``, the object that a program enters. Expensive imports wait until the driver's process is starting."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar

from refbrowser.errors import CallError
from refbrowser.events import ChatChanged, Hub
from refbrowser.journal.redaction import Redactor
from refbrowser.masking import Masker
from refbrowser.service.calls.control import Command, Controllable, Controls, ControlState
from refbrowser.service.chats.chat import Chat
from refbrowser.service.chats.chat_browser import browser_closed
from refbrowser.service.chats.limits import Allowance, CallRate, ChatSlots
from refbrowser.service.chats.log_masking import SecretFilter, mask_logs, unmask_logs
from refbrowser.service.chats.shared_tor import SharedTor
from refbrowser.service.oversight.approvals.desk import Approvals
from refbrowser.settings import Settings
from refbrowser.tasks import SharedTask, Tasks

if TYPE_CHECKING:
    from refbrowser.browser.browser_process import BrowserProcess
    from refbrowser.egress.environment import Environment
    from refbrowser.service.chats.checkpoint import Checkpoint
    from refbrowser.service.chats.front import Front
    from refbrowser.service.oversight.approvals.approval import Way
    from refbrowser.service.oversight.oversight import Oversight
    from refbrowser.service.vault.vault import Vault
    from refbrowser.settings import ProfileKind

T = TypeVar("T")

_FIRST_CALL: Final = (
    "refbrowser.browser.session.session", "pydantic", "refbrowser.browser.receipt.observation", "refbrowser.actions.arguments",
    "refbrowser.actions.mouse", "refbrowser.actions.catalog", "refbrowser.service.calls.batch",
)  # fmt: skip
"""Modules that a first call needs, imported while the driver starts, in parts of about 50 ms. Measured: the first answer comes
after 480 ms; after 580 ms where the first call imports them."""

_START_TURN_S: Final = 0.002
"""Time for the start to take its next steps before each import; a driver message that waits for an import delays Chromium."""


STOP_S: Final = 10.0
"""How long a launch that is cancelled may take to end its processes."""


class Browser(Controllable[list[ControlState]]):
    """One Chromium with its chats. Several browsers in one process are independent.

        async with Browser() as browser:
            answer = await browser.chat("c1").call({"action": "open", "url": "https://example.com"})

    It runs on the event loop that entered it; calls from other loops and threads are forwarded to that loop.
    """

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        environment: "Environment | None" = None,
        on_approval: "Way | None" = None,
        cluster: str | None = None,
    ) -> None:
        """``cluster`` overrides the setting: the chats are on hosts of a Ray cluster.

        ``on_approval`` is given each :class:`refbrowser.Approval` that a policy asks for, and returns the
        :class:`refbrowser.Answer`, or None to leave it to others; it runs on the browser's loop."""
        self._environment = environment
        self.settings = settings or Settings.from_environment()
        self.tor = SharedTor(self.settings)
        self.hub = Hub()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._process: BrowserProcess | None = None
        self._starting: SharedTask[BrowserProcess] = SharedTask(browser_closed)
        self._stopping = Tasks()
        self._chats: dict[str, Chat] = {}
        self.redactor = Redactor(self.settings.redact)
        self._log_filter: SecretFilter | None = None
        self.secrets = _secrets(self.settings, self.hub.masker)
        self.approvals = Approvals(on_approval)
        self.oversight = _oversight(self.settings, self.approvals, self.judge_connections_again)
        self.slots = ChatSlots(self.settings.max_chats)
        self.rate = CallRate.limited(self.settings.total_calls_per_minute, "All chats together")
        self.downloads = Allowance("all chats", self.settings.total_downloads, self.settings.total_download_bytes)
        self.controls = Controls(self.settings, lambda chat: self.hub.publish(ChatChanged(chat)))
        self._journal_thread: ThreadPoolExecutor | None = None
        self.front = self._new_front(cluster or self.settings.cluster)

    async def __aenter__(self) -> Self:
        """Start the launch without waiting for it. The first call that needs the browser reports a launch that fails."""
        self._loop = asyncio.get_running_loop()
        self._log_filter = mask_logs(self.hub, self.redactor)
        if self.front is not None:
            await self.front.begin()
            return self
        self._starting.begin(self._launch)
        for module in _FIRST_CALL:
            await asyncio.sleep(_START_TURN_S)  # the turn that the start takes
            import_module(module)
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
        profile_kind: "ProfileKind | None" = None,
        network: str | None = None,
        allow_hosts: Sequence[str] | None = None,
        deny_hosts: Sequence[str] | None = None,
        upstream: str | None = None,
        goal: str | None = None,
        context: str | None = None,
    ) -> "Chat":
        """Return the chat called ``chat_id``, created on first use. Its files are in ``<home>/chats/<name>``.

        ``profile`` names the profile that keeps its cookies, storage and tabs; it overrides the setting ``profile``, and
        ``profile_kind`` that of its name. ``network``
        and the arguments after it override the settings of the same names for this chat from now on; earlier connections are
        closed. ``goal`` is the task, in the words of whoever gave it, and ``context`` what else was given with it: text that a
        policy need not ask about where it is sent to sites. Another goal begins another task. Raises :class:`CallError`
        (``invalid_arguments``) unless the name is a string of 1 to 200 characters, and for a chat that already uses another
        profile.
        """
        if not isinstance(chat_id, str) or not chat_id or len(chat_id) > 200:
            raise CallError("The name of a chat must be a string of 1 to 200 characters.")
        chat = self._chats.get(chat_id) or self._new_chat(chat_id)
        if profile is not None:
            chat.use_profile(profile, profile_kind)
        if not all(part is None for part in (network, allow_hosts, deny_hosts, upstream)):
            chat.network.choose(chat.network.choice.but(network, allow_hosts, deny_hosts, upstream), begun=chat.begun)
        if goal is not None or context is not None:
            chat.task = tuple(filter(None, (goal, context)))
        return self._chats.setdefault(chat_id, chat)

    def wake(self, checkpoint: "Checkpoint") -> "Chat":
        """Return the chat of ``checkpoint``, whose next call finds the tabs that it had wherever the checkpoint was taken. Callable
        on the browser's event loop. Raises ``invalid_arguments`` where a chat of its name has begun here, or its profile or network
        cannot be had here."""
        chat = self.chat(checkpoint.chat)
        chat.arrive(checkpoint)
        return chat

    def _new_front(self, cluster: str | None) -> "Front | None":
        if cluster is None:
            return None
        from refbrowser.service.chats.front import Front

        return Front(cluster, self.settings, self.hub, self.approvals, self.chat, self.forget)

    def _new_chat(self, chat_id: str) -> Chat:
        if self.front is None:
            return Chat(self, chat_id)
        from refbrowser.service.chats.clustered import ClusterChat

        return ClusterChat(self, self.front, chat_id)

    @property
    def environment(self) -> "Environment":
        """How names are resolved, and what counts as which kind of address."""
        if self._environment is None:
            from refbrowser.egress.environment import Environment

            self._environment = Environment()
        return self._environment

    @property
    def chats(self) -> list["Chat"]:
        """Return the chats that are not closed, in order of creation."""
        return list(self._chats.values())

    def current(self, chat: "Chat") -> "Chat":
        """Return the current chat with the name of ``chat``: ``chat`` itself, even after a close, unless a new one replaced it."""
        return self._chats.setdefault(chat.id, chat)

    def journal_thread(self) -> ThreadPoolExecutor:
        """The thread that writes the chats' journals."""
        self._journal_thread = self._journal_thread or ThreadPoolExecutor(1, "refbrowser-journal")
        return self._journal_thread

    def forget(self, chat: "Chat") -> None:
        """Remove a closed chat; its name then creates a new chat."""
        if self._chats.get(chat.id) is chat:
            del self._chats[chat.id]

    async def controlled(self, command: Command, note: str | None = None) -> list[ControlState]:
        """Carry out a person's command for every chat; what each does now. Chats that begin later follow the last ``stop``
        or ``pause``. Raises ``invalid_arguments``, ``browser_closed``."""

        async def execute() -> list[ControlState]:
            return self.execute_for_all(command, note)

        return await self.carried(execute())

    def execute_for_all(self, command: Command, note: str | None = None) -> list[ControlState]:
        """Carry out a person's command for every chat, on the browser's event loop, and return what each does now."""
        self.control_states()
        self.controls.execute_all(command, note)
        if self.front is not None:
            self.front.command(None, command, note)
        states = self.controls.states()
        self.controls.forget_running(but=self._chats)
        return states

    def execute_for(self, chat: str, command: Command, note: str | None = None) -> ControlState | None:
        """Carry out a person's command for one chat, on the browser's event loop, and return what it does now; None where there is
        no such chat. One that was closed while it was stopped or paused is there until it is resumed."""
        if chat not in self._chats and not self.controls.has(chat):
            return None
        control = self.controls.of(chat)
        control.execute(command, note)
        if self.front is not None:
            self.front.command(chat, command, note)
        self.controls.forget_running(but=self._chats)
        return control.state

    def control_states(self) -> list[ControlState]:
        """What each chat does, also a closed one whose name is still stopped or paused."""
        for chat in self.chats:
            self.controls.of(chat.id)
        return self.controls.states()

    async def close(self) -> None:
        """Close every chat, Chromium and the driver. Callable from any loop; later calls fail with ``browser_closed``."""
        await self.carried(self._close())

    async def carried(self, work: Coroutine[Any, Any, T]) -> T:
        """Run ``work`` on the browser's event loop and return its result; cancelling the caller cancels it.

        Raises :class:`StateError` (``browser_closed``) and the exceptions of ``work``.
        """
        home = self._loop
        if home is None or home.is_closed() or not home.is_running():
            work.close()
            raise browser_closed()
        if home is asyncio.get_running_loop():
            return await work
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, home))

    async def process(self) -> "BrowserProcess":
        """Return the running browser, and start a new one if it has ended. Concurrent callers share one launch.

        Raises :class:`LaunchFailed` (``launch_failed``) and :class:`StateError` (``browser_closed``).
        """
        while (process := self._process) is not None:
            if process.alive:
                return process
            self._process = None
            # A caller that arrives now starts the replacement.
            await self._clear_away(process)
        if self.closed:
            raise browser_closed()
        return await self._starting.join(self._launch)

    @property
    def closed(self) -> bool:
        """Whether the browser was closed or never entered."""
        return self._loop is None

    @property
    def running(self) -> "BrowserProcess | None":
        """The browser's process if it is running."""
        return self._process if self._process is not None and self._process.alive else None

    async def _launch(self) -> "BrowserProcess":
        from refbrowser.browser.browser_process import BrowserProcess

        self._process = await BrowserProcess.start(self.settings)
        return self._process

    async def _clear_away(self, process: "BrowserProcess") -> None:
        """Stop the rest of an ended browser, also if the caller is cancelled."""
        await asyncio.shield(self._stopping.spawn(process.stop()))

    def judge_connections_again(self) -> None:
        """The policy has changed: end connections to sites that it denies now."""
        for chat in self.chats:
            chat.network.judge_again()

    async def _close(self) -> None:
        self._loop = None
        self.controls.end(browser_closed)
        if self.front is not None:
            await self.front.end()
        for chat in self.chats:
            await chat.end_journal()
        if (thread := self._journal_thread) is not None:
            self._journal_thread = None
            await asyncio.to_thread(thread.shutdown)
        await self._starting.end(STOP_S)
        process, self._process = self._process, None
        if process is not None:
            await self._clear_away(process)
        for chat in self.chats:
            await chat.end_own_browser()
            await chat.network.stop()
            await chat.end_start()
        await self.tor.stop()
        if self._environment is not None:
            self._environment.resolver.close()
            self._environment = None
        await self._stopping.wait()
        for chat in self.chats:
            await chat.release_profile()
        if self._log_filter is not None:
            unmask_logs(self._log_filter)
            self._log_filter = None


def _secrets(settings: Settings, masker: Masker) -> "Vault | None":
    if settings.secrets is None:
        return None
    from refbrowser.service.vault.vault import Vault

    masker.withholds_pictures = settings.secret_pictures == "withheld"
    return Vault(settings.secrets, masker)


def _oversight(settings: Settings, approvals: Approvals, on_policy: Callable[[], None]) -> "Oversight | None":
    """None for the policy ``open``: there is nothing to load, and nothing to judge."""
    if settings.policy == "open":
        return None
    from refbrowser.service.oversight.oversight import Oversight

    return Oversight(settings, approvals, on_policy)
