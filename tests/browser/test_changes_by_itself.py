"""What a page changes by itself, again and again, is not told as the effect of an action; what an action changes beside it is."""

from typing import Any

import pytest

from refbrowser import Chat
from tests.support.calls import do, evaluated, navigated
from tests.support.server import Site

SOURCES = {
    "progress": ("<progress id=c0 max=100 value=1></progress>", "c0.value = n % 99"),
    "a progress by its role": ("<p id=c1 role=progressbar aria-label=Load aria-valuenow=1></p>", "c1.ariaValueNow = n"),
    "a slider's value": ("<input id=c2 type=range aria-label=Place>", "c2.value = n % 99"),
    "a field's value": ("<input id=c3 aria-label=Time>", "c3.value = 'at ' + n"),
    "a choice": ("<select id=c4 aria-label=Pick><option>A<option>B</select>", "c4.selectedIndex = n % 2"),
    "a box": ("<input type=checkbox id=c5 aria-label=Blink>", "c5.checked = n % 2"),
    "a name": ("<button id=c6 aria-label=0>x</button>", "c6.ariaLabel = 'at ' + n"),
    "a tooltip": ("<button id=c7 title=0>x</button>", "c7.title = 'at ' + n"),
    "an image's text": ("<img id=c8 alt=0 width=50 height=50 src='data:,'>", "c8.alt = 'at ' + n"),
    "a placeholder": ("<input id=c9 placeholder=0>", "c9.placeholder = 'at ' + n"),
    "what is hidden": ("<p id=c10>There 10</p>", "c10.hidden = n % 2"),
    "what is not displayed": ("<p id=c11>There 11</p>", "c11.style.display = n % 2 ? 'none' : ''"),
    "what is not visible": ("<p id=c12>There 12</p>", "c12.style.visibility = n % 2 ? 'hidden' : ''"),
    "what a class hides": ("<style>.off { display: none }</style><p id=c13>There 13</p>", "c13.classList.toggle('off')"),
    "pressed": ("<button id=c14 aria-pressed=false>Mute</button>", "c14.ariaPressed = String(n % 2 === 0)"),
    "expanded": ("<button id=c15 aria-expanded=false>Menu</button>", "c15.ariaExpanded = String(n % 2 === 0)"),
    "disabled": ("<button id=c16>Wait</button>", "c16.disabled = n % 2"),
    "scrolling": ("<div id=c17 style='height:50px;overflow:auto'><p style='height:900px'>Long</p></div>", "c17.scrollTop = n % 99"),
    "a counting address": ("", "history.replaceState(0, '', '?t=' + n)"),
    "an error": ("", "console.error('at ' + n)"),
    "a request": ("", "fetch('/poll?' + n)"),
    "a missing file": ("", "fetch('/missing/' + n)"),
    "a colour of a sheet": ("<style id=c18>p { color: red }</style>", "c18.sheet.cssRules[0].style.color = n % 2 ? 'red' : 'blue'"),
}
ONE_OF_A_KIND = (
    "a progress by its role",
    "a slider's value",
    "a name",
    "what a class hides",
    "scrolling",
    "a request",
    "a colour of a sheet",
)
MOST_PRESSES = 25


async def _press_until_quiet(chat: Chat) -> dict[str, Any]:
    """Press what does nothing until its receipt says so; the last receipt."""
    receipt: dict[str, Any] = {}
    for _ in range(MOST_PRESSES):
        seen = await evaluated(chat, "n")
        await do(chat, "wait", script=f"n > {seen} + 3")
        receipt = (await do(chat, "click", selector="text=Rest"))["action"]
        if "effect" in receipt:
            break
    return receipt


async def _stand(chat: Chat, site: Site, *names: str) -> None:
    site.route("/poll", "polled")
    scripts = ";".join(SOURCES[name][1] for name in names)
    body = "<p><button>Rest</button></p><p><button id=b>Do</button></p>" + "".join(
        f"<div>{SOURCES[name][0]}</div>" for name in names
    )
    await navigated(
        chat,
        site.page(
            f"<title>Page</title>{body}<p id=out>out</p><script>let n = 0; b.onclick = () => {{ out.textContent = 'done' }};"
            f"setInterval(() => {{ n++; {scripts} }}, 120)</script>"
        ),
    )
    await do(chat, "wait", script="n > 12")


