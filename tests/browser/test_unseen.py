"""What no script can see is on the page all the same: what listens for a press by a script's listener alone, closed shadow roots."""

import re

import pytest

from refbrowser import Chat
from tests.support.calls import do, evaluated, navigated, opened, page_text, refs, refused
from tests.support.server import Site

LISTENERS = """
<span id=a>Plain words</span> <i id=b class=icon-trash style='display:inline-block;width:16px;height:16px'></i>
<a id=c>A link without an address</a> <div id=d style='width:20px;height:20px' title=Handle></div> <span id=e>Nobody listens</span>
<script>
  window.pressed = [];
  for (const [id, type] of [['a', 'click'], ['b', 'mousedown'], ['c', 'pointerup'], ['d', 'pointerdown']])
    document.getElementById(id).addEventListener(type, event => pressed.push([id, event.isTrusted]));
</script>"""


async def opened_text(chat: Chat, url: str) -> str:
    await do(chat, "navigate", url=url)
    return page_text(await do(chat, "content"))


async def test_what_only_listens_has_a_ref_and_hears_the_press(shared_chat: Chat, site: Site) -> None:
    numbers = await navigated(shared_chat, site.page(LISTENERS))
    for label in ("Plain words", "A link without an address", "Handle"):
        await do(shared_chat, "click", ref=numbers[label], observe="none")
    await do(shared_chat, "click", ref=numbers["(icon-trash)"], observe="none")
    assert await evaluated(shared_chat, "pressed") == [["a", True], ["c", True], ["d", True], ["b", True]]
    assert "Nobody listens" not in numbers


@pytest.mark.long("browser/test_hearing.py::test_a_listener_that_comes_is_learned_of")
async def test_a_listener_that_comes_later_is_learned_of(chat: Chat, site: Site) -> None:
    await opened(chat, site.page("<span id=late>Late</span>"))
    await evaluated(chat, "late.addEventListener('click', () => { late.textContent = 'Pressed' })")
    text = await do(chat, "content")
    assert "[clickable 1] Late" in text
    assert "Pressed" in (await do(chat, "click", ref=1))["action"]["changes"]


async def test_what_listens_for_all_its_parts_is_no_control_of_its_own(shared_chat: Chat, site: Site) -> None:
    rows = "".join(f"<li>Row {number} <button>Open {number}</button></li>" for number in range(20))
    script = "<script>list.addEventListener('click', () => {}); document.addEventListener('click', () => {})</script>"
    text = await opened_text(shared_chat, site.page(f"<ul id=list>{rows}</ul>{script}"))
    assert "clickable" not in text
    assert text.count("[button ") == 20


async def test_a_card_that_listens_keeps_what_is_in_it(shared_chat: Chat, site: Site) -> None:
    card = "<div id=card><h3>Oak desk</h3><p>Solid</p><button>Buy</button></div>"
    text = await opened_text(shared_chat, site.page(f"{card}<script>card.addEventListener('click', () => {{}})</script>"))
    assert "clickable" in text
    assert "Oak desk" in text
    assert "Buy" in text.partition("[button ")[2]


@pytest.mark.long("browser/test_unseen.py::test_what_listens_for_all_its_parts_is_no_control_of_its_own")
async def test_a_label_of_nothing_takes_no_ref_away(chat: Chat, site: Site) -> None:
    swatch = "<div id=picker style='width:40px;height:20px'><label title=Colour></label></div>"
    text = await opened_text(chat, site.page(f"{swatch}<script>picker.addEventListener('click', () => {{}})</script>"))
    assert "[clickable 1] (picker)" in text


@pytest.mark.long("browser/test_unseen.py::test_what_listens_for_all_its_parts_is_no_control_of_its_own")
async def test_what_listens_for_parts_that_show_a_hand_leaves_the_refs_to_them(chat: Chat, site: Site) -> None:
    swatches = "".join(f"<i class=swatch style='cursor:pointer;padding:9px;background:{colour}'></i>" for colour in ("red", "blue"))
    text = await opened_text(chat, site.page(f"<p id=all>{swatches}</p><script>all.onclick = () => {{}}</script>"))
    assert "[clickable 1] (swatch, red, 1 of 2)" in text
    assert text.count("clickable") == 2


CHIPS = """<style>b { cursor: pointer } .c { display: inline-block; width: 120px }</style>
<div role=button tabindex=0 class=c id=chip>Angular <svg id=x class=cancel aria-hidden=true width=20 height=20 style="cursor:pointer">
<circle cx=10 cy=10 r=9 /></svg></div> <div role=tab tabindex=0 class=c>Draft <b class=close>×</b></div>
<button style="cursor:pointer;width:90px"><b>Save</b> <b id=key>Ctrl S</b></button> <button aria-label=Bold style="cursor:pointer"><b class=icon>¶</b></button>
<label style="cursor:pointer">Wide <b class=mark>✓</b><input type=checkbox></label>
<script>recorded = []; for (const one of document.querySelectorAll('svg, b, .c'))
  one.addEventListener('click', event => { event.stopPropagation(); recorded.push(one.id || one.className) })</script>"""


