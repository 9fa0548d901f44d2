"""What an error proposes can be done, and does no harm."""

from typing import Any

import pytest

from refbrowser import Chat
from refbrowser.surface.render import render
from tests.support.calls import do, evaluated, read, refused
from tests.support.server import Site

OVER = "position:fixed;left:0;top:0;width:400px;height:300px"
UNDER = "<button id=under>Under</button><script>presses = 0; addEventListener('click', e => presses += e.target.id !== 'under')</script>"


@pytest.mark.usefixtures("impatient")
@pytest.mark.rows(1)
@pytest.mark.parametrize(
    "cover",
    [
        f"<button style='{OVER}'>Delete account forever</button>",
        f"<button style='{OVER}'>Pay $900</button>",
        f"<a href=/logout style='{OVER}'>Close account</a>",
        f"<a href=/buy style='{OVER}'>Close</a>",
        f"<button style='{OVER}'>Close account</button>",
        f"<button style='{OVER}'>Accept all</button>",
        f"<button style='{OVER}' disabled>Close</button>",
        f"<div role=button tabindex=0 style='{OVER}'>OK, buy now</div>",
    ],
)
async def test_what_lies_over_an_element_is_not_proposed_to_be_pressed(shared_chat: Chat, site: Site, cover: str) -> None:
    await do(shared_chat, "navigate", url=site.page(UNDER + cover))
    covered = await refused(shared_chat, "covered", "click", selector="#under")
    assert covered["remedy"]["action"] != "click", covered
    await do(
        shared_chat, covered["remedy"].pop("action"), **{key: value for key, value in covered["remedy"].items() if key != "hint"}
    )
    assert await evaluated(shared_chat, "presses") == 0


@pytest.mark.usefixtures("impatient")
@pytest.mark.rows(1)
@pytest.mark.parametrize("name", ["Close", "×", "Dismiss", "Close this dialog", "No thanks", "Schließen"])
async def test_what_puts_itself_away_is_proposed(shared_chat: Chat, site: Site, name: str) -> None:
    await do(shared_chat, "navigate", url=site.page(f"{UNDER}<button style='{OVER}' onclick='this.remove()'>{name}</button>"))
    covered = await refused(shared_chat, "covered", "click", selector="#under")
    remedy = {key: value for key, value in covered["remedy"].items() if key != "hint"}
    await do(shared_chat, remedy.pop("action"), **remedy)
    await do(shared_chat, "click", selector="#under", observe="none")


@pytest.mark.usefixtures("impatient")
async def test_an_element_that_lets_presses_through_is_not_called_covered_by_the_page(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page("<p>Words</p><button style='pointer-events:none'>Under</button>"))
    through = await refused(shared_chat, "covered", "click", selector="button")
    assert "pointer-events: none" in through["error"]


async def test_what_an_ambiguous_selector_proposes_shows_the_elements(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page("<ul><li>Item 1<li>Item 2</ul>"))
    for selector in ("li", "role=listitem", "text=Item", "li:has-text('Item')", "xpath=//li", "//li", "ul >> li"):
        ambiguous = await refused(shared_chat, "selector_ambiguous", "click", selector=selector)
        remedy = {key: value for key, value in ambiguous["remedy"].items() if key != "hint"}
        assert "Item 2" in await do(shared_chat, remedy.pop("action"), **remedy), selector


@pytest.mark.parametrize(
    ("call", "remedy"),
    [
        ({"action": "clik"}, None),
        ({"action": "clik", "ref": 1}, {"action": "click", "ref": 1}),
        ({"action": "clik", "ref": 0}, None),
        ({"action": "typ", "ref": 1, "text": "x" * 1000}, None),
        ({"action": "navigat"}, None),
        ({"action": "screen-shot"}, {"action": "screenshot"}),
    ],
)
async def test_a_misspelt_action_is_proposed_with_arguments_that_it_takes(
    shared_chat: Chat, call: dict[str, Any], remedy: dict[str, Any] | None
) -> None:
    answer = await shared_chat.call(call)
    assert (answer["code"], answer["remedy"]) == ("unknown_action", remedy)


