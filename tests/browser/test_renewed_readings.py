"""Where nothing but texts has changed, a reading reads anew the blocks that they are in. It says what a reading of all says: random
edits of texts, values, places and nodes, a third of styles alone, each compared with a walk of the whole document."""

import random
import re
from typing import Any

import pytest

from refbrowser import Chat
from refbrowser.browser.engine.reply import TextReply
from tests.support.calls import do
from tests.support.server import Site
from tests.support.tabs import tab_of

PAGE = """<style id=rules>body{font:14px sans-serif;width:900px} .off{display:none} .faint{opacity:0} .far{position:absolute;left:-9999px}
.odd{color:black} #hand:hover + p{display:none} :root:has(#tick:checked) .odd{visibility:hidden} .note::before{content:'Note '}
main{--shown:none} .kept{display:var(--shown,block)} #f:focus + label{color:white} #pop:popover-open ~ .odd{opacity:0}
.cut{overflow:hidden;height:18px;width:120px} p{min-height:18px}</style>
<header><h1>Orders</h1><nav><a href=#x>Home</a> <a href=#y aria-label=Basin>amber</a></nav></header>
<p id=status>Idle</p><p>Size</p> <input title=Size> <button id=hand>Hand</button><p>Under</p>
<main><section><h2>First</h2><p class=note>One</p><div>Name</div><input> <p>Two <b>bold</b> and <a href=#z>link</a></p>
<ul><li>cedar<li class=odd>basin<li>Three <button>Pay</button></ul><ol start=3><li>amber<li>basin</ol></section>
<section aria-label=Basket><p>Total: 5</p><button>Buy</button></section>
<section><table><tr><th>Name<th>Sum<tr><td>Tea<td>3<tr><td>Milk<td><input></table></section>
<section><span id=lab>Colour</span><div><input aria-labelledby=lab></div><label for=f>Field</label><input id=f><label>Tick <input type=checkbox id=tick></label>
<select aria-label=Colour><option>red<option>blue</select></section>
<section><div role=status>Ready</div><div class=cut>Cut off</div><div onclick=1>Press <small>me</small></div><pre>code  here</pre>
<div style="display:flex"><p>Left</p><p>Right</p></div><div id=box style="overflow:auto;height:40px"><p>Long</p><p>Longer</p><p>Longest</p></div>
<div style="position:relative"><p>Beneath</p><div style="position:absolute;inset:0"></div></div><p class=kept>Kept</p><p>Last</p></section><div id=pop popover>Popped</div><dialog id=dialog>Asked</dialog><p class=odd>After</p>
<div id=open></div><div id=closed></div><div id=slots><b slot=name>Slotted</b><p>More</p></div></main><p id=end>End</p>
<script>const at = (id) => document.getElementById(id);
at('open').attachShadow({mode: 'open'}).innerHTML = '<p>Text</p><button>In the open</button>';
window.dark = at('closed').attachShadow({mode: 'closed'}); dark.innerHTML = '<p>Text</p><button>In the dark</button>';
at('slots').attachShadow({mode: 'open'}).innerHTML = '<div><slot name=name></slot></div><section><slot></slot></section>';
const some = (n, all = [...document.querySelectorAll('body *')]) => all[n % all.length];
const texts = [document.body, at('open').shadowRoot, dark].flatMap((root) => {
  const found = [], walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (walker.currentNode.parentNode.localName !== 'script') found.push(walker.currentNode);
  return found; }).filter((text) => /\\S/.test(text.data));
const replace = (n, word) => { const place = n % texts.length, parent = texts[place].parentNode;
  if (!parent || parent.childNodes.length > 1) return; parent.textContent = word; texts[place] = parent.firstChild };
</script>"""

