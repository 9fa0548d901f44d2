"""Reading: what of a page is shown, what is left out and how to get it, and that page text stays page text."""

import json
import re
import time

import pytest

from refbrowser import Chat
from tests.support.calls import do, evaluated, navigated, ok, page_text, read, refused
from tests.support.server import Site, refused_url

LONG = "".join(
    f"<p>Paragraph {number} with some words that take up room. <a href=/{number}>Link {number}</a></p>" for number in range(300)
)


async def text_of(chat: Chat, site: Site, body: str, **arguments: object) -> str:
    await do(chat, "navigate", url=site.page(body), wait_until="load")
    return page_text(await do(chat, "content", **arguments))


async def test_a_page_is_read_as_markdown_with_typed_refs(chat: Chat, site: Site) -> None:
    body = """<h1>Shop</h1><p>See <a href=/all>all lamps</a>.</p><ul><li>One<li>Two</ul>
        <label>Email <input type=email placeholder="you@x.test"></label><label><input type=checkbox checked> Remember</label>
        <button disabled>Buy</button><table><tr><th>Name<th>Price<tr><td>Lamp<td>7</table><pre>a\n  b</pre>"""
    text = await text_of(chat, site, body)
    for part in ("# Shop", "See [link 1] all lamps.", "- One", "- Two", '[input email 2] Email placeholder="you@x.test"', "[checked checkbox 3] Remember",
                 "[disabled button 4] Buy", "Name | Price\n-|-\nLamp | 7\n\n", "a\n  b"):  # fmt: skip
        assert part in text, text


async def test_the_header_names_the_tab_its_page_and_counts_its_refs(common_chat: Chat, site: Site) -> None:
    url = site.page("<title>Two links</title><a href=/a>A</a><a href=/b>B</a><div style='height: 3000px'>")
    await do(common_chat, "navigate", url=url)
    await evaluated(common_chat, "window.scrollTo(0, 100)")
    header = (await do(common_chat, "content")).splitlines()[0]
    assert header.startswith(f"Tab 1: Two links · {url}")
    assert "scrolled 100 of" in header
    assert header.endswith("2 refs")


@pytest.mark.long("browser/test_bad_urls.py::test_what_a_failed_navigation_leaves_is_no_longer_the_page_before")
async def test_after_a_failed_load_the_header_repeats_why_until_a_page_loads(chat: Chat, site: Site) -> None:
    page = site.page("<h1>There</h1>")
    with refused_url("/gone?token=hidden") as gone:
        await do(chat, "open")
        await refused(chat, "navigation_failed", "navigate", url=gone)
        header = (await do(chat, "content")).splitlines()[0]
        assert header.endswith("/gone?token=••• could not be loaded: ERR_CONNECTION_REFUSED"), header
        # A load that was given up leaves the error page, and its reason, as they are.
        await do(chat, "evaluate", script="location.href = 'http://127.0.0.1:1/'")
        assert "could not be loaded: " in (await do(chat, "content")).splitlines()[0]
    await do(chat, "navigate", url=page)
    assert "could not be loaded" not in await do(chat, "content")


MODES = "<nav><a href=/a>Nav</a></nav><main><h1>Head</h1><p>Prose</p><button>Inside</button></main><p style='margin-top: 3000px'>Below <a href=/b>Far</a></p>"


@pytest.mark.rows(3)
@pytest.mark.parametrize(
    ("mode", "there", "missing"),
    [("full", ["Nav", "Head", "Prose", "Inside", "Far"], []), ("viewport", ["Nav", "Head", "Prose", "Inside"], ["Far", "Below"]),
     ("interactive", ["Nav", "Head", "Inside", "Far"], ["Prose"]), ("main", ["Head", "Prose", "Inside"], ["Nav", "Far"])],
)  # fmt: skip
async def test_a_mode_shows_its_part_of_the_page(
    common_chat: Chat, site: Site, mode: str, there: list[str], missing: list[str]
) -> None:
    text = await text_of(common_chat, site, MODES, mode=mode)
    assert [word for word in there if word not in text] == []
    assert [word for word in missing if word in text] == []


async def test_the_viewport_mode_says_what_it_left_out(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=site.page(MODES))
    assert "outside the viewport" in (await do(common_chat, "content", mode="viewport")).splitlines()[-1]
    await evaluated(common_chat, "window.scrollTo(0, 5000)")
    assert "Far" in await do(common_chat, "content", mode="viewport")


