"""Items of lists that are put in another order by dragging, dropped on others from either side."""

from typing import Final

import pytest

from refbrowser import Chat
from tests.support.calls import do, evaluated, navigated
from tests.support.server import Site

NATIVE: Final = """
for (const item of list.children) {
  item.draggable = true;
  item.ondragstart = () => { dragged = item };
}
list.ondragover = event => event.preventDefault();
list.ondrop = event => put(event.target.closest('li'), event.clientX, event.clientY);"""

POINTER: Final = """
list.onpointerdown = event => { dragged = event.target.closest('li'); event.preventDefault() };
addEventListener('pointermove', event => { if (dragged) { const over = document.elementsFromPoint(event.clientX, event.clientY).find(one => one.localName === 'li' && one !== dragged); if (over) put(over, event.clientX, event.clientY, true) } });
addEventListener('pointerup', () => { dragged = null });"""

# Items make way in an animation, during which they are no goal.
ANIMATED: Final = """
for (const item of list.children) {
  item.draggable = true;
  item.ondragstart = () => { dragged = item };
}
list.ondragover = event => {
  event.preventDefault();
  const over = event.target.closest('li');
  if (!over || over.animated || dragged.animated) return;
  const before = new Map(Array.from(list.children, item => [item, item.getBoundingClientRect()]));
  put(over, event.clientX, event.clientY, true);
  for (const [item, was] of before) {
    const now = item.getBoundingClientRect(), x = was.x - now.x, y = was.y - now.y;
    if (!x && !y) continue;
    item.animated = true;
    item.animate([{transform: `translate(${x}px, ${y}px)`}, {transform: 'none'}], 150).onfinish = () => { item.animated = false };
  }
};"""

KINDS: Final = {"native": NATIVE, "pointer": POINTER, "animated": ANIMATED}

PAGE: Final = """<style>ul {{ list-style: none; padding: 0; width: 330px }} ul.grid {{ display: flex; flex-wrap: wrap }}
li {{ height: 40px; margin: 2px; background: #ddd; touch-action: none; user-select: none }} .grid li {{ width: 100px }}</style>
<ul id=list class={form}>{items}</ul><script>
let dragged = null;
const grid = list.className === 'grid';
// As sortable lists do: before an item up to its middle, behind it from there on.
function put(over, x, y, moving) {{
  if (!over || !dragged || over === dragged) return;
  const box = over.getBoundingClientRect(), sameRow = Math.abs(dragged.getBoundingClientRect().y - box.y) < 5;
  const behind = grid && sameRow ? x > box.x + box.width / 2 : y > box.y + box.height / 2;
  const comesFromBefore = dragged.compareDocumentPosition(over) & 4;
  if (moving && Boolean(comesFromBefore) !== behind) return;
  over[behind ? 'after' : 'before'](dragged);
}}
{script}
</script>"""

ITEMS: Final = 9


def moved(order: list[int], source: int, target: int) -> list[int]:
    """The order that a drop on the far side of the target leaves."""
    left = [item for item in order if item != source]
    behind = order.index(source) < order.index(target)
    left.insert(left.index(target) + behind, source)
    return left


@pytest.mark.rows(2)
@pytest.mark.parametrize("form", ["list", "grid"])
@pytest.mark.parametrize("kind", KINDS)
async def test_an_item_goes_to_the_far_side_of_the_one_that_it_is_dropped_on(
    common_chat: Chat, site: Site, kind: str, form: str
) -> None:
    items = "".join(f"<li role=button>Item {number}</li>" for number in range(ITEMS))
    found = await navigated(common_chat, site.page(PAGE.format(form=form, items=items, script=KINDS[kind])))
    order = list(range(ITEMS))
    for source, target in ((0, 1), (5, 4), (2, 6), (8, 3)):
        await do(common_chat, "drag", ref=found[f"Item {source}"], target_ref=found[f"Item {target}"], hold_ms=0, observe="none")
        order = moved(order, source, target)
        now = await evaluated(common_chat, "Array.from(list.children, item => Number(item.textContent.slice(5)))")
        assert now == order, (source, target)
