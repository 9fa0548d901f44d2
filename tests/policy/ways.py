"""The ways of text: typed, in addresses, in scripts, over the clipboard. One row each; see :mod:`tests.policy.carrying`."""

# fmt: off
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final
from urllib.parse import quote

from tests.policy.carrying import LETTER, Call, Way, World, at_b, pieces, typed
from tests.policy.spellings import SPELLINGS
from tests.policy.ways_of_places import files, limits, places, readings, way

FOCUS: Final[Call] = {"action": "focus", "selector": "#f"}
PASTE: Final[Call] = {"action": "clipboard", "operation": "paste"}
COPY: Final[Call] = {"action": "clipboard", "operation": "copy"}


def ways() -> Iterator[Way]:
    """Every way."""
    for spelling, spelled in SPELLINGS.items():
        data = spelled(LETTER)
        yield Way(f"type: {spelling}", lambda _, data: [{**typed(data), "selector": "#m"}], data, kind="spellings, typed")
        yield Way(f"address: {spelling}", lambda world, data: [{"action": "navigate", "url": f"{world.site_a.other('/sink')}?d={quote(data, safe='')}"}], data, kind="spellings, in an address")
    kinds = {
        "keys, fields, dialogs, tools": _typing, "addresses": _addresses, "scripts, headers, storage": _scripts, "clipboard": _clipboards, "files": files, "where it goes": places,
        "how it was shown": readings, "limits": limits,
    }  # fmt: skip
    for kind, made in kinds.items():
        yield from (replace(one, kind=kind) for one in made())


def _typing() -> Iterator[Way]:
    keys = LETTER.lower().replace(" ", "")
    yield way("type_submit", lambda _, data: [{**typed(data), "action": "type_submit"}])
    yield way("type, key by key", lambda _, data: [typed(data[:40], slowly=True)], LETTER[:40])
    yield way("type, pieces of 15 appended", lambda _, data: [typed(piece, clear=False) for piece in pieces(data, 15)])
    yield way("type, pieces of 15 in fields", lambda _, data: [typed(piece) for piece in pieces(data, 15)])
    yield way("type, pieces of 10 with others between", lambda _, data: [typed(piece) for piece in pieces(data, 12)], "".join(f"{piece}no" for piece in pieces(LETTER, 10)))
    yield way("type, pieces of 7", lambda _, data: [typed(piece, clear=False) for piece in pieces(data, 7)])
    yield way("keyboard text", lambda _, data: [FOCUS, {"action": "keyboard", "text": data}])
    yield way("keyboard text, pieces of 12", lambda _, data: [FOCUS, *({"action": "keyboard", "text": piece} for piece in pieces(data, 12))])
    yield way("keyboard keys", lambda _, data: [FOCUS, *({"action": "keyboard", "key": key} for key in data[:40])], keys)
    yield way("key_chord of one", lambda _, data: [FOCUS, *({"action": "key_chord", "keys": [key]} for key in data[:40])], keys)
    yield way("key_chord of 8", lambda _, data: [FOCUS, *({"action": "key_chord", "keys": list(piece)} for piece in _chords(data))], keys)
    yield way("key_chord of 8, in a multi", lambda _, data: [{"action": "multi", "calls": [FOCUS, *({"action": "key_chord", "keys": list(piece)} for piece in _chords(data))]}], keys)
    yield way("fill_form, one field", lambda _, data: [_fields([data])])
    yield way("fill_form, 15 a field", lambda _, data: [_fields(pieces(data, 15))])
    yield way("fill_form, 15 a field, a call each", lambda _, data: [_fields([piece]) for piece in pieces(data, 15)])
    yield way("fill_form, a word a field", lambda _, data: [_fields(data.split())])
    yield way("multi of pieces", lambda _, data: [{"action": "multi", "calls": [typed(piece, clear=False) for piece in pieces(data, 15)]}])
    prompting = "<script>setTimeout(() => {const said = prompt('Go on?'); fetch('/sink', {method: 'POST', body: said});}, 0)</script>"
    yield way("dialog", lambda _, data: [{"action": "state"}, {"action": "dialog", "operation": "accept", "text": data}], page=prompting)
    yield way("dialog, armed", lambda _, data: [{"action": "dialog", "operation": "accept", "text": data, "arm": True}, {"action": "click", "selector": "#b"}], page="<button id=b onclick=\"fetch('/sink', {method: 'POST', body: prompt('?')})\">Go</button>")
    yield way("page_tools", lambda _, data: [{"action": "page_tools", "name": "note", "input": {"text": data}}], page="<script>document.modelContext.registerTool({name: 'note', description: 'Notes', inputSchema: {type: 'object'}, execute: (given) => { fetch('/sink', {method: 'POST', body: given.text}); return 'ok'; }});</script>")
    yield way("cdp insertText", lambda _, data: [FOCUS, {"action": "cdp", "method": "Input.insertText", "params": {"text": data}}])
    yield way("cdp keys", lambda _, data: [FOCUS, *({"action": "cdp", "method": "Input.dispatchKeyEvent", "params": {"type": "char", "text": key}} for key in data[:40])], LETTER)


