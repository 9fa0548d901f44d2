"""The inbox: calls that wait for a person's yes or no are shown in the viewer, and answered there."""

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import expect

from refbrowser import Browser, Chat
from refbrowser.viewer import RunningViewer
from tests.support.calls import do, failure, ok
from tests.support.server import Site
from tests.support.waiting import until
from tests.viewer.conftest import OpenWindow
from tests.viewer.eyes import watching

RULES = 'default = "allow"\n[[rule]]\nname = "scripts"\nverdict = "ask"\nscripts = true\nreason = "scripts are looked at"\n'
CALL = {"action": "evaluate", "script": "document.title = 'run' // \u202edlrow"}


@pytest.mark.rows(1)
@pytest.mark.parametrize(("press", "code"), [("Once", None), ("No", "approval_denied")])
async def test_a_card_is_shown_and_answered(
    ruled: Chat, rules: Path, site: Site, window: OpenWindow, press: str, code: str | None
) -> None:
    rules.write_text(RULES)
    await do(ruled, "open", url=site.page("<title>here</title>"))
    eye = await window()
    asked = asyncio.ensure_future(ruled.call(CALL))
    card = eye.page.locator(".card")
    await expect(card).to_contain_text("scripts are looked at")
    await expect(card).to_contain_text("document.title = 'run' // \\u202edlrow")
    await expect(card.get_by_role("img")).to_be_visible()
    assert await card.get_by_role("img").evaluate("async (image) => { await image.decode(); return image.naturalWidth }") > 100
    if press == "No":
        await card.get_by_role("textbox").fill("not now")
    await card.get_by_role("button", name=press, exact=True).click()
    answer = await asked
    if code is None:
        ok(answer)
    else:
        assert failure(answer, code)["details"]["said"] == "not now"
    await expect(card).to_have_count(0)


async def test_who_may_only_look_on_is_nobody_to_ask(
    ruled: Chat, rules: Path, site: Site, viewer: RunningViewer, browser: Browser
) -> None:
    rules.write_text(RULES)
    await do(ruled, "open", url=site.page("<title>here</title>"))
    async with watching(viewer.url, ruled.id, token=viewer.access.issue(read_only=True)) as looker:
        await looker.message("watching")
        failure(await ruled.call(CALL), "approval_unavailable")
        async with watching(viewer.url, ruled.id) as eye:
            await eye.message("watching")
            asked = asyncio.ensure_future(ruled.call(CALL))
            (card,) = await until(lambda: browser.approvals.pending)
            await looker.send(type="decide", chat=ruled.id, id=card.id, answer="once")
            assert (await looker.message("problem"))["code"] == "policy_denied"
            assert not asked.done()
            await eye.send(type="decide", chat=ruled.id, id=card.id, answer="deny")
            failure(await asked, "approval_denied")
            await eye.send(type="decide", chat=ruled.id, id=card.id, answer="once")
            assert (await eye.message("problem"))["code"] == "not_found"


async def test_a_viewer_of_another_chat_sees_nothing_and_can_answer_nothing(
    ruled: Chat, other_chat: Chat, rules: Path, site: Site, viewer: RunningViewer, browser: Browser
) -> None:
    rules.write_text(RULES)
    await do(ruled, "open", url=site.page("<title>here</title>"))
    async with watching(viewer.url, other_chat.id, token=viewer.access.issue(chat=other_chat.id)) as other:
        failure(await ruled.call(CALL), "approval_unavailable")
        async with watching(viewer.url, ruled.id) as eye:
            await eye.message("watching")
            asked = asyncio.ensure_future(ruled.call(CALL))
            (card,) = await until(lambda: browser.approvals.pending)
            await other.send(type="decide", chat=ruled.id, id=card.id, answer="once")
            await other.send(type="decide", chat=other_chat.id, id=card.id, answer="once")
            refusal = await other.message("problem", code="policy_denied")
            assert other_chat.id in refusal["message"]
            await other.message("problem", code="not_found")
            await other.round_trip(other_chat.id)
            assert not asked.done()
            await eye.send(type="decide", chat=ruled.id, id=card.id, answer="once")
            ok(await asked)


async def test_an_answer_is_for_the_card_that_lay_under_the_pointer(
    ruled: Chat, rules: Path, site: Site, window: OpenWindow, browser: Browser
) -> None:
    rules.write_text(RULES)
    await do(ruled, "open", url=site.page("<title>here</title>"))
    await do(ruled, "open", url=site.page("<title>there</title>", "/there"))
    eye = await window()
    calls = [asyncio.ensure_future(ruled.call({**CALL, "browser_id": 1}))]
    buttons = eye.page.get_by_role("button", name="Once", exact=True)
    await expect(buttons).to_have_count(1)
    await expect(buttons).to_be_enabled()
    before = await buttons.bounding_box()
    calls.append(asyncio.ensure_future(ruled.call({**CALL, "browser_id": 2})))
    await expect(buttons).to_have_count(2)
    assert await buttons.first.bounding_box() == before, "the newest comes last"
    # The first ends, and the second comes to lie under the pointer that was to answer the first.
    first = browser.approvals.pending[0].id
    await eye.page.evaluate(
        """(id) => new Promise(done => {
        const card = document.querySelector(`[data-key="${id}"]`), place = card.querySelector('.primary').getBoundingClientRect();
        new MutationObserver(() => {
            if (card.isConnected) return;
            requestAnimationFrame(() => { document.elementFromPoint(place.x + 5, place.y + 5).click(); done() });
        }).observe(card.parentNode, { childList: true });
        card.querySelector('.bad').click();
    })""",
        first,
    )
    failure(await calls[0], "approval_denied")
    await expect(buttons).to_have_count(1)
    assert [card.id for card in browser.approvals.pending] != [first]
    assert not calls[1].done()
    await expect(buttons).to_be_enabled()
    await buttons.click()
    ok(await calls[1])
