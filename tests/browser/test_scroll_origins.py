"""Boxes that scroll from any side: what is in them is read whole, and their ends, steps and items are reached."""

from typing import Any

from refbrowser import Chat
from tests.support.calls import do, evaluated, navigated, read, refs
from tests.support.server import Site

ORIGINS = {
    "column": ("display:flex;flex-direction:column", "top"),
    "column-reverse": ("display:flex;flex-direction:column-reverse", "top"),
    "row-reverse": ("display:flex;flex-direction:row-reverse", "left"),
    "wrap-reverse": ("display:flex;flex-wrap:wrap-reverse;align-content:flex-start", "top"),
    "right to left": ("direction:rtl;white-space:nowrap", "right"),
    "reversed right to left": ("display:flex;direction:rtl;flex-direction:row-reverse", "right"),
    "vertical, from the right": ("writing-mode:vertical-rl", "right"),
    "vertical, from the left": ("writing-mode:vertical-lr", "left"),
    "vertical, from the bottom": ("writing-mode:vertical-lr;direction:rtl;white-space:nowrap", "top"),
    "sideways": ("writing-mode:sideways-lr;white-space:nowrap", "top"),
    "a vertical column reversed": ("writing-mode:vertical-rl;display:flex;flex-direction:column-reverse", "right"),
    "snapping": ("scroll-snap-type:y mandatory", "top"),
}
"""A style, and the side of the box at which it begins."""

COUNT = 20

PAGE = f"""<style>#box {{ overflow: auto; height: 100px; width: 300px; position: absolute; left: 0; top: 0 }}
  #box button {{ flex: none; height: 30px; width: 90px }} #box[style*=snap] button {{ display: block; scroll-snap-align: start }}</style>
  <div id=box>{"".join(f"<button>B{each} </button> " for each in range(COUNT))}</div>
  <script>
    let hits = [];
    document.addEventListener('click', (event) => hits.push(event.target.textContent.trim()), true);
    function show(style) {{
      box.style.cssText = style;
      box.scrollTo(0, 0);
    }}
    function shown() {{
      const {{ left, top, right, bottom }} = box.getBoundingClientRect();
      return [...box.children].filter((one) => {{
        const inner = one.getBoundingClientRect();
        return inner.left < right && inner.right > left && inner.top < bottom && inner.bottom > top;
      }}).map((one) => one.textContent.trim());
    }}
    const hidden = () => ({{
      top: [...box.children].some((one) => one.getBoundingClientRect().top < -1), left: [...box.children].some((one) => one.getBoundingClientRect().left < -1),
      bottom: [...box.children].some((one) => one.getBoundingClientRect().top > box.clientHeight), right: [...box.children].some((one) => one.getBoundingClientRect().right > box.clientWidth + 1),
    }});
  </script>"""

EVERY = {f"B{each}" for each in range(COUNT)}
OPPOSITE = {"top": "bottom", "left": "right", "right": "left"}


async def test_boxes_that_scroll_from_any_side(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page(PAGE))
    wrong: dict[str, Any] = {}
    for name, (style, first) in ORIGINS.items():
        await evaluated(shared_chat, f"show({style!r})")
        found = {"read": set(await read(shared_chat)) & EVERY == EVERY}
        in_sight = set(refs(await do(shared_chat, "content", mode="viewport"))) & EVERY
        found["in sight"] = in_sight == set(await evaluated(shared_chat, "shown()"))
        for to, side in (("bottom", OPPOSITE[first]), ("top", first)):
            await do(shared_chat, "scroll", selector="#box", to=to)
            found[f"to {to}"] = not (await evaluated(shared_chat, "hidden()"))[side]
        page = await read(shared_chat)
        found["read at the top"] = set(page) & EVERY == EVERY
        for label in ("B0", f"B{COUNT - 1}"):
            await do(shared_chat, "click", ref=page[label], observe="none")
        found["pressed"] = await evaluated(shared_chat, "hits.splice(0)") == ["B0", f"B{COUNT - 1}"]
        if not all(found.values()):
            wrong[name] = [what for what, held in found.items() if not held]
    assert not wrong


async def test_a_step_moves_a_reversed_box_in_its_direction(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page(PAGE))
    for style, direction, axis in (
        (ORIGINS["column-reverse"][0], "up", "scrollTop"),
        (ORIGINS["right to left"][0], "left", "scrollLeft"),
    ):
        await evaluated(shared_chat, f"show({style!r})")
        await do(shared_chat, "scroll", selector="#box", direction=direction, amount=150)
        assert await evaluated(shared_chat, f"box.{axis}") == -150


async def test_what_no_scrolling_reaches_stays_unread(shared_chat: Chat, site: Site) -> None:
    lost = (
        "<div style='overflow:auto;height:90px;width:200px;position:absolute;left:0;top:0'>{}<div style='height:300px'></div></div>"
    )
    inside = "<p style='position:absolute;top:-400px'>Lost</p><p>Here</p>"
    await do(shared_chat, "navigate", url=site.page(lost.format(f"<div style='position:relative'>{inside}</div>")))
    page = await do(shared_chat, "content")
    assert "Here" in page
    assert "Lost" not in page


APPLICATION = """<style>html, body { margin: 0; height: 100%; overflow: hidden } button { flex: none; width: 280px; position: relative; margin-left: -1px }</style>
<div id=down style="height: 300px; overflow: auto"><button>Top</button><div style="height: 2000px"></div><button>Bottom</button></div>
<div id=across style="width: 300px; overflow-x: auto; display: flex"><button>First</button><div style="flex: none; width: 3000px"></div><button>Last</button></div>
<script>down.scrollTop = 1900; across.scrollLeft = 1500</script>"""  # fmt: skip


async def test_what_boxes_have_scrolled_out_of_a_page_that_cuts_off_is_read(common_chat: Chat, site: Site) -> None:
    found = await navigated(common_chat, site.page(APPLICATION))
    assert set(found) - {"scrollable"} == {"Top", "Bottom", "First", "Last"}