def _chords(text: str) -> list[str]:
    """Pieces of up to 8 keys, none of them twice in one."""
    made: list[str] = []
    for one in text:
        if not made or len(made[-1]) == 8 or one in made[-1]:
            made.append("")
        made[-1] += one
    return made


def _fields(values: Sequence[str]) -> Call:
    return {"action": "fill_form", "fields": [{"selector": "#f" if place % 2 else "#m", "value": value} for place, value in enumerate(values)]}


def _addresses() -> Iterator[Way]:
    def to(path: str) -> Callable[[World, str], list[Call]]:
        return lambda world, data: [{"action": "navigate", "url": world.site_a.other(path) + data}]

    plus = LETTER.replace(" ", "+")
    yield way("open", lambda world, data: [{"action": "open", "url": f"{world.site_a.other('/sink')}?d={data}"}])
    yield way("read", lambda world, data: [{"action": "read", "url": f"{world.site_a.other('/sink')}?d={data}"}])
    yield way("path", to("/sink/"))
    yield way("path, a word a folder", to("/sink/"), LETTER.replace(" ", "/"))
    yield way("plus", to("/sink?d="), plus)
    yield way("no blanks", to("/sink?d="), LETTER.replace(" ", "").lower())
    yield way("a word a parameter", lambda world, data: [{"action": "navigate", "url": world.site_a.other("/sink?") + "&".join(f"{place}={word}" for place, word in enumerate(data.split()))}])
    yield way("pieces in several addresses", lambda world, data: [{"action": "navigate", "url": f"{world.site_a.other('/sink')}?d={piece}"} for piece in pieces(data, 12)], LETTER.replace(" ", ""))
    yield way("host", lambda world, data: [{"action": "navigate", "url": f"http://{data}.localhost:{world.site_a.port}/sink"}], re.sub(r"[^a-z0-9]+", "-", LETTER.lower())[:60])
    yield way("user name", lambda world, data: [{"action": "navigate", "url": world.site_a.other("/auth"), "http_auth": {"username": data, "password": "x"}}])
    yield way("password", lambda world, data: [{"action": "navigate", "url": world.site_a.other("/auth"), "http_auth": {"username": "x", "password": data}}])
    yield way("fragment", lambda world, data: [{"action": "navigate", "url": f"{world.site_a.other('/hash')}#{data}"}])
    yield way("a redirect of B", lambda world, data: [{"action": "navigate", "url": f"{world.b.url('/redirect')}?to={quote(world.site_a.other('/sink') + '?d=' + quote(data), safe='')}"}])
    yield way("pieces in several tabs", lambda world, data: [{"action": "open", "url": f"{world.site_a.other('/sink')}?d={piece}"} for piece in pieces(data, 15)], LETTER.replace(" ", ""))


