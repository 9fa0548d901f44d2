"""A replay presses the control of the item that was recorded, or nothing: the pages keep what was pressed."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

import pytest

from refbrowser import Browser
from refbrowser.replay.run import Plan, replay
from tests.support.calls import do, evaluated, page_text
from tests.support.item_pages import FORMS, Items
from tests.support.journals import recorded
from tests.support.server import Site

PAGE: Final = "<title>Shop</title><h1>Shop</h1>%s<script>pressed = []</script>"
OAK, TIN, ASH, VASE = "Oak lamp", "Tin lamp", "Ash lamp", "Brass vase"


def button(name: str, label: str = "Add to cart", attributes: str = "") -> str:
    return f"<button {attributes} onclick=\"pressed.push('{name}')\">{label}</button>"


BEFORE: Final[dict[str, Items]] = {
    "both": ((OAK, button(OAK)), (TIN, button(TIN))),
    "oak alone": ((OAK, button(OAK)), (TIN, "<i>Sold out</i>")),
    "one item": ((OAK, button(OAK)),),
}

AFTER: Final[dict[str, Items]] = {
    "same": ((OAK, button(OAK)), (TIN, button(TIN))),
    "sold out": ((OAK, "<i>Sold out</i>"), (TIN, button(TIN))),
    "disabled": ((OAK, button(OAK, attributes="disabled")), (TIN, button(TIN))),
    "a link": ((OAK, "<a href='#x'>Notify me</a>"), (TIN, button(TIN))),
    "removed": ((TIN, button(TIN)),),
    "renamed": ((OAK, button(OAK, "Reserve")), (TIN, button(TIN))),
    "replaced": ((ASH, button(ASH)), (TIN, button(TIN))),
    "another item": ((VASE, button(VASE)),),
    "swapped": ((TIN, button(TIN)), (OAK, button(OAK))),
    "one more": ((ASH, button(ASH)), (OAK, button(OAK)), (TIN, button(TIN))),
    "one less": ((OAK, button(OAK)),),
    "translated": ((OAK, button(OAK, "In den Korb")), (TIN, button(TIN, "In den Korb"))),
    "translated, other alone": ((OAK, "<i>Weg</i>"), (TIN, button(TIN, "In den Korb"))),
    "item translated": (("Eichenlampe", button(OAK)), (TIN, button(TIN))),
    "item translated, behind": ((TIN, button(TIN)), ("Eichenlampe", button(OAK))),
    "named alike": (("Oak table lamp", button("Oak table lamp")), (TIN, button(TIN))),
    "a set": (("Oak lamp and tin lamp", button("both")), (TIN, button(TIN))),
    "nothing of them": ((TIN, button(TIN)), (ASH, button(ASH))),
}

UNSEEN: Final = {
    (form, before, change)
    for forms, befores, changes in (
        # The only one of its name on both pages, and what is behind it may as well be the text that follows.
        (("equal headings, name below", "headings, name behind"), ("oak alone", "one item"), ("removed", "another item")),
        (("equal headings, name below", "headings, name behind"), ("one item",), ("removed", "another item", "sold out")),
        # What was entered in the only field of its kind is no name.
        (("field value",), tuple(BEFORE), ("removed", "another item")),
        (("field value",), ("one item",), ("sold out", "a link", "renamed")),
        # What heads the only column may as well head the page.
        (("columns", "columns by style"), ("one item",), ("renamed",)),
        # The name of the only item that is shown was reworded.
        (("tabs",), tuple(BEFORE), ("named alike", "a set")),
    )
    for form in forms
    for before in befores
    for change in changes
}
"""Where the page does not say whose the control is."""


async def wrong(browser: Browser, site: Site, form: str, before: str, after: Sequence[str]) -> list[str]:
    """Record a press on the oak lamp's control, and replay it on each of the pages; which controls of others were pressed."""
    url = site.page(PAGE % FORMS[form](BEFORE[before]), "/")
    chat = browser.chat("record")
    await do(chat, "open", url=url)
    number = page_text(await do(chat, "content")).partition("] Add to cart")[0].rpartition(" ")[2]
    await do(chat, "click", ref=int(number))
    assert await evaluated(chat, "pressed") == [OAK]
    session = await recorded(chat)
    await chat.close()
    found = []
    for change in after:
        site.page(PAGE % FORMS[form](AFTER[change]), "/")
        chat = browser.chat("again")
        rows = [row async for row in replay(session, chat, Plan(patience_ms=150))]
        pressed = await evaluated(chat, "pressed")
        if set(pressed) - {OAK}:
            found.append(f"{form}, {before}, {change}: {pressed}")
        if not pressed and before == "both" and change == "same":
            found.append(f"{form}: not found on the page that it was recorded on: {rows[-1].said}")
        await chat.close()
    return found


@pytest.mark.parametrize("form", ["headings", "group"])
async def test_the_control_of_another_item_is_not_pressed(browser: Browser, site: Site, form: str) -> None:
    assert await wrong(browser, site, form, "oak alone", ("sold out",)) == []


