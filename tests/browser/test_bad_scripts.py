"""Scripts that throw, never end, navigate, or return what JSON cannot say."""

import asyncio
import json
import time
from typing import Any

import pytest

from refbrowser import Chat
from refbrowser.browser.scripting import evaluate
from tests.support.calls import do, evaluated, navigated, opened, read, refused
from tests.support.server import Site
from tests.support.waiting import within

AT_ONCE_S = 1.0


@pytest.fixture
async def page(common_chat: Chat, site: Site) -> Chat:
    await do(common_chat, "navigate", url=site.page("<title>Here</title><button>One</button>"))
    return common_chat


VALUES: list[tuple[str, Any]] = [("1 + 1", 2), ("document.title", "Here"), ("undefined", None), ("null", None), ("void 0", None), ("'' + ''", ""), ("false", False),
     ("0", 0), ("-0", "-0"), ("NaN", "NaN"), ("Infinity", "Infinity"), ("-Infinity", "-Infinity"), ("10n ** 20n", f"{10**20}n"),
     ("({a: [1, {b: null}]})", {"a": [1, {"b": None}]}), ("() => 7", 7), ("async () => { return 8 }", 8), ("function () { return 9 }", 9), ("async function named() { return 9 };", 9),
     ("function half(x) { return x / 2 }\nhalf(5)", 2.5),
     ("await Promise.resolve(5)", 5), ("const a = 3; a * 2", 6), ("Promise.resolve('later')", "later"), ("[1,,2].length", 3),
     ("'\\u{1F600}'", "\U0001f600")]  # fmt: skip


async def test_a_value_comes_back_as_json(page: Chat) -> None:
    for script, value in VALUES:
        assert (script, await evaluated(page, script)) == (script, value)


NAMED: list[tuple[str, Any]] = [
    ("document.body", "<body> One"), ("document.querySelector('button')", "<button> One"), ("document.createTextNode(' a ')", '#text "a"'),
    ("const a = {}; a.a = {b: [a]}; a", {"a": {"b": ["[circular: $]"]}}), ("() => () => 1", "function (anonymous)"), ("Symbol('s')", "Symbol(s)"),
    ("(function* () {})()", "Generator"), ("new WeakMap()", "WeakMap"), ("new Proxy({one: 1}, {})", {"one": 1}),
    ("new Date(0)", "Date 1970-01-01T00:00:00.000Z"), ("new Date('?')", "Date Invalid"), ("/a/g", "RegExp /a/g"), ("new TypeError('no')", "TypeError: no"),
    ("new Map([['a', 1], [{}, [2]]])", 'Map(2) {"a" => 1, {} => [2]}'), ("new Set('ab')", 'Set(2) {"a", "b"}'),
    ("new Uint8Array([1, 2])", "Uint8Array(2) [1, 2]"), ("new ArrayBuffer(8)", "ArrayBuffer(8)"), ("class Empty {}; new Empty()", "Empty {}"),
    ("class Full { one = 1; #two = 2 }; new Full()", {"one": 1}), ("[undefined, , NaN, -0, 1n, class A {}]", ["undefined", "undefined", "NaN", "-0", "1n", "class A"]),
    ("({get a() { throw new Error('shut') }, b: 1})", {"a": "[threw: shut]", "b": 1}), ("({toJSON: () => ({one: 1})})", {"one": 1}),
    ("document.querySelectorAll('button')", ["<button> One"]), ("document.querySelector('button').getBoundingClientRect().x", 8),
    ("({length: 1e9})", {"length": 1e9}), ("new URLSearchParams('a=1')", 'URLSearchParams(1) {"a" => "1"}'), ("new Object('boxed')", "boxed"),
    ("2n ** 9999n", "bigint of about 3000 digits"), ("document.all", "document.all"), ("({'__proto__': null, ['__proto__']: 1})", {"__proto__": 1}),
    ("const later = 'ended by a line'\nlater", "ended by a line"), ("const f = async () => 5; await f()", 5), ("new URL('http://a.test/')", "http://a.test/"),
    ("Object.create(null)", {}), ("Promise.resolve(new Map())", "Map(0) {}"), ("navigator.geolocation", "Geolocation {}")]  # fmt: skip


async def test_a_value_that_json_cannot_say_comes_as_text_that_names_it(page: Chat) -> None:
    for script, value in NAMED:
        assert (script, await evaluated(page, script)) == (script, value)
    assert (await evaluated(page, "window")).startswith("Window http://")
    assert (await evaluated(page, "document")).startswith("#document http://")
    assert (await evaluated(page, "document.body.getBoundingClientRect()"))["width"] > 0