async def test_selectors_and_refs_choose_parts(common_chat: Chat, site: Site) -> None:
    body = "<section id=a><button>One</button></section><section id=b><ul><li><a href=/>Two</a></ul></section><section class=c>Three</section><section class=c>Four</section>"
    numbers = await navigated(common_chat, site.page(body))
    assert set(await read(common_chat, selector="#a")) == {"One"}
    assert page_text(await do(common_chat, "content", selector=".c")) == "Three\nFour"
    both = await do(common_chat, "content", selectors=["#b", "#a"])
    assert both.index("Two") < both.index("One")
    assert set(await read(common_chat, ref=numbers["Two"])) == {"Two"}
    await refused(common_chat, "selector_no_match", "content", selector="#none")
    await refused(common_chat, "selector_invalid", "content", selector="a[")
    await refused(common_chat, "ref_unknown", "content", ref=99_999)
    await refused(common_chat, "ref_kind", "content", ref=f"[checkbox {numbers['Two']}]")


async def test_cursors_continue_exactly_where_a_cut_answer_ended(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=site.page(LONG))
    whole = page_text(await do(common_chat, "content", max_tokens=1_000_000)).splitlines()
    assert len(whole) == 300
    lines: list[str] = []
    cursor = None
    for _ in range(100):
        answer = (
            await do(common_chat, "content", max_tokens=600, cursor=cursor)
            if cursor
            else await do(common_chat, "content", max_tokens=600)
        )
        lines += page_text(answer).splitlines()
        match = re.search(r'"cursor": "([^"]+)"', answer)
        if not match:
            break
        cursor = match[1]
    assert lines == whole


@pytest.mark.long("browser/test_content.py::test_cursors_continue_exactly_where_a_cut_answer_ended")
async def test_a_cursor_goes_on_in_what_was_read_even_if_the_page_has_changed(chat: Chat, site: Site) -> None:
    await do(chat, "navigate", url=site.page(LONG))
    answer = await do(chat, "content", max_tokens=600)
    cursor = re.search(r'"cursor": "([^"]+)"', answer)
    assert cursor
    await evaluated(chat, "document.body.innerHTML = 'Gone'")
    assert "Paragraph 50 " in await do(chat, "content", max_tokens=6000, cursor=cursor[1])


@pytest.mark.rows(2)
@pytest.mark.parametrize("cursor", ["nonsense", "s9:1", "s1:99999", "s1:-1", ":", "s1:1.x", "s1"])
async def test_a_cursor_that_points_at_nothing_is_refused(common_chat: Chat, site: Site, cursor: str) -> None:
    await do(common_chat, "navigate", url=site.page("<p>Here"))
    await do(common_chat, "content")
    answer = await refused(common_chat, "invalid_arguments", "content", cursor=cursor)
    assert answer["remedy"]["action"] == "content"


@pytest.mark.rows(1)
@pytest.mark.parametrize("budget", [50, 500, 3000])
async def test_a_budget_is_kept_and_the_rest_is_announced(common_chat: Chat, site: Site, budget: int) -> None:
    await do(common_chat, "navigate", url=site.page(LONG))
    answer = await do(common_chat, "content", max_tokens=budget)
    assert len(page_text(answer)) <= budget * 3.6
    assert "cursor" in answer.splitlines()[-1]
    assert "of 300" in answer.splitlines()[-1]


async def test_a_long_table_does_not_push_what_stands_behind_it_out_of_the_budget(common_chat: Chat, site: Site) -> None:
    rows = "".join(f"<tr><td>Lamp {n}<td>{n} €<td><button>Add {n}</button>" for n in range(300))
    await do(
        common_chat,
        "navigate",
        url=site.page(f"<h1>Lamps</h1><table><tr><th>Name<th>Price<th>{rows}</table><button>Check out</button>"),
    )
    answer = await do(common_chat, "content", max_tokens=1500)
    assert all(name in answer for name in ("Lamp 0 ", "Lamp 9 ", "Check out"))
    assert "Lamp 299" not in answer
    left_out = re.search(r"^(\d+) similar lines left out: (\{.*\})$", answer, re.MULTILINE)
    assert left_out
    rest = ""
    call = json.loads(left_out[2])
    while call:
        part = ok(await common_chat.call(call))
        rest += page_text(part) + "\n"
        more = re.search(r"more: (\{.*\})$", part)
        call = json.loads(more[1]) if more else None
    assert len(rest.strip().splitlines()) == int(left_out[1])
    assert "Lamp 299" in rest
    assert "Check out" not in rest


