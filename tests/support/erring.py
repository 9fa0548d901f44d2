"""Ten small sites, and an agent that works there and errs on the way: failures, presses without effect, wrong pages, wrong texts."""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from refbrowser import Chat
from tests.support.calls import do, read, refused
from tests.support.exchange import Request
from tests.support.server import Site

Work = Callable[[Chat, str], Awaitable[None]]
DRAWN: Final = "<p id=idle>Idle</p>"


@dataclass(frozen=True, slots=True)
class Erring:
    """A site's pages by path (``/`` is the first), what is done there, and what a flow of it must return and have sent: paths of the
    site's log by how often they come in a run."""

    pages: Mapping[str, str]
    work: Work
    outputs: Mapping[str, Any]
    sent: Mapping[str, int] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)

    def serve(self, site: Site) -> str:
        """The address of the site's first page."""
        for path, page in self.pages.items():
            site.page(page, path)
        for path in self.sent:
            if path not in self.pages:
                site.route(path, answered)
        for path, text in self.files.items():
            site.route(path, text, headers={"Content-Disposition": f"attachment; filename={path.rpartition('/')[2]}"})
        return site.url("/")


def answered(request: Request) -> str:
    """A page that says what it was sent."""
    return f"<title>Sent</title><h1>Sent</h1><p>Received: {len(request.body)} bytes"


async def astray(chat: Chat) -> None:
    """Err: a ref that was never given, a press on what does nothing."""
    await refused(chat, "ref_unknown", "click", ref=9_999)
    await do(chat, "click", selector="#idle")


async def _order(chat: Chat, url: str) -> None:
    await do(chat, "open", url=url)
    await astray(chat)
    refs = await read(chat)
    await do(chat, "type", ref=refs["Search"], text="lmap")
    await do(chat, "type", ref=refs["Search"], text="lamp")
    await do(chat, "click", ref=refs["Go"])
    refs = await read(chat)
    await do(chat, "click", ref=refs["Help"])
    await do(chat, "back")
    await do(chat, "click", ref=(await read(chat))["Buy"])
    await do(chat, "wait", text="Order placed")
    await do(chat, "find", text="Order placed for")


async def _login(chat: Chat, url: str) -> None:
    await do(chat, "open", url=url)
    refs = await read(chat)
    await do(chat, "type", ref=refs["Name"], text="ada")
    await do(chat, "type", ref=refs["Password"], secret="shop.password")
    await astray(chat)
    await do(chat, "click", ref=refs["Log in"])
    refs = await read(chat)
    await do(chat, "type", ref=refs["One-time code"], secret="shop.otp")
    await do(chat, "click", ref=refs["Confirm"])
    await do(chat, "find", text="Received:")


async def _paging(chat: Chat, url: str) -> None:
    await do(chat, "open", url=url)
    await do(chat, "navigate", url=f"{url}help")
    await do(chat, "navigate", url=f"{url}orders1")
    await astray(chat)
    for _ in range(2):
        await do(chat, "click", ref=(await read(chat))["Next"])
    await do(chat, "content")


async def _upload(chat: Chat, url: str) -> None:
    (chat.folder / "cv.txt").write_text("my cv")
    await do(chat, "open", url=url)
    refs = await read(chat)
    await do(chat, "fill_form", fields=[{"ref": refs["Name"], "value": "Eda"}, {"ref": refs["Terms"], "value": True}])
    await do(chat, "fill_form", fields=[{"ref": refs["Name"], "value": "Ada"}, {"ref": refs["Terms"], "value": True}])
    await do(chat, "click", ref=refs["Continue"])
    await astray(chat)
    refs = await read(chat)
    await refused(chat, "file_not_found", "upload_file", ref=refs["CV"], path=str(chat.folder / "vc.txt"))
    await do(chat, "upload_file", ref=refs["CV"], path=str(chat.folder / "cv.txt"))
    await do(chat, "click", ref=refs["Continue"])
    await do(chat, "click", ref=(await read(chat))["Send"])
    await do(chat, "find", text="Received:")


async def _report(chat: Chat, url: str) -> None:
    await do(chat, "open", url=url)
    await astray(chat)
    refs = await read(chat)
    await do(chat, "select_option", ref=refs["Year"], value="2024")
    await do(chat, "select_option", ref=refs["Year"], value="2025")
    await do(chat, "click", ref=refs["Download the report"])


