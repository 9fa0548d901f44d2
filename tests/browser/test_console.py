"""``console``: what pages wrote and threw, with where and how bad, bounded, and answered also while the page cannot."""

from typing import Any

import pytest

from refbrowser import Chat
from refbrowser.browser.monitor import console_flow
from tests.support.calls import do, evaluated, opened
from tests.support.server import Site
from tests.support.waiting import until


@pytest.fixture
async def quiet(common_chat: Chat) -> Chat:
    """The chat that the tests share, whose tab has written nothing."""
    await do(common_chat, "navigate", url="about:blank")
    await do(common_chat, "console", clear=True)
    return common_chat


async def messages(chat: Chat, count: int, **arguments: Any) -> list[dict[str, Any]]:
    """The console's messages once there are ``count``."""
    found = await until(lambda: do(chat, "console", **arguments), lambda found: len(found["messages"]) >= count)
    return list(found["messages"])


async def test_messages_have_a_level_and_a_place(quiet: Chat, site: Site) -> None:
    url = site.page("<script>\nconsole.error('bad', 1); console.warn('odd');\nconsole.log('plain'); console.debug('fine')</script>")
    await do(quiet, "navigate", url=url)
    found = await messages(quiet, 4)
    assert [(entry["level"], entry["text"]) for entry in found] == [
        ("error", "bad 1"), ("warning", "odd"), ("info", "plain"), ("debug", "fine")
    ]  # fmt: skip
    assert found[0]["location"] == f"{url}:3:9"
    assert found[2]["location"].startswith(f"{url}:4:")
    assert "uncaught" not in found[0]


async def test_what_nobody_caught_is_an_error_that_says_so(quiet: Chat, site: Site) -> None:
    url = site.page("<script>\nsetTimeout(() => { null.x })\nPromise.reject(new RangeError('far'))</script>")
    await do(quiet, "navigate", url=url)
    found = await messages(quiet, 2)
    assert {entry["text"].partition(":")[0] for entry in found} == {"TypeError", "RangeError"}
    assert all(entry["uncaught"] and entry["level"] == "error" for entry in found)
    assert any(entry["location"].startswith(f"{url}:3:") for entry in found)


async def test_messages_are_chosen_by_level_and_text(quiet: Chat, site: Site) -> None:
    await do(
        quiet,
        "navigate",
        url=site.page("<script>for (const n of [1, 2, 3]) { console.log('Line', n); console.error('Bad', n) }</script>"),
    )
    await messages(quiet, 6)
    assert len((await do(quiet, "console", level="error"))["messages"]) == 3
    assert [entry["text"] for entry in (await do(quiet, "console", text="line 2"))["messages"]] == ["Line 2"]
    answer = await do(quiet, "console", limit=2)
    assert ([entry["text"] for entry in answer["messages"]], answer["total"], answer["left_out"]) == (["Line 3", "Bad 3"], 6, 4)


async def test_only_the_newest_are_kept_and_the_answer_counts_the_rest(chat: Chat, site: Site) -> None:
    await do(chat, "open", url=site.page("<p>Here"))
    await evaluated(chat, "for (let n = 1; n <= 250; n++) console.log('n' + n); console.log('x'.repeat(100000))")
    await messages(chat, 1, text="xxx")
    answer = await do(chat, "console", limit=500)
    assert (len(answer["messages"]), answer["forgotten"]) == (200, 51)
    assert answer["messages"][-1]["text"].endswith("… (96000 more characters)")
    await evaluated(chat, "for (let n = 0; n < 100; n++) console.log('y'.repeat(4000))")
    answer = await until(lambda: do(chat, "console", limit=500), lambda answer: answer["forgotten"] >= 300)
    assert sum(len(entry["text"]) for entry in answer["messages"]) <= 50_000


@pytest.mark.long("browser/test_console.py::test_only_the_newest_are_kept_and_the_answer_counts_the_rest")
@pytest.mark.rows(1)
@pytest.mark.parametrize("source", ["page", "worker"])
async def test_a_page_that_writes_too_much_is_not_listened_to_for_a_second_and_the_newest_lines_are_made_up_for(
    chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch, source: str
) -> None:
    # On a busy machine lines come slowly.
    monkeypatch.setattr(console_flow, "WITHIN_S", 60.0)
    monkeypatch.setattr(console_flow, "AWAY_S", 4.0)
    await do(chat, "open", url=site.page("<p>Here"))
    await _written(chat, source, "for (let n = 1; n <= 600; n++) console.log('much', n)")
    await until(lambda: _texts(chat), lambda texts: any("not listened to" in text for text in texts))
    await _written(chat, source, "for (let n = 1; n <= 170; n++) console.log('missed', n)")
    texts = await until(lambda: _texts(chat), lambda texts: texts[-1:] == ["missed 170"])
    said = "refbrowser: of what it wrote then, the newest 150 lines follow."
    assert texts[texts.index(said) + 1 :] == [f"missed {n}" for n in range(21, 171)]
    await evaluated(chat, "for (let n = 1; n <= 400; n++) console.log('later', n); 1")
    assert (await until(lambda: _texts(chat), lambda texts: texts[-1] == "later 400"))[0] == "later 201"


