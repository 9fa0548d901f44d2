"""The ways of files, of where text goes, how it was shown, and of limits. One row each; see :mod:`tests.policy.carrying`."""

# fmt: off
import gzip
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final

from tests.policy.carrying import COLLECTING, LETTER, Call, Way, World, at_b, pieces, typed
from tests.policy.spellings import SPELLINGS

FOCUS: Final[Call] = {"action": "focus", "selector": "#f"}
PASTE: Final[Call] = {"action": "clipboard", "operation": "paste"}
COPY: Final[Call] = {"action": "clipboard", "operation": "copy"}
_SECRET_FIELDS: Final = "<label>Field <input id=f name=d></label>"


def way(name: str, calls: Callable[[World, str], Sequence[Call]], data: str = LETTER, **more: Any) -> Way:
    return Way(name, calls, data, **more)


def files() -> Iterator[Way]:
    data = LETTER.encode()
    for name, made in {
        "letter.txt": data, "letter.html": f"<!doctype html><p>{LETTER}</p>".encode(), "letter.json": json.dumps({"text": LETTER}).encode(), "letter.csv": b"a,b\n" + data,
        "utf16.txt": LETTER.encode("utf-16"), "zeros first.txt": b"\0" * 10 + data, "zeros after.txt": data + b"\0" * 5_000, "zeros between.bin": b"\0".join(bytes([one]) for one in data),
        "padded.txt": b"x" * 300_000 + data, "lines.txt": b"padding padding\n" * 20_000 + data, "picture.png": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) + data, "page.pdf": b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n" + data,
        "latin.txt": b"\xe9\xe8\xff" + data,
    }.items():  # fmt: skip
        yield way(f"upload of {name}", partial(_uploaded, name, made), LETTER if b"\0" not in made[:-5_000] and not name.startswith("utf16") else made.decode("latin-1"))
    packed = gzip.compress(data, mtime=0)
    yield way("upload of letter.gz", lambda world, _: _upload(world, "letter.gz", packed), packed.decode("latin-1"))
    archive = _zip("letter.txt", LETTER)
    yield way("upload of letter.zip", lambda world, _: _upload(world, "letter.zip", archive), archive.decode("latin-1"))
    name = re.sub(r"[^A-Za-z0-9]+", " ", LETTER)[:80]
    yield way("name of an upload", lambda world, _: _upload(world, f"{name}.txt", b"x"), name)
    yield way("names of uploads", lambda world, _: [{"action": "upload_file", "selector": "#u", "paths": [world.file(f"{piece.strip()}.", b"") for piece in pieces(name, 16)]}], name.replace(" ", ""))
    yield way("uploads of a piece each", lambda world, _: [{"action": "upload_file", "selector": "#u", "path": world.file(f"p{place}.txt", piece.encode())} for place, piece in enumerate(pieces(LETTER, 15))])


def _zip(name: str, text: str) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, text)
    return made.getvalue()


def _upload(world: World, name: str, data: bytes) -> list[Call]:
    return [{"action": "upload_file", "selector": "#u", "path": world.file(name, data)}]


