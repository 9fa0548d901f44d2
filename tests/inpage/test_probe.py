"""What is known of an element before it is pressed, and of the page after."""

import pytest
from playwright.async_api import Page

from tests.inpage.wire import ask, capture
from tests.support.waiting import until


async def probe(page: Page, html: str, label: str = "Go", **arguments: object) -> dict[str, object]:
    """The probe of the control that is labelled so, after one capture."""
    await page.set_content("<!doctype html>" + html)
    ident = (await capture(page)).id_of(label)
    reply: dict[str, object] = await ask(page, "probe", id=ident, **arguments)
    return reply


def subset(reply: dict[str, object], **expected: object) -> None:
    """Compares only what is named."""
    assert {name: reply.get(name) for name in expected} == expected


async def test_a_clean_target(page: Page) -> None:
    reply = await probe(page, "<button style='position:fixed;left:20px;top:10px;width:100px;height:40px;border:0'>Go</button>")
    subset(
        reply,
        status="live",
        kind="button",
        name="Go",
        tag="button",
        visible=True,
        enabled=True,
        editable=None,
        checked=None,
        stable=True,
        in_viewport=True,
        box=[20, 10, 100, 40],
        point=[70, 30],
        point_hits=True,
        covered_by=None,
        viewport_width=1280,
    )


async def test_an_offset_moves_the_point(page: Page) -> None:
    html = "<button style='position:fixed;left:20px;top:10px;width:100px;height:40px'>Go</button>"
    subset(await probe(page, html, offset=[3, 4]), point=[23, 14], point_hits=True)
    subset(await probe(page, html, offset=[0, 0]), point=[20, 10], point_hits=True)
    subset(await probe(page, html, offset=[300, 4]), point_hits=False)


async def test_the_cover_is_named_with_its_ref(page: Page) -> None:
    reply = await probe(page, "<button>Go</button><div tabindex=0 id=veil class='a b' style='position:fixed;inset:0'>Wait</div>")
    subset(reply, visible=True, point_hits=False)
    assert reply["covered_by"] == {
        "id": 2,
        "number": None,
        "kind": "clickable",
        "name": "Wait",
        "description": "<div#veil.a.b>",
        "look": "0,0,1280,720,1",
    }


async def test_a_cover_without_a_ref_gets_one(page: Page) -> None:
    reply = await probe(page, "<button>Go</button><p class=veil style='position:fixed;inset:0;margin:0'>Please wait</p>")
    assert reply["covered_by"] == {
        "id": 2,
        "number": None,
        "kind": "p",
        "name": "Please wait",
        "description": "<p.veil>",
        "look": "0,0,1280,720,1",
    }


STATES = {
    "disabled": ("<button disabled>Go</button>", {"enabled": False}),
    "disabled by its fieldset": ("<fieldset disabled><button>Go</button></fieldset>", {"enabled": False}),
    "inert": ("<div inert><button>Go</button></div>", {"enabled": False}),
    "below the viewport": (
        "<p style=height:3000px></p><button>Go</button>",
        {"visible": True, "in_viewport": False, "point_hits": False},
    ),
    "text field": ("<input aria-label=Go value=x>", {"editable": True, "value": "x", "input_type": "text"}),
    "readonly field": ("<input aria-label=Go readonly>", {"editable": False, "enabled": True}),
    "secret": ("<input aria-label=Go type=password value=x>", {"value": None, "secret": True}),
    "checked": ("<input aria-label=Go type=checkbox checked>", {"checked": True}),
    "mixed": ("<div role=checkbox aria-checked=mixed>Go</div>", {"checked": "mixed"}),
    "animated": (
        "<style>@keyframes m{to{transform:translate(50px)}}</style><p style='animation:m 9s'><button>Go</button>",
        {"stable": False},
    ),
    "animated without moving": (
        "<style>@keyframes c{to{color:red}}</style><p style='animation:c 9s'><button>Go</button>",
        {"stable": True},
    ),
    "wrapped over two lines": (
        "<p style='width:60px'>aaaa <a href=x>Go there</a></p>",
        {"point_hits": True},
    ),
    "in an open shadow root": (
        "<x-a><template shadowrootmode=open><button>Go</button></template></x-a>",
        {"point_hits": True, "visible": True},
    ),
}


