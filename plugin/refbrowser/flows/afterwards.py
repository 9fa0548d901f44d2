"""What may come later than a step's answer: another page, a tab, a download."""

import asyncio
import time
from collections.abc import Callable, Mapping
from fnmatch import fnmatchcase
from typing import Any, Final

from refbrowser.browser.monitor.downloads import DownloadRecord
from refbrowser.browser.session.session import BrowserSession
from refbrowser.flows.expectations import differences, is_page
from refbrowser.flows.model import Expect, Step
from refbrowser.flows.readings import Unread
from refbrowser.flows.values import Value

WITHIN_MS: Final = 5_000
RECHECK_MS: Final = 100
_DOWNLOAD_MS: Final = 60_000


class Afterwards:
    """A chat's tabs and downloads, as they were before a step."""

    def __init__(self, session: Callable[[], BrowserSession | None], number: int | None) -> None:
        self._session = session
        self._number = number
        before = session()
        self._tabs = {tab.browser_id for tab in before.tabs} if before is not None else set()
        self._downloads = {record.download_id for record in before.downloads.records} if before is not None else set()
        self.opened = 0

    async def differences(self, step: Step, expected: Expect, answer: Any, inputs: Mapping[str, Value], site: str) -> list[str]:
        """Return what is different from what the step expects, once it had its time."""
        found = differences(step.action, expected, answer, inputs)
        ends = time.monotonic() + (expected.within_ms if expected.within_ms is not None else WITHIN_MS) / 1000
        while not found:
            if not (missing := self._missing(step, expected, answer, inputs, site)) or time.monotonic() >= ends:
                return missing
            await self._change()
        return found

    async def downloaded(self) -> str:
        """Return the path of the file that the step downloaded. Raises :class:`Unread`."""
        ends = time.monotonic() + _DOWNLOAD_MS / 1000
        while time.monotonic() < ends and (session := self._session()) is not None:
            records = self._begun(session)
            if len(records) > 1:
                raise Unread(f"{len(records)} files were downloaded")
            if records and records[0].path is not None:
                return records[0].path
            if records and records[0].state != "in_progress":
                raise Unread(f"the download is {records[0].state}")
            await self._change()
        raise Unread("no download has ended")

    def _begun(self, session: BrowserSession) -> list[DownloadRecord]:
        return [record for record in session.downloads.records if record.download_id not in self._downloads]

    def _missing(self, step: Step, expected: Expect, answer: Any, inputs: Mapping[str, Value], site: str) -> list[str]:
        session = self._session()
        if session is None:
            return []
        missing: list[str] = []
        number = self._number if self._number is not None else session.last_interacted
        if expected.page is not None and number is not None:
            url = session.tab(number).url if number in session else "closed"
            if not is_page(expected.page, url, site, inputs):
                missing.append(f"the page is {url}, expected {expected.page}")
        if expected.opens is not None and step.action != "open":
            opened = [tab.browser_id for tab in session.tabs if tab.browser_id not in self._tabs and tab.attached]
            if len(opened) != 1:
                missing.append(f"{len(opened) or 'no'} tabs opened, expected one")
            else:
                self.opened = opened[0]
        if expected.download:
            names = [record.name for record in self._begun(session)]
            wanted = "*" if expected.download is True else expected.download
            if len(names) != 1 or not fnmatchcase(names[0], wanted.replace("[", "[[]").replace("?", "[?]")):
                missing.append(f"downloads: {', '.join(names) or 'none'}, expected {wanted}")
        return missing

    async def _change(self) -> None:
        session = self._session()
        await change(
            session, self._number if self._number is not None else session.last_interacted if session is not None else None
        )


async def requests_ended(session: BrowserSession | None, number: int | None, most_ms: float) -> bool:
    """Wait until no script of the tab awaits an answer; return False where one does after ``most_ms``. Long polls do not count."""
    ends = time.monotonic() + most_ms / 1000
    while session is not None and number is not None and number in session and session.tab(number).activity.fetches_under_way():
        if time.monotonic() >= ends:
            return False
        await change(session, number)
    return True


async def change(session: BrowserSession | None, number: int | None, most_ms: float = RECHECK_MS) -> None:
    """Wait, ``most_ms`` at most, until something happens in the tab with that number or, where that has closed, in another one."""
    tabs = [tab for tab in session.tabs if tab.attached] if session is not None else []
    if not tabs:
        await asyncio.sleep(most_ms / 1000)  # no page whose events could be awaited
        return
    await next((tab for tab in tabs if tab.browser_id == number), tabs[0]).activity.change(most_ms)
