"""Pages that flood are slowed down, and say so; the storms themselves are in `test_storms.py`."""

import time

from refbrowser import Chat
from tests.support.calls import do
from tests.support.server import Site
from tests.support.storms import storming

LONGEST_MS = 1_000
SAID_WITHIN_S = 20.0


async def test_calls_of_other_chats_are_answered_during_a_flood(chat: Chat, other_chat: Chat, site: Site) -> None:
    measured = await storming("workers' console", chat, other_chat, site, 2.0)
    assert max(measured.list_ms) <= LONGEST_MS, measured.summary
    assert (measured.failed, measured.counted) == ([], measured.reported)
    until = time.monotonic() + SAID_WITHIN_S
    while "flooding" not in (answer := await do(chat, "console", limit=1)) and time.monotonic() < until:
        await do(other_chat, "content")
    assert "its process has been paused for" in answer["flooding"]
    assert "flooding" not in await do(other_chat, "console")
