"""Whether the page that has just come still builds itself: scripts put its controls in place after the document has loaded."""

import asyncio
from typing import Final

from playwright.async_api import Error

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.engine.wire import News
from refbrowser.browser.tab.tab import Tab

QUIET_MS: Final = 150
"""A page whose scripts work in timers or frames has been built when nothing came into it for as long."""

MOST_MS: Final = 1_000
"""How long a page is waited for that goes on."""

UNFINISHED: Final = "scripts still build the page; read it again for the rest"
"""What the header of a reading says of a page that went on."""

RELEASE_MS: Final = 20
"""How long a question may take to be answered after its release, before it is released again."""


async def built(tab: Tab, deadline: Deadline) -> bool:
    """Wait until scripts put nothing more into the page, for :data:`MOST_MS` at most; return whether they do not. A page without
    scripts that work later is not waited for."""
    limit = deadline.sooner(MOST_MS)
    try:
        news = (await tab.engine.news(tab.page.main_frame, deadline)).answer
        while news["scripted"] or tab.activity.fetches_under_way():
            quiet, later = limit.sooner(QUIET_MS), news
            while later["arrived"] == news["arrived"] and not quiet.passed:
                later = await _later(tab, later, quiet, deadline)
            still, fetches = later["arrived"] == news["arrived"], tab.activity.fetches_under_way()
            if limit.passed:
                # Of requests that are under way, the header of a reading has a note of its own.
                return still and fetches > 0
            if still and not fetches:
                return True
            news = later
    except Error:
        # Another document comes: what is read of it says so.
        return True
    return True


async def _later(tab: Tab, news: News, limit: Deadline, deadline: Deadline) -> News:
    """Return the page's news when ``limit`` has passed, or before where it has changed until then."""
    version = news["version"] - news["beats"]
    question = asyncio.ensure_future(tab.engine.news(tab.page.main_frame, deadline, version=version))
    try:
        await asyncio.wait({question}, timeout=limit.remaining_ms / 1000)
        while not question.done():
            # The question may be on its way yet, and come behind its release.
            await tab.cdp.release_deferred()
            await asyncio.wait({question}, timeout=RELEASE_MS / 1000)
        return (await question).answer
    finally:
        question.cancel()
