"""One raw CDP command, with the protocol's own refusals as ours."""

from typing import Any

from playwright.async_api import Error

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.frame_tree import Channel
from refbrowser.errors import CallError
from refbrowser.redact import redacted


async def command(channel: Channel, method: str, parameters: dict[str, Any], deadline: Deadline) -> dict[str, Any]:
    """The command's answer. Raises ``invalid_arguments`` when Chromium does not know it or refuses its parameters."""
    try:
        async with deadline.waiting_for(f"{method} to answer"):
            return await channel.send(method, parameters)
    except Error as failure:
        _, found, refusal = failure.message.partition("Protocol error (")
        if not found:
            raise
        _, _, reason = refusal.partition("): ")
        raise CallError(f"Chromium refused {method}: {redacted(reason)[:500]}", details={"method": method}) from None
