"""What covers a control and is on its way out, or was closed by the action before, is waited for."""

from typing import Final

import pytest

from refbrowser import Chat
from tests.support.calls import do, evaluated, ok, refused
from tests.support.server import Site

CLOSING: Final = {
    "a transition of its opacity": "veil.style.cssText = 'opacity: 0; transition: opacity .4s'; setTimeout(() => veil.remove(), 450)",
    "a transition of its place": "veil.style.cssText = 'transform: translateY(100vh); transition: transform .4s'",
    "an animation that is removed": "veil.animate([{ opacity: 1 }, { opacity: .2 }], 400).onfinish = () => veil.remove()",
    "a script that fades it": "let left = 20; const step = () => { veil.style.opacity = left / 20; --left ? requestAnimationFrame(step) : veil.remove() }; step()",
    "a script that moves it": "let at = 0; const step = () => { veil.style.top = (at += 60) + 'px'; at < 900 ? requestAnimationFrame(step) : veil.remove() }; step()",
    "a timer alone": "setTimeout(() => veil.remove(), 500)",
    "a timer that hides it": "setTimeout(() => { veil.style.visibility = 'hidden' }, 500)",
    "a dialog's end": "setTimeout(() => dialog.close(), 500)",
}  # fmt: skip
"""Ways to close what covers a page."""

PAGE: Final = """<style>#veil {{ position: fixed; inset: 0; background: #fffe }} dialog::backdrop {{ background: #0008 }}</style>
<button onclick="pressed++">Under</button>
<div id=veil><button style="margin: 200px" onclick="{close}">Day</button></div><dialog id=dialog><button onclick="{close}">In dialog</button></dialog>
<script>pressed = 0; if ({modal}) {{ veil.remove(); dialog.showModal() }}</script>"""


@pytest.mark.rows(1)
@pytest.mark.parametrize("where", ["page", "frame"])
async def test_what_the_action_before_has_closed_is_waited_for(common_chat: Chat, site: Site, where: str) -> None:
    ways = CLOSING if where == "page" else {way: CLOSING[way] for way in ("a timer alone", "a script that fades it")}
    for way, close in ways.items():
        modal = "dialog" in close
        url = site.page(PAGE.format(close=close, modal=str(modal).lower()))
        if where == "frame":
            url = site.page(f"<iframe src={url} width=900 height=600></iframe>")
        await do(common_chat, "navigate", url=url)
        closes = "text=In dialog" if modal else "text=Day"
        calls = [{"action": "click", "selector": closes}, {"action": "click", "selector": "text=Under"}]
        answers = ok(await common_chat.call({"action": "multi", "calls": calls}))
        assert [answer["ok"] for answer in answers] == [True, True], (way, answers)
        pressed = "pressed" if where == "page" else "frames[0].pressed"
        assert await evaluated(common_chat, pressed) == 1, way


async def test_a_time_of_its_own_has_a_call_wait_for_what_covers_and_disables(common_chat: Chat, site: Site) -> None:
    await do(
        common_chat,
        "navigate",
        url=site.page(
            """<button id=covered onclick="got += 'covered '">Covered</button><button id=off disabled onclick="got += 'off '">Off</button>
            <input id=late disabled aria-label=Late><div id=veil style="position: fixed; inset: 0"></div><script>got = '';
            start = () => setTimeout(() => { veil.remove(); setTimeout(() => { off.disabled = false; setTimeout(() => { late.disabled = false }, 1100) }, 1100) }, 1100)</script>"""
        ),
    )
    error = await refused(common_chat, "covered", "click", selector="#covered")
    assert "veil" in str(error["details"])
    error = await refused(common_chat, "disabled", "click", selector="#off")
    assert error["remedy"]["action"] == "wait"
    assert error["remedy"]["state"] == "enabled"
    await evaluated(common_chat, "void start()")
    await do(common_chat, "click", selector="#covered", timeout_ms=15_000)
    await do(common_chat, "click", selector="#off", timeout_ms=15_000)
    receipt = (await do(common_chat, "type", selector="#late", text="now", timeout_ms=15_000))["action"]
    assert receipt["value"] == "now"
    assert await evaluated(common_chat, "got") == "covered off "
