"""A flow that stopped, and what was done by hand after it, become the next revision: readable, with its comments, and it runs."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from refbrowser import Browser, Chat
from tests.support.calls import do, failure, read, refused
from tests.support.server import Site

FLOW = """# Ours: an order.
flow: 1
name: order
site: {site}
inputs:
  query: {{type: string, default: lamp}}   # what to look for
steps:
  - action: navigate
    with: {{url: /}}
  # The search.
  - action: type
    target: {{kind: input text, name: Search}}   # by its label
    with: {{text: "${{query}}"}}
  - action: click
    target: {{kind: button, name: Go}}
    expect: {{page: "/found?q=${{query}}", within_ms: 300}}
    wait_ms: 300
  # Buys.
  - action: click
    target: {{kind: button, name: Buy}}
    once: true   # never twice
    wait_ms: 300
    expect: {{text: Bought, within_ms: 200}}
"""
FORM = "<form action=/found><label>Search <input name=q id=q></label><button>Go</button></form>"
FOUND = "<h1>Found</h1><button onclick=\"fetch('/bought');this.nextSibling.textContent='Bought'\">Buy</button><p></p>"


@pytest.fixture
def order(browser: Browser, site: Site) -> Iterator[Path]:
    """The file of the flow, and its site as it was."""
    site.page(FORM, "/")
    site.page(FOUND, "/found")
    site.route("/bought", "")
    folder = browser.settings.home / "flows"
    folder.mkdir(exist_ok=True)
    (path := folder / "order.yaml").write_text(FLOW.format(site=site.url("")))
    yield path
    shutil.rmtree(folder)


async def stop(chat: Chat) -> str:
    return str(
        failure(await chat.call({"action": "flow", "name": "order", "inputs": {"query": "desk"}}), "flow_stopped")["details"][
            "step"
        ]
    )


async def test_a_renamed_button_is_repaired_by_one_press_and_one_call(shared_chat: Chat, site: Site, order: Path) -> None:
    site.page(FOUND.replace(">Buy<", ">Order now<"), "/found")
    assert await stop(shared_chat) == "4"
    assert (
        "nothing to repair it with"
        in (await refused(shared_chat, "invalid_arguments", "flow", operation="repair", name="order"))["error"]
    )
    await do(shared_chat, "click", ref=(await read(shared_chat))["Order now"])
    before = order.read_text()
    repaired = await do(shared_chat, "flow", operation="repair", name="order")
    changed = [line for line in repaired["diff"].splitlines()[2:] if line[0] in "+-"]
    assert changed == [
        "+revision: 2",
        "-    target: {kind: button, name: Buy}",
        "+    target: {kind: button, name: Order now, heading: Found}",
    ]
    text = order.read_text()
    assert [
        comment
        for comment in ("# Ours: an order.", "# what to look for", "# The search.", "# by its label", "# Buys.", "# never twice")
        if comment not in text
    ] == []
    assert [path.read_text() for path in (order.parent / ".earlier" / "order").iterdir()] == [before]
    assert (await do(shared_chat, "flow", name="order"))["outcome"] == "done"
    assert [request.path for request in site.requests].count("/bought") == 2
    assert (
        "nothing to repair" in (await refused(shared_chat, "invalid_arguments", "flow", operation="repair", name="order"))["error"]
    )


@pytest.mark.long("browser/test_flow_repairs.py::test_a_renamed_button_is_repaired_by_one_press_and_one_call")
async def test_more_steps_by_hand_take_the_place_of_one_and_the_rest_goes_on(shared_chat: Chat, site: Site, order: Path) -> None:
    site.page(
        "<button onclick=\"document.querySelector('form').hidden=false\">Open the search</button><form hidden action=/found><label>Look for <input name=what></label><button>Go</button></form>",
        "/",
    )
    order.write_text(
        order.read_text().replace("name: Search}", "name: Search}\n    wait_ms: 300").replace("/found?q=", "/found?what=")
    )
    assert await stop(shared_chat) == "2"
    await do(shared_chat, "click", ref=(await read(shared_chat))["Open the search"])
    refs = await read(shared_chat)
    await do(shared_chat, "type", ref=refs["Look for"], text="desk")
    await do(shared_chat, "click", ref=refs["Go"])
    await do(shared_chat, "click", ref=(await read(shared_chat))["Buy"])
    repaired = await do(shared_chat, "flow", operation="repair", name="order")
    text = order.read_text()
    assert text.count("action:") == 5, text
    assert "${query}" in text.partition("Look for")[2].partition("Go")[0]
    assert "name: Go}" in text
    assert "revision: 2" in repaired["diff"]
    await do(shared_chat, "flow", name="order", inputs={"query": "mug"})
    assert [request.query for request in site.requests if request.path == "/found"][-1] == {"what": ["mug"]}


@pytest.mark.long("browser/test_flow_repairs.py::test_a_renamed_button_is_repaired_by_one_press_and_one_call")
async def test_what_an_element_is_now_and_what_holds_now_are_written(shared_chat: Chat, site: Site, order: Path) -> None:
    order.write_text(order.read_text().replace("name: Search}", "name: Search, hints: {id: q}}"))
    site.page(FORM.replace("id=q", "id=query").replace("/found", "/results"), "/")
    site.page(FOUND, "/results")
    assert await stop(shared_chat) == "3"
    await do(shared_chat, "flow", operation="repair", name="order")
    text = order.read_text()
    assert "hints: {id: query}" in text
    assert "page: /results?q=${query}" in text.replace("'", "").replace('"', "")
    assert (await do(shared_chat, "flow", name="order"))["healed"] == []


OUTPUTS = """flow: 1
name: order
site: {site}
outputs:
  total: {{type: number}}   # what is to be paid
  rows: {{type: table}}
