"""Scripts that throw, never end, navigate, or return what JSON cannot say."""

import asyncio
import time
from typing import Any

import pytest

from refbrowser import Chat
from tests.support.calls import do, evaluated, opened, refused
from tests.support.server import Site

AT_ONCE_S = 1.0


@pytest.fixture
async def page(chat: Chat, site: Site) -> Chat:
    await opened(chat, site.page("<title>Here</title><button>One</button>"))
    return chat


VALUES: list[tuple[str, Any]] = [("1 + 1", 2), ("document.title", "Here"), ("undefined", None), ("null", None), ("void 0", None), ("'' + ''", ""), ("false", False),
     ("0", 0), ("-0", 0), ("NaN", "NaN"), ("Infinity", "Infinity"), ("-Infinity", "-Infinity"), ("10n ** 20n", 10**20),
     ("({a: [1, {b: null}]})", {"a": [1, {"b": None}]}), ("() => 7", 7), ("async () => { return 8 }", 8), ("function () { return 9 }", 9), ("async function named() { return 9 };", 9),
     ("function half(x) { return x / 2 }\nhalf(5)", 2.5),
     ("await Promise.resolve(5)", 5), ("const a = 3; a * 2", 6), ("Promise.resolve('later')", "later"), ("[1,,2].length", 3),
     ("'\\u{1F600}'", "\U0001f600")]  # fmt: skip


async def test_a_value_comes_back_as_json(page: Chat) -> None:
    for script, value in VALUES:
        assert (script, await evaluated(page, script)) == (script, value)


@pytest.mark.parametrize(
    "script",
    ["document.body", "document", "window", "const a = {}; a.a = a; a", "() => () => 1", "Symbol('s')", "(function* () {})()", "new Proxy({}, {})",
     "new WeakMap()"],
)  # fmt: skip
async def test_a_value_that_json_cannot_say_is_refused_by_name(page: Chat, script: str) -> None:
    answer = await refused(page, "unserializable", "evaluate", script=script)
    assert answer["remedy"]["action"] == "evaluate"
    assert await evaluated(page, "1") == 1


@pytest.mark.parametrize(
    ("script", "message"),
    [("throw new TypeError('no such thing')", "no such thing"), ("throw 5", "5"), ("missing.name", "missing is not defined"),
     ("await Promise.reject(new Error('later'))", "later"), ("() => { throw new Error('inside') }", "inside"), ("1 +", "SyntaxError"), ("function", "SyntaxError"),
     ("throw null", "null"), ("throw undefined", "undefined"), ("throw true", "true"), ("throw {a: 1}", "Object")],
)  # fmt: skip
async def test_a_script_that_throws_is_an_error_with_its_message(page: Chat, script: str, message: str) -> None:
    answer = await refused(page, "script_error", "evaluate", script=script)
    assert message in answer["error"]


@pytest.mark.parametrize("script", ["while (true) {}", "await new Promise(() => {})", "() => new Promise(() => {})"])
async def test_a_script_that_never_ends_is_ended_and_the_tab_is_usable_at_once(page: Chat, script: str) -> None:
    began = time.monotonic()
    answer = await refused(page, "script_timeout", "evaluate", script=script, timeout_ms=600)
    ended = time.monotonic()
    assert ended - began < 1.6
    assert answer["details"]["timeout_ms"] == 600
    assert await evaluated(page, "document.title") == "Here"
    assert time.monotonic() - ended < AT_ONCE_S


@pytest.mark.parametrize("script", ["element => { while (true) {} }", "element => new Promise(() => {})"])
async def test_a_function_on_an_element_that_never_ends_is_ended_too(page: Chat, script: str) -> None:
    await refused(page, "script_timeout", "evaluate", script=script, ref=1, timeout_ms=600)
    ended = time.monotonic()
    assert await evaluated(page, "document.title") == "Here"
    assert time.monotonic() - ended < AT_ONCE_S


async def test_control_actions_answer_while_a_script_keeps_the_page(page: Chat) -> None:
    running = asyncio.ensure_future(
        page.call({"action": "evaluate", "script": "document.title = 'Busy'; while (true) {}", "timeout_ms": 4000})
    )
    await do(page, "open")
    began = time.monotonic()
    listing = await do(page, "list")
    await do(page, "state", browser_id=1)
    await do(page, "set_active", browser_id=1)
    assert time.monotonic() - began < 2.5
    assert [tab["browser_id"] for tab in listing["browsers"]] == [1, 2]
    assert listing["browsers"][0]["scroll"] is None
    assert not running.done()
    await do(page, "close", browser_id=1)
    assert (await running)["ok"] is False


@pytest.mark.parametrize("elsewhere", [False, True])
async def test_a_script_that_navigates_says_that_its_result_is_lost(page: Chat, site: Site, elsewhere: bool) -> None:
    url = site.page("<title>Next</title>", "/next")
    if elsewhere:
        # Another site comes in a view of its own.
        url = site.other("/next")
    answer = await refused(page, "script_error", "evaluate", script=f"location.href = '{url}'; await new Promise(() => {{}})")
    assert answer["details"]["navigated"] is True
    await do(page, "wait", url=url)
    assert (await do(page, "state"))["title"] == "Next"


async def test_an_element_is_passed_to_a_function(page: Chat) -> None:
    assert await evaluated(page, "element => element.textContent", ref=1) == "One"
    await refused(page, "unserializable", "evaluate", script="element => element", ref=1)
    answer = await refused(page, "script_error", "evaluate", script="element => element.none.none", ref=1)
    assert "none" in answer["error"]


async def test_a_script_runs_in_the_frame_of_its_element(chat: Chat, site: Site) -> None:
    site.page("<title>Inner</title><button>Deep</button>", "/inner")
    numbers = await opened(chat, site.page(f"<title>Outer</title><iframe src='{site.other('/inner')}'></iframe>"))
    assert await evaluated(chat, "element => element.ownerDocument.title", ref=numbers["Deep"]) == "Inner"
