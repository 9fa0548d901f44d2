"""Calls that are cancelled at any moment: afterwards no key and no button is down, and the tab is usable.

``REFBROWSER_CANCELS`` in the environment says how many are made.
"""

import asyncio
import os
import random
from typing import Any

import pytest

from refbrowser import Chat
from tests.support.calls import do, evaluated, opened
from tests.support.server import Site

ROUNDS = int(os.environ.get("REFBROWSER_CANCELS", "500"))
LONGEST_S = 0.03

PAGE = """<input id=field aria-label=Field><button id=press>Press</button><div id=piece style='width: 50px; height: 50px'>Piece</div>
<select id=pick aria-label=Pick><option>one<option>two<option>three</select>
<script>onpointermove = event => window.buttons = event.buttons; onclick = event => window.held = [event.ctrlKey, event.shiftKey]</script>"""

CALLS: list[dict[str, Any]] = [
    {"action": "key_chord", "keys": ["Control", "Shift", "a"]},
    {"action": "click", "selector": "#press", "modifiers": ["Control"]},
    {"action": "drag", "selector": "#piece", "to_x": 300, "to_y": 300},
    {"action": "type", "selector": "#field", "text": "abc", "slowly": True},
    {"action": "type", "selector": "#field", "text": "words"},
    {"action": "select_option", "selector": "#pick", "value": "three"},
    {"action": "keyboard", "text": "many words that take a moment"},
]


@pytest.mark.timeout(3_600)
async def test_no_cancelled_call_leaves_input_held(chat: Chat, site: Site) -> None:
    await opened(chat, site.page(PAGE))
    choice = random.Random(7)
    for number in range(ROUNDS):
        call = choice.choice(CALLS)
        task = asyncio.ensure_future(chat.call({**call, "observe": "none"}))
        await asyncio.wait({task}, timeout=choice.random() * LONGEST_S)
        task.cancel()
        await asyncio.wait({task})
        await do(chat, "click", selector="#press", observe="none")
        held, buttons = await evaluated(chat, "[held, buttons]")
        assert (held, buttons) == ([False, False], 0), (number, call)
        assert len((await do(chat, "list"))["browsers"]) == 1, (number, call)