def places() -> Iterator[Way]:
    def form(world: World, attributes: str, button: str = "<button id=b>Send</button>", around: str = "") -> str:
        return _at(world, f"{around}<form {attributes}>{_SECRET_FIELDS}{button}</form>", "/form")

    def fields_at_b(attributes: str, button: str = "<button id=b>Send</button>") -> Callable[[World, str], list[Call]]:
        def calls(world: World, data: str) -> list[Call]:
            url = form(world, attributes.replace("SINK", world.site_a.other("/sink")), button.replace("SINK", world.site_a.other("/sink")))
            return [{"action": "navigate", "url": url}, typed(data), {"action": "click", "selector": "#b"}]

        return calls

    yield way("form at B, action at A", fields_at_b("action='SINK'"))
    yield way("form at B, action at A, post", fields_at_b("action='SINK' method=post"))
    yield way("form at B, button at A", fields_at_b("", "<button id=b formaction='SINK'>Send</button>"))
    yield way("form at B, Enter", lambda world, data: [{"action": "navigate", "url": form(world, f"action='{world.site_a.other('/sink')}'")}, {**typed(data), "action": "type_submit"}])
    at_a = "<form action='BACK'><label>Field <input id=f></label></form><script>f.oninput = () => fetch('/sink', {method: 'POST', body: f.value});</script>"
    yield way("field at A, action at B", lambda world, data: [{"action": "navigate", "url": world.site_a.page(at_a.replace("BACK", world.letter), "/toward").replace("127.0.0.1", "localhost")}, typed(data)])
    linked = "<a href='BACK'><input id=f></a><script>f.oninput = () => fetch('/sink', {method: 'POST', body: f.value});</script>"
    yield way("field at A, link to B around it", lambda world, data: [{"action": "navigate", "url": world.site_a.page(linked.replace("BACK", world.letter), "/linked").replace("127.0.0.1", "localhost")}, typed(data)])
    yield way("field at A, formaction at B", lambda world, data: [{"action": "navigate", "url": world.site_a.page(at_a.replace("action='BACK'", "").replace("</form>", f"<button formaction='{world.letter}'>x</button></form>"), "/button").replace("127.0.0.1", "localhost")}, typed(data)])
    yield way("frame of A on B's page", lambda world, data: [{"action": "navigate", "url": _at(world, f"<p>Form</p><iframe src='{world.a}' title=Form></iframe>", "/around")}, {"action": "wait", "selector": "#f"}, typed(data)])
    yield way("frame of A on B's page, keyboard", lambda world, data: [{"action": "navigate", "url": _at(world, f"<p>Form</p><iframe src='{world.a}' title=Form></iframe>", "/around")}, {"action": "wait", "selector": "#f"}, {"action": "click", "selector": "#f"}, {"action": "keyboard", "text": data}])
    framed = "<iframe src='BACK' title=Letter></iframe>" + COLLECTING
    yield way("frame of B on A's page", lambda world, data: [
        {"action": "navigate", "url": world.site_a.page(framed.replace("BACK", world.letter), "/framing").replace("127.0.0.1", "localhost")}, {"action": "content"}, typed(data)], shown=lambda _: [])
    yield way("frame of B on A's page, found", lambda world, data: [
        {"action": "navigate", "url": world.site_a.page(framed.replace("BACK", world.letter), "/framing").replace("127.0.0.1", "localhost")}, {"action": "find", "text": "account"}, typed(data)], shown=lambda _: [])
    yield way("frame of B on A's page, copied", lambda world, _: [
        {"action": "navigate", "url": world.site_a.page(framed.replace("BACK", world.letter), "/framing").replace("127.0.0.1", "localhost")}, {"action": "wait", "selector": "#own"}, {"action": "focus", "selector": "#own"},
        {"action": "key_chord", "keys": ["Control", "a"]}, COPY, FOCUS, PASTE], shown=lambda _: [])
    yield way("about: frame of A", lambda world, data: [{"action": "navigate", "url": world.site_a.page("<iframe srcdoc=\"<input id=f oninput='parent.send(this.value)'>\"></iframe><script>function send(what) { fetch('/sink', {method: 'POST', body: what}); }</script>", "/srcdoc").replace("127.0.0.1", "localhost")}, {"action": "wait", "selector": "#f"}, typed(data)])


def _at(world: World, page: str, path: str) -> str:
    return world.b.page(page, path)


