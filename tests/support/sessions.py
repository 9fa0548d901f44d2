"""Sessions to record and to replay: eleven small sites, each with the calls of an agent that works there."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final

from refbrowser import Chat
from tests.support.calls import do, read
from tests.support.server import Site

Work = Callable[[Chat, str], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Recorded:
    """One site (its pages by path; ``/`` is the first) and what is done there, given its address."""

    pages: Mapping[str, str]
    work: Work

    def serve(self, site: Site, changed: Callable[[str], str] = lambda page: page) -> str:
        """The address of the site's first page, its pages ``changed``."""
        for path, page in self.pages.items():
            if path.endswith(".txt"):
                site.route(path, page, headers={"Content-Disposition": f"attachment; filename={path[1:]}"})
            else:
                site.page(changed(page), path)
        return site.url("/")


async def _shop(chat: Chat, url: str) -> None:
    await do(chat, "open", url=url)
    refs = await read(chat)
    await do(chat, "type", ref=refs["Search the shop"], text="lamp")
    await do(chat, "click", ref=refs["Search"])
    refs = await read(chat)
    await do(chat, "click", ref=refs["Arc lamp"])
    refs = await read(chat)
    await do(chat, "click", ref=refs["Add Arc lamp to cart"])


async def _form(chat: Chat, url: str) -> None:
    await do(chat, "open", url=url)
    refs = await read(chat)
    fields = [{"ref": refs["Full name"], "value": "Ada"}, {"ref": refs["I agree to the terms"], "value": True}]
    await do(chat, "fill_form", fields=[*fields, {"ref": refs["Country"], "value": "Norway"}])
    await do(chat, "set_checked", ref=refs["Express delivery"])
    await do(chat, "click", ref=refs["Send order"])


async def _frames(chat: Chat, url: str) -> None:
    await do(chat, "open", url=url)
    refs = await read(chat)
    await do(chat, "type", ref=refs["Promo code"], text="SPRING")
    await do(chat, "click", ref=refs["Apply code"])


async def _shadow(chat: Chat, url: str) -> None:
    await do(chat, "open", url=url)
    refs = await read(chat)
    await do(chat, "click", ref=refs["Rate four stars"])


async def _dialogs(chat: Chat, url: str) -> None:
    await do(chat, "open", url=url)
    refs = await read(chat)
    await do(chat, "click", ref=refs["Delete draft"])
    await do(chat, "dialog", operation="accept")


async def _popups(chat: Chat, url: str) -> None:
    await do(chat, "open", url=url)
    refs = await read(chat)
    opened = (await do(chat, "click", ref=refs["Open the preview"]))["action"]["opened_browser_ids"][0]
    refs = await read(chat, browser_id=opened)
    await do(chat, "click", ref=refs["Approve preview"], browser_id=opened)


async def _uploads(chat: Chat, url: str) -> None:
    await do(chat, "open", url=url)
    refs = await read(chat)
    (chat.folder / "note.txt").write_text("note")
    await do(chat, "upload_file", ref=refs["Choose your file"], path=str(chat.folder / "note.txt"))
    await do(chat, "click", ref=refs["Upload file now"])


async def _rows(chat: Chat, url: str) -> None:
    await do(chat, "open", url=url)
    text = await do(chat, "content")
    line = next(line for line in text.splitlines() if "Grace Hopper" in line)
    await do(chat, "click", ref=int(line.partition("[button ")[2].partition("]")[0]))


async def _virtual(chat: Chat, url: str) -> None:
    await do(chat, "open", url=url)
    refs = await read(chat)
    await do(chat, "type", ref=refs["Jump to"], text="480")
    await do(chat, "wait", text="Pick person 480")
    refs = await read(chat)
    await do(chat, "click", ref=refs["Pick person 480"])


async def _app(chat: Chat, url: str) -> None:
    await do(chat, "open", url=url)
    refs = await read(chat)
    await do(chat, "click", ref=refs["Settings page"])
    refs = await read(chat)
    await do(chat, "click", ref=refs["Save settings"])


async def _downloads(chat: Chat, url: str) -> None:
    await do(chat, "open", url=url)
    refs = await read(chat)
    await do(chat, "click", ref=refs["Download the report"])


_PEOPLE: Final = ("Ada Lovelace", "Grace Hopper", "Alan Turing", "Edsger Dijkstra", "Barbara Liskov")