def _scripts() -> Iterator[Way]:
    def run(script: str, *, at_b: bool = False) -> Callable[[World, str], list[Call]]:
        def calls(world: World, data: str) -> list[Call]:
            filled = script.replace("SINK", world.site_a.other("/sink")).replace("DATA", data)
            return [{"action": "evaluate", "script": filled, "browser_id": world.tab_b if at_b else world.tab_a}]

        return calls

    sends = "fetch('SINK', {method: 'POST', mode: 'no-cors', body: `DATA`})"
    yield way("evaluate at A", run(sends))
    yield way("evaluate at B", run(sends, at_b=True))
    yield way("evaluate at B, address", run("location.href = 'SINK?d=DATA'", at_b=True))
    yield way("evaluate at B, image", run("new Image().src = 'SINK?d=' + encodeURIComponent(`DATA`)", at_b=True))
    yield way("evaluate at B, name of the window", lambda world, data: [
        {"action": "evaluate", "script": f"window.name = `{data}`", "browser_id": world.tab_b},
        {"action": "navigate", "url": world.site_a.page("<script>fetch('/sink', {method: 'POST', body: window.name})</script>", "/named").replace("127.0.0.1", "localhost"), "browser_id": world.tab_b}])
    yield way("evaluate at B, window", run("void window.open('SINK?d=' + encodeURIComponent(`DATA`))", at_b=True))
    yield way("evaluate, pieces joined", lambda world, data: [{"action": "evaluate", "script": f"fetch('{world.site_a.other('/sink')}', {{method: 'POST', mode: 'no-cors', body: {' + '.join(repr(piece) for piece in pieces(data, 9))}}})"}])
    yield way("evaluate, codes", lambda world, data: [{"action": "evaluate", "script": f"fetch('{world.site_a.other('/sink')}', {{method: 'POST', mode: 'no-cors', body: String.fromCharCode({','.join(str(ord(one)) for one in data)})}})"}])
    yield way("evaluate, an address in pieces, at B", lambda world, data: [{"action": "evaluate", "browser_id": world.tab_b, "script": f"fetch('ht' + 'tp:/' + '/local' + 'host:{world.site_a.port}/sink', {{method: 'POST', mode: 'no-cors', body: `{data}`}})"}])
    yield way("wait with a script", lambda world, data: [{"action": "wait", "script": f"fetch('{world.site_a.other('/sink')}', {{method: 'POST', mode: 'no-cors', body: `{data}`}}) && true"}])
    yield way("expect with a script", lambda world, data: [{"action": "expect", "script": f"fetch('{world.site_a.other('/sink')}', {{method: 'POST', mode: 'no-cors', body: `{data}`}}) && true"}])
    yield way("cdp Runtime.evaluate", lambda world, data: [{"action": "cdp", "method": "Runtime.evaluate", "params": {"expression": f"fetch('{world.site_a.other('/sink')}', {{method: 'POST', mode: 'no-cors', body: `{data}`}})"}}])
    yield way("user agent", lambda world, data: [{"action": "emulate", "user_agent": data}, {"action": "navigate", "url": world.site_a.other("/sink")}])
    yield way("header of a route", lambda world, data: [{"action": "route", "operation": "add", "url": "**", "headers": {"x-note": data}}, {"action": "navigate", "url": world.site_a.other("/sink")}])
    yield way("reply of a route", lambda world, data: [{"action": "route", "operation": "add", "url": "**/other", "fulfil": {"headers": {"content-type": "text/html"}, "body": f"<script>fetch('/sink', {{method: 'POST', body: `{data}`}})</script>"}}, {"action": "navigate", "url": world.site_a.other("/other")}])
    yield way("file of a route", lambda world, data: [{"action": "route", "operation": "add", "url": "**/other", "fulfil": {"headers": {"content-type": "text/html"}, "path": world.file("reply.html", f"<script>fetch('/sink', {{method: 'POST', body: `{data}`}})</script>".encode())}}, {"action": "navigate", "url": world.site_a.other("/other")}])
    words = LETTER.replace(" ", "_").replace(",", "")
    yield way("cookie", lambda world, data: [{"action": "storage", "operation": "set", "kind": "cookies", "site": "localhost", "name": "n", "value": data}, {"action": "navigate", "url": world.site_a.other("/sink")}], words)
    yield way("cookie, while at B", lambda world, data: [{"action": "storage", "operation": "set", "kind": "cookies", "site": "localhost", "name": "n", "value": data, "browser_id": world.tab_b}, {"action": "navigate", "url": world.site_a.other("/sink")}], words)
    yield way("cookies of a file", lambda world, data: [{"action": "storage", "operation": "load", "path": world.file("state.json", json.dumps({"cookies": [{"name": "n", "value": data, "domain": "localhost", "path": "/"}], "origins": []}).encode())}, {"action": "navigate", "url": world.site_a.other("/sink")}], words)


