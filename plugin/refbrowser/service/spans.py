"""OpenTelemetry spans of calls, where the program has its API installed."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any


@cache
def _tracer() -> Any | None:
    try:
        from opentelemetry import trace
    except ImportError:
        return None
    return trace.get_tracer("refbrowser")


@contextmanager
def span(action: str, page: Mapping[str, Any] | None) -> Iterator[None]:
    """A span ``refbrowser <action>`` around the block, with the tab and its address; an error of the block is its status."""
    tracer = _tracer()
    if tracer is None:
        yield
        return
    attributes: dict[str, str | int] = {"refbrowser.action": action}
    if page is not None:
        attributes |= {"refbrowser.browser_id": page["browser_id"], "url.full": page["url"]}
    with tracer.start_as_current_span(f"refbrowser {action}", attributes=attributes):
        yield
