"""A batch asks a person once for all that it has to ask; each call stays bound to its own element."""

import asyncio
from pathlib import Path

import pytest

from refbrowser import Answer, Chat
from refbrowser.service.calls import batch, look_ahead
from tests.support.calls import do, failure, navigated, ok, read
from tests.support.oversight import Person
from tests.support.server import Site

ASKS = 'default = "allow"\n[[rule]]\nname = "buttons"\nverdict = "ask"\ntarget = "*forbidden*"\nreason = "looked at"\n'
PAGE = (
    "".join(f"<button onclick=\"document.title += '{name}'\">Forbidden {name}</button>" for name in "abc")
    + "<button>Plain</button>"
)


@pytest.fixture(autouse=True)
def on_a_busy_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Elements are found in time."""
    monkeypatch.setattr(batch, "LOOK_AHEAD_MS", 20_000)
    monkeypatch.setattr(look_ahead, "SELECTOR_MS", 10_000)


async def test_one_card_lists_the_calls_of_all_tabs(shared_overseen: Chat, rules: Path, person: Person, site: Site) -> None:
    rules.write_text(ASKS + '[[rule]]\nname = "scripts"\nverdict = "ask"\nscripts = true\n')
    one = await navigated(shared_overseen, site.page(PAGE))
    second = (await do(shared_overseen, "open", url=site.page(PAGE)))["browser_id"]
    calls = [
        {"action": "click", "browser_id": 1, "ref": one["Forbidden a"]},
        {"action": "click", "browser_id": 1, "ref": one["Plain"]},
        {"action": "click", "browser_id": 1, "ref": one["Forbidden b"]},
        {"action": "click", "browser_id": second, "selector": "text=Forbidden c"},
        {"action": "evaluate", "browser_id": second, "script": "document.title += 's'"},
    ]
    for answer in await do(shared_overseen, "multi", calls=calls):
        ok(answer)
    (card,) = person.cards
    assert card.action == "multi"
    assert sorted((call["action"], call["element"] or "") for call in card.calls) == [
        ("click", "button: Forbidden a"), ("click", "button: Forbidden b"), ("click", "button: Forbidden c"), ("evaluate", ""),
    ]  # fmt: skip
    assert card.rule == "buttons, scripts"
    assert card.picture is not None
    assert sorted(tab["title"] for tab in (await do(shared_overseen, "list"))["browsers"]) == ["ab", "cs"]
    # Once is once.
    await do(shared_overseen, "multi", calls=calls[:1])
    assert len(person.cards) == 2
    assert person.cards[1].action == "click"
    await do(shared_overseen, "close", browser_id=second)


async def test_a_no_is_for_all_that_the_card_lists(shared_overseen: Chat, rules: Path, person: Person, site: Site) -> None:
    rules.write_text(ASKS)
    found = await navigated(shared_overseen, site.page(PAGE))
    person.answers = lambda _: Answer("deny", "not these")
    calls = [{"action": "click", "ref": found[name]} for name in ("Forbidden a", "Plain", "Forbidden b")]
    answers = await do(shared_overseen, "multi", calls=calls, stop_on_error=False)
    assert [answer["ok"] for answer in answers] == [False, True, False]
    for answer in (answers[0], answers[2]):
        assert failure(answer, "approval_denied")["details"]["said"] == "not these"
    assert len(person.cards) == 1
    assert (await do(shared_overseen, "state"))["title"] == ""


@pytest.mark.rows(1)
@pytest.mark.parametrize(
    "swap",
    [
        "b.textContent = 'Forbidden payment'",
        "b.replaceWith(b.cloneNode(true))",
        "b.setAttribute('role', 'link')",
    ],
)
async def test_what_changed_since_is_asked_for_again(
    shared_overseen: Chat, rules: Path, person: Person, site: Site, swap: str
) -> None:
    rules.write_text(ASKS)
    found = await navigated(shared_overseen, site.page(PAGE))
    session = shared_overseen.existing()
    assert session is not None
    page = session.tab(None).page
    script = f"() => {{ const b = document.querySelectorAll('button')[1]; {swap} }}"
    person.before = lambda: asyncio.ensure_future(page.evaluate(script)) if len(person.cards) == 1 else None
    person.answers = lambda card: Answer("once") if card is person.cards[0] else Answer("deny")
    answers = await do(shared_overseen, "multi", calls=[{"action": "click", "ref": found[f"Forbidden {name}"]} for name in "ab"])
    ok(answers[0])
    assert answers[1]["code"] in ("approval_denied", "ref_stale"), answers[1]
    assert (await do(shared_overseen, "state"))["title"] == "a"


async def test_what_an_earlier_call_changes_is_asked_for_when_it_is_there(
    shared_overseen: Chat, rules: Path, person: Person, site: Site
) -> None:
    rules.write_text(ASKS)
    found = await navigated(
        shared_overseen,
        site.page("<button onclick=\"b.textContent = 'Forbidden b'\">Forbidden a</button><button id=b>Plain</button>"),
    )
    for answer in await do(shared_overseen, "multi", calls=[{"action": "click", "ref": ref} for ref in found.values()]):
        ok(answer)
    assert [card.element for card in person.cards] == ["button: Forbidden a", "button: Forbidden b"]


async def test_addresses_and_a_sequence_that_navigates_ask_once(
    shared_overseen: Chat, rules: Path, person: Person, site: Site
) -> None:
    rules.write_text('extends = "guarded"\n')
    first, second = site.page("<title>1</title>"), site.page("<title>2</title>")
    await do(shared_overseen, "navigate", url=first)
    person.cards.clear()
    for answer in await do(shared_overseen, "multi", calls=[{"action": "navigate", "url": url} for url in (second, first)]):
        ok(answer)
    (card,) = person.cards
    assert [call["url"] for call in card.calls] == [second, first]


async def test_with_nobody_to_ask_each_call_says_so(shared_ruled: Chat, rules: Path, site: Site) -> None:
    rules.write_text(ASKS)
    found = await navigated(shared_ruled, site.page(PAGE))
    calls = [{"action": "click", "ref": found[f"Forbidden {name}"]} for name in "ab"]
    for answer in await do(shared_ruled, "multi", calls=calls, stop_on_error=False):
        failure(answer, "approval_unavailable")


async def test_always_here_covers_all_that_was_listed(shared_overseen: Chat, rules: Path, person: Person, site: Site) -> None:
    rules.write_text(ASKS)
    await do(shared_overseen, "navigate", url=site.page(PAGE))
    found = await read(shared_overseen)
    person.answers = lambda _: Answer("always_here")
    calls = [{"action": "click", "ref": found[f"Forbidden {name}"]} for name in "ab"]
    for _ in range(2):
        for answer in await do(shared_overseen, "multi", calls=calls):
            ok(answer)
    assert len(person.cards) == 1


@pytest.mark.long("browser/test_approvals.py::test_the_tabs_turn_is_held_others_go_on_and_the_deadline_stands_still")
async def test_the_deadline_of_a_batch_stands_still_while_a_person_thinks(
    shared_overseen: Chat, rules: Path, person: Person, site: Site
) -> None:
    rules.write_text(ASKS)
    found = await navigated(shared_overseen, site.page(PAGE))
    go: asyncio.Future[object] = asyncio.get_running_loop().create_future()
    person.before = lambda: go
    calls = [{"action": "click", "ref": found[f"Forbidden {name}"], "timeout_ms": 400} for name in "ab"]
    batch = asyncio.ensure_future(shared_overseen.call({"action": "multi", "calls": calls, "timeout_ms": 800}))
    await asyncio.wait({batch}, timeout=1.2)
    go.set_result(None)
    for answer in ok(await batch):
        ok(answer)
