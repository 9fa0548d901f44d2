"""Which options belong to a control, wherever their list is drawn."""

from typing import Any

import pytest
from playwright.async_api import Page

from tests.inpage.wire import ask, capture

LIST = "<div role=listbox id=list aria-label=Sizes><div role=option data-value=s>Small</div><div role=option aria-selected=true>Large</div></div>"
OTHER = "<div role=listbox aria-label=Others><div role=option>Other</div></div>"
CONTROLS = {
    "itself": "<div role=listbox tabindex=0 aria-label=Size><div role=option data-value=s>Small</div><div role=option aria-selected=true>Large</div></div>",
    "named": f"{OTHER}<input role=combobox aria-label=Size aria-controls=list>{LIST}",
    "around a list": f"<input role=combobox aria-label=Size aria-controls=pop>{OTHER}<div id=pop>{LIST}</div>",
    "owned": f"{OTHER}<div role=combobox aria-label=Size tabindex=0 aria-owns=list>Any</div>{LIST}",
    "labelled": f"{OTHER}<button id=b aria-haspopup=listbox>Size</button>{LIST.replace('aria-label=Sizes', 'aria-labelledby=b')}",
    "in a portal's shadow": f"{OTHER}<input role=combobox aria-label=Size aria-controls=list><div><template shadowrootmode=open>{LIST}</template></div>",
}


async def shown(page: Page, html: str, label: str, **arguments: Any) -> Any:
    """What the control called ``label`` offers."""
    await page.evaluate("html => { document.body.setHTMLUnsafe(html) }", html)
    return (await ask(page, "options", id=(await capture(page)).id_of(label), **arguments))["offer"]


@pytest.mark.rows(2)
@pytest.mark.parametrize("how", CONTROLS)
async def test_the_list_that_belongs_to_a_control(page: Page, how: str) -> None:
    offer = await shown(page, CONTROLS[how], "Size")
    assert offer["role"] == "listbox"
    assert [(one["label"], one["value"], one["selected"]) for one in offer["options"]] == [
        ("Small", "s", False),
        ("Large", "", True),
    ]


async def test_a_list_that_nothing_names_is_the_one_that_came(page: Page) -> None:
    before = await shown(page, f"<button aria-haspopup=listbox>Size</button>{OTHER}", "Size")
    assert (before["role"], before["promises"]) == (None, True)
    await page.evaluate("html => document.body.insertAdjacentHTML('beforeend', html)", LIST)
    after = await ask(page, "options", id=(await capture(page)).id_of("Size"), known=before["popups"])
    assert [one["label"] for one in after["offer"]["options"]] == ["Small", "Large"]


@pytest.mark.rows(2)
@pytest.mark.parametrize(
    "control", ["<button>Size</button>", "<button aria-expanded=false>Size</button>", "<button aria-haspopup=dialog>Size</button>"]
)
async def test_what_is_no_choice_promises_none(page: Page, control: str) -> None:
    offer = await shown(page, control + OTHER, "Size")
    assert (offer["role"], offer["promises"], offer["options"]) == (None, False, [])


async def test_a_list_that_scrolls_and_the_field_that_filters_it(page: Page) -> None:
    rows = "".join(f"<div role=option aria-posinset={n} style='height:20px'>Row {n}</div>" for n in range(5, 15))
    html = f"<input role=combobox aria-label=Row aria-controls=list value=x><div style='height:60px;overflow-y:auto'><div role=listbox id=list>{rows}</div></div>"
    offer = await shown(page, html, "Row")
    assert (offer["scroller"]["height"], offer["scroller"]["page"]) == (200, 60)
    assert (offer["field"]["value"], offer["field"]["itself"]) == ("x", True)
    assert [offer["options"][0]["index"], offer["options"][-1]["index"]] == [4, 13]
