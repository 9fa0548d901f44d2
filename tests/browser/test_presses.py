"""Pressing: with trusted input, in every frame and shadow root, at the right place, and only what a person could press."""

import time

import pytest

from refbrowser import Chat
from refbrowser.browser.deadline import Deadline
from refbrowser.browser.pointer import pointer
from refbrowser.browser.pointer.dated import press_dated
from tests.support.calls import do, evaluated, navigated, opened, refused
from tests.support.server import Site
from tests.support.waiting import within

RECORDER = """<script>
window.events = [];
for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'keydown', 'input', 'change', 'focusin'])
  addEventListener(type, event => events.push([type, event.isTrusted, event.composedPath()[0].id]), true);
</script>"""

FIELDS = "<button id=press>Press</button><input id=field aria-label=Field><p>More"


@pytest.mark.long("browser/test_presses.py::test_elements_in_frames_with_processes_of_their_own_are_pressed_and_typed_into")
@pytest.mark.rows(1)
@pytest.mark.parametrize("origin", ["url", "other"])
@pytest.mark.parametrize("depth", [1, 2])
async def test_elements_in_frames_are_pressed_and_typed_into_with_trusted_events(
    shared_chat: Chat, site: Site, origin: str, depth: int
) -> None:
    site.page(RECORDER + FIELDS, "/inner")
    address = "/inner"
    for level in range(1, depth):
        site.page(f"<p>Level {level}<iframe style='margin: 30px' src='{address}'></iframe>", f"/level{level}")
        address = f"/level{level}"
    numbers = await navigated(
        shared_chat,
        site.page(f"<p>Top<iframe style='margin: 40px; border: 7px solid' src='{getattr(site, origin)(address)}'></iframe>"),
    )
    await do(shared_chat, "click", ref=numbers["Press"], observe="none")
    result = await do(shared_chat, "type", ref=numbers["Field"], text="words")
    assert result["action"]["value"] == "words"
    events = await evaluated(shared_chat, "element => element.ownerDocument.defaultView.events", ref=numbers["Press"])
    assert [type_ for type_, _, target in events if target == "press"][:5] == [
        "pointerdown",
        "mousedown",
        "focusin",
        "pointerup",
        "mouseup",
    ]
    assert ["click", True, "press"] in events
    assert ["input", True, "field"] in events
    assert all(trusted for _, trusted, _ in events)


async def test_elements_in_frames_with_processes_of_their_own_are_pressed_and_typed_into(isolated_chat: Chat, site: Site) -> None:
    site.page(RECORDER + FIELDS, "/inner")
    site.page(f"<iframe src='{site.other('/inner')}'></iframe>", "/middle")
    numbers = await opened(
        isolated_chat, site.page("<div style='height: 2000px'></div><iframe style='margin: 40px' src='/middle'></iframe>")
    )
    await do(isolated_chat, "click", ref=numbers["Press"], observe="none")
    assert (await do(isolated_chat, "type", ref=numbers["Field"], text="words"))["action"]["value"] == "words"
    events = await evaluated(isolated_chat, "element => element.ownerDocument.defaultView.events", ref=numbers["Press"])
    assert ["click", True, "press"] in events
    assert ["input", True, "field"] in events
    assert all(trusted for _, trusted, _ in events)


@pytest.mark.long("browser/test_unseen.py::test_closed_shadow_roots_are_read_and_operated")
async def test_elements_in_open_shadow_roots_are_pressed_and_typed_into_with_trusted_events(shared_chat: Chat, site: Site) -> None:
    page = (
        RECORDER
        + f"<body><div id=host></div><script>const root = host.attachShadow({{mode: 'open'}}); root.innerHTML = `<div id=deep></div>`; root.firstChild.attachShadow({{mode: 'open'}}).innerHTML = `{FIELDS}`</script>"
    )
    numbers = await navigated(shared_chat, site.page(page))
    await do(shared_chat, "click", ref=numbers["Press"], observe="none")
    assert (await do(shared_chat, "type", ref=numbers["Field"], text="words"))["action"]["value"] == "words"
    events = await evaluated(shared_chat, "events")
    assert ["click", True, "press"] in events
    assert ["input", True, "field"] in events
    assert all(trusted for _, trusted, _ in events)


POSITION = "<style>body {margin: 0} #box {position: absolute; left: 100px; top: 50px; width: 200px; height: 100px}</style>"