@pytest.mark.rows(3)
@pytest.mark.parametrize(("html", "expected"), STATES.values(), ids=STATES)
async def test_states(page: Page, html: str, expected: dict[str, object]) -> None:
    subset(await probe(page, html), **expected)


async def test_a_script_that_moves_it_makes_it_unstable(page: Page) -> None:
    await page.set_content("<button style=position:absolute>Go</button>")
    await capture(page)
    await page.evaluate(
        "() => { const step = t => { document.querySelector('button').style.left = t % 99 + 'px'; "
        "requestAnimationFrame(step) }; step(0) }"
    )
    # A busy machine draws a frame so rarely that the element stands still between two.
    await until(lambda: ask(page, "probe", id=1), lambda reply: reply["stable"] is False)


async def test_it_disappears_from_sight(page: Page) -> None:
    await page.set_content("<button>Go</button>")
    await capture(page)
    await page.evaluate("document.querySelector('button').style.cssText = 'width:0;height:0;padding:0;border:0;overflow:hidden'")
    subset(await ask(page, "probe", id=1), visible=False, point_hits=False)


async def test_the_point_of_an_invisible_input_is_on_its_label(page: Page) -> None:
    reply = await probe(page, "<input type=checkbox id=c style=display:none><label for=c>Go</label>")
    subset(reply, kind="checkbox", visible=True, point_hits=True)
    x, y = reply["point"]  # type: ignore[misc]
    await page.mouse.click(x, y)  # type: ignore[has-type]
    subset(await ask(page, "probe", id=1), checked=True)


async def test_a_document_knows_where_its_frames_stand(page: Page) -> None:
    style = "position:absolute;left:100px;top:50px;border:3px solid;padding:7px;transform-origin:0 0"
    frame = "<iframe srcdoc='<button>Go</button>' style='" + style + "{}'></iframe>"
    places = (("", [110, 60], 1), (";transform:scale(.5)", [105, 55], 0.5), (";transform:rotate(5deg)", None, None))
    for transform, origin, scale in places:
        await page.set_content(frame.format(transform))
        captured = await capture(page)
        place = {"x": 20, "y": 10, "width": await page.frames[-1].evaluate("innerWidth")}
        reply = await ask(page, "outward", id=captured.header["frames"][0], **place)
        if origin is None:
            assert reply["placement"] is None
        else:
            subset(reply["placement"], origin=origin, scale=scale, shown=True, hits=True, stable=True)
    await page.set_content(frame.format("") + "<div style='position:fixed;inset:0'>Cover</div>")
    reply = await ask(page, "outward", id=(await capture(page)).header["frames"][0], **place)
    assert reply["placement"]["hits"] is False
    assert reply["placement"]["covered_by"]["name"] == "Cover"


async def test_frames_are_placed_before_a_capture_has_seen_them(page: Page) -> None:
    await page.set_content("<iframe></iframe><div><iframe></iframe></div>")
    assert (await ask(page, "frames"))["frames"] == [[1, 0], [2, 1]]


async def test_reveal_brings_it_into_view_at_once(page: Page) -> None:
    await page.set_content("<style>html{scroll-behavior:smooth}</style><p style=height:3000px></p><button>Go</button>")
    await capture(page)
    assert (await ask(page, "reveal", id=1))["scroll_after"]["y"] > 0
    subset(await ask(page, "probe", id=1), in_viewport=True, point_hits=True)


async def test_scroll_moves_the_nearest_scroller(page: Page) -> None:
    await page.set_content(
        "<div id=s style='height:100px;overflow:auto'><button>Go</button><p style=height:900px></p></div><p style=height:3000px>"
    )
    await capture(page)
    inner = await ask(page, "scroll", id=1, dx=0, dy=70)
    assert (inner["before"]["y"], inner["after"]["y"]) == (0, 70)
    outer = await ask(page, "scroll", id=None, to="bottom")
    assert outer["after"]["y"] == outer["after"]["height"] - 720
    assert (await ask(page, "scroll", to="top"))["after"]["y"] == 0