@pytest.mark.long("browser/test_replay_items.py::test_the_control_of_another_item_is_not_pressed")
@pytest.mark.timeout(900)
@pytest.mark.parametrize("form", FORMS)
async def test_in_no_form_of_page_another_items_control_is_pressed(browser: Browser, site: Site, form: str) -> None:
    found = [
        line
        for before in BEFORE
        for line in await wrong(browser, site, form, before, [change for change in AFTER if (form, before, change) not in UNSEEN])
    ]
    assert not found, "\n".join(found)


NAMES: Final = (
    "Oak lamp",
    "Tin lamp",
    "Ash lamp",
    "Oak lamp XL",
    "Brass vase",
    "Oak tray",
    "Ada Lovelace",
    "12 May",
    "Invoice 7",
    "Invoice 71",
)
LABELS: Final = ("Add to cart", "Delete", "Edit", "Choose", "Remove item", "More")
CONTROLS: Final[dict[str, str]] = {
    "button": "<button {handles} onclick=\"pressed.push('{name}')\">{label}</button>",
    "link": "<a {handles} href='#' onclick=\"pressed.push('{name}')\">{label}</a>",
    "box": "<span {handles} role=button tabindex=0 onclick=\"pressed.push('{name}')\">{label}</span>",
    "icon": "<button {handles} aria-label='{label}' onclick=\"pressed.push('{name}')\">*</button>",
    "check": "<label><input {handles} type=checkbox onclick=\"pressed.push('{name}')\"> {label}</label>",
}
HANDLES: Final = ("", "id='c{place}'", "name='c{place}'", "data-testid='c{place}'", "class='c{place} wide'")
"""Of what is numbered by its place, the number is another item's once an item is gone."""
FATES: Final = (
    "same",
    "sold out",
    "disabled",
    "a link",
    "removed",
    "renamed",
    "replaced",
    "shuffled",
    "one more",
    "none left",
    "gone and first",
    "priced anew",
)


SEEDS: Final = 40


@dataclass(frozen=True)
class Shelf:
    """A seeded page of items with one control each, and what becomes of it."""

    form: str
    names: tuple[str, ...]
    wanted: str
    label: str
    control: str
    handles: str

    @classmethod
    def of(cls, chance: Random) -> "Shelf":
        names = tuple(chance.sample(NAMES, chance.randint(2, 5)))
        # That is the page of its first item.
        wanted = names[0] if (form := chance.choice(list(FORMS))) == "product" else chance.choice(names)
        return cls(form, names, wanted, chance.choice(LABELS), chance.choice(list(CONTROLS)), chance.choice(HANDLES))

    def control_of(self, name: str, place: int) -> str:
        return CONTROLS[self.control].format(handles=self.handles.format(place=place), name=name, label=self.label)

    def page(self, fate: str = "same", chance: Random | None = None) -> str:
        names = list(self.names)
        others = [name for name in NAMES if name not in names]
        at = names.index(self.wanted)
        if fate in ("removed", "gone and first") and len(names) > 1:
            del names[at]
        elif fate == "replaced":
            names[at] = (chance or Random(0)).choice(others)
        elif fate == "shuffled":
            (chance or Random(0)).shuffle(names)
        elif fate == "one more":
            names.insert(0, others[0])
        elif fate == "none left":
            names = [others[0]]
        items = [(name, self.control_of(name, place)) for place, name in enumerate(names)]
        changed = {
            "sold out": "<i>Sold out</i>",
            "disabled": f"<button disabled>{self.label}</button>",
            "a link": "<a href='#x'>Notify me</a>",
            "renamed": f"<button onclick=\"pressed.push('{self.wanted}')\">Reserve</button>",
        }.get(fate)
        html = FORMS[self.form]([(name, changed if changed and name == self.wanted else control) for name, control in items])
        return PAGE % (html.replace("euros", "francs") if fate == "priced anew" else html)


@pytest.mark.long("browser/test_replay_items.py::test_the_control_of_another_item_is_not_pressed")
@pytest.mark.timeout(900)
@pytest.mark.parametrize("seed", range(SEEDS))
async def test_on_no_seeded_page_another_items_control_is_pressed(browser: Browser, site: Site, seed: int) -> None:
    chance = Random(seed)
    shelf = Shelf.of(chance)
    url = site.page(shelf.page(), "/")
    chat = browser.chat("record")
    await do(chat, "open", url=url)
    numbers = re.findall(rf"(\d+)\] {shelf.label}", page_text(await do(chat, "content")))
    await do(chat, "click", ref=int(numbers[shelf.names.index(shelf.wanted)]))
    assert await evaluated(chat, "pressed") == [shelf.wanted]
    session = await recorded(chat)
    await chat.close()
    found = []
    for fate in FATES:
        site.page(shelf.page(fate, chance), "/")
        chat = browser.chat("again")
        rows = [row async for row in replay(session, chat, Plan(patience_ms=150))]
        pressed = await evaluated(chat, "pressed")
        if set(pressed) - {shelf.wanted}:
            found.append(f"{fate}: {pressed}")
        if fate == "same" and pressed != [shelf.wanted]:
            found.append(f"not found on the page that it was recorded on: {rows[-1].said}")
        await chat.close()
    assert found == [], shelf
