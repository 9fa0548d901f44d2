"""An unchanged page is not walked again, and nothing that a walk would find is missed for it: what is answered after a change is
compared with what is read when nothing is known of the page."""

import re

import pytest

from refbrowser import Chat
from refbrowser.browser.tab.seen_page import Reading
from refbrowser.browser.tab.tab import Tab
from tests.support.calls import do, evaluated
from tests.support.server import Site
from tests.support.tabs import tab_of

PAGE = """
<style id=rules>.off{display:none} #hover:hover + p{display:none} #lazy{content-visibility:auto;contain-intrinsic-size:300px}
#fading{transition:opacity .15s} :root:has(#tick:checked) .ticked{display:none}</style>
<h1>Orders</h1><span id=word>Plain</span> <p class=soft>Soft</p> <button id=hover>Hover me</button><p>Under the hand</p>
<p class=ticked>While it is not ticked</p>
<form id=form><input id=text aria-label=Name required> <input id=tick type=checkbox aria-label=Tick> <input type=file id=file aria-label=File>
<select id=one aria-label=One><option>red<option>blue</select> <select id=many multiple aria-label=Many><option>up<option>down</select>
<textarea id=area aria-label=Area></textarea> <input id=secret type=password aria-label=Secret></form>
<div id=host></div><div id=shade></div><div id=pop popover>Popped</div><dialog id=dialog>Asked</dialog><p id=fading>Fading</p>
<div id=box style="overflow:auto;height:40px"><div style="height:300px">Long</div></div>
<div style="height:2000px"></div><div id=lazy><p class=deep>Deep</p></div>
<script>shade.attachShadow({mode: 'open'}).innerHTML = '<button id=inner>Inside</button>'</script>"""

CHANGES = {
    "a rule": "rules.sheet.insertRule('.soft{visibility:hidden}', 0)",
    "text": "word.textContent = 'Other'",
    "an attribute": "hover.setAttribute('aria-label', 'Renamed')",
    "an attribute in a shadow root": "shade.shadowRoot.getElementById('inner').setAttribute('aria-label', 'Renamed')",
    "a value": "text.value = 'typed by a script'",
    "a value in a text area": "area.value = 'typed by a script'",
    "the first character of a secret": "secret.value = 'x'",
    "a tick": "tick.checked = true",
    "an undecided tick": "tick.indeterminate = true",
    "a choice": "one.selectedIndex = 1",
    "choices": "many.options[1].selected = true",
    "a file": "(() => { const one = new DataTransfer(); one.items.add(new File(['x'], 'plan.txt')); file.files = one.files })()",
    "a complaint": "(text.focus(), text.value = 'x', document.execCommand('delete'), text.setCustomValidity('Not that'), form.reportValidity())",
    "a class": "document.querySelector('.soft').className = 'off'",
    "a rule that changes": "rules.sheet.cssRules[0].selectorText = '.soft'",
    "a rule for what is not laid out yet": "rules.sheet.insertRule('.deep{display:none}', 0)",
    "an adopted sheet": "(() => { const sheet = new CSSStyleSheet(); sheet.replaceSync('.soft{display:none}'); document.adoptedStyleSheets = [sheet] })()",
    "a sheet turned off": "(document.querySelector('.soft').classList.add('off'), rules.sheet.disabled = true, word.className = 'off')",
    "the focus": "hover.focus()",
    "the title": "document.title = 'Renamed'",
    "the address": "history.pushState(null, '', '/elsewhere')",
    "a shadow root": "host.attachShadow({mode: 'open'}).textContent = 'From the shadow'",
    "a closed shadow root": "host.attachShadow({mode: 'closed'}).innerHTML = '<button>From the dark</button>'",
    "a popover": "pop.showPopover()",
    "a dialog": "dialog.showModal()",
    "a listener": "word.addEventListener('click', () => {})",
    "where the page is scrolled to": "scrollTo({top: 500, behavior: 'instant'})",
    "a removal": "word.remove()",
    "a new frame": "document.body.insertAdjacentHTML('afterbegin', '<iframe srcdoc=Framed></iframe>')",
    "an entry that styles answer to": "tick.click()",
}
"""The first and the last, which the usual run has, change no node: one shows in what Chromium counts alone, one in a value."""


PARTS = ("viewport", "main", "interactive")
"""The modes that read a part of the page, or less of it."""

OUTSIDE_MAIN = """<label for=field>Size</label> <main><p>Text</p><button aria-labelledby="apply field">Go</button></main>
<span id=apply>Apply</span> <input id=field value=S>
<div id=box style="overflow:auto;height:60px;width:200px"><div style="height:900px"></div></div>"""


async def read_twice(chat: Chat, url: str, action: str = "open") -> tuple[Tab, Reading | None, str]:
    """The tab, what it keeps of the page, and the text that it answers with, which is then known to be kept."""
    await do(chat, action, url=url)
    tab, text = tab_of(chat), ""
    # What closed roots and listeners there are is learned of by the first readings.
    for _ in range(4):
        kept, text = tab.seen.readings.get("full"), await do(chat, "content")
        if kept is not None and tab.seen.readings.get("full") is kept:
            break
    return tab, tab.seen.readings.get("full"), text