@pytest.mark.long("browser/test_console.py::test_only_the_newest_are_kept_and_the_answer_counts_the_rest")
async def test_the_arguments_of_what_a_page_writes_are_given_up(chat: Chat, site: Site) -> None:
    await do(chat, "open", url=site.page("<p>Here"))
    session = chat.existing()
    assert session is not None
    objects = session.tab(None).page._impl_obj._connection._objects
    for part in range(5):
        await evaluated(chat, f"for (let n = 0; n < 90; n++) console.log({part}, {{n}}, n === 89 ? 'end' : document.body); 1")
        ends = f"{part} {{n: 89}} end"
        await until(lambda: _texts(chat), lambda texts, ends=ends: texts[-1] == ends)  # type: ignore[misc]
    kinds = ("JSHandle", "ElementHandle")
    await until(lambda: sum(one._type in kinds for one in list(objects.values())), lambda kept: kept <= 300)


async def _written(chat: Chat, source: str, lines: str) -> None:
    """What the page, or a worker of it, runs to write these lines."""
    await evaluated(chat, f"{lines}; 1" if source == "page" else f"new Worker(URL.createObjectURL(new Blob([`{lines}`]))); 1")


async def _texts(chat: Chat) -> list[str]:
    return [entry["text"] for entry in (await do(chat, "console", limit=500))["messages"]]


async def test_format_strings_are_filled_as_the_console_fills_them(quiet: Chat, site: Site) -> None:
    await do(quiet, "navigate", url=site.page("<p>Here"))
    lines = {
        "'%c styled %s is %d', 'color:red', 'str', 5": " styled str is 5",
        "'%i of %f, %o %O', '7px', '1.5', {a: 1}, [1, 2], 'more', 3": "7 of 1.5, {a: 1} [1, 2] more 3",
        "'%d%% of %s', 50": "50% of %s",
        "'100%% %s'": "100%% %s",
        "'%s', '%s %d', 1": "%s %d 1",
        "'%x %s', 'a'": "%x a",
        "{a: '%s'}, 1": "{a: %s} 1",
        "'%s', 'line\\nbreak'": "line\nbreak",
    }
    await evaluated(quiet, "; ".join(f"console.log({line})" for line in lines) + "; 1")
    assert [entry["text"] for entry in await messages(quiet, len(lines))] == list(lines.values())


@pytest.mark.long("browser/test_console.py::test_format_strings_are_filled_as_the_console_fills_them")
async def test_elements_and_tables_are_named(chat: Chat, site: Site) -> None:
    await do(chat, "open", url=site.page("<input id=pw class='a b' type=password value=topsecret><p>Text <b>x</b></p>"))
    await evaluated(
        chat,
        "console.log('at', document.querySelector('input'), document.querySelector('p'), {n: 1}); console.log('%o!', document.body);"
        " console.table([{a: 1}, {a: 2}]); console.table([1, 2]); console.log(document, document.querySelector('p').firstChild); 1",
    )
    expected = [
        'at <input id="pw" class="a b"> <p> {n: 1}', "<body>!", "(a table of 2 rows whose cells are not read)", "[1, 2]", "#document #text",
    ]  # fmt: skip
    assert await until(lambda: _texts(chat), lambda texts: texts == expected) == expected


@pytest.mark.long("browser/test_console.py::test_only_the_newest_are_kept_and_the_answer_counts_the_rest")
async def test_a_line_of_many_elements_or_of_a_million_signs_is_bounded(chat: Chat, site: Site) -> None:
    await do(chat, "open", url=site.page("<p>Here"))
    await evaluated(
        chat,
        "console.log('%o'.repeat(500000), ...Array(60).fill(document.body)); console.log('%s %s', 'x'.repeat(1000000), 'JSHandle@node'); 1",
    )
    many = "<body>" * 20 + "<element>" * 40 + "%o%o"
    await until(lambda: _texts(chat), lambda texts: len(texts) == 2 and texts[0].startswith(many))
    assert all(len(text) < 4_500 for text in await _texts(chat))


async def test_it_is_cleared_on_request(quiet: Chat, site: Site) -> None:
    await do(quiet, "navigate", url=site.page("<script>console.log('one')</script>"))
    await messages(quiet, 1)
    assert len((await do(quiet, "console", clear=True))["messages"]) == 1
    assert (await do(quiet, "console"))["messages"] == []
    await evaluated(quiet, "console.log('two')")
    assert [entry["text"] for entry in await messages(quiet, 1)] == ["two"]


async def test_secrets_in_addresses_are_not_shown(quiet: Chat, site: Site) -> None:
    await do(quiet, "navigate", url=site.page("<script>console.log('https://ada:lovelace@x.test/?access_token=abc')</script>"))
    text = (await messages(quiet, 1))[0]["text"]
    assert "lovelace" not in text
    assert "abc" not in text


@pytest.mark.long("browser/test_dialogs_everywhere.py::test_what_needs_no_page_can_be_asked_while_a_dialog_is_open")
async def test_it_answers_while_a_dialog_holds_the_page(chat: Chat, site: Site) -> None:
    await opened(chat, site.page("<button onclick=\"console.log('before'); confirm('Sure?')\">Go</button>"))
    await do(chat, "click", ref=1, timeout_ms=20_000)
    assert [entry["text"] for entry in await messages(chat, 1)] == ["before"]
    await do(chat, "dialog", operation="accept")
