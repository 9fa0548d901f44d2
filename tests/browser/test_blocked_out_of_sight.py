"""Controls under a box over all of the viewport are blocked: also those out of sight, in a page that has a root of its own box."""

from typing import Final

import pytest

from refbrowser import Chat
from tests.support.calls import do, read, refused
from tests.support.server import Site

PAGE: Final = "<main id=main><button>Near</button><p style='height:3000px'>Text</p><button>Far</button></main>{cover}<div id=dialog {dialog}><button>First</button><p style='height:2000px'></p><button>Last</button></div>"
DIALOG: Final = "style='position:absolute;z-index:9;top:50px;left:50px;background:#fff'"
COVERS: Final = {
    "over all": ("<div style='position:fixed;inset:0;background:#0005'></div>", True),
    "with the dialog in it": (
        "<div id=cover style='position:fixed;inset:0;overflow:auto'></div><script>onload = () => cover.append(dialog)</script>",
        True,
    ),
    "in the root of an application": (
        "<div id=cover style='position:fixed;inset:0;background:#0005'></div><script>onload = () => { const app = document.body.appendChild(document.createElement('div'));"
        "app.style.cssText = 'position:absolute;inset:0;overflow:auto'; app.append(document.querySelector('main'), cover, dialog); for (let i = 0; i < 9; i++) main.append(document.createElement('i')) }</script>",
        True,
    ),
    "in the root of an application, absolute": (
        "<div id=cover style='position:absolute;inset:0;background:#0005'></div><script>onload = () => { const app = document.body.appendChild(document.createElement('div'));"
        "const inner = app.appendChild(document.createElement('div')); app.style.cssText = 'position:absolute;inset:0;overflow:hidden';"
        "inner.style.cssText = 'height:100%;overflow:auto'; inner.append(document.querySelector('main')); app.append(cover);"
        "dialog.style.cssText += ';position:fixed;height:200px;overflow:auto'; for (let i = 0; i < 9; i++) main.append(document.createElement('i')) }</script>",
        True,
    ),
    "in a shadow root": (
        "<x-dialog></x-dialog><script>onload = () => { const root = document.querySelector('x-dialog').attachShadow({ mode: 'open' });"
        "root.innerHTML = '<dialog style=\"height:100px;overflow:auto\"></dialog>'; root.firstChild.append(dialog); root.firstChild.showModal() }</script>",
        True,
    ),
    "beside what it lies over": (
        "<div id=cover style='position:fixed;inset:0;background:#0005'></div><script>onload = () => { const main = document.querySelector('main');"
        "main.replaceWith(...main.childNodes); document.body.append(cover, dialog) }</script>",
        True,
    ),
    "beside what is raised over it": (
        "<div style='position:fixed;inset:0;background:#0005'></div><style>main button { position: relative; z-index: 1 }</style><script>onload = () => {"
        "const main = document.querySelector('main'); main.querySelectorAll('button').forEach(one => { one.style.cssText = 'position:relative;z-index:1' });"
        "main.replaceWith(...main.childNodes) }</script>",
        False,
    ),
    "over all but a gutter": ("<div style='position:fixed;inset:0 15px 0 0;background:#0005'></div>", True),
    "over what is raised less": (
        "<div style='position:fixed;inset:0;z-index:5;background:#0005'></div><script>onload = () => {"
        "const main = document.querySelector('main'); main.querySelectorAll('button').forEach(one => { one.style.cssText = 'position:relative;z-index:1' });"
        "main.replaceWith(...main.childNodes) }</script>",
        True,
    ),
    "over a part": ("<div style='position:fixed;inset:0 0 0 200px;background:#0005'></div>", False),
    "that is scrolled away": ("<div style='position:absolute;inset:0;height:100vh;background:#0005'></div>", False),
}


@pytest.mark.rows(3)
@pytest.mark.parametrize("cover", COVERS)
async def test_what_lies_under_a_cover_out_of_sight_is_blocked(common_chat: Chat, site: Site, cover: str) -> None:
    html, blocks = COVERS[cover]
    await do(common_chat, "navigate", url=site.page(PAGE.format(cover=html, dialog=DIALOG)))
    text = await do(common_chat, "content")
    assert ("[blocked button" in text.partition("Far")[0].splitlines()[-1]) is blocks
    found = await read(common_chat)
    if blocks:
        await refused(common_chat, "covered", "click", ref=found["Far"])
    for name in ("First", "Last"):
        await do(common_chat, "click", ref=found[name])
    assert "blocked" not in text.partition("First")[0].splitlines()[-1] + text.partition("Last")[0].splitlines()[-1]


@pytest.mark.parametrize(("container", "blocks"), [("inset:0", True), ("inset:100px", False)])
async def test_a_backdrop_that_a_dialog_lies_over_whole_is_blocked(
    common_chat: Chat, site: Site, container: str, blocks: bool
) -> None:
    page = (
        "<button>Near</button><div style='position:fixed;inset:0'><div onclick='' aria-label=Backdrop style='position:fixed;inset:0'></div>"
        f"<div style='position:absolute;{container}'><div role=dialog><button>Okay</button></div></div></div>"
    )
    await do(common_chat, "navigate", url=site.page(page))
    text = await do(common_chat, "content")
    assert ("[blocked clickable" in text) is blocks
    assert "[button" in text
    if not blocks:
        await do(common_chat, "click", selector="[aria-label=Backdrop]")


async def test_what_lies_out_of_sight_is_blocked_behind_any_number_of_controls(common_chat: Chat, site: Site) -> None:
    near = "".join(f"<button>{number}</button>" for number in range(200))
    page = f"<main>{near}<p style='height:3000px'></p><button>Far</button></main><div style='position:fixed;inset:0'></div>"
    await do(common_chat, "navigate", url=site.page(page))
    assert "[blocked button" in (await do(common_chat, "content")).partition("Far")[0].splitlines()[-1]
