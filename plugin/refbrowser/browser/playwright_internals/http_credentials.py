"""The credentials that Playwright itself gives to servers. A context takes them when it is made; its protocol changes them later,
which Playwright for Python has no method for."""

from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

from playwright.async_api import BrowserContext, HttpCredentials


async def set_http_credentials(context: BrowserContext, credentials: Sequence[HttpCredentials]) -> None:
    """Replace the credentials of ``context``, each for one origin; none ends that. Raise Playwright's Error."""
    channel: Any = context._impl_obj._channel
    if hasattr(channel, "setHTTPCredentials"):
        await channel.setHTTPCredentials(httpCredentials=list(credentials) or None)
        return
    # Before 1.65; before 1.63 a context has one, and the last that was given stands.
    given: Any = credentials[-1] if credentials and _minor_version() < 63 else list(credentials)
    await channel.send("setHTTPCredentials", None, {"httpCredentials": given} if given else {})


def _minor_version() -> int:
    """Return the second number of the installed Playwright's version."""
    return int(version("playwright").split(".")[1])