SESSIONS: Final[Mapping[str, Recorded]] = {
    "shop": Recorded(
        {
            "/": "<title>Shop</title><main id=main class=page><h1>Shop</h1><form action=/found><label class=l>Search the shop <input name=q id=q></label> <button class=b id=go>Search</button></form></main>",
            "/found": "<title>Found</title><h1>Results</h1><ul class=list><li><a class=hit href=/p/arc>Arc lamp</a><li><a class=hit href=/p/desk>Desk lamp</a></ul>",
            "/p/arc": "<title>Arc lamp</title><h1>Arc lamp</h1><section class=buy><button id=add class=b onclick=\"document.querySelector('#said').textContent='In the cart'\">Add Arc lamp to cart</button><p id=said></section>",
        },
        _shop,
    ),
    "form": Recorded(
        {
            "/": "<title>Order</title><h1>Order</h1><form class=f onsubmit=\"document.querySelector('#said').textContent='Sent';return false\"><div class=row><label>Full name <input name=who id=who></label></div><div class=row><label>Country <select name=land id=land><option>Choose<option>Norway<option>Japan</select></label></div><div class=row><label><input type=checkbox name=ok id=ok> I agree to the terms</label></div><div class=row><label><input type=radio name=way value=e id=e> Express delivery</label><label><input type=radio name=way value=s id=s> Slow delivery</label></div><button id=send class=b>Send order</button></form><p id=said>",
        },
        _form,
    ),
    "frames": Recorded(
        {
            "/": "<title>Frames</title><h1>Checkout</h1><section class=c><iframe src=/promo title=Promo></iframe></section>",
            "/promo": "<h2>Promo</h2><form onsubmit=\"document.querySelector('#said').textContent='Applied';return false\"><label class=l>Promo code <input name=code id=code></label><button id=apply class=b>Apply code</button></form><p id=said>",
        },
        _frames,
    ),
    "shadow": Recorded(
        {
            "/": "<title>Rate</title><h1>Rate it</h1><div id=host class=h></div><p id=said></p><script>const root = document.querySelector('#host,[data-was=host]').attachShadow({mode: 'open'}); for (const many of ['three', 'four', 'five']) { const one = document.createElement('button'); one.textContent = `Rate ${many} stars`; one.dataset.truth = many; one.onclick = () => document.querySelector('p').textContent = `Rated ${many}`; root.append(one) }</script>",
        },
        _shadow,
    ),
    "dialogs": Recorded(
        {
            "/": "<title>Drafts</title><h1>Drafts</h1><section class=c><button id=del class=b onclick=\"if(confirm('Delete it?'))document.querySelector('p').textContent='Deleted'\">Delete draft</button></section><p></p>",
        },
        _dialogs,
    ),
    "popups": Recorded(
        {
            "/": "<title>Pages</title><h1>Pages</h1><section class=c><a id=pre class=a target=_blank href=/preview>Open the preview</a></section>",
            "/preview": "<title>Preview</title><h1>Preview</h1><button id=yes class=b onclick=\"document.querySelector('p').textContent='Approved'\">Approve preview</button><p></p>",
        },
        _popups,
    ),
    "uploads": Recorded(
        {
            "/": "<title>Upload</title><h1>Upload</h1><form class=f onsubmit=\"document.querySelector('p').textContent='Sent '+this.elements[0].files[0].name;return false\"><label class=l>Choose your file <input type=file name=doc id=doc></label><button id=up class=b>Upload file now</button></form><p></p>",
        },
        _uploads,
    ),
    "rows": Recorded(
        {
            "/": "<title>People</title><h1>People</h1><table class=t>"
            + "".join(
                f"<tr class=r><td>{who}<td><button class=b onclick=\"document.querySelector('p').textContent='Invited {who}'\">Invite</button>"
                for who in _PEOPLE
            )
            + "</table><p></p>",
        },
        _rows,
    ),
    "virtual": Recorded(
        {
            "/": "<title>Many</title><h1>Many</h1><label class=l>Jump to <input name=at id=at></label><div id=box class=v style='height:200px;overflow:auto'><div style='height:20000px;position:relative'></div></div><p></p><script>const box = document.querySelector('[style*=overflow]'), inside = box.firstElementChild; const draw = () => { const first = Math.floor(box.scrollTop / 20); inside.replaceChildren(...Array.from({length: 12}, (_, index) => { const number = first + index, one = document.createElement('button'); one.textContent = `Pick person ${number}`; one.dataset.truth = `person ${number}`; one.style.cssText = `position:absolute;top:${number * 20}px;height:20px`; one.onclick = () => document.querySelector('p').textContent = `Picked ${number}`; return one })) }; box.onscroll = draw; draw(); document.querySelector('input').oninput = (event) => { box.scrollTop = Number(event.target.value) * 20 }</script>",
        },
        _virtual,
    ),
    "app": Recorded(
        {
            "/": "<title>App</title><nav class=n><a id=set class=a href=/settings onclick=\"history.pushState(0,'','/settings');document.querySelector('main').innerHTML='<h1>Settings</h1><button class=b id=save data-truth=save onclick=&quot;this.nextSibling.textContent=1&quot;>Save settings</button><p></p>';return false\">Settings page</a></nav><main><h1>Start</h1></main>",
        },
        _app,
    ),
    "downloads": Recorded(
        {
            "/": "<title>Reports</title><h1>Reports</h1><section class=c><a id=get class=a href=/report.txt>Download the report</a></section>",
            "/report.txt": "report",
        },
        _downloads,
    ),
}
