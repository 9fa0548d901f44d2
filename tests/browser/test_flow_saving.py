"""Flows made of sessions of an agent that errs: what is left out, what becomes an input, what is read, and that the flow runs."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from refbrowser import Browser, Chat
from refbrowser.flows.checking import read_flow
from tests.support.calls import do, read, refused
from tests.support.exchange import Request
from tests.support.server import Site
from tests.support.vault import PASSWORD, origin

MAIL = "<title>Mail</title><h1>Mail</h1><p>Hello Ada</p><p>Your number: {}</p>"
CONFIRM = "<title>Confirm</title><h1>Confirm</h1><form action=/entered><label>Number <input name=n></label> <button>Confirm</button></form>"


@pytest.fixture
def flows(browser: Browser) -> Iterator[Path]:
    """The browser's folder of flows."""
    folder = browser.settings.home / "flows"
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


SHOP = "<title>Shop</title><h1>Shop</h1><nav><a href=/about>About</a></nav><p id=idle>Idle</p><form action=/found><label>Search <input name=q></label> <label>Note <input name=note></label> <button>Go</button></form>"
ORDERS = "<title>Orders</title><h1>Orders</h1><table><tr><th>Order<th>Sum<tr><td>A-{0}<td>{0}.50</table>{1}"


def shop(site: Site) -> str:
    site.page("<title>About</title><h1>About us</h1>", "/about")
    site.page(
        "<title>Found</title><h1>Results</h1><ul><li>Arc lamp <button onclick=\"if(confirm('Buy Arc lamp?')) fetch('/bought').then(() => document.querySelector('p').textContent = 'Thank you for the order')\">Buy</button><li>Desk lamp <button>Buy</button></ul><p></p>",
        "/found",
    )
    site.route("/bought", "")
    for number in (1, 2, 3):
        site.page(ORDERS.format(number, f"<a href=/orders{number + 1}>Next</a>" if number < 3 else ""), f"/orders{number}")
    return site.page(SHOP, "/")


async def order(chat: Chat, url: str) -> None:
    """An agent orders, and errs on the way: a wrong ref, a press without effect, a wrong page, a wrong text, a dialog that it first
    dismisses."""
    await do(chat, "open", url=url)
    refs = await read(chat)
    await refused(chat, "ref_unknown", "click", ref=999)
    await do(chat, "click", selector="#idle")
    await do(chat, "click", ref=refs["About"])
    await do(chat, "back")
    refs = await read(chat)
    await do(chat, "screenshot")
    await do(chat, "type", ref=refs["Search"], text="lmap")
    await do(chat, "type", ref=refs["Search"], text="lamp")
    await do(chat, "type", ref=refs["Note"], text="a gift: ${x}")
    await do(chat, "click", ref=refs["Go"])
    text = await do(chat, "content")
    buy = int(next(line for line in text.splitlines() if "Arc lamp" in line).partition("[button ")[2].partition("]")[0])
    await do(chat, "click", ref=buy)
    await do(chat, "dialog", operation="dismiss")
    await do(chat, "click", ref=buy)
    await do(chat, "dialog", operation="accept")
    await do(chat, "wait", text="Thank you")
    await do(chat, "find", text="Thank you for")


async def test_what_failed_did_nothing_or_was_taken_back_is_left_out(
    browser: Browser, chat_numbers: Iterator[int], site: Site, flows: Path
) -> None:
    chat = browser.chat(f"erring-{next(chat_numbers)}", goal="Order the first lamp as a gift: ${x}")
    await order(chat, shop(site))
    saved = await do(chat, "flow", operation="save", name="order")
    assert saved["proved"], saved
    assert {each["call"]: each["why"] for each in saved["dropped"]} == {
        3: "it failed: ref_unknown", 4: "it had no effect", 5: "it was taken back by #6", 6: "it was taken back by #6",
        8: "it only looked", 9: "it was corrected by #10", 14: "it was repeated by #16", 15: "it was repeated by #16",
    }  # fmt: skip
    flow = read_flow(saved["text"], "order")
    assert [(step.action, getattr(step.target, "name", None)) for step in flow.steps] == [  # type: ignore[union-attr]
        ("navigate", None), ("type", "Search"), ("type", "Note"), ("click", "Go"), ("click", "Buy"), ("dialog", None), ("find", None)
    ]  # fmt: skip
    assert saved["inputs"] == {"search": "lamp", "note": "a gift: ${x}"}
    assert saved["outputs"] == {"thank_you_for": "the order"}
    assert saved["once"] == [5]
    # The trial ordered once more, in a chat of its own, which is closed.
    assert [request.path for request in site.requests].count("/bought") == 2
    assert [each.id for each in browser.chats if "trial" in each.id] == []
    result = await chat.flow("order", search="desk", note="x")
    assert [request.query for request in site.requests if request.path == "/found"][-1] == {"q": ["desk"], "note": ["x"]}
    assert result.outputs == {"thank_you_for": "the order"}
    await chat.close()


