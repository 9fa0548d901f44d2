"""Waiting for a condition. It is asked for a hundred times a second and not in a tight loop, which would hold up what it waits for."""

import asyncio
import inspect
from collections.abc import Callable
from typing import Any

PATIENCE_S = 30.0
"""For what must come: it costs time only where it does not."""

_STEP_S = 0.01


async def until(ask: Callable[[], Any], enough: Callable[[Any], object] = bool, patience_s: float = PATIENCE_S) -> Any:
    """The first answer of ``ask``, awaited if it can be, that is ``enough``. Fails with the last one when none comes in time."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + patience_s
    while True:
        asked = ask()
        found = await asked if inspect.isawaitable(asked) else asked
        if enough(found):
            return found
        assert loop.time() < deadline, f"waited {patience_s:.0f} s in vain; the last answer was {found!r}"
        await asyncio.sleep(_STEP_S)
