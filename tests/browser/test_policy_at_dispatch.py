"""The second judgement: what a rule forbids by what is observed gets no input, whichever action would give it."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from refbrowser import Answer, Approval, Chat
from tests.support.calls import do, evaluated, navigated, read, refused
from tests.support.oversight import Person
from tests.support.server import Site
from tests.support.waiting import until

FORBIDS = 'default = "allow"\n[[rule]]\nname = "not this"\nverdict = "deny"\ntarget = "*forbidden*"\n'
ASKS = 'default = "allow"\n[[rule]]\nname = "look"\nverdict = "ask"\ntarget = "*forbidden*"\n'

PAGE = """<title>0</title><style>* { font-size: 16px }</style>
<button id=b>Forbidden button</button><a href='#x' id=a>Forbidden link</a><label>Forbidden field <input id=f></label>
<label><input type=checkbox id=c> Forbidden box</label><label>Forbidden choice <select id=s><option>one<option>two</select></label>
<label>Forbidden file <input type=file id=u></label>
<form onsubmit='event.preventDefault(); mark(event)'><label>Plain <input id=p></label><button>Forbidden order</button></form>
<div id=d tabindex=0 role=button aria-label='Forbidden spot' style='width:80px;height:40px;background:#eee'>x</div><button id=ok>Fine</button>
<script>let count = 0; function mark(event) { if (event.target.id !== 'ok' && event.target.id !== 'p') document.title = String(++count) }
for (const type of ['pointerdown', 'pointerup', 'mousedown', 'click', 'dblclick', 'contextmenu', 'input', 'change', 'focusin', 'pointerenter', 'mouseover', 'wheel', 'drop'])
  for (const element of document.querySelectorAll('button, a, input, select, [tabindex]')) element.addEventListener(type, mark)</script>"""

FORBIDDEN: list[dict[str, Any]] = [
    {"action": "click", "ref": "Forbidden button"}, {"action": "click", "ref": "Forbidden link"}, {"action": "click", "selector": "#b"}, {"action": "click", "ref": "Forbidden button", "force": True},
    {"action": "click", "at": "Forbidden button"}, {"action": "double_click", "ref": "Forbidden spot"}, {"action": "right_click", "ref": "Forbidden button"}, {"action": "hover", "ref": "Forbidden button"},
    {"action": "hover", "at": "Forbidden spot"}, {"action": "drag", "ref": "Forbidden spot", "target_ref": "Fine"}, {"action": "drag", "ref": "Fine", "target_ref": "Forbidden spot"}, {"action": "drag", "at": "Forbidden spot", "to_x": 5, "to_y": 5},
    {"action": "wheel", "at": "Forbidden spot", "delta_y": 10}, {"action": "mouse", "event_type": "move", "at": "Forbidden spot"}, {"action": "mouse", "event_type": "click", "at": "Forbidden spot"}, {"action": "mouse", "event_type": "down", "at": "Forbidden spot"},
    {"action": "focus", "ref": "Forbidden field"}, {"action": "type", "ref": "Forbidden field", "text": "x"}, {"action": "type", "selector": "#f", "text": "x", "slowly": True}, {"action": "type_submit", "ref": "Forbidden field", "text": "x"},
    {"action": "type_submit", "ref": "Plain", "text": "x"}, {"action": "submit", "ref": "Plain"}, {"action": "submit", "ref": "Forbidden order"}, {"action": "select_option", "ref": "Forbidden choice", "value": "two"},
    {"action": "set_checked", "ref": "Forbidden box"}, {"action": "fill_form", "fields": [{"ref": "Plain", "value": "x"}, {"ref": "Forbidden field", "value": "y"}]}, {"action": "scroll", "ref": "Forbidden button"},
    {"action": "select_text", "ref": "Forbidden link", "text": "link"}, {"action": "select_text", "text": "forbidden button"}, {"action": "select_text", "selector": "body", "text": "forbidden link"},
    {"action": "select_text", "text": "button forbidden"}, {"action": "select_text", "selector": "#f", "text": "x"},
]  # fmt: skip


def named(call: dict[str, Any], found: dict[str, int], boxes: dict[str, list[float]]) -> dict[str, Any]:
    """The call with refs for names, and points for ``at``."""

    def numbered(name: str) -> int:
        return next(number for label, number in found.items() if label.startswith(name))

    made = {key: numbered(value) if key in ("ref", "target_ref") else value for key, value in call.items() if key != "at"}
    if "at" in call:
        x, y, width, height = boxes[call["at"]]
        made |= {"x": x + width / 2, "y": y + height / 2}
    if "fields" in call:
        made["fields"] = [{**field, "ref": numbered(field["ref"])} for field in call["fields"]]
    return made


async def boxes_of(chat: Chat) -> dict[str, list[float]]:
    session = chat.existing()
    assert session is not None
    page = session.tab(None).page
    return {
        name: await page.locator(selector).evaluate(
            "(e) => { const { x, y, width, height } = e.getBoundingClientRect(); return [x, y, width, height] }"
        )
        for name, selector in (("Forbidden button", "#b"), ("Forbidden spot", "#d"))
    }


@pytest.mark.rows(1)
@pytest.mark.parametrize("part", range(3))
async def test_no_action_gives_input_to_what_is_forbidden(shared_ruled: Chat, rules: Path, site: Site, part: int) -> None:
    rules.write_text(FORBIDS)
    found = await navigated(shared_ruled, site.page(PAGE))
    boxes = await boxes_of(shared_ruled)
    wrong = []
    for call in FORBIDDEN[part::3]:
        answer = await shared_ruled.call(named(call, found, boxes))
        rule = (answer.get("details") or {}).get("rule")
        if (answer.get("code"), rule, await evaluated(shared_ruled, "document.title")) != ("policy_denied", "not this", "0"):
            wrong.append((call, answer))
    assert not wrong
    await do(shared_ruled, "click", ref=found["Fine"], observe="none")


async def test_what_has_the_focus_is_judged(shared_ruled: Chat, rules: Path, site: Site) -> None:
    rules.write_text(FORBIDS)
    page = "<title>0</title><label>Forbidden field <input autofocus oninput='document.title = 1'></label>"
    await do(shared_ruled, "navigate", url=site.page(page))
    await until(lambda: do(shared_ruled, "content"), lambda text: "focused" in text)
    for call in (
        {"action": "keyboard", "key": "a"},
        {"action": "keyboard", "text": "abc"},
        {"action": "key_chord", "keys": ["a"]},
        {"action": "clipboard", "operation": "paste", "text": "x"},
    ):
        await refused(shared_ruled, "policy_denied", **call)
    assert (await do(shared_ruled, "state"))["title"] == "0"


FACTS = [
    ("fields = 'card'", "<form><input name=cardnumber autocomplete=cc-number><button>Go</button></form>", True),
    ("fields = 'password'", "<form><input type=password><button>Go</button></form>", True),
    ("fields = 'one-time-code'", "<form><label>Verification code <input></label><button>Go</button></form>", True),
    ("fields = 'card'", "<form><input name=q><button>Go</button></form>", False),
    ("fields = 'card'", "<form><input name=cardnumber></form><form><button>Go</button></form>", False),
    ("fields = 'card'", "<input name=cardnumber><button>Go</button>", True),
    ("sites = 'localhost'", "<form action='{other}'><button>Go</button></form>", True),
    ("sites = 'localhost'", "<form><button formaction='{other}'>Go</button></form>", True),
    ("sites = 'localhost'", "<a href='{other}' role=button onclick='event.preventDefault()'>Go</a>", True),
    ("sites = 'localhost'", "<a href='/here' role=button onclick='event.preventDefault()'>Go</a>", False),
    ("sites = 'localhost'", "<iframe src='{other}'></iframe>", True),
    ("target = 'button: go'", "<button aria-label='G&#8203;o'>x</button>", True),
]  # fmt: skip


@pytest.mark.rows(3)
@pytest.mark.parametrize(("criterion", "html", "denied"), FACTS)
async def test_facts_are_observed_on_the_page(
    shared_ruled: Chat, rules: Path, site: Site, criterion: str, html: str, denied: bool
) -> None:
    rules.write_text(f'default = "allow"\n[[rule]]\nname = "it"\nverdict = "deny"\nactions = "click"\n{criterion}\n')
    site.page("<button>Go</button>", "/framed")
    await do(shared_ruled, "navigate", url=site.page(html.replace("{other}", site.other("/framed"))))
    found = await read(shared_ruled)
    ref = list(found.values())[-1]
    answer = await shared_ruled.call({"action": "click", "ref": ref})
    assert answer.get("code") == ("policy_denied" if denied else None), answer


async def test_a_card_shows_the_element_and_a_yes_lets_the_press_through(
    shared_overseen: Chat, rules: Path, person: Person, site: Site
) -> None:
    rules.write_text(ASKS)
    found = await navigated(
        shared_overseen,
        site.page("<form><input type=password><button type=button onclick='document.title = 1'>Forbidden thing</button></form>"),
    )
    await do(shared_overseen, "click", ref=found["Forbidden thing"], observe="none")
    (card,) = person.cards
    assert (card.element, card.form_fields, card.action) == ("button: Forbidden thing", ("password",), "click")
    assert card.picture is not None
    assert (await do(shared_overseen, "state"))["title"] == "1"


INTO_FRAMES: list[dict[str, Any]] = [
    {"action": "click", "selector": "#fr"}, {"action": "click", "selector": "#fr", "force": True}, {"action": "click", "selector": "#fr", "offset_x": 9, "offset_y": 9},
    {"action": "click", "selector": "html", "offset_x": 60, "offset_y": 40, "force": True}, {"action": "double_click", "selector": "#fr"}, {"action": "right_click", "selector": "#fr"},
    {"action": "hover", "selector": "#fr"}, {"action": "drag", "selector": "#fr", "to_x": 5, "to_y": 5}, {"action": "drag", "selector": "#ok", "target_selector": "#fr"},
    {"action": "click", "selector": "#around"}, {"action": "click", "selector": "#around", "force": True}, {"action": "upload_file", "selector": "#fr", "paths": []},
    {"action": "click", "selector": "#ob"}, {"action": "click", "selector": "#em"},
]  # fmt: skip


@pytest.mark.rows(1)
@pytest.mark.parametrize("part", range(3))
@pytest.mark.parametrize("cross", [True, False], ids=["other", "same"])
async def test_what_lies_in_a_frame_is_judged_whichever_element_is_named(
    shared_overseen: Chat, rules: Path, site: Site, cross: bool, part: int
) -> None:
    rules.write_text(FORBIDS)
    inner = site.page(
        "<body style='margin:0'><button style='width:300px;height:60px'>Forbidden thing</button>"
        "<script>for (const type of ['pointerdown', 'pointermove', 'dragover']) addEventListener(type, () => fetch('/given'))</script>",
        "/inner",
    )
    site.page("", "/given")
    source = site.other("/inner") if cross else inner
    box = "style='display:block;width:300px;height:60px;border:0;margin:0'"
    page = site.page(
        f"<body style='margin:0'><iframe id=fr src='{source}' {box}></iframe><button id=ok>Fine</button>"
        f"<div id=around style='width:300px'><iframe src='{source}' {box}></iframe></div>"
        f"<object id=ob type='text/html' data='{source}' {box}></object><embed id=em type='text/html' src='{source}' {box}>"
    )
    await do(shared_overseen, "navigate", url=page, wait_until="load")
    await do(shared_overseen, "content")
    for call in INTO_FRAMES[part::3]:
        error = await refused(shared_overseen, "policy_denied", **{"timeout_ms": 5000, **call})
        assert error["details"]["rule"] in ("not this", "unseen"), call
    assert [request for request in site.requests if request.path == "/given"] == []
    if cross:
        # A document of the same origin is seen into, and what has the focus there is judged.
        await do(shared_overseen, "evaluate", script="document.querySelector('#ob').focus()")
        assert await evaluated(shared_overseen, "document.activeElement.id") == "ob"
        for call in (
            {"action": "keyboard", "key": "Tab"},
            {"action": "keyboard", "text": "x"},
            {"action": "key_chord", "keys": ["a"]},
        ):
            assert (await refused(shared_overseen, "policy_denied", **call))["details"]["rule"] == "unseen", call
    await do(shared_overseen, "click", selector="#ok", observe="none")


WRITTEN_ON = [
    "<button class=t aria-label=Save>Forbidden</button>",
    "<input class=t type=button aria-label=Save value=Forbidden>",
    "<form onsubmit='return false'><input class=t type=submit aria-label=Save value=Forbidden></form>",
    "<button class=t aria-label=Save><x-in></x-in></button>",
    "<button class=t aria-label=Save><b>For</b><b>bidden</b></button>",
    "<button class=t aria-label=Save><img alt=Forbidden width=30 height=20></button>",
    "<x-closed class=t tabindex=0 onclick='1'></x-closed>",
    "<x-in class=t tabindex=0 onclick='1'></x-in>",
    "<style>#before::before { content: 'Forbidden' }</style><div id=before class=t onclick='1'></div>",
    "<div class=t tabindex=0 onclick='1' aria-label=Save>Forbidden</div>",
]


async def test_what_is_written_on_a_control_is_judged_whatever_its_name(shared_overseen: Chat, rules: Path, site: Site) -> None:
    rules.write_text(FORBIDS)
    shadow = "constructor() { super(); this.attachShadow({ mode: MODE }).innerHTML = 'Forbidden' }"
    defined = "".join(
        f"customElements.define('x-{tag}', class extends HTMLElement {{ {shadow.replace('MODE', repr(mode))} }});"
        for tag, mode in (("in", "open"), ("closed", "closed"))
    )
    controls = "".join(f"<section>{html}</section>" for html in WRITTEN_ON)
    heard = "for (const t of document.querySelectorAll('.t')) t.addEventListener('click', () => { document.title = 1 })"
    await do(shared_overseen, "navigate", url=site.page(f"<title>0</title>{controls}<script>{defined} {heard}</script>"))
    shown = await do(shared_overseen, "content")
    assert shown.count("Forbidden") == len(WRITTEN_ON), f"what a person reads: {shown}"
    for number, html in enumerate(WRITTEN_ON):
        error = await refused(shared_overseen, "policy_denied", "click", selector=f".t >> nth={number}")
        assert error["details"]["rule"] == "not this", html
        assert await evaluated(shared_overseen, "document.title") == "0", html


async def test_a_card_says_what_a_press_activates_and_where_that_leads(
    shared_overseen: Chat, rules: Path, person: Person, site: Site
) -> None:
    rules.write_text('default = "allow"\n[[rule]]\nname = "it"\nverdict = "ask"\nactions = "click"\n')
    elsewhere = site.other("/sent")
    found = await navigated(
        shared_overseen,
        site.page(
            f"<form action='{elsewhere}'><label for=b onclick=1>Harmless</label><button id=b>Send it</button></form><a href='/here'>Link</a>"
        ),
    )
    await do(shared_overseen, "click", selector="label", observe="none")
    card = person.cards[0]
    assert (card.shown, card.activates, card.leads_to) == (("Send it",), ("button: Harmless",), (elsewhere,))
    found = await navigated(shared_overseen, site.page("<a href='/here'>Link</a>"))
    await do(shared_overseen, "click", ref=found["Link"], observe="none")
    assert (person.cards[1].activates, person.cards[1].leads_to) == ((), (site.url("/here"),))


async def test_a_form_is_asked_for_once(shared_overseen: Chat, rules: Path, person: Person, site: Site) -> None:
    rules.write_text(ASKS)
    fields = "".join(f"<label>Forbidden {name} <input></label>" for name in "abc") + "<label>Plain <input></label>"
    found = await navigated(shared_overseen, site.page(fields))
    await do(shared_overseen, "fill_form", fields=[{"ref": number, "value": label} for label, number in found.items()])
    (card,) = person.cards
    assert [call["element"]["name"] for call in card.calls] == ["Forbidden b", "Forbidden c"]
    assert 'value="Forbidden c"' in await do(shared_overseen, "content")


async def test_a_list_is_asked_for_once_and_its_options_are_judged(
    shared_overseen: Chat, rules: Path, person: Person, site: Site
) -> None:
    rules.write_text(
        ASKS
        + '[[rule]]\nname = "never"\nverdict = "deny"\ntarget = "option: never*"\n[[rule]]\nname = "rest"\nverdict = "ask"\nactions = "select_option"\n'
    )
    html = (
        """<div role=combobox tabindex=0 aria-label=Size aria-expanded=false aria-controls=l onclick="l.hidden = false; this.setAttribute('aria-expanded', true)">-</div>
    <ul id=l role=listbox hidden>"""
        + "".join(
            f"<li role=option onclick=\"document.querySelector('[role=combobox]').textContent = '{n}'; l.hidden = true\">{n}</li>"
            for n in ("small", "large", "never this")
        )
        + "</ul>"
    )
    found = await navigated(shared_overseen, site.page(html))
    ref = next(iter(found.values()))
    await do(shared_overseen, "select_option", ref=ref, value="large", observe="none")
    assert len(person.cards) == 1
    await refused(shared_overseen, "policy_denied", "select_option", ref=ref, value="never this")


SWAPS = {
    "element": "b.replaceWith(b.cloneNode(true))",
    "name": "b.textContent = 'Forbidden payment'",
    "form": "b.form.action = 'https://evil.example/'",
    "fields": "b.form.insertAdjacentHTML('afterbegin', '<input type=password>')",
    "kind": "b.setAttribute('role', 'link')",
    "address": "history.pushState(null, '', '/elsewhere')",
    "gone": "b.remove()",
    "page": "location.href = '/other'",
}
"""The first, of which nothing but the element is another, and the last are in the usual run."""


def swapped(chat: Chat, person: Person, script: str, times: int = 1) -> None:
    """The page swaps what the card was about while the person thinks."""
    session = chat.existing()
    assert session is not None
    page = session.tab(None).page

    async def swap() -> None:
        await page.evaluate(f"() => {{ {script} }}")
        if "location.href" in script:
            # Until the next document is there, the one that was approved is.
            await page.wait_for_url("**/other", wait_until="commit")

    def before() -> "asyncio.Future[object] | None":
        return asyncio.ensure_future(swap()) if len(person.cards) <= times else None

    person.before = before


def only_first(person: Person) -> None:
    person.answers = lambda card: Answer("once") if card is person.cards[0] else Answer("deny")


@pytest.mark.rows(2)
@pytest.mark.parametrize("swap", SWAPS)
async def test_what_was_not_approved_is_not_done(shared_overseen: Chat, rules: Path, person: Person, site: Site, swap: str) -> None:
    rules.write_text(ASKS)
    site.page("<title>other</title><form><button id=b>Forbidden other</button></form>", "/other")
    site.route("/sent", "sent")
    found = await navigated(shared_overseen, site.page("<form action='/sent'><button id=b>Forbidden order</button></form>"))
    only_first(person)
    swapped(shared_overseen, person, SWAPS[swap])
    answer = await shared_overseen.call({"action": "click", "ref": found["Forbidden order"]})
    assert answer["ok"] is False, answer
    assert answer["code"] in ("approval_denied", "ref_stale"), answer
    assert site.hits("/sent") == 0


async def test_what_keeps_changing_is_given_up(shared_overseen: Chat, rules: Path, person: Person, site: Site) -> None:
    rules.write_text(ASKS)
    found = await navigated(shared_overseen, site.page("<button id=b onclick='document.title = 1'>Forbidden 0</button>"))
    swapped(shared_overseen, person, "b.textContent += '0'", times=10)
    await refused(shared_overseen, "approval_expired", "click", ref=found["Forbidden 0"])
    assert len(person.cards) == 3
    assert (await do(shared_overseen, "state"))["title"] != "1"


@pytest.mark.long("browser/test_policy_at_dispatch.py::test_what_changes_under_the_press_is_kept_from_the_page")
async def test_a_name_that_changes_as_the_pointer_comes_is_judged_again(
    shared_overseen: Chat, rules: Path, person: Person, site: Site
) -> None:
    rules.write_text(ASKS)
    html = (
        "<button id=b onpointermove=\"this.textContent = 'Forbidden payment'\" onclick='document.title = 1'>Forbidden look</button>"
    )
    found = await navigated(shared_overseen, site.page(html))
    only_first(person)
    await refused(shared_overseen, "approval_denied", "click", ref=found["Forbidden look"])
    assert [card.element for card in person.cards] == ["button: Forbidden look", "button: Forbidden payment"]
    assert (await do(shared_overseen, "state"))["title"] != "1"


def test_cards_hold_no_object_of_the_browser() -> None:
    assert all(isinstance(field, str) for field in Approval.__dataclass_fields__)


@pytest.mark.rows(1)
@pytest.mark.parametrize(
    "changes", ["onmousedown=\"this.form.action = '/elsewhere'\"", "onpointerdown=\"this.form.action = '/elsewhere'\""]
)
async def test_what_changes_under_the_press_is_kept_from_the_page(
    shared_overseen: Chat, rules: Path, person: Person, site: Site, changes: str
) -> None:
    rules.write_text(ASKS)
    found = await navigated(shared_overseen, site.page(f"<form action='/sent'><button {changes}>Forbidden order</button></form>"))
    only_first(person)
    answer = await refused(shared_overseen, "press_missed", "click", ref=found["Forbidden order"])
    assert "not judged" in answer["error"]
    assert len(person.cards) == 1, "what the page has got a part of is not sent again"
    assert site.hits("/elsewhere") == site.hits("/sent") == 0
