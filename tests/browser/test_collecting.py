"""Virtual and endless lists are read to their ends: each item once, in order, and no ref of an element that shows another item by now."""

import re

import pytest

from refbrowser import Chat
from refbrowser.browser.pointer import collecting
from tests.support.calls import do, evaluated, refused
from tests.support.server import Response, Site

ROWS = 40


def virtual(*, text: str = "`Item ${i}`", recycles: bool = False, row: str = "el.textContent = label(i)", extra: str = "") -> str:
    """A list that draws the rows in sight, in elements of their own or in those of rows that have left."""
    render = (
        """while (pool.length < 12) { const el = document.createElement('div'); el.className = 'r'; inner.append(el); pool.push(el) }
           for (let i = first; i < first + 12; i++) { const el = pool[i % 12]; el.hidden = i >= ROWS; if (el.hidden) continue;
             el.style.transform = `translateY(${i * 40}px)`; ROW }"""
        if recycles
        else """inner.textContent = ''; for (let i = first; i < Math.min(first + 12, ROWS); i++) {
             const el = document.createElement('div'); el.className = 'r'; el.style.top = i * 40 + 'px'; ROW; inner.append(el) }"""
    )
    return f"""<style>#box {{ height: 320px; overflow: auto; position: relative; width: 90% }}
        .r {{ position: absolute; height: 40px; left: 0; right: 0 }}</style>
      <h1>Title</h1><div id=box tabindex=0><div id=inner style="height: {ROWS * 40}px; position: relative"></div></div><p>Footer</p>
      <script>{{ const label = (i) => {text}, box = ROOT.querySelector('#box'), inner = ROOT.querySelector('#inner'), pool = []; {extra}
        const render = () => {{ const first = Math.max(0, Math.floor(box.scrollTop / 40) - 2); {render} }};
        box.addEventListener('scroll', () => requestAnimationFrame(render)); render() }}</script>""".replace(
        "ROWS", str(ROWS)
    ).replace("ROW", row)


def framed(page: str) -> str:
    return f'<iframe style="width: 90%; height: 500px" srcdoc="{page.replace("&", "&amp;").replace(chr(34), "&quot;")}"></iframe>'


def shadowed(page: str) -> str:
    markup, script = page.split("<script>")
    return f"""<div id=host></div><script>const root = document.querySelector('#host').attachShadow({{ mode: 'closed' }});
      root.innerHTML = `{markup}`;{script}""".replace("ROOT", "root")


LINK = "el.innerHTML = `<a href='#${i}'>${label(i)}</a>`"
STICKY = """const head = document.createElement('div'); head.style.cssText = 'position: sticky; top: 0'; box.prepend(head);
  const letter = () => { head.textContent = 'Letter ' + 'AB'[Math.floor(box.scrollTop / 800)] }; letter(); box.addEventListener('scroll', letter);"""
REVERSED = """<div id=box style="height: 320px; overflow: auto; display: flex; flex-direction: column-reverse"></div><script>let n = 0;
  const add = () => { for (let i = 0; i < 20 && n < 40; i++) { const el = document.createElement('div'); el.textContent = `Item ${n++}`;
    el.style.cssText = 'height: 40px; flex: none'; box.append(el) } };
  add(); box.onscroll = () => { if (320 - box.scrollTop > box.scrollHeight - 100) setTimeout(add, 30) }</script>"""
ENDLESS = """<style>li, p { height: 40px; margin: 0 }</style><h1>Title</h1><ul></ul><p>Loading…</p><script>let n = 0;
  const list = document.querySelector('ul'), sign = document.querySelector('p');
  const add = () => { for (let i = 0; i < 40 && n < MOST; i++) list.append(Object.assign(document.createElement('li'), { textContent: `Item ${n++}` }));
    if (n >= MOST) sign.textContent = 'No more' };
  add(); new IntersectionObserver(async ([seen]) => { while (seen.isIntersecting && n < MOST && sign.getBoundingClientRect().top < innerHeight) {
    await fetch('/more'); add() } }).observe(sign)</script>"""

CELLS = {
    "new elements": virtual(),
    "elements that are used again": virtual(recycles=True, row=LINK),
    "a sticky header": virtual(extra=STICKY),
    "slow drawing": virtual().replace("requestAnimationFrame(render)", "setTimeout(render, 60)"),
    "reversed": REVERSED,
    "in a frame": framed(virtual()),
    "in a closed shadow root": shadowed(virtual()),
    "the page": virtual().replace("height: 320px; overflow: auto;", "").replace("box.scrollTop", "scrollY").replace(
        "box.addEventListener", "addEventListener"
    ).replace("12", "24"),
    "endless": ENDLESS.replace("MOST", "100"),
    "all there": "".join(f"<p>Item {each}</p>" for each in range(ROWS)),
}  # fmt: skip


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collecting, "END_MS", 150)


