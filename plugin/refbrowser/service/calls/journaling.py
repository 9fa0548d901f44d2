"""Keeps a chat's journal: a line for each call when it has ended and, where that is set, a picture of the page after it."""

import asyncio
import secrets
import time
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from pydantic import BaseModel

from refbrowser.actions.aliases import ALIASES, action_names, plain_name
from refbrowser.actions.catalog import BY_NAME
from refbrowser.actions.uses import Declared, Kind, declared, loads_in_tab
from refbrowser.errors import CallError, RefbrowserError
from refbrowser.events import Hub, StepPictured
from refbrowser.journal.entry import ENTERED, bounded, without_entered, without_unknown
from refbrowser.journal.recording import Recording
from refbrowser.journal.redaction import Redactor
from refbrowser.journal.store import journal_folder, prune, session_id
from refbrowser.journal.writer import SessionJournal, picture_name
from refbrowser.page_text import well_formed
from refbrowser.redact import redacted
from refbrowser.service.calls.call_record import CallRecord
from refbrowser.settings import Settings
from refbrowser.tasks import Tasks

if TYPE_CHECKING:
    from refbrowser.actions.spec import Action
    from refbrowser.browser.engine.ref_table import RefTable
    from refbrowser.browser.session.session import BrowserSession
    from refbrowser.browser.tab.tab import Tab

DEEPEST: Final = 40
"""Levels of lists and objects in an argument that are recorded."""

PICTURE_WAIT_S: Final = 0.5
"""How long a call on a tab waits for the picture of the page as the call before it left it."""

_PICTURED: Final = frozenset({"input", "navigate"})

_BATCH: Final[ContextVar[str | None]] = ContextVar("refbrowser_batch", default=None)


