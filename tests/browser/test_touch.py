"""On an emulated device with a touch screen presses are taps and drags are swipes; presses and drags can be held."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from refbrowser import Chat
from tests.support.calls import do, evaluated, navigated, refs, refused
from tests.support.server import Site

TAP = ["pointerdown touch", "touchstart", "touchend", "mousedown", "click touch"]

PAGE = """<meta name=viewport content="width=device-width"><body style="margin:0"><script>
  window.heard = [];
  const types = ['pointerdown', 'pointercancel', 'touchstart', 'touchend', 'touchcancel', 'mousedown', 'click', 'dblclick', 'contextmenu'];
  var listen = window => { for (const type of types) window.addEventListener(type, event => {
    top.heard.push([type, event.pointerType].filter(Boolean).join(' ')); top.on = event.target.id || event.target.textContent; }, true); };
  listen(window);
</script>
<button id=menu>Menu</button><button id=fast>Fast</button>
<button id=ghost style="position:absolute;left:320px">Ghost</button><button id=under hidden style="position:absolute;left:320px">Under</button>
<label>Tick<input type=checkbox></label><button id=slow>Slow</button>
<div id=item role=button tabindex=0 style="width:120px;height:40px;touch-action:none">Item</div>
<div id=zone role=group aria-label=Zone style="width:200px;height:60px;border:1px solid"></div>
<iframe srcdoc="<button>Inner</button><script>top.listen(window)</script>" height=60></iframe><div style="height:3000px"></div>
<script>
  menu.addEventListener('touchend', () => menu.textContent += '!');
  fast.addEventListener('touchend', event => { event.preventDefault(); document.title = 'fast'; });
  ghost.addEventListener('touchend', () => { ghost.hidden = true; under.hidden = false; });
  under.onclick = () => document.title = 'wrong';
  let held, on = false, down = 0;
  slow.onpointerdown = () => down = performance.now();
  slow.onpointerup = () => slow.textContent = performance.now() - down > 250 ? 'Held' : 'Slow';
  item.onpointerdown = () => held = setTimeout(() => on = true, 250);
  onpointermove = event => { if (!on && event.buttons) clearTimeout(held); };
  onpointerup = event => { if (on && document.elementFromPoint(event.clientX, event.clientY) === zone) zone.textContent = 'dropped'; on = false; };
</script>"""


@pytest.fixture
async def phone(shared_chat: Chat, site: Site) -> AsyncIterator[Chat]:
    await do(shared_chat, "emulate", device="Pixel 7")
    await do(shared_chat, "navigate", url=site.page(PAGE))
    await do(shared_chat, "wait", text="Inner")
    yield shared_chat
    await do(shared_chat, "emulate", reset=True)


async def heard_of(chat: Chat, action: str, **arguments: Any) -> list[str]:
    await evaluated(chat, "heard.length = 0")
    await do(chat, action, **arguments)
    heard: list[str] = await evaluated(chat, "[...heard]")
    return heard


async def test_a_press_is_one_tap(phone: Chat) -> None:
    found = refs(await do(phone, "content"))
    assert await heard_of(phone, "click", ref=found["Menu"]) == TAP
    # A tap that follows at once is another tap.
    assert await heard_of(phone, "click", ref=found["Menu"]) == TAP
    assert await evaluated(phone, "menu.textContent") == "Menu!!"
    assert await heard_of(phone, "click", ref=found["Inner"]) == TAP
    assert await heard_of(phone, "click", x=20, y=10) == TAP
    assert await heard_of(phone, "double_click", ref=found["Slow"]) == [*TAP, *TAP, "dblclick"]
    assert await heard_of(phone, "set_checked", ref=found["Tick"]) == TAP
    assert await heard_of(phone, "click", ref=found["Slow"], force=True) == TAP
    assert "contextmenu mouse" in await heard_of(phone, "right_click", ref=found["Slow"])


async def test_a_tap_that_a_page_handles_itself_is_a_press(phone: Chat) -> None:
    found = refs(await do(phone, "content"))
    assert await heard_of(phone, "click", ref=found["Fast"]) == TAP[:3]
    assert await evaluated(phone, "document.title") == "fast"
    # What the tap itself brings under the finger does not get the click.
    receipt = (await do(phone, "click", ref=found["Ghost"]))["action"]
    assert receipt["released_on"] == "<button#under>"
    assert await evaluated(phone, "document.title") == "fast"


async def test_swipes_and_pinches_are_touches(phone: Chat) -> None:
    receipt = (await do(phone, "drag", x=200, y=500, to_x=200, to_y=200, hold_ms=0))["action"]
    assert receipt["scrolled"] is True
    assert 200 <= await evaluated(phone, "scrollY") <= 320
    await do(phone, "scroll", to="top")
    await do(phone, "drag", selector="#item", target_selector="#zone")
    assert await evaluated(phone, "zone.textContent") == "dropped"
    assert "mousedown" not in await heard_of(phone, "mouse", event_type="pinch", x=200, y=400, scale=2)
    assert await evaluated(phone, "visualViewport.scale") > 1.3


async def test_presses_and_drags_are_held_as_long_as_asked(common_chat: Chat, site: Site) -> None:
    found = await navigated(common_chat, site.page(PAGE))
    assert await heard_of(common_chat, "click", ref=found["Slow"], hold_ms=300) == ["pointerdown mouse", "mousedown", "click mouse"]
    assert await evaluated(common_chat, "slow.textContent") == "Held"
    await do(common_chat, "drag", ref=found["Item"], target_selector="#zone")
    assert await evaluated(common_chat, "zone.textContent") == "dropped"
    await refused(common_chat, "invalid_arguments", "mouse", event_type="pinch", x=9, y=9, scale=2)
    await refused(common_chat, "invalid_arguments", "mouse", event_type="click", x=9, y=9, scale=2)
