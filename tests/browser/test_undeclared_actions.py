"""An action that does not say what it does counts as the worst: a person is asked once, and what is denied is not done."""

from pathlib import Path
from typing import Annotated, Any

import pytest
from pydantic import Field

from refbrowser import Answer, Chat
from refbrowser.actions.acting import find_element, tab_state
from refbrowser.actions.arguments import RefArgument, TabArguments
from refbrowser.actions.catalog import BY_NAME
from refbrowser.actions.conduct import gives_input
from refbrowser.actions.spec import ActionContext, action
from refbrowser.browser.element.permitted import focus_permitted, permitted
from tests.support.calls import do, navigated, refused
from tests.support.journals import recorded
from tests.support.oversight import Person
from tests.support.server import Site

PAGE = """<title>here</title><form action=//far.example/go>
<input aria-label=Card autocomplete=cc-number autofocus><button>Buy</button></form>"""
ALLOWS = 'default = "allow"\n'


class ScratchArguments(TabArguments):
    ref: RefArgument | None = None
    at_focus: bool = False
    note: Annotated[str | None, Field(max_length=1000)] = None


async def _scratch(context: ActionContext, arguments: ScratchArguments) -> dict[str, Any]:
    """Change the title, after what a handler may have judged."""
    if arguments.ref is not None:
        await permitted(await find_element(context, arguments.ref, None))
    if arguments.at_focus:
        await focus_permitted(context.act)
    await context.tab.page.evaluate("document.title = 'done'")
    return (await tab_state(context)).as_dict()


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, needs_turn in (("scratch", True), ("scratch_at_once", False)):
        define = action(name, group="keyboard", effect="input", arguments=ScratchArguments, needs_turn=needs_turn)
        monkeypatch.setitem(BY_NAME, name, define(_scratch))
    define = action("scratch_named", group="keyboard", effect="input", arguments=ScratchArguments, conduct=gives_input())
    monkeypatch.setitem(BY_NAME, "scratch_named", define(_scratch))


RULES = [
    'effects = "input"', 'groups = "keyboard"', 'target = "button: *buy*"', 'target = "*no such name*"', 'fields = "card"', 'carries = true', 'files = "*/id.pem"',
    'scripts = true', 'does = "network"', 'secrets = "the id"', 'operations = "wipe"', 'sites = "127.0.0.1"', 'sites = "bank.example"',
]  # fmt: skip
NOTES = {
    "files": "a/id.pem",
    "secrets": "the id",
    "scripts": "document.title = 1",
    "does": "document.title = 1",
    "operations": "wipe",
    'sites = "bank': "https://bank.example/a",
    "carries": "words that another site showed",
}
CALLS: list[dict[str, Any]] = [{}, {"ref": "Buy"}, {"ref": "Card", "at_focus": True}]


async def _is_done(chat: Chat, rules: Path) -> bool:
    """Whether the call changed the title; it is as before then."""
    rules.write_text(ALLOWS)
    done = (await do(chat, "evaluate", script="[document.title, document.title = 'here'][0]"))["result"]
    return bool(done == "done")


@pytest.mark.rows(1)
@pytest.mark.parametrize(("name", "calls"), [("scratch", CALLS), ("scratch_at_once", CALLS[:1])])
async def test_it_is_asked_for_once_and_denied_by_each_kind_of_rule(
    name: str, calls: list[dict[str, Any]], shared_overseen: Chat, rules: Path, person: Person, site: Site
) -> None:
    chat = shared_overseen
    rules.write_text(f'{ALLOWS}[[rule]]\nname = "watches"\nverdict = "allow"\ncarries = true\n')
    await navigated(chat, site.page(f"<p>{NOTES['carries']}").replace("127.0.0.1", "localhost"))
    numbers = await navigated(chat, site.page(PAGE))
    for criterion in RULES:
        note = next(({"note": note} for key, note in NOTES.items() if criterion.startswith(key)), {})
        # What may leave for a site is agreed to once.
        for call in calls[-1:] if criterion.startswith("carries") else calls:
            given = {**call, **note} | ({"ref": numbers[call["ref"]]} if "ref" in call else {})
            for verdict in ("deny", "ask"):
                person.cards.clear()
                rules.write_text(f'{ALLOWS}[[rule]]\nname = "it"\nverdict = "{verdict}"\n{criterion}\n')
                if verdict == "deny":
                    await refused(chat, "policy_denied", name, **given)
                else:
                    await do(chat, name, **given)
                assert [card.rule for card in person.cards] == (["it"] if verdict == "ask" else []), (criterion, given)
                assert await _is_done(chat, rules) is (verdict == "ask"), (criterion, given)