async def test_an_offset_counts_from_the_top_left_corner_and_none_is_the_centre(shared_chat: Chat, site: Site) -> None:
    button = "<button id=box onclick='document.title = `${event.offsetX},${event.offsetY}`' style='border: 0'>Box</button>"
    number = (await navigated(shared_chat, site.page(POSITION + button)))["Box"]
    for offset, (x, y) in ((None, (100, 50)), ((0, 0), (0, 0)), ((5, 7), (5, 7)), ((199, 99), (199, 99))):
        arguments = {} if offset is None else {"offset_x": offset[0], "offset_y": offset[1]}
        result = await do(shared_chat, "click", ref=number, observe="none", **arguments)
        assert result["state"]["title"] == f"{x},{y}"
        assert result["action"]["point"] == [100 + x, 50 + y]


@pytest.mark.long("browser/test_mouse.py::test_modifiers_are_held_for_the_press_only")
async def test_a_press_may_be_given_with_keys_button_and_count(chat: Chat, site: Site) -> None:
    script = "<script>window.seen = []; for (const type of ['click', 'dblclick', 'contextmenu', 'auxclick']) addEventListener(type, e => seen.push(`${type} ${e.button} ${e.ctrlKey ? 'c' : ''}${e.shiftKey ? 's' : ''}${e.altKey ? 'a' : ''}`))</script>"
    await opened(chat, site.page(script + "<button>One</button>"))
    await do(chat, "click", ref=1, modifiers=["ctrl", "Shift"], observe="none")
    await do(chat, "click", ref=1, button="right", observe="none")
    await do(chat, "click", ref=1, click_count=2, observe="none")
    await do(chat, "click", ref=1, observe="none")
    assert await evaluated(chat, "seen") == [
        "click 0 cs",
        "contextmenu 2 ",
        "auxclick 2 ",
        "click 0 ",
        "click 0 ",
        "dblclick 0 ",
        "click 0 ",
    ]


@pytest.mark.rows(1)
@pytest.mark.parametrize(
    "element",
    [
        "<div id=card tabindex=0 style='width:200px;height:90px'><h3>Card</h3><a href='#away' style='display:block;padding:20px'>Away</a></div>",
        "<ul id=card tabindex=0><li style='float:left;width:80px'>Card</li></ul>",
        "<div id=card tabindex=0 style='display:contents'><p>Card</div>",
    ],
    ids=["around another control", "of which only floats are drawn", "without a box"],
)
async def test_what_is_pressed_is_the_element_and_no_other_control_in_it(shared_chat: Chat, site: Site, element: str) -> None:
    script = (
        "<script>card.addEventListener('click', event => { card.dataset.pressed = event.target.closest('a,#card').id })</script>"
    )
    numbers = await navigated(shared_chat, site.page(element + script))
    await do(shared_chat, "click", ref=numbers["Card"], observe="none")
    assert await evaluated(shared_chat, "card.dataset.pressed") == "card"


async def test_an_element_out_of_view_is_scrolled_to(shared_chat: Chat, site: Site) -> None:
    page = "<style>html {scroll-behavior: smooth}</style><div style='height: 5000px'></div><button onclick='document.title = event.isTrusted'>Far</button>"
    number = (await navigated(shared_chat, site.page(page)))["Far"]
    result = await do(shared_chat, "click", ref=number)
    assert result["state"]["title"] == "true"
    assert result["state"]["scroll"]["y"] > 3000


async def test_a_covered_element_is_refused_at_once_with_what_covers_it(shared_chat: Chat, site: Site) -> None:
    cover = "<div style='position: fixed; inset: 0; background: #eee' id=veil><button onclick='veil.remove()'>Accept cookies</button></div>"
    numbers = await navigated(
        shared_chat, site.page("<button style='margin: 100px' onclick='document.title = 1'>Under</button>" + cover)
    )
    answer = await within(0.8, lambda: refused(shared_chat, "covered", "click", selector="text=Under"))
    assert "veil" in str(answer["details"]["covered_by"])
    await do(shared_chat, "click", ref=numbers["Accept cookies"], observe="none")
    assert (await do(shared_chat, "click", selector="text=Under"))["state"]["title"] == "1"


async def test_an_element_that_nobody_could_press_is_refused(
    shared_chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pointer, "READY_MS", 100)
    page = "<button disabled>One</button><fieldset disabled><button>Two</button></fieldset><button id=three>Three</button>"
    numbers = await navigated(shared_chat, site.page(page))
    await evaluated(shared_chat, "three.style.visibility = 'hidden'")
    for name, code in (("One", "disabled"), ("Two", "disabled"), ("Three", "not_visible")):
        assert (await refused(shared_chat, code, "click", ref=numbers[name]))["retryable"] is True