async def test_a_value_that_cannot_be_read_is_refused(page: Chat) -> None:
    answer = await refused(
        page, "unserializable", "evaluate", script="const {proxy, revoke} = Proxy.revocable({}, {}); revoke(); proxy"
    )
    assert "plain objects" in answer["remedy"]["hint"]
    assert "revoked" in answer["error"]


HUGE = "'x'.repeat(2 ** 22)"


@pytest.mark.long("browser/test_bad_scripts.py::test_a_large_value_is_cut_and_says_what_is_left_out")
async def test_a_text_that_would_end_the_driver_is_cut_in_the_page(page: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (await do(page, "evaluate", script="0; 'x'.repeat(2 ** 29 - 40)"))["result"] == "x" * 30_000

    def whole(result: dict[str, Any]) -> Any:
        raise AssertionError("the value crossed the wire")

    monkeypatch.setattr(evaluate, "_plain", whole)
    for script in (
        HUGE, f"0; {HUGE}", f"const a = {HUGE}\na", f"await 1; {HUGE}", f"0; Promise.resolve({HUGE})", f"function f() {{ return {HUGE} }}\nf()", f"() => {HUGE}",
        f"const b = [';', /[;/]/, `;${{';'}}`] // ; no\nb.join({HUGE})", f"let c = 1;\nawait c;\n{HUGE};", f"Symbol({HUGE}); {HUGE}",
    ):  # fmt: skip
        answer = await do(page, "evaluate", script=script)
        assert len(answer["result"]) == 30_000
        assert "characters of text: " in answer["left_out"]


ENDLESS = """const endless = () => new Proxy({}, {get: (target, key) => typeof key === 'symbol' ? undefined : endless(),
  ownKeys: () => ['a', 'b'], getOwnPropertyDescriptor: () => ({enumerable: true, configurable: true})}); endless()"""
DEEP = "const high = {}; let low = high; for (let i = 0; i < 1e4; i++) low = low.down = {}; high"


@pytest.mark.rows(1)
@pytest.mark.parametrize(
    "script",
    ["new Array(1e9)", "Array.from({length: 1e5}, (_, i) => i)", "Object.fromEntries(Array.from({length: 1e5}, (_, i) => [`key ${i}`, i]))", ENDLESS, DEEP,
     "new Map(Array.from({length: 1e5}, (_, i) => [i, i]))", "({toJSON() { return [this.toJSON, 'x'.repeat(1e6)] }})", "new Set(['x'.repeat(1e6), ...Array(50).keys()])",
     "const wide = Array.from({length: 1000}, () => 'x'.repeat(1000)); wide"],
)  # fmt: skip
async def test_a_large_value_is_cut_and_says_what_is_left_out(page: Chat, script: str) -> None:
    answer = await do(page, "evaluate", script=script)
    assert "Return less" in answer["left_out"]
    assert len(json.dumps(answer)) < 100_000
    assert await evaluated(page, "1") == 1


@pytest.mark.long("browser/test_wait.py::test_a_condition_that_never_comes_true_is_refused_in_time_and_named")
async def test_numbers_that_count_as_false_do_not_end_a_wait(page: Chat) -> None:
    for script in ("NaN", "-0", "0n", "undefined", "''"):
        await refused(page, "timeout", "wait", script=script, timeout_ms=200)
    await do(page, "wait", script="[]")


@pytest.mark.rows(2)
@pytest.mark.parametrize(
    ("script", "message"),
    [("throw new TypeError('no such thing')", "no such thing"), ("throw 5", "5"), ("missing.name", "missing is not defined"),
     ("await Promise.reject(new Error('later'))", "later"), ("() => { throw new Error('inside') }", "inside"), ("1 +", "SyntaxError"), ("function", "SyntaxError"),
     ("throw null", "null"), ("throw undefined", "undefined"), ("throw true", "true"), ("throw {a: 1}", "Object")],
)  # fmt: skip
async def test_a_script_that_throws_is_an_error_with_its_message(page: Chat, script: str, message: str) -> None:
    answer = await refused(page, "script_error", "evaluate", script=script)
    assert message in answer["error"]


@pytest.mark.rows(2)
@pytest.mark.parametrize("script", ["while (true) {}", "await new Promise(() => {})", "() => new Promise(() => {})"])
async def test_a_script_that_never_ends_is_ended_and_the_tab_is_usable_at_once(page: Chat, script: str) -> None:
    answer = await within(3.0, lambda: refused(page, "script_timeout", "evaluate", script=script, timeout_ms=1_000))
    assert answer["details"] == {"timeout_ms": 1_000}
    assert await within(AT_ONCE_S, lambda: evaluated(page, "document.title")) == "Here"


@pytest.mark.long("browser/test_bad_scripts.py::test_a_script_that_never_ends_is_ended_and_the_tab_is_usable_at_once")
async def test_a_script_that_waits_for_one_of_the_page_says_which_was_stopped(page: Chat) -> None:
    await evaluated(page, "setTimeout(() => { while (true); }, 0)")
    stopped = await refused(page, "script_timeout", "evaluate", script="1", timeout_ms=600)
    assert stopped["details"]["page_was_busy"]
    assert "of the page itself" in stopped["error"]
    assert await evaluated(page, "document.title") == "Here"


@pytest.mark.long("browser/test_bad_scripts.py::test_a_script_that_never_ends_is_ended_and_the_tab_is_usable_at_once")
@pytest.mark.parametrize("script", ["element => { while (true) {} }", "element => new Promise(() => {})"])
async def test_a_function_on_an_element_that_never_ends_is_ended_too(page: Chat, script: str) -> None:
    (one,) = (await read(page)).values()
    await within(1.6, lambda: refused(page, "script_timeout", "evaluate", script=script, ref=one, timeout_ms=600))
    assert await within(AT_ONCE_S, lambda: evaluated(page, "document.title")) == "Here"


@pytest.mark.long("browser/test_hangs.py::test_a_page_that_hangs_is_reported_and_its_tab_can_be_closed")
async def test_control_actions_answer_while_a_script_keeps_the_page(chat: Chat, site: Site) -> None:
    await do(chat, "open", url=site.page("<title>Here</title>"))
    running = asyncio.ensure_future(
        chat.call({"action": "evaluate", "script": "document.title = 'Busy'; while (true) {}", "timeout_ms": 4000})
    )
    await do(chat, "open")
    began = time.monotonic()
    listing = await do(chat, "list")
    await do(chat, "state", browser_id=1)
    await do(chat, "set_active", browser_id=1)
    assert time.monotonic() - began < 2.5
    assert [tab["browser_id"] for tab in listing["browsers"]] == [1, 2]
    assert listing["browsers"][0]["scroll"] is None
    assert not running.done()
    await do(chat, "close", browser_id=1)
    assert (await running)["ok"] is False


@pytest.mark.rows(1)
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
    (one,) = (await read(page)).values()
    assert await evaluated(page, "element => element.textContent", ref=one) == "One"
    assert await evaluated(page, "element => element", ref=one) == "<button> One"
    assert (
        await evaluated(page, "async element => new Map([[element.localName, await element]])", ref=one)
        == 'Map(1) {"button" => <button> One}'
    )
    assert len(await evaluated(page, f"element => {HUGE}", ref=one)) == 30_000
    answer = await refused(page, "script_error", "evaluate", script="element => element.none.none", ref=one)
    assert "none" in answer["error"]
    answer = await refused(page, "script_error", "evaluate", script="element => {\n  return element.none.none;\n}", ref=one)
    assert (answer["details"]["line"], answer["details"]["column"]) == (2, 23)


async def test_a_script_runs_in_the_frame_of_its_element(common_chat: Chat, site: Site) -> None:
    site.page("<title>Inner</title><button>Deep</button>", "/inner")
    numbers = await navigated(common_chat, site.page(f"<title>Outer</title><iframe src='{site.other('/inner')}'></iframe>"))
    assert await evaluated(common_chat, "element => element.ownerDocument.title", ref=numbers["Deep"]) == "Inner"


@pytest.mark.long("browser/test_bad_scripts.py::test_a_value_that_json_cannot_say_comes_as_text_that_names_it")
async def test_half_a_surrogate_pair_never_reaches_a_caller(chat: Chat, site: Site) -> None:
    script = "document.body.append('Half \\ud83d of one'); document.title = '\\udc00 title'; document.querySelector('input').value = 'in \\ud800'"
    numbers = await opened(
        chat,
        site.page(
            f"<input aria-label=Field><p><button onclick=\"console.error('\\ud800 bad')\">Go</button><p><script>{script}</script>"
        ),
    )
    answers = [
        await chat.call({"action": action, **arguments})
        for action, arguments in (
            ("content", {}), ("state", {}), ("list", {}), ("detail", {"ref": numbers["Field"]}), ("find", {"text": "Half"}), ("source", {}),
            ("click", {"ref": numbers["Go"]}), ("console", {}), ("evaluate", {"script": "'\\ud800'"}), ("evaluate", {"script": "throw new Error('\\ud800')"}),
            ("evaluate", {"script": "({'\\udfff': ['\\ud800', '\\u{1F600}']})"}),
            ("multi", {"calls": [{"action": "evaluate", "script": "'\\ud800'"}]}), ("type", {"ref": numbers["Field"], "text": "\ud800"}),
        )
    ]  # fmt: skip
    for answer in answers:
        json.dumps(answer, ensure_ascii=False).encode()
    assert "Half \ufffd of one" in answers[0]["result"]
    assert answers[10]["result"]["result"] == {"\ufffd": ["\ufffd", "\U0001f600"]}