class ChatJournal:
    """The journal of one session of a chat."""

    def __init__(
        self,
        chat_id: str,
        settings: Settings,
        thread: ThreadPoolExecutor,
        hub: Hub,
        redactor: Redactor,
        continues: tuple[str | None, int] = (None, 0),
    ) -> None:
        """``continues``: the session that the chat had in another browser, and how many calls that has."""
        before, calls = continues
        self._chat_id = chat_id
        self._hub = hub
        self.id = session_id(chat_id, time.strftime("%Y%m%d-%H%M%S"))
        self._masker = hub.masker
        self._with_pictures = settings.journal == "pictures"
        self._tasks = Tasks()
        self._pictures: dict[int, asyncio.Task[None]] = {}
        thread.submit(prune, settings.home, settings.journal_keep_bytes, settings.journal_keep_days)
        header = {
            "id": self.id,
            "chat": chat_id,
            "at": _now_ms(),
            "viewport": [settings.viewport_width, settings.viewport_height],
            **({"continues": {"id": before, "calls": calls}} if before is not None else {}),
        }
        self._file = SessionJournal(
            journal_folder(settings.home) / self.id, header, thread, settings.journal_keep_bytes, redactor.entry
        )

    @property
    def calls(self) -> int:
        """How many calls it has."""
        return self._file.calls

    @contextmanager
    def call(self, record: CallRecord) -> Iterator[None]:
        """Write down the call in the block when it has ended, as the record has it."""
        assert record.recording is not None
        given, page = written(record.arguments), _page(record.tab)
        try:
            yield
        finally:
            number = self._file.append(self._entry(record, given, record.recording, page))
            record.step = (self.id, number)
            if self._with_pictures and is_pictured(record.action):
                self._picture(number, record, given)

    def _entry(
        self, record: CallRecord, given: dict[str, Any], recording: Recording, page: dict[str, Any] | None
    ) -> dict[str, Any]:
        masked, outcome = self._masker.masked, self._outcome(record)
        return {
            "at": record.at_ms,
            "ms": round(record.duration_ms, 1),
            "action": record.action.name,
            "arguments": bounded(masked(_without_secrets(record.action, given, recording, outcome))),
            **({"targets": masked(recording.targets)} if recording.targets else {}),
            **({"approvals": masked(recording.approvals)} if recording.approvals else {}),
            **({"page": masked(page)} if page is not None else {}),
            **({"viewport": viewport} if (viewport := record.viewport) is not None else {}),
            **({"batch": batch} if (batch := _BATCH.get()) is not None else {}),
            **({"flow": f"{record.flow.flow} {record.flow.step}"} if record.flow is not None else {}),
            **outcome,
        }

    def _outcome(self, record: CallRecord) -> dict[str, Any]:
        if record.code is None:
            return {"ok": True, "result": well_formed(bounded(self._masker.masked(record.result)))}
        if record.failure is not None:
            shown: dict[str, Any] = bounded(self._masker.masked(well_formed(record.failure.as_dict())))
            return shown
        return {"ok": False, "code": record.code}

    def refused(self, request: object, failure: RefbrowserError) -> None:
        """Records a call that was wrong before anything was done."""
        given = request if isinstance(request, dict) else {"request": str(request)}
        naming = "action" if "action" in given else "operation"
        action = given.get(naming)
        arguments = {str(name): value for name, value in given.items() if name != naming}
        meant = BY_NAME.get(next(iter(action_names(request)), _meant(str(action))))
        if meant is None or _enters_text(meant):
            named = frozenset(meant.arguments.model_fields) if meant is not None else frozenset[str]()
            entered = ENTERED | (_named(meant.arguments, "text") if meant is not None else frozenset())
            arguments = without_unknown(_without_foreign(arguments, named), {}, entered)
        entry = {"at": _now_ms(), "ms": 0, "action": str(action), "arguments": bounded(self._masker.masked(well_formed(arguments)))}
        self._file.append({**entry, **bounded(self._masker.masked(well_formed(failure.as_dict())))})

    def seen(self, step: tuple[str, int], data: bytes) -> None:
        """Keep the picture, a JPEG, that people saw after the call ``step``, unless that is of an earlier session."""
        if step[0] == self.id and not self._with_pictures:
            self._keep(step[1], data, seen=True)

    async def ready(self, browser_id: int | None) -> None:
        """Before a call: the lines of the calls before it are written, and its tab is in the picture of the last one."""
        await self._file.caught_up()
        taking = self._pictures.get(browser_id) if browser_id is not None else None
        if taking is not None and not taking.done():
            await asyncio.wait({taking}, timeout=PICTURE_WAIT_S)

    async def end(self) -> None:
        """Writes the last line. Pictures that are being taken have half a second."""
        await self._tasks.wait(PICTURE_WAIT_S)
        await self._tasks.cancel_all(PICTURE_WAIT_S)
        self._file.end()

    def _picture(self, number: int, record: CallRecord, given: Mapping[str, Any]) -> None:
        named, session = given.get("browser_id"), record.existing()
        if named is None and isinstance(record.result, dict):
            named = record.result.get("browser_id")
        tab = _tab(session, named)
        if tab is not None:
            assert session is not None
            self._pictures[tab.browser_id] = self._tasks.spawn(self._take(number, tab, session.refs))

    async def _take(self, number: int, tab: "Tab", refs: "RefTable") -> None:
        from refbrowser.browser.imaging.around import small_picture

        data = await small_picture(tab, refs, self._masker)
        if data is not None:
            self._keep(number, data, seen=False)

    def _keep(self, number: int, data: bytes, *, seen: bool) -> None:
        self._file.picture(picture_name(number, seen=seen), data)
        self._hub.publish(StepPictured(self._chat_id, (self.id, number)))


def is_pictured(action: "Action") -> bool:
    """Return whether the action changes what a picture of the page shows."""
    return action.effect in _PICTURED or loads_in_tab(action.arguments)


@contextmanager
def batch() -> Iterator[None]:
    """The calls that the block makes are those of one ``multi``."""
    token = _BATCH.set(secrets.token_hex(4))
    try:
        yield
    finally:
        _BATCH.reset(token)


