"""Documents that end early: a body that breaks off, one that cannot be decoded, one whose loading the page itself stops."""

import gzip
import time
from collections.abc import Iterator

import pytest

from refbrowser import Chat
from refbrowser.surface.render import render
from tests.support.calls import do, page_text, refused
from tests.support.exchange import Response
from tests.support.server import Site

HTML = {"Content-Type": "text/html; charset=utf-8"}
MISMATCH, DECODING = "ERR_CONTENT_LENGTH_MISMATCH", "ERR_CONTENT_DECODING_FAILED"

AT_ONCE_S = 4.0
"""Far below the 15 s that a call has, and the 10 s for which a receipt waits."""


def cut(site: Site) -> str:
    """A page of which less comes than its header says, and that breaks off once it has been parsed: Chromium drops what it has not."""
    body = b"<!doctype html><title>Cut</title><p>What came<script>fetch('/parsed')</script>"
    # Asked for again also where Chromium goes back to the page.
    site.route("/parsed", Response(b"", headers={"Cache-Control": "no-store"}))

    def pieces() -> Iterator[bytes]:
        parsed = site.hits("/parsed")
        # In pieces, so that the test server adds no length of its own.
        yield body
        site.wait_for_request("/parsed", count=parsed + 1)

    headers = {**HTML, "Content-Length": str(len(body) + 500)}
    return site.route("/cut", lambda _request: Response(pieces(), headers=headers))


@pytest.mark.rows(2)
@pytest.mark.parametrize("wait_until", ["domcontentloaded", "load", "networkidle"])
async def test_a_page_that_is_cut_is_shown_at_once_with_why(common_chat: Chat, site: Site, wait_until: str) -> None:
    await do(common_chat, "navigate", url=site.page("<title>Before</title>"))
    began = time.monotonic()
    state = await do(common_chat, "navigate", url=cut(site), wait_until=wait_until)
    assert time.monotonic() - began < AT_ONCE_S
    assert (state["title"], state["loading"], state["cut"]) == ("Cut", False, MISMATCH)
    assert f"cut off by {MISMATCH}" in render({"ok": True, "result": state})


@pytest.mark.parametrize("body", [b"not gzip at all", gzip.compress(b"<p>x" * 9)[:-12] + b"broken trailer"], ids=["all", "end"])
async def test_a_page_that_cannot_be_decoded_is_said_to_be_so(common_chat: Chat, site: Site, body: bytes) -> None:
    url = site.route("/undecodable", Response(body, headers={**HTML, "Content-Encoding": "gzip"}))
    began = time.monotonic()
    state = await do(common_chat, "navigate", url=url)
    assert time.monotonic() - began < AT_ONCE_S
    assert state["cut"] == DECODING
    assert state["loading"] is False


async def test_a_click_that_leads_to_a_page_that_is_cut_does_not_wait(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=site.page(f"<a href='{cut(site)}'>Go</a>"))
    began = time.monotonic()
    result = await do(common_chat, "click", selector="a")
    assert time.monotonic() - began < AT_ONCE_S
    assert result["action"]["navigation"]["http_status"] == 200
    assert result["action"]["failed_requests"] == [f"net::{MISMATCH} {site.url('/cut')}"]
    assert (result["state"]["cut"], result["state"]["loading"]) == (MISMATCH, False)


async def test_what_came_of_a_page_that_is_cut_is_read_at_once(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=cut(site))
    began = time.monotonic()
    content = await do(common_chat, "content")
    assert time.monotonic() - began < 1.5
    assert page_text(content) == "What came"
    assert f"cut off by {MISMATCH}" in content.splitlines()[0]
    assert "still loading" not in content


async def test_a_wait_for_the_load_of_a_page_that_is_cut_fails_at_once(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=cut(site))
    answer = await refused(common_chat, "navigation_failed", "wait", load_state="load")
    assert answer["details"]["net_error"] == MISMATCH


async def test_after_a_page_that_is_cut_the_tab_goes_on(common_chat: Chat, site: Site) -> None:
    whole = site.page("<title>Whole</title><p>All of it")
    await do(common_chat, "navigate", url=cut(site))
    assert "cut" not in await do(common_chat, "navigate", url=whole)
    assert (await do(common_chat, "back"))["cut"] == MISMATCH
    assert (await do(common_chat, "reload"))["cut"] == MISMATCH
    state = await do(common_chat, "forward")
    assert (state["title"], "cut" in state) == ("Whole", False)


@pytest.mark.long("browser/test_cut_documents.py::test_after_a_page_that_is_cut_the_tab_goes_on")
async def test_a_failed_navigation_leaves_a_cut_page_cut(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=cut(site))
    await refused(common_chat, "navigation_failed", "navigate", url=site.url("/status/204"))
    assert (await do(common_chat, "state"))["cut"] == MISMATCH


async def test_a_page_that_stops_its_own_loading_is_not_waited_for(common_chat: Chat, site: Site) -> None:
    url = site.page("<title>Stopped</title><p>First<script>window.stop()</script><p>Second")
    began = time.monotonic()
    state = await do(common_chat, "navigate", url=url)
    assert time.monotonic() - began < AT_ONCE_S
    assert (state["cut"], state["loading"]) == ("ERR_ABORTED", False)
    assert "cut off by ERR_ABORTED" in (await do(common_chat, "content")).splitlines()[0]


async def test_a_slow_page_that_gives_way_to_another_is_no_cut_page(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=site.url("/hang?after=headers"), wait_until="commit")
    state = await do(common_chat, "navigate", url=site.page("<title>Next</title>"))
    assert (state["title"], "cut" in state) == ("Next", False)
