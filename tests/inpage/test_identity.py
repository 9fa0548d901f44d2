"""A number means one element for as long as it lives, and never another."""

import pytest
from playwright.async_api import Error, Page

from tests.inpage.wire import ask, capture

ROWS = "<h2>{heading}</h2><ul>{rows}</ul>"
ROW = "<li>{name} <button>Delete</button></li>"


def rows(*names: str, heading: str = "Files") -> str:
    """A list with one Delete button a row."""
    return ROWS.format(heading=heading, rows="".join(ROW.format(name=name) for name in names))


async def test_a_living_element_keeps_its_id(page: Page) -> None:
    await page.set_content("<p><button id=a>A</button><button id=b>B</button></p><p id=end></p>")
    before = await capture(page)
    assert before.header["fresh"] == [1, 2]
    await page.evaluate(
        "() => { end.append(a); a.textContent = 'A2'; a.setAttribute('role', 'tab'); history.pushState(0, '', '#x') }"
    )
    after = await capture(page)
    assert (after.id_of("A2"), after.id_of(" B")) == (before.id_of("A"), before.id_of("B"))
    assert after.kind_of("A2") == "tab"


async def test_ids_are_not_given_again(page: Page) -> None:
    await page.set_content("<button>A</button>")
    first = await capture(page)
    await page.evaluate("() => { document.body.innerHTML = '<h1>New</h1><button>B</button>' }")
    second = await capture(page)
    assert second.id_of("B") > first.id_of("A")
    assert (await ask(page, "probe", id=first.id_of("A")))["status"] == "removed"


async def test_given_numbers_are_printed(page: Page) -> None:
    await page.set_content("<button>A</button><button>B</button>")
    await capture(page)
    captured = await capture(page, numbers=[[1, 1, 41], [2, 1, 17]])
    assert captured.body == "[button 41] A [button 17] B"
    assert captured.header["fresh"] is None
    await page.evaluate("document.body.append(document.createElement('button'))")
    assert (await capture(page)).header["fresh"] == [3, 1]


async def test_a_local_id_is_a_real_locator(page: Page) -> None:
    await page.set_content("<button onclick=\"this.textContent='Pressed ' + event.isTrusted\">Go</button>")
    captured = await capture(page)
    await page.locator(f"refbrowser={captured.id_of('Go')}").click()
    assert (await capture(page)).body.endswith("Pressed true")
    assert await page.locator("refbrowser=999").count() == 0
    assert await page.locator(f"refbrowser=1@{captured.header['doc']}").count() == 1


async def test_a_locator_of_one_document_finds_nothing_in_the_next(page: Page) -> None:
    await page.set_content("<button>A</button>")
    old = (await capture(page)).header["doc"]
    await page.goto("data:text/html,<button>B</button>")
    assert (await capture(page)).id_of("B") == 1
    with pytest.raises(Error, match="belongs to another document"):
        await page.locator(f"refbrowser=1@{old}").click(timeout=1000)


async def test_another_document_is_distinguished(page: Page) -> None:
    await page.set_content("<button>A</button>")
    old = (await capture(page)).header["doc"]
    await page.goto("data:text/html,<button>A</button>")
    assert (await ask(page, "probe", doc=old, id=1))["status"] == "stale_document"
    assert (await capture(page, doc=old)).header["error"] == "stale_document"
    assert (await ask(page, "after", doc=old, version=1))["error"] == "stale_document"


async def test_a_replaced_element_heals_with_its_number(page: Page) -> None:
    await page.set_content(f"<main>{rows('a', 'b')}</main>")
    captured = await capture(page)
    second = captured.id_of("Delete\n- b") + 1
    await page.evaluate("() => { const main = document.querySelector('main'); main.innerHTML = main.innerHTML }")
    reply = await ask(page, "probe", id=second)
    assert (reply["status"], reply["kind"], reply["name"], reply["point_hits"]) == ("healed", "button", "Delete", True)
    assert await page.locator(f"refbrowser={second}").evaluate("e => e.closest('li').firstChild.data") == "b "
    assert (await ask(page, "probe", id=second))["status"] == "live"
    assert f"- b [button {second}] Delete" in (await capture(page)).body


