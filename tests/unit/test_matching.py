"""A recorded element among others: the one that it is, or none with a reason; never another one."""

import random
from typing import Any

import pytest

from refbrowser.replay.matching import Match, NoMatch, match

WANTED = {
    "kind": "button", "name": "Buy", "heading": "Lamps", "row": "Arc lamp $89", "form": "/cart", "id": "b1", "path": ">main>div>button",
    "alike": 2, "place": 1,
}  # fmt: skip
OTHER = {**WANTED, "row": "Desk lamp $49", "id": "b2", "place": 2}


def button(**changed: Any) -> dict[str, Any]:
    return {**WANTED, **changed}


@pytest.mark.parametrize(
    ("candidates", "place", "how"),
    [
        ([button(), OTHER], 0, ""),
        ([OTHER, button(place=2), button(row="Floor lamp $99", place=3)], 1, ""),
        ([OTHER, button(id="x77")], 1, "by its name and place; its id is “x77”, was “b1”"),
        ([OTHER, button(heading="Everything")], 1, "by its name and the text around it; its heading is “Everything”, was “Lamps”"),
        ([button(name="Buy now", row="Arc lamp $89 New"), {**OTHER, "name": "Buy all"}], 0, "by its id; its name is “Buy now”, was “Buy”, its row is “Arc lamp $89 New”, was “Arc lamp $89”"),
    ],
)  # fmt: skip
def test_the_one_that_it_is_is_found(candidates: list[dict[str, Any]], place: int, how: str) -> None:
    found = match(WANTED, candidates)
    assert isinstance(found, Match), found
    assert found.found is candidates[place]
    assert found.how == how


@pytest.mark.parametrize(
    "candidates",
    [
        [],
        [OTHER],
        [button(row="", heading="", id=""), button(row="", heading="", id="", place=2)],
        [{**OTHER, "id": "b1", "name": "Log out", "alike": 1}],
        [button(name="Delete", id="b9", alike=1)],
        [button(kind="link", name="Buy", id="b1"), button(kind="link", name="Buy", id="b9")],
        [button(row="Armchair $899", heading="Chairs", id="z", form="", alike=1)],
        [button(heading="", form="", id="b3", alike=2), button(heading="", id="b4", alike=2, place=2)],
    ],
    ids=[
        "nothing",
        "the other",
        "twins",
        "an id given to another",
        "another label",
        "two links",
        "elsewhere",
        "one hardly more alike than the other",
    ],
)
def test_none_is_found_where_it_would_be_a_guess(candidates: list[dict[str, Any]]) -> None:
    found = match(WANTED, candidates)
    assert isinstance(found, NoMatch), found
    assert found.why


def test_twins_are_distinguished_by_their_place_while_their_number_is_the_same() -> None:
    twins = [button(row="", id="", path="p", place=place) for place in (1, 2)]
    wanted = {**twins[1], "same": 2}
    assert match(wanted, twins) == Match(twins[1])
    three = [button(row="", id="", path="p", place=place, alike=3) for place in (1, 2, 3)]
    assert isinstance(match(wanted, three), NoMatch)
    assert isinstance(match(wanted, [{**twins[0], "alike": 1}]), NoMatch)
    assert isinstance(match({**wanted, "test_id": "a"}, [{**twins[0], "test_id": "a"}, three[2]]), Match)


def control(name: str, kind: str = "button", **more: Any) -> dict[str, Any]:
    return {"kind": kind, "name": name, "alike": 1, "same": 1, **more}


@pytest.mark.parametrize(
    ("wanted", "candidates"),
    [
        # Ids given to each other: the word that is shared is one that both share.
        (control("Express delivery", "radio", id="e", field="way"), [control("Express shipping", "radio", id="s", field="way"), control("Slow delivery", "radio", id="e", field="way")]),
        (control("Express delivery", "radio", id="e", field="way"), [control("Slow delivery", "radio", id="e", field="way")]),
        (control("Delete draft", id="d"), [control("Discard draft", id="x"), control("Delete all drafts", id="d")]),
        (control("Red shirts", "checkbox", field="colour", form="/f"), [control("Blue socks", "checkbox", field="colour", form="/f")]),
    ],
)  # fmt: skip
def test_a_label_that_another_one_is_as_close_to_is_not_taken_for_reworded(
    wanted: dict[str, Any], candidates: list[dict[str, Any]]
) -> None:
    found = match(wanted, candidates)
    assert isinstance(found, NoMatch), found