async def _consent(chat: Chat, url: str) -> None:
    await do(chat, "open", url=url)
    await astray(chat)
    refs = await read(chat)
    popup = (await do(chat, "click", ref=refs["Sign in"]))["action"]["opened_browser_ids"][0]
    await do(chat, "screenshot", browser_id=popup)
    await do(chat, "click", ref=(await read(chat, browser_id=popup))["Allow"], browser_id=popup)
    await do(chat, "wait", text="Signed in", browser_id=1)
    await do(chat, "find", text="Signed in as", browser_id=1)


async def _frames(chat: Chat, url: str) -> None:
    await do(chat, "open", url=url)
    await astray(chat)
    refs = await read(chat)
    await do(chat, "type", ref=refs["Promo code"], text="SPRIN")
    await do(chat, "type", ref=refs["Promo code"], text="SPRING")
    await do(chat, "click", ref=refs["Apply"])
    await do(chat, "wait", text="Applied")


async def _virtual(chat: Chat, url: str) -> None:
    await do(chat, "open", url=url)
    await astray(chat)
    refs = await read(chat)
    await do(chat, "scroll", direction="down")
    await do(chat, "type", ref=refs["Jump to"], text="48")
    await do(chat, "type", ref=refs["Jump to"], text="480")
    await do(chat, "wait", text="Pick person 480")
    await do(chat, "click", ref=(await read(chat))["Pick person 480"])
    await do(chat, "find", text="Picked")


async def _dates(chat: Chat, url: str) -> None:
    await do(chat, "open", url=url)
    await astray(chat)
    refs = await read(chat)
    await do(chat, "click", ref=refs["Open the calendar"])
    refs = await read(chat)
    await do(chat, "click", ref=refs["Next month"])
    await do(chat, "click", ref=(await read(chat))["17 February"])
    await do(chat, "find", text="Chosen")


async def _dialog(chat: Chat, url: str) -> None:
    await do(chat, "open", url=url)
    await astray(chat)
    refs = await read(chat)
    for operation in ("dismiss", "accept"):
        await do(chat, "click", ref=refs["Delete draft"])
        await do(chat, "dialog", operation=operation)
    await do(chat, "find", text="State")


_FORM: Final = "<form method=post action=/done enctype=multipart/form-data>{}</form>"
_LIST: Final = "<label>Jump to <input></label><div id=box style='height:200px;overflow:auto'><div style='height:20000px;position:relative'></div></div><p id=said></p><script>const box = document.querySelector('#box'), inside = box.firstElementChild; const draw = () => { const first = Math.floor(box.scrollTop / 20); inside.replaceChildren(...Array.from({length: 12}, (_, index) => { const number = first + index, one = document.createElement('button'); one.textContent = `Pick person ${number}`; one.style.cssText = `position:absolute;top:${number * 20}px;height:20px`; one.onclick = () => document.querySelector('#said').textContent = `Picked ${number}`; return one })) }; box.onscroll = draw; draw(); document.querySelector('input').oninput = (event) => { box.scrollTop = Number(event.target.value) * 20 }</script>"
_CALENDAR: Final = "<button onclick=\"draw()\">Open the calendar</button><div id=days></div><p id=said></p><script>let month = 0; const names = ['January', 'February']; const draw = () => { days.innerHTML = '<button onclick=\"month=1;draw()\">Next month</button>' + Array.from({length: 28}, (_, day) => `<button aria-label='${day + 1} ${names[month]}' onclick=\"said.textContent='Chosen: '+this.getAttribute('aria-label')\">${day + 1}</button>`).join('') }</script>"
_ORDERS: Final = "<title>Orders</title><h1>Orders</h1>" + DRAWN + "<table><tr><th>Order<th>Sum<tr><td>A-{0}<td>{0}.50</table>{1}"

