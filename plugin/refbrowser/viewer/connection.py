"""The connection of one viewer: what it watches, what it is sent, and what its person does."""

import asyncio
import itertools
import json
import logging
from collections.abc import Coroutine, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Final, get_args

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from refbrowser.browser.imaging.screencast import Picture
from refbrowser.browser.tab.tab import Tab
from refbrowser.errors import RefbrowserError
from refbrowser.events import ChatChanged, Event
from refbrowser.page_text import well_formed
from refbrowser.tasks import Tasks
from refbrowser.viewer.access import Grant
from refbrowser.viewer.broadcast import Broadcast
from refbrowser.viewer.calls import history
from refbrowser.viewer.chat_states import chat_state
from refbrowser.viewer.commands import execute
from refbrowser.viewer.inbox import Inbox
from refbrowser.viewer.inputs import Inputs, expect_present
from refbrowser.viewer.inspecting import inspected
from refbrowser.viewer.messages import (
    Command,
    Control,
    Decide,
    HandBack,
    HandoffDone,
    Input,
    Inspect,
    Looking,
    Painted,
    ShowWall,
    Watch,
    read_message,
)
from refbrowser.viewer.outbox import Outbox
from refbrowser.viewer.problems import problem
from refbrowser.viewer.sights import Sight
from refbrowser.viewer.viewer import Viewer
from refbrowser.viewer.wall import Wall

log = logging.getLogger("refbrowser.viewer")

COMMANDS: Final = 16
"""Commands of one viewer that may run at once; the viewer's page stays far below."""

_END_S: Final = 5.0
"""Time for the tasks of a closed connection to end."""

_INPUTS: Final = get_args(Input)