async def test_after_reports_what_happened(page: Page) -> None:
    await page.set_content("<form onsubmit='return false'><input aria-label=Name required><button>Go</button></form>")
    captured = await capture(page)
    field = captured.id_of("Name")
    version = captured.header["version"]
    await page.click("button")
    first = await ask(page, "after", version=version, id=field)
    assert [signal["type"] for signal in first["signals"]] == ["invalid"]
    assert (first["signals"][0]["id"], first["signals"][0]["name"], first["focused"]) == (field, "Name", field)
    await page.fill("input", "Ada")
    await page.click("button")
    second = await ask(page, "after", version=first["version"], id=field)
    assert second["signals"] == [{"type": "submit", "prevented": True}]
    subset(second["target"], connected=True, value="Ada", validation="")
    assert second["version"] > first["version"]
    third = await ask(page, "after", version=second["version"], id=field)
    assert (third["version"], third["signals"]) == (second["version"], [])


@pytest.mark.parametrize("begins", [True, False])
async def test_the_first_probe_of_an_action_begins_a_new_account(page: Page, begins: bool) -> None:
    await page.set_content("<form onsubmit='return false'><button>Go</button></form>")
    version = (await capture(page)).header["version"]
    await page.click("button")
    await ask(page, "probe", id=1, prepare={"begins": begins})
    assert ((await ask(page, "after", version=version))["signals"] == []) is begins


async def test_after_reports_navigation_within_the_document(page: Page) -> None:
    await page.route("http://site.test/", lambda route: route.fulfill(body="<a href=#there>Go</a>", content_type="text/html"))
    await page.goto("http://site.test/")
    version = (await capture(page)).header["version"]
    await page.click("a")
    after = await ask(page, "after", version=version)
    assert after["signals"] == [
        {"type": "navigate", "url": "http://site.test/#there", "same_document": True, "navigation_type": "push"}
    ]
    assert after["url"] == "http://site.test/#there"


async def test_after_keeps_a_secret(page: Page) -> None:
    await page.set_content("<input type=password aria-label=P value=hunter2>")
    await capture(page)
    for op in ("after", "detail", "probe"):
        assert "hunter2" not in str(await ask(page, op, id=1, version=0))


async def test_detail_of_a_select(page: Page) -> None:
    await page.set_content(
        "<form id=f action=/go method=post><p id=d>Pick one</p><select name=s aria-label=L aria-describedby=d>"
        "<option value=1>A<option value=2 selected disabled>B</select></form>"
    )
    await capture(page)
    reply = await ask(page, "detail", id=1)
    subset(reply, kind="select", role="combobox", name="L", description="Pick one", tag="select", value="B")
    assert reply["options"] == [
        {"label": "A", "value": "1", "selected": False, "disabled": False},
        {"label": "B", "value": "2", "selected": True, "disabled": True},
    ]
    assert reply["form"] == {"id": "f", "name": None, "action": "/go", "method": "post"}
    assert reply["attributes"]["name"] == "s"


async def test_detail_says_why_it_is_blocked(page: Page) -> None:
    await page.set_content("<button disabled>A</button><a href=/x style=pointer-events:none>B</a>")
    await capture(page)
    assert (await ask(page, "detail", id=1))["why_blocked"] == "disabled"
    subset(await ask(page, "detail", id=2), why_blocked="pointer-events: none", href="/x")


CALLED = {
    "what it shows": ("<div onclick=1>Some card <b>text</b></div>", "Some card text"),
    "an item": ("<ul><li tabindex=0 role=listitem>Item</li></ul>", "Item"),
    "its size": ("<canvas onclick=1 width=50 height=40></canvas>", "(50×40)"),
    "its place": ("<p><i onclick=1 class=s style=padding:9px></i><i onclick=1 class=s style=padding:9px></i>", "(s, 1 of 2)"),
    "not the secret in it": ("<div contenteditable style='-webkit-text-security:disc'>hunter2</div>", ""),
}


@pytest.mark.rows(3)
@pytest.mark.parametrize(("html", "name"), CALLED.values(), ids=CALLED)
async def test_what_has_no_name_is_named_by_what_distinguishes_it(page: Page, html: str, name: str) -> None:
    await page.set_content("<!doctype html><body>" + html)
    await capture(page)
    assert (await ask(page, "probe", id=1))["name"] == name


async def test_a_tab_that_is_a_link_is_pressed_on_the_link(page: Page) -> None:
    html = "<div role=tab style='width:300px;padding:20px'><a href=#x>Go</a></div>"
    reply = await probe(page, html)
    subset(reply, kind="tab", point_hits=True)
    assert await page.evaluate("([x, y]) => document.elementFromPoint(x, y).localName", reply["point"]) == "a"
