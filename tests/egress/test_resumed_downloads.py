"""Chromium asks for the rest of a download that broke off: it gets that, and no page of a public site gets in by it."""

from __future__ import annotations

import time

import pytest

from refbrowser import Chat
from refbrowser.egress import answers
from refbrowser.egress.answers import Answers
from refbrowser.egress.http1 import RawHeaders
from tests.browser.test_failed_downloads import HALF, breaking_off, ended
from tests.egress.conftest import Internet, refusals
from tests.support.calls import do, opened

OWN: RawHeaders = ((b"Sec-Fetch-Site", b"none"), (b"Sec-Fetch-Mode", b"navigate"), (b"Sec-Fetch-Dest", b"empty"))
REST: RawHeaders = ((b"Range", b"bytes=500-"), (b"If-Range", b'"a"'))


async def test_a_download_from_the_private_network_goes_on(net_chat: Chat, internet: Internet) -> None:
    ranges = breaking_off(internet.private, resumable=True, path="/private-part")
    internet.private.page("<a href=/private-part>Get</a>", "/downloads")
    page = await opened(net_chat, f"http://private.example:{internet.private.port}/downloads")
    await do(net_chat, "click", ref=page["Get"])
    assert (await ended(net_chat))["size"] == 2 * HALF
    assert ranges == [None, f"bytes={HALF}-"]


@pytest.mark.rows(1)
@pytest.mark.parametrize(
    "attempt",
    [
        "fetch(URL, {mode: 'no-cors', headers: {Range: 'bytes=500-'}, referrerPolicy: 'no-referrer'})",
        "fetch(URL, {mode: 'no-cors', referrerPolicy: 'no-referrer'})",
        "Object.assign(document.createElement('a'), {href: URL, download: 'x', referrerPolicy: 'no-referrer'}).click()",
        "document.body.append(Object.assign(document.createElement('video'), {src: URL}))",
    ],
    ids=["range", "fetch", "download", "video"],
)
async def test_no_page_of_a_public_site_goes_on_with_one(net_chat: Chat, internet: Internet, attempt: str) -> None:
    ranges = breaking_off(internet.inner, resumable=True)
    page = await opened(net_chat, internet.inner.page("<a href=/part>Get</a>"))
    await do(net_chat, "click", ref=page["Get"])
    await ended(net_chat)
    before = len(ranges)
    script = attempt.replace("URL", f"'{internet.inner.url('/part')}'")
    await do(net_chat, "navigate", url=internet.page(f"<body><script>{script}</script>"))
    assert {one["rule"] for one in await refusals(net_chat)} == {"public_to_private"}
    assert len(ranges) == before


@pytest.mark.parametrize(
    ("headers", "goes_on"),
    [
        (OWN, True),
        (REST, True),
        ((*OWN, *REST), True),
        ((), False),
        (REST[:1], False),
        ((REST[0], (b"If-Range", b'"b"')), False),
        ((*REST, (b"Origin", b"http://public.example")), False),
        ((*REST, (b"Sec-Fetch-Site", b"cross-site")), False),
        ((*OWN[:2], (b"Sec-Fetch-Dest", b"document")), False),
    ],
)
def test_what_goes_on_with_an_answer_is_recognised(headers: RawHeaders, goes_on: bool) -> None:
    known = Answers()
    known.broke_off("http://127.0.0.1/part", ((b"ETag", b'"a"'),))
    assert known.continues("http://127.0.0.1/part", headers) is goes_on
    assert known.continues("http://127.0.0.1/other", headers) is False
    known.forget_broken()
    assert known.continues("http://127.0.0.1/part", headers) is False


def test_an_answer_is_gone_on_with_for_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    known = Answers()
    known.broke_off("http://127.0.0.1/part", ())
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now + answers.RESUMED_S + 1)
    assert known.continues("http://127.0.0.1/part", OWN) is False