steps:
  - action: navigate
    with: {{url: /}}
  # The sum.
  - action: find
    with: {{text: Total}}   # its label
    read: {{total: {{after: Total, under: Basket}}}}
    wait_ms: 100
  - repeat:
      steps:
        - action: content
          read: {{rows: {{table: [Order, Sum]}}}}   # both
          wait_ms: 100
      next: {{kind: link, name: Next}}
      most: 3
"""
BASKET = "<h1>Shop</h1><h2>{0}</h2><p>{1}: 12.50 €</p><h2>Saved</h2><p>Total: 99.00 €</p><table><tr><th>Order<th>{2}<tr><td>A<td>1</table>"


@pytest.mark.long("browser/test_flow_repairs.py::test_a_renamed_button_is_repaired_by_one_press_and_one_call")
async def test_an_output_that_is_elsewhere_now_is_repaired_by_one_reading_and_one_call(
    shared_chat: Chat, site: Site, order: Path
) -> None:
    order.write_text(OUTPUTS.format(site=site.url("")))
    site.page(BASKET.format("Basket", "Total", "Sum"), "/")
    right = {"total": 12.5, "rows": [{"Order": "A", "Sum": "1"}]}
    assert (await do(shared_chat, "flow", name="order"))["outputs"] == right
    changes = [
        (("Basket", "To pay", "Sum"), "To pay", "total is read after “To pay” under “Basket”", 12.5, right["rows"]),
        (("Your order", "To pay", "Sum"), "To pay", "total is read after “To pay” under “Your order”", 12.5, right["rows"]),
        (("Your order", "To pay", "Price"), None, "rows is read from the table with Order, Price", 12.5, [{"Order": "A", "Price": "1"}]),
    ]  # fmt: skip
    for page, label, said, total, rows in changes:
        site.page(BASKET.format(*page), "/")
        details = failure(await shared_chat.call({"action": "flow", "name": "order"}), "flow_stopped")["details"]
        assert details["reason"] == "reading"
        missing = await refused(shared_chat, "invalid_arguments", "flow", operation="repair", name="order")
        assert "No reading by hand shows where" in missing["error"]
        await (do(shared_chat, "find", text=label) if label is not None else do(shared_chat, "content"))
        repaired = await do(shared_chat, "flow", operation="repair", name="order")
        assert any(said in each for each in repaired["changed"]), repaired["changed"]
        assert len([line for line in repaired["diff"].splitlines()[2:] if line[0] in "+-"]) <= 6
        assert (await do(shared_chat, "flow", name="order"))["outputs"] == {"total": total, "rows": rows}
    assert [
        comment for comment in ("# what is to be paid", "# The sum.", "# its label", "# both") if comment not in order.read_text()
    ] == []
