"""A reading that is reused says what a reading made anew says: random edits of a page, a third of them of styles alone, each compared in
a random mode with a reading of which nothing is known."""

import random
import re

import pytest

from refbrowser import Chat
from tests.support.calls import do
from tests.support.server import Site
from tests.support.tabs import tab_of

PAGE = """<style id=rules>.off{display:none} .faint{opacity:0} .far{position:absolute;left:-9999px} #box:hover{color:red}
:root:has(#tick:checked) .ticked{visibility:hidden} section:nth-of-type(2n) .odd{display:none} .note::before{content:'Note '}
@container (min-width:300px){.wide{display:none}} #shrinks{container-type:inline-size;width:400px}</style>
<header><h1>Orders</h1><nav><a href=#x>Home</a></nav><label for=size>Size</label> <input id=size value=S></header>
<main><section><p class=note>First</p><ul><li>One<li class=odd>Two<li>Three</ul></section>
<section><p class=odd>Second</p><table><tr><th>Name<th>Sum<tr><td>Tea<td>3<tr><td>Milk<td><button>Pay</button></table></section>
<section id=shrinks><p class=wide>Wide</p><p class=ticked>Ticked</p><p>Last <span>word</span></p></section>
<div id=open></div><div id=closed></div><div id=slots><b slot=name>Slotted</b></div>
<button aria-labelledby="apply size">Go</button> <input type=checkbox id=tick aria-label=Tick>
<select aria-label=Colour><option>red<option>blue</select> <textarea aria-label=Remarks></textarea>
<div id=box style="overflow:auto;height:40px"><div style="height:300px">Long <a href=#y>link</a></div></div></main>
<span id=apply>Apply</span> <div role=dialog style="position:fixed;top:0;right:0">Cookies</div><div style="height:1500px"></div>
<p id=end>End</p>
<script>open.attachShadow; const at = (id) => document.getElementById(id);
at('open').attachShadow({mode: 'open'}).innerHTML = '<button>In the open</button><p>Text</p>';
window.dark = at('closed').attachShadow({mode: 'closed'}); dark.innerHTML = '<button>In the dark</button><p>Text</p>';
at('slots').attachShadow({mode: 'open'}).innerHTML = '<slot name=name></slot><slot></slot>';
const some = (n) => { const all = [...document.querySelectorAll('main *,header *'), ...at('open').shadowRoot.children, ...dark.children];
  return all[n % all.length] };
</script>"""

STYLES = (
    "some({n}).classList.toggle('off')",
    "some({n}).classList.toggle('faint')",
    "some({n}).style.visibility = '{hidden}'",
    "some({n}).classList.toggle('far')",
    "rules.sheet.insertRule('section:nth-of-type({small}) p{{display:{display}}}', 0)",
    "rules.sheet.cssRules[0].style.opacity = '{zero}'",
    "document.body.className = '{word}'; rules.sheet.insertRule('.{word} li{{display:{display}}}', 0)",
    "shrinks.style.width = '{wide}px'",
    "(() => {{ const sheet = new CSSStyleSheet(); sheet.replaceSync('td{{color:{color}}}'); document.adoptedStyleSheets = [sheet] }})()",
    "rules.sheet.disabled = !rules.sheet.disabled",
)
EDITS = (
    "some({n}).append('{word} ')",
    "some({n}).prepend(Object.assign(document.createElement('button'), {{textContent: '{word}'}}))",
    "(some({n}).firstChild ?? {{}}).data = '{word}'",
    "some({n}).setAttribute('aria-label', '{word}')",
    "document.querySelector('table').insertRow().insertCell().textContent = '{word}'",
    "document.querySelector('ul').append(Object.assign(document.createElement('li'), {{textContent: '{word}'}}))",
    "document.querySelectorAll('li,td')[{small}]?.remove()",
    "size.value = '{word}'",
    "tick.checked = !tick.checked",
    "document.querySelector('select').selectedIndex = {zero}",
    "document.querySelector('textarea').value = '{word}'",
    "size.setCustomValidity('{word}')",
    "box.scrollTop = {wide}",
    "scrollTo({{top: {wide}, behavior: 'instant'}})",
    "some({n}).addEventListener('click', () => {{}})",
    "document.querySelector('h1').slot = '{word}'; document.querySelector('b').slot = ['name', ''][{zero}]",
    "at('{place}')?.after(at('end'))",
    "document.querySelector('[role=dialog]').style.cssText = 'position:fixed;top:{wide}px;left:0;right:0'",
    "size.focus()",
    "0",
)
MODES = ("full", "main", "viewport", "interactive")


def an_edit(chance: random.Random) -> str:
    """A script that edits the page; every third changes styles alone."""
    return chance.choice(STYLES if chance.random() < 1 / 3 else EDITS).format(
        n=chance.randrange(60),
        small=chance.randrange(5),
        zero=chance.randrange(2),
        wide=chance.randrange(150, 600),
        word=chance.choice(("amber", "basin", "cedar")),
        hidden=chance.choice(("hidden", "visible")),
        display=chance.choice(("none", "block")),
        color=chance.choice(("white", "black")),
        place=chance.choice(("shrinks", "apply", "open")),
    )


async def compare(chat: Chat, seed: int, edits: int) -> int:
    """Edit the page, and return how many readings were reused."""
    chance, tab, reused = random.Random(seed), tab_of(chat), 0
    for _ in range(edits):
        script = an_edit(chance)
        answer = await tab.cdp.send("Runtime.evaluate", {"expression": f"void ({{ f() {{ {script} }} }}).f()"})
        assert "exceptionDetails" not in answer, (script, answer)
        if chance.random() < 0.1:
            await do(chat, "mouse", event_type="move", x=chance.randrange(600), y=chance.randrange(300))
        mode = chance.choice(MODES)
        for _ in range(chance.randrange(1, 4)):
            kept = tab.seen.readings.get(mode)
            answered = await do(chat, "content", mode=mode)
            reused += kept is not None and tab.seen.readings.get(mode) is kept
        tab.seen.readings.clear()
        fresh = await do(chat, "content", mode=mode)
        hidden = r" · \d+ hidden texts left out, which source has"
        assert re.sub(hidden, "", answered) == re.sub(hidden, "", fresh), f"seed {seed}, after {script}, in mode {mode}"
        if chance.random() < 0.5:
            # The other modes have a reading from before the next edit.
            for other in MODES:
                await do(chat, "content", mode=other)
    return reused


async def test_what_is_reused_is_what_would_be_read(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page(PAGE))
    assert await compare(shared_chat, 1, 25) > 5


@pytest.mark.long("browser/test_reused_readings.py::test_what_is_reused_is_what_would_be_read")
@pytest.mark.parametrize("seed", range(2, 22))
async def test_what_is_reused_is_what_would_be_read_after_any_edits(shared_chat: Chat, site: Site, seed: int) -> None:
    await do(shared_chat, "navigate", url=site.page(PAGE))
    assert await compare(shared_chat, seed, 150) > 20
