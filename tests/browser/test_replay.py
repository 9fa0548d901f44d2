"""Recorded sessions carried out again: the same on the same site; on a changed one, found by meaning, and never a wrong element."""

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from refbrowser import Browser, Chat
from refbrowser.journal.store import Gap, Session
from refbrowser.policy.presets import read_only
from refbrowser.policy.rules import Policy
from refbrowser.replay.run import Plan, Row, replay
from refbrowser.replay.steps import Inputs
from refbrowser.service.oversight.caller import Caller
from tests.support.calls import do, evaluated, opened, read
from tests.support.journals import recorded
from tests.support.server import Site
from tests.support.sessions import SESSIONS

AXE = (Path(__file__).parents[1] / "support" / "vendor" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


@pytest.fixture
def recording_browser(browser: Browser, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Browser:
    """The browser that tests share, whose chats may upload what other chats have."""
    monkeypatch.setattr(browser, "settings", replace(browser.settings, file_roots=(tmp_path_factory.getbasetemp(),)))
    return browser


async def session_of(browser: Browser, name: str, site: Site) -> Session:
    chat = browser.chat(f"record {name}")
    chat.folder.mkdir(parents=True, exist_ok=True)
    await SESSIONS[name].work(chat, SESSIONS[name].serve(site))
    session = await recorded(chat)
    await chat.close()
    return session


async def again(browser: Browser, session: Session, plan: Plan) -> list[Row]:
    chat = browser.chat("again")
    rows = [row async for row in replay(session, chat, plan)]
    await chat.close()
    return rows


@pytest.mark.rows(1)
@pytest.mark.parametrize("name", sorted(SESSIONS, key="form".__ne__))
async def test_a_session_is_the_same_on_the_same_site(recording_browser: Browser, site: Site, name: str) -> None:
    session = await session_of(recording_browser, name, site)
    rows = await again(recording_browser, session, Plan())
    assert [(row.n, row.status, row.said) for row in rows] == [(call["n"], "same", "") for call in session.calls]


@pytest.mark.long("adapters/test_journal_commands.py::test_a_replay_says_what_was_the_same_and_writes_reports")
async def test_another_value_is_entered_by_the_name_of_its_field(recording_browser: Browser, site: Site) -> None:
    site.page("<title>Found</title>", "/found")
    chat = recording_browser.chat("search")
    numbers = await opened(chat, site.page("<form action=/found><input name=q aria-label=Q><button>Search</button></form>", "/"))
    await do(chat, "type", ref=numbers["Q"], text="lamp")
    await do(chat, "click", ref=numbers["Search"])
    session = await recorded(chat)
    await chat.close()
    inputs = Inputs({"Q": "desk"})
    rows = await again(recording_browser, session, Plan(inputs))
    assert all(row.passed for row in rows), rows
    assert [request.query for request in site.requests if request.path == "/found"][-1] == {"q": ["desk"]}
    assert Inputs({"nothing": "x"}).unknown(session.calls) == ["nothing"]
    assert inputs.unknown(session.calls) == []


@pytest.mark.long("adapters/test_journal_commands.py::test_a_replay_says_what_was_the_same_and_writes_reports")
async def test_a_secret_has_to_be_given(recording_browser: Browser, site: Site) -> None:
    chat = recording_browser.chat("secret")
    await opened(
        chat,
        site.page(
            '<form><label>Password <input type=password name=pw></label><button type=button onclick="this.textContent=this.form.pw.value.length">Log in</button></form>'
        ),
    )
    await do(chat, "type", ref=1, text="hunter2-long")
    await do(chat, "click", ref=2)
    session = await recorded(chat)
    await chat.close()
    rows = await again(recording_browser, session, Plan())
    assert [row.status for row in rows] == ["same", "same", "stopped", "stopped"]
    assert "--set pw=" in rows[2].said
    rows = await again(recording_browser, session, Plan(Inputs({"pw": "hunter2-long"})))
    assert [row.status for row in rows] == ["same"] * 4


async def bought(browser: Browser, site: Site) -> tuple[str, Session]:
    """A page, and a session in which an amount was typed there and Buy pressed, which led to another page."""
    page = "<title>Shop</title><button onclick=\"location='/there'\">Buy</button><input aria-label=Amount>"
    url = site.page(page, "/")
    site.page("<title>There</title>", "/there")
    chat = browser.chat("differs")
    numbers = await opened(chat, url)
    await do(chat, "type", ref=numbers["Amount"], text="3")
    await do(chat, "click", ref=numbers["Buy"])
    session = await recorded(chat)
    await chat.close()
    return page, session


async def test_what_differs_is_named(recording_browser: Browser, site: Site) -> None:
    _, session = await bought(recording_browser, site)
    site.page("<title>Gone</title>", "/there", status=404)
    rows = await again(recording_browser, session, Plan())
    assert [row.status for row in rows] == ["same", "same", "same", "diverged"]
    assert "the status is 404, was 200" in rows[3].said


@pytest.mark.long("browser/test_replay.py::test_what_differs_is_named")
async def test_another_page_another_name_and_another_value_are_named_too(recording_browser: Browser, site: Site) -> None:
    page, session = await bought(recording_browser, site)
    site.page(page.replace("location='/there'", "alert(1)"), "/")
    rows = await again(recording_browser, session, Plan())
    assert "the page is /, was /there" in rows[3].said
    site.page(page.replace("Buy", "Purchase"), "/")
    rows = await again(recording_browser, session, Plan(patience_ms=300))
    assert (rows[3].status, rows[3].said) == ("diverged", "no element is named [button] Buy now")
    site.page(page.replace("<input", "<input maxlength=0"), "/")
    rows = await again(recording_browser, session, Plan())
    assert rows[2].status == "diverged"


ROW = "<div><span>{0}</span> <button onclick=\"document.title='{0}'\">Buy</button></div>"


@pytest.mark.rows(1)
@pytest.mark.parametrize(
    ("names", "status", "bought"),
    [(("Apple",), "diverged", "Shop"), (("Apple", "Plum"), "diverged", "Shop"), (("Pear", "Apple"), "same", "Pear")],
)
async def test_the_button_of_another_product_is_not_pressed(
    recording_browser: Browser, site: Site, names: tuple[str, ...], status: str, bought: str
) -> None:
    url = site.page("<title>Shop</title>" + "".join(map(ROW.format, ("Apple", "Pear"))), "/")
    chat = recording_browser.chat("rows")
    await do(chat, "open", url=url)
    await read(chat)
    await do(chat, "click", ref=2)
    session = await recorded(chat)
    await chat.close()
    site.page("<title>Shop</title>" + "".join(map(ROW.format, names)), "/")
    chat = recording_browser.chat("again")
    rows = [row async for row in replay(session, chat, Plan(patience_ms=300))]
    assert (rows[-1].status, await evaluated(chat, "document.title")) == (status, bought), rows[-1].said
    await chat.close()


READINGS = [
    {"action": "content"},
    {"action": "find", "text": "euros"},
    {"action": "evaluate", "script": "document.body.innerText.includes('ten')"},
    {"action": "source"},
]


@pytest.mark.long("browser/test_replay.py::test_what_differs_is_named")
async def test_what_was_read_is_compared(recording_browser: Browser, site: Site) -> None:
    url = site.page("<title>Bank</title><p>Balance: ten euros<p>At 12:03", "/")
    chat = recording_browser.chat("readings")
    await do(chat, "open", url=url)
    for call in READINGS:
        await do(chat, **call)
    session = await recorded(chat)
    await chat.close()
    site.page("<title>Bank</title><p>Balance: ten euros<p>At 14:55", "/")
    assert [row.status for row in await again(recording_browser, session, Plan())] == ["same"] * 5
    site.page("<title>Bank</title><h1>Your account was deleted</h1>", "/")
    rows = await again(recording_browser, session, Plan())
    assert [row.status for row in rows] == ["same", *["diverged"] * 4]
    assert [row.said for row in rows[1:4]] == [
        "the text has “# Your account was deleted”, and not “At #”, “Balance: ten euros”",
        "it finds nothing, and had found 1",
        "it returned “false”, was “true”",
    ]


async def test_what_was_refused_is_not_done_by_a_replay(recording_browser: Browser, site: Site) -> None:
    """A replay runs with the permissions of the person who starts it: a client with fewer would have its wishes carried out."""
    site.page("bought", "/buy")
    url = site.page("<title>Shop</title><button onclick=\"fetch('/buy')\">Buy</button>", "/")
    reader = Caller("reader", policy=ReadOnly())
    chat = recording_browser.chat("refused")
    for call in (
        {"action": "open", "url": url},
        {"action": "content"},
        {"action": "click", "selector": "text=Buy"},
        {"action": "evaluate", "script": "fetch('/buy')"},
        {"action": "multi", "calls": [{"action": "content"}, {"action": "click", "ref": 1}]},
        {"action": "content"},
    ):
        await chat.call(call, caller=reader)
    session = await recorded(chat)
    await chat.close()
    assert [call.get("code") for call in session.calls] == [None, None, *["policy_denied"] * 2, None, "policy_denied", None]
    rows = await again(recording_browser, session, Plan())
    assert site.hits("/buy") == 0
    assert [row.status for row in rows] == ["same"] * 7
    assert [row.said for row in rows if row.said] == ["it was refused (policy_denied), and is not made again"] * 3


class ReadOnly:
    def current(self) -> Policy:
        return read_only()


@pytest.mark.long("browser/test_replay.py::test_what_differs_is_named")
async def test_other_requests_are_another_effect(recording_browser: Browser, site: Site) -> None:
    page = "<title>Shop</title><button onclick=\"fetch('/{0}')\">{0}</button>"
    url = site.page(page.format("save"), "/")
    site.page("done", "/save")
    site.page("done", "/delete")
    chat = recording_browser.chat("requests")
    await do(chat, "open", url=url)
    await do(chat, "keyboard", key="Tab")
    await do(chat, "keyboard", key="Enter")
    session = await recorded(chat)
    await chat.close()
    site.page(page.format("delete"), "/")
    rows = await again(recording_browser, session, Plan())
    assert (rows[2].status, rows[2].said) == ("diverged", "it requests GET /delete, and had requested GET /save")


@pytest.mark.long("browser/test_replay.py::test_a_session_is_the_same_on_the_same_site")
async def test_an_element_that_comes_late_is_waited_for(recording_browser: Browser, site: Site) -> None:
    chat = recording_browser.chat("late")
    url = site.page(
        "<body><script>setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<button>Late</button>'), 400)</script>"
    )
    await do(chat, "open", url=url)
    await do(chat, "wait", text="Late")
    numbers = await read(chat)
    await do(chat, "click", ref=numbers["Late"])
    session = await recorded(chat)
    await chat.close()
    session = Session(session.folder, session.header, [session.calls[0], session.calls[3]], None, False, True)
    assert [row.status for row in await again(recording_browser, session, Plan())] == ["same", "same"]


@pytest.mark.rows(1)
@pytest.mark.parametrize(
    ("first", "last", "plan", "rows"),
    [
        (2, 3, Plan(), [(1, "same"), (2, "stopped"), (4, "stopped")]),
        (2, 3, Plan(keep_going=True), [(1, "same"), (2, "stopped"), (4, "same"), (5, "same")]),
        (2, 3, Plan(until=1), [(1, "same")]),
        (2, 3, Plan(start=3), [(3, "stopped"), (4, "stopped")]),
        (2, 3, Plan(start=4), [(4, "same"), (5, "same")]),
        (6, 6, Plan(start=5), [(5, "same"), (6, "stopped")]),
        (6, None, Plan(start=5), [(5, "same"), (6, "stopped")]),
        (6, None, Plan(start=5, until=5), [(5, "same")]),
    ],
)
async def test_calls_that_were_not_recorded_are_stopped(
    recording_browser: Browser, site: Site, first: int, last: int | None, plan: Plan, rows: list[tuple[int, str]]
) -> None:
    """What they did is not known: what follows may be on another page."""
    chat = recording_browser.chat("gap")
    await do(chat, "open", url=site.page("<title>Shop</title>"))
    for _ in range(4):
        await do(chat, "secrets")
    session = await recorded(chat)
    await chat.close()
    calls = [call for call in session.calls if not first <= call["n"] <= (last or call["n"])]
    gap = Gap(first, last - first + 1 if last is not None else None, "the disk was full")
    made = await again(recording_browser, replace(session, calls=calls, gaps=(gap,)), plan)
    assert [(row.n, row.status) for row in made] == rows
    said = [row.said for row in made if "not recorded" in row.said]
    assert said == [] or (len(said) == 1 and "the disk was full" in said[0] and ("--from 4" in said[0]) is (last == 3))


@pytest.mark.long("adapters/test_journal_commands.py::test_a_replay_says_what_was_the_same_and_writes_reports")
async def test_a_replay_starts_and_ends_at_the_given_calls(recording_browser: Browser, site: Site) -> None:
    session = await session_of(recording_browser, "form", site)
    rows = await again(recording_browser, session, Plan(start=3, until=4))
    assert [(row.n, row.status) for row in rows] == [(3, "same"), (4, "same")]
    seen: list[int] = []

    async def before_step(entry: object) -> None:
        seen.append(entry["n"])  # type: ignore[index]

    await again(recording_browser, session, Plan(until=2, before_step=before_step))
    assert seen == [1, 2]


@pytest.mark.long("adapters/test_journal_commands.py::test_a_replay_says_what_was_the_same_and_writes_reports")
async def test_another_origin_takes_the_place_of_the_recorded_one(recording_browser: Browser, site: Site) -> None:
    session = await session_of(recording_browser, "dialogs", site)
    with Site() as other:
        SESSIONS["dialogs"].serve(other)
        rows = await again(recording_browser, session, Plan(Inputs(base=other.url("/"))))
        assert all(row.passed for row in rows), rows
        assert other.hits("/") == 1


@pytest.mark.long("adapters/test_journal_commands.py::test_a_replay_says_what_was_the_same_and_writes_reports")
async def test_a_film_is_one_page_without_a_foreign_host(
    recording_browser: Browser, chat: Chat, site: Site, tmp_path: Path
) -> None:
    from refbrowser.replay.film import film

    recording = recording_browser.chat("filmed")
    await opened(recording, site.page("<title></script><script>window.owned = 1</script></title><button>Go</button>"))
    await do(recording, "click", ref=1)
    session = await recorded(recording)
    page = film(session)
    assert "http://" not in page.replace(site.url(""), "").split("<script type")[0]
    url = site.page(page)
    await do(chat, "open", url=url)
    text = await do(chat, "content")
    assert "#3 click" in text
    assert await evaluated(chat, "window.owned") is None
    await do(chat, "keyboard", key="ArrowRight")
    shown = "document.querySelector('h2').textContent.slice(0, 10)"
    assert await evaluated(chat, shown) == "#2 content"
    # A search shows a call that it finds; Enter goes on to the next one, and after the last to the first.
    for text, found in (("open", ["#1", "#1"]), ("click", ["#2", "#3", "#2"]), ("", ["#3", "#1"])):
        await do(chat, "type", selector="#search", text=text)
        for number in found:
            assert (await evaluated(chat, shown)).startswith(number), text
            await do(chat, "keyboard", key="Enter")
    await evaluated(chat, "show(1)")
    await evaluated(chat, "search.blur()")
    await do(chat, "keyboard", key="ArrowRight")
    assert "No effect was observed" in await evaluated(chat, "document.querySelector('section').textContent")
    looked_at = chat.existing()
    assert looked_at is not None
    await looked_at.tab(None).page.evaluate(AXE)
    violations = await looked_at.tab(None).page.evaluate("axe.run().then(result => result.violations)")
    assert [(one["id"], one["nodes"][0]["html"]) for one in violations] == []


@pytest.mark.long("browser/test_replay.py::test_what_differs_is_named")
async def test_what_a_call_changed_on_the_page_is_compared(recording_browser: Browser, site: Site) -> None:
    page = "<button onclick=\"p.textContent=`Saved at ${new Date().toLocaleTimeString()}`;q.textContent='In the cart: 1'\">Buy</button><p id=p></p><p id=q></p>"
    chat = recording_browser.chat("changes")
    numbers = await opened(chat, site.page(page, "/"))
    await do(chat, "click", ref=numbers["Buy"])
    session = await recorded(chat)
    await chat.close()
    assert [row.status for row in await again(recording_browser, session, Plan())] == ["same"] * 3
    site.page(page.replace("cart: 1", "cart: 0"), "/")
    rows = await again(recording_browser, session, Plan())
    assert rows[2].status == "diverged"
    assert "“+ In the cart: 0” did, and had not" in rows[2].said


@pytest.mark.long("browser/test_replay.py::test_a_session_is_the_same_on_the_same_site")
async def test_the_calls_of_a_batch_are_made_together_with_a_row_each(recording_browser: Browser, site: Site) -> None:
    gate = "<title>{0}</title><button onclick=\"fetch('/both?' + Math.random()).then(() => document.title = 'Met')\">Meet</button>"
    one, two = site.page(gate.format("One"), "/one"), site.page(gate.format("Two"), "/two")
    met = Meeting()
    site.route("/both", lambda request: met.arrived())
    chat = recording_browser.chat("batch")
    await do(chat, "open", url=one)
    await do(chat, "open", url=two)
    numbers = [(await read(chat, browser_id=number))["Meet"] for number in (1, 2)]
    # Each press waits for the other tab's: one after the other they would never end.
    calls: list[dict[str, Any]] = [
        {"action": "click", "browser_id": 1, "ref": numbers[0]}, {"action": "wait", "browser_id": 1, "script": "document.title == 'Met'"},
        {"action": "click", "browser_id": 2, "ref": numbers[1]}, {"action": "wait", "browser_id": 2, "script": "document.title == 'Met'"},
        {"action": "open", "url": site.page("<title>Third</title><button>Third</button>", "/third")}, {"action": "content", "browser_id": "$4"},
    ]  # fmt: skip
    answers = await do(chat, "multi", calls=calls)
    assert [answer.get("error") for answer in answers] == [None] * 6
    session = await recorded(chat)
    await chat.close()
    rows = await again(recording_browser, session, Plan())
    assert [(row.n, row.status, row.said) for row in rows] == [(n, "same", "") for n in range(1, 11)]
    for path in ("/one", "/two"):
        site.page("<title>Without it</title>", path)
    rows = await again(recording_browser, session, Plan(patience_ms=200))
    assert sorted((row.asked.split()[0], row.status) for row in rows if row.n > 4) == [
        ("click", "diverged"), ("click", "diverged"), ("content", "same"), ("open", "same"), ("wait", "stopped"), ("wait", "stopped"),
    ]  # fmt: skip


class Meeting:
    """Answers two requests when both have come."""

    def __init__(self) -> None:
        self._barrier = threading.Barrier(2)

    def arrived(self) -> str:
        self._barrier.wait(20)
        return "both"


@pytest.mark.long("browser/test_replay.py::test_a_session_is_the_same_on_the_same_site")
async def test_what_a_person_did_is_said_and_done_again_as_far_as_it_is_known(recording_browser: Browser, site: Site) -> None:
    url = site.page("<title>Log in</title><button>Help</button>", "/")
    inside = site.page("<title>Inside</title>", "/inside")
    chat = recording_browser.chat("person")
    await do(chat, "open", url=url)
    await do(chat, "handoff", reason="Log in", timeout_ms=550)
    session = await recorded(chat)
    await chat.close()

    def with_person(**part: Any) -> Session:
        asked = {**session.calls[1], "result": {**session.calls[1]["result"], **part}}
        return Session(session.folder, session.header, [session.calls[0], asked], None, False, True)

    rows = await again(recording_browser, session, Plan())
    assert (rows[1].status, rows[1].said) == ("same", "the person did not answer in time, which a replay does not ask for again")
    rows = await again(recording_browser, with_person(ended_by="person", by_person={"navigation": {"to": inside}}), Plan())
    assert (rows[1].status, rows[1].said) == (
        "same",
        f"the person said that it was done and went to {inside}, which was repeated",
    )
    assert site.hits("/inside") == 1
    typed = with_person(ended_by="person", said="hi", by_person={"presses": 2, "keystrokes": 9, "navigation": {"to": inside}})
    rows = await again(recording_browser, typed, Plan())
    assert rows[1].status == "stopped"
    assert rows[1].said.startswith("the person said that it was done and pressed 2 times and pressed 9 keys and wrote “hi”")
    assert "--from 3" in rows[1].said