async def test_an_agent_decides_what_is_an_input_and_pages_of_a_table_are_one_step(chat: Chat, site: Site, flows: Path) -> None:
    await do(chat, "open", url=shop(site))
    refs = await read(chat)
    await do(chat, "type", ref=refs["Search"], text="lamp")
    await do(chat, "type", ref=refs["Note"], text="now")
    await do(chat, "navigate", url=site.url("/orders1"))
    for _ in range(2):
        await do(chat, "click", ref=(await read(chat))["Next"])
    await do(chat, "content")
    saved = await do(chat, "flow", operation="save", name="orders", inputs={"query": "lamp"})
    assert saved["proved"], saved
    assert saved["inputs"] == {"query": "lamp"}
    assert saved["outputs"] == {
        "rows": [{"Order": "A-1", "Sum": "1.50"}, {"Order": "A-2", "Sum": "2.50"}, {"Order": "A-3", "Sum": "3.50"}]
    }
    assert "text: now" in saved["text"]
    assert "next: {kind: link, name: Next}" in saved["text"]
    assert (await refused(chat, "invalid_arguments", "flow", operation="save", name="orders", inputs={"query": "desk"}))[
        "error"
    ].startswith("No call enters 'desk'")
    # A second one is the next revision, and the one before is kept.
    again = await do(chat, "flow", operation="save", name="orders", first=5, trial=False)
    assert (again["revision"], again["proved"], again["inputs"]) == (2, False, {})
    assert (await do(chat, "flow", operation="show", name="orders"))["earlier"] == ["1.yaml"]


async def test_no_value_of_a_secret_is_in_the_file(keeping: Any, list_secrets: Any, site: Site, flows: Path) -> None:
    chat = keeping(list_secrets(origin(site)))
    site.page(
        "<form action=/in method=post><label>Name <input name=n></label><label>Password <input type=password name=p></label><label>PIN <input name=pin type=password></label><button>Log in</button></form>",
        "/",
    )
    site.route("/in", "<title>In</title><h1>Welcome</h1>")
    await do(chat, "open", url=site.url("/"))
    refs = await read(chat)
    await do(chat, "type", ref=refs["Name"], text="ada")
    await do(chat, "type", ref=refs["Password"], secret="shop.password")
    await do(chat, "type", ref=refs["PIN"], text="739201")
    await do(chat, "click", ref=refs["Log in"])
    saved = await do(chat, "flow", operation="save", name="login")
    text = (flows / "login.yaml").read_text(encoding="utf-8")
    assert "739201" not in text + str(saved)
    assert PASSWORD not in text
    assert "secret: shop.password" in text
    assert "secret: true" in text
    # The trial has no name of a secret for the field whose value a model typed: the flow is saved, and not proved.
    assert not saved["proved"]
    assert "pin" in saved["unproved"]


@pytest.mark.rows(1)
@pytest.mark.parametrize("way", ["the same tab", "a tab that is closed again", "find"])
async def test_what_was_read_and_then_entered_is_read_anew_in_each_run(
    browser: Browser, chat_numbers: Iterator[int], site: Site, flows: Path, way: str
) -> None:
    given = list[str]()
    entered = list[str]()

    def mail(_: Request) -> str:
        given.append(f"K-{4817 + 1291 * len(given)}")
        return MAIL.format(given[-1])

    def enter(request: Request) -> str:
        entered.append(request.argument("n", ""))
        right = given and entered[-1] == given[-1]
        return f"<title>Entered</title><h1>{'Welcome' if right else 'Wrong number'}</h1><p>Entered: {entered[-1]}"

    site.route("/mail", mail)
    site.route("/entered", enter)
    site.page(CONFIRM, "/confirm")
    chat = browser.chat(f"numbers-{next(chat_numbers)}")
    begun = await do(chat, "open", url=site.url("/confirm" if way == "a tab that is closed again" else "/mail"))
    if way == "a tab that is closed again":
        opened = await do(chat, "open", url=site.url("/mail"))
        await do(chat, "content")
        await do(chat, "close", browser_id=opened["browser_id"])
        await do(chat, "set_active", browser_id=begun["browser_id"])
    else:
        await do(chat, "find" if way == "find" else "content", **({"text": "number"} if way == "find" else {}))
        await do(chat, "navigate", url=site.url("/confirm"))
    refs = await read(chat)
    await do(chat, "type", ref=refs["Number"], text=given[-1])
    await do(chat, "click", ref=refs["Confirm"])
    await do(chat, "wait", text="Welcome")
    saved = await do(chat, "flow", operation="save", name="number")
    assert saved["proved"], saved
    assert saved["inputs"] == {}
    assert "K-" not in saved["text"]
    result = await do(chat, "flow", name="number")
    assert result["outputs"] == {"your_number": given[-1]}
    assert entered == given
    await chat.close()
