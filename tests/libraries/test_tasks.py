"""What people do with the components of libraries, done by nothing but the refs that ``content`` shows, judged by the pages' own state."""

import re
from typing import Any

import pytest

from refbrowser import Chat
from refbrowser.surface.render import render
from tests.libraries.bundling import page
from tests.libraries.judging import READY_MS, offered
from tests.libraries.tasks import TASKS, Task
from tests.support.calls import do
from tests.support.server import Site

pytestmark = pytest.mark.timeout(3600)

DONE_MS = 5_000
_NAMED = re.compile(r"@(?:(-?\d+):)?(.*)", re.DOTALL)


@pytest.mark.parametrize("library", TASKS)
async def test_tasks_are_done_by_refs_alone(chat: Chat, site: Site, library: str) -> None:
    await do(chat, "open", url=site.page(page(library), f"/{library}"))
    await do(chat, "wait", script="document.querySelectorAll('#root *').length > 10", timeout_ms=READY_MS)
    failed = [said for task in TASKS[library] if (said := await _failure(chat, task))]
    assert not failed, "\n\n".join(failed)


async def _failure(chat: Chat, task: Task) -> str:
    """What was said on the way where the page's state is not what the task asks for in the end."""
    said = [task.done]
    for step in task.steps:
        text = await do(chat, "content", max_tokens=30_000)
        try:
            call = _resolved(step, text)
        except LookupError as missing:
            return "\n".join([*said, f"no ref is called {missing}", text])
        said.append(f"{step}: {render(await chat.call(call))[:1_000]}")
    done = await chat.call({"action": "wait", "script": task.done, "timeout_ms": DONE_MS})
    for _ in range(2):
        await do(chat, "keyboard", key="Escape", observe="none")
    return "" if done["ok"] else "\n".join(said)


def _resolved(value: Any, text: str) -> Any:
    """``value`` with refs in the place of ``@pattern`` and ``@2:pattern``: the third control whose kind and name have the pattern."""
    if isinstance(value, dict):
        return {name: _resolved(part, text) for name, part in value.items()}
    if isinstance(value, list):
        return [_resolved(part, text) for part in value]
    named = _NAMED.fullmatch(value) if isinstance(value, str) else None
    if named is None:
        return value
    found = [one.number for one in offered(text) if re.search(named[2], f"{one.kind} {one.label}")]
    place = int(named[1] or 0)
    if not -len(found) <= place < len(found):
        raise LookupError(value)
    return found[place]
