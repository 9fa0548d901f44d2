"""A card shows the whole call, wherever a person reads it; of what is long, head and tail with how much is left out."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from refbrowser import Answer, Approval, Chat
from refbrowser.adapters.commands.approving import _card as shell_card
from refbrowser.adapters.mcp.approving import _message as mcp_card
from tests.support.calls import do
from tests.support.oversight import Person
from tests.support.server import Site

ASKS = 'default = "allow"\n[[rule]]\nname = "ask"\nverdict = "ask"\neffects = ["input"]\n'
FIELDS = "".join(f"<input id=f{number}>" for number in range(60))
LONG = f"<button id=i aria-label='{'Go on ' * 60}and pay 999'>ok</button>"
PINGS = "<a id=i href='#x' ping='/first /second'>Go</a>"
ANIMATED = (
    "<svg width=90 height=30><a href='/first'><set attributeName=href to='/second' begin=9s /><text y=20 id=i>Go</text></a></svg>"
)


def fill(number: int) -> dict[str, Any]:
    return {"action": "fill_form", "fields": [{"selector": f"#f{each}", "value": f"value-{each}-of-it"} for each in range(number)]}


CALLS: dict[str, tuple[str, dict[str, Any], list[str]]] = {
    "14 fields": (FIELDS, fill(14), [f"value-{each}-of-it" for each in range(14)]),
    "60 fields": (FIELDS, fill(60), [f"value-{each}-of-it" for each in range(60)]),
    "a batch": (
        FIELDS,
        {
            "action": "multi",
            "calls": [{"action": "type", "selector": f"#f{each}", "text": f"text-{each}-of-it"} for each in range(15)],
        },
        [f"text-{each}-of-it" for each in range(15)],
    ),
    "a long name": (LONG, {"action": "click", "selector": "#i"}, ["and pay 999"]),
    "a long text": (
        FIELDS,
        {"action": "type", "selector": "#f1", "text": "x" * 9_000 + " pay 999"},
        ["pay 999", "characters left out"],
    ),
    "addresses that a link notifies": (PINGS, {"action": "click", "selector": "#i"}, ["/first", "/second"]),
    "marks of direction": (FIELDS, {"action": "type", "selector": "#f1", "text": "\u202edlrow"}, ["dlrow"]),
    "an animated link": (ANIMATED, {"action": "click", "selector": "#i"}, ["/first", "/second"]),
}

PLACES: dict[str, Callable[[Approval], str]] = {
    "the page": lambda card: str(card.as_dict()),
    "the shell": lambda card: shell_card(card.as_dict()),
    "MCP": mcp_card,
}


@pytest.mark.rows(4)
@pytest.mark.parametrize("name", CALLS)
async def test_a_card_shows_the_whole_call(name: str, shared_overseen: Chat, person: Person, rules: Path, site: Site) -> None:
    html, call, parts = CALLS[name]
    rules.write_text(ASKS)
    # A person who agrees is asked for the rest of a batch that a busy machine had no time to look ahead at.
    person.answers = lambda _: Answer("once")
    await do(shared_overseen, "navigate", url=site.page(html), wait_until="load")
    await shared_overseen.call(call)
    shown = {place: "".join(map(read, person.cards)) for place, read in PLACES.items()}
    missing = {place: [part for part in parts if part not in text] for place, text in shown.items()}
    assert not any(missing.values()), missing
    assert "\u202e" not in shown["the shell"] + shown["MCP"]
