"""What an agent does to make a page's script act: one row per way. Each page's control is called Go."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Cause:
    """``own`` matches what the action itself changes, whatever the page does; without it, a page that does nothing shows no effect.

    ``quiet``: what the action itself changes (the focus of what is pressed at a point, the chat's clipboard) may be named or not.
    """

    name: str
    html: str
    call: Mapping[str, Any]
    own: str = ""
    quiet: bool = False
    ready: str = ""
    before: tuple[Mapping[str, Any], ...] = ()


BUTTON = "<button id=go onclick='act()'>Go</button>"
_FIELD = "<input id=go aria-label=Go %s>"


def _button(event: str) -> str:
    return f"<button id=go on{event}='act()'>Go</button>"


CLICK = Cause("click", BUTTON, {"action": "click", "ref": "GO"})

CAUSES = (
    CLICK,
    Cause("selector", BUTTON, {"action": "click", "selector": "#go"}),
    Cause("text_selector", BUTTON, {"action": "click", "selector": "text=Go"}),
    Cause("role_selector", BUTTON, {"action": "click", "selector": "role=button[name=Go]"}),
    Cause("point", BUTTON, {"action": "click", "x": 380, "y": 30}, quiet=True),
    Cause("force", BUTTON, {"action": "click", "ref": "GO", "force": True}),
    Cause("offset", BUTTON, {"action": "click", "ref": "GO", "offset_x": 3, "offset_y": 3}),
    Cause("modifier", BUTTON, {"action": "click", "ref": "GO", "modifiers": ["Shift"]}),
    Cause("three_clicks", "<button id=go onclick='event.detail === 3 && act()'>Go</button>", {"action": "click", "ref": "GO", "click_count": 3}),
    Cause("pointerdown", _button("pointerdown"), {"action": "click", "ref": "GO"}),
    Cause("mouseup", _button("mouseup"), {"action": "click", "ref": "GO"}),
    Cause("middle", _button("auxclick"), {"action": "click", "ref": "GO", "button": "middle"}),
    Cause("double", _button("dblclick"), {"action": "double_click", "ref": "GO"}),
    Cause("right", _button("contextmenu"), {"action": "right_click", "ref": "GO"}),
    Cause("hover", _button("mouseenter"), {"action": "hover", "ref": "GO"}),
    Cause("hover_point", _button("mouseover"), {"action": "hover", "x": 380, "y": 30}),
    Cause("mouse_click", BUTTON, {"action": "mouse", "event_type": "click", "x": 380, "y": 30}, quiet=True),
    Cause("mouse_move", _button("mousemove"), {"action": "mouse", "event_type": "move", "x": 380, "y": 30}),
    Cause("wheel", "<button id=go onwheel='act()'>Go</button>", {"action": "wheel", "x": 380, "y": 30, "delta_y": 100}),
    Cause("scroll", "<p style='position:absolute;top:3000px'>Far<script>addEventListener('scroll', () => act(), {once: true})</script>", {"action": "scroll", "to": "bottom"}, own="scroll"),
    Cause("enter", BUTTON, {"action": "keyboard", "key": "Enter"}, ready="go.focus()"),
    Cause("space", BUTTON, {"action": "keyboard", "key": "Space"}, ready="go.focus()"),
    Cause("key", "<button id=go>Go</button>", {"action": "keyboard", "key": "k"}, ready="onkeydown = () => act()"),
    Cause("chord", "<button id=go>Go</button>", {"action": "key_chord", "keys": ["Control", "k"]}, ready="onkeydown = e => { if (e.key === 'k') act() }"),
    Cause("key_text", _FIELD % "oninput='if (value === `ab`) act()'", {"action": "keyboard", "text": "ab"}, own='ab"', ready="go.focus()"),
    Cause("paste", _FIELD % "oninput='act()'", {"action": "clipboard", "operation": "paste", "text": "Pasted"}, own="Pasted", ready="go.focus()"),
    Cause("paste_event", _FIELD % "onpaste='act()'", {"action": "clipboard", "operation": "paste", "text": "Pasted"}, own="Pasted", ready="go.focus()"),
    Cause("copy", _FIELD % "oncopy='act()' value=Held", {"action": "clipboard", "operation": "copy"}, quiet=True, ready="go.focus(); go.select()"),
    Cause("cut", _FIELD % "oninput='act()' value=Held", {"action": "clipboard", "operation": "cut"}, own=r"(?m)^~ .*Go(?!.*Held)|value: *(\"\"|''|\(empty\))?$|cut", ready="go.focus(); go.select()"),
    Cause("cut_event", _FIELD % "oncut='act()' value=Held", {"action": "clipboard", "operation": "cut"}, own=r"(?m)^~ .*Go(?!.*Held)|value: *(\"\"|''|\(empty\))?$|cut", ready="go.focus(); go.select()"),
    Cause(
        "chord_paste",
        _FIELD % "onpaste='act()'" + "<input id=held value=Pasted>",
        {"action": "key_chord", "keys": ["Control", "v"]},
        own='Go.*Pasted|value: "?Pasted',
        ready="held.focus(); held.select()",
        before=({"action": "clipboard", "operation": "copy"}, {"action": "click", "selector": "#go"}),
    ),
    Cause("type", _FIELD % "oninput='act()'", {"action": "type", "ref": "GO", "text": "Typed"}, own="Typed"),
    Cause("type_slowly", _FIELD % "onkeyup='if (value === `abc`) act()'", {"action": "type", "ref": "GO", "text": "abc", "slowly": True}, own="abc"),
    Cause("type_same", _FIELD % "value=Typed onfocus='act()'", {"action": "type", "ref": "GO", "text": "Typed"}, own="Typed"),
    Cause("type_textarea", "<textarea id=go aria-label=Go oninput='act()'></textarea>", {"action": "type", "ref": "GO", "text": "Typed"}, own="Typed"),
    Cause("type_editable", "<div id=go role=textbox contenteditable aria-label=Go oninput='act()'></div>", {"action": "type", "ref": "GO", "text": "Typed"}, own="Typed"),
    Cause("check", "<input type=checkbox id=go aria-label=Go onchange='act()'>", {"action": "set_checked", "ref": "GO"}, own="checked: true|checked checkbox"),
    Cause("check_same", "<input type=checkbox id=go aria-label=Go checked onchange='act()'>", {"action": "set_checked", "ref": "GO", "checked": False}, own="checked: false"),
    Cause("radio", "<input type=radio id=go aria-label=Go onchange='act()'>", {"action": "click", "ref": "GO"}, own="checked: true|checked radio"),
    Cause("switch", "<div role=switch tabindex=0 aria-checked=false id=go aria-label=Go onclick='ariaChecked = `true`; act()'></div>", {"action": "set_checked", "ref": "GO"}, own="checked"),
    Cause("select", "<select id=go aria-label=Go onchange='act()'><option>One<option>Two</select>", {"action": "select_option", "ref": "GO", "value": "Two"}, own="Two"),
    Cause("fill", _FIELD % "oninput='act()'", {"action": "fill_form", "fields": [{"ref": "GO", "value": "Typed"}]}, own="Typed"),
    Cause("submit", f"<form onsubmit='act(); return false'>{_FIELD % ''}</form>", {"action": "submit", "ref": "GO"}),
    Cause("type_submit", f"<form onsubmit='act(); return false'>{_FIELD % ''}</form>", {"action": "type_submit", "ref": "GO", "text": "Typed"}, own="Typed"),
    Cause("enter_submit", f"<form onsubmit='act(); return false'>{_FIELD % ''}</form>", {"action": "keyboard", "key": "Enter"}, ready="go.focus()"),
    Cause("drag", "<button id=go onpointerup='act()'>Go</button>", {"action": "drag", "x": 100, "y": 20, "target_ref": "GO"}),
    Cause(
        "drop",
        "<div id=go role=button tabindex=0 ondragover='event.preventDefault()' ondrop='event.preventDefault(); act()'>Go</div><i draggable=true style='position:fixed;left:10px;top:10px'>Piece</i>",
        {"action": "drag", "selector": "text=Piece", "target_selector": "#go"},
    ),
    Cause("multi", BUTTON, {"action": "multi", "calls": [{"action": "click", "ref": "GO"}]}),
    Cause("dialog", "<button id=go onclick='confirm(`Sure?`) && act()'>Go</button>", {"action": "dialog", "operation": "accept"}, own="Sure", before=({"action": "click", "ref": "GO"},)),
)  # fmt: skip
