"""What names the item of a control, by which a replay and a flow tell it from the same control of another item."""

from playwright.async_api import Page

from tests.inpage.wire import ask

PAGES = {
    # Of lists.
    "links alone": ("<section><h2>Results</h2><ul><li><a href=/1>Tin</a><li><a href=/2>Oak</a></ul></section>", "Results"),
    "links alone, without a heading": ("<ul><li><a href=/1>Tin</a><li><a href=/2>Oak</a></ul>", ""),
    "cards of which one has a heading": ("<div><div class=c><h3>Tin</h3><a href=/1>See</a></div><div class=c><a href=/2>Oak</a></div></div>", ""),
    "cards under a heading": (
        "<section><h2>Lamps</h2><div><div class=c><b>Tin</b><p><a href=/1>See</a></div><div class=c><p><a href=/2>Oak</a></div></div></section>",
        "Lamps",
    ),
    # Of one item.
    "a name beside the link": ("<ul><li>Tin <a href=/1>See</a><li>Teak <a href=/2>Oak</a></ul>", "Teak"),
    "a link as name": ("<ul><li><a href=/1>Tin</a> <a href=/3>See</a><li><a href=/2>Teak</a> <a href=/4>Oak</a></ul>", "Teak"),
    "cells of a row": ("<table><tr><td>Tin<td><a href=/1>See</a><tr><td>Teak<td><a href=/2>Oak</a></table>", "Teak"),
    "boxes in rows": (
        "<div><div class=r><span class=c><a href=/1>Tin</a></span><span class=c><a href=/3>See</a></span></div>"
        "<div class=r><span class=c><a href=/2>Teak</a></span><span class=c><a href=/4>Oak</a></span></div></div>", "Teak",
    ),
    "columns of a card": (
        "<div><div class=r><div class=c>Tin</div><div class=c><a href=/1>See</a></div></div>"
        "<div class=r><div class=c>Teak</div><div class=c><a href=/2>Oak</a></div></div></div>", "Teak",
    ),
}  # fmt: skip
"""By what it shows: a page, and the item of its link that is called Oak."""


async def test_an_item_is_named_by_what_is_its_own(page: Page) -> None:
    found = {}
    for name, (html, _) in PAGES.items():
        await page.set_content("<!doctype html><body>" + html)
        (link,) = (await ask(page, "seek", meaning={"kind": "", "name": "Oak"}))["found"]
        found[name] = link["item"]
    assert found == {name: item for name, (_, item) in PAGES.items()}
