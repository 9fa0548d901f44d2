"""A drag that is cancelled at any moment leaves no button down. The oracle is the page's own record of its events."""

import asyncio
import random
from typing import Final

import pytest

from refbrowser import Chat
from tests.support.calls import do, evaluated, navigated
from tests.support.server import Site

PAGE: Final = """<style>div { position: absolute; width: 80px; height: 80px } #to { left: 500px; top: 300px; background: tan }</style>
<div id=from %s style="left:50px;top:50px;background:teal">From</div><div id=to>To</div><button style="position:absolute;top:500px">Press</button><script>
window.seen = []; window.presses = 0;
for (const type of ['mousedown', 'mouseup', 'dragstart', 'dragend', 'mousemove']) addEventListener(type, (event) => seen.push([type, event.buttons]), true);
document.querySelector('button').onclick = () => presses++;
to.ondragover = (event) => event.preventDefault();
</script>"""
KINDS: Final = ("", "draggable=true")


async def left_down(chat: Chat, after_s: float) -> str:
    """Cancel a drag ``after_s`` seconds after its call; what is wrong on the page then, if anything."""
    await evaluated(chat, "seen.length = 0; presses = 0")
    call = asyncio.ensure_future(chat.call({"action": "drag", "selector": "#from", "to_x": 540, "to_y": 340, "observe": "none"}))
    await asyncio.wait({call}, timeout=after_s)
    call.cancel()
    await asyncio.wait({call})
    await do(chat, "mouse", event_type="move", x=300, y=450)
    await chat.call({"action": "click", "selector": "button", "observe": "none"})
    events, presses = await evaluated(chat, "[seen, presses]")
    buttons = [buttons for kind, buttons in events if kind == "mousemove"][-1]
    return "" if presses == 1 and buttons == 0 else f"cancelled after {after_s * 1000:.0f} ms: {presses} presses, {events[-12:]}"


async def failures(chat: Chat, site: Site, count: int, seed: int) -> list[str]:
    moments = random.Random(seed)
    found = []
    for kind in KINDS:
        await navigated(chat, site.page(PAGE % kind))
        found += [wrong for _ in range(count) if (wrong := await left_down(chat, moments.uniform(0, 0.9)))]
    return found


async def test_a_cancelled_drag_leaves_no_button_down(common_chat: Chat, site: Site) -> None:
    assert await failures(common_chat, site, 3, seed=1) == []


@pytest.mark.long("browser/test_cancelled_drags.py::test_a_cancelled_drag_leaves_no_button_down")
@pytest.mark.timeout(1800)
async def test_a_thousand_cancelled_drags(common_chat: Chat, site: Site) -> None:
    assert await failures(common_chat, site, 500, seed=2) == []
