"""A call that a policy asks about waits for a person, and goes on as they say."""

import asyncio
import tomllib
from pathlib import Path
from typing import Any

import pytest

from refbrowser import Answer, Browser, Chat
from refbrowser.errors import CallError, ServerError
from refbrowser.journal.summary import explained
from tests.support.calls import do, refused
from tests.support.journals import recorded
from tests.support.oversight import Person
from tests.support.server import Site
from tests.support.waiting import PATIENCE_S, until

SCRIPTS = (
    'default = "allow"\n# kept\n[[rule]]\nname = "scripts"\nverdict = "ask"\nscripts = true\nreason = "scripts are looked at"\n'
)
MARK = "document.title = 'run'"


async def title(chat: Chat) -> str:
    return str((await do(chat, "state"))["title"])


async def test_the_call_goes_on_when_a_person_agrees(shared_overseen: Chat, rules: Path, person: Person, site: Site) -> None:
    rules.write_text(SCRIPTS)
    await do(shared_overseen, "navigate", url=site.page("<title>here</title>"))
    await do(shared_overseen, "evaluate", script=MARK)
    assert await title(shared_overseen) == "run"
    (card,) = person.cards
    assert (card.action, card.rule, card.reason, card.chat) == ("evaluate", "scripts", "scripts are looked at", shared_overseen.id)
    assert card.arguments == {"script": MARK}
    assert card.site == site.url("").removeprefix("http://")
    assert card.picture is not None
    assert card.picture.startswith(b"\xff\xd8")
    await do(shared_overseen, "evaluate", script="1")
    assert len(person.cards) == 2, "once is once"


async def test_a_no_is_read_by_the_agent(shared_overseen: Chat, rules: Path, person: Person, site: Site) -> None:
    rules.write_text(SCRIPTS)
    await shared_overseen.end_journal()
    person.answers = lambda _: Answer("deny", "use the form instead")
    await do(shared_overseen, "navigate", url=site.page("<title>here</title>"))
    answer = await refused(shared_overseen, "approval_denied", "evaluate", script=MARK)
    assert answer["details"]["said"] == "use the form instead"
    assert "use the form instead" in answer["error"]
    assert await title(shared_overseen) == "here"
    call = (await recorded(shared_overseen)).calls[1]
    assert call["approvals"] == [{"rule": "scripts", "answer": "deny", "said": "use the form instead", "by": "python"}]
    said = "A person was asked, because of the rule scripts, and answered deny and wrote “use the form instead”."
    assert said in explained([call], call)


async def test_always_here_is_for_that_site_in_that_chat(
    shared_overseen: Chat, rules: Path, person: Person, site: Site, browser: Browser
) -> None:
    rules.write_text(SCRIPTS)
    person.answers = lambda _: Answer("always_here")
    page = site.page("<title>here</title>")
    await do(shared_overseen, "navigate", url=page)
    for _ in range(2):
        await do(shared_overseen, "evaluate", script="1")
    assert len(person.cards) == 1
    await do(shared_overseen, "navigate", url=page.replace("127.0.0.1", "localhost"))
    await do(shared_overseen, "evaluate", script="1")
    assert len(person.cards) == 2, "another site"
    other = browser.chat(f"{shared_overseen.id}-other")
    await do(other, "open", url=page)
    await do(other, "evaluate", script="1")
    assert len(person.cards) == 3, "another chat"
    await other.close()


async def test_always_is_written_to_the_file_by_a_person_alone(
    shared_overseen: Chat, rules: Path, person: Person, site: Site
) -> None:
    rules.write_text(SCRIPTS)
    await do(shared_overseen, "navigate", url=site.page("<title>here</title>"))
    person.answers = lambda _: Answer("always")
    await do(shared_overseen, "evaluate", script="1")
    assert rules.read_text() == SCRIPTS, "a program is no person"
    person.answers = lambda _: Answer("always", by="viewer")
    await do(shared_overseen, "evaluate", script="1")
    written = rules.read_text()
    assert "# kept" in written
    names = [rule["name"] for rule in tomllib.loads(written)["rule"]]
    assert names == ["allowed evaluate", "scripts"]
    cards = len(person.cards)
    await do(shared_overseen, "evaluate", script="2")
    assert len(person.cards) == cards


