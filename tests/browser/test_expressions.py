"""Scripts that are one expression: the same values, failures and states as those of other scripts, in one question to the page."""

from typing import Any

import pytest

from refbrowser import Chat
from refbrowser.browser.scripting.expressions import is_expression
from tests.support.calls import do, evaluated, refused
from tests.support.server import Site

TITLE = "Two  \U0001f600 words \u00e9"


@pytest.fixture
async def page(common_chat: Chat, site: Site) -> Chat:
    await do(common_chat, "navigate", url=site.page(f"<title>{TITLE}</title><div style='width:3000px;height:4000px'>tall</div>"))
    return common_chat


async def state_now(page: Chat) -> dict[str, Any]:
    """The state as a call's answer has it: the dialogs that were closed, also those of earlier tests, are shown by ``state`` alone."""
    return {name: value for name, value in (await do(page, "state")).items() if name != "recent_dialogs"}


EXPRESSIONS = [
    "1 + 1", "0.1 + 0.2", "1e21", "1e20", "123456789012345680000", "5e-324", "-1.5", "2 ** 53", "-0", "NaN", "Infinity", "-Infinity", "10n ** 30n", "-3n",
    "'' + ''", "' 3 4 '", "'a\\nb\\u0000\\u{1F600} \\ud800 end'", "`${1}\n2`", "undefined", "void 0", "null", "true", "false", "1, 2", "x = 5",
    "[1, 'a', null]", "({a: 1})", "Promise.resolve(7)", "() => 8", "document.title", "this === window", "1 // one", "1 /* one */", "document.title;",
    "typeof missing", "[...'ab'].map(letter => letter + 1)", "\n\n3\n",
]  # fmt: skip


@pytest.mark.rows(2)
@pytest.mark.parametrize("script", EXPRESSIONS)
async def test_the_value_is_that_of_the_same_script_among_statements(page: Chat, script: str) -> None:
    assert is_expression(script)
    assert not is_expression(f"0;{script}")
    one, other = await evaluated(page, script), await evaluated(page, f"0;{script}")
    assert (one, type(one)) == (other, type(other))


@pytest.mark.parametrize(
    "script", ["{}", "{a: 1}", "let a = 1", "class A {}", "function f() {}", "await 1", "a; b", "async function f() {}"]
)
def test_what_means_something_else_within_parentheses_is_left_as_it_is(script: str) -> None:
    assert not is_expression(script)


@pytest.mark.rows(1)
@pytest.mark.parametrize(
    ("script", "value"),
    [
        ("const b = 3\nb * 2", 6),
        ("if (true) 5", 5),
        ("var c = 4", None),
        ("window.count = 1\nwindow.count += 1", 2),
        ("throw_: 6", 6),
    ],
)
async def test_statements_that_look_like_one_run_once(page: Chat, script: str, value: Any) -> None:
    assert is_expression(script)
    assert await evaluated(page, script) == value


async def test_what_statements_declared_is_there_for_expressions(page: Chat) -> None:
    await evaluated(page, "let one = 4; const two = 5; class Three { four = 6 }; 0")
    assert await evaluated(page, "one + two + new Three().four") == 15
    assert await evaluated(page, "one = 7") == 7
    assert await evaluated(page, "0; one") == 7


async def test_one_that_fails_has_run_once(page: Chat) -> None:
    await evaluated(page, "window.count = 0")
    for failing in ("JSON.parse('{')", "eval('{')", "new Function('{')", "(() => { throw new SyntaxError('mine') })()"):
        answer = await refused(page, "script_error", "evaluate", script=f"[++window.count, {failing}]")
        assert "SyntaxError" in answer["error"]
    await evaluated(page, "Error.stackTraceLimit = 0")
    await refused(page, "script_error", "evaluate", script="[++window.count, JSON.parse('{')]")
    for promise in ("fetch('data:,{').then(answer => answer.json())", "(() => fetch('data:,{').then(answer => answer.json()))"):
        await refused(page, "script_error", "evaluate", script=f"[++window.count, {promise}][1]")
    assert await evaluated(page, "window.count") == 7