def readings() -> Iterator[Way]:
    """The letter is shown in another way than by ``content``; then it is typed at A."""

    def shown(name: str, calls: Callable[[World], Sequence[Call]]) -> Way:
        return way(f"shown by {name}", lambda world, data: [{**typed(data), "browser_id": world.tab_a}], shown=calls)

    yield shown("find", lambda world: at_b(world, {"action": "find", "text": "account"}))
    yield shown("source", lambda world: at_b(world, {"action": "source"}))
    yield shown("evaluate", lambda world: at_b(world, {"action": "evaluate", "script": "document.body.innerText"}))
    yield shown("wait", lambda world: at_b(world, {"action": "wait", "text": "account", "observe": "content"}))
    yield shown("read", lambda world: [{"action": "read", "url": world.letter}])
    yield shown("storage", lambda world: [{"action": "storage", "operation": "get", "kind": "local", "browser_id": world.tab_a}])
    yield shown("console", lambda world: at_b(world, {"action": "click", "selector": "#logs"}, {"action": "console"}))
    yield shown("title", lambda world: [*at_b(world, {"action": "click", "selector": "#titled"}), {"action": "list"}])
    yield shown("receipt", lambda world: at_b(world, {"action": "click", "selector": "#more"}))
    yield shown("dialog", lambda world: at_b(world, {"action": "click", "selector": "#ask"}, {"action": "dialog", "operation": "accept"}))
    yield shown("network", lambda world: at_b(world, {"action": "click", "selector": "#load"}, {"action": "network", "text": "letter.json"}, {"action": "network", "id": 2}))
    repeating: dict[str, list[Call]] = {
        "an error": [{"action": "expect", "text": LETTER, "timeout_ms": 200}], "a wait": [{"action": "wait", "text": LETTER, "timeout_ms": 200}], "a search": [{"action": "find", "regex": f"({LETTER})|."}],
        "a list of routes": [{"action": "route", "operation": "add", "url": f"**/{LETTER}", "abort": True}, {"action": "route", "operation": "list"}], "the name of a picture": [{"action": "screenshot", "path": f"{LETTER}png"}],
        "a selector": [{"action": "content", "selector": f"[title='{LETTER}']"}], "a filter": [{"action": "network", "text": LETTER}, {"action": "console", "text": LETTER}],
    }
    for name, calls in repeating.items():
        yield way(f"repeated by {name}", partial(_after, calls))
    yield way("shown by a picture", lambda world, data: [{**typed(data), "browser_id": world.tab_a}], shown=lambda world: [*at_b(world, {"action": "screenshot"}), {"action": "vision_load"}])
    yield way("shown by a picture, uploaded", lambda world, _: [{"action": "upload_file", "selector": "#u", "path": world.notes["picture"], "browser_id": world.tab_a}], "JFIF", shown=lambda world: at_b(world, {"action": "screenshot"}))


def limits() -> Iterator[Way]:
    padding = "lorem ipsum dolor sit amet "
    yield way("61 000 characters in front", lambda _, data: [{**typed(padding * 2_300 + data), "selector": "#m"}])
    yield way("61 000 blanks in front", lambda _, data: [{**typed("a" + " " * 61_000 + data), "selector": "#m"}])
    yield way("61 000 characters in front, base64", lambda _, data: [{**typed(padding * 2_300 + data), "selector": "#m"}], SPELLINGS["base64"](LETTER))
    yield way("70 000 characters in one answer", lambda world, data: [{**typed(data), "browser_id": world.tab_a}], shown=lambda world: at_b(world, {"action": "evaluate", "script": "long()"}))
    yield way("A floods what is remembered", lambda world, data: [*_flood(world.tab_a), {**typed(data), "browser_id": world.tab_a}])
    yield way("B floods what is remembered", lambda world, data: [*_flood(world.tab_b), {**typed(data), "browser_id": world.tab_a}])
    yield way("many codes around it", lambda _, data: [{**typed(" ".join(SPELLINGS["base64"](f"{padding}{place}" * 20) for place in range(150)) + " " + data), "selector": "#m"}], SPELLINGS["base64"](LETTER))


def _flood(tab: int) -> list[Call]:
    return [{"action": "evaluate", "script": "flood()", "browser_id": tab} for _ in range(11)]


def _uploaded(name: str, data: bytes, world: World, _: str) -> list[Call]:
    return _upload(world, name, data)


def _after(calls: list[Call], _: World, data: str) -> list[Call]:
    return [*calls, typed(data)]