async def test_nobody_to_ask_ends_the_call_at_once(shared_ruled: Chat, rules: Path, site: Site) -> None:
    rules.write_text(SCRIPTS)
    await do(shared_ruled, "navigate", url=site.page("<title>here</title>"))
    began = asyncio.get_running_loop().time()
    answer = await refused(shared_ruled, "approval_unavailable", "evaluate", script=MARK)
    assert asyncio.get_running_loop().time() - began < 2
    assert answer["retryable"]
    assert await title(shared_ruled) == "here"


async def test_a_way_that_fails_or_cannot_ask_allows_nothing(
    shared_overseen: Chat, rules: Path, person: Person, site: Site
) -> None:
    rules.write_text(SCRIPTS)
    await do(shared_overseen, "navigate", url=site.page("<title>here</title>"))
    person.answers = lambda _: None
    await refused(shared_overseen, "approval_unavailable", "evaluate", script=MARK)
    person.answers = lambda _: 1 / 0  # type: ignore[assignment, return-value]
    await refused(shared_overseen, "approval_unavailable", "evaluate", script=MARK)
    for wrong in (True, "once", 1, {"choice": "once"}):
        person.answers = lambda _, wrong=wrong: wrong  # type: ignore[misc]
        await refused(shared_overseen, "approval_unavailable", "evaluate", script=MARK)
    assert await title(shared_overseen) == "here"


async def test_the_tabs_turn_is_held_others_go_on_and_the_deadline_stands_still(
    shared_overseen: Chat, rules: Path, person: Person, site: Site, browser: Browser
) -> None:
    rules.write_text(SCRIPTS)
    first = await do(shared_overseen, "navigate", url=site.page("<title>first</title>"))
    second = await do(shared_overseen, "open", url=site.page("<title>second</title>"))
    let_go: asyncio.Future[object] = asyncio.get_running_loop().create_future()
    person.before = lambda: let_go
    asked = asyncio.ensure_future(
        shared_overseen.call({"action": "evaluate", "browser_id": first["browser_id"], "script": MARK, "timeout_ms": 400})
    )
    await until(lambda: person.cards)
    behind = asyncio.ensure_future(shared_overseen.call({"action": "content", "browser_id": first["browser_id"]}))
    for _ in range(3):
        await do(shared_overseen, "content", browser_id=second["browser_id"])
        await do(shared_overseen, "state", browser_id=first["browser_id"])
        await asyncio.wait({asked}, timeout=0.12)
    assert not asked.done(), "longer than its deadline, and it still waits"
    assert not behind.done()
    let_go.set_result(None)
    assert (await asked)["ok"]
    assert (await behind)["ok"]
    await do(shared_overseen, "close", browser_id=second["browser_id"])


async def test_an_approval_lapses(shared_overseen: Chat, rules: Path, person: Person, site: Site, browser: Browser) -> None:
    rules.write_text(SCRIPTS)
    await do(shared_overseen, "navigate", url=site.page("<title>here</title>"))
    never: asyncio.Future[object] = asyncio.get_running_loop().create_future()
    person.before = lambda: never
    assert browser.oversight is not None
    from dataclasses import replace

    browser.oversight.settings = replace(browser.oversight.settings, approval_ms=100)
    await refused(shared_overseen, "approval_expired", "evaluate", script=MARK)
    assert browser.approvals.pending == []
    assert await title(shared_overseen) == "here"


async def unanswered(chat: Chat, rules: Path, person: Person, site: Site, browser: Browser) -> "asyncio.Task[dict[str, Any]]":
    """A call whose card nobody answers."""
    rules.write_text(SCRIPTS)
    await do(chat, "navigate", url=site.page("<title>here</title>"))
    never: asyncio.Future[object] = asyncio.get_running_loop().create_future()
    person.before = lambda: never
    asked = asyncio.create_task(chat.call({"action": "evaluate", "script": MARK}))
    await until(lambda: browser.approvals.pending)
    return asked


async def test_a_cancelled_call_takes_its_card_away(
    shared_overseen: Chat, rules: Path, person: Person, site: Site, browser: Browser
) -> None:
    asked = await unanswered(shared_overseen, rules, person, site, browser)
    asked.cancel()
    await asyncio.wait({asked})
    assert browser.approvals.pending == []
    person.before = None
    await do(shared_overseen, "content")
    assert await title(shared_overseen) == "here"