async def test_an_element_that_becomes_ready_in_time_is_pressed(shared_chat: Chat, site: Site) -> None:
    page = "<button disabled onclick='document.title = 1'>One</button><button onclick='setTimeout(() => document.querySelector(`button`).disabled = false, 150)'>Enable</button>"
    numbers = await navigated(shared_chat, site.page(page))
    await do(shared_chat, "click", ref=numbers["Enable"], observe="none")
    assert (await do(shared_chat, "click", ref=numbers["One"]))["state"]["title"] == "1"


async def test_a_moving_element_is_pressed_where_it_is(shared_chat: Chat, site: Site) -> None:
    page = "<style>@keyframes go {to {transform: translateX(600px)}} button {animation: go .3s linear forwards}</style><button onclick='document.title = 1'>Run</button>"
    await do(shared_chat, "navigate", url=site.page(page))
    await evaluated(
        shared_chat,
        "document.querySelector('button').getAnimations().forEach(animation => { animation.cancel(); animation.play(); })",
    )
    result = await do(shared_chat, "click", selector="button")
    assert result["state"]["title"] == "1"


MOVING_AWAY = """<style>body{{margin:0}} button{{display:block;width:200px;height:40px}} #room{{height:0}}</style>
<div id=room></div><button id=wrong onclick="out.textContent += 'wrong '">Delete</button>
<button id=wanted onclick="out.textContent += 'wanted '">Help</button><p id=out></p>
<script>
  window.seen = [];
  for (const type of ['pointerdown', 'mousedown', 'mouseup', 'click']) {{
    wrong.addEventListener(type, () => seen.push(type));
    document.addEventListener(type, event => event.isTrusted || seen.push('untrusted'), true);
  }}
  let moved = false;
  addEventListener('mousemove', event => {{ if (!moved && event.target.id === 'wanted') {{ moved = true; {move}; }} }});
</script>"""


@pytest.mark.rows(1)
@pytest.mark.parametrize(
    "move",
    [
        "room.style.height = '40px'",
        "document.body.prepend(document.createElement('button'))",
        "wanted.after(wrong); room.hidden = true",
    ],
    ids=["grows", "insert", "swap"],
)
async def test_what_a_page_moves_under_the_pointer_is_not_pressed(shared_chat: Chat, site: Site, move: str) -> None:
    numbers = await navigated(shared_chat, site.page(MOVING_AWAY.format(move=move)))
    receipt = (await do(shared_chat, "click", ref=numbers["Help"]))["action"]
    assert await evaluated(shared_chat, "out.textContent") == "wanted "
    assert await evaluated(shared_chat, "seen") == []
    assert "had moved under the pointer" in receipt["pressed_again"]
    x, y = receipt["point"]
    assert await evaluated(shared_chat, f"document.elementFromPoint({x}, {y}).id") == "wanted"
    # And the next press is nobody else's business.
    await do(shared_chat, "click", ref=numbers["Delete"], observe="none")
    assert await evaluated(shared_chat, "out.textContent") == "wanted wrong "


@pytest.mark.long("browser/test_presses.py::test_what_a_page_moves_under_the_pointer_is_not_pressed")
async def test_a_checkbox_that_moves_from_under_the_pointer_is_checked_and_no_other(shared_chat: Chat, site: Site) -> None:
    boxes = (
        "<div id=room></div><label><input type=checkbox id=wrong>All</label><br><label><input type=checkbox id=wanted>Mine</label>"
    )
    script = """addEventListener("mousemove", event => { if (event.target.id === "wanted" && !room.style.height)
      room.style.height = `${wanted.getBoundingClientRect().top - wrong.getBoundingClientRect().top}px` })"""
    numbers = await navigated(shared_chat, site.page(f"{boxes}<script>{script}</script>"))
    receipt = (await do(shared_chat, "set_checked", ref=numbers["Mine"]))["action"]
    assert receipt["checked"] is True
    assert await evaluated(shared_chat, "[wrong.checked, wanted.checked]") == [False, True]


async def test_a_press_that_was_refused_keeps_no_other_press_from_the_page(shared_chat: Chat, site: Site) -> None:
    page = "<input type=radio checked aria-label=One><button style='position:absolute;left:100px;top:100px' onclick='out.textContent = `pressed`'>Go</button><p id=out></p>"
    numbers = await navigated(shared_chat, site.page(page))
    await refused(shared_chat, "invalid_arguments", "set_checked", ref=numbers["One"], checked=False)
    await do(shared_chat, "click", x=110, y=110, observe="none")
    assert await evaluated(shared_chat, "out.textContent") == "pressed"