@pytest.mark.rows(1)
@pytest.mark.parametrize("script", ["missing.name", "1 +\n\nmissing.name", "1 +", "1), (2) +"])
async def test_the_place_of_a_failure_is_that_in_the_script(page: Chat, script: str) -> None:
    alone = await refused(page, "script_error", "evaluate", script=script)
    among = await refused(page, "script_error", "evaluate", script=f";{script}")
    assert alone["error"] == among["error"]
    assert alone["details"]["line"] == among["details"]["line"] == script.count("\n") + 1
    assert alone["details"]["column"] == among["details"]["column"] - (script.count("\n") == 0)


@pytest.mark.long("browser/test_expressions.py::test_the_place_of_a_failure_is_that_in_the_script")
async def test_the_place_is_in_the_script_also_when_the_page_s_own_fails(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=site.page("<script>\n\n\nfunction fail() { missing.name }\n</script>"))
    for script in ("1 +\nfail()", ";1 +\nfail()", "() => 1 +\nfail()", "await 1\nfail()"):
        answer = await refused(common_chat, "script_error", "evaluate", script=script)
        assert (script, answer["details"]["line"], "missing" in answer["error"]) == (script, 2, True)
    for script in ("Promise.resolve().then(fail)", "document.querySelector"):
        answer = await refused(common_chat, "script_error", "evaluate", script=script)
        assert not {"line", "column"} & set(answer["details"])


async def test_the_state_is_that_behind_the_script(page: Chat) -> None:
    answer = await do(page, "evaluate", script="(scrollTo(300, 700.4), document.title += ' new', 'done \\u{1F600}')")
    assert answer["result"] == "done \U0001f600"
    assert answer["state"]["title"] == "Two \U0001f600 words \u00e9 new"
    state = await state_now(page)
    assert answer["state"] == state
    assert (state["scroll"]["x"], state["scroll"]["y"]) == (300, 700)
    assert state["scroll"]["height"] > 4000
    moved = await do(page, "evaluate", script="history.pushState(null, '', '#further')")
    assert moved["state"]["url"].endswith("#further")
    assert moved["state"]["can_go_back"] is True


async def test_one_question_is_asked(page: Chat, asked: list[str]) -> None:
    questions = []
    for _ in range(3):
        asked.clear()
        await evaluated(page, "1 + 1")
        questions.append(list(asked))
    # The load of a busy renderer is measured every second.
    assert ["Runtime.evaluate"] in questions


@pytest.mark.rows(1)
@pytest.mark.parametrize(
    "patch",
    [
        "Object.defineProperty(document, 'title', {get() { throw new Error('mine') }})",
        "Object.defineProperty(document, 'title', {get: () => Symbol('mine')})",
        "Object.defineProperty(window, 'scrollX', {get: () => 'no number'})",
        "Object.defineProperty(window, 'innerWidth', {get: () => Infinity})",
        "Object.defineProperty(document, 'readyState', {get: () => 'in pieces'})",
        "Object.defineProperty(document, 'scrollingElement', {get: () => { throw 1 }})",
    ],
)
async def test_a_page_without_a_true_report_is_asked_in_the_isolated_world(page: Chat, patch: str) -> None:
    await evaluated(page, f"0;{patch}; 0")
    answer = await do(page, "evaluate", script="'of the page'")
    assert answer["result"] == "of the page"
    assert answer["state"]["title"] == "Two \U0001f600 words \u00e9"
    assert {**answer["state"], "as_told": False} == {**await state_now(page), "as_told": False}


async def test_a_title_cannot_get_into_the_value(page: Chat) -> None:
    await evaluated(page, "0; Object.defineProperty(document, 'title', {get: () => 'one\\n5 two'}); 0")
    assert await evaluated(page, "'mine'") == "mine"


async def test_patched_built_ins_change_no_value(page: Chat) -> None:
    patches = "Array.prototype.join = String.prototype.toString = Number.prototype.toString = JSON.stringify = Array.prototype.map = () => 'patched'; 0"
    await evaluated(page, f"0; {patches}")
    for script, value in (("1 + 1", 2), ("'text'", "text"), ("2n", "2n"), ("[1, 'a']", [1, "a"]), ("true", True)):
        assert await evaluated(page, script) == value
