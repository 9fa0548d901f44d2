"""A few of the pages of tests/hostile that try to have a press land on something else: one of each kind."""

from typing import Any

import pytest

from refbrowser import Chat
from refbrowser.browser.engine.script import GUARD_WORLD
from tests.hostile import tricks
from tests.support.calls import do, evaluated, failure, navigated, opened, refs
from tests.support.server import Site


async def pressed(chat: Chat, url: str, **call: Any) -> tuple[dict[str, Any], list[list[str]]]:
    """The answer to a press of the page's target, and what its elements received."""
    await do(chat, "hover", x=1000, y=700, observe="none")
    await do(chat, "navigate", url=url, wait_until="load")
    numbers = refs(await do(chat, "content"))
    answer = await chat.call({"action": "click", "ref": numbers["Help"], "observe": "none", **call})
    received = [entry for entry in await evaluated(chat, tricks.PING) if entry[0] not in ("mouseover", "pointerdown")]
    return answer, received


ON_TARGET = [["mousedown", "target", "target"], ["mouseup", "target", "target"], ["click", "target", "target"]]


@pytest.mark.rows(1)
@pytest.mark.parametrize("place", ["other", "top"])
@pytest.mark.parametrize("trick", ["hover of the body moves it", "window acts on what is hit"])
async def test_a_press_that_would_land_elsewhere_is_kept_from_the_page_and_made_again(
    shared_chat: Chat, site: Site, trick: str, place: str
) -> None:
    answer, received = await pressed(shared_chat, tricks.placed(site, "/scene", tricks.SCENES[trick], place))
    assert answer["ok"], answer
    assert received == ON_TARGET


@pytest.mark.long("browser/test_press_tricks.py::test_a_press_that_would_land_elsewhere_is_kept_from_the_page_and_made_again")
async def test_a_page_that_blocks_for_long_has_no_press_that_goes_elsewhere(shared_chat: Chat, site: Site) -> None:
    answer, received = await pressed(shared_chat, tricks.placed(site, "/scene", tricks.SCENES["blocks, then swaps"], "top"))
    assert answer["ok"], answer
    assert received == ON_TARGET


@pytest.mark.rows(1)
@pytest.mark.parametrize("trick", ["stop all at the window", "new frame over it on move"])
async def test_a_press_that_the_target_does_not_receive_fails(shared_chat: Chat, site: Site, trick: str) -> None:
    answer, received = await pressed(shared_chat, tricks.placed(site, "/scene", tricks.SCENES[trick], "top"))
    failure(answer, "press_missed")
    assert not [entry for entry in received if entry[2] == "target"]


async def test_a_control_that_is_disabled_as_the_pointer_comes_is_refused(shared_chat: Chat, site: Site) -> None:
    answer, received = await pressed(shared_chat, tricks.placed(site, "/scene", tricks.SCENES["disabled on move"], "top"))
    failure(answer, "disabled")
    assert received == []


async def test_a_button_released_on_something_else_is_reported(shared_chat: Chat, site: Site) -> None:
    answer, received = await pressed(shared_chat, tricks.placed(site, "/scene", tricks.SCENES["overlay on mousedown"], "top"))
    assert received == [["mousedown", "target", "target"], ["mouseup", "cover", "trap"]]
    receipt = answer["result"]["action"]
    assert receipt["released_on"] == "<div#cover.b.trap.over>"
    assert "covered" in receipt["no_click"]


async def test_a_click_that_the_page_stops_without_effect_is_missed(shared_chat: Chat, site: Site) -> None:
    answer, received = await pressed(shared_chat, tricks.placed(site, "/scene", tricks.SCENES["stop click at the window"], "top"))
    assert received == ON_TARGET[:2]
    assert failure(answer, "press_missed")["details"]["pressed"] is None


async def test_the_second_press_of_two_does_not_go_to_what_the_first_brings(shared_chat: Chat, site: Site) -> None:
    page = tricks.scene(tricks.BUTTONS + tricks.READY + "<script>once('click', swap)</script>")
    answer, received = await pressed(shared_chat, site.page(page), action="double_click")
    assert received == ON_TARGET
    assert answer["result"]["action"]["not_repeated"].startswith("<button#trap.b.trap>")


@pytest.mark.rows(1)
@pytest.mark.parametrize("trick", ["text on pointermove", "other words shown on hover"])
@pytest.mark.parametrize("place", ["top", "other"])
async def test_a_name_that_changes_under_the_pointer_is_in_the_receipt(
    shared_chat: Chat, site: Site, trick: str, place: str
) -> None:
    answer, received = await pressed(shared_chat, tricks.placed(site, "/renamed", tricks.RENAMES[trick], place))
    assert answer["result"]["action"]["renamed"] == {"from": "Help", "to": "Delete"}
    assert received == ON_TARGET


@pytest.mark.long("browser/test_presses.py::test_an_element_that_moves_from_under_the_pointer_is_reported_and_nothing_is_pressed")
@pytest.mark.rows(1)
@pytest.mark.parametrize(
    ("trick", "code"), [("swapped for another", "ref_stale"), ("another over it", "covered"), ("covered on mouseenter", "covered")]
)
async def test_a_press_in_a_frame_that_goes_as_the_pointer_comes_is_refused(
    shared_chat: Chat, site: Site, trick: str, code: str
) -> None:
    answer, received = await pressed(shared_chat, tricks.moved(site, "/moved", trick, "other"))
    failure(answer, code)
    assert received == []