async def test_presets_ask_for_it_or_deny_it(shared_overseen: Chat, rules: Path, person: Person, site: Site) -> None:
    rules.write_text(ALLOWS)
    numbers = await navigated(shared_overseen, site.page(PAGE))
    rules.write_text('extends = "guarded"')
    await do(shared_overseen, "scratch", ref=numbers["Buy"], note="text")
    assert len(person.cards) == 1
    assert await _is_done(shared_overseen, rules)
    person.answers = lambda _: Answer("deny")
    rules.write_text('extends = "guarded"')
    await refused(shared_overseen, "approval_denied", "scratch", ref=numbers["Buy"])
    for denies in ('extends = "read_only"', 'default = "deny"\n[[rule]]\nname = "x"\nverdict = "allow"\nsites = "*"\n'):
        rules.write_text(denies)
        await refused(shared_overseen, "policy_denied", "scratch")
    assert not await _is_done(shared_overseen, rules)


async def test_a_rule_about_where_its_element_is_asks_apart(shared_overseen: Chat, rules: Path, person: Person, site: Site) -> None:
    rules.write_text(ALLOWS)
    numbers = await navigated(shared_overseen, site.page(PAGE))
    asks = f'{ALLOWS}[[rule]]\nname = "far"\nverdict = "VERDICT"\nsites = "far.example"\n[[rule]]\nname = "input"\nverdict = "ask"\neffects = "input"\n'
    rules.write_text(asks.replace("VERDICT", "ask"))
    await do(shared_overseen, "scratch", ref=numbers["Buy"])
    assert [card.rule for card in person.cards] == ["input", "far"], "the call says no more than where its tab is"
    rules.write_text(asks.replace("VERDICT", "deny"))
    assert await _is_done(shared_overseen, rules)
    rules.write_text(asks.replace("VERDICT", "deny"))
    await refused(shared_overseen, "policy_denied", "scratch", ref=numbers["Buy"])
    assert not await _is_done(shared_overseen, rules)


@pytest.mark.parametrize("call", [{"at_focus": True}, {"ref": "Buy"}, {"ref": "Card", "at_focus": True}])
async def test_an_action_that_finds_more_than_it_declares_asks_once_for_each_element(
    call: dict[str, Any], shared_overseen: Chat, rules: Path, person: Person, site: Site
) -> None:
    rules.write_text(ALLOWS)
    numbers = await navigated(shared_overseen, site.page(PAGE))
    rules.write_text(f'{ALLOWS}[[rule]]\nname = "input"\nverdict = "ask"\neffects = "input"\n')
    await do(shared_overseen, "scratch_named", **call | ({"ref": numbers[call["ref"]]} if "ref" in call else {}))
    assert len(person.cards) == 1


async def test_a_batch_asks_for_it_once(shared_overseen: Chat, rules: Path, person: Person, site: Site) -> None:
    rules.write_text(ALLOWS)
    numbers = await navigated(shared_overseen, site.page(PAGE))
    rules.write_text(f'{ALLOWS}[[rule]]\nname = "input"\nverdict = "ask"\neffects = "input"\n')
    calls = [{"action": "scratch", "ref": numbers["Buy"]}, {"action": "scratch", "at_focus": True}]
    answers = await do(shared_overseen, "multi", calls=calls)
    assert [answer["ok"] for answer in answers] == [True, True]
    assert [card.action for card in person.cards] == ["multi"]


async def test_its_texts_are_not_written_into_the_journal(shared_overseen: Chat, rules: Path, site: Site) -> None:
    rules.write_text(ALLOWS)
    numbers = await navigated(shared_overseen, site.page(PAGE))
    await shared_overseen.end_journal()
    await refused(shared_overseen, "ref_unknown", "scratch", ref=99_999, note="Zq7 of a person")
    await refused(shared_overseen, "invalid_arguments", "scratch", note="Zq7 of a person", unknown=1)
    await do(shared_overseen, "scratch", ref=numbers["Buy"], note="Zq7 of a person")
    lines = (await recorded(shared_overseen)).calls
    assert [call["action"] for call in lines] == ["scratch"] * 3
    assert "Zq7" not in repr(lines)
