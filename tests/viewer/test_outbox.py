"""What one viewer is sent, and in which order."""

import asyncio
import json

import pytest

from refbrowser.browser.imaging.screencast import Picture
from refbrowser.viewer.outbox import HEADER, Outbox

STILL = {"type": "still", "stream": 1, "at_ms": 5.0}


def picture(jpeg: bytes) -> Picture:
    return Picture(jpeg=jpeg, width=10, height=10, at_ms=1.0)


async def sent(outbox: Outbox) -> str | bytes:
    return await asyncio.wait_for(outbox.next(), 1)


async def nothing_sent(outbox: Outbox) -> None:
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(outbox.next(), 0.01)


async def test_a_statement_about_a_picture_follows_its_painting() -> None:
    outbox = Outbox()
    outbox.put_picture(1, picture(b"one"))
    outbox.put_still(STILL)
    shown = await sent(outbox)
    assert isinstance(shown, bytes)
    assert shown.endswith(b"one")
    await nothing_sent(outbox)
    outbox.painted(HEADER.unpack_from(shown)[1])
    said = await sent(outbox)
    assert json.loads(said) == [STILL]


async def test_a_statement_about_a_picture_that_another_replaced_is_not_sent() -> None:
    outbox = Outbox()
    outbox.put_picture(1, picture(b"one"))
    outbox.put_still(STILL)
    outbox.put_picture(1, picture(b"two"))
    shown = await sent(outbox)
    assert isinstance(shown, bytes)
    assert shown.endswith(b"two")
    outbox.painted(HEADER.unpack_from(shown)[1])
    await nothing_sent(outbox)