def items(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"Item (\d+)\b", text)]


@pytest.mark.rows(2)
@pytest.mark.parametrize("name", CELLS)
async def test_a_list_is_read_to_its_end(shared_chat: Chat, site: Site, name: str) -> None:
    site.route("/more", Response(b"more"))
    position = "[scrollY, document.querySelector('#box')?.scrollTop]"
    await do(shared_chat, "navigate", url=site.page(CELLS[name].replace("ROOT", "document")))
    await evaluated(shared_chat, "scrollTo(0, 130); document.querySelector('#box')?.scrollTo(0, 130)")
    before = await evaluated(shared_chat, position)
    text = await do(shared_chat, "content", scroll="end", max_tokens=50_000, timeout_ms=60_000)
    assert items(text) == list(range(100 if name == "endless" else ROWS))
    assert "read to its end in" in text
    assert text.count("Title") <= 1
    assert text.count("Footer") <= 1
    assert "Loading" not in text
    assert re.findall("Letter .", text) == (["Letter A", "Letter B"] if name == "a sticky header" else [])
    assert await evaluated(shared_chat, position) == before


async def test_items_with_the_same_text_are_all_there(shared_chat: Chat, site: Site) -> None:
    for recycles in (False, True):
        page = virtual(text="'The same'", recycles=recycles).replace("ROOT", "document")
        await do(shared_chat, "navigate", url=site.page(page))
        assert (await do(shared_chat, "content", scroll="end")).count("The same") == ROWS


async def test_only_what_an_element_still_shows_has_its_ref(shared_chat: Chat, site: Site) -> None:
    page = virtual(recycles=True, row=LINK).replace("ROOT", "document")
    await do(shared_chat, "navigate", url=site.page(page))
    text = await do(shared_chat, "content", scroll="end", selector="#inner")
    numbered = {int(item): int(ref) for ref, item in re.findall(r"\[link (\d+)\] Item (\d+)\b", text)}
    assert sorted(numbered) == list(range(12))
    assert [int(item) for item in re.findall(r"\[link\] Item (\d+)\b", text)] == list(range(12, ROWS))
    assert "28 lines have no refs" in text
    for item, ref in numbered.items():
        assert (await do(shared_chat, "detail", ref=ref))["name"] == f"Item {item}"
    # What was drawn on the way is no effect of the next action.
    receipt = await do(shared_chat, "click", ref=numbered[0])
    assert "changes" not in receipt["action"]


async def test_limits_are_reported(shared_chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    site.route("/more", Response(b"more"))
    await do(shared_chat, "navigate", url=site.page(ENDLESS.replace("MOST", "1e9")))
    for name, most, said in (
        ("MOST_SCREENS", 3, "not read to its end: 3 screens were read; at "),
        ("MOST_LINES", 60, "not read to its end: 60 lines were read; at "),
        ("MOST_CHARACTERS", 700, "not read to its end: 700 characters were read; at "),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(collecting, name, most)
            text = await do(shared_chat, "content", scroll="end", timeout_ms=60_000)
        assert said in text
        assert items(text) == list(range(len(items(text))))
        assert await evaluated(shared_chat, "scrollY") == 0
    text = await do(shared_chat, "content", scroll="end", timeout_ms=8_000)
    assert "not read to its end: the time was over, and a longer timeout_ms reads on; at " in text


async def test_a_page_that_scrolls_itself(shared_chat: Chat, site: Site) -> None:
    lines = "".join(f"<p>Item {each}</p>" for each in range(60))
    await do(shared_chat, "navigate", url=site.page(f"{lines}<script>onscroll = () => scrollTo(0, 0)</script>"))
    assert "not read to its end: the page scrolls itself back" in await do(shared_chat, "content", scroll="end")
    await do(
        shared_chat, "navigate", url=site.page(f"{lines}<script>onscroll = () => {{ if (scrollY < 50) scrollTo(0, 50) }}</script>")
    )
    text = await do(shared_chat, "content", scroll="end")
    assert items(text) == list(range(60))
    assert "the page does not scroll back: it is at 0, 50 px and was at 0, 0 px" in text


async def test_what_scroll_excludes(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page("<p>Item 0</p>"))
    assert "it has nothing to scroll" in await do(shared_chat, "content", scroll="end")
    for arguments in ({"mode": "viewport"}, {"mode": "changes"}, {"cursor": "s1:1"}, {"selectors": ["p"]}):
        await refused(shared_chat, "invalid_arguments", "content", scroll="end", **arguments)
