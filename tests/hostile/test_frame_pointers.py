"""Pointer actions into frames that lie where the window does not show them. The oracle is the log of the frame's own page.

What answers that it was done has been heard by the page in the frame; and the box that ``detail`` gives is in the same unit as ``x`` and ``y``.
"""

from typing import Any

import pytest

from refbrowser import Chat
from refbrowser.surface.render import render
from tests.hostile.framed import pages
from tests.support.calls import do, evaluated, refs
from tests.support.server import Site

KINDS = (
    "in_view", "below", "below_srcdoc", "below_other", "below_nested", "in_box", "in_box_other", "scrolled_inside", "scrolled_inside_other", "other_then_own", "bordered",
    "scaled", "scaled_other", "zoomed", "turned", "in_shadow",
)  # fmt: skip

SHAPED = ("bordered", "scaled", "scaled_other", "zoomed", "turned")
FEW = ("click", "set_checked", "drag")

VERBS: dict[str, tuple[dict[str, Any], str]] = {
    "click": ({"action": "click", "ref": "Press"}, "click:b"),
    "force": ({"action": "click", "ref": "Press", "force": True}, "click:b"),
    "double_click": ({"action": "double_click", "ref": "Press"}, "dblclick:b"),
    "right_click": ({"action": "right_click", "ref": "Press"}, "contextmenu:b"),
    "hover": ({"action": "hover", "ref": "Press"}, "mouseover:b"),
    "set_checked": ({"action": "set_checked", "ref": "Tick"}, "change:c"),
    "type": ({"action": "type", "ref": "Name", "text": "ab"}, "input:i"),
    "select_option": ({"action": "select_option", "ref": "Pick", "value": "Two"}, "change:s"),
    "drag": ({"action": "drag", "ref": "Piece", "target_ref": "Zone"}, "drop:zone"),
}  # fmt: skip

_HEARD = """for (const end = Date.now() + 400; !heard.includes('%s') && Date.now() < end;) await new Promise(done => setTimeout(done, 10));
heard"""


def _marked(name: str, *values: Any) -> Any:
    return pytest.param(*values, id=name)


@pytest.fixture(scope="module")
def addresses(common_site: Site) -> dict[str, str]:
    return pages(common_site)


async def shown(chat: Chat, url: str) -> dict[str, int]:
    await do(chat, "navigate", url=url, wait_until="load")
    numbers = refs(await do(chat, "content"))
    assert {"Press", "Tick", "Name", "Pick", "Piece", "Zone"} <= {name.split(" options")[0] for name in numbers}, numbers
    return numbers


CELLS = [
    *(
        _marked(f"frame/{kind}/{verb}/one", "one", kind, verb)
        for kind in KINDS
        for verb in VERBS
        if kind not in SHAPED or verb in FEW
    ),
    *(
        _marked(f"frame/{kind}/{verb}/own", "own", kind, verb)
        for kind in KINDS
        if "other" in kind
        for verb in VERBS
        if kind not in SHAPED or verb in FEW
    ),
]


@pytest.mark.parametrize(("processes", "kind", "verb"), CELLS)
async def test_what_is_done_in_a_frame_is_heard_there(
    shared: dict[str, Chat], addresses: dict[str, str], processes: str, kind: str, verb: str
) -> None:
    chat = shared[processes]
    numbers = await shown(chat, addresses[kind])
    call, goal = VERBS[verb]
    answer = await chat.call(
        {name: numbers.get(value, value) if isinstance(value, str) else value for name, value in call.items()}
        | {"timeout_ms": 3000}
    )
    heard = await evaluated(chat, _HEARD % goal)
    text = render(answer).replace("\n", " | ")
    assert answer["ok"], text
    assert goal in heard, f"not heard ({goal}), but {heard[-5:]}: {text}"


BOXES = [
    *(_marked(f"box/{kind}/one", "one", kind) for kind in KINDS),
    *(_marked(f"box/{kind}/own", "own", kind) for kind in KINDS if "other" in kind),
]


@pytest.mark.parametrize(("processes", "kind"), BOXES)
async def test_the_middle_of_a_box_is_the_element(
    shared: dict[str, Chat], addresses: dict[str, str], processes: str, kind: str
) -> None:
    chat = shared[processes]
    numbers = await shown(chat, addresses[kind])
    await do(chat, "scroll", ref=numbers["Press"])
    box = (await do(chat, "detail", ref=numbers["Press"]))["box"]
    x, y, width, height = (box[name] for name in ("x", "y", "width", "height")) if isinstance(box, dict) else box
    answer = await chat.call({"action": "click", "x": x + width / 2, "y": y + height / 2})
    heard = await evaluated(chat, _HEARD % "click:b")
    assert "click:b" in heard, f"box {box}: not heard, but {heard[-5:]}: {render(answer)}".replace("\n", " | ")
