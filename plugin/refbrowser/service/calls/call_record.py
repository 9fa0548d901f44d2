"""The record of one call, written once for the journal, for the events of viewers and for OpenTelemetry's spans.

A span carries names and codes alone: no text that a call typed, nothing that a page showed, no message of an error. What becomes of
spans is for the program that sets up OpenTelemetry's SDK.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from pydantic import BaseModel

from refbrowser.actions.spec import Action
from refbrowser.browser.session.session import BrowserSession
from refbrowser.browser.tab.tab import Tab
from refbrowser.errors import InternalError, RefbrowserError
from refbrowser.events import CallBegan, CallEnded, FlowStep, Hub, cut, published_arguments
from refbrowser.journal.recording import Recording
from refbrowser.masking import Masker
from refbrowser.redact import redacted

_LONG = ("by_person", "remarks", "changes", "content", "state")
"""Parts of a result that events leave out: long ones, and the report of a person's input, which is for the agent alone."""


_LOADING = frozenset({"open", "navigate", "back", "forward", "reload"})


_FLOW_STEP: Final[ContextVar[FlowStep | None]] = ContextVar("refbrowser_flow_step", default=None)


@contextmanager
def flow_step(flow: str, step: str, steps: int) -> Iterator[None]:
    """Mark the calls that the block makes as those of a step of a flow that has so many."""
    token = _FLOW_STEP.set(FlowStep(flow, step, steps))
    try:
        yield
    finally:
        _FLOW_STEP.reset(token)


@dataclass(slots=True)
class CallRecord:
    """A call from its start to its end.

    ``existing`` returns the chat's session, which the call may begin. ``browser_id`` is the tab that the call is about: named, else
    the active one, else the one in its result. When it has ended, ``code`` is that of its error, None for success, ``result`` what
    it returned, and ``failure`` the error, if it is understood. ``recording`` is what a journal keeps of its targets and approvals,
    ``step`` the session and the number by which it has the call. ``flow`` is the step of a flow that makes the call.
    """

    chat_id: str
    action: Action
    arguments: BaseModel
    existing: Callable[[], BrowserSession | None]
    browser_id: int | None = None
    recording: Recording | None = None
    step: tuple[str, int] | None = None
    tab: Tab | None = None
    flow: FlowStep | None = field(default_factory=_FLOW_STEP.get)
    at_ms: int = 0
    duration_ms: float = 0
    code: str | None = InternalError.default_code
    result: Any = None
    failure: RefbrowserError | None = None
    _began: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        self.at_ms = int(time.time() * 1000)
        self.browser_id = getattr(self.arguments, "browser_id", None)
        if self.action.scope == "tab" and (session := self.existing()) is not None:
            self.browser_id = self.browser_id if self.browser_id is not None else session.last_interacted
            self.tab = session.tab(self.browser_id) if self.browser_id in session else None

    @property
    def viewport(self) -> list[int] | None:
        """Width and height of the tab's viewport in CSS pixels; None for a call on the whole chat."""
        size = self.tab.page.viewport_size if self.tab is not None and self.tab.attached else None
        return None if size is None else [size["width"], size["height"]]

    @contextmanager
    def ending(self) -> Iterator[None]:
        """Write down how the call in the block ends."""
        try:
            yield
            self.code = None
            if self.browser_id is None and isinstance(self.result, dict):
                self.browser_id = self.result.get("browser_id")
        except BaseException as failure:
            if isinstance(failure, RefbrowserError):
                self.code, self.failure = failure.code, failure
            elif not isinstance(failure, Exception):
                self.code = "cancelled"
            raise
        finally:
            self.duration_ms = (time.monotonic() - self._began) * 1000


