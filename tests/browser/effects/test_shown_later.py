"""Popups that a script inserts unseen, places some frames later, and fades in: the receipt of what opened them has them."""

import time

import pytest

from refbrowser import Chat
from tests.support.calls import do, navigated, refs
from tests.support.server import Site

UNSEEN = {
    "transparent": "opacity:0",
    "invisible": "visibility:hidden",
    "off the canvas": "left:-1000vw;top:-1000vh",
}
SHOWN = {
    "after frames": "let n = 4; const f = () => n-- ? requestAnimationFrame(f) : show(); f()",
    "after a timer": "setTimeout(show, 120)",
    "after frames, faded in": "let n = 4; const f = () => n-- ? requestAnimationFrame(f) : (show(), d.animate({opacity: [0, 1]}, 200)); f()",
}
PAGE = """<!doctype html><button id=o>Delete</button><p>Text</p><div id=h></div><script>
o.onclick = () => {{
  const d = document.createElement('div')
  d.innerHTML = '<div>Are you sure? <button>Yes</button></div>'
  d.style.cssText = 'position:absolute;{unseen}'
  h.append(d)
  const show = () => d.style.cssText = 'position:absolute;left:20px;top:200px'
  {shown}
}}</script>"""


@pytest.mark.rows(1)
@pytest.mark.parametrize("unseen", UNSEEN.values(), ids=list(UNSEEN))
@pytest.mark.parametrize("shown", SHOWN.values(), ids=list(SHOWN))
async def test_what_is_inserted_unseen_and_shown_soon_is_in_its_own_receipt(
    common_chat: Chat, site: Site, unseen: str, shown: str
) -> None:
    await navigated(common_chat, site.page(PAGE.format(unseen=unseen, shown=shown)))
    page = refs(await do(common_chat, "content"))
    receipt = (await do(common_chat, "click", ref=page["Delete"]))["action"]
    assert "+ Are you sure?" in receipt["changes"], receipt
    later = (await do(common_chat, "keyboard", key="Shift"))["action"]
    assert later["effect"] == "none observed", later
    assert "before" not in later, later


async def test_what_stays_unseen_is_not_reported_and_not_waited_for_long(common_chat: Chat, site: Site) -> None:
    await navigated(common_chat, site.page(PAGE.format(unseen="opacity:0", shown="")))
    page = refs(await do(common_chat, "content"))
    began = time.monotonic()
    receipt = (await do(common_chat, "click", ref=page["Delete"]))["action"]
    assert time.monotonic() - began < 3  # 0.4 on a machine that does nothing else
    assert receipt["effect"] == "none observed", receipt
