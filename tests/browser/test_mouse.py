"""The mouse beyond a click: trusted events at the right place, buttons and keys released whatever happens."""

import pytest

from refbrowser import Chat
from tests.support.calls import do, evaluated, navigated, opened, read, refused
from tests.support.server import Site

LOG = """<script>
window.log = [];
for (const type of ['mousedown', 'mouseup', 'click', 'dblclick', 'contextmenu', 'auxclick', 'mouseover', 'wheel', 'drop', 'pointerup'])
  addEventListener(type, event => {
    log.push({type, trusted: event.isTrusted, id: event.target.id, x: event.clientX, y: event.clientY, ctrl: event.ctrlKey});
    if (type === 'contextmenu') event.preventDefault();
  }, {capture: true, passive: false});
</script>"""


async def logged(chat: Chat, kind: str) -> list[dict[str, object]]:
    events: list[dict[str, object]] = await evaluated(chat, f"log.filter(event => event.type === '{kind}')")
    assert all(event["trusted"] for event in events)
    return events


async def test_double_click_fires_one_dblclick(shared_chat: Chat, site: Site) -> None:
    refs = await navigated(shared_chat, site.page(LOG + "<button id=icon ondblclick='this.textContent=\"Opened\"'>Icon</button>"))
    receipt = (await do(shared_chat, "double_click", ref=refs["Icon"]))["action"]
    assert receipt["performed"] == "double_click"
    assert f"~ [button {refs['Icon']}] Opened" in receipt["changes"]
    assert [event["id"] for event in await logged(shared_chat, "dblclick")] == ["icon"]
    await do(shared_chat, "dblclick", selector="#icon", observe="none")
    assert len(await logged(shared_chat, "dblclick")) == 2


async def test_right_click_opens_the_context_menu_of_the_page(shared_chat: Chat, site: Site) -> None:
    refs = await navigated(
        shared_chat,
        site.page(LOG + "<button id=file oncontextmenu='menu.hidden=false'>File</button><div id=menu hidden>Rename</div>"),
    )
    receipt = (await do(shared_chat, "right_click", ref=refs["File"]))["action"]
    assert receipt["changes"] == "+ Rename"
    assert [event["id"] for event in await logged(shared_chat, "contextmenu")] == ["file"]


async def test_hover_shows_what_appears_under_the_mouse(shared_chat: Chat, site: Site) -> None:
    page = "<style>p{display:none} button:hover + p{display:block}</style><button>Info</button><p>Shown on hover</p>"
    await do(shared_chat, "hover", x=600, y=600, observe="none")
    refs = await navigated(shared_chat, site.page(page))
    receipt = (await do(shared_chat, "hover", ref=refs["Info"]))["action"]
    assert receipt["changes"] == "+ Shown on hover"
    gone = (await do(shared_chat, "hover", x=600, y=600))["action"]
    assert gone["changes"] == "- Shown on hover"


@pytest.mark.long("browser/test_presses.py::test_an_offset_counts_from_the_top_left_corner_and_none_is_the_centre")
async def test_a_press_lands_on_the_offset_from_the_top_left_corner(shared_chat: Chat, site: Site) -> None:
    box = "<button id=box style='position:absolute;left:100px;top:50px;width:200px;height:100px;border:0'>Box</button>"
    refs = await navigated(shared_chat, site.page(LOG + box))
    await do(shared_chat, "click", ref=refs["Box"], offset_x=0, offset_y=0, observe="none")
    await do(shared_chat, "click", ref=refs["Box"], offset_x=199, offset_y=99, observe="none")
    await do(shared_chat, "click", ref=refs["Box"], observe="none")
    assert [(event["x"], event["y"]) for event in await logged(shared_chat, "click")] == [(100, 50), (299, 149), (200, 100)]


@pytest.mark.rows(1)
@pytest.mark.parametrize("spelling", ["ctrl", "Control", "CTRL"])
async def test_modifiers_are_held_for_the_press_only(shared_chat: Chat, site: Site, spelling: str) -> None:
    refs = await navigated(shared_chat, site.page(LOG + "<button>Press</button>"))
    await do(shared_chat, "click", ref=refs["Press"], modifiers=[spelling], observe="none")
    await do(shared_chat, "click", ref=refs["Press"], observe="none")
    assert [event["ctrl"] for event in await logged(shared_chat, "click")] == [True, False]