TEXTS = (
    "texts[{n} % texts.length].data = '{word}'",
    "texts[{n} % texts.length].data = '{word} {number}'",
    "texts[{n} % texts.length].appendData(' {word}')",
    "(texts[{n} % texts.length].data = '{word}', texts[{m} % texts.length].data = '{number} {word}')",
    "texts[{n} % texts.length].data = texts[{m} % texts.length].data",
    "at('status').firstChild.data = '{word} {number}'",
    "texts[{n} % texts.length].data = '{word} '.repeat({number})",
    "replace({n}, '{word}')",
    "replace({n}, '{word} {number}')",
    "at('status').textContent = '{word} {number}'",
    "(replace({n}, '{word}'), texts[{m} % texts.length].data = '{number}')",
)
STYLES = (
    "some({n}).classList.toggle('off')",
    "some({n}).style.opacity = '{zero}'",
    "rules.sheet.insertRule('section:nth-of-type({small}) p{{display:{display}}}', 0)",
    "rules.sheet.cssRules[1].style.opacity = '{zero}'",
    "rules.sheet.insertRule('.odd{{color:{color}}}', 0)",
    "document.adoptedStyleSheets = [(() => {{ const one = new CSSStyleSheet(); one.replaceSync('p{{height:{number}px}}'); return one }})()]",
    "rules.sheet.disabled = !rules.sheet.disabled",
    "document.body.style.width = '{wide}px'",
    "tick.checked = !tick.checked",
    "some({n}).animate([{{opacity: {zero}}}], {{duration: 1, fill: 'forwards'}}).finish()",
    "at('pop').togglePopover()",
    "if (!window.once) CSS.registerProperty({{name: '--shown', syntax: '*', inherits: !(window.once = true)}})",
    "at('dialog').open ? at('dialog').close() : at('dialog').show()",
)
OTHERS = (
    "f.value = '{word}'",
    "at('box').scrollTop = {number}",
    "some({n}, [...document.querySelectorAll('input,button')]).focus()",
    "some({n}).setAttribute('title', '{word}')",
    "some({n}).addEventListener('click', () => {{}})",
    "document.querySelector('ul').append(Object.assign(document.createElement('li'), {{textContent: '{word}'}}))",
    "document.title = '{word}'",
)


def an_edit(chance: random.Random) -> str:
    """A script that edits the page: of texts, in a third of the cases of styles too or alone."""
    drawn = chance.random()
    chosen = [chance.choice(TEXTS)] if drawn < 0.8 else []
    if drawn > 0.65:
        chosen.append(chance.choice(STYLES if chance.random() < 0.8 else OTHERS))
    return "; ".join(chosen).format(
        n=chance.randrange(90),
        m=chance.randrange(90),
        small=chance.randrange(5),
        zero=chance.randrange(2),
        number=chance.randrange(1, 30),
        wide=chance.randrange(300, 900),
        word=chance.choice(("amber", "Name", "Size", "[button 6]", "Colour", "Apply now", "7")),
        display=chance.choice(("none", "block")),
        color=chance.choice(("white", "black")),
    )


def _text(answer: str) -> str:
    """The text of the page without the header, which says of a part nothing of how often the page is hidden or scrolled."""
    return re.sub(r"\A[^\n]*\n", "", answer)


