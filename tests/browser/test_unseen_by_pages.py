"""Pages do not see the tool: after every kind of action each frame's globals, prototypes and attributes are as the page made them.

`evaluate` runs in the world of the page, which is what it is for: there it leaves nothing, and brings nothing but the script.
"""

from typing import Any

import pytest

from refbrowser import Chat
from tests.support.calls import do, evaluated, navigated
from tests.support.server import Site

WATCH = """<script>
  window.stacks = []; window.watching = false;
  const watch = (holder, name) => {
    const real = holder[name];
    holder[name] = function (...values) { if (watching) stacks[stacks.length] = name + new Error().stack; return Reflect.apply(real, this, values); };
  };
  for (const name of ['push', 'map', 'filter', 'forEach']) watch(Array.prototype, name);
  for (const name of ['querySelectorAll', 'elementFromPoint', 'createElement']) watch(Document.prototype, name);
  for (const name of ['getBoundingClientRect', 'scrollIntoView', 'getAttribute', 'checkVisibility']) watch(Element.prototype, name);
  watch(window, 'getComputedStyle'); watch(JSON, 'stringify'); watch(Map.prototype, 'set');
  window.census = () => {
    const own = holder => Reflect.ownKeys(holder).map(String).sort().join();
    const prototypes = [Object, Array, Function, Element, Node, Document, Window, Map, Promise, Event].map(one => own(one.prototype));
    const tree = [];
    for (let node = document.documentElement, walk = document.createTreeWalker(node); node; node = walk.nextNode()) {
      tree.push(node.nodeName + Array.from(node.attributes ?? [], one => one.name + '=' + one.value));
    }
    return JSON.stringify([own(window), prototypes, tree, own(document)]);
  };
  window.first = ''; addEventListener('load', () => { window.first = census(); stacks.length = 0; });
</script>"""

BODY = """<button id=press>Press</button><input id=field aria-label=Field><label><input type=checkbox id=tick>Tick</label>
<select id=pick aria-label=Pick><option>one<option>two</select><input type=file id=file aria-label=File>
<div id=edit contenteditable role=textbox aria-label=Edit>text</div><div id=box tabindex=0 onclick='1'>Box</div>"""

LOOK = """() => {
  watching = false;
  const [seen, now] = [stacks.splice(0), census()];
  // What evaluate itself does with this answer, it does in the page's world.
  setTimeout(() => watching = true);
  return [now === first || now, seen.slice(0, 3)];
}"""
LOOK_BOTH = f"() => [eval({LOOK!r})(), frames[0].eval({LOOK!r})()]"


CALLS: dict[str, list[dict[str, Any]]] = {
    "reading and pressing": [
        {"action": "content", "mode": "viewport"}, {"action": "content", "mode": "interactive"}, {"action": "find", "text": "Press"},
        {"action": "detail", "ref": "Press"}, {"action": "click", "ref": "Press"}, {"action": "double_click", "ref": "Press"},
        {"action": "hover", "ref": "Press"},
    ],
    "pressing by a selector and a point": [
        {"action": "click", "selector": "#box >> nth=0", "observe": "none"}, {"action": "click", "x": 5, "y": 5},
    ],
    "turning and dragging": [
        {"action": "scroll", "to": "bottom"}, {"action": "wheel", "x": 9, "y": 9, "delta_y": -50},
        {"action": "drag", "ref": "Press", "to_x": 200, "to_y": 200},
    ],
    "waiting and pictures": [
        {"action": "wait", "text": "Press"}, {"action": "wait", "ref": "Press", "state": "visible"},
        {"action": "screenshot", "annotate": True, "path": "shot.jpg"},
    ],
    "keys": [{"action": "keyboard", "key": "Tab"}, {"action": "key_chord", "keys": ["Control", "a"]}],
    "looking": [{"action": "state"}, {"action": "network"}, {"action": "console"}, {"action": "source"}],
}  # fmt: skip


@pytest.mark.rows(1)
@pytest.mark.parametrize("kind", CALLS)
async def test_no_action_leaves_a_trace_in_any_frame(shared_chat: Chat, site: Site, kind: str) -> None:
    site.page(WATCH + BODY, "/inner")
    frames = f"<iframe src='/inner'></iframe><iframe src='{site.other('/inner')}'></iframe>"
    refs = await navigated(shared_chat, site.page(WATCH + BODY + frames))
    listed = (await do(shared_chat, "frames"))["frames"]
    assert await evaluated(shared_chat, LOOK_BOTH) == [[True, []], [True, []]], "opening and reading"
    for call in CALLS[kind]:
        answer = await shared_chat.call({name: refs[value] if name == "ref" else value for name, value in call.items()})
        if not answer["ok"]:
            assert call["action"] in ("screenshot", "click"), answer
    # What a call left is still there after the next ones, and the stacks of all of them are kept.
    assert await evaluated(shared_chat, LOOK_BOTH) == [[True, []], [True, []]]
    elsewhere = next(frame for frame in listed if frame["origin"] == site.other("")[: -len("/")] or "localhost" in frame["url"])
    assert (await evaluated(shared_chat, LOOK, frame_id=elsewhere["frame_id"])) == [True, []]


HOOKED = """<title>Hooked</title><button>NAME</button><script>
window.callers = [];
for (const [holder, name] of [[Map.prototype, 'set'], [Set.prototype, 'add'], [Array.prototype, 'sort'], [Array.prototype, 'push']]) {
  const real = holder[name];
  holder[name] = function (...values) { callers[callers.length] = new Error().stack; return Reflect.apply(real, this, values); };
}
</script>"""


async def runs_alone(chat: Chat, site: Site, place: str) -> None:
    """A script that is given the button of that place leaves and meets nothing else in the world of its page."""
    top, same = HOOKED.replace("NAME", "top"), HOOKED.replace("NAME", "same")
    site.page(same + "<iframe src='/nested'></iframe>", "/same")
    site.page(HOOKED.replace("NAME", "nested"), "/nested")
    site.page(HOOKED.replace("NAME", "other"), "/other")
    refs = await navigated(chat, site.page(f"{top}<iframe src='/same'></iframe><iframe src='{site.other('/other')}'></iframe>"))
    before, value, after = await evaluated(
        chat,
        "async element => { const view = element.ownerDocument.defaultView; const before = Object.keys(view).join();"
        "return [before, [element.textContent, view.callers.length], Object.keys(view).join()]; }",
        ref=refs[place],
    )
    assert (value, before) == ([place, 0], after)
    assert await evaluated(chat, "(element) => { window.callers.length = 0; return element.tagName; }", ref=refs[place]) == "BUTTON"
    stacks = await evaluated(chat, "() => window.callers", ref=refs[place])
    assert not [stack for stack in stacks if "Script" in stack]


@pytest.mark.rows(1)
@pytest.mark.parametrize("place", ["nested", "same", "top", "other"])
async def test_a_script_with_an_element_comes_alone_into_the_pages_world(shared_chat: Chat, site: Site, place: str) -> None:
    await runs_alone(shared_chat, site, place)


@pytest.mark.long("browser/test_unseen_by_pages.py::test_a_script_with_an_element_comes_alone_into_the_pages_world")
@pytest.mark.parametrize("place", ["top", "same", "nested", "other"])
async def test_it_comes_alone_into_frames_with_processes_of_their_own(shared_isolated_chat: Chat, site: Site, place: str) -> None:
    await runs_alone(shared_isolated_chat, site, place)
