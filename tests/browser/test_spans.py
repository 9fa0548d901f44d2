"""Calls as OpenTelemetry spans: which call, which tab, how it ended, and nothing of what was typed or shown."""

from collections.abc import Iterator
from functools import cache

import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import StatusCode

from refbrowser import Chat
from refbrowser.service.calls import spans
from tests.support.calls import do, navigated, refused
from tests.support.server import Site


@pytest.fixture
def exporter(monkeypatch: pytest.MonkeyPatch) -> Iterator[InMemorySpanExporter]:
    memory, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(memory))
    monkeypatch.setattr(spans, "_tracer", cache(lambda: provider.get_tracer("refbrowser")))
    yield memory
    provider.shutdown()


def shown(span: ReadableSpan) -> dict[str, object]:
    return dict(span.attributes or {})


async def test_a_call_is_a_span_without_what_was_typed_or_shown(
    shared_chat: Chat, site: Site, exporter: InMemorySpanExporter
) -> None:
    chat = shared_chat
    url = (
        site.page("<title>Secret title</title><input aria-label=Name><button disabled>Never</button>", "/in")
        + "?token=abc123secret"
    )
    numbers = await navigated(chat, url)
    await do(chat, "type", ref=numbers["Name"], text="typed text")
    await refused(chat, "ref_unknown", "click", ref=99_999)
    await do(chat, "multi", calls=[{"action": "state"}])
    found = exporter.get_finished_spans()
    assert [span.name for span in found][:4] == [f"refbrowser {name}" for name in ("navigate", "content", "type", "click")]
    typed = shown(found[2])
    assert (typed["refbrowser.action"], typed["refbrowser.chat"], typed["refbrowser.browser_id"]) == ("type", chat.id, 1)
    assert str(typed["url.full"]).startswith(site.url("/in"))
    assert "error.type" not in typed
    assert found[2].status.status_code is StatusCode.UNSET
    assert (shown(found[3])["error.type"], found[3].status.status_code, list(found[3].events)) == (
        "ref_unknown",
        StatusCode.ERROR,
        [],
    )
    everything = "".join(span.to_json() for span in found)
    for secret in ("typed text", "Secret title", "abc123secret", "Never"):
        assert secret not in everything
