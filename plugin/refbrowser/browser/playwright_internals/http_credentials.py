"""The credentials that Playwright itself gives to servers. A context takes them when it is made; its protocol changes them later,
which Playwright for Python has no method for."""

from collections.abc import Sequence
from typing import Any

from playwright.async_api import BrowserContext, HttpCredentials


async def set_http_credentials(context: BrowserContext, credentials: Sequence[HttpCredentials]) -> None:
    """Replaces the credentials of ``context``, each for one origin; none ends that. Raises Playwright's Error."""
    channel: Any = context._impl_obj._channel
    await channel.setHTTPCredentials(httpCredentials=list(credentials) or None)
