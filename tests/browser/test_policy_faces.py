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
    "text painted over it behind many": (f"<button id=i {BUY} {OVER}>Fine</button>{'<i></i>' * 450}<div {PASSES}>Buy now</div>", click()),
    "text painted over it far up": (f"{'<div>' * 90}<button id=i {BUY} {OVER}>Fine</button>{'</div>' * 90}<div {PASSES}>Buy now</div>", click()),
    "text painted over it behind thousands": (f"<button id=i {BUY} {OVER}>Fine</button>{'<i></i>' * 6_000}<div {PASSES}>Buy now</div>", click()),
    "text over a large button": (f"<button id=i {BUY} style='width:90vw;height:90vh'>Fine</button><div style='position:fixed;top:45vh;left:40vw;pointer-events:none'>Buy now</div>", click()),
    "text behind many layers": (f"<button id=i {BUY} {OVER}>Fine</button>{f'<i {PASSES}></i>' * 450}<div {PASSES}>Buy now</div>", click()),
    "letters behind many words": (f"<button id=i {BUY} aria-label=Fine style='width:90px'>{'x ' * 2_100}<span style='display:flex;flex-direction:row-reverse'><b>y</b><b>u</b><b>B</b></span></button>", click()),
    "a clear button over text": (f"<div {OVER}>Buy now</div><button id=i aria-label=Fine {BUY} {OVER[:-1]};opacity:0'></button>", click()),
}  # fmt: skip

ORDINARY: Cells = {
    "an icon with a name": ("<button id=i aria-label=Close><svg width=20 height=20></svg></button>", click()),
    "a logo": (f"<a id=i href='#x'><img alt=Home src='{PICTURE}' width=90 height=30></a>", click()),
    "an icon before words": (f"<style>#i::before{{content:url({PICTURE})}}</style><button id=i>Search</button>", click()),
    "a button beside others": ("<button>Buy</button> <button id=i>Next</button> <button>Buy</button>", click()),
    "a button over a list": ("<p style='position:absolute;top:0'>Buy one</p><button id=i style='position:absolute;top:0'>Next</button>", click()),
    "words of other scripts": ("<button id=i>Браузер Βιβλίο Müller 立即购买</button>", click()),
    "a card of many words": (f"<div id=i onclick=1 style='cursor:pointer'>{'Some words of a card. ' * 60}</div>", click()),
    "a picture with words": (f"<button id=i><img src='{PICTURE}'> Search</button>", click()),
    "a button of a long list": ("".join(f"<p><button {'id=i' if row == 700 else ''}>Next</button></p>" for row in range(1_500)), click()),
    "a ripple": (f"<button id=i {OVER}>Next<span style='position:absolute;inset:0;pointer-events:none'></span></button>", click()),
    "a badge over it": (f"<button id=i {OVER}>Cart</button><span {PASSES}>3</span>", click()),
}  # fmt: skip


@pytest.mark.rows(2)
@pytest.mark.parametrize("part", range(4))
async def test_what_a_person_reads_is_judged(part: int, shared_ruled: Chat, rules: Path, site: Site) -> None:
    rules.write_text(NO_BUY)
    await check(shared_ruled, site, dict(list(FACES.items())[part::4]), lambda answer: answer.get("code") in KEPT)


async def test_ordinary_controls_are_not_denied(shared_ruled: Chat, rules: Path, site: Site) -> None:
    rules.write_text(NO_BUY)
    assert not await refused_of(shared_ruled, site, ORDINARY)
