"""A press by ref of what a page makes another thing of as it is scrolled into view: days of a calendar that swipes, rows that are used again."""

import pytest

from refbrowser import Chat
from tests.support.calls import do, evaluated, navigated
from tests.support.server import Site

CAROUSEL = """<title>T</title><style>#box { display: flex; width: 120px; height: 40px; overflow: auto } #box div { flex: none; width: 120px }</style>
<div id=box><div><button></button></div><div><button></button></div><div><button></button></div></div><script>
const names = ['January', 'February', 'March', 'April', 'May', 'June', 'July'], buttons = document.querySelectorAll('button');
let first = 2;
const draw = () => buttons.forEach((button, index) => { button.textContent = names[first + index] });
draw();
box.scrollLeft = 120;
onclick = event => { document.title = event.target.textContent };
function turn(back) {
  const at = Math.round(box.scrollLeft / 120);
  if (at === 1 || first !== 2) return;
  first += at - 1;
  draw();
  if (back) box.scrollLeft = 120;
}
ARM</script>"""

TURNS = {
    "once it has been scrolled": "box.onscroll = () => turn(true)",
    "under the pointer": "box.onpointerover = () => turn(true)",
    "under the pointer, in place": "box.onpointerover = () => turn(false)",
    "with the next frame": "box.onscroll = () => requestAnimationFrame(() => turn(true))",
}


@pytest.mark.rows(3)
@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("month", ["March", "May"])
async def test_a_press_lands_on_what_was_named_wherever_that_is_now(common_chat: Chat, site: Site, turn: str, month: str) -> None:
    found = await navigated(common_chat, site.page(CAROUSEL.replace("ARM", TURNS[turn])))
    await do(common_chat, "click", ref=found[month])
    assert await evaluated(common_chat, "document.title") == month


async def test_what_is_only_called_otherwise_once_it_is_in_view_is_pressed(common_chat: Chat, site: Site) -> None:
    page = """<div style='height:2000px'></div><button id=b>3 left</button><p>3 left</p><script>onscroll = () => { b.textContent = '2 left' };
    b.onclick = () => { document.title = 'Pressed' }</script>"""
    found = await navigated(common_chat, site.page(page))
    await do(common_chat, "click", ref=found["3 left"])
    assert await evaluated(common_chat, "document.title") == "Pressed"
