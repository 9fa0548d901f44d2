"""Many listeners are reported in a few requests, and no other element is taken for one with a listener."""

import asyncio
import re
from typing import Any

import pytest

from refbrowser import Chat
from refbrowser.browser.engine.cdp_session import TabCdpSession
from refbrowser.browser.engine.node_transfer import FEW
from tests.support.calls import do, page_text
from tests.support.server import Site
from tests.support.waiting import until

LISTEN = "<script>for (const one of document.querySelectorAll('.own')) one.addEventListener('click', () => {})</script>"
SPAN = "<span class='{}' {}>Word {}</span><br>"


def words(own: int, others: int = 0, classes: str = "{kind} word", more: str = "") -> str:
    """So many that listen, and others that do not, one after the other."""
    every = [("own" if number < own else "other", number) for number in range(own + others)]
    return "".join(SPAN.format(classes.format(kind=kind, number=number), more, number) for kind, number in every)


def shown(content: str) -> set[int]:
    """Which words have refs."""
    return {int(number) for number in re.findall(r"\[clickable \d+\] Word (\d+)", content)}


async def read(chat: Chat, url: str) -> str:
    await do(chat, "navigate", url=url)
    return page_text(await do(chat, "content"))


async def test_many_that_are_alike_take_a_few_questions(common_chat: Chat, site: Site, asked: list[str]) -> None:
    text = await read(common_chat, site.page(words(300) + LISTEN))
    assert shown(text) == set(range(300))
    assert asked.count("DOM.resolveNode") <= 2 * FEW


async def test_what_only_looks_alike_has_no_ref(common_chat: Chat, site: Site, asked: list[str]) -> None:
    script = (
        "<script>document.querySelectorAll('span').forEach((one, at) => at % 2 || one.addEventListener('click', () => {}))</script>"
    )
    text = await read(common_chat, site.page(words(0, 90) + script))
    assert shown(text) == set(range(0, 90, 2))
    assert asked.count("DOM.resolveNode") <= 2 * FEW


@pytest.mark.long("browser/test_carrying.py::test_many_that_are_alike_take_a_few_questions")
@pytest.mark.rows(1)
@pytest.mark.parametrize("classes", ["own word-{number}", "own {kind}-{number} x:{number}.5 \\{number}"])
async def test_many_different_listeners_are_reported(common_chat: Chat, site: Site, classes: str) -> None:
    assert shown(await read(common_chat, site.page(words(60, 0, classes) + LISTEN))) == set(range(60))


@pytest.mark.long("browser/test_carrying.py::test_many_that_are_alike_take_a_few_questions")
async def test_more_kinds_than_are_tried_at_once(chat: Chat, site: Site, asked: list[str]) -> None:
    kinds = "".join(SPAN.format(f"kind-{number // 18}", "", number) for number in range(12 * 18))
    script = "document.querySelectorAll('span').forEach((one, at) => at % 3 && one.addEventListener('click', () => {}))"
    text = await read(chat, site.page(f"{kinds}<script>{script}</script>"))
    assert shown(text) == {number for number in range(12 * 18) if number % 3}
    assert asked.count("DOM.resolveNode") <= 4 * FEW


@pytest.mark.long("browser/test_carrying.py::test_many_that_are_alike_take_a_few_questions")
async def test_classes_that_mean_something_in_selectors(chat: Chat, site: Site, asked: list[str]) -> None:
    assert shown(await read(chat, site.page(words(40, 0, "own md:w-1/2 2x &gt; \\2") + LISTEN))) == set(range(40))
    assert asked.count("DOM.resolveNode") <= 2 * FEW


@pytest.mark.long("browser/test_carrying.py::test_many_that_are_alike_take_a_few_questions")
async def test_those_with_long_attributes_are_handed_in_one_by_one(chat: Chat, site: Site, asked: list[str]) -> None:
    text = await read(chat, site.page(words(30, more=f"data-state='{'x' * 10_000}'") + LISTEN))
    assert shown(text) == set(range(30))
    assert asked.count("DOM.resolveNode") == 30