async def test_words_that_are_the_same_before_it_let_it_heal(page: Page) -> None:
    await page.set_content("<main><p>Pear</p><div><button>Delete</button></div></main>")
    first = (await capture(page)).id_of("Delete")
    await page.evaluate("() => { const main = document.querySelector('main'); main.innerHTML = main.innerHTML + '<p>more</p>' }")
    assert (await ask(page, "probe", id=first))["status"] == "healed"


async def test_it_also_heals_after_a_capture_has_seen_the_new_one(page: Page) -> None:
    await page.set_content(f"<main>{rows('a', 'b')}</main>")
    first = (await capture(page)).id_of("Delete")
    await page.evaluate("() => { const main = document.querySelector('main'); main.innerHTML = main.innerHTML }")
    await capture(page)
    assert (await ask(page, "probe", id=first))["status"] == "healed"


NOT_HEALED = {
    "one row less": (rows("a", "b"), rows("b")),
    "a row with other text": (rows("a"), rows("c")),
    "another heading": (rows("a"), rows("a", heading="Trash")),
    "another name": (rows("a"), rows("a").replace("Delete", "Remove")),
    "another kind": (rows("a"), rows("a").replace("button>", "summary tabindex=0>")),
    "other words before it": ("<div>Pear <button>Delete</button></div>", "<div>Apple <button>Delete</button></div>"),
    "another place": (rows("a"), "<section>" + rows("a") + "</section>"),
    "other words on the line above": (
        "<p>Pear</p><div><button>Delete</button></div>",
        "<p>Apple</p><div><button>Delete</button></div>",
    ),
    "another link before it": (
        "<div><a href=x>Pear</a> <button>Delete</button></div>",
        "<div><a href=x>Apple</a> <button>Delete</button></div>",
    ),
    "two twins before": (rows("a", "a"), rows("a")),
    "two twins after": (rows("a"), rows("a", "a")),
}
"""The first, the last and the one in the middle, which the usual run has, are of three kinds."""


@pytest.mark.rows(3)
@pytest.mark.parametrize(("before", "after"), NOT_HEALED.values(), ids=NOT_HEALED)
async def test_never_another_element(page: Page, before: str, after: str) -> None:
    await page.set_content(f"<main>{before}</main>")
    first = (await capture(page)).id_of("Delete")
    await page.evaluate("html => { document.querySelector('main').innerHTML = html }", after)
    reply = await ask(page, "probe", id=first)
    assert (reply["status"], "point" in reply) == ("removed", False)
    assert reply["reason"]


async def test_a_neighbouring_twin_is_not_taken_for_it(page: Page) -> None:
    await page.set_content(f"<main>{rows('a')}</main>")
    first = (await capture(page)).id_of("Delete")
    await page.evaluate("html => document.querySelector('ul').insertAdjacentHTML('beforeend', html)", ROW.format(name="a"))
    await page.evaluate("document.querySelector('li').remove()")
    assert (await ask(page, "probe", id=first))["status"] == "removed"


async def test_an_element_that_moves_away_and_back_is_itself(page: Page) -> None:
    await page.set_content(f"<main>{rows('a')}</main>")
    first = (await capture(page)).id_of("Delete")
    await page.evaluate("() => { window.kept = document.querySelector('li'); kept.remove() }")
    assert (await ask(page, "probe", id=first))["status"] == "removed"
    await page.evaluate("document.querySelector('ul').append(kept)")
    assert (await ask(page, "probe", id=first))["status"] == "live"


async def test_ids_never_given_are_unknown(page: Page) -> None:
    assert (await ask(page, "probe", id=1))["status"] == "unknown"
