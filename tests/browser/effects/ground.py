"""Where effects are tried: pages that keep a record of what their scripts did, and one tab in which they are opened one after another.

The record is the oracle. It is in the session storage of the page, so that it outlives a navigation, and is read after the receipt.
"""

from dataclasses import dataclass
from typing import Any

from refbrowser import Chat
from refbrowser.surface.render import render
from tests.support.calls import do, evaluated, refs
from tests.support.server import Site

NONE = "effect: none observed"

FRAMED = """<!doctype html><title>Framed</title><p id=t>Before</p><input id=i aria-label=Inner><input id=c type=checkbox aria-label=Tick>
<div style="height:3000px"></div><script>onmessage = event => { eval(event.data); parent.postMessage('did', '*') }</script>"""

_PAGE = """<!doctype html><html lang=en><head><title>Start</title><script>
const KEY = '%(key)s';
const note = () => sessionStorage.setItem(KEY, +(sessionStorage.getItem(KEY) || 0) + 1);
onmessage = event => { if (event.data === 'did') note() };
function act() { %(act)s }
</script><style>#go { position: fixed; left: 300px; top: 10px; width: 160px; height: 40px } body { padding-top: 60px }</style></head>
<body>%(cause)s<div id=stage>%(stage)s</div><script>%(ready)s</script></body></html>"""


_RECORD = """const count = () => +(sessionStorage.getItem('%s') || 0);
for (const end = Date.now() + 1500; %s && !count() && Date.now() < end;) await new Promise(done => setTimeout(done, 10));
count()"""


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer, as data and as the text that a model reads."""

    data: dict[str, Any]
    text: str

    @property
    def claims_none(self) -> bool:
        return NONE in self.text

    @property
    def line(self) -> str:
        """The text in one line, for the message of a failed test."""
        return self.text.replace("\n", " | ")


def made(site: Site, key: str, stage: str, act: str, cause: str, ready: str) -> str:
    """A page of these parts, whose script notes under ``key`` that it acted."""
    if "note(" not in act and "did" not in act:
        act = f"{act}; note()" if act else ""
    parts = {"key": key, "act": act, "cause": cause, "stage": stage, "ready": ready}
    return _PAGE % {name: part.replace("OTHER", site.other("")) for name, part in parts.items()}


class Ground:
    """One chat, one tab, one site."""

    def __init__(self, chat: Chat, site: Site) -> None:
        self.chat = chat
        self.site = site
        self.tab = 0
        self.numbers: dict[str, int] = {}
        self._key = ""

    async def start(self) -> None:
        self.site.page(FRAMED, "/framed")
        self.site.page("<title>Goal</title><p>The goal</p>", "/goal")
        self.site.page("{}", "/api")
        self.site.page("gone", "/missing", status=404)
        self.site.route("/empty", b"", status=204)
        self.site.route("/file", b"bytes", headers={"Content-Disposition": "attachment; filename=report.bin"})
        self.tab = (await do(self.chat, "open", url=self.site.url("/goal")))["browser_id"]

    async def show(self, stage: str, act: str, cause: str, ready: str = "") -> None:
        """Opens a page of these parts and reads it, as an agent would."""
        self._key = f"/cell/{len(self.site.requests)}"
        await self.visit(made(self.site, self._key, stage, act, cause, ready), self._key)

    async def visit(self, html: str, path: str | None = None) -> None:
        """Opens a page and reads it."""
        path = path or f"/visit/{len(self.site.requests)}"
        self.site.page(html, path)
        await do(self.chat, "navigate", url=self.site.url(path), browser_id=self.tab, wait_until="load")
        self.numbers = refs(await do(self.chat, "content", browser_id=self.tab))

    async def call(self, **call: Any) -> Answered:
        """The answer of a call; the number of what is called Go stands for ``ref: "GO"``."""
        where = {} if call["action"] in ("multi", "open", "list") else {"browser_id": self.tab}
        data = await self.chat.call({**where, **self._numbered(call)})
        return Answered(data, render(data))

    async def happened(self, awaited: bool) -> int:
        """How often the page's script did what it does, which is waited for where it must come.

        Afterwards nothing is left of dialogs and of other tabs.
        """
        await self.tidy()
        return int(await evaluated(self.chat, _RECORD % (self._key, "true" if awaited else "false"), browser_id=self.tab))

    async def tidy(self) -> None:
        for state in (await do(self.chat, "list"))["browsers"]:
            if state.get("dialogs"):
                await do(self.chat, "dialog", operation="accept", browser_id=state["browser_id"])
        for state in (await do(self.chat, "list"))["browsers"]:
            if state["browser_id"] != self.tab:
                await self.chat.call({"action": "close", "browser_id": state["browser_id"]})

    def _numbered(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {name: self._numbered(part) for name, part in value.items()}
        if isinstance(value, list):
            return [self._numbered(part) for part in value]
        if isinstance(value, str) and value.isupper() and value.capitalize() in self.numbers:
            return self.numbers[value.capitalize()]
        return value
