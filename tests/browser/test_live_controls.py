"""What is new and can be pressed is in the receipt: controls that only listen, lists that come late, whole months of days."""

import pytest

from refbrowser import Chat
from refbrowser.surface.render import render
from tests.support.calls import do, navigated, refs, refused
from tests.support.server import Site

MONTHS = """<style>.out { position: absolute; left: -9999px }</style>
<button id=open onclick="draw()">Date</button><div id=picker></div><p>Below <button>Other</button></p><script>
let month = 5;
function draw() {
  const days = Array.from({length: 35}, (_, day) =>
    `<td role=gridcell tabindex=-1 aria-label="Choose day ${day + 1} of month ${month}, 2024" onclick="pick(${day + 1})">${day + 1}`);
  const weeks = [0, 1, 2, 3, 4].map((week) => '<tr>' + days.slice(week * 7, week * 7 + 7).join('')).join('');
  picker.innerHTML = `<div class=head><a data-step=-1 title=Prev><span>Prev</span></a> <a data-step=1><span>Next</span></a></div>
    <b>Month ${month}</b><table role=grid><tr><th>Mo<th>Tu<th>We<th>Th<th>Fr<th>Sa<th>Su</tr>${weeks}</table>`;
  for (const one of picker.querySelectorAll('a')) one.addEventListener('click', () => { month += Number(one.dataset.step); draw() });
}
function pick(day) { picker.innerHTML = ''; document.querySelector('#open').textContent = `2024-${month}-${day}` }
</script>"""


def labels(text: str) -> dict[str, int]:
    """The refs of each cell, by label."""
    return {label: number for line in text.splitlines() for cell in line.split(" | ") for label, number in refs(cell).items()}


async def changes(chat: Chat, ref: int) -> str:
    return str((await do(chat, "click", ref=ref))["action"].get("changes", ""))


async def test_a_picker_is_worked_by_receipts_alone(common_chat: Chat, site: Site) -> None:
    button = (await navigated(common_chat, site.page(MONTHS)))["Date"]
    opened = await changes(common_chat, button)
    assert {f"Choose day {day} of month 5, 2024" for day in range(1, 36)} <= labels(opened).keys(), opened
    assert {"Prev", "Next"} <= labels(opened).keys(), opened
    before = await changes(common_chat, labels(opened)["Prev"])
    assert {"Prev", "Next"} <= {label for line in before.splitlines() if line.startswith("+ ") for label in labels(line)}, before
    assert "+ " in before
    assert len([line for line in before.splitlines() if line.startswith("- ")]) <= 3, before
    later = await changes(common_chat, labels(before)["Next"])
    picked = await changes(common_chat, labels(later)["Choose day 17 of month 5, 2024"])
    lines = picked.splitlines()
    assert f"~ [button {button}] 2024-5-17" in lines
    assert "Other" not in picked
    assert len(lines) == 2, picked


LISTS = """<label>Shown <input role=combobox aria-expanded=false aria-controls=a aria-autocomplete=list></label><ul id=a role=listbox hidden></ul>
<label>Made <input aria-autocomplete=list></label><span id=b></span>
<label>Native <input list=c></label><datalist id=c></datalist>
<label>Busy <input aria-haspopup=listbox></label><span id=d></span>
<label>Opened <input role=combobox aria-expanded=false aria-controls=e></label><ul id=e role=listbox style="display: none"><li role=option>Kiel</ul>
<label>Plain <input id=plain></label><p id=said></p><script>
const options = ['Bonn', 'Bern'].map((city) => `<li role=option>${city}`).join('');
const late = (field, show) => field.addEventListener('input', () => setTimeout(show, 300));
const [shown, made, native, busy, opened, plain] = document.querySelectorAll('input');
late(shown, () => { a.innerHTML = options; a.hidden = false; shown.ariaExpanded = 'true' });
made.addEventListener('input', () => { b.insertAdjacentHTML('beforebegin', '<button>Clear</button>') }, {once: true});
late(made, () => { b.innerHTML = `<ul role=listbox>${options}</ul>` });
late(native, () => { c.innerHTML = '<option>Bonn<option>Bern' });
late(busy, () => { d.innerHTML = '<ul role=listbox aria-busy=true><li>Searching</ul>';
  setTimeout(() => { d.innerHTML = `<ul role=listbox>${options}</ul>` }, 100) });
late(opened, () => { e.style.display = ''; opened.ariaExpanded = 'true' });
</script>"""


@pytest.mark.rows(2)
@pytest.mark.parametrize("field", ["Shown", "Made", "Native", "Busy", "Opened"])
async def test_suggestions_that_a_field_announces_are_in_its_receipt(common_chat: Chat, site: Site, field: str) -> None:
    page = await navigated(common_chat, site.page(LISTS))
    receipt = (await do(common_chat, "type", ref=page[field], text="b"))["action"]
    wanted = ("Kiel",) if field == "Opened" else ("Bonn", "Bern")
    assert all(city in receipt.get("changes", "") for city in wanted), receipt