@pytest.mark.long("browser/test_press_tricks.py::test_a_press_that_would_land_elsewhere_is_kept_from_the_page_and_made_again")
@pytest.mark.rows(1)
@pytest.mark.parametrize("trick", ["by hover", "on its pointermove"])
async def test_a_press_in_a_frame_that_moves_lands_on_its_target(shared_chat: Chat, site: Site, trick: str) -> None:
    answer, received = await pressed(shared_chat, tricks.moved(site, "/moved", trick, "other"))
    assert answer["ok"], answer
    assert received == ON_TARGET


FLEES = """<script>let left = 40; for (const type of ['mouseover', 'mousemove']) addEventListener(type, event => event.stopImmediatePropagation(), true);
addEventListener('%s', event => { if (event.target === target) target.style.left = `${left = 240 - left}px` }, true)</script>"""


@pytest.mark.long("browser/test_press_tricks.py::test_a_hover_that_does_not_come_onto_its_element_fails")
async def test_a_hover_follows_its_element_once_it_has_moved_away(shared_chat: Chat, site: Site) -> None:
    page = site.page(tricks.scene(tricks.BUTTONS + tricks.READY + FLEES % "pointerover"))
    answer, _ = await pressed(shared_chat, page, action="hover")
    # The target goes back and forth each time the pointer comes over it.
    assert answer["result"]["action"]["point"] in ([280, 80], [120, 80])
    assert await evaluated(shared_chat, "target.matches(':hover')")


async def test_a_hover_that_does_not_come_onto_its_element_fails(shared_chat: Chat, site: Site) -> None:
    page = site.page(tricks.scene(tricks.BUTTONS + tricks.READY + FLEES % "pointermove"))
    answer, _ = await pressed(shared_chat, page, action="hover")
    failure(answer, "press_missed")


@pytest.mark.long("browser/test_press_tricks.py::test_a_press_that_would_land_elsewhere_is_kept_from_the_page_and_made_again")
async def test_a_drag_does_not_begin_on_what_comes_under_the_pointer(shared_chat: Chat, site: Site) -> None:
    page = tricks.placed(site, "/scene", tricks.SCENES["overlay on pointermove"], "top")
    answer, received = await pressed(shared_chat, page, action="drag", to_x=500, to_y=400)
    failure(answer, "covered")
    assert received == []


async def test_a_checkbox_behind_a_press_that_was_stopped_is_not_said_to_be_checked(shared_chat: Chat, site: Site) -> None:
    page = "<input type=checkbox id=box aria-label=Box><script>for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']) addEventListener(type, event => { event.stopImmediatePropagation(); event.preventDefault() }, true)</script>"
    numbers = await navigated(shared_chat, site.page(page))
    answer = await shared_chat.call({"action": "set_checked", "ref": numbers["Box"]})
    failure(answer, "press_missed")


@pytest.mark.long("browser/test_press_tricks.py::test_a_press_that_would_land_elsewhere_is_kept_from_the_page_and_made_again")
async def test_a_frame_without_scripts_is_pressed(shared_chat: Chat, site: Site) -> None:
    site.page("<a href='/there'>Go</a>", "/inner")
    site.page("<p>There", "/there")
    numbers = await navigated(shared_chat, site.page("<iframe sandbox src='/inner'></iframe>"))
    await do(shared_chat, "click", ref=numbers["Go"])
    assert "There" in await do(shared_chat, "content")


@pytest.mark.long("browser/test_press_tricks.py::test_a_press_that_would_land_elsewhere_is_kept_from_the_page_and_made_again")
async def test_documents_that_come_to_a_frame_with_a_process_of_its_own_are_guarded_once_it_was_pressed(
    isolated_chat: Chat, site: Site
) -> None:
    site.page("<button>Go</button>", "/inner")
    await opened(isolated_chat, site.page(f"<iframe id=frame src='{site.other('/inner')}'></iframe>"))
    session = isolated_chat.existing()
    assert session is not None
    frame = session.tab(None).page.frames[1]
    cdp = await frame.page.context.new_cdp_session(frame)
    worlds: list[str] = []
    cdp.on("Runtime.executionContextCreated", lambda event: worlds.append(event["context"]["name"]))
    await cdp.send("Runtime.enable")
    assert GUARD_WORLD not in worlds
    for _ in range(2):
        await do(isolated_chat, "click", selector="button", observe="none")
        worlds.clear()
        await frame.goto(site.other("/inner"))
        await cdp.send("Runtime.evaluate", {"expression": "1"})
        assert worlds.count(GUARD_WORLD) == 1


async def test_the_page_sees_nothing_of_the_guard(shared_chat: Chat, site: Site) -> None:
    page = """<script>window.heard = []; const before = Object.getOwnPropertyNames(window).length;
for (const name of ['dispatchEvent', 'addEventListener']) { const own = EventTarget.prototype[name];
  EventTarget.prototype[name] = function (...rest) { heard.push(name); return own.apply(this, rest) } }</script><button>Go</button>"""
    numbers = await navigated(shared_chat, site.page(page))
    await do(shared_chat, "click", ref=numbers["Go"])
    assert await evaluated(shared_chat, "[heard, Object.getOwnPropertyNames(window).length - before]") == [[], 0]
