"""``Chat``: its calls, and what it owns between them: the session, the network boundary, the profile, the journal."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, get_args

from refbrowser.errors import CallError, ProfileError, RefbrowserError, Remedy, StateError, TimeoutExceeded
from refbrowser.events import ChatChanged, Hub
from refbrowser.service.calls.control import Controllable
from refbrowser.service.chats.chat_browser import ChatBrowser, awaited_start, browser_closed, chat_folder
from refbrowser.service.chats.chat_network import ChatNetwork, closed_while_opening
from refbrowser.service.chats.limits import Allowance, CallRate
from refbrowser.service.chats.moving import move
from refbrowser.service.chats.sleeping import SleepingChat
from refbrowser.settings import DialogPolicy, ProfileKind, Settings
from refbrowser.tasks import SharedTask

if TYPE_CHECKING:
    from refbrowser.browser.browser_process import BrowserProcess
    from refbrowser.browser.deadline import Deadline
    from refbrowser.browser.session.session import BrowserSession
    from refbrowser.browser.tab.handoff import Ask
    from refbrowser.egress.boundary import Boundary
    from refbrowser.flows.result import FlowResult
    from refbrowser.policy.rules import Verdict
    from refbrowser.policy.sites import Site
    from refbrowser.service.calls.control import CallControl, Command, ControlState
    from refbrowser.service.calls.journaling import ChatJournal
    from refbrowser.service.chats.chat_profile import ChatProfile
    from refbrowser.service.chats.own_browser import OwnBrowser
    from refbrowser.service.oversight.caller import Caller
    from refbrowser.service.oversight.oversight import Oversight
    from refbrowser.service.vault.vault import Vault

START_MS: Final = 60_000
"""The longest time for the start of a chat with its tabs; the calls that wait for it have their own deadlines."""

START_ENDS_S: Final = 5.0
"""How long a start may take to find that its chat was closed, and then to end after it was cancelled."""


def _chat_closed() -> StateError:
    return StateError("The chat was closed while the call waited.", code="tab_closed", remedy=Remedy("list"))


class Chat(SleepingChat, Controllable["ControlState"]):
    """One chat with its own cookies, storage, files, tabs and refs. Calls return envelopes; they do not raise."""

    def __init__(self, browser: "ChatBrowser[Chat]", chat_id: str) -> None:
        self.id = chat_id
        self._browser = browser
        self._session: BrowserSession | None = None
        self._starting: SharedTask[BrowserSession] = SharedTask(closed_while_opening)
        self.start_failure: str | None = None
        """Why the browser could not be started for the last call that needed one; None once it could."""
        self.network = ChatNetwork(browser.settings, self._denial_of)
        self.task: tuple[str, ...] = ()
        """What the chat is for, in the words of its host or person: its goal, and what goes with it."""
        self._upload_roots: tuple[Path, ...] = ()
        self.opening: set[asyncio.Future[None]] = set()
        self.flow_turn = asyncio.Lock()
        """Held by the flow that runs: the steps of two would meet on one page."""
        own_rate = CallRate.limited(browser.settings.calls_per_minute, f"The chat {chat_id!r}")
        self._rates = [rate for rate in (own_rate, browser.rate) if rate is not None]
        self._downloads = Allowance(f"the chat {chat_id!r}", browser.settings.max_downloads, browser.settings.max_download_bytes)
        self._dialog_policy = browser.settings.dialog_policy
        self._journal: ChatJournal | None = None
        self._settings = browser.settings
        self._connected: OwnBrowser | None = None
        self._profile: ChatProfile | None = None
        if browser.settings.profile is not None:
            self.use_profile(browser.settings.profile)

    @property
    def begun(self) -> bool:
        """Whether it has, or had, a browser."""
        return self._session is not None

    @property
    def profile(self) -> str | None:
        """The name of the profile that keeps its cookies, storage and tabs."""
        return self._profile.name if self._profile is not None else None

    def use_profile(self, name: str, kind: ProfileKind | None = None) -> None:
        """Have a profile keep the chat's cookies, storage and tabs, from its first call on. Raises as :func:`chosen_profile`."""
        from refbrowser.service.chats.chat_profile import chosen_profile

        self._profile = chosen_profile(self._browser.settings, self.id, name, kind, current=self._profile, begun=self.begun)

    @property
    def folder(self) -> Path:
        """The folder of the chat's screenshots and downloads."""
        return chat_folder(self._browser.settings.home, self.id)

    def allow_uploads_from(self, folders: Iterable[Path]) -> None:
        """Let ``upload_file`` read these folders too. Replaces the folders of an earlier call."""
        self._upload_roots = tuple(folders)
        if self._session is not None:
            self._session.files.upload_roots = self._upload_roots

    def answer_dialogs(self, policy: DialogPolicy) -> None:
        """Set the dialog policy of this chat; it overrides the setting ``dialog_policy``.

        Raises :class:`CallError` (``invalid_arguments``) for an unknown policy.
        """
        if policy not in get_args(DialogPolicy):
            raise CallError(f"The dialog policy {policy!r} does not exist; it must be one of {', '.join(get_args(DialogPolicy))}.")
        self._dialog_policy = policy
        if self._session is not None:
            self._session.dialog_policy = policy

    @property
    def tab_count(self) -> int:
        """The number of open tabs."""
        return len(session.tabs) if (session := self.existing()) is not None else 0

    async def call(self, request: object, ask: "Ask | None" = None, *, caller: "Caller | None" = None) -> dict[str, Any]:
        """Run one call and return its envelope, a JSON-ready dict.

        The envelope is ``{"ok": True, "result": …}``, or ``{"ok": False, "error", "code", "retryable", "remedy", "details"}``.
        ``ask`` lets a ``handoff`` ask the caller's user, in addition to the chat's viewers; it runs on the browser's event loop.
        ``caller``, of adapters, says how the call came and how its person is asked, in place of ``ask``.
        Raises nothing but ``asyncio.CancelledError``.
        """
        from refbrowser.service.calls.dispatcher import answer
        from refbrowser.service.oversight.caller import Caller

        performing = self._perform(request, caller or Caller(ask=ask))
        return await answer(self._browser.carried(performing), self.hub.masker)

    async def vision_load(self, paths: object) -> dict[str, Any]:
        """Load images for a model and return an envelope.

        ``result`` is a list of ``{path, mime, data, width, height, scale}``: ``data`` is base64, and a point divided by
        ``scale`` is in CSS pixels of a screenshot, or in pixels of another file's image.
        """
        from refbrowser.service.calls.dispatcher import answer
        from refbrowser.service.calls.vision import load_images

        scales = self._session.files.scales if self._session is not None else {}
        loaded = await answer(load_images(paths, (self.folder, *self._browser.settings.file_roots), scales))
        if loaded["ok"] and self.oversight is not None and (watch := self.oversight.text_watch(self.id, self.task)) is not None:
            watch.note_pictures([image["path"] for image in loaded["result"]])
        return loaded

    async def flow(self, name: str, /, **inputs: object) -> "FlowResult":
        """Run a saved flow in the active tab. Raises :class:`FlowError`, whose ``details`` have what differs."""
        from refbrowser.flows.result import flow_result

        return flow_result(await self.call({"action": "flow", "operation": "run", "name": name, "inputs": inputs}))

    async def close(self) -> None:
        """Close the chat's tabs and delete its cookies and storage; its files stay. Raises ``browser_closed``."""
        await self._browser.carried(self._close())

    @property
    def settings(self) -> Settings:
        """The settings of the browser, with the address that the chat is connected to."""
        return self._settings

    @property
    def hub(self) -> Hub:
        """The hub that publishes the chat's events."""
        return self._browser.hub

    @property
    def secrets(self) -> "Vault | None":
        """The secrets that its calls may name."""
        return self._browser.secrets

    @property
    def oversight(self) -> "Oversight | None":
        """What its calls are judged by; None with the policy ``open``."""
        return self._browser.oversight

    def _denial_of(self, site: "Site") -> "Verdict | None":
        return self.oversight.policy.denial_of(site) if self.oversight is not None else None

    def flow_calls(self, caller: "Caller") -> Callable[[Any], Awaitable[dict[str, Any]]]:
        """Return what carries out a call of ``flow`` by ``caller``."""
        from refbrowser.service.chats.flow_calls import FlowCalls

        return FlowCalls(self, caller, lambda name: self._browser.current(Chat(self._browser, name))).perform

    def admit(self) -> None:
        """Count one more call. Raises ``rate_limit``."""
        if self._rates:
            self._rates[0].admit(*self._rates[1:])

    @property
    def control(self) -> "CallControl":
        """What a person's stop, pause and step act on."""
        return self._browser.controls.of(self.id)

    async def controlled(self, command: "Command", note: str | None = None) -> "ControlState":
        """Carry out a person's command. Raises ``invalid_arguments``, ``browser_closed``."""

        async def execute() -> "ControlState":
            self.control.execute(command, note)
            return self.control.state

        return await self._browser.carried(execute())

    def journal(self) -> "ChatJournal | None":
        """Where its calls are recorded, begun with its first call; None where the setting is off, and once the browser is
        closed."""
        if self._journal is None and self.settings.journal != "off" and not self._browser.closed:
            from refbrowser.service.calls.journaling import ChatJournal

            self._journal = ChatJournal(
                self.id, self.settings, self._browser.journal_thread(), self.hub, self._browser.redactor, self._continues
            )
        return self._journal

    def picture_seen(self, step: tuple[str, int], data: bytes) -> None:
        """Have the journal keep the picture, a JPEG, that people saw after the call that it has as ``step``."""
        if self._journal is not None:
            self._journal.seen(step, data)

    async def end_journal(self) -> None:
        """Writes the journal's last line; the next call begins another."""
        journal, self._journal = self._journal, None
        if journal is not None:
            await journal.end()

    def existing(self) -> "BrowserSession | None":
        """Return the chat's session, or None if there is none or its browser has ended."""
        return self._session if self._session is not None and self._running and not self._session.ended else None

    @property
    def _own(self) -> "OwnBrowser | None":
        """The browser that no other chat is in: the one that it is connected to, or its profile's."""
        return self._connected or (self._profile.browser if self._profile is not None else None)

    @property
    def _running(self) -> "BrowserProcess | None":
        """The browser that the chat is in, if it is running: its own, or the one that chats share."""
        return self._own.running if self._own is not None else self._browser.running

    async def _process(self, boundary: "Boundary | None") -> "BrowserProcess":
        if self._own is None:
            return await self._browser.process()
        if self._browser.closed:
            raise browser_closed()
        return await self._own.process(self.network.appearance(self.settings), boundary)

    async def connect(self, address: str | None) -> None:
        """Move the chat to the browser at ``address``, as the setting ``connect`` names one, or with None back to that of the
        settings; with its tabs, cookies and storage. Raises ``launch_failed``, ``invalid_arguments``; then it stays."""
        full = self._profile is not None and self._profile.browser is not None
        await self._browser.carried(move(self, self._browser.settings, address, full=full))

    async def enter(self, settings: Settings, own: "OwnBrowser | None") -> None:
        """End the session, which the next call continues in ``own``, or in the browser that chats share."""
        session, process = self.existing(), self._running
        if session is not None and process is not None:
            await session.restorer.remember()
            await session.end("the chat was moved to another browser", keep=True)
            await process.end_session(session)
        previous, self._connected, self._settings = self._connected, own, settings
        if previous is not None:
            await previous.stop()

    async def started(self, deadline: "Deadline") -> "BrowserSession":
        """Return the chat's session; start it, and the browser, if needed. Concurrent first calls share both.

        A start takes as long as it takes: it goes on when no call waits for it any more, and the next call finds it further on.
        """
        from refbrowser.browser.deadline import Deadline

        async def start() -> "BrowserSession":
            if (session := self.existing()) is None:
                async with self._waking():
                    return await self._start(Deadline(max(START_MS, deadline.total_ms)))
            if self.network.in_own_tor:
                # A client that has ended is replaced.
                await self.boundary()
            return session

        try:
            async with deadline.waiting_for(awaited_start(self.settings.connect)):
                return await self._starting.join(start)
        except TimeoutExceeded:
            if not self.network.in_own_tor or (line := self._browser.tor.progress) is None:
                raise
            raise deadline.exceeded(f"Tor to build its first circuit; its last line: {line or 'none'}") from None

    async def _start(self, deadline: "Deadline") -> "BrowserSession":
        from refbrowser.service.chats.downloading import DownloadAdmission

        self._browser.slots.take(self, self._browser.chats)
        try:
            kept = await self._profile.open() if self._profile is not None else None
            boundary = await self.boundary() if self.settings.connect is None or self.network.restricts else None
            try:
                process = await self._process(boundary)
            except RefbrowserError as failure:
                self.start_failure = failure.message
                raise
            self.start_failure = None
            try:
                session = await process.start_session(
                    self.id,
                    self.folder,
                    self.hub,
                    self._session,
                    deadline,
                    last=self._arrived or kept,
                    keeper=self._profile,
                    boundary=boundary,
                    settings=self.network.appearance(self.settings),
                    admission=DownloadAdmission(self.id, (self._downloads, self._browser.downloads), lambda: self.oversight),
                )
            except ProfileError as failure:
                if self._profile is not None:
                    await self._profile.rejected(failure)
                raise
            if all(chat is not self for chat in self._browser.chats):
                # The chat was closed while its session started; no later close would end this session.
                await process.end_session(session)
                raise closed_while_opening()
            session.files.upload_roots, session.dialog_policy = self._upload_roots, self._dialog_policy
            self._session, self._arrived = session, None
            return session
        finally:
            self._browser.slots.started(self)

    @property
    def tor_ended(self) -> bool:
        """Whether the Tor client that refbrowser started for the chat has ended."""
        return self.network.in_own_tor and not self._browser.tor.alive

    async def boundary(self) -> "Boundary":
        """The chat's network boundary. Raises ``invalid_arguments`` for settings that name no rules."""
        return await self.network.started(self._browser.environment, self._browser.tor.upstream)

    def gone(self) -> RefbrowserError | None:
        """Return why the browser does not answer, or None while it runs."""
        from refbrowser.browser.tab.playwright_errors import browser_gone

        if self._running is not None:
            return None
        if self._browser.closed:
            return browser_closed()
        return browser_gone(comes_back=self.settings.restore_tabs, connected=self.settings.connect is not None)

    async def _perform(self, request: object, caller: "Caller") -> Any:
        from refbrowser.actions.batch import MultiArguments
        from refbrowser.service.calls.batch import run_batch
        from refbrowser.service.calls.dispatcher import deadline_of, perform
        from refbrowser.service.calls.journaling import batch
        from refbrowser.service.calls.validation import read_call

        if (other := self._browser.current(self)) is not self:
            return await other._perform(request, caller)
        try:
            action, arguments = read_call(request)
        except CallError as refused:
            if (journal := self.journal()) is not None:
                journal.refused(request, refused)
            raise
        default_ms = self._browser.settings.timeout_ms
        if isinstance(arguments, MultiArguments):
            with batch():
                return await run_batch(self, arguments, default_ms, caller)
        return await perform(self, action, arguments, deadline_of(arguments, default_ms), caller)

    async def _close(self) -> None:
        self._browser.forget(self)
        self._browser.controls.forget(self.id, _chat_closed)
        if self.oversight is not None:
            self.oversight.forget(self.id)
        session, self._session = self._session, None
        await self.end_journal()
        self.hub.publish(ChatChanged(self.id))
        if session is not None and (process := self._running):
            await process.end_session(session)
        await self.end_own_browser()
        await self.network.stop()
        await self.end_start()
        await self.release_profile()
        self._discard_file(begun=session is not None)

    async def end_start(self) -> None:
        """Lets a start that is under way find that the chat was closed; cancels one that does not."""
        await self._starting.end(START_ENDS_S, patience_s=START_ENDS_S)
        # Until then it may have made another boundary.
        await self.network.stop()

    async def end_own_browser(self) -> None:
        """End the Chromium that the chat has for itself, or its connection to another's."""
        if self._own is not None:
            await self._own.stop()

    async def release_profile(self) -> None:
        """Lets another chat have its profile."""
        if self._profile is not None:
            await self._profile.close()
