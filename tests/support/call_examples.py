"""Calls that a schema of ours has to take, of every action; and what a schema consists of."""

from collections.abc import Iterator
from typing import Any, Final

EXAMPLES: Final[dict[str, list[dict[str, Any]]]] = {
    "open": [{}, {"url": "https://x.test", "observe": "content", "wait_until": "load"}],
    "list": [{"include_content": True}],
    "state": [{"browser_id": 1}],
    "set_active": [{"browser_id": 2, "observe": "content"}],
    "close": [{"browser_id": 2}],
    "close_all": [{"wipe": True}],
    "navigate": [{"url": "https://x.test", "timeout_ms": 5000}],
    "back": [{"wait_until": "commit"}],
    "forward": [{}],
    "reload": [{"observe": "content"}],
    "wait": [{"text": "Done", "url": "*/done"}, {"ref": "[button 6]", "state": "enabled"}, {"download": True}, {"time_ms": 10}],
    "content": [{"selectors": ["main", "nav"]}, {"ref": 6, "mode": "interactive", "max_tokens": 500}, {"cursor": "c1"}],
    "detail": [{"ref": 6}, {"ref": "button 6"}],
    "find": [{"text": "Total", "limit": 5}, {"regex": "[0-9]+", "kinds": ["link"]}],
    "read": [{"url": "https://x.test", "offset": 10}],
    "source": [{"offset": 30_000}],
    "downloads": [{}],
    "help": [{}, {"topic": "drag"}],
    "console": [{"level": "error", "clear": True}],
    "network": [{"id": 3, "path": "body.json"}, {"kinds": ["fetch"], "failed": True}],
    "frames": [{}],
    "click": [{"ref": 6}, {"ref": "6"}, {"x": 0, "y": 1.5}, {"selector": "text=Buy", "modifiers": ["Control"], "click_count": 2}],
    "double_click": [{"ref": 6, "button": "middle"}],
    "right_click": [{"ref": 6, "force": True}],
    "hover": [{"ref": 6, "offset_x": 1, "offset_y": 2}],
    "drag": [{"ref": 6, "target_ref": "[listitem 7]"}, {"x": 1, "y": 2, "to_x": 3, "to_y": 4}],
    "scroll": [{"to": "bottom"}, {"ref": 6}, {"direction": "down", "amount": 300}],
    "wheel": [{"x": 1, "y": 2, "delta_y": -100}, {"delta_y": 300}],
    "mouse": [{"event_type": "down", "x": 1, "y": 2}],
    "type": [{"ref": 8, "text": "", "clear": False, "wait_for_hidden": "#busy"}],
    "submit": [{"ref": 8}],
    "type_submit": [{"ref": 8, "text": "a"}],
    "keyboard": [{"key": "Control+a"}, {"text": "a"}],
    "key_chord": [{"keys": ["Control", "a"]}],
    "select_text": [{"text": "a"}, {"ref": 8, "text": "a", "occurrence": 2}, {"selector": "#b", "text": "a b"}],
    "clipboard": [{"operation": "paste", "text": "a"}],
    "select_option": [{"ref": 4, "value": 2}, {"ref": 4, "value": "Canada"}, {"ref": 4, "values": ["a", 1]}],
    "set_checked": [{"ref": 9, "checked": False}],
    "fill_form": [
        {"fields": [{"ref": 1, "value": "a"}], "submit": True},
        {"fields": [{"ref": 1, "value": "a"}, {"selector": "#b", "value": True}, {"ref": "3", "value": ["x", 1]}]},
    ],
    "upload_file": [{"ref": 1, "paths": ["a.txt"]}, {"ref": 1, "path": "a.txt"}],
    "screenshot": [{"quality": 80, "full_page": True}, {"path": "a.png", "ref": 6, "annotate": True}],
    "visual_diff": [{}, {"before": "a.png", "after": "b.png"}, {"ref": 6}, {"before": "a.png", "ignore": ["6", "[button 7]"]}],
    "record": [{"operation": "start"}, {"operation": "stop", "browser_id": 1}],
    "pdf": [{"path": "a.pdf"}],
    "set_viewport": [{"width": 800, "height": 600, "device_scale": 2}],
    "emulate": [{"geolocation": {"latitude": 1.5, "longitude": 2}, "color_scheme": "dark"}, {"offline": True}],
    "evaluate": [{"script": "document.title", "ref": 6}],
    "cdp": [{"method": "Page.printToPDF", "params": {"a": [1, {"b": None}]}}],
    "page_tools": [{"name": "add", "input": {"n": 1}}],
    "dialog": [{"operation": "accept", "text": "a", "dialog_id": "t1d1"}, {"operation": "dismiss", "arm": True}],
    "expect": [{"text": "Done", "timeout_ms": 100}, {"ref": 6, "value": "a"}, {"selector": "li", "count": 3}],
    "focus": [{"ref": 8}, {"selector": "#a"}],
    "storage": [{"operation": "get", "kind": "cookies", "site": "x.test"}, {"operation": "save", "path": "state.json"}],
    "route": [
        {"operation": "add", "url": "*/ads/*", "abort": True},
        {"operation": "add", "url": "*/api", "fulfil": {"status": 200, "headers": {"x-a": "b"}, "body": "{}"}},
        {"operation": "list"},
    ],
    "identity": [{}, {"operation": "new"}],
    "secrets": [{}],
    "handoff": [{"reason": "Log in", "timeout_ms": 1000}],
    "flow": [{"name": "order"}, {"operation": "list"}, {"operation": "save", "name": "order", "inputs": {"query": "lamp"}}],
    "multi": [{"calls": [{"action": "open"}, {"action": "content", "browser_id": "$0"}], "timeout_ms": 5, "observe": "none"}],
}


def nodes(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The schema and every one in it."""
    yield schema
    inner = [*schema.get("properties", {}).values(), *schema.get("anyOf", [])]
    inner += [schema[name] for name in ("items", "additionalProperties") if isinstance(schema.get(name), dict)]
    for part in inner:
        yield from nodes(part)
