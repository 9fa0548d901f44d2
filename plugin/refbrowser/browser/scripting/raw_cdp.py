"""Send one raw CDP command; the protocol's errors become refbrowser's."""

from typing import Any, Final

from playwright.async_api import Error

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.playwright_internals.wording import protocol_refusal
from refbrowser.browser.scripting.frame_tree import Channel
from refbrowser.errors import CallError
from refbrowser.page_text import one_line
from refbrowser.redact import redacted

DEEPEST: Final = 100
"""Levels of parameters. Chromium drops a message of more than some three hundred without an answer."""


def _depth(value: object) -> int:
    """How many levels of objects and lists there are, counted up to one more than :data:`DEEPEST`."""
    depth, level = 0, [value]
    while level and depth <= DEEPEST:
        inner = [part.values() if isinstance(part, dict) else part for part in level if isinstance(part, dict | list)]
        level = [part for parts in inner for part in parts]
        depth += bool(inner)
    return depth


async def command(channel: Channel, method: str, parameters: dict[str, Any], deadline: Deadline) -> dict[str, Any]:
    """The command's answer. Raises ``invalid_arguments`` when Chromium does not know it or refuses its parameters."""
    if _depth(parameters) > DEEPEST:
        raise CallError(f"The params of {method} are nested more than {DEEPEST} levels deep.", details={"method": method})
    try:
        async with deadline.waiting_for(f"{method} to answer"):
            return await channel.send(method, parameters)
    except Error as failure:
        if (reason := protocol_refusal(failure)) is None:
            raise
        raise CallError(f"Chromium rejected {method}: {one_line(redacted(reason), 500)}", details={"method": method}) from None
