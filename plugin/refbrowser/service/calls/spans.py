"""OpenTelemetry spans of calls, where its API is installed. What becomes of them is for the program that sets up its SDK.

A span carries names and codes alone: no text that a call typed, nothing that a page showed, no message of an error.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from pydantic import BaseModel

from refbrowser.actions.spec import Action
from refbrowser.errors import InternalError, RefbrowserError
from refbrowser.redact import redacted
from refbrowser.service.calls.session_source import SessionSource


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
def span(source: SessionSource, action: Action, arguments: BaseModel) -> Iterator[None]:
    """A span called after the action around the block, with the chat, the tab and its address; a failure is its status, with the
    error's code in ``error.type``."""
    tracer = _tracer()
    if tracer is None:
        yield
        return
    from opentelemetry.trace import Status, StatusCode

    attributes = _attributes(source, action, arguments)
    options = {"record_exception": False, "set_status_on_exception": False}
    with tracer.start_as_current_span(f"refbrowser {action.name}", attributes=attributes, **options) as current:
        code: str | None = "cancelled"
        try:
            yield
            code = None
        except RefbrowserError as failure:
            code = failure.code
            raise
        except Exception:
            code = InternalError.default_code
            raise
        finally:
            if code is not None:
                current.set_attribute("error.type", code)
                current.set_status(Status(StatusCode.ERROR, code))


def _attributes(source: SessionSource, action: Action, arguments: BaseModel) -> dict[str, str | int]:
    attributes: dict[str, str | int] = {"refbrowser.action": action.name, "refbrowser.chat": source.id}
    session = source.existing()
    if action.scope != "tab" or session is None:
        return attributes
    named = getattr(arguments, "browser_id", None)
    number = named if named is not None else session.last_interacted
    if number is not None and number in session:
        url = source.hub.masker.text(redacted(session.tab(number).url))
        attributes |= {"refbrowser.browser_id": number, "url.full": url}
    return attributes