async def test_what_changes_by_itself_is_told_no_more_and_an_effect_beside_it_is(common_chat: Chat, site: Site) -> None:
    await _stand(common_chat, site, *ONE_OF_A_KIND)
    receipt = await _press_until_quiet(common_chat)
    assert receipt.get("effect", "").startswith("none observed, but of what changes by itself"), receipt
    told = (await do(common_chat, "click", selector="#b"))["action"]
    assert "+ done" in told["changes"]


@pytest.mark.long("browser/test_changes_by_itself.py::test_what_changes_by_itself_is_told_no_more_and_an_effect_beside_it_is")
@pytest.mark.parametrize("source", SOURCES)
async def test_each_alone_is_told_no_more(common_chat: Chat, site: Site, source: str) -> None:
    await _stand(common_chat, site, source)
    receipt = await _press_until_quiet(common_chat)
    assert receipt.get("effect", "").startswith("none observed"), receipt
    told = (await do(common_chat, "click", selector="#b"))["action"]
    assert "+ done" in told["changes"]


async def test_an_order_that_fails_late_is_an_actions_own_however_often(common_chat: Chat, site: Site) -> None:
    site.route("/order", "No", status=500)
    late = "setTimeout(() => fetch('/order', {method: 'POST'}).then(() => { n++ }), n < 4 ? 400 : 0)"
    await navigated(common_chat, site.page(f'<button onclick="{late}">Buy</button><script>let n = 0</script>'))
    for number in range(4):
        await do(common_chat, "click", selector="button")
        await do(common_chat, "wait", script=f"n > {number}")
    told = (await do(common_chat, "click", selector="button"))["action"]
    assert "500 POST" in str(told["failed_requests"])


SHEETS = {
    "adopted": "document.adoptedStyleSheets = [sheet]",
    "adopted, pushed": "document.adoptedStyleSheets.push(sheet)",
    "a rule more": "s.sheet.insertRule('#out { color: red }')",
    "a rule less": "s.sheet.deleteRule(0)",
    "a property": "s.sheet.cssRules[0].style.color = 'red'",
    "replaced": "held.replaceSync('#out { color: red }')",
    "disabled": "s.sheet.disabled = true",
    "for another medium": "s.sheet.media.mediaText = 'print'",
    "of a shadow root": "host.shadowRoot.adoptedStyleSheets = [sheet]",
    "a node": "document.head.append(Object.assign(document.createElement('style'), { textContent: '#out { color: red }' }))",
    "a node's text": "s.textContent = '#out { color: red }'",
}


@pytest.mark.rows(2)
@pytest.mark.parametrize("way", SHEETS)
async def test_a_style_sheet_that_changes_is_told_with_or_without_a_node(common_chat: Chat, site: Site, way: str) -> None:
    await navigated(
        common_chat,
        site.page(
            f"""<style id=s>#out {{ color: blue }}</style><button id=b>Do</button><button id=r>Rest</button><p id=out>out</p><div id=host></div><script>
            host.attachShadow({{ mode: 'open' }}).innerHTML = '<p>inside</p>';
            const sheet = new CSSStyleSheet(), held = new CSSStyleSheet();
            sheet.replaceSync('p {{ color: red }}'); document.adoptedStyleSheets = [held];
            b.onclick = () => {{ {SHEETS[way]} }}</script>"""
        ),
    )
    await do(common_chat, "content")
    told = (await do(common_chat, "click", selector="#b"))["action"]
    assert "a style sheet" in told["looks_changed"]
    again = (await do(common_chat, "click", selector="#r"))["action"]
    assert again["effect"].startswith("none observed")


async def test_what_an_action_puts_into_a_closed_root_is_told_each_time(common_chat: Chat, site: Site) -> None:
    await navigated(
        common_chat,
        site.page("""<button id=b>Do</button><div id=list></div><script>let n = 0; b.onclick = () => { const host = document.createElement('div');
            host.attachShadow({ mode: 'closed' }).innerHTML = `<p>Entry ${++n}</p>`; list.append(host) }</script>"""),
    )
    await do(common_chat, "content")
    for number in (1, 2, 3):
        assert f"+ Entry {number}" in (await do(common_chat, "click", selector="#b"))["action"]["changes"]