@pytest.mark.long("browser/test_carrying.py::test_many_that_are_alike_take_a_few_questions")
async def test_a_common_kind_is_not_gone_through_for_a_few(chat: Chat, site: Site, asked: list[str]) -> None:
    script = "<script>document.querySelectorAll('span').forEach((one, at) => at % 50 || one.addEventListener('click', () => {}))</script>"
    text = await read(chat, site.page(words(0, 1_000) + script))
    assert shown(text) == set(range(0, 1_000, 50))
    assert asked.count("DOM.resolveNode") == 20


@pytest.mark.long("browser/test_carrying.py::test_many_that_are_alike_take_a_few_questions")
async def test_many_listeners_in_a_shadow_root_are_reported(chat: Chat, site: Site, asked: list[str]) -> None:
    inside = f"`{words(50)}`"
    script = (
        f"host.attachShadow({{mode: 'open'}}).innerHTML = {inside}; for (const one of host.shadowRoot.querySelectorAll('.own'))"
    )
    text = await read(chat, site.page(f"<div id=host></div><script>{script} one.addEventListener('click', () => {{}})</script>"))
    assert shown(text) == set(range(50))
    assert asked.count("DOM.resolveNode") <= 2 * FEW


@pytest.mark.long("browser/test_carrying.py::test_many_that_are_alike_take_a_few_questions")
async def test_a_browser_that_numbers_nothing_is_asked_for_each(chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    send = TabCdpSession.send

    async def plain(self: TabCdpSession, method: str, parameters: Any = None, **more: Any) -> Any:
        known = {name: value for name, value in (parameters or {}).items() if name != "serializationOptions"}
        return await send(self, method, known, **more)

    monkeypatch.setattr(TabCdpSession, "send", plain)
    assert shown(await read(chat, site.page(words(40) + LISTEN))) == set(range(40))


@pytest.mark.long("browser/test_carrying.py::test_many_that_are_alike_take_a_few_questions")
async def test_what_was_proposed_to_a_call_that_was_cancelled_is_forgotten(
    chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    send, numbered = TabCdpSession.send, asyncio.Queue[int]()

    async def held(self: TabCdpSession, method: str, *arguments: Any, **more: Any) -> Any:
        answer = await send(self, method, *arguments, **more)
        if "refbrowser.propose" in str(arguments):
            numbered.put_nowait(len(answer["result"]["deepSerializedValue"]["value"]))
            await asyncio.sleep(30 if holds else 0)
        return answer

    holds = True
    monkeypatch.setattr(TabCdpSession, "send", held)
    await do(chat, "open", url=site.page(words(40) + LISTEN))
    cancelled = asyncio.ensure_future(do(chat, "content"))
    assert await asyncio.wait_for(numbered.get(), 10) == 40
    holds = False
    cancelled.cancel()
    await asyncio.gather(cancelled, return_exceptions=True)
    others = f"document.body.innerHTML = `{words(0, 30)}`; for (const one of document.querySelectorAll('span'))"
    await do(chat, "evaluate", script=f"{others} one.addEventListener('click', () => {{}})")
    assert shown(page_text(await do(chat, "content"))) == set(range(30))
    assert numbered.get_nowait() == 30


@pytest.mark.rows(1)
@pytest.mark.parametrize("many", [3, 40])
async def test_what_was_carried_is_not_kept_alive(common_chat: Chat, site: Site, many: int) -> None:
    rooted = "<div id=host></div><script>host.attachShadow({mode: 'closed'}).innerHTML = '<p>Dark</p>'</script>"
    content = await read(common_chat, site.page(words(many) + rooted + LISTEN))
    assert shown(content) == set(range(many))
    assert "Dark" in content
    gone = "window.gone = [...document.querySelectorAll('span,div')].map(one => new WeakRef(one)); document.body.textContent = 'Gone'; 1"
    await do(common_chat, "evaluate", script=gone)
    assert "Gone" in page_text(await do(common_chat, "content"))
    session = common_chat.existing()
    assert session is not None
    cdp = session.tab(None).cdp

    async def alive() -> int:
        await cdp.send("HeapProfiler.collectGarbage")
        answer = await cdp.send("Runtime.evaluate", {"expression": "gone.filter(one => one.deref()).length"})
        return int(answer["result"]["value"])

    await until(alive, lambda count: not count)
