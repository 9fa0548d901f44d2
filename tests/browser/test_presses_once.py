"""A press is sent once, whatever the page makes of it: what changes × at which event × by which action, counted by the page."""

import itertools
from collections import Counter
from typing import Any, Final

import pytest

from refbrowser import Chat
from tests.support.calls import do, evaluated, failure, navigated
from tests.support.server import Site

CHANGES: Final = {
    "text": "(own.querySelector('span') ?? own).textContent = `${name} ${++count}`",
    "aria-label": "own.ariaLabel = `${name} ${++count}`",
    "role": "own.role = ++count % 2 ? 'link' : 'button'",
    "attribute": "own.dataset.state = ++count",
    "class": "own.className = `c${++count}`",
    "inner node": "if (!count++) (own.querySelector('span') ?? own).innerHTML = `<b>${name}</b>`",
    "node": "if (!count++) { const next = own.cloneNode(true); own.replaceWith(next); listen(next) }",
    "place": "if (!count++) own.style.marginLeft = '300px'",
    "overlay": "if (!count++) { const over = document.body.appendChild(document.createElement('div')); over.style.cssText = 'position:fixed;inset:0'; setTimeout(() => over.remove(), 100) }",
    "hidden": "if (!count++) { own.style.visibility = 'hidden'; setTimeout(() => own.style.visibility = '', 50) }",
    "inner control": "if (!count++) own.insertAdjacentHTML('beforeend', '<i tabindex=0 style=\"position:absolute;left:50px;top:2px;width:20px;height:20px\">i</i>')",
}
BEFORE: Final = ("pointerover", "pointerenter", "mousemove")
DURING: Final = ("pointerdown", "mousedown", "pointerup", "mouseup", "click")
CONTROLS: Final = {
    "button": "<button>{name}</button>",
    "div": "<div role=button tabindex=0><span>{name}</span></div>",
    "checkbox": "<label><input type=checkbox><span>{name}</span></label>",
}
ASKED: Final = {"click": 1, "double_click": 2, "right_click": 1}

PAGE: Final = """<style>section > * {{ display: block; position: relative; width: 120px; height: 24px; margin: 2px; overflow: hidden }}</style>{rows}<script>
record = {{}};
const rowOf = event => event.composedPath().find(node => node.parentNode?.localName === 'section')?.parentNode.dataset.name ?? 'elsewhere';
for (const type of ['pointerdown', 'mousedown', 'click', 'contextmenu', 'keydown']) addEventListener(type, event => {{
  if (!event.isTrusted) return;
  const counts = record[rowOf(event)] ??= {{}};
  counts[type] = (counts[type] ?? 0) + 1;
}}, true);
addEventListener('contextmenu', event => event.preventDefault());
{scripts}</script>"""


def cells(changes: dict[str, str], events: tuple[str, ...], control: str) -> str:
    """A page with a control for each change at each event."""
    rows, scripts = [], []
    for index, (change, event) in enumerate(itertools.product(changes, events)):
        name = f"{change} at {event}"
        rows.append(f'<section data-name="{name}">{CONTROLS[control].format(name=name)}</section>')
        scripts.append(
            f"{{ const row = document.querySelectorAll('section')[{index}]; let count = 0; const name = row.dataset.name;"
            f"const listen = own => own.addEventListener('{event}', () => {{ {changes[change]} }}); listen(row.firstElementChild) }}"
        )
    return PAGE.format(rows="".join(rows), scripts="\n".join(scripts))


async def presses(
    chat: Chat, site: Site, page: str, action: str, observe: str = "none"
) -> tuple[dict[str, dict[str, Any]], dict[str, Counter[str]]]:
    """The answers to ``action`` on each control, by its name, and what the page counted."""
    await do(chat, "mouse", event_type="move", x=900, y=700, observe="none")
    found = await navigated(chat, site.page(page))
    answers = {}
    for name, number in found.items():
        answers[name] = await chat.call({"action": action, "ref": number, "observe": observe})
        await do(chat, "mouse", event_type="move", x=900, y=700, observe="none")
    record = await evaluated(chat, "record")
    return answers, {name: Counter(counts) for name, counts in record.items()}


@pytest.mark.rows(1)
@pytest.mark.parametrize(("control", "action"), list(itertools.product(CONTROLS, ASKED)))
async def test_presses_counted_are_presses_asked_for(shared_chat: Chat, site: Site, control: str, action: str) -> None:
    answers, counted = await presses(shared_chat, site, cells(CHANGES, BEFORE + DURING, control), action)
    assert len(answers) == len(CHANGES) * len(BEFORE + DURING)
    wrong = {}
    for name, answer in answers.items():
        sent = counted.get(name, Counter())["pointerdown"]
        told = not answer["ok"] or "not_repeated" in answer["result"]["action"]
        if sent > ASKED[action] or (sent < ASKED[action] and not told):
            wrong[name] = (dict(counted.get(name, {})), answer)
    assert not wrong