async def test_the_wheel_turns_at_the_given_point(shared_chat: Chat, site: Site) -> None:
    page = (
        LOG
        + "<div id=box style='position:absolute;left:0;top:0;width:200px;height:200px;overflow:auto'><p style='height:900px'>Tall</p></div>"
    )
    await navigated(shared_chat, site.page(page))
    await do(shared_chat, "wheel", x=100, y=100, delta_y=300, observe="none")
    await do(shared_chat, "wait", script="box.scrollTop === 300")
    assert [(event["x"], event["y"]) for event in await logged(shared_chat, "wheel")] == [(100, 100)]


async def test_raw_events_press_move_and_release(shared_chat: Chat, site: Site) -> None:
    await navigated(shared_chat, site.page(LOG + "<body style='height:100vh'>"))
    await do(shared_chat, "mouse", event_type="down", x=10, y=20, observe="none")
    await do(shared_chat, "mouse", event_type="move", x=60, y=70, observe="none")
    await do(shared_chat, "mouse", event_type="up", x=60, y=70, observe="none")
    assert [(event["x"], event["y"]) for event in await logged(shared_chat, "mousedown")] == [(10, 20)]
    assert [(event["x"], event["y"]) for event in await logged(shared_chat, "mouseup")] == [(60, 70)]


async def test_html5_drag_and_drop_carries_the_data(shared_chat: Chat, site: Site) -> None:
    page = """<div id=card role=button tabindex=0 draggable=true ondragstart="event.dataTransfer.setData('text', 'card-7')">Card</div>
<div id=bin role=button tabindex=0 style="margin-top:80px;height:60px" ondragover="event.preventDefault()"
 ondrop="event.preventDefault(); this.textContent = 'Got ' + event.dataTransfer.getData('text') + event.isTrusted">Bin</div>"""
    refs = await navigated(shared_chat, site.page(page))
    receipt = (await do(shared_chat, "drag", ref=refs["Card"], target_ref=refs["Bin"]))["action"]
    assert receipt["onto"].endswith("Bin")
    assert "drop" not in receipt
    assert await evaluated(shared_chat, "bin.textContent") == "Got card-7true"


DRAGGED = "<div id=card role=button tabindex=0 draggable=true ondragstart=\"event.dataTransfer.setData('text', '7')\">Card</div>"
BIN = "<div role=button tabindex=0 style='margin-top:40px;height:60px' {}>Bin</div>"
TAKES = "ondragover='event.preventDefault()' ondrop='event.preventDefault();textContent=\"Taken\"'"


async def dragged(chat: Chat, url: str) -> tuple[str, bool]:
    """What the receipt of a drag from Card to Bin says of the drop, and whether Bin took it."""
    await do(chat, "navigate", url=url, wait_until="load")
    numbers = await read(chat)
    receipt = (await do(chat, "drag", ref=numbers["Card"], target_ref=numbers["Bin"]))["action"]
    return receipt.get("drop", ""), "Taken" in await do(chat, "content")


NOT_TAKEN = "not accepted: nothing on the page took what was dragged"


@pytest.mark.rows(1)
@pytest.mark.parametrize("takes", ["", TAKES])
async def test_a_receipt_says_that_nothing_took_what_was_dragged(shared_chat: Chat, site: Site, takes: str) -> None:
    said, taken = await dragged(shared_chat, site.page(DRAGGED + BIN.replace("{}", takes)))
    assert (said, taken) == (("", True) if takes else (NOT_TAKEN, False))


@pytest.mark.long("browser/test_mouse.py::test_a_receipt_says_that_nothing_took_what_was_dragged")
async def test_a_frame_with_a_process_of_its_own_takes_nothing_that_is_dragged(isolated_chat: Chat, site: Site) -> None:
    site.page(BIN.replace("{}", TAKES), "/bin")
    await do(isolated_chat, "open")
    page = DRAGGED + f"<iframe src='{site.other('/bin')}'></iframe>"
    assert await dragged(isolated_chat, site.page(page)) == (NOT_TAKEN, False)


async def test_a_pointer_driven_list_is_sorted_by_dragging(shared_chat: Chat, site: Site) -> None:
    page = (
        """<ul>"""
        + "".join(f"<li role=button tabindex=0 style='height:30px'>Item {n}</li>" for n in range(4))
        + """</ul><script>
let held = null;
document.querySelector('ul').onpointerdown = event => { held = event.target.closest('li'); event.preventDefault(); };
onpointermove = event => { const over = document.elementFromPoint(event.clientX, event.clientY)?.closest('li');
  if (held && over && over !== held) over.after(held); };
onpointerup = () => { held = null; };
</script>"""
    )
    refs = await navigated(shared_chat, site.page(page))
    await do(shared_chat, "drag", ref=refs["Item 0"], target_ref=refs["Item 2"], observe="none")
    assert (await evaluated(shared_chat, "document.querySelector('ul').innerText")).split("\n")[-2:] != ["Item 2", "Item 3"]