async def test_a_value_that_cannot_be_read_proposes_no_call(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page("<p>Here"))
    script = "const {proxy, revoke} = Proxy.revocable({}, {}); revoke(); proxy"
    assert "action" not in (await refused(shared_chat, "unserializable", "evaluate", script=script))["remedy"]


async def test_a_picture_of_an_element_that_is_gone_is_not_proposed(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page("<button>Go</button>"))
    ref = (await read(shared_chat))["Go"]
    await do(shared_chat, "navigate", url=site.page("<button>Other</button>"))
    await refused(shared_chat, "ref_stale", "visual_diff", ref=ref)


async def test_a_chat_without_tabs_proposes_what_opens_one(chat: Chat) -> None:
    remedy = (await refused(chat, "no_tab", "click", ref=1))["remedy"]
    assert remedy.pop("hint")
    await do(chat, remedy.pop("action"), **remedy)


@pytest.mark.rows(1)
@pytest.mark.parametrize("action", ["click", "content", "screenshot", "scroll"])
async def test_a_frame_is_named_as_the_page_was_read(shared_chat: Chat, site: Site, action: str) -> None:
    await do(shared_chat, "navigate", url=site.page("<iframe srcdoc='<p>Inner</p>' title=Inside></iframe>"))
    text = await do(shared_chat, "content")
    label = text[text.index("[frame") : text.index("]", text.index("[frame")) + 1]
    await do(shared_chat, action, ref=label)


@pytest.mark.rows(1)
@pytest.mark.parametrize(
    ("action", "state"),
    [("wait", "hidden"), ("wait", "detached"), ("expect", "hidden"), ("expect", "detached"), ("wait", "visible")],
)
async def test_an_element_of_another_tab_is_not_gone(shared_chat: Chat, site: Site, action: str, state: str) -> None:
    first = (await do(shared_chat, "navigate", url=site.page("<button>Go</button>")))["browser_id"]
    ref = (await read(shared_chat))["Go"]
    await do(shared_chat, "open", url=site.page("<p>Second"))
    stale = await refused(shared_chat, "ref_stale", action, ref=ref, state=state)
    await do(shared_chat, "close")
    assert stale["details"]["browser_id"] == first
    assert (await do(shared_chat, "detail", browser_id=stale["remedy"]["browser_id"], ref=stale["remedy"]["ref"]))["name"] == "Go"


NO_FIELDS = """<button onclick="note = 'paid'">Pay $900</button><a href=#x>Link</a><div role=slider tabindex=0 aria-label=Volume aria-valuenow=50 style="height:20px"
 onkeydown="this.ariaValueNow = +this.ariaValueNow + (event.key == 'ArrowRight')"></div><script>note = ''</script>"""


async def test_text_for_what_is_no_field_leads_to_no_press(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page(NO_FIELDS))
    await read(shared_chat)
    calls: list[dict[str, Any]] = [
        call
        for target in ("button", "a", "div")
        for call in (
            {"action": "type", "selector": target, "text": "x"},
            {"action": "fill_form", "fields": [{"selector": target, "value": "x"}]},
        )
    ]
    for call in calls:
        remedy = (await refused(shared_chat, "not_editable", **call))["remedy"]
        assert remedy["action"] == ("focus" if "div" in str(call) else "detail"), call
        await do(shared_chat, remedy.pop("action"), **{name: value for name, value in remedy.items() if name != "hint"})
        assert await evaluated(shared_chat, "note") == "", call
    await do(shared_chat, "keyboard", key="ArrowRight", observe="none")
    assert await evaluated(shared_chat, "document.querySelector('div').ariaValueNow") == "51"


async def test_detail_names_what_covers_an_element_by_its_ref(shared_chat: Chat, site: Site) -> None:
    veil = "<div role=button aria-label=Veil style='position:fixed;inset:0'></div>"
    await do(shared_chat, "navigate", url=site.page(f"<button>Go</button>{veil}"))
    page = await read(shared_chat)
    shown = render(await shared_chat.call({"action": "detail", "ref": page["Go"]}))
    assert f"blocked: covered by [button {page['Veil']}] Veil" in shown
    assert "{" not in shown
