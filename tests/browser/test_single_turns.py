"""What a model does in one turn: calls that it makes together, a form filled and sent at once, slips that name what is right."""

import asyncio

import pytest

from refbrowser import Chat
from tests.support.calls import do, ok, refused
from tests.support.server import Site, refused_url

FORM = """<title>Form</title><form action="/sent"><label>Name <input name=name required></label><label>Mail <input name=mail></label>
<label><input type=checkbox name=yes> Yes</label><button>Send</button></form>"""


async def test_a_call_made_together_with_an_open_is_about_the_page_that_is_opened(chat: Chat, site: Site) -> None:
    first = site.page("<title>First</title><p>One")
    opened, content = await asyncio.gather(chat.call({"action": "open", "url": first}), chat.call({"action": "content"}))
    assert ok(opened)["browser_id"] == 1
    assert "One" in ok(content)
    second = site.page("<title>Second</title><button onclick=\"document.title = 'Pressed'\">Two</button>")
    opened, pressed, found = await asyncio.gather(
        chat.call({"action": "open", "url": second}),
        chat.call({"action": "click", "selector": "button"}),
        chat.call({"action": "content", "browser_id": 1}),
    )
    assert ok(pressed)["state"]["title"] == "Pressed"
    assert (ok(opened)["browser_id"], "One" in ok(found)) == (2, True)
    with refused_url() as nobody:
        failed, content = await asyncio.gather(chat.call({"action": "open", "url": nobody}), chat.call({"action": "content"}))
    assert failed["code"] == "navigation_failed"
    assert "Two" in ok(content)


async def test_opens_that_fail_leave_no_tab(chat: Chat, site: Site) -> None:
    await do(chat, "open", url=site.page("<p>Here"))
    with refused_url() as nobody:
        for _ in range(3):
            failed = await refused(chat, "navigation_failed", "open", url=nobody)
            assert "browser_id" not in failed["details"]
    listing = await do(chat, "list")
    assert [tab["browser_id"] for tab in listing["browsers"]] == [1]
    assert listing["last_interacted_browser_id"] == 1


async def test_a_form_is_filled_and_submitted_in_one_call(chat: Chat, site: Site) -> None:
    site.route("/sent", lambda _: "<title>Thanks</title><p>Sent")
    await do(chat, "open", url=site.page(FORM))
    fields = [{"selector": "[name=name]", "value": "Ada"}, {"selector": "[name=yes]", "value": True}]
    sent = await do(chat, "fill_form", fields=fields, submit=True)
    assert [field["value"] if "value" in field else field["checked"] for field in sent["action"]["fields"]] == ["Ada", True]
    assert sent["action"]["navigation"]["to"].endswith("/sent?name=Ada&mail=&yes=on")
    assert sent["state"]["title"] == "Thanks"
    # What the form does not accept is said, and nothing is sent.
    await do(chat, "navigate", url=site.page(FORM))
    kept = await do(chat, "fill_form", fields=[{"selector": "[name=mail]", "value": "a"}], submit=True)
    assert (kept["state"]["title"], "validation" in str(kept["action"])) == ("Form", True)


async def test_a_wheel_without_a_point_turns_over_the_middle(chat: Chat, site: Site) -> None:
    await do(chat, "open", url=site.page("<div style='height: 5000px'>Long</div>"))
    turned = await do(chat, "wheel", delta_y=300)
    assert turned["state"]["scroll"]["y"] == 300
    await refused(chat, "invalid_arguments", "wheel", x=5, delta_y=300)


@pytest.mark.parametrize(
    ("field", "hint"),
    [
        ({"ref": 1, "valeu": "a"}, "did you mean value?"),
        ({"ref": 1, "value": "a", "nonsense": 1}, "it takes ref, selector, value, secret"),
    ],
)
async def test_a_wrong_key_of_a_field_names_the_keys_of_fields(common_chat: Chat, field: dict[str, object], hint: str) -> None:
    answer = await refused(common_chat, "invalid_arguments", "fill_form", fields=[field])
    assert hint in answer["error"]
    assert "timeout_ms" not in answer["error"]