async def test_a_press_without_a_click_and_without_effect_is_missed(shared_chat: Chat, site: Site) -> None:
    changes = {change: CHANGES[change] for change in ("node", "place")}
    answers, counted = await presses(shared_chat, site, cells(changes, ("pointerdown", "mousedown"), "button"), "click", "changes")
    for name, answer in answers.items():
        assert counted[name]["click"] == 0
        assert failure(answer, "press_missed")["details"]["pressed"] is None


HEADER: Final = """<style>#h {{ position: relative; width: 160px; height: 56px; border: 1px solid }} #s {{ visibility: hidden; position: absolute; {place} }}
#h:hover #s {{ visibility: visible }} #r {{ position: absolute; right: 0; top: 0; bottom: 0; width: {width}px; cursor: col-resize }}</style>
<div role=gridcell id=h tabindex=0><{inner} id=s aria-label=Sort>S</{tag}>Age<div id=r></div></div><script>record = [];
addEventListener('click', event => record.push(event.composedPath()[0].id || 'text'), true)</script>"""


@pytest.mark.rows(4)
@pytest.mark.parametrize("width", [12, 60])
@pytest.mark.parametrize("place", ["left: 60px; top: 10px; width: 40px; height: 36px", "inset: 6px 0 6px 20px"])
@pytest.mark.parametrize("inner", ["button", "span tabindex=0", "a href=#x"])
async def test_what_comes_up_on_hover_or_is_a_handle_is_not_pressed_for_what_it_is_in(
    shared_chat: Chat, site: Site, width: int, place: str, inner: str
) -> None:
    page = HEADER.format(width=width, place=place, inner=inner, tag=inner.split()[0])
    await do(shared_chat, "navigate", url=site.page(page))
    await do(shared_chat, "click", selector="#h")
    assert await evaluated(shared_chat, "record") == ["h"]


async def test_a_drop_lands_well_inside_its_target_whatever_is_in_it(shared_chat: Chat, site: Site) -> None:
    page = """<div id=a draggable=true style='width:60px;height:30px'>Card</div><div id=z role=group aria-label=Zone tabindex=0 style='width:200px;height:100px'>
        <button style='width:200px;height:100px'>Inner</button></div><script>z.ondragover = event => event.preventDefault();
        z.ondrop = event => { const box = z.getBoundingClientRect(); record = [event.clientX - box.x, event.clientY - box.y] }</script>"""
    await do(shared_chat, "navigate", url=site.page(page))
    await do(shared_chat, "drag", selector="#a", target_selector="#z")
    x, y = await evaluated(shared_chat, "record")
    assert 100 <= x <= 140
    assert 50 <= y <= 70


TAKEN: Final = {
    "an ancestor captures the pointer": (
        "<div id=around style='padding:20px'><div role=slider tabindex=0 aria-valuenow=3>Go</div></div>"
        "<script>around.onpointerdown = event => around.setPointerCapture(event.pointerId)</script>",
        None,
    ),
    "a selection box lies under the pointer": (
        "<ul id=list><li id=item onclick=''>Go</ul><script>list.onmousedown = event => { const box = document.body.appendChild(document.createElement('div'));"
        "box.style.cssText = `position:absolute;z-index:9;border:1px dotted;left:${event.pageX - 1}px;top:${event.pageY - 1}px`;"
        "onmouseup = () => { box.remove(); item.classList.add('chosen') } }</script>",
        "laid a box",
    ),
    "a drag that the press begins stops the click": (
        "<ul><li id=item tabindex=0 role=button>Go</ul><script>item.onpointerdown = () => { item.ariaPressed = true;"
        "document.addEventListener('click', event => event.stopPropagation(), {capture: true, once: true}) };"
        "item.onpointerup = () => item.removeAttribute('aria-pressed')</script>",
        "stopped the click",
    ),
    "the click on a field is stopped": (
        "<label>Go <input></label><script>addEventListener('click', event => event.stopImmediatePropagation(), true)</script>",
        None,
    ),
}


@pytest.mark.parametrize("how", TAKEN)
async def test_a_press_that_the_page_takes_without_a_click_on_the_target_is_no_failure(
    shared_chat: Chat, site: Site, how: str
) -> None:
    page, says = TAKEN[how]
    found = await navigated(shared_chat, site.page(page))
    for _ in range(2):
        receipt = (await do(shared_chat, "click", ref=found["Go"]))["action"]
        assert says is None or says in receipt["no_click"]
        assert says or not {"no_click", "released_on"} & receipt.keys()