@pytest.mark.long("browser/test_unseen.py::test_what_only_listens_has_a_ref_and_hears_the_press")
async def test_a_sign_in_a_control_that_listens_itself_has_a_ref_beside_it(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page(CHIPS))
    text = page_text(await do(shared_chat, "content"))
    assert re.sub(r" \d+\]", "]", text).splitlines() == [
        "[button] Angular [clickable] (cancel) [tab] Draft [clickable] × [button] Save Ctrl S [button] Bold [checkbox] Wide ✓"
    ]
    found = refs(text)
    for label in ("(cancel)", "×", "Angular", "Draft"):
        await do(shared_chat, "click", ref=found[label], observe="none")
    assert await evaluated(shared_chat, "recorded") == ["x", "close", "chip", "c"]


@pytest.mark.long("browser/test_unseen.py::test_what_listens_for_all_its_parts_is_no_control_of_its_own")
async def test_a_dialog_that_listens_is_no_control(chat: Chat, site: Site) -> None:
    dialog = "<div role=dialog aria-label=Empty id=shown><p>All of it is deleted.</p><button>Yes</button></div>"
    text = await opened_text(chat, site.page(f"{dialog}<script>shown.addEventListener('mousedown', () => {{}})</script>"))
    assert "clickable" not in text
    assert "[dialog] Empty" in text


@pytest.mark.long("browser/test_unseen.py::test_what_only_listens_has_a_ref_and_hears_the_press")
async def test_a_backdrop_is_pressed_next_to_its_dialog(shared_chat: Chat, site: Site) -> None:
    site.page(
        "<div id=backdrop style='position:fixed;inset:0'></div><div style='position:fixed;inset:25%;background:red'>Sure?</div>"
        "<script>backdrop.addEventListener('click', () => { document.title = 'dismissed' })</script>",
        "/backdrop",
    )
    numbers = await navigated(shared_chat, site.url("/backdrop"))
    assert (await do(shared_chat, "click", ref=numbers["(backdrop)"]))["state"]["title"] == "dismissed"


CLOSED = (
    "<script>for (const host of document.querySelectorAll('{tag}'))"
    " host.attachShadow({{mode: 'closed'}}).innerHTML = `{inside}`</script>"
)


@pytest.mark.rows(1)
@pytest.mark.parametrize("tag", ["x-card", "div"])
async def test_closed_shadow_roots_are_read_and_operated(shared_chat: Chat, site: Site, tag: str) -> None:
    inside = "<p>In the dark</p><button onclick='this.textContent = event.isTrusted'>Switch</button>"
    numbers = await navigated(shared_chat, site.page(f"<p>Before</p><{tag}></{tag}>" + CLOSED.format(tag=tag, inside=inside)))
    assert "In the dark" in page_text(await do(shared_chat, "content"))
    assert "true" in (await do(shared_chat, "click", ref=numbers["Switch"]))["action"]["changes"]


INNER = """customElements.define('y-inner', class extends HTMLElement {
  constructor() { super(); this.attachShadow({mode: 'closed'}).innerHTML = '<button>Deepest</button>' }
})"""


SELECTORS = ["button", "x-card button", "text=Switch", 'role=button[name="Switch"]', "css=#one >> nth=0", "div >> button"]


@pytest.mark.rows(1)
@pytest.mark.parametrize("selector", SELECTORS)
async def test_selectors_reach_into_closed_roots_that_were_read(shared_chat: Chat, site: Site, selector: str) -> None:
    inside = "<div><button id=one onclick='this.textContent = event.isTrusted'>Switch</button></div>"
    await navigated(shared_chat, site.page("<x-card></x-card>" + CLOSED.format(tag="x-card", inside=inside)))
    assert "true" in (await do(shared_chat, "click", selector=selector))["action"]["changes"]


@pytest.mark.long("browser/test_wait.py::test_text_in_a_closed_shadow_root_is_on_the_page")
async def test_wait_and_expect_look_into_closed_roots_too(shared_chat: Chat, site: Site) -> None:
    inside = "<button onclick='setTimeout(() => this.remove(), 50)'>Leave</button>"
    await navigated(shared_chat, site.page("<x-card></x-card>" + CLOSED.format(tag="x-card", inside=inside)))
    await do(shared_chat, "wait", selector="button", state="visible")
    await do(shared_chat, "expect", selector="x-card button", count=1)
    await do(shared_chat, "click", selector="button", observe="none")
    await do(shared_chat, "wait", selector="button", state="detached")
    await do(shared_chat, "expect", selector="button", count=0)


