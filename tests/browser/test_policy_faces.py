"""What a rule names is compared with what a person reads on a control, and what nobody can read counts as the rule's target."""

from pathlib import Path

import pytest

from refbrowser import Chat
from tests.browser.test_policy_activation import BUY, ENTERS, FORM, KEPT, NO_BUY, OVER, Cells, check, click, refused_of
from tests.support.server import Site

PICTURE = "data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22%20width=%2290%22%20height=%2230%22%3E%3C/svg%3E"
PASSES = f"{OVER[:-1]};pointer-events:none'"
BLOCKS = "".join(f"<div style='{{0}}'>{letter}</div>" for letter in "Buy")

FACES: Cells = {
    "a long name": (f"<button id=i {BUY} aria-label='{'Go ' * 150}Buy'>ok</button>", click()),
    "blanks in front": (f"<button id=i {BUY} aria-label=Fine>{' &nbsp;' * 299}Buy</button>", click()),
    "comments in front": (f"<button id=i {BUY} aria-label=Fine>{'<!-- x -->' * 400}Buy</button>", click()),
    "empty elements in front": (f"<button id=i {BUY} aria-label=Fine>{'<b></b>' * 400}Buy</button>", click()),
    "more empty elements in front": (f"<button id=i {BUY} aria-label=Fine>{'<b></b>' * 4_100}Buy</button>", click()),
    "hidden text in front": (f"<button id=i {BUY} aria-label=Fine><i style='font-size:0'>{'x' * 400}</i>Buy</button>", click()),
    "hidden text between": (f"<button id=i {BUY} aria-label=Fine>B<i style='font-size:0'>x</i>u<i style='visibility:hidden;position:absolute'>z</i>y</button>", click()),
    "an override element": (f"<button id=i {BUY} aria-label=Fine><bdo dir=rtl>yuB</bdo></button>", click()),
    "an override character": (f"<button id=i {BUY} aria-label=Fine>&#x202e;yuB&#x202c; now</button>", click()),
    "an override in a name": (f"<button id=i {BUY} aria-label='not &#x202e;yuB&#x202c; now'>ok</button>", click()),
    "an override in a tooltip": (f"<button id=i title='&#x202e;yuB' {BUY}>ok</button>", click()),
    "an override by style": (f"<button id=i {BUY} aria-label=Fine style='direction:rtl;unicode-bidi:bidi-override'>won yuB</button>", click()),
    "a value that is overridden": (f"<input type=button id=i {BUY} style='direction:rtl;unicode-bidi:bidi-override' value='won yuB'>", click()),
    "a reversed row": (f"<button id=i {BUY} aria-label=Fine><span style='display:flex;flex-direction:row-reverse'><b>y</b><b>u</b><b>B</b></span></button>", click()),
    "a reversed column": (f"<button id=i {BUY} aria-label=Fine><span style='display:flex;flex-direction:column-reverse'><b>y</b><b>u</b><b>B</b></span></button>", click()),
    "an order": (f"<button id=i {BUY} aria-label=Fine><span style='display:flex'><b style='order:3'>y</b><b style='order:1'>B</b><b style='order:2'>u</b></span></button>", click()),
    "letters in floats": (f"<button id=i {BUY} aria-label=Fine><b style='float:right'>y</b><b style='float:right'>u</b><b style='float:right'>B</b></button>", click()),
    "letters in blocks": (f"<button id=i {BUY} aria-label=Fine>{BLOCKS.format('')}</button>", click()),
    "letters that are placed": (f"<button id=i {BUY} aria-label=Fine style='position:relative;width:90px;height:30px'>" + "".join(f"<b style='position:absolute;left:{left}px'>{letter}</b>" for letter, left in zip("yBu", (40, 4, 20), strict=True)) + "</button>", click()),
    "a long name of the form's button": (FORM.format(f"<button aria-label='{'Go ' * 150}Buy'>ok</button>"), ENTERS["Enter"]),
    "letters of the form's button": (FORM.format("<button aria-label=Fine><bdo dir=rtl>yuB</bdo></button>"), ENTERS["submit"]),
    "Cyrillic": (f"<button id=i {BUY}>Вuу</button>", click()),
    "small capitals": (f"<button id=i {BUY}>ʙᴜʏ now</button>", click()),
    "regional letters": (f"<button id=i {BUY}>🇧🇺🇾</button>", click()),
    "struck through": (f"<button id=i {BUY}>B\u0336u\u0336y\u0336</button>", click()),
    "thin blanks": (f"<button id=i {BUY}>B\u2009u\u2009y</button>", click()),
    "an image button": (f"<form onsubmit=\"event.preventDefault();fetch('/done')\"><input id=i type=image alt=Fine src='{PICTURE}'></form>", click()),
    "content that is a picture": (f"<button id=i {BUY}><b style='content:url({PICTURE})'>Fine</b></button>", click()),
    "a picture in front": (f"<style>#i::before{{content:url({PICTURE})}}</style><button id=i {BUY} aria-label=Fine></button>", click()),
    "a picture without a name": (f"<button id=i {BUY}><img src='{PICTURE}' width=90 height=30></button>", click()),
    "a background without a name": (f"<button id=i {BUY} style='background:url({PICTURE});width:90px;height:30px'></button>", click()),
    "text painted over it": (f"<button id=i {BUY} {OVER}>Fine</button><div {PASSES}>Buy now</div>", click()),
    "letters painted over it": (f"<button id=i {BUY} {OVER}>Fine</button><div><div {PASSES}><div style='display:flex;flex-direction:row-reverse;justify-content:center'><b>y</b><b>u</b><b>B</b></div></div></div>", click()),
    "a style sheet over it": (f"<style>#w::after{{content:'Buy';position:absolute;left:9px;top:9px;pointer-events:none}}</style><div id=w><button id=i {BUY} {OVER}>Fine</button></div>", click()),
    "a picture painted over it": (f"<button id=i {BUY} {OVER}>Fine</button><img src='{PICTURE}' {PASSES}>", click()),
    "a point of a closed shadow root": (f"<div id=h></div><script>h.attachShadow({{mode: 'closed'}}).innerHTML = `<button {BUY} {OVER}>Buy</button>`</script>", [{"action": "click", "x": 20, "y": 20}]),
    "a press in a closed shadow root": (f"<x-y id=h></x-y><script>h.attachShadow({{mode: 'closed'}}).innerHTML = `<button {BUY} {OVER}>Buy</button>`</script>", [{"action": "mouse", "event_type": "click", "x": 20, "y": 20}]),
    "Tab and Space into a closed shadow root": (f"<div id=h></div><script>h.attachShadow({{mode: 'closed'}}).innerHTML = `<button {BUY}>Buy</button>`</script>", [{"action": "key_chord", "keys": ["Tab", "Space"]}]),
    "a point of a closed shadow root of the body": (f"<script>document.body.attachShadow({{mode: 'closed'}}).innerHTML = `<button {BUY} {OVER}>Buy</button>`</script>", [{"action": "click", "x": 20, "y": 20}]),
    "text painted over it behind many": (f"<button id=i {BUY} {OVER}>Fine</button>{'<i></i>' * 450}<div {PASSES}>Buy now</div>", click()),
    "text painted over it far up": (f"{'<div>' * 90}<button id=i {BUY} {OVER}>Fine</button>{'</div>' * 90}<div {PASSES}>Buy now</div>", click()),
    "text painted over it behind thousands": (f"<button id=i {BUY} {OVER}>Fine</button>{'<i></i>' * 6_000}<div {PASSES}>Buy now</div>", click()),
    "text over a large button": (f"<button id=i {BUY} style='width:90vw;height:90vh'>Fine</button><div style='position:fixed;top:45vh;left:40vw;pointer-events:none'>Buy now</div>", click()),
    "text behind many layers": (f"<button id=i {BUY} {OVER}>Fine</button>{f'<i {PASSES}></i>' * 450}<div {PASSES}>Buy now</div>", click()),
    "letters behind many words": (f"<button id=i {BUY} aria-label=Fine style='width:90px'>{'x ' * 2_100}<span style='display:flex;flex-direction:row-reverse'><b>y</b><b>u</b><b>B</b></span></button>", click()),
    "a clear button over text": (f"<div {OVER}>Buy now</div><button id=i aria-label=Fine {BUY} {OVER[:-1]};opacity:0'></button>", click()),
    "a tooltip": (f"<button id=i title='Buy now' {BUY}>+</button>", click()),
    "a name of elements that a script sets": (f"<span id=s>Buy</span><button id=i {BUY}>Go</button><script>i.ariaLabelledByElements = [s]</script>", click()),
    "a part of SVG drawn once more": (f"<svg width=0 height=0><symbol id=s><text y=15>Buy</text></symbol></svg><button id=i {BUY} aria-label=Fine><svg width=90 height=20><use href=#s /></svg></button>", click()),
    "a pattern of SVG": (f"<button id=i {BUY} aria-label=Fine><svg width=90 height=20><pattern id=s width=90 height=20 patternUnits=userSpaceOnUse><text y=15>Buy</text></pattern><rect width=90 height=20 fill=url(#s) /></svg></button>", click()),
    "letters of SVG": (f"<button id=i {BUY} aria-label=Fine><svg width=90 height=20><text y=15 x='40 22 5'>yuB</text></svg></button>", click()),
    "letters that are moved": (f"<button id=i {BUY} aria-label=Fine><b style='display:inline-block;translate:20px'>y</b><b>u</b><b style='display:inline-block;translate:-24px'>B</b></button>", click()),
    "a counter of its own": (f"<style>@counter-style k {{ system:fixed; symbols:'Buy' }} #i {{ counter-increment:n }} #i::before {{ content:counter(n, k) }}</style><button id=i aria-label=Fine {BUY}></button>", click()),
    "quotes": (f"<style>#i {{ quotes:'Buy' '' }} #i::before {{ content:open-quote }}</style><button id=i aria-label=Fine {BUY}></button>", click()),
    "a marker": (f"<div id=i role=button aria-label=Fine style='display:list-item;list-style:inside \"Buy\"' {BUY}>x</div>", click()),
    "a marker of a style sheet": (f"<style>#i::marker {{ content:'Buy' }}</style><div id=i role=button aria-label=Fine style='display:list-item;list-style-position:inside' {BUY}>x</div>", click()),
    "generated text with an alternative": (f"<style>#i::before {{ content:'Buy' / 'Fine' }}</style><button id=i {BUY}></button>", click()),
    "text behind it": (f"<div {OVER}>Buy now</div><button id=i {BUY} aria-label=Fine {OVER[:-1]};background:none;border:0;color:transparent'>Fine</button>", click()),
    "text around it": (f"<div {OVER}>Buy now<button id=i {BUY} aria-label=Fine style='position:absolute;inset:0;background:none;border:0'></button></div>", click()),
    "a frame over it": (f"<button id=i {BUY} {OVER}>Fine</button><iframe srcdoc=Buy {PASSES}></iframe>", click()),
    "a field that nobody types in": (f"<input id=i readonly value='Buy now' aria-label=Fine {BUY}>", click()),
    "a placeholder that nobody types over": (f"<input id=i readonly placeholder='Buy now' aria-label=Fine {BUY}>", click()),
    "a mask": (f"<button id=i {BUY} style='border:0;width:90px;height:30px;background:#000;mask-image:url({PICTURE})'></button>", click()),
    "a border": (f"<button id=i {BUY} style='border:30px solid;border-image:url({PICTURE}) 30 fill'></button>", click()),
    "a background in front": (f"<style>#i::before {{ content:''; display:block; width:90px; height:30px; background:url({PICTURE}) }}</style><button id=i {BUY}></button>", click()),
    "a picture as a marker": (f"<div id=i role=button {BUY} style='display:list-item;list-style:inside url({PICTURE})'></div>", click()),
    "letters of its ground between": (f"<button id=i {BUY} aria-label=Fine style='background:#fff'>B<i style='color:#fff;margin-right:-.5em'>q</i>u<i style='opacity:.01;position:absolute'>q</i>y</button>", click()),
    "letters between that a box cuts off": (f"<button id=i {BUY} aria-label=Fine>B<i style='display:inline-block;width:0;overflow:hidden;vertical-align:bottom'>q</i>uy</button>", click()),
    "counters of letters": (f"<style>#i{{counter-reset:a 2 b 21 c 25}}#i::before{{content:counter(a,upper-alpha) counter(b,upper-alpha) counter(c,upper-alpha)}}</style><button id=i aria-label=Fine {BUY}></button>", click()),
    "a counter of a large number": (f"<style>#i{{counter-reset:a 1923}}#i::before{{content:counter(a,upper-alpha)}}</style><button id=i aria-label=Fine {BUY}></button>", click()),
    "a counter of a large number before it": (f"<style>p{{counter-reset:a 1923}}#i::before{{content:counter(a,upper-alpha)}}</style><p></p><button id=i aria-label=Fine {BUY}></button>", click()),
    "a counter between letters": (f"<style>#i{{counter-reset:a 21}}#i::before{{content:'B' counter(a,lower-alpha) 'y'}}</style><button id=i aria-label=Fine {BUY}></button>", click()),
    "counters in each other": (f"<style>#i{{counter-reset:a 2}}#i b{{counter-reset:a 21}}#i b::before{{content:counters(a,'',lower-alpha) 'y'}}</style><button id=i aria-label=Fine {BUY}><b></b></button>", click()),
    "letters on their heads": (f"<button id=i {BUY}>ʎnq</button>", click()),
    "a text that is turned": (f"<button id=i aria-label=Fine {BUY}><b style='display:inline-block;rotate:180deg'>ʎnq</b></button>", click()),
    "ruby": (f"<button id=i aria-label=Fine {BUY}><ruby>B<rt>1</rt>u<rt>2</rt>y<rt>3</rt></ruby></button>", click()),
    "the columns of a grid": (f"<button id=i aria-label=Fine {BUY}><span style='display:grid;grid-template-columns:1em 1em 1em'><b style='grid-area:1/3'>y</b><b style='grid-area:1/2'>u</b><b style='grid-area:1/1'>B</b></span></button>", click()),
    "the cells of a table": (f"<button id=i aria-label=Fine {BUY}><table dir=rtl><td>y<td>u<td>B</table></button>", click()),
    "Lisu": (f"<button id=i {BUY}>ꓐꓴꓬ</button>", click()),
    "a field painted over it": (f"<button id=i {OVER} {BUY}>Fine</button><input value='Buy now' style='position:absolute;left:9px;top:9px;pointer-events:none'>", click()),
    "a label that names its button": (f"<label>Buy now <button id=i {BUY}>OK</button></label>", click()),
    "the name of a part": ("<style>x-y::part(b)::before{content:'Buy'}</style><x-y id=h></x-y><script>h.attachShadow({mode: 'open'}).innerHTML = `<button part=b id=i aria-label=Fine " + BUY + "></button>`</script>", click()),
}  # fmt: skip