async def test_a_slider_is_dragged_by_points_on_a_canvas_or_an_input(shared_chat: Chat, site: Site) -> None:
    page = "<input type=range id=level min=0 max=100 value=0 style='position:absolute;left:0;top:0;width:200px;margin:0'>"
    refs = await navigated(shared_chat, site.page(page))
    (ref,) = refs.values()
    await do(shared_chat, "drag", ref=ref, offset_x=8, offset_y=8, to_x=100, to_y=8, observe="none")
    assert 45 <= int(await evaluated(shared_chat, "level.value")) <= 55


@pytest.mark.long("browser/test_loops.py::test_a_call_that_is_cancelled_half_way_leaves_no_key_or_button_down")
@pytest.mark.usefixtures("impatient")
async def test_the_button_is_released_when_a_drag_fails_on_the_way(shared_chat: Chat, site: Site) -> None:
    page = LOG + "<button id=from>From</button>"
    refs = await navigated(shared_chat, site.page(page + "<div style='height:3000px'></div><button>Far</button>"))
    await evaluated(
        shared_chat,
        "void (document.querySelector('#from').onmousedown = () => [...document.querySelectorAll('button')].at(-1).remove())",
    )
    await refused(shared_chat, "ref_stale", "drag", ref=refs["From"], target_ref=refs["Far"])
    assert len(await logged(shared_chat, "mouseup")) == len(await logged(shared_chat, "mousedown")) == 1


async def test_a_point_outside_the_viewport_is_refused(shared_chat: Chat, site: Site) -> None:
    refs = await navigated(shared_chat, site.page("<button>One</button>"))
    for call in ({"action": "hover"}, {"action": "wheel", "delta_y": 1}, {"action": "mouse", "event_type": "click"}):
        await refused(shared_chat, "invalid_arguments", **call, x=5000, y=10)
    await refused(shared_chat, "invalid_arguments", "drag", ref=refs["One"], to_x=-1, to_y=0)


@pytest.mark.long("browser/test_presses.py::test_a_press_is_kept_from_a_document_that_came_after_it_was_aimed")
async def test_a_drag_whose_page_is_replaced_on_the_way_releases_on_nothing(shared_chat: Chat, site: Site) -> None:
    log = "<script>got = []; for (const type of ['mouseup', 'click']) addEventListener(type, e => got.push(e.target.id), true)</script>"
    site.page(f"<body style='margin:0'><button id=trap style='width:900px;height:600px'>Trap</button>{log}", "/next")
    slow = "addEventListener('mousemove', () => { const end = performance.now() + 25; while (performance.now() < end) ; })"
    page = f"<button id=b onmousedown=\"location.href = '/next'\">Source</button><script>{slow}</script>"
    await do(shared_chat, "navigate", url=site.page(page))
    await refused(shared_chat, "press_missed", "drag", selector="#b", to_x=400, to_y=300)
    assert "trap" not in await evaluated(shared_chat, "got")


@pytest.mark.usefixtures("impatient")
async def test_a_drag_that_fails_on_the_way_presses_nothing(shared_chat: Chat, site: Site) -> None:
    page = "<button id=b onmousedown='t.hidden = true' onclick='pressed = true'>Delete</button><button id=t>Target</button>"
    await do(shared_chat, "navigate", url=site.page(page + "<script>pressed = false</script>"))
    await refused(shared_chat, "not_visible", "drag", selector="#b", target_selector="#t")
    assert await evaluated(shared_chat, "[t.hidden, pressed]") == [True, False]


@pytest.mark.parametrize(
    "wrong",
    [{}, {"target_ref": 1, "to_x": 1, "to_y": 1}, {"to_x": 1}, {"to_x": 1, "to_y": 1, "target_offset_x": 1, "target_offset_y": 1}],
)
async def test_a_drag_has_exactly_one_destination(shared_chat: Chat, wrong: dict[str, int]) -> None:
    await refused(shared_chat, "invalid_arguments", "drag", x=1, y=1, **wrong)


