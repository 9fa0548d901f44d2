"""What Playwright does for one recorded call, as statements of Python."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from refbrowser.journal.entry import key_of
from refbrowser.journal.summary import Entry
from refbrowser.replay.literals import literal

Call = Mapping[str, Any]

_IN_EVERY: Final = {"action", "selector", "timeout_ms", "browser_id", "observe", "focus_popup", "wait_until"}
"""Arguments that change nothing of what the page is sent, and the one that names the element."""

_POINTING: Final = ("modifiers", "force", "offset_x", "offset_y")


def statements_of(entry: Entry, call: Call, page: str) -> Iterator[str]:
    """The statements for ``call`` on ``page``, or a comment that there is no counterpart."""
    found = ""
    if "selector" in call:
        frame = ((entry.get("targets") or {}).get(key_of(entry.get("arguments") or {})) or {}).get("frame")
        where = f"inside({page}, {frame!r})" if frame else page
        found = f"{where}.{_locator(call['selector'])}"
    makers = (_ON_ELEMENT.get(entry["action"]) if found else None, _ON_PAGE.get(entry["action"]))
    written = [line for make in makers if make is not None for line in make(found or page, page, call, entry)]
    if written:
        yield from written
        if "wait_for_hidden" in call:
            yield f'{page}.locator({call["wait_for_hidden"]!r}).first.wait_for(state="hidden")'
        return
    yield f"# {entry['action']} has no counterpart here: {json.dumps(call, ensure_ascii=False)}"


def _takes(call: Call, *names: str) -> bool:
    """Whether the call has no other arguments than these."""
    return set(call) <= _IN_EVERY | {"wait_for_hidden", "wait_for_hidden_ms", *names}


def _pointer(method: str, **fixed: Any) -> "Maker":
    names = (
        *_POINTING,
        *(("button", "click_count") if method == "click" and not fixed else ()),
        *(("button",) if method == "dblclick" else ()),
    )

    def write(found: str, page: str, call: Call, entry: Entry) -> Iterator[str]:
        if not _takes(call, *names):
            return
        options = {name: call[name] for name in names if name in call and not name.startswith("offset_")} | fixed
        if "offset_x" in call or "offset_y" in call:
            options["position"] = {"x": call.get("offset_x", 0), "y": call.get("offset_y", 0)}
        yield f"{found}.{method}({_options(options)})"

    return write


def _at_point(method: str, *names: str, **fixed: Any) -> "Maker":
    def write(found: str, page: str, call: Call, entry: Entry) -> Iterator[str]:
        if _takes(call, "x", "y", *names) and "x" in call and "y" in call:
            options = _options({name: call[name] for name in names if name in call} | fixed)
            yield f"{page}.mouse.{method}({call['x']!r}, {call['y']!r}{', ' if options else ''}{options})"

    return write


def _options(options: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={literal(value)}" for name, value in options.items())


def _text_of(call: Call) -> str:
    return literal(call["text"] if "text" in call else {"hidden": call["secret"]})


def _type(found: str, page: str, call: Call, entry: Entry) -> Iterator[str]:
    if not _takes(call, "text", "secret", "clear", "slowly"):
        return
    if call.get("clear", True) and not call.get("slowly"):
        yield f"{found}.fill({_text_of(call)})"
        return
    yield f'{found}.fill("")' if call.get("clear", True) else f'{found}.press("ControlOrMeta+End")'
    yield f"{found}.press_sequentially({_text_of(call)})"


def _type_submit(found: str, page: str, call: Call, entry: Entry) -> Iterator[str]:
    if written := list(_type(found, page, call, entry)):
        yield from written
        yield f'{found}.press("Enter")'


def _submit(found: str, page: str, call: Call, entry: Entry) -> Iterator[str]:
    if _takes(call) and str(_target(entry, entry.get("arguments") or {}).get("kind")).startswith("input"):
        yield f'{found}.press("Enter")'


def _select(found: str, page: str, call: Call, entry: Entry) -> Iterator[str]:
    if _takes(call, "value", "values") and _target(entry, entry.get("arguments") or {}).get("tag") == "select":
        yield f"{found}.select_option({literal(call.get('value', call.get('values')))})"


def _locator(selector: str) -> str:
    """The call of Playwright that finds what ``selector`` means; of ``label=`` and ``placeholder=`` it has methods."""
    engine, _, name = selector.strip().partition("=")
    return f"get_by_{engine}({name.strip()!r})" if engine in ("label", "placeholder") else f"locator({selector!r})"


def _fill_form(found: str, page: str, call: Call, entry: Entry) -> Iterator[str]:
    recorded = (entry.get("arguments") or {}).get("fields") or []
    for before, field in zip(recorded, call["fields"], strict=True):
        target = _target(entry, before)
        where = f"inside({page}, {target['frame']!r})" if target.get("frame") else page
        locator = f"{where}.{_locator(field['selector'])}"
        value = field["value"] if "value" in field else {"hidden": field["secret"]}
        if isinstance(value, bool):
            yield f"{locator}.set_checked({value!r})"
        elif isinstance(value, list) or target.get("tag") == "select":
            yield f"{locator}.select_option({literal(value)})"
        else:
            yield f"{locator}.fill({literal(value)})"


def _target(entry: Entry, arguments: Mapping[str, Any], prefix: str = "") -> Mapping[str, Any]:
    target: Mapping[str, Any] = (entry.get("targets") or {}).get(key_of(arguments, prefix)) or {}
    return target


def _keyboard(found: str, page: str, call: Call, entry: Entry) -> Iterator[str]:
    yield f"{page}.keyboard.press({call['key']!r})" if "key" in call else f"{page}.keyboard.type({literal(call['text'])})"


def _scroll(found: str, page: str, call: Call, entry: Entry) -> Iterator[str]:
    if found != page:
        if _takes(call):
            yield f"{found}.scroll_into_view_if_needed()"
        return
    signs = {"down": (0, 1), "up": (0, -1), "right": (1, 0), "left": (-1, 0)}
    if call.get("to") in ("top", "bottom"):
        yield f'{page}.evaluate("scrollTo(0, {"0" if call["to"] == "top" else "document.documentElement.scrollHeight"})")'
    elif "amount" in call and call.get("direction") in signs:
        across, down = (sign * call["amount"] for sign in signs[call["direction"]])
        yield f'{page}.evaluate("scrollBy({across}, {down})")'


def _wheel(found: str, page: str, call: Call, entry: Entry) -> Iterator[str]:
    yield f"{page}.mouse.move({call.get('x', 0)!r}, {call.get('y', 0)!r})"
    yield f"{page}.mouse.wheel({call.get('delta_x', 0)!r}, {call.get('delta_y', 0)!r})"


def _mouse(found: str, page: str, call: Call, entry: Entry) -> Iterator[str]:
    button = f"button={call['button']!r}" if "button" in call else ""
    kind, point = call.get("event_type"), f"{call.get('x')!r}, {call.get('y')!r}"
    if kind in ("move", "down", "up") and "x" in call:
        yield f"{page}.mouse.move({point})"
    if kind in ("down", "up"):
        yield f"{page}.mouse.{kind}({button})"
    elif kind == "click" and "x" in call:
        yield f"{page}.mouse.click({point}{', ' if button else ''}{button})"


def _drag(found: str, page: str, call: Call, entry: Entry) -> Iterator[str]:
    target = _target(entry, entry.get("arguments") or {}, "target_")
    if _takes(call, "target_selector") and "target_selector" in call and not target.get("frame"):
        yield f"{found}.drag_to({page}.locator({call['target_selector']!r}))"


def _wait(found: str, page: str, call: Call, entry: Entry) -> Iterator[str]:
    if _takes(call, "text"):
        if "text" in call:
            yield f"{page}.get_by_text({literal(call['text'])}).first.wait_for()"
        elif found != page:
            yield f"{found}.wait_for()"
    elif _takes(call, "text_gone"):
        yield f'{page}.get_by_text({literal(call["text_gone"])}).first.wait_for(state="hidden")'
    elif found != page and _takes(call, "state") and call["state"] in ("visible", "hidden", "attached", "detached"):
        yield f"{found}.wait_for(state={call['state']!r})"
    elif _takes(call, "load_state"):
        yield f"{page}.wait_for_load_state({call['load_state']!r})"
    elif _takes(call, "time_ms"):
        yield f"{page}.wait_for_timeout({call['time_ms']!r})"


def _viewport_set(found: str, page: str, call: Call, entry: Entry) -> Iterator[str]:
    if _takes(call, "width", "height") and "width" in call and "height" in call:
        yield f"{page}.set_viewport_size({literal({'width': call['width'], 'height': call['height']})})"


def _emulate(found: str, page: str, call: Call, entry: Entry) -> Iterator[str]:
    media = {name: call[name] for name in ("color_scheme", "reduced_motion") if name in call and call[name] != "none"}
    if media and _takes(call, *media):
        yield f"{page}.emulate_media({_options(media)})"
    elif _takes(call, "offline") and "offline" in call:
        yield f"context.set_offline({call['offline']!r})"


def _plain(text: str, *names: str) -> "Maker":
    def write(found: str, page: str, call: Call, entry: Entry) -> Iterator[str]:
        if _takes(call, *names) and all(name in call for name in names):
            yield text.format(page=page, found=found, **{name: literal(call[name]) for name in names})

    return write


Maker = Callable[[str, str, Call, Entry], Iterator[str]]
"""Writes the statements for a call on an element, or on a page; none for what Playwright cannot do."""

_ON_ELEMENT: Final[Mapping[str, Maker]] = {
    "click": _pointer("click"),
    "double_click": _pointer("dblclick"),
    "right_click": _pointer("click", button="right"),
    "hover": _pointer("hover"),
    "focus": _plain("{found}.focus()"),
    "type": _type,
    "type_submit": _type_submit,
    "submit": _submit,
    "set_checked": lambda found, page, call, entry: iter((f"{found}.set_checked({call.get('checked', True)!r})",)),
    "select_option": _select,
    "upload_file": lambda found, page, call, entry: iter(
        (f"{found}.set_input_files({literal(call.get('path', call.get('paths')))})",)
    ),
    "drag": _drag,
}

_ON_PAGE: Final[Mapping[str, Maker]] = {
    "navigate": _plain("{page}.goto({url})", "url"),
    "back": _plain("{page}.go_back()"),
    "forward": _plain("{page}.go_forward()"),
    "reload": _plain("{page}.reload()"),
    "close": _plain("{page}.close()"),
    "set_active": _plain("{page}.bring_to_front()"),
    "click": _at_point("click", "button", "click_count"),
    "double_click": _at_point("dblclick", "button"),
    "right_click": _at_point("click", button="right"),
    "hover": _at_point("move"),
    "fill_form": _fill_form,
    "keyboard": _keyboard,
    "key_chord": lambda found, page, call, entry: iter((f"{page}.keyboard.press({'+'.join(call['keys'])!r})",)),
    "scroll": _scroll,
    "wheel": _wheel,
    "mouse": _mouse,
    "wait": _wait,
    "expect": _wait,
    "set_viewport": _viewport_set,
    "emulate": _emulate,
}
