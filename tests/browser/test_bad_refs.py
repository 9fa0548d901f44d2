"""Refs that mean nothing here and now: refused within milliseconds, with the reason, and never another element."""

from typing import Any

import pytest

from refbrowser import Chat
from tests.support.calls import do, navigated, opened, read, refused
from tests.support.server import Site
from tests.support.waiting import within

AT_ONCE_S = 0.5
"""Far from any deadline. A refusal takes milliseconds; the rest is for a machine that is busy."""


async def refused_at_once(chat: Chat, code: str, reason: str | None = None, **arguments: Any) -> dict[str, Any]:
    answer = await within(AT_ONCE_S, lambda: refused(chat, code, "click", **arguments))
    if reason is not None:
        assert reason in answer["details"]["reason"]
    return answer


async def test_a_number_that_was_never_given_is_unknown(common_chat: Chat, site: Site) -> None:
    refs = await navigated(common_chat, site.page("<button>One</button>"))
    answer = await refused_at_once(common_chat, "ref_unknown", ref=refs["One"] + 1)
    assert answer["details"] == {"ref": refs["One"] + 1, "highest": refs["One"]}
    await refused_at_once(common_chat, "ref_unknown", ref=10**11)


@pytest.mark.long("browser/test_bad_refs.py::test_a_number_that_was_never_given_is_unknown")
async def test_the_number_of_another_chat_is_unknown(chat: Chat, other_chat: Chat, site: Site) -> None:
    url = site.page("<button>One</button>")
    await opened(chat, url)
    await do(other_chat, "open", url=url)
    await refused_at_once(other_chat, "ref_unknown", ref=1)


@pytest.mark.long("browser/test_remedies.py::test_an_element_of_another_tab_is_not_gone")
async def test_the_ref_of_another_tab_is_answered_with_its_tab(chat: Chat, site: Site) -> None:
    url = site.page("<button onclick='document.title = 1'>One</button>")
    number = (await opened(chat, url))["One"]
    await opened(chat, url)
    answer = await refused_at_once(chat, "ref_stale", "another tab", ref=number)
    assert "belongs to tab 1" in answer["error"]
    assert answer["remedy"]["browser_id"] == 1
    assert [tab["title"] for tab in (await do(chat, "list"))["browsers"]] == ["", ""]


@pytest.mark.rows(1)
@pytest.mark.parametrize("way", ["navigate", "reload", "back"])
async def test_a_ref_does_not_outlive_its_document(common_chat: Chat, site: Site, way: str) -> None:
    url = site.page("<button>One</button>")
    await do(common_chat, "navigate", url=url)
    await do(common_chat, "navigate", url=site.page("<button>Two</button>"))
    number = (await read(common_chat))["Two"]
    await do(common_chat, way, **({"url": url} if way == "navigate" else {}))
    await refused_at_once(common_chat, "ref_stale", "navigated", ref=number)
    await read(common_chat)
    answer = await refused_at_once(common_chat, "ref_stale", "navigated", ref=number)
    assert answer["remedy"]["action"] == "content"


@pytest.mark.long("browser/test_bad_refs.py::test_a_ref_does_not_outlive_its_document")
async def test_a_ref_does_not_outlive_a_page_that_replaces_itself(chat: Chat, site: Site) -> None:
    number = (await opened(chat, site.page("<button>One</button>")))["One"]
    await do(
        chat,
        "evaluate",
        script="document.open(); document.write('<button onclick=\"document.title = 1\">One</button>'); document.close()",
    )
    answer = await chat.call({"action": "click", "ref": number})
    assert answer["result"]["action"]["healed"] is True if answer["ok"] else answer["code"] == "ref_stale", answer


async def test_a_removed_element_is_stale(common_chat: Chat, site: Site) -> None:
    numbers = await navigated(
        common_chat, site.page("<button id=one>One</button><button onclick='document.title = 2'>Two</button>")
    )
    await do(common_chat, "evaluate", script="document.querySelector('#one').remove()")
    await refused_at_once(common_chat, "ref_stale", "no longer in the document", ref=numbers["One"])
    assert (await do(common_chat, "state"))["title"] == ""


async def test_the_ref_of_a_closed_tab_says_that_its_tab_is_closed(common_chat: Chat, site: Site) -> None:
    tab = (await do(common_chat, "open", url=site.page("<button>One</button>")))["browser_id"]
    number = (await read(common_chat))["One"]
    await do(common_chat, "close", browser_id=tab)
    answer = await refused_at_once(common_chat, "ref_stale", "closed", ref=number)
    assert answer["remedy"].get("browser_id") != tab
    await refused_at_once(common_chat, "tab_closed", ref=number, browser_id=tab)


async def test_the_ref_of_a_frame_that_went_is_stale(common_chat: Chat, site: Site) -> None:
    site.page("<button>Inner</button>", "/inner")
    numbers = await navigated(
        common_chat, site.page(f"<iframe src='/inner'></iframe><iframe src='{site.other('/inner')}' title=far></iframe>")
    )
    assert set(numbers) == {"frame", "Inner", "far"}
    inner = [value for label, value in numbers.items() if label == "Inner"]
    await do(common_chat, "evaluate", script="document.querySelectorAll('iframe').forEach(frame => frame.remove())")
    for number in inner:
        await refused_at_once(common_chat, "ref_stale", "frame", ref=number)


