"""Listeners that Playwright calls directly.

Playwright wraps each listener in a function that, at every event, reads the listener's signature and looks for objects to convert.
That takes some 25 microseconds, and a request has ten listeners. Playwright stores the wrapper as an attribute of the listener, and
takes one that is there already.
"""

import inspect
from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

try:
    from playwright._impl._async_base import mapping
    from playwright._impl._impl_to_api_mapping import API_ATTR, IMPL_ATTR
except ImportError:  # a later Playwright, which wraps them in its own way
    mapping = None  # type: ignore[assignment]

_Handler = TypeVar("_Handler", bound=Callable[[Any], object])

_SIGNATURE: Final = inspect.Signature([inspect.Parameter("event", inspect.Parameter.POSITIONAL_ONLY)])


def listener(handler: _Handler) -> _Handler:
    """Return ``handler``, which takes one argument, for ``on`` of a Playwright object. To remove it, pass what this returned."""
    if mapping is None:
        return handler

    def called(event: Any, /) -> object:
        return handler(event)

    def convert(event: Any, /, *_: Any) -> object:
        if type(event) is dict:
            # The parameters of a CDP event: plain JSON, in which there is nothing to convert, and of which Playwright makes a copy.
            return handler(event)
        public = getattr(event, API_ATTR, None)
        return handler(mapping.from_maybe_impl(event) if public is None else public)

    registered: Any = called
    registered.__signature__ = _SIGNATURE
    setattr(registered, IMPL_ATTR, convert)
    return cast("_Handler", registered)
