"""Each action of the catalog, with a policy that asks about it: a person is asked once, and before anything is done."""

from pathlib import Path
from typing import Any, Final

from refbrowser import Answer, Chat
from refbrowser.actions.catalog import BY_NAME
from tests.support.calls import do, refused
from tests.support.oversight import Person
from tests.support.server import Site

PAGE: Final = """<style>body { height: 3000px } input, button, select, a { position: relative }</style>
<button id=b>Press</button><form onsubmit="return false"><input id=i autofocus><input type=submit id=s value=Send></form>
<select id=o><option>a<option>b</select><input type=checkbox id=c><input type=file id=f><div id=d draggable=true>drag</div>"""

GIVEN: Final[dict[str, list[dict[str, Any]]]] = {
    "click": [{"selector": "#b"}, {"x": 20, "y": 15}],
    "double_click": [{"selector": "#b"}],
    "right_click": [{"selector": "#b"}],
    "hover": [{"x": 20, "y": 15}],
    "drag": [
        {"selector": "#d", "target_selector": "#b"},
        {"x": 20, "y": 15, "to_x": 40, "to_y": 60},
        {"selector": "#d", "to_x": 40, "to_y": 60},
        {"x": 20, "y": 15, "target_selector": "#b"},
    ],
    "scroll": [{"direction": "down", "amount": 5}, {"selector": "#b"}],
    "wheel": [{"x": 20, "y": 15, "delta_y": 5}],
    "mouse": [{"event_type": "move", "x": 20, "y": 15}],
    "focus": [{"selector": "#i"}],
    "type": [{"selector": "#i", "text": "a"}, {"selector": "#i", "text": "ab", "slowly": True}],
    "submit": [{"selector": "#i"}],
    "type_submit": [{"selector": "#i", "text": "a"}],
    "keyboard": [{"text": "ab"}, {"key": "Enter"}, {"key": "a"}],
    "key_chord": [{"keys": ["Shift", "a"]}],
    "select_text": [{"selector": "#b", "text": "press"}, {"text": "press"}, {"selector": "body", "text": "press"}],
    "clipboard": [{"operation": "paste", "text": "a"}],
    "select_option": [{"selector": "#o", "value": "b"}],
    "set_checked": [{"selector": "#c"}],
    "fill_form": [{"fields": [{"selector": "#i", "value": "a"}, {"selector": "#c", "value": True}]}],
    "upload_file": [{"selector": "#f", "paths": []}],
    "set_viewport": [{"width": 1280, "height": 720}],
    "emulate": [{"color_scheme": "dark"}],
    "dialog": [{"operation": "dismiss", "arm": True}],
}
"""Of actions that may give input."""

DENIED: Final[dict[str, dict[str, Any]]] = {
    "open": {}, "list": {}, "state": {}, "set_active": {}, "close": {}, "close_all": {}, "navigate": {"url": "about:blank"}, "back": {}, "forward": {}, "reload": {},
    "wait": {"text": "x"}, "expect": {"text": "x"}, "content": {}, "detail": {"ref": 1}, "find": {"text": "x"}, "read": {"url": "http://localhost:1/"}, "source": {}, "downloads": {},
    "console": {}, "network": {}, "frames": {}, "screenshot": {}, "visual_diff": {}, "record": {"operation": "start"}, "pdf": {}, "evaluate": {"script": "1"},
    "cdp": {"method": "DOM.enable"}, "page_tools": {"name": "x"}, "storage": {"operation": "get"}, "route": {"operation": "list"}, "secrets": {}, "identity": {}, "handoff": {"reason": "x"}, "help": {},
    "flow": {"operation": "list"},
}  # fmt: skip


async def test_each_action_asks_once(shared_overseen: Chat, rules: Path, person: Person, site: Site) -> None:
    assert GIVEN.keys() | DENIED.keys() == BY_NAME.keys() - {"multi"}, "an action without a call here"
    chat = shared_overseen
    rules.write_text('default = "allow"')
    await do(chat, "navigate", url=site.page(PAGE))
    asked: dict[str, int] = {}
    for name, calls in GIVEN.items():
        for call in calls:
            if BY_NAME[name].conduct.finds == "focus":
                rules.write_text('default = "allow"')
                await do(chat, "focus", selector="#i")
            rules.write_text(f'default = "allow"\n[[rule]]\nname = "it"\nverdict = "ask"\nactions = "{name}"\n')
            person.cards.clear()
            await do(chat, name, **call)
            asked[f"{name} {call}"] = len(person.cards)
    person.answers = lambda _: Answer("deny")
    for name, call in DENIED.items():
        rules.write_text(f'default = "allow"\n[[rule]]\nname = "it"\nverdict = "ask"\nactions = "{name}"\n')
        person.cards.clear()
        await refused(chat, "approval_denied", name, **call)
        asked[name] = len(person.cards)
    more = {call: cards for call, cards in asked.items() if cards != 1}
    assert more == {}
