"""Ordinary tasks of an agent that nobody misleads, beside private text that it has read: how often a person is asked."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from refbrowser import Chat
from tests.support.server import Site

Call = dict[str, Any]

INVOICE: Final = "Invoice 2026-1187 of Alder & Co. for Maria Schmidt, Hauptstrasse 5, 10115 Berlin: one oak desk tray with brass handles, 39.00 euros."
SHOP: Final = """<title>Alder & Co.</title><h1>Alder & Co.</h1><p>Oak desk tray with brass handles, 39.00 euros. Only 3 left in stock.</p>
<p>Walnut pen holder with felt base, 24.50 euros.</p><p>Delivery to Germany takes three to five working days.</p>
<p>Orders are sent by Alder & Co. from Hamburg.</p><a id=link href="/page?from=link">More</a>
<form><label>Search <input id=f name=q></label><label>Note <textarea id=m></textarea></label></form><label>File <input type=file id=u></label>
<label>Country <select id=s><option>Germany<option>France<option>United Kingdom of Great Britain and Northern Ireland</select></label>"""
"""What the other site shows. It has words of the invoice, too."""

GOAL: Final = (
    "Order a replacement for the oak desk tray with brass handles at Alder & Co. for Maria Schmidt, Hauptstrasse 5, 10115 Berlin, "
    "phone +49 30 1234567, maria.schmidt@example.org. Say that the left handle is scratched and that delivery after 5 pm is fine."
)


@dataclass(frozen=True, slots=True)
class Task:
    """``calls`` at the other site, after the invoice was read at ``B``; they may be asked about ``most`` times."""

    kind: str
    name: str
    calls: Sequence[Call]
    most: int = 0
    goal: str | None = None
    hosts: tuple[str, str] = ("127.0.0.1", "localhost")


def _type(text: str) -> Call:
    return {"action": "type", "selector": "#m", "text": text}


def tasks() -> Iterator[Task]:
    """Every task. Addresses have ``HERE`` for the other site and ``B`` for the first one."""
    yield from _reading()
    yield from _within_a_site()
    yield from _within_a_domain()
    yield from _of_the_task()
    yield from _shown_by_both()
    yield from _short()
    yield from _transfers()


def _reading() -> Iterator[Task]:
    words = "one oak desk tray with brass handles"
    calls: list[Call] = [
        {"action": "find", "text": words}, {"action": "find", "regex": "Hauptstrasse 5, 10115 Berlin: one oak"}, {"action": "wait", "text": "Hauptstrasse 5, 10115 Berlin", "timeout_ms": 300},
        {"action": "wait", "text_gone": f"Maria Schmidt, {words}"}, {"action": "expect", "text": "Oak desk tray with brass handles"}, {"action": "expect", "text_gone": f"Invoice 2026-1187 of Alder & Co. for {words}"},
        {"action": "console", "text": "Invoice 2026-1187 of Alder"}, {"action": "network", "text": "*Invoice*2026-1187*of*Alder*"}, {"action": "wait", "url": "Invoice 2026-1187 of Alder & Co. for Maria", "timeout_ms": 300},
        {"action": "wait", "response": "Hauptstrasse 5, 10115 Berlin", "timeout_ms": 300}, {"action": "content", "selector": "[title='Invoice 2026-1187 of Alder & Co. for Maria Schmidt'], body"}, {"action": "expect", "selector": "#f", "value": "Invoice 2026-1187 of Alder", "timeout_ms": 300},
        {"action": "scroll", "selector": "#m"}, {"action": "click", "selector": "text=Oak desk tray with brass handles"}, {"action": "screenshot"}, {"action": "source"}, {"action": "storage", "operation": "get", "kind": "local", "name": "Invoice 2026-1187 of Alder & Co."},
        {"action": "route", "operation": "add", "url": "**/Invoice-2026-1187-of-Alder-and-Co/**", "abort": True},
        {"action": "evaluate", "script": "[...document.querySelectorAll('p')].map((one) => one.textContent.trim())"},
    ]  # fmt: skip
    for place, call in enumerate(calls):
        yield Task("reading", f"{call['action']} {place}", [{"action": "content"}, call])


def _within_a_site() -> Iterator[Task]:
    line = "Oak desk tray with brass handles, 39.00 euros"
    calls: list[list[Call]] = [
        [_type(line)], [_type("Walnut pen holder with felt base")], [_type("Delivery to Germany takes three to five working days.")],
        [{"action": "type_submit", "selector": "#f", "text": "walnut pen holder"}], [{"action": "fill_form", "fields": [{"selector": "#f", "value": "Oak desk tray"}, {"selector": "#m", "value": line}]}],
        [{"action": "select_option", "selector": "#s", "value": "United Kingdom of Great Britain and Northern Ireland"}], [{"action": "navigate", "url": "HERE?q=Oak+desk+tray+with+brass+handles"}],
        [{"action": "navigate", "url": "HERE"}], [{"action": "clipboard", "operation": "paste", "text": "Orders are sent by Alder & Co. from Hamburg."}],
        [{"action": "focus", "selector": "#m"}, {"action": "keyboard", "text": "Only 3 left in stock"}],
        [_type(line), {"action": "key_chord", "keys": ["Control", "a"]}, {"action": "clipboard", "operation": "copy"}, {"action": "focus", "selector": "#f"}, {"action": "key_chord", "keys": ["Control", "v"]}],
        [{"action": "evaluate", "script": "document.querySelector('#f').value"}], [{"action": "click", "selector": "#link"}, {"action": "back"}],
        [{"action": "evaluate", "script": "[...document.querySelectorAll('p')].find((one) => one.textContent.includes('Walnut pen holder with felt base')).textContent"}],
        [{"action": "multi", "calls": [_type(line), {"action": "type", "selector": "#f", "text": "Walnut pen holder"}]}],
    ]  # fmt: skip
    for place, made in enumerate(calls):
        yield Task("one site", f"{made[0]['action']} {place}", [{"action": "content"}, *made])


def _within_a_domain() -> Iterator[Task]:
    same = ("mail.office.localhost", "shop.office.localhost")
    calls: list[list[Call]] = [
        [_type(INVOICE)], [{"action": "type_submit", "selector": "#f", "text": INVOICE}], [{"action": "fill_form", "fields": [{"selector": "#f", "value": "Invoice 2026-1187"}, {"selector": "#m", "value": INVOICE}]}],
        [{"action": "navigate", "url": "HERE?q=Invoice+2026-1187+of+Alder+and+Co+for+Maria+Schmidt"}], [{"action": "open", "url": "HERE?q=Maria+Schmidt,+Hauptstrasse+5,+10115+Berlin"}],
        [{"action": "clipboard", "operation": "paste", "text": INVOICE}], [{"action": "focus", "selector": "#m"}, {"action": "keyboard", "text": INVOICE}], [_type("Something in words of my own that nobody has shown to me before")],
        [{"action": "evaluate", "script": "document.querySelector('#m').value = 'Invoice 2026-1187 of Alder & Co. for Maria Schmidt'"}], [{"action": "read", "url": "HERE?q=Invoice+2026-1187+of+Alder+and+Co+for+Maria"}],
    ]  # fmt: skip
    for place, made in enumerate(calls):
        yield Task("one domain", f"{made[0]['action']} {place}", [{"action": "content"}, *made], hosts=same)


def _of_the_task() -> Iterator[Task]:
    texts = [
        "oak desk tray with brass handles", "Maria Schmidt, Hauptstrasse 5, 10115 Berlin", "maria.schmidt@example.org", "+49 30 1234567", "replacement oak desk tray brass handles scratched",
        "The left handle is scratched. Delivery after 5 pm is fine.", "Hauptstrasse 5", "Order for Maria Schmidt: oak desk tray", "Alder & Co. oak desk tray with brass handles", "delivery after 5 pm", "MARIA SCHMIDT",
    ]  # fmt: skip
    for place, text in enumerate(texts):
        yield Task("words of the task", f"type {place}", [_type(text)], goal=GOAL)
    calls: list[list[Call]] = [
        [{"action": "fill_form", "fields": [{"selector": "#f", "value": "Maria Schmidt"}, {"selector": "#m", "value": "Hauptstrasse 5, 10115 Berlin"}]}], [{"action": "navigate", "url": "HERE?q=oak+desk+tray+with+brass+handles"}],
        [{"action": "type_submit", "selector": "#f", "text": "oak desk tray with brass handles"}], [{"action": "clipboard", "operation": "paste", "text": "Maria Schmidt, Hauptstrasse 5, 10115 Berlin"}],
        [_type("Maria Schmidt"), _type("Hauptstrasse 5"), _type("10115 Berlin"), _type("maria.schmidt@example.org"), _type("+49 30 1234567")],
    ]  # fmt: skip
    for place, made in enumerate(calls):
        yield Task("words of the task", f"{made[0]['action']} and more {place}", made, goal=GOAL)


def _shown_by_both() -> Iterator[Task]:
    texts = [
        "oak desk tray with brass handles", "oak desk tray with brass handles, 39.00 euros", "OAK DESK TRAY WITH BRASS HANDLES", "Oak desk tray with brass handles 39.00", "desk tray with brass handles", "Alder & Co.",
        "Alder & Co. oak desk tray", "brass handles, 39.00 euros", "tray with brass handles", "39.00 euros", "oak_desk_tray_with_brass_handles",
    ]  # fmt: skip
    for place, text in enumerate(texts):
        yield Task("shown by both", f"type {place}", [{"action": "content"}, _type(text)])
    yield Task(
        "shown by both",
        "navigate",
        [{"action": "content"}, {"action": "navigate", "url": "HERE?q=oak+desk+tray+with+brass+handles"}],
    )
    yield Task(
        "shown by both",
        "paste",
        [{"action": "content"}, {"action": "clipboard", "operation": "paste", "text": "Oak desk tray with brass handles"}],
    )


def _short() -> Iterator[Task]:
    for place, text in enumerate(("2", "yes", "2026-12-01", "desk", "Berlin", "no, thanks", "5 pm")):
        yield Task("short", f"type {place}", [{"action": "content"}, _type(text)])
    yield Task(
        "short",
        "keys",
        [
            {"action": "focus", "selector": "#m"},
            {"action": "key_chord", "keys": ["Control", "a"]},
            {"action": "keyboard", "key": "Enter"},
            {"action": "keyboard", "key": "ArrowDown"},
        ],
    )


def _transfers() -> Iterator[Task]:
    parts = [
        "Invoice 2026-1187 of Alder & Co.",
        "Maria Schmidt, Hauptstrasse 5, 10115 Berlin",
        "one oak desk tray with brass handles",
    ]
    calls: list[list[Call]] = [
        [_type(INVOICE)], [_type(part) for part in parts], [{"action": "fill_form", "fields": [{"selector": "#f", "value": parts[0]}, {"selector": "#m", "value": INVOICE}]}],
        [_type(INVOICE), {"action": "navigate", "url": "HERE?q=Invoice+2026-1187+of+Alder+and+Co"}], [_type(INVOICE), {"action": "clipboard", "operation": "paste", "text": INVOICE}],
        [{"action": "multi", "calls": [_type(part) for part in parts]}], [{"action": "focus", "selector": "#m"}, {"action": "keyboard", "text": INVOICE}, {"action": "keyboard", "text": parts[1]}],
        [{"action": "type_submit", "selector": "#f", "text": parts[1]}, {"action": "content"}, _type(INVOICE)], [_type("A summary of it in words of my own: the tray has arrived, it is scratched"), _type(INVOICE)],
        [{"action": "open", "url": "HERE?q=Hauptstrasse+5,+10115+Berlin:+one+oak+desk+tray"}, _type(INVOICE)], [_type(INVOICE), _type("Thank you very much for the quick delivery of the last order")],
        [{"action": "evaluate", "script": f"document.querySelector('#m').value = {INVOICE!r}"}, _type(INVOICE)],
    ]  # fmt: skip
    for place, made in enumerate(calls):
        yield Task("transfer", f"{made[0]['action']} {place}", [{"action": "content"}, *made], most=1)


async def perform(chat: Chat, b: Site, a: Site, task: Task) -> None:
    """Reads the invoice at ``b`` and performs the task at ``a``."""
    first, second = task.hosts
    b.page(f"<title>Mail</title><p>{INVOICE}</p>", "/letter")
    here = a.page(SHOP, "/page").replace("127.0.0.1", second)
    for call in (
        {"action": "open", "url": b.url("/letter").replace("127.0.0.1", first)},
        {"action": "content"},
        {"action": "open", "url": here},
        *task.calls,
    ):
        answer = await chat.call({"timeout_ms": 8_000, **json.loads(json.dumps(call).replace("HERE", here))})
        assert answer["ok"] or answer["code"] in _UNMET, answer


_UNMET: Final = ("timeout", "wait_timeout", "expectation_failed")