@pytest.mark.long("browser/test_content.py::test_cursors_continue_exactly_where_a_cut_answer_ended")
async def test_a_line_longer_than_the_budget_is_itself_continued(chat: Chat, site: Site) -> None:
    words = " ".join(f"word{number}" for number in range(1000))
    await do(chat, "open", url=site.page(f"<p>{words}</p>"))
    answer = await do(chat, "content", max_tokens=400)
    text = page_text(answer)
    while match := re.search(r'"cursor": "([^"]+)"', answer):
        answer = await do(chat, "content", max_tokens=400, cursor=match[1])
        text += page_text(answer)
    assert text.replace(" ", "") == words.replace(" ", "")


async def test_changes_are_what_was_not_shown_before(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=site.page("<p id=a>Same</p><p>" + "Filler words. " * 50 + "</p><p id=b>Old</p>"))
    first = await do(common_chat, "content", mode="changes")
    assert "Same" in first
    assert "nothing changed" in await do(common_chat, "content", mode="changes")
    await evaluated(common_chat, "b.textContent = 'New'")
    changes = page_text(await do(common_chat, "content", mode="changes"))
    assert changes.splitlines() == ["- Old", "+ New"]
    await do(common_chat, "reload")
    assert "Same" in await do(common_chat, "content", mode="changes")


async def test_frames_stand_where_they_are_in_the_page(common_chat: Chat, site: Site) -> None:
    site.page("<p>Innermost</p>", "/c")
    site.page("<p>Middle</p><iframe src=/c></iframe>", "/b")
    text = await text_of(
        common_chat,
        site,
        f"<p>Before</p><iframe title=Map src='{site.other('/b')}'></iframe><p>After</p><iframe srcdoc='<p>Inline</p>'></iframe>",
    )
    order = [text.index(word) for word in ("Before", "Map", "Middle", "Innermost", "After", "Inline")]
    assert order == sorted(order)
    assert re.search(r"\n  +Middle", text)


@pytest.mark.long("browser/test_wait.py::test_a_hung_frame_does_not_keep_text_in_the_page_from_being_seen")
async def test_a_frame_that_hangs_is_left_out_with_a_note(isolated_chat: Chat, site: Site) -> None:
    site.page("<p>Never seen</p><script>addEventListener('message', () => { while (true) {} })</script>", "/busy")
    await do(
        isolated_chat,
        "open",
        url=site.page(f"<p>Before</p><iframe src='{site.other('/busy')}'></iframe><p>After</p>"),
        wait_until="load",
    )
    await evaluated(isolated_chat, "frames[0].postMessage('go', '*')")
    began = time.monotonic()
    text = page_text(await do(isolated_chat, "content", timeout_ms=10_000))
    assert time.monotonic() - began < 4
    assert "did not answer" in text
    assert "Before" in text
    assert "After" in text


@pytest.mark.long("browser/test_hangs.py::test_a_page_that_hangs_is_reported_and_its_tab_can_be_closed")
async def test_a_hung_page_fails_a_reading_in_time(chat: Chat, site: Site) -> None:
    await do(chat, "open", url=site.page("<p>Here</p><script>setTimeout(() => { while (true) {} }, 100)</script>"))
    await do(chat, "wait", time_ms=200)
    began = time.monotonic()
    answer = await refused(chat, "tab_hung", "content", timeout_ms=600)
    assert time.monotonic() - began < 2
    assert answer["retryable"] is True
    assert (await do(chat, "close"))["browsers"] == []


async def test_detail_reports_everything_about_one_element(common_chat: Chat, site: Site) -> None:
    numbers = await navigated(
        common_chat,
        site.page(
            "<form action=/send><select aria-label=Size required><option>S<option selected>M</select></form><a href=/x title=More>Go</a>"
        ),
    )
    size = await do(common_chat, "detail", ref=numbers["Size"])
    assert (size["role"], size["name"], size["states"]["required"]) == ("combobox", "Size", True)
    assert [option["label"] for option in size["options"]] == ["S", "M"]
    assert size["form"]["action"].endswith("/send")
    link = await do(common_chat, "detail", ref=numbers["Go"])
    assert link["href"].endswith("/x")
    assert len(link["box"]) == 4


async def test_no_pattern_holds_up_the_browser(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=site.page(f"<p>{'a' * 3000}b</p>"))
    assert (await do(common_chat, "find", regex="(a+)+$"))["count"] == 0
    for regex in ("(?=a)a", "(a)\\1", "a{1,99999}", "("):
        await refused(common_chat, "invalid_arguments", "find", regex=regex)