PRODUCTS = ("Arc lamp", "Desk lamp", "Oak tray", "Tea kettle", "Field radio", "Travel mug", "Wall clock", "Wool rug")
REWORDED = {"Buy": "Add to bag", "Details": "More details", "Email": "Your email", "Search": "Find"}


def page(random: random.Random) -> list[dict[str, Any]]:
    """A page of products, each with three controls, and a form. ``is`` says which element one is."""
    found = []
    for index, product in enumerate(PRODUCTS):
        row = f"{product} ${10 + index}"
        found += [
            {"is": f"{name} {product}", "kind": kind, "name": name, "heading": "All", "row": row, "form": "", "id": f"{name}{index}",
             "href": f"/p/{index}" if kind == "link" else "", "path": ">ul>li", "field": ""}
            for kind, name in (("button", "Buy"), ("link", "Details"), ("checkbox", "Compare"))
        ]  # fmt: skip
    for kind, name, field in (("input text", "Search", "q"), ("input email", "Email", "mail"), ("button", "Subscribe", "")):
        found.append(
            {
                "is": name,
                "kind": kind,
                "name": name,
                "heading": "News",
                "row": "",
                "form": "/news",
                "id": f"i{name}",
                "href": "",
                "path": ">form",
                "field": field,
            }
        )
    return found


def counted(elements: list[dict[str, Any]]) -> list[dict[str, Any]]:
    seen: dict[tuple[str, str], int] = {}
    for one in elements:
        key = one["kind"], one["name"]
        one["place"] = seen[key] = seen.get(key, 0) + 1
    return [{**one, "alike": seen[one["kind"], one["name"]]} for one in elements]