async def test_what_comes_between_two_calls_is_reported_once_also_where_a_call_fails(common_chat: Chat, site: Site) -> None:
    page = await navigated(
        common_chat,
        site.page("<button>Go</button><button disabled>Off</button><p id=late></p><button onclick=this.remove()>Gone</button>"),
    )
    await do(common_chat, "evaluate", script="late.innerHTML = '<button>Late</button>'; 1")
    await refused(common_chat, "disabled", "click", ref=page["Off"])
    first = (await do(common_chat, "click", ref=page["Go"]))["action"]
    assert "Late" in first["earlier_changes"], first
    second = (await do(common_chat, "click", ref=page["Gone"]))["action"]
    assert "earlier_changes" not in second
    assert "Late" not in second["changes"]


async def test_a_page_that_scripts_still_build_is_waited_for_or_says_so(common_chat: Chat, site: Site) -> None:
    built = site.page(
        "<h1>Text</h1><script>setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<button>Editor</button>'), 90)</script>"
    )
    assert "Editor" in render(await common_chat.call({"action": "navigate", "url": built, "observe": "content"}))
    endless = site.page("<script>setInterval(() => document.body.insertAdjacentHTML('beforeend', '<i>x</i>'), 20)</script>")
    text = render(await common_chat.call({"action": "navigate", "url": endless, "observe": "content"}))
    assert "scripts still build the page" in text
    await do(common_chat, "navigate", url=built)
    assert (await do(common_chat, "find", text="Editor"))["count"] == 1
    await do(common_chat, "navigate", url=endless)
    assert "scripts still build the page" in render(await common_chat.call({"action": "find", "text": "Editor"}))


async def test_the_days_below_the_head_of_a_calendar_that_listens_for_all_are_controls(common_chat: Chat, site: Site) -> None:
    page = """<style>.grid { display: grid; grid-template-columns: repeat(7, 30px) }</style><div id=month><div class=head></div>
    <div class=grid></div></div><a data-action=prev class=move id=a style="cursor:pointer"><svg width=9 height=9></svg></a><script>
    document.querySelector('.head').innerHTML = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'].map((day) => `<span>${day}</span>`).join('');
    document.querySelector('.grid').innerHTML = Array.from({length: 35}, (_, day) => `<span class="day">${day % 31 + 1}</span>`).join('');
    month.addEventListener('click', (event) => { document.title = event.target.textContent });
    </script>"""
    found = await navigated(common_chat, site.page(page))
    assert {str(day) for day in range(1, 32)} <= found.keys(), found
    assert "(prev)" in found
    await do(common_chat, "click", ref=found["17"])
    assert (await do(common_chat, "state"))["title"] == "17"


FILL = "x.innerHTML = '<div>Step</div>'; x.firstChild.addEventListener('click', () => 1)"
PLACES = {
    "page": f"<button onclick=\"const x = document.querySelector('p'); {FILL}\">Open</button><p></p>",
    "dialog": f'<button onclick="const x = d; {FILL}; d.showModal()">Open</button><dialog id=d></dialog>',
    "shadow root": f'<button onclick="const x = root.firstChild; {FILL}">Open</button><div id=h></div>'
    "<script>const root = h.attachShadow({mode: 'open'}); root.innerHTML = '<div></div>'</script>",
    "closed root that was there": f'<button onclick="const x = root.firstChild; {FILL}">Open</button><x-pick id=h></x-pick>'
    "<script>const root = h.attachShadow({mode: 'closed'}); root.innerHTML = '<div></div>'</script>",
    "closed root that comes": "<button onclick=\"const h = document.createElement('x-pick'), x = document.createElement('div');"
    f" document.body.append(h); h.attachShadow({{mode: 'closed'}}).append(x); {FILL}\">Open</button>",
    "slot": f"<button onclick=\"const x = document.createElement('div'); h.append(x); {FILL}\">Open</button><div id=h></div>"
    "<script>h.attachShadow({mode: 'open'}).innerHTML = '<slot></slot>'</script>",
    "frame": f"<iframe srcdoc=\"<button onclick=&quot;const x = document.querySelector('p'); {FILL}&quot;>Open</button><p></p>\"></iframe>",
    "frame from outside": f'<button onclick="const x = f.contentDocument.body; {FILL}">Open</button><iframe id=f srcdoc="<p>"></iframe>',
    "what was hidden": "<button onclick=\"d.hidden = false; d.firstChild.addEventListener('click', () => 1)\">Open</button>"
    "<p id=d hidden><span>Step</span></p>",
    "later": f"<button onclick=\"const x = document.querySelector('p'); setTimeout(() => {{ {FILL} }}, 60)\">Open</button><p></p>",
}


@pytest.mark.rows(3)
@pytest.mark.parametrize("place", PLACES)
async def test_what_comes_and_only_listens_is_a_control_in_the_receipt(common_chat: Chat, site: Site, place: str) -> None:
    page = await navigated(common_chat, site.page(PLACES[place]))
    receipt = (await do(common_chat, "click", ref=page["Open"]))["action"]
    assert "] Step" in receipt["changes"], receipt
