"""Calls on a page that leaves for another document at that moment: each ends soon, with an answer or a typed error."""

import time
from collections.abc import Sequence
from typing import Any

import pytest

from refbrowser import Chat
from tests.support.calls import do, read
from tests.support.server import Site
from tests.support.waiting import until

PAGE = "<title>One</title><a href='#x'>Go</a><input aria-label=Name><select aria-label=Size><option>A<option>B</select><input type=file>"
NEXT = "<title>Two</title><p>Two<input>"
SOON_S = 8.0
"""Some ten times what each takes on a machine that is busy with other tests."""

TARGETS = ("another page", "another site", "an address that refuses", "an address that pages may not open")

RELOAD = {"action": "reload"}
CONTENT = {"action": "content"}
CALLS: list[dict[str, Any]] = [
    {"action": "back"}, {"action": "forward"}, RELOAD, {"action": "navigate", "url": "PAGE"}, {"action": "state"}, {"action": "list"},
    CONTENT, {"action": "content", "selector": "body"}, {"action": "find", "text": "o"}, {"action": "source"}, {"action": "console"}, {"action": "network"},
    {"action": "screenshot"}, {"action": "screenshot", "full_page": True}, {"action": "screenshot", "annotate": True}, {"action": "screenshot", "ref": "Name"}, {"action": "pdf"},
    {"action": "click", "ref": "Go"}, {"action": "click", "x": 20, "y": 20}, {"action": "hover", "ref": "Go"}, {"action": "drag", "ref": "Go", "target_ref": "Name"},
    {"action": "type", "ref": "Name", "text": "Ada"}, {"action": "type", "ref": "Name", "text": "Ada", "slowly": True}, {"action": "keyboard", "text": "Ada"}, {"action": "key_chord", "keys": ["Control", "a"]},
    {"action": "select_option", "ref": "Size", "value": "B"}, {"action": "fill_form", "fields": [{"ref": "Name", "value": "Ada"}, {"ref": "Size", "value": "B"}]},
    {"action": "scroll", "direction": "down"}, {"action": "evaluate", "script": "1 + 1"}, {"action": "storage", "operation": "get"}, {"action": "set_viewport", "width": 900, "height": 700},
    {"action": "wait", "text": "Two", "timeout_ms": 1_000}, {"action": "expect", "text": "Two", "timeout_ms": 1_000}, {"action": "click", "ref": "Go", "observe": "content"},
]  # fmt: skip


def _ids(call: dict[str, Any]) -> str:
    return "-".join(str(value) for name, value in call.items() if name not in ("fields", "timeout_ms"))


async def test_a_call_on_a_page_that_leaves_ends_soon_and_typed(chat: Chat, site: Site) -> None:
    for call, targets in ((RELOAD, "another page"), (CONTENT, "another site"), (CONTENT, "an address that refuses")):
        assert not await _faults(chat, site, call, moments=(None,), targets=(targets,))


@pytest.mark.long("browser/test_leaving_pages.py::test_a_call_on_a_page_that_leaves_ends_soon_and_typed")
@pytest.mark.parametrize("call", CALLS, ids=_ids)
async def test_so_does_each_other_call_whenever_it_comes(chat: Chat, site: Site, call: dict[str, Any]) -> None:
    assert not await _faults(chat, site, call, moments=(None, 0, 3, 6, 12, 24), targets=TARGETS)


@pytest.mark.long("browser/test_leaving_pages.py::test_a_call_on_a_page_that_leaves_ends_soon_and_typed")
async def test_a_reload_does_not_say_that_its_page_failed_where_another_did(chat: Chat, site: Site) -> None:
    page, refused = site.page(PAGE), "http://127.0.0.1:9/"
    await do(chat, "open")
    for to in (refused, site.page(NEXT)):
        for after_ms in (0, 4, 16):
            await _arrives(chat, page)
            await chat.call({"action": "evaluate", "script": f"setTimeout(() => {{ location.href = {to!r} }}, {after_ms})"})
            answer = await chat.call(RELOAD)
            # Where the other had failed by then, that address is what is loaded anew.
            replaced = "Another navigation of the tab replaced this one."
            assert answer["ok"] or answer["error"] == replaced or answer["details"].get("url") == refused, answer


async def _faults(
    chat: Chat, site: Site, call: dict[str, Any], moments: Sequence[int | None], targets: Sequence[str]
) -> list[tuple[Any, ...]]:
    """What is wrong with calls on a page that leaves for these targets so many milliseconds before; None: just before."""
    page, following = site.page(PAGE), site.page(NEXT)
    addresses = (following, site.other(following.removeprefix(site.url(""))), "http://127.0.0.1:9/", "data:text/html,Two")
    faults: list[tuple[Any, ...]] = []
    if chat.tab_count == 0:
        await do(chat, "open")
    for to in (address for target, address in zip(TARGETS, addresses, strict=True) if target in targets):
        for after_ms in moments:
            await _arrives(chat, page)
            found = await read(chat)
            leave = f"location.href = {to!r}"
            leave = leave if after_ms is None else f"setTimeout(() => {{ {leave} }}, {after_ms})"
            await chat.call({"action": "evaluate", "script": leave})
            began = time.monotonic()
            answer = await chat.call(_with_refs(call, found, page))
            took_s = time.monotonic() - began
            state = await chat.call({"action": "state"})
            if answer.get("code") == "internal_error" or took_s > SOON_S or not state["ok"]:
                faults.append((call, to, after_ms, answer.get("code"), answer.get("error"), round(took_s, 1), state.get("error")))
    return faults


async def _arrives(chat: Chat, page: str) -> None:
    """The page before may still be about to leave, which ends the first navigation."""
    answer = await until(lambda: chat.call({"action": "navigate", "url": page}), lambda answer: bool(answer["ok"]))
    assert answer["result"]["url"] == page


def _with_refs(part: Any, found: dict[str, int], page: str) -> Any:
    """``part`` of a call, with the numbers of the elements and the address of the page that it names."""
    if isinstance(part, dict):
        return {
            name: found[value] if name in ("ref", "target_ref") else page if value == "PAGE" else _with_refs(value, found, page)
            for name, value in part.items()
        }
    return [_with_refs(one, found, page) for one in part] if isinstance(part, list) else part
