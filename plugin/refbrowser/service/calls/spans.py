"""OpenTelemetry spans of calls, where its API is installed. What becomes of them is for the program that sets up its SDK.

A span carries names and codes alone: no text that a call typed, nothing that a page showed, no message of an error.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from refbrowser.masking import Masker
from refbrowser.redact import redacted
from refbrowser.service.calls.call_record import CallRecord


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
