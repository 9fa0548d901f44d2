"""Receipts of what styles alone show and hide: a menu under the focus, a hint at an invalid field, a box behind a checkbox."""

from urllib.parse import quote

import pytest

from refbrowser import Chat
from tests.support.calls import do, navigated
from tests.support.server import Site

MENU = "#more { display: none } #box:focus-within #more { display: block }"


@pytest.mark.rows(1)
@pytest.mark.parametrize("style", [MENU, f"@media all {{ {MENU} }}", f"@import 'data:text/css,{quote(MENU)}';"])
async def test_what_the_focus_shows_is_in_the_receipt(shared_chat: Chat, site: Site, style: str) -> None:
    page = f"<style>{style}</style><div id=box><button>Open</button><p id=more>One more thing</p></div>"
    numbers = await navigated(shared_chat, site.page(page))
    receipt = (await do(shared_chat, "click", ref=numbers["Open"]))["action"]
    assert receipt["changes"] == "+ One more thing"


@pytest.mark.long("browser/test_reactions.py::test_what_the_focus_shows_is_in_the_receipt")
async def test_what_goes_with_the_focus_is_in_the_receipt(shared_chat: Chat, site: Site) -> None:
    page = f"<style>{MENU}</style><div id=box><button>Open</button><p id=more>One more thing</p></div><button>Away</button>"
    numbers = await navigated(shared_chat, site.page(page))
    await do(shared_chat, "click", ref=numbers["Open"])
    receipt = (await do(shared_chat, "click", ref=numbers["Away"]))["action"]
    assert receipt["changes"] == "- One more thing"


async def test_a_rule_that_only_paints_is_no_change(shared_chat: Chat, site: Site) -> None:
    numbers = await navigated(
        shared_chat, site.page("<style>button:focus { outline: 2px solid; color: red }</style><button>One</button>")
    )
    assert (await do(shared_chat, "click", ref=numbers["One"]))["action"]["effect"] == "none observed"


async def test_a_box_that_a_checkbox_shows_is_in_the_receipt(shared_chat: Chat, site: Site) -> None:
    style = "<style>#more { display: none } :checked ~ #more { display: block }</style>"
    numbers = await navigated(shared_chat, site.page(f"{style}<input type=checkbox aria-label=Show><p id=more>Behind it</p>"))
    receipt = (await do(shared_chat, "set_checked", ref=numbers["Show"]))["action"]
    assert receipt["checked"] is True
    assert "Behind it" in receipt["changes"]


@pytest.mark.long("browser/test_reactions.py::test_what_the_focus_shows_is_in_the_receipt")
async def test_a_hint_at_an_invalid_field_is_in_the_receipt(shared_chat: Chat, site: Site) -> None:
    style = "<style>#hint { display: none } input:invalid + #hint { display: block }</style>"
    numbers = await navigated(shared_chat, site.page(f"{style}<input type=email aria-label=Mail><p id=hint>That is no address</p>"))
    receipt = (await do(shared_chat, "type", ref=numbers["Mail"], text="nobody"))["action"]
    assert "That is no address" in receipt["changes"]


@pytest.mark.long("browser/test_reactions.py::test_what_the_focus_shows_is_in_the_receipt")
async def test_in_a_shadow_root_too(shared_chat: Chat, site: Site) -> None:
    inside = "<style>p { display: none } button:focus + p { display: block }</style><button>Open</button><p>In the shade</p>"
    numbers = await navigated(shared_chat, site.page(f"<div><template shadowrootmode=open>{inside}</template></div>"))
    assert "In the shade" in (await do(shared_chat, "click", ref=numbers["Open"]))["action"]["changes"]


@pytest.mark.long("browser/test_receipts.py::test_focus_that_moves_elsewhere_is_reported")
async def test_where_the_focus_went_is_reported_without_a_change(shared_chat: Chat, site: Site) -> None:
    numbers = await navigated(shared_chat, site.page("<button>One</button><button>Two</button>"))
    await do(shared_chat, "click", ref=numbers["One"])
    assert (await do(shared_chat, "keyboard", key="Tab"))["action"]["focus"] == numbers["Two"]
    assert (await do(shared_chat, "keyboard", key="Shift+Tab"))["action"]["focus"] == numbers["One"]