async def compare(chat: Chat, seed: int, edits: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """Edit the page, and return how many readings were renewed."""
    chance, tab = random.Random(seed), tab_of(chat)
    renewed = 0
    ask = tab.engine.capture_unless_known

    async def noted(*arguments: Any) -> TextReply[Any]:
        nonlocal renewed
        reply = await ask(*arguments)
        renewed += "renewed" in reply.answer
        return reply

    monkeypatch.setattr(tab.engine, "capture_unless_known", noted)
    for _ in range(edits):
        script = an_edit(chance)
        answer = await tab.cdp.send("Runtime.evaluate", {"expression": f"void ({{ f() {{ {script} }} }}).f()"})
        assert "exceptionDetails" not in answer, (script, answer)
        if chance.random() < 0.1:
            await do(chat, "mouse", event_type="move", x=chance.randrange(300), y=chance.randrange(200))
        read = await do(chat, "content", max_tokens=20_000)
        # A part is walked anew each time, and nothing is kept of it.
        fresh = await do(chat, "content", selector="html", max_tokens=20_000)
        assert _text(read) == _text(fresh), f"seed {seed}, after {script}"
    return renewed


async def test_what_is_renewed_is_what_would_be_read(shared_chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    await do(shared_chat, "navigate", url=site.page(PAGE))
    assert await compare(shared_chat, 1, 20, monkeypatch) > 1


STYLED = """<style id=rules>.kept{display:var(--shown,block)} main{--shown:none} :root:has(#tick:checked) .ticked{display:none}
.wide{color:black} x-late:not(:defined){display:none}</style><p id=word>Idle</p><main><p class=soft>Soft</p><p class=kept>Kept</p>
<p class=ticked>Unticked</p><p class=wide>Wide</p><x-late>Late</x-late><div id=host><p>Light</p></div><div id=shade></div></main>
<input type=checkbox id=tick aria-label=Tick><div id=pop popover>Popped</div><svg width=90 height=20><text y=15>Drawn</text></svg>
<script>shade.attachShadow({mode: 'open'}).innerHTML = '<style>:host{display:none}</style><p>Shaded</p>'</script>"""

UNREPORTED = {
    "a rule": "rules.sheet.insertRule('.soft{visibility:hidden}', 0)",
    "a declaration": "rules.sheet.cssRules[0].style.visibility = 'visible'",
    "a selector": "rules.sheet.cssRules[0].selectorText = '.wide'; rules.sheet.cssRules[0].style.visibility = 'hidden'",
    "a state": "tick.checked = true",
    "an adopted sheet": "document.adoptedStyleSheets = [new CSSStyleSheet()]; document.adoptedStyleSheets[0].insertRule('.soft{opacity:0}')",
    "a rule of an adopted sheet": "document.adoptedStyleSheets[0].cssRules[0].style.opacity = 1",
    "a sheet in a tree that is not shown": "shade.shadowRoot.styleSheets[0].cssRules[0].style.display = 'block'",
    "a registered property": "CSS.registerProperty({name: '--shown', syntax: '*', inherits: false})",
    "media": "rules.sheet.media.mediaText = 'print'",
    "media again": "rules.sheet.media.mediaText = ''",
    "a sheet": "rules.sheet.disabled = true",
    "a definition": "rules.sheet.disabled = false; customElements.define('x-late', class extends HTMLElement { constructor() "
    "{ super(); this.attachShadow({mode: 'closed'}).innerHTML = '<p>Come</p>' } })",
    "a shadow tree": "host.attachShadow({mode: 'open'}).innerHTML = '<p>Dark</p>'",
    "a popover": "pop.showPopover()",
    "an animation": "document.querySelector('.soft').animate([{opacity: 0}], {duration: 1, fill: 'forwards'}).finish()",
}
"""Changes of styles that no mutation reports."""


@pytest.mark.rows(1)
@pytest.mark.parametrize(("text", "by"), [("textContent", "nodes"), ("firstChild.data", "data")])
async def test_a_style_that_changes_beside_a_text_is_seen(
    shared_chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch, text: str, by: str
) -> None:
    await do(shared_chat, "navigate", url=site.page(STYLED))
    tab, seen = tab_of(shared_chat), list[str]()
    ask = tab.engine.capture_unless_known

    async def noted(*arguments: Any) -> TextReply[Any]:
        reply = await ask(*arguments)
        seen.append(str(reply.answer.get("renewed", "")))
        return reply

    monkeypatch.setattr(tab.engine, "capture_unless_known", noted)
    for number, (what, change) in enumerate(UNREPORTED.items()):
        for script in (
            f"word.{text} = 'To {number}'",
            f"word.{text} = 'Come {number}'",
            f"{change}; word.{text} = 'Is {number}'",
        ):
            last = _text(await do(shared_chat, "content"))
            await tab.cdp.send("Runtime.evaluate", {"expression": f"void ({{ f() {{ {script} }} }}).f()"})
        read = _text(await do(shared_chat, "content"))
        assert read == _text(await do(shared_chat, "content", selector="html")), what
        assert read.replace(f"Is {number}", "") != last.replace(f"Come {number}", ""), what
    assert seen.count(by) >= len(UNREPORTED) - 2, seen


@pytest.mark.long("browser/test_renewed_readings.py::test_what_is_renewed_is_what_would_be_read")
@pytest.mark.parametrize("seed", range(2, 22))
async def test_what_is_renewed_is_what_would_be_read_after_any_edits(
    shared_chat: Chat, site: Site, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    await do(shared_chat, "navigate", url=site.page(PAGE))
    assert await compare(shared_chat, seed, 150, monkeypatch) > 0