ORDINARY: Cells = {
    "a link over a card": (f"<div style='position:relative;width:300px;height:200px'><img alt=x src='{PICTURE}'><p>Tray</p><a id=i href='#x' aria-label=Tray style='position:absolute;inset:0'></a><button style='position:relative;z-index:2'>Buy</button></div>", click()),
    "an icon of a sprite": ("<svg width=0 height=0><symbol id=s><path d='M0 0H9' /></symbol></svg><button id=i aria-label=Close><svg width=20 height=20><use href=#s /></svg></button>", click()),
    "a summary": ("<details><summary id=i>More</summary>x</details>", click()),
    "a button without a ground over a video": ("<button id=i aria-label=Play style='position:absolute;width:60px;height:60px;background:none;border:0'></button><video width=300 height=150></video>", click()),
    "a field with words": ("<input id=i value='buy milk'>", click()),
    "words for screen readers": ("<button id=i>Next<span style='position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)'> page</span></button>", click()),
    "an icon with a name": ("<button id=i aria-label=Close><svg width=20 height=20></svg></button>", click()),
    "a logo": (f"<a id=i href='#x'><img alt=Home src='{PICTURE}' width=90 height=30></a>", click()),
    "an icon before words": (f"<style>#i::before{{content:url({PICTURE})}}</style><button id=i>Search</button>", click()),
    "a button beside others": ("<button>Buy</button> <button id=i>Next</button> <button>Buy</button>", click()),
    "a button over a list": ("<p style='position:absolute;top:0'>Buy one</p><button id=i style='position:absolute;top:0'>Next</button>", click()),
    "words of other scripts": ("<button id=i>Браузер Βιβλίο Müller 立即购买</button>", click()),
    "a card of many words": (f"<div id=i onclick=1 style='cursor:pointer'>{'Some words of a card. ' * 60}</div>", click()),
    "a picture with words": (f"<button id=i><img src='{PICTURE}'> Search</button>", click()),
    "a button of a long list": ("".join(f"<p><button {'id=i' if row == 700 else ''}>Next</button></p>" for row in range(1_500)), click()),
    "an answer with its letter": ("<style>ol{counter-reset:a}li{counter-increment:a;display:block}button::before{content:counter(a,upper-alpha) '. '}</style><ol><li><button>Rome</button><li><button id=i>Paris</button></ol>", click()),
    "a field that the pointer passes through": ("<div style='position:relative'><button id=i>Search</button><input value='buy milk' style='position:absolute;left:300px;top:0'></div>", click()),
    "a ripple": (f"<button id=i {OVER}>Next<span style='position:absolute;inset:0;pointer-events:none'></span></button>", click()),
    "a badge over it": (f"<button id=i {OVER}>Cart</button><span {PASSES}>3</span>", click()),
}  # fmt: skip


@pytest.mark.rows(1)
@pytest.mark.parametrize("part", range(4))
async def test_what_a_person_reads_is_judged(part: int, shared_ruled: Chat, rules: Path, site: Site) -> None:
    rules.write_text(NO_BUY)
    await check(shared_ruled, site, dict(list(FACES.items())[part::4]), lambda answer: answer.get("code") in KEPT)


async def test_ordinary_controls_are_not_denied(shared_ruled: Chat, rules: Path, site: Site) -> None:
    rules.write_text(NO_BUY)
    assert not await refused_of(shared_ruled, site, ORDINARY)