async def test_an_unchanged_page_is_not_walked_again(shared_chat: Chat, site: Site) -> None:
    tab, kept, text = await read_twice(shared_chat, site.page(PAGE), "navigate")
    assert kept is not None
    assert await do(shared_chat, "content") == text
    assert tab.seen.readings.get("full") is kept
    parts = {mode: await do(shared_chat, "content", mode=mode) for mode in PARTS}
    readings = dict(tab.seen.readings)
    assert set(readings) == {"full", *PARTS}
    for mode, part in parts.items():
        assert await do(shared_chat, "content", mode=mode) == part
    # A receipt reads no page again that its action has neither changed nor restyled.
    await do(shared_chat, "mouse", event_type="move", x=600, y=30)
    readings = dict(tab.seen.readings)
    await do(shared_chat, "mouse", event_type="move", x=610, y=30)
    assert tab.seen.readings["full"] is readings["full"]
    # Other parts, receipts and changes in between take nothing away from it.
    await do(shared_chat, "hover", selector="#hover")
    assert "nothing changed" in await do(shared_chat, "content", mode="changes")


@pytest.mark.rows(2)
@pytest.mark.parametrize("change", CHANGES)
async def test_no_change_is_missed(shared_chat: Chat, site: Site, change: str) -> None:
    # What the pointer rests on is styled anew after each change of the layout.
    await do(shared_chat, "mouse", event_type="move", x=1200, y=700)
    tab, kept, before = await read_twice(shared_chat, site.page(PAGE), "navigate")
    assert kept is not None
    for mode in PARTS:
        await do(shared_chat, "content", mode=mode)
    await evaluated(shared_chat, f"void ({CHANGES[change]})")
    answered = await do(shared_chat, "content")
    tab.seen.readings.pop("full", None)
    fresh = await do(shared_chat, "content")
    # That more is hidden is said once.
    assert re.sub(r" · \d+ hidden texts left out, which source has", "", answered) == fresh
    parts = [await do(shared_chat, "content", mode=mode) for mode in PARTS]
    tab.seen.readings.clear()
    fresh_parts = [await do(shared_chat, "content", mode=mode) for mode in PARTS]
    # Their header has the page's height, too, which what is not laid out yet may change with the next frame.
    assert [part.partition("\n")[2] for part in parts] == [part.partition("\n")[2] for part in fresh_parts]
    assert answered != before


@pytest.mark.long("browser/test_unchanged.py::test_no_change_is_missed")
async def test_what_moves_by_a_clock_is_read_anew_until_it_stands(chat: Chat, site: Site) -> None:
    _, _, before = await read_twice(chat, site.page(PAGE))
    await evaluated(chat, "fading.style.opacity = 0; Promise.all(fading.getAnimations().map(one => one.finished)).then(() => 0)")
    text = await do(chat, "content")
    assert "Fading" in before
    assert "Fading" not in text


@pytest.mark.long("browser/test_unchanged.py::test_no_change_is_missed")
async def test_a_walk_that_lays_out_what_was_not_yet_is_not_kept(chat: Chat, site: Site) -> None:
    far = "<div style='height:6000px'></div><section style='content-visibility:auto'><p>Far</p></section>"
    await do(chat, "open", url=site.page("<p>Near</p>" + far))
    assert "Far" in await do(chat, "content")
    assert tab_of(chat).seen.readings.get("full") is None


@pytest.mark.long("browser/test_unchanged.py::test_no_change_is_missed")
async def test_a_page_with_a_frame_is_always_read_anew(shared_chat: Chat, site: Site) -> None:
    framed = "<iframe srcdoc='<p id=inner>Framed</p>'></iframe>"
    _, kept, _ = await read_twice(shared_chat, site.page(framed), "navigate")
    assert kept is None
    await evaluated(shared_chat, "void (frames[0].inner.textContent = 'Changed')")
    assert "Changed" in await do(shared_chat, "content")


async def test_another_document_is_not_taken_for_the_one_that_is_known(shared_chat: Chat, site: Site) -> None:
    tab, kept, _ = await read_twice(shared_chat, site.page("<p>First</p>"), "navigate")
    assert kept is not None
    await do(shared_chat, "navigate", url=site.page("<p>Second</p>"))
    assert tab.seen.readings.get("full") is None
    assert "Second" in await do(shared_chat, "content")
    await evaluated(shared_chat, "document.open(); document.write('<p>Third</p>'); document.close()")
    assert "Third" in await do(shared_chat, "content")


@pytest.mark.long("browser/test_unchanged.py::test_no_change_is_missed")
async def test_an_element_that_a_scrolled_box_moves_under_a_cover_is_reported(shared_chat: Chat, site: Site) -> None:
    strip = '<div id=strip style="overflow:auto"><div style="width:3000px;padding-left:1400px"><button>Wanted</button></div></div>'
    cover = '<div style="position:fixed;inset:0 20% 0 0;background:gray">Cover</div>'
    _, kept, before = await read_twice(shared_chat, site.page(strip + cover), "navigate")
    assert kept is not None
    await evaluated(shared_chat, "strip.scrollLeft = 600")
    assert "blocked button" not in before
    assert "blocked button" in await do(shared_chat, "content")


async def test_a_name_from_a_field_that_is_not_shown_is_not_missed(shared_chat: Chat, site: Site) -> None:
    await do(
        shared_chat,
        "navigate",
        url=site.page("<button aria-labelledby=field>Go</button><input id=field value=S style=display:none>"),
    )
    for _ in range(3):
        assert "] S" in await do(shared_chat, "content")
    await evaluated(shared_chat, "void (field.value = 'XL')")
    assert "] XL" in await do(shared_chat, "content")


async def test_what_is_outside_the_main_content_is_missed_nowhere(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page(OUTSIDE_MAIN))
    for _ in range(3):
        assert "Apply S" in await do(shared_chat, "content", mode="main")
    await evaluated(shared_chat, "void (field.value = 'XL')")
    assert "Apply XL" in await do(shared_chat, "content", mode="main")
