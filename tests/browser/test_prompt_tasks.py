"""Whole tasks, as a model that knows nothing but the prompt does them: calls by the schema, refs out of what it has read.

``"@Buy"`` stands for the ref that the text of the latest answers shows before ``Buy``. Success is what the page itself recorded in
``state``; every event on it was given as a person gives it.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import pytest
from jsonschema import Draft202012Validator

from refbrowser import Chat
from refbrowser.browser.tab.handoff import Question, Reply
from refbrowser.surface.render import render
from refbrowser.surface.schema import browser_tool
from tests.support.behaviours import PAGES
from tests.support.calls import do, evaluated
from tests.support.server import Site

TASKS = PAGES / "tasks"
WIDGETS = PAGES / "widgets"
VALIDATOR: Final = Draft202012Validator(browser_tool()["input_schema"])
OPEN: Final = {"action": "open", "url": "@page", "observe": "content"}


@dataclass(frozen=True)
class Task:
    """``page`` is opened by the first call; the tab's ``state`` is ``record`` in the end. ``says``: what was read on the way."""

    page: str
    calls: list[dict[str, Any]]
    record: Any
    says: tuple[str, ...] = ()
    tab: int = 1


TABLE: Final[dict[str, Task]] = {
    "login in a popup": Task(
        "tasks/login.html",
        [OPEN, {"action": "click", "ref": "@Log in with Provider"}, {"action": "content"},
         {"action": "fill_form", "fields": [{"ref": "@Account", "value": "ada"}, {"ref": "@Password", "value": "opensesame"}]},
         {"action": "click", "ref": "@Allow"}, {"action": "wait", "browser_id": 1, "text": "Logged in as ada", "observe": "changes"}],
        {"user": "ada"}, ("opened tab 2: ", "Tab 2: Provider", "•••", "Logged in as ada"),
    ),
    "payment in a frame of another site": Task(
        "tasks/pay.html",
        [OPEN, {"action": "type", "ref": "@Card number", "text": "4242424242424242"}, {"action": "type", "ref": "@Expires", "text": "12/29"},
         {"action": "click", "ref": "@Save card"}, {"action": "click", "ref": "@Place order"}],
        {"card": "4242", "ordered": True}, ("Ordered",),
    ),
    "a list that draws a dozen of 400 rows": Task(
        "widgets/virtual.html", [OPEN, {"action": "select_option", "ref": "@Time zone", "value": "Zone 317"}], {"zone": "Zone 317"},
        ("chosen: Zone 317",),
    ),
    "a date picker": Task(
        "widgets/datepicker.html",
        [OPEN, {"action": "click", "selector": "#choose"}, {"action": "click", "ref": "@Month after"}, {"action": "find", "regex": r"\] June 21"},
         {"action": "click", "selector": "role=gridcell[name='June 21']"}],
        {"day": "2030-06-21"},
    ),
    "sorting by dragging": Task(
        "tasks/sort.html", [OPEN, {"action": "drag", "ref": "@Publish", "target_ref": "@Write", "target_offset_x": 20, "target_offset_y": 4}],
        {"order": ["Publish", "Write", "Review"]},
    ),
    "a drop zone": Task(
        "tasks/drop.html", [OPEN, {"action": "drag", "ref": "@Card 7", "target_ref": "@Done column"}], {"dropped": "card 7"},
    ),
    "a person's help": Task(
        "tasks/captcha.html",
        [OPEN, {"action": "handoff", "reason": "Solve the riddle", "timeout_ms": 20_000}, {"action": "content"}, {"action": "click", "ref": "@Enter"}],
        {"solved": "by Ada", "entered": "by Ada"}, ("ended_by: person", "said: solved it"),
    ),
    "dialogs": Task(
        "tasks/dialog.html",
        [OPEN, {"action": "click", "ref": "@Rename"}, {"action": "dialog", "operation": "accept", "text": "final"},
         {"action": "click", "ref": "@Delete"}, {"action": "dialog", "operation": "dismiss"}],
        {"renamed": "final", "kept": True}, ("prompt dialog", "Now called final", "dismissed by agent"),
    ),
    "a download": Task(
        "<title>Reports</title><script src='/recorder.js'></script>"
        "<a href='/download?name=report.csv&size=64' onclick='state.fetched = true'>Report</a>",
        [OPEN, {"action": "click", "ref": "@Report"}, {"action": "wait", "download": True}, {"action": "downloads"}],
        {"fetched": True}, ("report.csv: complete, 64 bytes",),
    ),
    "a feed without an end": Task(
        "tasks/feed.html",
        [OPEN, {"action": "scroll", "to": "bottom"}, {"action": "wait", "text": "Entry 20"}, {"action": "scroll", "to": "bottom"},
         {"action": "wait", "text": "Entry 27"}, {"action": "find", "text": "Like entry 27"}, {"action": "click", "ref": "@Like entry 27"}],
        {"liked": 27}, ("scrolled 0 → ",),
    ),
    "a form in a closed shadow root": Task(
        "tasks/shadow.html",
        [OPEN, {"action": "fill_form", "fields": [{"ref": "@Name", "value": "Ada"}, {"ref": "@Plan", "value": "Team"}, {"ref": "@I accept the terms", "value": True}]},
         {"action": "click", "ref": "@Sign up"}],
        {"signedUp": {"name": "Ada", "plan": "Team", "terms": "on"}},
    ),
    "a combobox that completes": Task(
        "widgets/combobox.html", [OPEN, {"action": "select_option", "ref": "@City", "value": "Bern"}], {"city": "Bern"}, ("chosen: Bern",),
    ),
    "tabs side by side": Task(
        "<title>Vote</title><script src='/recorder.js'></script><button onclick='state.voted = true; document.title = `Voted`'>Vote</button>",
        [{"action": "multi", "observe": "content", "timeout_ms": 20_000, "calls": [
            {"action": "open", "url": "@page"}, {"action": "open", "url": "@page"}, {"action": "open", "url": "@page"},
            {"action": "click", "browser_id": "$0", "selector": "text=Vote"}, {"action": "click", "browser_id": "$1", "selector": "text=Vote"},
            {"action": "click", "browser_id": "$2", "selector": "text=Vote"}]},
         {"action": "list"}],
        {"voted": True}, ("Tab 1: Voted", "Tab 2: Voted", "Tab 3*: Voted"), tab=2,
    ),
    "filtering a table": Task(
        "tasks/table.html",
        [OPEN, {"action": "type", "ref": "@Filter", "text": "grace open"}, {"action": "wait", "text_gone": "Remind 1000", "observe": "content"},
         {"action": "click", "ref": "@Remind 1021"}],
        {"reminded": 1021},
    ),
    "a frame in a frame": Task(
        "tasks/nested.html", [OPEN, {"action": "type", "ref": "@Answer", "text": "42"}, {"action": "click", "ref": "@Send answer"}],
        {"answer": "42"}, ("Sent",),
    ),
}  # fmt: skip


