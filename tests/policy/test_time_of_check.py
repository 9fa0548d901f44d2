"""Time of check, time of use: the page swaps what a card is about while it is open, or just after the answer.

The page reports each trusted press, with what was pressed at that moment. A press on anything but what was approved is a violation.
"""

import asyncio
import json
import random
from collections import Counter
from pathlib import Path

import pytest

from refbrowser import Answer, Chat
from tests.support.calls import do
from tests.support.oversight import Person
from tests.support.server import Request, Site

ASKS = 'default = "allow"\n[[rule]]\nname = "orders"\nverdict = "ask"\ntarget = "*forbidden*"\n'
TRIES = 1_000
LATEST_MS = 40
"""A page that swaps after the answer does so within this time, in which the input is sent."""

REPORT = """
window.original = document.getElementById('b');
addEventListener('click', (event) => {
  if (!event.isTrusted) return;
  const pressed = event.target;
  const state = {
    text: pressed.textContent, role: pressed.getAttribute('role'), same: pressed === window.original,
    action: pressed.form ? new URL(pressed.form.action).pathname : null, password: Boolean(pressed.form?.querySelector('[type=password]')),
    path: location.pathname, top: top.location.pathname,
  };
  fetch('/pressed?state=' + encodeURIComponent(JSON.stringify(state)), {keepalive: true});
}, true);
"""
FORM = f"<form action='/sent'><button id=b type=button>Forbidden order</button></form><script>{REPORT}</script>"
OTHER = f"<form action='/other-sent'><button id=b type=button>Forbidden order</button></form><script>{REPORT}</script>"

IN_PAGE = {
    "text": "b.textContent = 'Forbidden payment'",
    "label": "b.setAttribute('aria-label', 'Forbidden payment'); b.textContent = 'Forbidden payment'",
    "element": "b.replaceWith(b.cloneNode(true))",
    "same place": "const o = document.createElement('button'); o.type = 'button'; o.textContent = 'Forbidden payment'; b.replaceWith(o)",
    "form": "b.form.action = '/elsewhere'",
    "moved": "const n = document.createElement('form'); n.action = '/elsewhere'; document.body.append(n); n.append(b)",
    "fields": "b.form.insertAdjacentHTML('afterbegin', '<input type=password>')",
    "kind": "b.setAttribute('role', 'link')",
    "gone": "b.remove()",
    "cover": "const o = document.createElement('button'); o.style = 'position:fixed;inset:0'; o.textContent = 'Forbidden payment'; document.body.append(o)",
    "address": "history.pushState(null, '', '/elsewhere')",
    "page": "location.href = '/other'",
    "written": "document.open(); document.write('<button id=b>Forbidden order</button>'); document.close()",
}
NEW_DOCUMENT = {"page", "written", "frame page", "frame element"}
IN_FRAME = {
    "frame page": "f.src = '/other'",
    "frame element": "const o = f.cloneNode(); o.src = '/other'; f.replaceWith(o)",
    "frame text": "f.contentDocument.getElementById('b').textContent = 'Forbidden payment'",
    "frame form": "f.contentDocument.forms[0].action = '/elsewhere'",
    "frame gone": "f.remove()",
}


def _is_approved(state: dict[str, object], path: str, top: str) -> bool:
    approved = {
        "text": "Forbidden order",
        "role": None,
        "same": True,
        "action": "/sent",
        "password": False,
        "path": path,
        "top": top,
    }
    return state == approved


@pytest.mark.long("browser/test_policy_at_dispatch.py::test_what_was_not_approved_is_not_done")
@pytest.mark.timeout(1_800)
async def test_nothing_but_what_was_approved_is_pressed(overseen: Chat, rules: Path, person: Person, site: Site) -> None:
    rules.write_text(ASKS)
    reports: list[dict[str, object]] = []

    def pressed(request: Request) -> str:
        reports.append(json.loads(request.query["state"][0]))
        return "ok"

    site.route("/pressed", pressed)
    site.page(FORM, "/form")
    site.page(OTHER, "/other")
    site.page("<iframe id=f src='/form' width=400 height=200></iframe>", "/framed")
    await do(overseen, "open")
    session = overseen.existing()
    assert session is not None
    page = session.tab(None).page
    chance = random.Random(7)
    kinds = [*((kind, script, "/form") for kind, script in IN_PAGE.items()), *((k, s, "/framed") for k, s in IN_FRAME.items())]
    outcomes: Counter[str] = Counter()
    violations: list[tuple[str, str, dict[str, object]]] = []
    for number in range(TRIES):
        kind, script, path = kinds[number % len(kinds)]
        swap = f"() => {{ const b = document.getElementById('b'), f = document.getElementById('f'); {script} }}"
        timing = "open" if number // len(kinds) % 2 == 0 else "answered"
        delay_ms = chance.randrange(LATEST_MS)

        async def swapped(swap: str = swap, timing: str = timing, delay_ms: int = delay_ms) -> None:
            await page.evaluate(swap if timing == "open" else f"() => {{ setTimeout({swap}, {delay_ms}) }}")

        person.cards.clear()
        person.before = lambda swapped=swapped: asyncio.ensure_future(swapped()) if len(person.cards) == 1 else None
        person.answers = lambda card: Answer("once" if card is person.cards[0] else "deny")
        await do(overseen, "navigate", url=site.url(path))
        reports.clear()
        answer = await overseen.call({"action": "click", "selector": "#b", "observe": "none", "timeout_ms": 3_000})
        outcomes[f"{timing}: {'pressed' if answer['ok'] else answer['code']}"] += 1
        violations += [(kind, timing, report) for report in reports if not _is_approved(report, "/form", path)]
    for outcome, count in sorted(outcomes.items()):
        print(f"{count:5} {outcome}")
    print(f"{TRIES} tries, {len(violations)} presses on what was not approved")
    for violation in violations[:20]:
        print(violation)
    # A press on its way cannot be called back when the next document takes the place of the one that it was sent to.
    assert not [violation for violation in violations if violation[0] not in NEW_DOCUMENT]
    assert len(violations) <= TRIES / 200