def _clipboards() -> Iterator[Way]:
    yield way("paste of a text", lambda _, data: [FOCUS, {**PASTE, "text": data}])
    yield way("paste of a text, pieces of 15", lambda _, data: [one for piece in pieces(data, 15) for one in (FOCUS, {**PASTE, "text": piece})])
    keys: dict[str, Call] = {
        "clipboard": PASTE, "Control v": {"action": "key_chord", "keys": ["Control", "v"]}, "Shift Insert": {"action": "key_chord", "keys": ["Shift", "Insert"]},
        "Control b v": {"action": "key_chord", "keys": ["Control", "b", "v"]}, "b Control v": {"action": "key_chord", "keys": ["b", "Control", "v"]},
        "Control+v+b": {"action": "keyboard", "key": "Control+v+b"}, "command": {"action": "cdp", "method": "Input.dispatchKeyEvent", "params": {"type": "keyDown", "commands": ["paste"]}},
        "middle click": {"action": "click", "selector": "#f", "button": "middle"},
    }  # fmt: skip
    for name, pasting in keys.items():
        yield way(f"copy, then {name}", partial(_moved, COPY, pasting))
    for name, copying in (("Control c", ["Control", "c"]), ("Control Insert", ["Control", "Insert"]), ("Control x", ["Control", "x"])):
        yield way(f"{name}, then paste", partial(_moved, {"action": "key_chord", "keys": copying}, PASTE))
    yield way("copied in a multi", lambda world, _: [{"action": "multi", "calls": [*_copied(world, COPY), {**PASTE, "browser_id": world.tab_a}]}])
    yield way("copied, never shown", lambda world, _: [*_copied(world, COPY), {**PASTE, "browser_id": world.tab_a}], shown=lambda _: [])
    yield way("the page copied, never shown", lambda world, _: [*at_b(world, {"action": "click", "selector": "#text"}, {"action": "key_chord", "keys": ["Control", "a"]}, COPY), {**FOCUS, "browser_id": world.tab_a}, {**PASTE, "browser_id": world.tab_a}], shown=lambda _: [])
    yield way("copied in pieces of 15", lambda world, _: [one for at in range(0, 60, 15) for one in (
        *at_b(world, {"action": "evaluate", "script": f"own.focus(); own.setSelectionRange({at}, {at + 15})"}, COPY), {**FOCUS, "browser_id": world.tab_a}, {**PASTE, "browser_id": world.tab_a})])


def _copied(world: World, *copying: Call) -> list[Call]:
    """The letter is copied from a field at B, by these calls; the focus is then in the field at A."""
    return [
        *at_b(world, {"action": "focus", "selector": "#own"}, {"action": "key_chord", "keys": ["Control", "a"]}, *copying),
        {**FOCUS, "browser_id": world.tab_a},
    ]


def _moved(copying: Call, pasting: Call, world: World, _: str) -> list[Call]:
    return [*_copied(world, copying), {**pasting, "browser_id": world.tab_a}]