def written(arguments: BaseModel) -> dict[str, Any]:
    """The arguments that were given, as they are written in a call."""
    given = {name: getattr(arguments, name) for name in type(arguments).model_fields if name in arguments.model_fields_set}
    return {name: _plain(value) for name, value in given.items() if value is not None}


def _plain(value: object, depth: int = 0) -> Any:
    if isinstance(value, BaseModel):
        return written(value)
    if depth > DEEPEST and isinstance(value, list | tuple | dict):
        return "…"
    if isinstance(value, list | tuple):
        return [_plain(item, depth + 1) for item in value]
    if isinstance(value, dict):
        return {str(name): _plain(part, depth + 1) for name, part in value.items()}
    return getattr(value, "number", value)


def _without_foreign(arguments: Mapping[str, Any], named: frozenset[str]) -> dict[str, Any]:
    """Return the arguments, the values of those not ``named`` hidden: in other tools' shapes they may be what is typed."""
    hidden: dict[str, Any] = {
        name: _UNREAD for name, value in arguments.items() if name not in named and isinstance(value, str | list | dict)
    }
    fields = arguments.get("fields")
    if "fields" in named and isinstance(fields, list):
        hidden["fields"] = [_without_foreign(each, _OF_FIELD) if isinstance(each, Mapping) else None for each in fields]
    return {**arguments, **hidden}


_UNREAD: Final = {"hidden": "unknown argument"}
_OF_FIELD: Final = frozenset({"ref", "selector", "value", "secret"})


def _meant(name: str) -> str:
    alias = ALIASES.get(plain := plain_name(name))
    return alias.action if alias is not None else plain


_FOR_THE_FOCUS: Final = frozenset({"focus", "unobserved"})


def _enters_text(action: "Action") -> bool:
    """Whether texts of the action are entered into an element, and may be a person's secrets."""
    return (action.conduct.finds == "named" or action.conduct.finds in _FOR_THE_FOCUS) and bool(_named(action.arguments, "text"))


@cache
def _named(model: type[BaseModel], kind: Kind) -> frozenset[str]:
    """Return the names of the arguments of a kind, also within others; one without a use counts as text."""
    return frozenset(_with_kind(declared(model), kind))


def _with_kind(arguments: Iterable[Declared], kind: Kind) -> Iterator[str]:
    for each in arguments:
        if not each.parts and (each.use.kind if each.use is not None else "text") == kind:
            yield each.name
        yield from _with_kind(each.parts, kind)


def _without_secrets(action: "Action", given: dict[str, Any], recording: Recording, outcome: Mapping[str, Any]) -> dict[str, Any]:
    entered = ENTERED | _named(action.arguments, "text")
    shown = without_entered(given, recording.secret_fields, entered)
    if not outcome["ok"] and _enters_text(action):
        # Its field may not have been found: it may be a secret one.
        shown = without_unknown(shown, recording.targets, entered)
    if action.name == "flow" and outcome.get("code") == CallError.default_code and isinstance(shown.get("inputs"), dict):
        # What was given in place of a secret's name may be the secret.
        shown["inputs"] = {name: {"hidden": name} for name in shown["inputs"]}
    if action.conduct.finds not in _FOR_THE_FOCUS:
        return shown
    if recording.secret_fields:
        # A character for the field that has the focus.
        shown |= {name: {"hidden": action.name} for name in _named(action.arguments, "keys") if shown.get(name)}
    for name in _named(action.arguments, "text"):
        if isinstance(text := shown.get(name), str) and text not in str(outcome.get("result")):
            # It went to whatever has the focus, and what that shows of it is not what was entered.
            shown[name] = {"hidden": action.name}
    return shown


def _tab(session: "BrowserSession | None", browser_id: object) -> "Tab | None":
    if session is None:
        return None
    number = browser_id if isinstance(browser_id, int) else session.last_interacted
    return session.tab(number) if number in session else None


def _page(tab: "Tab | None") -> dict[str, Any] | None:
    return None if tab is None else {"browser_id": tab.browser_id, "url": redacted(tab.url)}


def _now_ms() -> int:
    return int(time.time() * 1000)