@pytest.mark.long("browser/test_bad_refs.py::test_the_ref_of_a_frame_that_went_is_stale")
async def test_the_ref_of_a_frame_that_was_navigated_is_stale(chat: Chat, site: Site) -> None:
    site.page("<button>Inner</button>", "/inner")
    site.page("<button>Inner</button>", "/next")
    number = (await opened(chat, site.page("<iframe src='/inner'></iframe>")))["Inner"]
    await do(
        chat,
        "evaluate",
        script="const frame = document.querySelector('iframe'); await new Promise(done => { frame.onload = done; frame.src = '/next'; })",
    )
    await refused_at_once(chat, "ref_stale", "navigated", ref=number)
    assert (await read(chat))["Inner"] > number


@pytest.mark.rows(1)
@pytest.mark.parametrize("written", ["[link {}]", "checkbox {}", "[input text {}]"])
async def test_a_kind_that_contradicts_the_element_is_an_error(common_chat: Chat, site: Site, written: str) -> None:
    number = (await navigated(common_chat, site.page("<button onclick='document.title = 1'>One</button>")))["One"]
    answer = await refused_at_once(common_chat, "ref_kind", ref=written.format(number))
    assert answer["details"]["actual"] == "button"
    assert (await do(common_chat, "state"))["title"] == ""


@pytest.mark.rows(2)
@pytest.mark.parametrize(
    ("selector", "code"),
    [("#none", "selector_no_match"), ("button", "selector_ambiguous"), ("a[", "selector_invalid"), ("nonsense=1", "selector_invalid"),
     ("", "invalid_arguments"), (">>", "selector_invalid"), ("xpath=//[", "selector_invalid"), ("role=nonsense[", "selector_invalid"),
     ("_react=x", "selector_invalid"), ("_vue=x", "selector_invalid"), ("internal:control=x", "selector_invalid"),
     ("internal:has='x'", "selector_invalid"), ("internal:testid=[x]", "selector_invalid")],
)  # fmt: skip
@pytest.mark.usefixtures("impatient")
async def test_a_selector_must_be_valid_and_match_one_element(common_chat: Chat, site: Site, selector: str, code: str) -> None:
    await navigated(common_chat, site.page("<button>One</button><button>Two</button>"))
    answer = await refused(common_chat, code, "click", selector=selector, timeout_ms=900)
    if code == "selector_ambiguous":
        matches = answer["details"]["matches"]
        assert [match.rpartition(" ")[2] for match in matches] == ["One", "Two"]
        assert ", ".join(matches) in answer["error"]
        ref = int(matches[1].partition("]")[0].rpartition(" ")[2])
        assert (await do(common_chat, "detail", ref=ref))["name"] == "Two"


@pytest.mark.usefixtures("impatient")
async def test_what_a_selector_means_is_waited_for_while_the_page_is_at_work(common_chat: Chat, site: Site) -> None:
    """Where the call sets no time, a quiet page is not waited for until the deadline; one with a request under way is."""
    await navigated(common_chat, site.page("<p>Nothing comes</p>"))
    answer = await within(3, lambda: refused(common_chat, "selector_no_match", "click", selector="#late"))
    assert "with timeout_ms it is waited for longer" in answer["error"]
    blank = (await do(common_chat, "open"))["browser_id"]
    await within(3, lambda: refused(common_chat, "selector_no_match", "click", selector="#late", browser_id=blank))
    await do(common_chat, "close", browser_id=blank)
    comes = "document.body.innerHTML = '<button id=late>Late</button>'"
    await navigated(common_chat, site.page(f"<script>fetch('{site.url('/slow?ms=900')}').then(() => {{ {comes} }})</script>"))
    await do(common_chat, "click", selector="#late")
    await navigated(common_chat, site.page(f"<script>setTimeout(() => {{ {comes} }}, 800)</script>"))
    await do(common_chat, "click", selector="#late", timeout_ms=10_000)


async def test_a_control_is_meant_before_the_text_around_it(common_chat: Chat, site: Site) -> None:
    page = "<h1>Save your work</h1><p>To save it, press</p><button onclick='document.title = 1'>Save</button><p>It saves all.</p>"
    await navigated(common_chat, site.page(page))
    assert (await do(common_chat, "click", selector="text=save"))["action"]["title"]["to"] == "1"
    await navigated(common_chat, site.page(page + "<a href=#there>Save a copy</a>"))
    error = await refused(common_chat, "selector_ambiguous", "click", selector="text=save")
    assert 'text="save" is exact' in error["error"]
    assert len(error["details"]["matches"]) == 5
    await do(common_chat, "click", selector='text="Save"')


async def test_a_selector_cannot_speak_to_the_engine(common_chat: Chat, site: Site) -> None:
    await navigated(common_chat, site.page("<button>One</button>"))
    await refused(common_chat, "invalid_arguments", "click", selector="refbrowser=1")