class Reader:
    """What a model has in its context: the text of every answer, the newest last."""

    def __init__(self, chat: Chat, page: str) -> None:
        self._chat, self._page = chat, page
        self.read: list[str] = []

    async def call(self, written: dict[str, Any]) -> None:
        call = self._filled(written)
        VALIDATOR.validate(call)
        answer = await self._chat.call(call, self._person)
        text = render(answer)
        assert answer["ok"], f"{call}: {text}\nafter\n" + "\n".join(self.read)
        assert not re.search(r"(?m)^(?:#\d+ )?error ", text), text
        self.read.append(text)

    def _filled(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {key: self._filled(part) for key, part in value.items()}
        if isinstance(value, list):
            return [self._filled(part) for part in value]
        if not isinstance(value, str) or not value.startswith("@"):
            return value
        return self._page if value == "@page" else self._ref(value[1:])

    def _ref(self, label: str) -> int:
        """The number that stands before the label where it was last read."""
        for text in reversed(self.read):
            if found := re.findall(rf"\[[^\]\n]*? (\d+)\] {re.escape(label)}(?![\w-])", text):
                return int(found[-1])
        raise AssertionError(f"{label!r} was not read in\n" + "\n".join(self.read))

    async def _person(self, _: Question) -> Reply:
        """Somebody who does what they are asked for."""
        script = "state.solved = 'by Ada'; riddle.textContent = 'Thank you'; go.disabled = false"
        await evaluated(self._chat, script)
        return Reply("person", "solved it")


@pytest.fixture
def served(site: Site) -> Callable[[str], str]:
    """Serves a task's page, by its path or as it stands, and what belongs to it."""
    site.route("/recorder.js", (WIDGETS / "recorder.js").read_bytes())
    for name in ("provider", "card", "inner"):
        site.page((TASKS / f"{name}.html").read_text(encoding="utf-8"), f"/{name}")
    site.page(f"<title>Middle</title><iframe src='{site.url('/inner')}' title=Inner width=500 height=300></iframe>", "/middle")

    def serve(page: str) -> str:
        text = page if page.startswith("<") else (PAGES / page).read_text(encoding="utf-8")
        return site.page(text.replace("CARD", site.other("/card")).replace("MIDDLE", site.other("/middle")))

    return serve


@pytest.mark.rows(1)
@pytest.mark.parametrize("name", TABLE)
async def test_a_task_is_done_from_the_prompt_alone(chat: Chat, served: Callable[[str], str], name: str) -> None:
    task = TABLE[name]
    reader = Reader(chat, served(task.page))
    for call in task.calls:
        await reader.call(call)
    text = "\n".join(reader.read)
    recorded = (await do(chat, "evaluate", script="({state, untrusted, received: received > 0})", browser_id=task.tab))["result"]
    assert recorded["state"] == task.record, text
    assert recorded["untrusted"] == [], text
    for words in task.says:
        assert words in text, text


def test_there_are_fifteen_tasks() -> None:
    assert len(TABLE) == 15
