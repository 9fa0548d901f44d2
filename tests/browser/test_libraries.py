"""Controls of three component libraries (web components, React, Vue), operated by nothing but the refs that the answers show.

The libraries are in `tests/support/vendor`, the pages that use them in `tests/support/pages/widgets`.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from refbrowser import Chat
from tests.support import behaviours
from tests.support.calls import do, evaluated, navigated, read, refs, refused
from tests.support.server import Site
from tests.support.waiting import until

WIDGETS = behaviours.PAGES / "widgets"
VENDOR = Path(behaviours.__file__).parent / "vendor"
LIBRARIES = ["shoelace", "mui", "element-plus"]
Show = Callable[[str], Awaitable[dict[str, int]]]


@pytest.fixture
async def show(shared_chat: Chat, site: Site) -> AsyncIterator[Show]:
    """Opens the page of a library and gives its refs; afterwards every press and key on it must have been a person's."""
    site.route("/recorder.js", (WIDGETS / "recorder.js").read_bytes())

    async def open_page(library: str) -> dict[str, int]:
        for file in (VENDOR / library).glob("bundle.*"):
            site.route(f"/vendor/{library}/{file.name}", file.read_bytes())
        page = site.page((WIDGETS / f"{library}.html").read_text(encoding="utf-8"))
        await navigated(shared_chat, page)
        await do(shared_chat, "wait", selector="text=Remove", state="visible")
        return named(await read(shared_chat))

    yield open_page
    presses = "untrusted.filter((type) => /^(pointer|mouse|key|click|dblclick|wheel)/.test(type))"
    assert await evaluated(shared_chat, f"[received > 0, {presses}]") == [True, []]


def named(refs: dict[str, int]) -> dict[str, int]:
    """The refs by the first word of their label, where that identifies a page's own controls."""
    return {label.split(" ", 1)[0]: number for label, number in reversed(refs.items())} | refs


async def state(chat: Chat) -> Any:
    """What the page recorded."""
    return await evaluated(chat, "state")


async def shown(chat: Chat, text: str) -> dict[str, int]:
    """The refs of the page once ``content`` says ``text``, which fading in may delay."""
    return refs(await until(lambda: do(chat, "content"), lambda page: text in page))


@pytest.mark.long("browser/test_widgets.py::test_a_combobox_is_opened_and_its_option_pressed")
@pytest.mark.rows(1)
@pytest.mark.parametrize("library", LIBRARIES)
async def test_a_select_takes_an_option(shared_chat: Chat, show: Show, library: str) -> None:
    page = await show(library)
    receipt = (await do(shared_chat, "select_option", ref=page["Country"], value="Switzerland"))["action"]
    assert receipt["chosen"] == ["Switzerland"]
    assert (await state(shared_chat))["country"] == "ch"
    await do(shared_chat, "select_option", ref=page["Country"], value="germany")
    assert (await state(shared_chat))["country"] == "de"


@pytest.mark.long("browser/test_widgets.py::test_choices_that_a_listbox_does_not_take_or_have_are_refused_before_any_press")
@pytest.mark.parametrize("library", LIBRARIES)
async def test_a_select_without_the_option_says_what_it_has(shared_chat: Chat, show: Show, library: str) -> None:
    page = await show(library)
    wrong = await refused(shared_chat, "invalid_arguments", "select_option", ref=page["Country"], value="France")
    assert [option["label"] for option in wrong["details"]["options"]] == ["Germany", "Switzerland", "Austria"]
    await refused(shared_chat, "disabled", "select_option", ref=page["Country"], value="Austria")
    await do(shared_chat, "click", ref=page["Remove"])


@pytest.mark.long("browser/test_widgets.py::test_a_listbox_of_several_holds_exactly_what_was_asked")
@pytest.mark.parametrize("library", LIBRARIES)
async def test_a_select_of_several_holds_exactly_what_was_asked(shared_chat: Chat, show: Show, library: str) -> None:
    page = await show(library)
    names = {"Monday": "mon", "Tuesday": "tue", "Wednesday": "wed"} if library == "shoelace" else {}
    for days in (["Monday", "Wednesday"], ["Wednesday", "Tuesday"]):
        await do(shared_chat, "select_option", ref=page["Days"], values=days)
        assert sorted((await state(shared_chat))["days"]) == sorted(names.get(day, day) for day in days)