@pytest.mark.long("browser/test_presses.py::test_elements_in_frames_with_processes_of_their_own_are_pressed_and_typed_into")
async def test_the_mouse_reaches_into_frames_of_another_site(chat: Chat, site: Site) -> None:
    site.page(
        LOG + "<style>p{display:none} button:hover + p{display:block}</style><button id=inner>Inner</button><p>Inside</p>", "/inner"
    )
    refs = await opened(chat, site.page(f"<p style='height:100px'>Top</p><iframe src='{site.other('/inner')}'></iframe>"))
    receipt = (await do(chat, "hover", ref=refs["Inner"]))["action"]
    assert "+ Inside" in receipt["changes"]
    await do(chat, "double_click", ref=refs["Inner"], observe="none")
    await do(chat, "right_click", ref=refs["Inner"], observe="none")


async def test_a_drag_from_selector_to_selector(shared_chat: Chat, site: Site) -> None:
    places = "".join(f"<div id={name} style='width: 80px; height: 80px'>{name}</div>" for name in ("here", "there"))
    await navigated(shared_chat, site.page(LOG + places))
    receipt = (await do(shared_chat, "drag", selector="#here", target_selector="#there"))["action"]
    assert receipt["onto"].startswith("[div ")
    assert [event["id"] for event in await logged(shared_chat, "mousedown")] == ["here"]
    assert [event["id"] for event in await logged(shared_chat, "pointerup")] == ["there"]
    await refused(shared_chat, "invalid_arguments", "drag", selector="#here", target_selector="#there", to_x=1, to_y=1)


FAR = """<!doctype html><body style='margin:0;height:4000px'><style>div, canvas {{ position:absolute; left:20px; user-select:none }}</style>
<div id=t style='top:{target}px;height:{height}px;width:200px;background:#fc8'>target</div>
<div id=s style='top:{source}px;height:40px;width:200px;background:#8cf'>source</div>
<canvas id=c style='top:{canvas}px;left:300px;background:#cde' width=300 height={tall}></canvas><script>
rec = []
for (const type of ['pointerdown', 'pointerup']) addEventListener(type, event => {{
  const box = event.target.getBoundingClientRect()
  rec.push([event.target.id, Math.round(event.clientX - box.x), Math.round(event.clientY - box.y)])
}})</script>"""


@pytest.mark.rows(1)
@pytest.mark.parametrize(
    ("target", "source", "height"), [(150, 1600, 100), (300, 1200, 100), (600, 100, 300), (1900, 100, 100), (100, 600, 2000)]
)
async def test_a_drag_ends_on_its_target_wherever_the_page_was_scrolled_to(
    shared_chat: Chat, site: Site, target: int, source: int, height: int
) -> None:
    page = FAR.format(target=target, source=source, height=height, canvas=0, tall=10)
    await do(shared_chat, "navigate", url=site.page(page), wait_until="load")
    await do(shared_chat, "drag", selector="#s", target_selector="#t", observe="none")
    assert [name for name, _, _ in await evaluated(shared_chat, "rec")] == ["s", "t"]


@pytest.mark.long("browser/test_mouse.py::test_a_drag_ends_on_its_target_wherever_the_page_was_scrolled_to")
@pytest.mark.rows(1)
@pytest.mark.parametrize(
    ("canvas", "tall", "end"),
    [(650, 120, 90), (690, 120, 90), (719, 120, 90), (730, 120, 90), (100, 1800, 1700), (900, 1800, 1700)],
)
async def test_a_drag_between_two_points_of_one_element_ends_at_the_second(
    shared_chat: Chat, site: Site, canvas: int, tall: int, end: int
) -> None:
    page = FAR.format(target=0, source=0, height=10, canvas=canvas, tall=tall)
    await do(shared_chat, "navigate", url=site.page(page), wait_until="load")
    points = {"offset_x": 20, "offset_y": 20, "target_offset_x": 200, "target_offset_y": end}
    await do(shared_chat, "drag", selector="#c", target_selector="#c", **points)
    assert await evaluated(shared_chat, "rec") == [["c", 20, 20], ["c", 200, end]]


@pytest.mark.long("browser/test_presses.py::test_an_offset_counts_from_the_top_left_corner_and_none_is_the_centre")
async def test_a_point_far_into_a_long_element_is_clicked(shared_chat: Chat, site: Site) -> None:
    page = FAR.format(target=0, source=0, height=10, canvas=100, tall=1800)
    await do(shared_chat, "navigate", url=site.page(page), wait_until="load")
    await do(shared_chat, "click", selector="#c", offset_x=20, offset_y=1700, observe="none")
    assert await evaluated(shared_chat, "rec") == [["c", 20, 1700], ["c", 20, 1700]]
