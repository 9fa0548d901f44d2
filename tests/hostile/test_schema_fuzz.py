"""Arguments of every action, made from its own schema and then broken: each call is answered in time, by a result or a typed error.

``REFBROWSER_FUZZ_CALLS`` sets how many calls are made in all.
"""

import asyncio
import gc
import json
import os
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from refbrowser import Chat
from refbrowser.actions.catalog import ACTIONS
from refbrowser.actions.spec import Action
from refbrowser.surface.schema import action_schema
from tests.support.calls import do
from tests.support.schema_values import values_of
from tests.support.server import Site

CALLS = int(os.environ.get("REFBROWSER_FUZZ_CALLS", "2000"))
TIMEOUT_MS = 1_000
OVERRUN_S = 1.0
MOST_GROWTH_KB = 60_000

PAGE = """<title>Fuzzed</title><h1>Things</h1><a href='#one'>Link</a><a href='/other'>Other</a><button onclick="this.textContent += '!'">Press</button>
<input aria-label=Text><input type=checkbox aria-label=Box><input type=file aria-label=File><input type=range aria-label=Range><input type=date aria-label=Date>
<select aria-label=One><option>a<option>b</select><select multiple aria-label=Many><option>a<option>b</select><textarea aria-label=Area></textarea>
<div contenteditable aria-label=Rich>rich</div><div style='overflow:auto;height:50px'><p style='height:400px'>Long</p></div>
<button onclick="confirm('Sure?')">Ask</button><button onclick="open('about:blank')">Open</button><iframe srcdoc='<button>Inner</button>'></iframe>"""
REFS = 16

ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=60)
    | st.just("\ud800")
    | st.just("x" * 10_000)
    | st.just(10**400),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=8,
)


def calls_of(action: Action) -> st.SearchStrategy[dict[str, Any]]:
    """Calls of one action: as its schema has them, pointed at the page that is there, and with up to two arguments that are not."""
    names = sorted(action_schema(action)["properties"])
    as_written = values_of(action_schema(action))
    pointed = {
        "ref": st.integers(1, REFS),
        "browser_id": st.just(1),
        "selector": st.sampled_from(["button", "input", "body", "iframe", "text=Press", ":is(", "_react=x"]),
    }
    there = st.fixed_dictionaries({}, optional={name: pointed[name] for name in names if name in pointed})
    wrong: st.SearchStrategy[dict[str, Any]] = st.dictionaries(
        st.sampled_from([*names, "nonsense"]), ANYTHING, max_size=2
    ) | st.just({})
    return st.builds(lambda *parts: {key: value for part in parts for key, value in part.items()}, as_written, there, wrong)


def resident_kb() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024


@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.name)
async def test_every_call_is_answered_in_time_and_by_a_name(chat: Chat, other_chat: Chat, site: Site, action: Action) -> None:
    page = site.page(PAGE)
    takes_timeout = "timeout_ms" in action_schema(action)["properties"]
    loop = asyncio.get_running_loop()
    worst: list[tuple[float, str]] = [(0.0, "")]
    faults: list[str] = []

    async def answered(arguments: dict[str, Any]) -> None:
        if not (await do(chat, "list"))["browsers"]:
            await do(chat, "open", url=page)
            await do(chat, "content")
        call = {**arguments, "action": action.name}
        # An empty list or text is an argument left out, and some defaults are minutes.
        if takes_timeout and not (isinstance(call.get("timeout_ms"), str | list | dict) and call["timeout_ms"]):
            call["timeout_ms"] = TIMEOUT_MS
        began = time.monotonic()
        answer = await chat.call(call)
        took = time.monotonic() - began
        worst[0] = max(worst[0], (took, repr(call)[:500]))
        json.dumps(answer).encode()
        if answer["ok"] is False and answer["code"] == "internal_error":
            faults.append(f"{call!r:.600}: {answer['error'][:600]}")
        state = await chat.call({"action": "state", "timeout_ms": 3000})
        if state["ok"] and (state["result"].get("dialogs") or not state["result"]["url"].startswith(page.rsplit("/", 1)[0])):
            await chat.call({"action": "dialog", "operation": "dismiss"})
            await chat.call({"action": "navigate", "url": page})
            await chat.call({"action": "content"})

    @settings(
        max_examples=max(5, CALLS // len(ACTIONS)), deadline=None, database=None, derandomize=True, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(calls_of(action))
    def make(arguments: dict[str, Any]) -> None:
        asyncio.run_coroutine_threadsafe(answered(arguments), loop).result()

    await asyncio.to_thread(make)
    before = resident_kb(), len(os.listdir("/proc/self/fd")), len(asyncio.all_tasks())
    await asyncio.to_thread(make)
    gc.collect()
    after = resident_kb(), len(os.listdir("/proc/self/fd")), len(asyncio.all_tasks())
    assert not faults, faults[:5]
    assert worst[0][0] < (TIMEOUT_MS / 1000 if takes_timeout else 0) + OVERRUN_S, worst
    assert after[0] - before[0] < MOST_GROWTH_KB, (before, after)
    assert after[1] - before[1] < 10, (before, after)
    assert after[2] - before[2] < 5, (before, after)
    # Another chat has not felt any of it.
    await do(other_chat, "open", url=page)