@pytest.mark.rows(2)
@pytest.mark.parametrize("closing", ["close", "wipe", "chat"])
async def test_a_closed_tab_takes_its_card_away(
    overseen: Chat, rules: Path, person: Person, site: Site, browser: Browser, closing: str
) -> None:
    """Nobody agrees to a call that cannot be carried out, and a chat that is closed does not wait for a person."""
    asked = await unanswered(overseen, rules, person, site, browser)
    if closing == "chat":
        await overseen.close()
    elif closing == "close":
        await do(overseen, "close")
    else:
        await do(overseen, "close_all", wipe=True)
    answer = await asyncio.wait_for(asked, PATIENCE_S)
    assert answer["code"] == "tab_closed"
    assert browser.approvals.pending == []


async def test_another_document_is_asked_for_again(shared_overseen: Chat, rules: Path, person: Person, site: Site) -> None:
    rules.write_text(SCRIPTS)
    other = site.page("<title>other</title>")
    await do(shared_overseen, "navigate", url=site.page("<title>here</title>"))
    session = shared_overseen.existing()
    assert session is not None
    page = session.tab(None).page

    def swap() -> "asyncio.Future[object] | None":
        return asyncio.ensure_future(page.goto(other)) if len(person.cards) == 1 else None

    person.before = swap
    person.answers = lambda card: Answer("once") if len(person.cards) == 1 else Answer("deny")
    await refused(shared_overseen, "approval_denied", "evaluate", script=MARK)
    assert [card.url for card in person.cards][1] == other
    assert await title(shared_overseen) == "other"


async def test_another_dialog_is_asked_for_again(shared_overseen: Chat, rules: Path, person: Person, site: Site) -> None:
    rules.write_text('default = "allow"\n[[rule]]\nname = "dialogs"\nverdict = "ask"\nactions = "dialog"\n')
    script = "confirm('Next?'); document.title = confirm('Delete all?') ? 'deleted' : 'kept'"
    await do(shared_overseen, "navigate", url=site.page(f'<title>here</title><button id=b onclick="{script}">Go</button>'))
    await do(shared_overseen, "click", selector="#b")
    session = shared_overseen.existing()
    assert session is not None
    dialogs = session.tab(None).dialogs

    async def another() -> object:
        opened = dialogs.next_opened()
        await dialogs.answer(accept=False, text=None, dialog_id=None, closed_by="person")
        return await opened

    person.before = lambda: asyncio.ensure_future(another()) if len(person.cards) == 1 else None
    person.answers = lambda _: Answer("once" if len(person.cards) == 1 else "deny")
    await refused(shared_overseen, "approval_denied", "dialog", operation="accept")
    assert [card.element for card in person.cards] == ["confirm: Next?", "confirm: Delete all?"]
    person.answers = lambda _: Answer("once")
    await do(shared_overseen, "dialog", operation="dismiss")
    assert await title(shared_overseen) == "kept"


async def test_the_first_answer_counts(shared_overseen: Chat, rules: Path, person: Person, site: Site, browser: Browser) -> None:
    rules.write_text(SCRIPTS)
    await do(shared_overseen, "navigate", url=site.page("<title>here</title>"))
    never: asyncio.Future[object] = asyncio.get_running_loop().create_future()
    person.before = lambda: never
    asked = asyncio.ensure_future(shared_overseen.call({"action": "evaluate", "script": MARK}))
    (card,) = await until(lambda: browser.approvals.pending)
    browser.approvals.answer(card.id, Answer("once", by="viewer"))
    with pytest.raises(ServerError):
        browser.approvals.answer(card.id, Answer("deny", by="http"))
    assert (await asked)["ok"]


def test_an_answer_is_one_of_four() -> None:
    with pytest.raises(CallError):
        Answer("yes")  # type: ignore[arg-type]


async def test_addresses_are_asked_for_before_they_are_loaded(
    shared_overseen: Chat, rules: Path, person: Person, site: Site
) -> None:
    rules.write_text('extends = "guarded"\nallowed_domains = ["localhost"]\n')
    person.answers = lambda _: Answer("deny")
    page = site.page("<title>here</title>", "/asked")
    await do(shared_overseen, "navigate", url=page.replace("127.0.0.1", "localhost"))
    assert person.cards == []
    await refused(shared_overseen, "approval_denied", "navigate", url=page)
    await refused(shared_overseen, "approval_denied", "open", url=page)
    await refused(shared_overseen, "approval_denied", "read", url=page)
    assert site.hits("/asked") == 1
    assert {card.rule for card in person.cards} == {"other-domain"}
