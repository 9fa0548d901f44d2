"""Calls as OpenTelemetry spans: which call, which tab, how it ended, and nothing of what was typed or shown."""

import asyncio
from collections.abc import Iterator
from functools import cache

import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import StatusCode

from refbrowser import Chat
from refbrowser.actions.arguments import TabArguments
from refbrowser.actions.catalog import BY_NAME
from refbrowser.actions.conduct import no_input
from refbrowser.actions.spec import ActionContext, action
from refbrowser.events import CallBegan, CallEnded
from refbrowser.service.calls import call_record
from tests.support.calls import do, navigated, refused
from tests.support.journals import recorded
from tests.support.server import Site


@pytest.fixture
def exporter(monkeypatch: pytest.MonkeyPatch) -> Iterator[InMemorySpanExporter]:
    memory, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(memory))
    monkeypatch.setattr(call_record, "_tracer", cache(lambda: provider.get_tracer("refbrowser")))
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


class _Arguments(TabArguments):
    pass


@action("breaks", group="reading", effect="read", arguments=_Arguments, conduct=no_input())
async def _breaks(_: ActionContext, __: _Arguments) -> None:
    raise KeyError("not understood")


async def test_events_journal_and_spans_have_the_same_end_of_each_call(
    shared_chat: Chat, site: Site, exporter: InMemorySpanExporter, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat = shared_chat
    monkeypatch.setitem(BY_NAME, "breaks", _breaks)
    await navigated(chat, site.page("<p>Here"))
    await chat.end_journal()
    exporter.clear()
    began, ended = list[CallBegan](), list[CallEnded]()
    waits = asyncio.Event()

    def note(event: object) -> None:
        if isinstance(event, CallEnded):
            ended.append(event)
        elif isinstance(event, CallBegan):
            began.append(event)
            if event.action == "wait":
                waits.set()

    unsubscribe = chat.hub.subscribe(note)
    try:
        await do(chat, "state")
        await refused(chat, "ref_unknown", "detail", ref=99_999)
        await refused(chat, "internal_error", "breaks")
        waiting = asyncio.ensure_future(chat.call({"action": "wait", "text": "never there"}))
        await waits.wait()
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        opened = await do(chat, "open")
    finally:
        unsubscribe()
    await do(chat, "close", browser_id=opened["browser_id"])
    lines, spans_ = (await recorded(chat)).calls[: len(ended)], exporter.get_finished_spans()[: len(ended)]
    codes = [None, "ref_unknown", "internal_error", "cancelled", None]
    assert [event.code for event in ended] == [shown(span).get("error.type") for span in spans_] == codes
    assert [(line["ok"], line.get("code")) for line in lines] == [(code is None, code) for code in codes]
    assert [event.ok for event in ended] == [line["ok"] for line in lines]
    assert [event.duration_ms for event in ended] == pytest.approx([line["ms"] for line in lines], abs=0.51 + 0.05)
    assert [event.at_ms for event in began] == [line["at"] for line in lines]
    assert [event.action for event in ended] == [line["action"] for line in lines]
    assert [event.browser_id for event in ended] == [1, 1, 1, 1, opened["browser_id"]]