@pytest.mark.long("browser/test_unseen.py::test_selectors_reach_into_closed_roots_that_were_read")
async def test_what_is_in_the_open_is_meant_first(shared_chat: Chat, site: Site) -> None:
    open_too = "<button onclick='this.textContent = `Open pressed`'>Outside</button>"
    await navigated(
        shared_chat,
        site.page(open_too + "<x-card></x-card>" + CLOSED.format(tag="x-card", inside="<button>A</button><i>1</i><i>2</i>")),
    )
    assert "Open pressed" in (await do(shared_chat, "click", selector="button"))["action"]["changes"]
    assert (await refused(shared_chat, "selector_ambiguous", "click", selector="i"))["details"]["count"] == 2


@pytest.mark.long("browser/test_unseen.py::test_closed_shadow_roots_are_read_and_operated")
async def test_the_first_reading_reaches_a_frame_in_nested_closed_roots(shared_chat: Chat, site: Site) -> None:
    inner = "<div id=host></div><script>host.attachShadow({mode: 'closed'}).innerHTML = '<button>Innermost</button>'</script>"
    site.page(inner, "/inner")
    page = """<div id=host></div><script>
let root = host.attachShadow({mode: 'closed'})
for (let depth = 1; depth < 5; depth++) {
  root.innerHTML = '<div></div>'
  root = root.firstChild.attachShadow({mode: 'closed'})
}
root.innerHTML = '<iframe src=/inner></iframe>'
</script>"""
    await do(shared_chat, "navigate", url=site.page(page, "/outer"), wait_until="load")
    assert "Innermost" in await do(shared_chat, "content")


@pytest.mark.long("browser/test_unseen.py::test_closed_shadow_roots_are_read_and_operated")
async def test_closed_roots_in_closed_roots(chat: Chat, site: Site) -> None:
    page = f"<script>{INNER}</script><x-outer></x-outer>" + CLOSED.format(tag="x-outer", inside="<y-inner></y-inner>")
    await do(chat, "open", url=site.page(page))
    assert "Deepest" in page_text(await do(chat, "content"))


@pytest.mark.long("playwright_internals/test_selector_engine.py::test_the_page_sees_nothing_of_it")
async def test_the_page_notices_nothing(chat: Chat, site: Site) -> None:
    watch = (
        "<script>window.seen = 0; new MutationObserver(records => seen += records.length)"
        ".observe(document, {subtree: true, childList: true, attributes: true})</script>"
    )
    await opened(
        chat, site.page(LISTENERS + "<x-card></x-card>" + CLOSED.format(tag="x-card", inside="<button>Dark</button>") + watch)
    )
    before = await evaluated(chat, "seen")
    await do(chat, "content")
    assert await evaluated(chat, "[seen, document.querySelector('x-card').shadowRoot]") == [before, None]


@pytest.mark.long("browser/test_unseen.py::test_closed_shadow_roots_are_read_and_operated")
@pytest.mark.parametrize("where", ["url", "other"])
async def test_frames_are_looked_into_as_well(shared_chat: Chat, site: Site, where: str) -> None:
    inside = "<span id=a>Only listens</span><script>a.addEventListener('click', () => { a.textContent = 'Heard' })</script>"
    site.page(inside + "<x-card></x-card>" + CLOSED.format(tag="x-card", inside="<p>Dark</p>"), "/inner")
    address = site.other("/inner") if where == "other" else "/inner"
    numbers = await navigated(shared_chat, site.page(f"<p>Outside</p><iframe src='{address}'></iframe>"))
    assert "Dark" in page_text(await do(shared_chat, "content"))
    assert "Heard" in (await do(shared_chat, "click", ref=numbers["Only listens"]))["action"]["changes"]


@pytest.mark.long("browser/test_hearing.py::test_an_unchanged_page_takes_one_question_however_many_listen")
async def test_a_page_with_listeners_is_read_once(chat: Chat, site: Site) -> None:
    text = await opened_text(chat, site.page(LISTENERS))
    assert "[clickable" in text
    session = chat.existing()
    assert session is not None
    # A reading that had to be repeated for them would not be known to hold.
    assert session.tab(None).seen.readings.get("full") is not None


async def test_the_browsers_own_shadow_roots_stay_closed(shared_chat: Chat, site: Site) -> None:
    json_view = await opened_text(shared_chat, site.url("/echo?q=words"))
    assert "words" in json_view
    assert "[checkbox" not in json_view