class Connection:
    """One accepted WebSocket. Implements :class:`~refbrowser.viewer.broadcast.Watcher` for the tab that it shows."""

    def __init__(self, viewer: Viewer, socket: WebSocket, grant: Grant, name: str, issuer: str) -> None:
        self.width = self.height = 1
        self._viewer = viewer
        self._socket = socket
        self._grant = grant
        self._name = name
        self._issuer = issuer
        self._outbox = Outbox()
        self._wanted: Watch | None = None
        self._history_sent_for: str | None = None
        self._icons_sent: set[str] = set()
        self._broadcast: Broadcast | None = None
        self._streams = itertools.count(1)
        self._stream = 0
        self._wall = Wall(viewer, self._outbox, lambda: next(self._streams))
        self._inputs = Inputs(viewer.takeovers, name, self._outbox)
        self._commands = Tasks()
        self._inbox = Inbox(viewer.browser.approvals, grant, self._outbox.put)
        self._states: dict[str, str] = {}

    # As a watcher

    @property
    def has_room(self) -> bool:
        return self._outbox.has_room

    @property
    def paint_ms(self) -> float:
        return self._outbox.paint_ms

    def offer(self, picture: Picture, sight: Sight) -> None:
        self._outbox.put_picture(self._stream, picture, sight)

    def still(self, at_ms: float) -> None:
        self._outbox.put_still({"type": "still", "stream": self._stream, "at_ms": at_ms})

    # Its life

    async def run(self) -> None:
        """Serve the viewer until it disconnects."""
        viewer, hub = self._viewer, self._viewer.browser.hub
        grant = {"chat": self._grant.chat, "read_only": self._grant.read_only}
        self._outbox.put({"type": "welcome", "viewer": self._name, "issuer": self._issuer, **grant})
        unsubscribe = hub.subscribe(self._on_event)
        unlisten = viewer.overview.listen(self._grant, self._on_overview)
        stop_listening = viewer.browser.approvals.listen(self._all_states)
        viewer.takeovers.connected(self._name)
        tasks = {asyncio.ensure_future(work) for work in (self._receive(), self._send(), self._inputs.run())}
        try:
            self._inbox.show()
            self._all_states()
            with hub.watched(), self._attending():
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            unsubscribe()
            unlisten()
            stop_listening()
            self._inbox.close()
            self._unwatch()
            self._wall.close()
            self._outbox.end()
            viewer.takeovers.disconnected(self._name)
            await asyncio.gather(_ended(tasks), self._commands.cancel_all(_END_S))

    def _attending(self) -> AbstractContextManager[None]:
        """Somebody who can answer is there, unless they may only look on."""
        return nullcontext() if self._grant.read_only else self._viewer.browser.approvals.attended(self._grant.chat)

    async def _send(self) -> None:
        while True:
            message = await self._outbox.next()
            if isinstance(message, str):
                # Titles and texts of pages may hold half a surrogate pair, which no message can.
                await self._socket.send_text(well_formed(self._masked(message)))
            else:
                await self._socket.send_bytes(message)

    def _masked(self, message: str) -> str:
        """The messages without the secrets that agents have typed by name."""
        masker = self._viewer.browser.hub.masker
        return json.dumps(masker.masked(json.loads(message)), ensure_ascii=False) if masker.values else message

    async def _receive(self) -> None:
        while True:
            frame = await self._socket.receive()
            if frame["type"] == "websocket.disconnect":
                return
            if (text := frame.get("text")) is None:
                self._problem("invalid_message", "The message is binary; messages must be JSON text.")
                continue
            try:
                message = read_message(text)
            except ValidationError as wrong:
                self._problem("invalid_message", wrong.errors(include_input=False, include_url=False)[0]["msg"])
                continue
            self._handle(message)

    def _handle(self, message: Looking | Command | Input | Decide | Control) -> None:
        if isinstance(message, Painted):
            self._outbox.painted(message.sequence)
            if self._broadcast is not None:
                self._broadcast.kept_up()
        elif isinstance(message, Watch):
            self._wanted = message
            self._watch()
        elif isinstance(message, ShowWall):
            self._wall.show(chat for chat in message.chats if self._grant.covers(chat))
        elif isinstance(message, Inspect):
            self._inspect(message)
        elif isinstance(message, Control):
            self._control(message)
        else:
            self._begin(message)

    def _inspect(self, message: Inspect) -> None:
        if not self._grant.covers(message.chat):
            self._problem("policy_denied", "This viewer's token does not allow that chat.")
            return
        try:
            _, tab = self._viewer.tab(message.chat, message.browser_id)
        except RefbrowserError as failure:
            self._outbox.put(problem(failure))
        else:
            self._outbox.put(inspected(tab, message.subject))

    def _control(self, message: Control) -> None:
        browser = self._viewer.browser
        if self._grant.read_only or (self._grant.chat is not None and message.chat != self._grant.chat):
            self._problem("policy_denied", "This viewer's token does not allow that.")
        elif message.command == "retract_note":
            if message.chat is not None and not browser.controls.of(message.chat).retract_note():
                self._problem("state_changed", "The agent has read the note already.")
        elif message.chat is None:
            browser.execute_for_all(message.command, message.note)
        elif message.since_ms is not None and message.since_ms != browser.controls.of(message.chat).state.since_ms:
            self._problem("state_changed", f"The chat is not as it was when you pressed, so it was not told to {message.command}.")
        elif browser.execute_for(message.chat, message.command, message.note) is None:
            self._problem("chat_unknown", "There is no such chat any more.")

    def _begin(self, message: Command | Input | Decide) -> None:
        if self._grant.read_only or not self._grant.covers(message.chat):
            allowed = "watching only" if self._grant.read_only else f"the chat {self._grant.chat!r} only"
            self._problem("policy_denied", f"This viewer's token allows {allowed}.")
        elif isinstance(message, Decide):
            self._inbox.decide(message)
        elif isinstance(message, _INPUTS):
            try:
                session, tab = self._viewer.tab(message.chat, message.browser_id)
            except RefbrowserError as failure:
                self._inputs.refuse(message, problem(failure))
                return
            self._inputs.add(session, tab, message)
        elif len(self._commands) < COMMANDS:
            assert isinstance(message, Command)
            self._commands.spawn(self._guarded(self._execute(message)))

    async def _execute(self, message: Command) -> None:
        if isinstance(message, HandBack | HandoffDone):
            # Finish earlier input first, so that it does not reach the page during the agent's turn.
            await self._inputs.performed()
        if message.picture is not None:
            _, tab = self._viewer.tab(message.chat, message.browser_id)
            await expect_present(self._outbox.sights, message, tab)
        await execute(self._viewer, self._name, message, self._outbox.put)

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Exception as failure:
            self._outbox.put(problem(failure))

    def _problem(self, code: str, message: str) -> None:
        self._outbox.put({"type": "problem", "code": code, "message": message})

    # What it watches

    def _on_event(self, event: Event) -> None:
        if not self._grant.covers(event.chat_id):
            return
        self._state(event.chat_id)
        if isinstance(event, ChatChanged):
            self._wall.align()
            if self._wanted is not None and self._wanted.chat == event.chat_id:
                self._watch()
        else:
            self._outbox.put_event(self._viewer.wire.text(event))

    def _all_states(self) -> None:
        for chat in {chat.id for chat in self._viewer.browser.chats} | set(self._states):
            if self._grant.covers(chat):
                self._state(chat)

    def _state(self, chat: str) -> None:
        """Send what the chat is doing, where that is not what was sent last."""
        message = chat_state(self._viewer.browser, chat)
        text = json.dumps(message, ensure_ascii=False)
        if self._states.get(chat) == text:
            return
        if message["doing"] == "ended":
            self._states.pop(chat, None)
        else:
            self._states[chat] = text
        self._outbox.put_latest(f"chat {chat}", text)

    def _on_overview(self, overview: str, icons: Sequence[str]) -> None:
        for icon in set(icons) - self._icons_sent:
            if (message := self._viewer.overview.icons.message(icon)) is not None:
                self._icons_sent.add(icon)
                self._outbox.put_event(message)
        self._outbox.put_overview(overview)

    def _watch(self) -> None:
        """Watch the tab that the viewer wants, as far as the chat has it now."""
        wish = self._wanted
        if wish is None or wish.chat is None or not self._grant.covers(wish.chat):
            self._unwatch()
            return
        self.width, self.height = wish.width, wish.height
        if self._history_sent_for != wish.chat:
            self._history_sent_for = wish.chat
            self._outbox.put({"type": "history", "chat": wish.chat, "events": history(self._viewer.browser.hub, wish.chat)})
        tab = self._chosen(wish)
        if tab is None or wish.hidden:
            self._unwatch()
        elif self._broadcast is not None and self._broadcast.tab is tab:
            self._broadcast.changed()
        else:
            self._unwatch()
            self._stream = next(self._streams)
            self._outbox.put({"type": "watching", "stream": self._stream, "chat": wish.chat, "browser_id": tab.browser_id})
            self._broadcast = self._viewer.broadcast(tab)
            self._broadcast.join(self)

    def _chosen(self, wish: Watch) -> Tab | None:
        session = self._viewer.session(wish.chat) if wish.chat is not None else None
        if session is None or (wish.browser_id is None and session.last_interacted is None):
            return None
        try:
            return session.tab(wish.browser_id)
        except RefbrowserError:
            # The pinned tab is closed; the page shows that and offers the active tab.
            return None

    def _unwatch(self) -> None:
        broadcast, self._broadcast = self._broadcast, None
        if broadcast is not None:
            broadcast.leave(self)


async def _ended(tasks: "set[asyncio.Task[None]]") -> None:
    """Cancel running tasks and wait for their cleanup. A broken socket is not an error."""
    for task in tasks:
        task.cancel()
    if tasks:
        await asyncio.wait(tasks, timeout=_END_S)
    for task in tasks:
        if task.done() and not task.cancelled() and (error := task.exception()) and not isinstance(error, WebSocketDisconnect):
            log.debug("The connection of a viewer failed: %s", type(error).__name__)
