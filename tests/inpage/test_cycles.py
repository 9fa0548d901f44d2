"""Pages that lead the engine's walks in circles, or very far down, get an answer."""

import asyncio

import pytest
from playwright.async_api import Page

from tests.inpage.wire import ask, capture


def passed_on(depth: int, content: str, mode: str = "open", kind: str = "<button>{}</button>") -> str:
    """An element whose slot is passed on through `depth` further elements; the outermost shadow root holds the control."""
    inner = "<slot></slot>"
    for level in range(depth):
        inner = f"<x-{level}><template shadowrootmode={mode}>{inner}</template><slot></slot></x-{level}>"
    return f"<x-outer><template shadowrootmode={mode}>{kind.format(inner)}</template>{content}</x-outer>"


@pytest.mark.rows(1)
@pytest.mark.parametrize("depth", [0, 1, 2, 3])
@pytest.mark.parametrize("content", ["Go", "<b>Go</b>"], ids=["text", "element"])
async def test_a_button_whose_slot_is_passed_on_is_pressed(page: Page, depth: int, content: str) -> None:
    await page.set_content("<!doctype html>" + passed_on(depth, content))
    captured = await capture(page)
    assert captured.kind_of("Go") == "button"
    reply = await asyncio.wait_for(ask(page, "probe", id=captured.id_of("Go")), 5)
    assert (reply["name"], reply["visible"], reply["point_hits"], reply["covered_by"]) == ("Go", True, True, None)


@pytest.mark.rows(1)
@pytest.mark.parametrize("content", ["Go", "<b>Go</b>"], ids=["text", "element"])
async def test_what_lies_over_such_a_button_is_named(page: Page, content: str) -> None:
    veil = "<p style='position:fixed;inset:0;margin:0'>Please wait</p>"
    await page.set_content("<!doctype html>" + passed_on(3, content) + veil)
    reply = await ask(page, "probe", id=(await capture(page)).id_of("Go"))
    assert (reply["point_hits"], reply["covered_by"]["name"]) == (False, "Please wait")


CYCLES = {
    "a list that owns itself": "<div id=a role=listbox tabindex=0 aria-label=List aria-owns=a><p role=option>One</p></div>",
    "lists that own each other": (
        "<div id=a role=listbox tabindex=0 aria-label=List aria-owns=b><p role=option>One</p></div><div id=b aria-owns='c a'><div id=c aria-owns=b></div></div>"
    ),
    "a group that owns what it is in": (
        "<div id=a role=listbox tabindex=0 aria-label=List><div role=group id=b aria-owns='a b'><p role=option>One</p></div></div>"
    ),
}


@pytest.mark.rows(2)
@pytest.mark.parametrize("html", CYCLES.values(), ids=CYCLES)
async def test_options_of_lists_that_own_each_other(page: Page, html: str) -> None:
    await page.set_content("<!doctype html>" + html)
    reply = await ask(page, "options", id=(await capture(page)).id_of("List"))
    assert [option["label"] for option in reply["offer"]["options"]] == ["One"]


LABELS = {
    "labelled by itself": ("<button id=a aria-labelledby=a>Go</button>", "Go"),
    "labelled by each other": (
        "<button id=a aria-labelledby='b a'>Go</button><button id=b aria-labelledby='a b'>On</button>",
        "On Go",
    ),
    "labelled by what it is in": ("<p id=a>To <button aria-labelledby=a>Go</button></p>", "To Go"),
    "a label in its own field's label": ("<label id=a>Go <input aria-labelledby='a a a'></label>", "Go"),
    "described by itself": ("<button id=a aria-describedby=a>Go</button>", "Go"),
    "owned by what it is in": ("<button id=a>Go<i id=b aria-owns='a b'></i></button>", "Go"),
    "owned by each other": (
        "<button id=a aria-owns=b>Go</button><span id=b aria-owns='a c'> on<i id=c aria-owns=b></i></span>",
        "Go on",
    ),
}


@pytest.mark.rows(2)
@pytest.mark.parametrize(("html", "name"), LABELS.values(), ids=LABELS)
async def test_names_that_refer_to_each_other(page: Page, html: str, name: str) -> None:
    await page.set_content("<!doctype html>" + html)
    await capture(page)
    assert (await ask(page, "probe", id=1))["name"] == name


@pytest.mark.long("inpage/test_lines.py::test_a_page_three_thousand_elements_deep_is_read_to_the_bottom")
async def test_a_name_far_down_does_not_break_the_reading(deep_page: Page) -> None:
    await deep_page.set_content("<button id=b></button><input id=i aria-labelledby=b><p>end")
    await deep_page.evaluate(
        "let at = b; for (let i = 0; i < 3000; i++) at = at.appendChild(document.createElement('span')); at.textContent = 'deep';"
    )
    captured = await capture(deep_page)
    assert captured.lines[-1] == "end"


async def test_ids_without_end_are_not_all_followed(page: Page) -> None:
    await page.set_content("<div role=combobox tabindex=0 id=c aria-label=Go></div>" + "<p><i></i></p>" * 2000)
    await page.evaluate("c.setAttribute('aria-controls', Array.from({length: 20000}, (_, i) => 'none' + i).join(' '))")
    await page.evaluate("c.setAttribute('aria-labelledby', Array.from({length: 20000}, (_, i) => 'none' + i).join(' '))")
    reply = await asyncio.wait_for(ask(page, "options", id=(await capture(page)).id_of("Go")), 5)
    assert reply["offer"]["role"] is None
