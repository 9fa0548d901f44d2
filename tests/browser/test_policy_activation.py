"""A rule is about what input activates, and an approval about what would be sent: whichever element is named, however it gets the
input, and whatever the page makes of it meanwhile."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from refbrowser import Answer, Chat
from tests.support.calls import do, navigated, refused
from tests.support.oversight import Person
from tests.support.server import Site

NO_BUY = 'default = "allow"\n[[rule]]\nname = "no"\nverdict = "deny"\ntarget = "*buy*"\n'
NOT_THERE = 'default = "allow"\n[[rule]]\nname = "no"\nverdict = "deny"\nactions = ["click", "key*", "submit", "type*"]\nsites = "localhost"\n'
ONLY_NEXT = 'default = "deny"\n[[rule]]\nname = "next"\nverdict = "allow"\ntarget = ["button: next", "link: next", "textbox*", "input*"]\n[[rule]]\nname = "rest"\nverdict = "allow"\neffects = ["read", "navigate", "session"]\n'

Calls = list[dict[str, Any]]
Cells = dict[str, tuple[str, Calls]]


def click(selector: str = "#i", **more: Any) -> Calls:
    return [{"action": "click", "selector": selector, **more}]


def focused(*calls: dict[str, Any]) -> Calls:
    return [{"action": "focus", "selector": "#i"}, *calls]


BUY = "onclick=\"fetch('/done')\""
OVER = "style='position:absolute;left:0;top:0;width:200px;height:80px'"
FORM = "<form onsubmit=\"event.preventDefault();fetch('/done')\"><input id=i name=q>{}</form>"
SHADOW = "<script>h.attachShadow({{mode: '{mode}'}}).innerHTML = `{html}`</script>"
FRAME = '<iframe style="position:absolute;inset:0;width:400px;height:200px;border:0" srcdoc="{}"></iframe>'
ENTERS: dict[str, Calls] = {
    "Enter": focused({"action": "keyboard", "key": "Enter"}), "a chord": focused({"action": "key_chord", "keys": ["Shift", "Enter"]}),
    "submit": [{"action": "submit", "selector": "#i"}], "type_submit": [{"action": "type_submit", "selector": "#i", "text": "x"}],
    "a typed line break": focused({"action": "keyboard", "text": "x\n"}), "slowly": [{"action": "type", "selector": "#i", "text": "x\n", "slowly": True}],
    "a return": [{"action": "type", "selector": "#i", "text": "x\r", "slowly": True}],
}  # fmt: skip

TARGETS: Cells = {
    "a child": (f"<button {BUY}><span id=i>+</span> Buy now</button>", click()),
    "a child of a named one": (f"<button {BUY} aria-label='Buy now'><b id=i>pic</b></button>", click()),
    "a deep child": (f"<button {BUY}>Buy {'<span>' * 40}<i id=i>x</i></button>", click()),
    "a child of a clickable box": (f"<div {BUY} style='cursor:pointer'>Buy <span id=i>+</span></div>", click()),
    "a parent": (f"<div id=i><button {BUY} style='width:300px;height:90px'>Buy now</button></div>", click()),
    "a parent that is a button": (f"<div id=i role=button aria-label=Go><button {BUY} style='width:300px;height:90px'>Buy now</button></div>", click()),
    "a slotted child": ("<div id=h><b id=i>+</b></div>" + SHADOW.format(mode="open", html=f"<button aria-label=Buy {BUY}><slot></slot></button>"), click()),
    "a child in a shadow root": ("<button id=b aria-label='Buy'><x-y id=h></x-y></button>" + SHADOW.format(mode="open", html="<b id=i>+</b>") + "<script>b.onclick = () => fetch('/done')</script>", click("#h")),
    "a label": (f"<label for=b id=i>Other thing</label><button id=b {BUY}>Buy now</button>", click()),
    "a label's child": (f"<label for=b><b id=i>Other</b></label><button id=b {BUY}>Buy now</button>", click()),
    "a label of an image button": (FORM.format("<label for=b id=l>x</label><input type=submit id=b value='Buy now'>"), click("#l")),
    "another name on it": (f"<button id=i aria-label=Fine {BUY}>Buy now</button>", click()),
    "force at a cover": (f"<button {BUY} {OVER}>Buy now</button><div id=i {OVER[:-1]};pointer-events:none'>hello</div>", click(force=True)),
    "force under a cover": (f"<button id=i {OVER}>Fine</button><button {BUY} {OVER}>Buy now</button>", click(force=True)),
    "a point of a child": (f"<button {BUY} {OVER}>Buy <span style='position:absolute;inset:0'></span></button>", [{"action": "click", "x": 20, "y": 20}]),
    "a press of a child": (f"<button {BUY} {OVER}>Buy <span style='position:absolute;inset:0'></span></button>", [{"action": "mouse", "event_type": "click", "x": 20, "y": 20}]),
    "Tab and Space": (f"<button {BUY}>Buy now</button>", [{"action": "key_chord", "keys": ["Tab", "Space"]}]),
    "Tab and Enter": (f"<button {BUY}>Buy now</button>", [{"action": "key_chord", "keys": ["Tab", "Enter"]}]),
    "Tab twice and Space": (f"<button>Fine</button><button {BUY}>Buy now</button>", [{"action": "key_chord", "keys": ["Tab", "Tab", "Space"]}]),
    "Tab with Space in one key": (f"<button {BUY}>Buy now</button>", [{"action": "keyboard", "key": "Tab+Space"}]),
    "a child in a frame": (FRAME.format("<button aria-label=Buy onclick=parent.fetch('/done')><b id=i>+</b></button>"), click()),
    "force under a cover around the frame": (FRAME.format("<button id=i style=position:fixed;inset:0>Fine</button>") + f"<button {BUY} style='position:fixed;inset:0'>Buy now</button>", click(force=True)),
    "Tab and Space into a frame": (FRAME.format("<button onclick=parent.fetch('/done')>Buy</button>"), [{"action": "key_chord", "keys": ["Tab", "Tab", "Space"]}, {"action": "key_chord", "keys": ["Space"]}]),
    "Enter in a frame": (FRAME.format("<form onsubmit=parent.fetch('/done')><input id=i name=q><button>Buy</button></form>"), ENTERS["Enter"]),
    "a label in a shadow root": ("<div id=h></div>" + SHADOW.format(mode="open", html=f"<label id=i for=b>x</label><button id=b {BUY}>Buy</button>"), click()),
    "twice on a child": (f"<button {BUY}><span id=i>+</span> Buy now</button>", [{"action": "double_click", "selector": "#i"}]),
    "the wrong button on a child": ("<button oncontextmenu=\"fetch('/done')\"><span id=i>+</span> Buy now</button>", [{"action": "right_click", "selector": "#i"}]),
    "Tab where nothing has the focus": ("<button onfocus=\"fetch('/done')\">Buy now</button>", [{"action": "keyboard", "key": "Tab"}]),
    "Shift and Tab where nothing has the focus": ("<button>Fine</button><button onfocus=\"fetch('/done')\">Buy now</button>", [{"action": "key_chord", "keys": ["Shift", "Tab"]}]),
    "a box of a label": ("<label id=i>Fine <input type=checkbox aria-label='Buy insurance' onchange=\"fetch('/done')\"></label>", click()),
    "Enter with a default button in a legend": (FORM.format("<fieldset disabled><legend><button>Buy</button></legend></fieldset>"), ENTERS["Enter"]),
    "an area by keys": (f"<img usemap='#m' {OVER} src='data:,'><map name=m><area shape=default alt='Buy now' href='#' {BUY}></map>", [{"action": "key_chord", "keys": ["Tab", "Enter"]}]),
    "two presses, of which the first renames it": ("<button id=i onclick=\"this.textContent === 'Buy' && fetch('/done'); this.textContent = 'Buy'\">Go</button>", click(times=2)),
    "a focus that the page moves": (f"<input id=i onkeydown='b.focus()'><button id=b {BUY}>Buy now</button>", focused({"action": "keyboard", "text": "a\n"})),
    "a focus that the page moves to a blank": (f"<input id=i onkeydown='b.focus()'><button id=b {BUY}>Buy now</button>", focused({"action": "keyboard", "text": "ab c"})),
    "a form whose fields have names of the platform": (FORM.format("".join(f"<input name={name}>" for name in ("getRootNode", "elements", "action", "form", "type")) + "<button>Buy</button>"), ENTERS["Enter"]),
    "a summary's child": (f"<details><summary {BUY}>Buy <b id=i>+</b></summary></details>", click()),
    "a button of an unknown type": (FORM.format("<button type=x>Buy</button>"), ENTERS["Enter"]),
    "the next button of a disabled one": (FORM.format("<button disabled>Fine</button><button>Buy</button>"), [{"action": "submit", "selector": "#i"}]),
    **{f"the default button by {name}": (FORM.format("<button>Buy now</button>"), calls) for name, calls in ENTERS.items()},
    **{f"a button elsewhere by {name}": (FORM.format("").replace("<form", "<form id=f") + "<button form=f>Buy</button>", calls) for name, calls in list(ENTERS.items())[:3]},
}  # fmt: skip

NOT_DENIED: Cells = {
    "another button of the page": ("<button id=i onclick=\"fetch('/done')\">Fine</button><button>Buy</button>", click()),
    "a button in a box that is clickable": ("<div style='cursor:pointer' onclick='1'><button id=i onclick=\"fetch('/done')\">Details</button><p>Buy it</p></div>", click()),
    "a field of the form": (FORM.format("<button>Buy</button>"), click()[:1]),
    "Tab to another button": ("<button>Fine</button><button onfocus=\"fetch('/done')\">Buy</button>", [{"action": "keyboard", "key": "Tab"}]),
    "text without Enter": (FORM.format("<button>Buy</button>"), focused({"action": "keyboard", "text": "some words"})),
    "a box that is focused": ("<input id=i onkeydown=\"event.key === 'Enter' && fetch('/done')\">", ENTERS["Enter"]),
    "nothing that is focused": ("<body onkeydown=\"event.key === 'Enter' && fetch('/done')\">", [{"action": "keyboard", "key": "Enter"}]),
}  # fmt: skip

LINK = "<a href='{{there}}'>{}</a>"
LEADS: Cells = {
    **{f"the default button's formaction by {name}": ("<form action='/here'><input id=i name=q><button formaction='{there}'>GO</button></form>", calls) for name, calls in ENTERS.items()},
    "an SVG link": ("<svg width=300 height=60><a href='{there}'><text id=i y=20>GO</text></a></svg>", click()),
    "an old SVG link": ("<svg width=300 height=60><a xlink:href='{there}'><text id=i y=20>GO</text></a></svg>", click()),
    "a point of an SVG link": (f"<svg {OVER}><a href='{{there}}'><rect width=200 height=80 /></a></svg>", [{"action": "click", "x": 20, "y": 20}]),
    "an SVG link by Enter": ("<svg width=300 height=60><a id=i href='{there}'><text y=20>GO</text></a></svg>", ENTERS["Enter"]),
    "a link that a set leads elsewhere": ("<svg width=300 height=60><a href='/here'><set attributeName=href to='{there}' /><text id=i y=20>GO</text></a></svg>", click()),
    "a link that an animation leads elsewhere": ("<svg width=300 height=60><a href='/here'><animate attributeName=href values='/here;{there}' dur=9s fill=freeze /><text id=i y=20>GO</text></a></svg>", click()),
    "a link that leads elsewhere in time": ("<svg width=300 height=60><a href='/here'><set attributeName=xlink:href to='{there}' begin=click /><text id=i y=20>GO</text></a></svg>", click()),
    "a link with an animation elsewhere": ("<svg width=300 height=60><a id=l href='/here'><text id=i y=20>GO</text></a><set href='#l' attributeName=href to='{there}' /></svg>", click()),
    "a link that notifies": ("<a id=i href='#x' ping='/here {there}'>GO</a>", click()),
    "a link around a shadow host": (LINK.format("<x-y id=h></x-y>") + SHADOW.format(mode="open", html="<button>GO</button>"), click("text=GO")),
    "a link around a closed shadow root": (LINK.format("<x-y id=h></x-y>") + SHADOW.format(mode="closed", html="<button>GO</button>"), click("#h")),
    "a link around a slot": ("<div id=h><span role=button tabindex=0>GO</span></div>" + SHADOW.format(mode="open", html="<a href='{there}'><slot></slot></a>"), click("text=GO")),
    "a link around a slot, by Enter": ("<div id=h><span id=i role=button tabindex=0>GO</span></div>" + SHADOW.format(mode="open", html="<a href='{there}'><slot></slot></a>"), ENTERS["Enter"]),
    "a link around a slot of a closed shadow root": ("<x-y id=h><span role=button tabindex=0 id=i>GO</span></x-y>" + SHADOW.format(mode="closed", html="<a href='{there}'><slot></slot></a>"), [{"action": "content"}, *click()]),
    "a point of a closed shadow root": ("<div id=h></div>" + SHADOW.format(mode="closed", html="<a href='{there}' style='position:absolute;inset:0 auto auto 0;width:200px;height:80px'>GO</a>"), [{"action": "click", "x": 20, "y": 20}]),
    "a point of a custom element": ("<x-y id=h></x-y>" + SHADOW.format(mode="closed", html="<a href='{there}' style='position:absolute;inset:0 auto auto 0;width:200px;height:80px'>GO</a>"), [{"action": "click", "x": 20, "y": 20}]),
    "a point of a closed shadow root in another": ("<div id=h></div><script>const inner = document.createElement('section'); h.attachShadow({{mode: 'closed'}}).append(inner); inner.attachShadow({{mode: 'closed'}}).innerHTML = `<a href='{there}' style='position:absolute;inset:0 auto auto 0;width:200px;height:80px'>GO</a>`</script>".replace("{{", "{").replace("}}", "}"), [{"action": "click", "x": 20, "y": 20}]),
    "a point of a slot in a closed shadow root": ("<div id=h><b style='position:absolute;inset:0 auto auto 0;width:200px;height:80px'>GO</b></div>" + SHADOW.format(mode="closed", html="<a href='{there}'><slot></slot></a>"), [{"action": "click", "x": 20, "y": 20}]),
    "Tab and Enter into a closed shadow root": ("<div id=h></div>" + SHADOW.format(mode="closed", html="<a href='{there}'>GO</a>"), [{"action": "key_chord", "keys": ["Tab", "Enter"]}]),
    "Enter in a closed shadow root in another": ("<div id=h></div><script>const inner = document.createElement('section'); h.attachShadow({mode: 'closed'}).append(inner); inner.attachShadow({mode: 'closed'}).innerHTML = `<a href='{there}'>GO</a>`</script>", [{"action": "keyboard", "key": "Tab"}, {"action": "keyboard", "key": "Enter"}]),
    "a link in a frame": (FRAME.format("<a href='{there}'><b id=i>GO</b></a>"), click()),
    "a form whose fields have names of the platform": ("<form action='{there}'>" + "".join(f"<input name={name}>" for name in ("getRootNode", "elements", "action", "form", "type")) + "<button id=i>GO</button></form>", click()),
    "a link in the middle": ("<div id=i><a href='{there}' style='display:block;height:90px'>GO</a></div>", click()),
    "a label's button": ("<form action='/here'><label for=b id=i>x</label><button id=b formaction='{there}'>GO</button></form>", click()),
    "a child of a button": ("<form action='/here'><button formaction='{there}'><b id=i>GO</b></button></form>", click()),
    "a button of another form": ("<form id=f action='{there}'></form><form action='/here'><button id=i form=f>GO</button></form>", click()),
    "an area": (f"<img usemap='#m' {OVER} src='data:,'><map name=m><area shape=default href='{{there}}'></map>", [{"action": "click", "x": 20, "y": 20}]),
    "force through a cover": (f"<button id=i {OVER}>Fine</button><a href='{{there}}' {OVER}>GO</a>", click(force=True)),
}  # fmt: skip


async def tried(chat: Chat, site: Site, html: str, calls: Calls, arrived: Callable[[], object] = lambda: None) -> dict[str, Any]:
    """The answer of the last of the calls on a page with that body; ``arrived`` is called when the page has come."""
    page = html.replace("{there}", site.other("/done"))
    await do(chat, "navigate", url=site.page(f"<!doctype html><title>0</title><body>{page}"), wait_until="load")
    arrived()
    answer: dict[str, Any] = {}
    for call in calls:
        answer = await chat.call(call if call["action"] == "content" else {**call, "observe": "none"})
    return answer


async def refused_of(chat: Chat, site: Site, cells: Cells) -> dict[str, dict[str, Any]]:
    """The cells whose last call does not succeed, and its answers."""
    answers = {name: await tried(chat, site, html, calls) for name, (html, calls) in cells.items()}
    return {name: answer for name, answer in answers.items() if not answer["ok"]}


async def check(chat: Chat, site: Site, cells: Cells, right: Callable[[dict[str, Any]], bool]) -> None:
    site.page("there", "/done")
    wrong, hits = {}, list[int]()
    # What a page has begun has come when the next document is there.
    for name, (html, calls) in cells.items():
        answer = await tried(chat, site, html, calls, lambda: hits.append(site.hits("/done")))
        if not right(answer):
            wrong[name] = answer.get("code") or "done"
    await do(chat, "navigate", url=site.page("<p>after"))
    hits.append(site.hits("/done"))
    for name, before, after in zip(cells, hits[:-1], hits[1:], strict=True):
        if before != after:
            wrong[name] = "done"
    assert not wrong


KEPT = ("policy_denied", "focus_moved", "press_missed")


@pytest.mark.rows(1)
@pytest.mark.parametrize("part", range(11))
async def test_what_input_activates_is_judged(part: int, shared_ruled: Chat, rules: Path, site: Site) -> None:
    rules.write_text(NO_BUY)
    cells = dict(list(TARGETS.items())[part::11])
    await check(shared_ruled, site, cells, lambda answer: answer.get("code") in KEPT)


@pytest.mark.rows(1)
@pytest.mark.parametrize("part", range(7))
async def test_where_input_leads_is_judged(part: int, shared_ruled: Chat, rules: Path, site: Site) -> None:
    rules.write_text(NOT_THERE)
    await check(shared_ruled, site, dict(list(LEADS.items())[part::7]), lambda answer: answer.get("code") == "policy_denied")


@pytest.mark.rows(1)
@pytest.mark.parametrize("part", range(3))
async def test_what_input_does_not_activate_is_no_matter(part: int, shared_ruled: Chat, rules: Path, site: Site) -> None:
    rules.write_text(NO_BUY)
    for name, (html, calls) in list(NOT_DENIED.items())[part::3]:
        answer = await tried(shared_ruled, site, html, calls)
        assert answer["ok"], (name, answer)


ALLOWED: dict[str, tuple[str, Calls, bool]] = {
    "the button": ("<button id=i>Next</button>", click(), True),
    "its child": ("<button><b id=i>Next</b></button>", click(), True),
    "what is called so in another": ("<button>Buy <b id=i aria-label=Next role=img>x</b></button>", click(), False),
    "what is called so around another": ("<div id=i role=button aria-label=Next><button style='width:100%;height:80px'>Buy</button></div>", click(), False),
    "a label that is called so": ("<label id=i for=b>Next</label><button id=b aria-label=Buy>x</button>", click(), False),
    "Enter with that button": (FORM.format("<button>Next</button>"), [{"action": "type_submit", "selector": "#i", "text": "x"}], True),
    "Enter with another": (FORM.format("<button>Buy</button>"), [{"action": "type_submit", "selector": "#i", "text": "x"}], False),
}  # fmt: skip


@pytest.mark.rows(1)
@pytest.mark.parametrize("part", range(2))
async def test_what_is_allowed_is_allowed_for_all_that_is_activated(part: int, shared_ruled: Chat, rules: Path, site: Site) -> None:
    rules.write_text(ONLY_NEXT)
    for name, (html, calls, allowed) in list(ALLOWED.items())[part::2]:
        answer = await tried(shared_ruled, site, html, calls)
        assert answer.get("code") == (None if allowed else "policy_denied"), (name, answer)


ASKS = 'default = "allow"\n[[rule]]\nname = "ask"\nverdict = "ask"\nactions = ["click", "keyboard", "key_chord", "select_option", "submit", "type", "type_submit", "fill_form", "set_checked"]\n'
SENT = "<form action='/sent'>{}</form>"
AMOUNT = SENT.format("<input name=amount id=h value=1><button id=i name=act value=view>Pay</button>")
AT: Calls = [{"action": "click", "x": 20, "y": 20}]
CHANGES: dict[str, tuple[str, Calls, str]] = {
    "a hidden value": (AMOUNT.replace("<input", "<input type=hidden"), click(), "h.value = 9"),
    "a visible value": (AMOUNT, click(), "h.value = 9"),
    "a value outside of every form": ("<input id=h value=1><button id=i onclick=\"fetch('/sent')\">Pay</button>", click(), "h.value = 9"),
    "a field's name": (AMOUNT, click(), "h.name = 'other'"),
    "a new field": (AMOUNT, click(), "h.insertAdjacentHTML('afterend', '<input type=hidden name=all value=1>')"),
    "a field elsewhere": (AMOUNT.replace("<form", "<form id=f"), click(), "document.body.insertAdjacentHTML('beforeend', '<input form=f name=all>')"),
    "a field that is enabled": (AMOUNT.replace("<input", "<input disabled"), click(), "h.disabled = false"),
    "a box": (SENT.format("<input type=checkbox id=h name=all><button id=i>Pay</button>"), click(), "h.checked = true"),
    "a choice": (SENT.format("<select id=h name=s><option>a<option>delete</select><button id=i>A</button>"), click(), "h.selectedIndex = 1"),
    "a text area": (SENT.format("<textarea id=h name=t>a</textarea><button id=i>A</button>"), click(), "h.value = 'b'"),
    "the button's value": (AMOUNT, click(), "i.value = 'delete'"),
    "the button's name": (AMOUNT, click(), "i.name = 'do'"),
    "the button's method": (AMOUNT, click(), "i.formMethod = 'post'"),
    "the form's method": (AMOUNT, click(), "h.form.method = 'post'"),
    "the form's target": (AMOUNT, click(), "h.form.target = '_blank'"),
    "where a link reports to": ("<a id=i href='/sent'>A</a>", click(), "i.ping = '/else'"),
    "what a link saves": ("<a id=i href='/sent'>A</a>", click(), "i.download = 'x'"),
    "a shown text": (AMOUNT.replace("<button", "<button aria-label=Pay"), click(), "i.textContent = 'Delete'"),
    "an SVG link": ("<svg width=200 height=60><a id=i href='/sent'><text y=20>A</text></a></svg>", click(), "i.setAttribute('href', '/sent?2')"),
    "a link around a shadow host": ("<a id=w href='/sent'><x-y id=h></x-y></a>" + SHADOW.format(mode="open", html="<button>A</button>"), click("role=button"), "w.href = '/sent?2'"),
    "a link around a child": ("<a id=w href='/sent'><b id=i>A</b></a>", click(), "w.href = '/sent?2'"),
    "a label's control": ("<label id=i for=a>A</label><button id=a onclick=\"fetch('/sent')\">x</button><button id=b onclick=\"fetch('/sent?2')\">x</button>", click(), "i.htmlFor = 'b'"),
    "a cover under force": (f"<button id=i {OVER}>A</button>", click(force=True), f"document.body.insertAdjacentHTML('beforeend', `<button {OVER} onclick=\"fetch('/sent')\">Delete</button>`)"),
    "a value, as the key before Enter comes": (SENT.format("<input id=i name=q autofocus><input type=hidden name=amount id=h value=1>") + "<script>onkeydown = (event) => { if (event.key === 'Shift') h.value = 9 }</script>", [{"action": "key_chord", "keys": ["Shift", "Enter"]}], ""),
    "what lies at a point": (f"<button id=i {OVER} onclick=\"fetch('/sent')\">A</button>", AT, f"document.body.insertAdjacentHTML('beforeend', `<button {OVER} onclick=\"fetch('/sent')\">Delete</button>`)"),
    "what lies at a point, as the pointer comes": (f"<button id=i {OVER} onclick=\"fetch('/sent')\">A</button><script>i.onpointermove = () => document.body.insertAdjacentHTML('beforeend', `<button {OVER} onclick=\"fetch('/sent')\">Delete</button>`)</script>", AT, ""),
    "a value behind a point": (AMOUNT.replace("<button", f"<button {OVER}"), AT, "h.value = 9"),
    "a value behind a point, as the press comes": (AMOUNT.replace("<button", f"<button {OVER}") + "<script>addEventListener('pointerdown', () => { h.value += 1 }, true)</script>", AT, ""),
    "an option's text": ("<select id=i onchange=\"fetch('/sent')\"><option value=n>none<option value=a>a</select>", [{"action": "select_option", "selector": "#i", "value": "a"}], "i.options[1].text = 'Delete all'"),
    "an option's value": ("<select id=i onchange=\"fetch('/sent')\"><option value=n>none<option value=a>a</select>", [{"action": "select_option", "selector": "#i", "value": "a"}], "i.options[1].value = 'z'; i.options[0].value = 'a'"),
    "a value before Enter": (SENT.format("<input id=h type=hidden name=amount value=1><input id=i name=q autofocus>"), [{"action": "keyboard", "key": "Enter"}], "h.value = 9"),
    "the default button's formaction": (SENT.format("<input id=i name=q autofocus><button id=b>A</button>"), [{"action": "keyboard", "key": "Enter"}], "b.formAction = '/sent?2'"),
    "the default button's value": (SENT.format("<input id=i name=q autofocus><button id=b name=x value=1>A</button>"), [{"action": "submit", "selector": "#i"}], "b.value = 2"),
    "another default button": (SENT.format("<input id=i name=q autofocus><button id=b>A</button>"), [{"action": "type_submit", "selector": "#i", "text": "x"}], "b.insertAdjacentHTML('beforebegin', '<button name=delete>A</button>')"),
    "a value, as the press comes": (AMOUNT + "<script>addEventListener('pointerdown', () => { h.value += 1 }, true)</script>", click(), ""),
    "a value, as Enter comes": (SENT.format("<input id=i name=q><input type=hidden id=h value=1>") + "<script>i.onfocus = () => setTimeout(() => { h.value = 9 })</script>", [{"action": "type_submit", "selector": "#i", "text": "x"}], ""),
}  # fmt: skip
"""What a page changes while a card is open, or just after."""


@pytest.mark.rows(1)
@pytest.mark.parametrize("part", range(12))
async def test_what_was_approved_is_what_is_sent(part: int, shared_overseen: Chat, rules: Path, person: Person, site: Site) -> None:
    rules.write_text(ASKS)
    site.page("sent", "/sent")
    session = shared_overseen.existing()
    assert session is not None
    page = session.tab(None).page
    wrong = {}
    for name, (html, calls, change) in list(CHANGES.items())[part::12]:
        before = site.hits("/sent")
        person.cards.clear()

        def changed(change: str = change) -> "asyncio.Future[object] | None":
            script = f"() => {{ const h = document.getElementById('h'); {change} }}"
            return asyncio.ensure_future(page.evaluate(script)) if len(person.cards) == 1 else None

        person.before = changed
        person.answers = lambda _: Answer("once" if len(person.cards) == 1 else "deny")
        answer = await tried(shared_overseen, site, html, calls)
        await do(shared_overseen, "navigate", url=site.page("<p>after"))
        if site.hits("/sent") != before or answer.get("code") not in ("approval_denied", "press_missed", "approval_expired"):
            wrong[name] = (answer.get("code") or "done", len(person.cards))
    assert not wrong


PAY = "<form action='/sent'><label>Amount <input name=amount id=h value=1></label><button id=i>Pay</button></form>"
AGREED: Cells = {
    "a point": (PAY.replace("<button", f"<button {OVER}"), AT),
    "a press": (PAY, click()), "a child": (PAY.replace("Pay<", "<b id=c>Pay</b><"), click("#c")), "Enter": (PAY, [{"action": "submit", "selector": "#h"}]),
    "typed and sent": (PAY, [{"action": "type_submit", "selector": "#h", "text": "5"}]),
}  # fmt: skip
IN_ONE: Cells = {
    "typed, then sent": (PAY, [{"action": "type", "ref": "Amount", "text": "5"}, {"action": "click", "ref": "Pay"}]),
    "filled in, then sent": (PAY, [{"action": "fill_form", "fields": [{"ref": "Amount", "value": "5"}]}, {"action": "click", "ref": "Pay"}]),
    "chosen and checked, then sent": (SENT.format("<label>Choice <select name=s><option>a<option>b</select></label><label><input type=checkbox name=c> Box</label><button>Pay</button>"), [{"action": "select_option", "ref": "Choice", "value": "b"}, {"action": "set_checked", "ref": "Box"}, {"action": "click", "ref": "Pay"}]),
}  # fmt: skip


@pytest.mark.rows(1)
@pytest.mark.parametrize("part", range(3))
async def test_what_a_card_says_is_done_without_another(
    part: int, shared_overseen: Chat, rules: Path, person: Person, site: Site
) -> None:
    rules.write_text(ASKS)
    site.page("sent", "/sent")
    for name, (html, calls) in list(AGREED.items())[part::3]:
        person.cards.clear()
        before = site.hits("/sent")
        answer = await tried(shared_overseen, site, html, calls)
        assert answer["ok"], (name, answer)
        assert len(person.cards) == 1, name
        await do(shared_overseen, "navigate", url=site.page("<p>after"))
        assert site.hits("/sent") == before + 1, (name, answer)


def numbered(part: Any, found: dict[str, int]) -> Any:
    """The calls with refs for names."""
    if isinstance(part, list):
        return [numbered(one, found) for one in part]
    return (
        {key: found[value] if key == "ref" else numbered(value, found) for key, value in part.items()}
        if isinstance(part, dict)
        else part
    )


@pytest.mark.rows(1)
@pytest.mark.parametrize("name", IN_ONE)
async def test_a_batch_is_carried_out_as_its_card_says(
    name: str, shared_overseen: Chat, rules: Path, person: Person, site: Site
) -> None:
    rules.write_text(ASKS)
    site.page("sent", "/sent")
    html, calls = IN_ONE[name]
    found = await navigated(shared_overseen, site.page(html))
    answers = await do(shared_overseen, "multi", calls=numbered(calls, found))
    assert all(answer["ok"] for answer in answers), answers
    assert len(person.cards) == 1
    assert site.hits("/sent") == 1


@pytest.mark.rows(1)
@pytest.mark.parametrize(
    "first",
    [
        "<button type=button id=a onclick='h.value = 9'>Alpha</button>",
        "<button type=button id=a onclick='setTimeout(() => { h.value = 9 })'>Alpha</button>",
        "<input id=a type=checkbox onclick='h.value = 9'>",
    ],
)
async def test_what_an_earlier_call_changed_is_asked_for_again(
    first: str, shared_overseen: Chat, rules: Path, person: Person, site: Site
) -> None:
    rules.write_text(ASKS)
    site.page("sent", "/sent")
    await do(shared_overseen, "navigate", url=site.page(PAY.replace("</form>", first + "</form>")))
    person.answers = lambda _: Answer("once" if len(person.cards) == 1 else "deny")
    answers = await do(shared_overseen, "multi", calls=[*click("#a"), *click()])
    assert [answer.get("code") for answer in answers] == [None, "approval_denied"]
    assert site.hits("/sent") == 0


@pytest.mark.long("browser/test_policy_activation.py::test_what_an_earlier_call_changed_is_asked_for_again")
async def test_a_field_that_holds_something_else_than_was_typed_is_asked_for_again(
    shared_overseen: Chat, rules: Path, person: Person, site: Site
) -> None:
    rules.write_text(ASKS)
    site.page("sent", "/sent")
    html = PAY.replace(
        "<input", "<input oninput=\"if (!this.done) { this.done = 1; document.execCommand('insertText', false, '999') }\""
    )
    await do(shared_overseen, "navigate", url=site.page(html))
    person.answers = lambda _: Answer("once" if len(person.cards) == 1 else "deny")
    answers = await do(shared_overseen, "multi", calls=[{"action": "type", "selector": "#h", "text": "5"}, *click()])
    assert [answer.get("code") for answer in answers] == [None, "approval_denied"]
    assert site.hits("/sent") == 0


@pytest.mark.long("browser/test_policy_at_dispatch.py::test_a_card_says_what_a_press_activates_and_where_that_leads")
async def test_a_card_says_what_is_activated(shared_ruled: Chat, rules: Path, site: Site) -> None:
    rules.write_text(NO_BUY)
    await do(shared_ruled, "navigate", url=site.page("<form action='/sent'><button id=b>Buy <b id=i>now</b></button></form>"))
    answer = await refused(shared_ruled, "policy_denied", "click", selector="#i")
    assert answer["details"]["facts"]["element"]["activates"] == ["button: Buy now"]