async def test_an_element_that_moves_from_under_the_pointer_is_reported_and_nothing_is_pressed(
    shared_chat: Chat, site: Site
) -> None:
    numbers = await navigated(shared_chat, site.page(MOVING_AWAY.format(move="wanted.replaceWith(wrong)")))
    await refused(shared_chat, "ref_stale", "click", ref=numbers["Help"])
    assert await evaluated(shared_chat, "out.textContent") == ""
    assert await evaluated(shared_chat, "seen") == []


async def test_a_press_is_kept_from_a_document_that_came_after_it_was_aimed(shared_chat: Chat, site: Site) -> None:
    await navigated(shared_chat, site.page("<title>0</title><body onmousedown='document.title = 1' style='height: 300px'>"))
    session = shared_chat.existing()
    assert session is not None
    tab = session.tab(None)
    await press_dated(tab, (50, 50), "left", 1, (time.time() - 60) * 1000, move=True)
    assert (await do(shared_chat, "state"))["title"] == "0"
    _, witnessed = await tab.engine.witness(tab.page.main_frame, Deadline(20_000))
    assert witnessed["early"] == "press"
    await press_dated(tab, (50, 50), "left", 1, time.time() * 1000, move=False)
    assert (await do(shared_chat, "state"))["title"] == "1"


AT_POINTS = [
    ("<button style='position:absolute;left:50px;top:50px;width:100px;height:60px'>Save</button>", "button Save"),
    ("<a href='#x' style='position:absolute;left:50px;top:50px;font-size:40px'>Over <b>there</b></a>", "link Over there"),
    ("<iframe style='position:absolute;left:40px;top:40px;border:5px solid' src=INNER></iframe>", "button Press"),
    (
        "<x-box></x-box><script>document.querySelector('x-box').attachShadow({mode: 'open'}).innerHTML ="
        " '<button style=position:absolute;left:50px;top:50px;width:100px;height:60px>Inside</button>'</script>",
        "button Inside",
    ),
    (
        "<button style='position:absolute;left:50px;top:50px;width:100px;height:60px' onpointermove=\"this.textContent = 'Delete'\">"
        "Save</button>",
        "button Delete",
    ),
    (
        "<div id=list style='position:absolute;left:50px;top:50px;width:100px;height:60px' onpointerover=\""
        "document.body.insertAdjacentHTML('beforeend', '<button style=position:absolute;left:50px;top:50px;width:100px;height:60px>"
        "Instead</button>')\">Item</div>",
        "button Instead",
    ),
    ("<p>Words", None),
]


@pytest.mark.rows(1)
@pytest.mark.parametrize("action", ["click", "hover"])
@pytest.mark.parametrize(("body", "named"), AT_POINTS)
async def test_what_lies_at_a_point_is_in_the_receipt(
    shared_chat: Chat, site: Site, body: str, named: str | None, action: str
) -> None:
    site.page("<body style='margin:0'><button style='width:200px;height:100px'>Press</button>", "/inner")
    await navigated(shared_chat, site.page(body.replace("INNER", site.other("/inner"))))
    receipt = (await do(shared_chat, action, x=80, y=75))["action"]
    assert receipt["point"] == [80, 75]
    kind, _, name = receipt.get("at_point", "").removeprefix("[").partition(" ")
    assert (f"{kind} {name.partition('] ')[2]}" if kind else None) == named


@pytest.mark.long("browser/test_presses.py::test_a_covered_element_is_refused_at_once_with_what_covers_it")
@pytest.mark.rows(1)
@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("cross", [True, False], ids=["other", "same"])
async def test_what_a_frame_fills_is_refused_before_the_frame_is_pressed(shared_chat: Chat, site: Site, cross: bool) -> None:
    inner = site.page(
        "<body style='margin:0'><button onclick=\"fetch('/pressed')\" style='width:200px;height:60px'>Inner", "/inner"
    )
    site.page("", "/pressed")
    source = site.other("/inner") if cross else inner
    frame = f"<iframe src='{source}' style='display:block;width:200px;height:60px;border:0'></iframe>"
    page = site.page(
        f"<label id=l style='display:block;width:200px'>{frame}</label><div id=d onclick='1' style='width:200px'>{frame}</div>"
    )
    await do(shared_chat, "navigate", url=page, wait_until="load")
    for selector in ("#l", "#d"):
        await refused(shared_chat, "covered", "click", selector=selector)
    assert [request for request in site.requests if request.path == "/pressed"] == []
    await do(shared_chat, "click", selector="iframe >> nth=0", observe="none")
    await do(shared_chat, "wait", time_ms=100)
    assert len([request for request in site.requests if request.path == "/pressed"]) == 1