def mutated(own: random.Random, elements: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The page after a redesign: other ids and paths, sections moved, labels reworded, rows inserted, removed and in another order."""
    changed = [dict(one) for one in elements]
    if own.random() < 0.7:
        ids = [one["id"] for one in changed]
        # Some ids are given to something else, which is worse than new ones.
        shuffled = own.sample(ids, len(ids)) if own.random() < 0.5 else [f"n{number}" for number in range(len(ids))]
        changed = [{**one, "id": new, "path": ">div>div"} for one, new in zip(changed, shuffled, strict=True)]
    if own.random() < 0.5:
        changed = [{**one, "heading": "Catalogue" if one["heading"] == "All" else one["heading"]} for one in changed]
    if own.random() < 0.4:
        words = own.sample(sorted(REWORDED), 2)
        changed = [{**one, "name": REWORDED[one["name"]] if one["name"] in words else one["name"]} for one in changed]
    if own.random() < 0.5:
        gone = own.sample(PRODUCTS, own.randrange(1, len(PRODUCTS)))
        changed = [one for one in changed if not any(one["is"].endswith(product) for product in gone)]
    if own.random() < 0.5:
        new = f"New thing {own.randrange(99)}"
        changed[:0] = [
            {**one, "is": f"{one['name']} {new}", "row": f"{new} $5", "id": f"new{index}", "href": "/p/new" if one["href"] else ""}
            for index, one in enumerate(elements[:3])
        ]
    if own.random() < 0.5:
        own.shuffle(changed)
    return counted(changed)


@pytest.mark.long("unit/test_matching.py::test_none_is_found_where_it_would_be_a_guess")
def test_over_400_redesigns_no_wrong_element_is_found() -> None:
    found_right = missed = 0
    for seed in range(400):
        own = random.Random(seed)
        before = counted(page(own))
        after = mutated(own, page(own))
        for wanted in before:
            result = match({name: value for name, value in wanted.items() if name != "is"}, after)
            is_there = any(one["is"] == wanted["is"] for one in after)
            if isinstance(result, Match):
                assert result.found["is"] == wanted["is"], (seed, wanted, result)
                found_right += 1
            else:
                missed += is_there
    assert found_right > 8 * missed, (found_right, missed)


IN_A_ROW = {"kind": "button", "name": "Buy", "near": "Pear 3.00", "alike": 1, "same": 1, "place": 1}


@pytest.mark.parametrize(
    ("candidates", "place"),
    [
        ([{**IN_A_ROW, "near": "Pear 4.50"}], 0),
        ([{**IN_A_ROW, "near": ""}], 0),
        ([{**IN_A_ROW, "near": "Apple 1.00"}], None),
        ([{**IN_A_ROW, "near": "Apple 1.00", "field": "pear"}], 0),
    ],
)
def test_behind_other_words_it_is_another_one(candidates: list[dict[str, Any]], place: int | None) -> None:
    found = match({**IN_A_ROW, "field": "pear"}, candidates)
    assert (found.found if isinstance(found, Match) else None) == (None if place is None else candidates[place])
    # A record of before has no words to compare.
    assert isinstance(match({name: value for name, value in IN_A_ROW.items() if name != "near"}, candidates), Match)


def test_twins_are_distinguished_by_the_words_before_them() -> None:
    twins = [
        {**IN_A_ROW, "near": near, "alike": 2, "place": place, "path": "p"} for place, near in ((1, "Apple 1.00"), (2, "Pear 3.00"))
    ]
    wanted = {**twins[1], "same": 2, "place": 1}
    assert match(wanted, twins) == Match(twins[1])
    assert isinstance(match({**wanted, "near": "Plum 2.00"}, twins), NoMatch)


@pytest.mark.parametrize(
    ("was", "candidates", "found"),
    [
        ({"item": "Oak lamp", "id": "buy", "test_id": "add"}, [{"item": "Tin lamp", "id": "buy", "test_id": "add"}], None),
        ({"item": "Oak lamp"}, [{"item": "Tin lamp"}, {"item": "Oak lamp, new"}], 1),
        ({"item": "Oak lamp", "heading": "Lamps"}, [{"item": "Oak lamp", "heading": "Everything"}], 0),
        ({"heading": "Oak lamp"}, [{"heading": "Tin lamp"}], None),
        ({"heading": "Details"}, [{"heading": "Your details"}], 0),
        ({"item": "Oak lamp", "href": "/buy/1"}, [{"item": "The oak", "href": "/buy/1"}], 0),
        # Names of which one has a word or another figure more; amounts and badges are no part of them.
        ({"item": "Oak lamp", "alike": 2}, [{"item": "Oak lamp XL"}], None),
        ({"item": "Oak lamp XL", "alike": 2}, [{"item": "Oak lamp"}], None),
        ({"item": "Add", "row": "Oak lamp Add", "alike": 3}, [{"item": "Add", "row": "Oak lamp XL Add"}], None),
        ({"heading": "Oak lamp XL", "alike": 2}, [{"heading": "Oak lamp"}], None),
        ({"item": "Invoice 7"}, [{"item": "Invoice 71"}], None),
        ({"item": "Oak lamp 9 euros", "alike": 2}, [{"item": "Oak lamp 8 euros"}], 0),
        ({"item": "Oak lamp 1.299,00 €", "alike": 2}, [{"item": "Sale Oak lamp 999,00 €"}], 0),
        ({"item": "Cart (2)"}, [{"item": "Cart (3)"}], 0),
        ({"item": "Oak lamp"}, [{"item": "Our oak lamp"}], 0),
        ({"item": "Oak", "alike": None}, [{"item": "Tin lamp"}, {"item": "Oak lamp"}], 1),
    ],
)
def test_the_item_belongs_to_what_an_element_means(
    was: dict[str, Any], candidates: list[dict[str, Any]], found: int | None
) -> None:
    several = [control("Add", **one, place=place) for place, one in enumerate(candidates, 1)]
    result = match({name: part for name, part in control("Add", **was).items() if part is not None}, several)
    assert (result.found["place"] - 1 if isinstance(result, Match) else None) == found, result


@pytest.mark.parametrize(
    ("near", "is_it"),
    [
        ("Oak lamp", True),
        ("Oak lamp New", True),
        ("Oak desk lamp", False),
        ("Tin lamp", False),
        ("Oak lamp XL", False),
        ("Cups", False),
    ],
)
def test_the_text_before_it_is_a_name_that_may_share_words_with_another(near: str, is_it: bool) -> None:
    found = match(control("Add", near="Oak lamp", alike=2), [control("Add", near=near)])
    assert isinstance(found, Match) is is_it, found