ERRING: Final[Mapping[str, Erring]] = {
    "order": Erring(
        {
            "/": f"<title>Shop</title><h1>Shop</h1>{DRAWN}<form action=/found><label>Search <input name=q></label> <button>Go</button></form>",
            "/found": "<title>Found</title><h1>Found</h1><a href=/help>Help</a><ul><li>Arc lamp <button onclick=\"fetch('/bought',{method:'POST'}).then(()=>said.textContent='Order placed for Arc lamp')\">Buy</button></ul><p id=said></p>",
            "/help": "<title>Help</title><h1>Help</h1>",
        },
        _order, {"order_placed_for": "Arc lamp"}, {"/bought": 1},
    ),
    "login": Erring(
        {
            "/": f"<title>Log in</title>{DRAWN}<form method=post action=/code><label>Name <input name=n></label><label>Password <input type=password name=p></label><button>Log in</button></form>",
            "/code": "<title>Code</title><form method=post action=/in><label>One-time code <input name=otp autocomplete=one-time-code></label><button>Confirm</button></form>",
        },
        _login, {"received": str}, {"/in": 1},
    ),
    "paging": Erring(
        {
            "/": "<title>Start</title><h1>Start</h1>", "/help": "<title>Help</title><h1>Help</h1>",
            **{f"/orders{number}": _ORDERS.format(number, f"<a href=/orders{number + 1}>Next</a>" if number < 3 else "") for number in (1, 2, 3)},
        },
        _paging, {"rows": [{"Order": f"A-{number}", "Sum": f"{number}.50"} for number in (1, 2, 3)]}, {f"/orders{number}": 1 for number in (1, 2, 3)},
    ),
    "upload": Erring(
        {"/": "<title>Apply</title><h1>Apply</h1>" + DRAWN + _FORM.format("<div id=a><label>Name <input name=n></label><label><input type=checkbox name=t> Terms</label><button type=button onclick='a.hidden=true;b.hidden=false'>Continue</button></div><div id=b hidden><label>CV <input type=file name=cv></label><button type=button onclick='b.hidden=true;c.hidden=false'>Continue</button></div><div id=c hidden><button>Send</button></div>")},
        _upload, {"received": str}, {"/done": 1},
    ),
    "report": Erring(
        {"/": f"<title>Reports</title><h1>Reports</h1>{DRAWN}<label>Year <select id=y><option>2024<option>2025</select></label> <a href=/report.csv>Download the report</a>"},
        _report, {}, {}, {"/report.csv": "a,b"},
    ),
    "consent": Erring(
        {
            "/": f"<title>App</title><h1>App</h1>{DRAWN}<button onclick=\"window.open('/consent','_blank')\">Sign in</button><p id=said></p><script>addEventListener('message', () => said.textContent = 'Signed in as ada')</script>",
            "/consent": "<title>Consent</title><h1>Consent</h1><button onclick=\"fetch('/allowed').then(()=>{opener.postMessage('yes','*');close()})\">Allow</button>",
        },
        _consent, {"signed_in_as": "ada"}, {"/allowed": 1},
    ),
    "frames": Erring(
        {
            "/": f"<title>Checkout</title><h1>Checkout</h1>{DRAWN}<iframe src=/promo title=Promo></iframe>",
            "/promo": "<h2>Promo</h2><label>Promo code <input id=c></label><button onclick=\"fetch('/applied?'+c.value).then(()=>said.textContent='Applied')\">Apply</button><p id=said></p>",
        },
        _frames, {}, {"/applied": 1},
    ),
    "virtual": Erring({"/": f"<title>Many</title><h1>Many</h1>{DRAWN}{_LIST}"}, _virtual, {"picked": 480}),
    "dates": Erring({"/": f"<title>Dates</title><h1>Dates</h1>{DRAWN}{_CALENDAR}"}, _dates, {"chosen": "17 February"}),
    "dialog": Erring(
        {"/": f"<title>Drafts</title><h1>Drafts</h1>{DRAWN}<button onclick=\"if(confirm('Delete it?'))fetch('/deleted').then(()=>said.textContent='State: deleted')\">Delete draft</button><p id=said></p>"},
        _dialog, {"state": "deleted"}, {"/deleted": 1},
    ),
}  # fmt: skip


def agrees(wanted: Mapping[str, Any], outputs: Mapping[str, Any]) -> bool:
    """Whether outputs are the wanted ones; a type stands for any value of it."""
    return wanted.keys() == outputs.keys() and all(
        isinstance(outputs[name], value) if isinstance(value, type) else json.dumps(outputs[name]) == json.dumps(value)
        for name, value in wanted.items()
    )