@pytest.mark.long("browser/test_widgets.py::test_an_option_that_is_not_drawn_yet_is_scrolled_to")
@pytest.mark.parametrize("library", ["mui", "element-plus"])
async def test_an_option_far_down_a_list_that_filters_is_chosen(shared_chat: Chat, show: Show, library: str) -> None:
    page = await show(library)
    await do(shared_chat, "select_option", ref=page["Film"], value="Film 57")
    await do(shared_chat, "select_option", ref=page["Film"], value="Film 12")
    assert (await state(shared_chat))["film"] == {"mui": "Film 12", "element-plus": 12}[library]


@pytest.mark.long("browser/test_forms.py::test_a_toggle_is_pressed_only_if_it_is_not_as_wanted")
@pytest.mark.parametrize("library", LIBRARIES)
async def test_a_switch_is_set_and_unset(shared_chat: Chat, show: Show, library: str) -> None:
    page = await show(library)
    assert "[switch" in (await do(shared_chat, "find", text="Newsletter"))["matches"][0]["text"]
    for wanted in (True, False):
        await do(shared_chat, "set_checked", ref=page["Newsletter"], checked=wanted)
        assert (await state(shared_chat))["news"] is wanted


@pytest.mark.long("browser/test_actions_input.py::test_every_kind_of_field_takes_its_text_and_reads_it_back")
@pytest.mark.parametrize("library", LIBRARIES)
async def test_a_number_is_typed(shared_chat: Chat, show: Show, library: str) -> None:
    page = await show(library)
    await do(shared_chat, "type", ref=page["Seats"], text="7")
    await do(shared_chat, "keyboard", key="Tab")
    assert str((await state(shared_chat))["seats"]) == "7"


@pytest.mark.long("browser/test_actions_input.py::test_every_kind_of_field_takes_its_text_and_reads_it_back")
async def test_a_date_is_typed_into_shoelace(shared_chat: Chat, show: Show) -> None:
    page = await show("shoelace")
    await do(shared_chat, "type", ref=page["Birthday"], text="2030-05-17")
    assert (await state(shared_chat))["birthday"] == "2030-05-17"


@pytest.mark.long("browser/test_widgets.py::test_a_tree_is_opened_branch_by_branch")
async def test_a_day_is_picked_in_element_plus(shared_chat: Chat, show: Show) -> None:
    page = await show("element-plus")
    await do(shared_chat, "click", ref=page["Birthday"])
    calendar = await shown(shared_chat, "2030")
    await do(shared_chat, "click", ref=calendar["Next Month"])
    await do(shared_chat, "click", ref=(await shown(shared_chat, "June"))["17 |"])
    assert (await state(shared_chat))["birthday"] == "2030-06-17"


@pytest.mark.long("browser/test_mouse.py::test_a_slider_is_dragged_by_points_on_a_canvas_or_an_input")
async def test_the_thumb_of_a_mui_slider_is_moved(shared_chat: Chat, show: Show) -> None:
    page = await show("mui")
    await do(shared_chat, "click", ref=page["Volume"])
    await do(shared_chat, "keyboard", key="ArrowRight")
    assert (await state(shared_chat))["volume"] == 31


@pytest.mark.long("browser/test_widgets.py::test_an_item_of_a_menu_that_exists_only_while_open_is_chosen")
@pytest.mark.parametrize("library", LIBRARIES)
async def test_an_item_of_a_menu_is_pressed(shared_chat: Chat, show: Show, library: str) -> None:
    page = await show(library)
    await do(shared_chat, "click", ref=page["Sort"])
    menu = await shown(shared_chat, "By date")
    await do(shared_chat, "click", ref=menu["By date"])
    assert (await state(shared_chat))["sort"] in ("date", ["date", False])


@pytest.mark.long("browser/test_presses.py::test_a_covered_element_is_refused_at_once_with_what_covers_it")
@pytest.mark.rows(1)
@pytest.mark.parametrize("library", LIBRARIES)
async def test_a_question_in_a_dialog_is_answered(shared_chat: Chat, show: Show, library: str) -> None:
    page = await show(library)
    await do(shared_chat, "click", ref=page["Remove"])
    asked = await shown(shared_chat, "Yes, remove")
    await do(shared_chat, "click", ref=asked["Yes, remove"])
    assert (await state(shared_chat))["removed"] is True
