"""Presses on pages that try to have them land on something else. The oracle is what the page's own listeners received.

An action that answers that it was done was received by its target and by nothing else, or its receipt says what went otherwise.
``PRESS_REPEATS`` in the environment says how often each is tried; the run ends with how often each outcome was seen.
"""

import os
from typing import Any, Final

import pytest

from refbrowser import Chat
from refbrowser.surface.render import render
from tests.hostile import tricks
from tests.hostile.tally import Outcome, Tally
from tests.support.calls import do, evaluated, read
from tests.support.server import Site
from tests.support.waiting import until

REPEATS: Final = int(os.environ.get("PRESS_REPEATS", "2"))
TARGETS: Final = ("Help", "first second third more")
NOTES: Final = {"released_on", "no_click", "not_repeated", "suspended"}
UNCONFIRMED: Final = "unconfirmed"

CALLS: Final[dict[str, tuple[dict[str, Any], set[str]]]] = {
    "click": ({"action": "click"}, {"mousedown", "click"}),
    "double_click": ({"action": "double_click"}, {"mousedown", "click"}),
    "right_click": ({"action": "right_click"}, {"pointerdown", "mousedown", "contextmenu"}),
    "hover": ({"action": "hover"}, {"mouseover"}),
    "drag": ({"action": "drag", "to_x": 500, "to_y": 400}, {"pointerdown", "mousedown"}),
}
"""What each action is, and of what its target has to have received something."""

PRESSED_OTHER: Final = {("mousedown", "trap"), ("dblclick", "trap"), ("contextmenu", "trap")}
RELEASED_OTHER: Final = {("mouseup", "trap"), ("click", "trap")}


async def pressed(chat: Chat, url: str, call: dict[str, Any]) -> tuple[dict[str, Any], list[list[str]]]:
    """The answer to the call on the page's target, and what the page's elements received."""
    for other in (await do(chat, "list"))["browsers"][1:]:
        await do(chat, "close", browser_id=other["browser_id"])
    # Whatever reacts to the pointer has it only when the call comes.
    await do(chat, "hover", x=1000, y=700, observe="none")
    await do(chat, "navigate", url=url, wait_until="load")
    # On a busy machine a frame may be read without the frame in it, which the reading says.
    numbers = await until(lambda: read(chat), lambda numbers: not numbers.keys().isdisjoint(TARGETS))
    target = next(numbers[name] for name in TARGETS if name in numbers)
    answer = await chat.call({**call, "ref": target, "timeout_ms": 6000, "observe": "none"})
    return answer, await recorded(chat)


async def recorded(chat: Chat) -> list[list[str]]:
    """What the page's elements received; asked again where the page's own navigation ended the question."""
    answer = await chat.call({"action": "evaluate", "script": tricks.PING})
    return list(answer["result"]["result"]) if answer["ok"] else await evaluated(chat, tricks.PING)


def judged(answer: dict[str, Any], received: list[list[str]], needed: set[str]) -> Outcome:
    """What became of the call: ``wrong`` where the answer says that something was done which the page did not see done."""
    if not answer["ok"]:
        return "wrong" if answer["code"] == "internal_error" else "missed" if answer["code"] == "press_missed" else "refused"
    receipt = answer["result"]["action"]
    got = {(type_, whose) for type_, _, whose in received}
    if receipt.get("navigation") and got <= {("mouseover", "trap")}:
        return "navigated"
    noted = bool(NOTES & set(receipt))
    unconfirmed = UNCONFIRMED in receipt
    reached = noted or unconfirmed or any((type_, "target") in got for type_ in needed)
    performed = receipt["performed"]
    pressed_other = performed != "hover" and bool(PRESSED_OTHER & got)
    released_other = performed not in ("hover", "drag") and not noted and bool(RELEASED_OTHER & got)
    unclicked = performed == "click" and not (noted or unconfirmed) and ("click", "target") not in got
    if not reached or pressed_other or released_other or unclicked:
        return "wrong"
    return "unconfirmed" if unconfirmed else "noted" if noted else "landed"


async def tried(chat: Chat, url: str, verb: str, times: int, tally: Tally) -> None:
    """Tries the action so often; each outcome goes into the tally."""
    call, needed = CALLS[verb]
    for _ in range(times):
        answer, received = await pressed(chat, url, call)
        tally.add(judged(answer, received, needed), f"{received}: {render(answer)}")
    tally.check()


SCENES = [(trick, place, "click") for place in ("top", "shadow", "frame", "other", "nested") for trick in tricks.SCENES] + [
    (trick, place, verb) for place in ("top", "other") for trick in tricks.SCENES for verb in CALLS if verb != "click"
]


@pytest.mark.timeout(3_600)
@pytest.mark.parametrize(("trick", "place", "verb"), SCENES)
async def test_a_press_lands_on_its_target_or_is_reported(
    shared: dict[str, Chat], common_site: Site, tally: Tally, trick: str, place: str, verb: str
) -> None:
    path = f"/scene/{list(tricks.SCENES).index(trick)}/{place}"
    url = tricks.placed(common_site, path, tricks.SCENES[trick], place)
    await tried(shared["one"], url, verb, REPEATS if verb == "click" else 1, tally)


@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("trick", tricks.SCENES)
async def test_a_press_in_a_frame_with_a_process_of_its_own_lands_on_its_target_or_is_reported(
    shared: dict[str, Chat], common_site: Site, tally: Tally, trick: str
) -> None:
    url = tricks.placed(common_site, f"/own/{list(tricks.SCENES).index(trick)}", tricks.SCENES[trick], "other")
    await tried(shared["own"], url, "click", REPEATS, tally)


@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("processes", ["one", "own"])
@pytest.mark.parametrize("place", ["frame", "other"])
@pytest.mark.parametrize("trick", tricks.MOVED)
async def test_a_press_in_a_frame_that_moves_lands_on_its_target_or_is_reported(
    shared: dict[str, Chat], common_site: Site, tally: Tally, trick: str, place: str, processes: str
) -> None:
    url = tricks.moved(common_site, f"/moved/{list(tricks.MOVED).index(trick)}/{place}", trick, place)
    for verb in ("click", "hover", "drag"):
        await tried(shared[processes], url, verb, REPEATS if verb == "click" else 1, tally)


@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("place", ["top", "other"])
@pytest.mark.parametrize("trick", tricks.RENAMES)
async def test_a_name_that_changes_under_the_pointer_is_reported(
    shared: dict[str, Chat], common_site: Site, trick: str, place: str
) -> None:
    url = tricks.placed(common_site, f"/renamed/{list(tricks.RENAMES).index(trick)}/{place}", tricks.RENAMES[trick], place)
    for _ in range(REPEATS):
        answer, _ = await pressed(shared["one"], url, CALLS["click"][0])
        assert answer["ok"], answer
        assert answer["result"]["action"]["renamed"] == {"from": "Help", "to": "Delete"}