@contextmanager
def publish_call(hub: Hub, record: CallRecord) -> Iterator[None]:
    """Publish the start of the call in the block, and its end as the record has it."""
    call_id, name = hub.next_call_id(), record.action.name
    arguments = published_arguments(name, vars(record.arguments))
    hub.began(CallBegan(call_id, record.chat_id, name, record.browser_id, arguments, record.at_ms, record.flow))
    try:
        yield
    finally:
        outcome = record.failure.message if record.failure is not None else brief(record.result)
        approvals = record.recording.approvals if record.recording is not None else ()
        ended = CallEnded(
            call_id,
            record.chat_id,
            name,
            record.browser_id,
            record.code is None,
            record.code,
            cut(hub.masker.masked(outcome)),
            round(record.duration_ms),
            regions_of(record.result),
            record.step,
            marks_of(name, record.code, record.result, approvals, record.failure.details if record.failure is not None else {}),
            hub.masker.text(redacted(record.tab.url)) if record.tab is not None else None,
            record.viewport,
        )
        hub.ended(ended)


def marks_of(
    action: str, code: str | None, result: object, approvals: Sequence[object], details: Mapping[str, object]
) -> list[str]:
    """Return what a call with that answer is found by in a line of steps."""
    receipt = result.get("action") if isinstance(result, dict) else None
    found = {
        "error": code is not None,
        "navigation": (code is None and action in _LOADING) or (isinstance(receipt, dict) and "navigation" in receipt),
        "approval": bool(approvals),
        "person": isinstance(result, dict) and "by_person" in result,
        "words": "note" in details or _has_remarks(result) or _has_remarks(receipt),
    }
    return [mark for mark, is_so in found.items() if is_so]


def _has_remarks(answer: object) -> bool:
    """Whether a person's remarks are in the answer: in a text they stand before the page's own."""
    return (
        "\nremarks: [" in f"\n{answer.partition('<page ')[0]}"
        if isinstance(answer, str)
        else isinstance(answer, dict) and "remarks" in answer
    )


def regions_of(result: object) -> list[list[float]]:
    """Return where the receipt's comparison of pictures found changes, in CSS pixels."""
    receipt = result.get("action") if isinstance(result, dict) else None
    found = receipt.get("visual_diff") if isinstance(receipt, dict) else None
    if not isinstance(found, dict):
        return []
    return [[side / found.get("scale", 1) for side in region["box"]] for region in found.get("regions", [])]


def brief(result: object) -> Any:
    """Return the result without its long parts."""
    if not isinstance(result, dict):
        return result
    shown = {name: value for name, value in result.items() if name not in _LONG}
    if isinstance(receipt := shown.get("action"), dict):
        shown["action"] = {name: value for name, value in receipt.items() if name not in _LONG or name == "changes"}
    return shown


@cache
def _interface() -> Any | None:
    try:
        from opentelemetry import trace
    except ImportError:
        return None
    return trace


def _tracer() -> Any | None:
    """What makes spans; None where no program has said what becomes of them: a span costs 0.1 ms, also if nobody records it."""
    trace = _interface()
    if trace is None or isinstance(trace.get_tracer_provider(), trace.ProxyTracerProvider):
        return None
    return trace.get_tracer("refbrowser")


@contextmanager
def span(record: CallRecord, masker: Masker) -> Iterator[None]:
    """Make a span called after the action around the block, with the chat, the tab and its address; a failure is its status, with
    the error's code in ``error.type``."""
    tracer = _tracer()
    if tracer is None:
        yield
        return
    from opentelemetry.trace import Status, StatusCode

    name, attributes = f"refbrowser {record.action.name}", _attributes(record, masker)
    options = {"record_exception": False, "set_status_on_exception": False}
    with tracer.start_as_current_span(name, attributes=attributes, **options) as current:
        try:
            yield
        finally:
            if record.code is not None:
                current.set_attribute("error.type", record.code)
                current.set_status(Status(StatusCode.ERROR, record.code))


def _attributes(record: CallRecord, masker: Masker) -> dict[str, str | int]:
    attributes: dict[str, str | int] = {"refbrowser.action": record.action.name, "refbrowser.chat": record.chat_id}
    if record.tab is not None:
        attributes |= {"refbrowser.browser_id": record.tab.browser_id, "url.full": masker.text(redacted(record.tab.url))}
    return attributes
