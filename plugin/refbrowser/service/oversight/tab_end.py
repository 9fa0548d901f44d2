"""Waiting for a person about a tab that may close in the meantime."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from refbrowser.browser.tab.tab import Tab, tab_closed

_T = TypeVar("_T")


async def while_open(tab: Tab, asking: Coroutine[Any, Any, _T]) -> _T:
    """What ``asking`` returns or raises. Raises ``tab_closed``, and cancels ``asking``, when the tab closes before."""
    answer = asyncio.ensure_future(asking)
    shut = asyncio.ensure_future(tab.shutting())
    try:
        await asyncio.wait({answer, shut}, return_when=asyncio.FIRST_COMPLETED)
        if answer.done():
            return answer.result()
        raise tab_closed(tab.browser_id)
    finally:
        answer.cancel()
        shut.cancel()
        await asyncio.gather(answer, shut, return_exceptions=True)
