"""Keys, choices and the focus on pages that try to have them go to something else. The oracle is what the page's listeners received.

``PRESS_REPEATS`` in the environment says how often each is tried.
"""

import os
from typing import Any, Final

import pytest

from refbrowser import Chat
from refbrowser.surface.render import render
from tests.hostile import tricks
from tests.hostile.key_tricks import ACTS, EVENTS, scene
from tests.support.calls import do, evaluated, read
from tests.support.server import Site

REPEATS: Final = int(os.environ.get("PRESS_REPEATS", "1"))

CALLS: Final[dict[str, tuple[str, dict[str, Any], set[str]]]] = {
    "type": ("text", {"action": "type", "text": "words"}, {"input"}),
    "type slowly": ("text", {"action": "type", "text": "words", "slowly": True}, {"input"}),
    "type_submit": ("text", {"action": "type_submit", "text": "words"}, {"keydown Enter"}),
    "select_option": ("select", {"action": "select_option", "value": "three"}, {"change"}),
    "select_option by one key": ("select", {"action": "select_option", "value": "two"}, {"change"}),
    "set_checked": ("checkbox", {"action": "set_checked"}, {"change"}),
    "focus": ("button", {"action": "focus"}, {"focus"}),
}
"""The kind of field, what the action is, and of what its target has to have received something."""

WRONG: Final = {"beforeinput", "input", "change", "keydown", "keydown Enter", "mousedown", "click", "submit"}
"""What the other element must not receive from an action that is reported as done."""

SAID: Final = {"differs_from_typed", "passed_on_to", "kept_from", "unconfirmed", "released_on", "click"}
"""What a receipt says of input that did not go as meant."""


async def tried(chat: Chat, url: str, call: dict[str, Any]) -> tuple[dict[str, Any], list[list[str]]]:
    """The answer to the call on the page's target, and what the page's elements received."""
    await do(chat, "hover", x=1000, y=700, observe="none")
    await do(chat, "navigate", url=url, wait_until="load")
    numbers = await read(chat)
    answer = await chat.call({**call, "ref": numbers["Help"], "timeout_ms": 6000, "observe": "none"})
    return answer, await evaluated(chat, tricks.PING)


def judged(answer: dict[str, Any], received: list[list[str]], needed: set[str]) -> None:
    """Fails where the answer says that something was done which the page did not see done, or saw done to another element."""
    text = f"{received}: {render(answer)}"
    assert answer.get("code") != "internal_error", text
    assert not any((type_, whose) == ("submit", "trap") for type_, _, whose in received), text
    if not answer["ok"]:
        return
    receipt = answer["result"]["action"]
    if SAID & set(receipt):
        return
    got = {(type_, whose) for type_, _, whose in received}
    assert any((type_, "target") in got for type_ in needed), text
    assert not {(type_, "trap") for type_ in WRONG} & got, text


@pytest.mark.parametrize("when", EVENTS)
@pytest.mark.parametrize("verb", CALLS)
@pytest.mark.parametrize("place", ["top", "other"])
async def test_input_goes_to_its_element_or_is_reported(
    shared: dict[str, Chat], common_site: Site, place: str, verb: str, when: str
) -> None:
    field, call, needed = CALLS[verb]
    wrong: list[str] = []
    for act in ACTS:
        path = f"/keys/{place}/{field}/{list(EVENTS).index(when)}/{list(ACTS).index(act)}"
        html = scene(field, when, act)
        if place == "top":
            url = common_site.page(html, path)
        else:
            common_site.page(html, f"{path}/inner")
            url = common_site.page(tricks.outside(tricks.FRAME % common_site.other(f"{path}/inner")), path)
        for _ in range(REPEATS):
            answer, received = await tried(shared["one"], url, call)
            try:
                judged(answer, received, needed)
            except AssertionError as failure:
                wrong.append(f"{act}: {failure}")
    assert not wrong, "\n".join([f"{len(wrong)} of {len(ACTS) * REPEATS}", *wrong])
