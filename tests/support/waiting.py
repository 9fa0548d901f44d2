"""Waiting for a condition. It is asked for a hundred times a second and not in a tight loop, which would hold up what it waits for.

Where asking is itself a call of the browser, it is asked for less often still."""

import asyncio
import inspect
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

PATIENCE_S = 30.0
"""For what must come: it costs time only where it does not."""

_STEP_S = 0.01
_STEP_OF_CALLS_S = 0.04

_TRIES = 3

_T = TypeVar("_T")


async def until(ask: Callable[[], Any], enough: Callable[[Any], object] = bool, patience_s: float = PATIENCE_S) -> Any:
    """The first answer of ``ask``, awaited if it can be, that is ``enough``. Fails with the last one when none comes in time."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + patience_s
    while True:
        asked = ask()
        is_call = inspect.isawaitable(asked)
        found = await asked if is_call else asked
        if enough(found):
            return found
        assert loop.time() < deadline, f"waited {patience_s:.0f} s in vain; the last answer was {found!r}"
        await asyncio.sleep(_STEP_OF_CALLS_S if is_call else _STEP_S)


async def within(most_s: float, attempt: Callable[[], Awaitable[_T]], before: Callable[[], Awaitable[object]] | None = None) -> _T:
    """What the attempt returns, which must take less than ``most_s`` seconds in one of three tries.

    Each try follows on ``before``, whose time does not count. A busy machine, or one that stands still for a second, delays one try. What the code waits for delays each.
    """
    took: list[float] = []
    while not took or (took[-1] >= most_s and len(took) < _TRIES):
        if before is not None:
            await before()
        began = time.monotonic()
        result = await attempt()
        took.append(time.monotonic() - began)
    assert took[-1] < most_s, f"took {', '.join(f'{seconds:.2f}' for seconds in took)} s, not {most_s} s"
    return result
