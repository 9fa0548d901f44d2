"""Pages that flood are slowed down, and say so; the long list of them is in `tests/hostile/test_storms.py`."""

import pytest

from refbrowser import Chat
from tests.support.calls import do
from tests.support.server import Site
from tests.support.storms import storming

LONGEST_MS = 1_000


@pytest.mark.parametrize("name", ["console lines in one task", "workers' console"])
async def test_calls_of_other_chats_are_answered_beside_a_flood(name: str, chat: Chat, other_chat: Chat, site: Site) -> None:
    measured = await storming(name, chat, other_chat, site, 3.0)
    assert max(measured.list_ms) <= LONGEST_MS, measured.summary
    assert max(measured.content_ms) <= LONGEST_MS * 3, measured.summary
    assert (measured.failed, measured.counted) == ([], measured.reported)
    assert "its process has been paused for" in (await do(chat, "console"))["flooding"]
    assert "flooding" not in await do(other_chat, "console")
