"""Ask the page of a call whether it hangs shortly before the call's deadline, so that the call can answer soon after it."""

import asyncio
import time
from typing import Final

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.tab import responsiveness
from refbrowser.browser.tab.tab import Tab

AFTER_MS: Final = 170
"""How long after the deadline the page may still answer: the call itself answers within 250 ms."""

LEAD_MS: Final = responsiveness.PATIENCE_MS - AFTER_MS
"""How long before the deadline the page is asked."""

_AGAIN_S: Final = 0.05
"""How long after an answer the page is asked again: it may have been made busy by what the call sent last."""


class HangProbe:
    """Of one call, which stops it."""

    def __init__(self, tab: Tab, deadline: Deadline) -> None:
        self._tab = tab
        self._deadline = deadline
        self._asking: asyncio.Task[None] | None = None
        self._browser_asking: asyncio.Task[None] | None = None
        self._asked_at: float | None = None
        self._answered = asyncio.Event()
        self._due_s = 0.0
        self._late_ms = 0.0
        """How late a timer of this loop was: where no core is free, the answer needs that time too."""
        self._timer = self._later()

    async def hangs(self) -> bool:
        """Return whether the page's own process does not answer, by :data:`AFTER_MS` after the deadline, while the browser does:
        where that does not answer either, it is held up by something else."""
        if not responsiveness.can_hang(self._tab):
            return False
        if self._asking is None:
            self._ask()
        if (asked_at := self._asked_at) is None:
            return False
        self._answered.clear()
        patience_ms = min(responsiveness.PATIENCE_MS, self._deadline.remaining_until_ms(max(0.0, AFTER_MS - self._late_ms)))
        try:
            async with asyncio.timeout(patience_ms / 1000):
                await self._answered.wait()
        except TimeoutError:
            unanswered_ms = (time.monotonic() - asked_at) * 1000
            # A shorter silence is that of a busy machine, and the answer may have come as the patience ended.
            silent = self._asked_at is not None and unanswered_ms >= responsiveness.PATIENCE_MS - AFTER_MS
            browser_answered = self._browser_asking is not None and self._browser_asking.done()
            return silent and browser_answered and responsiveness.can_hang(self._tab)
        return False

    def stop(self) -> None:
        """Ask no more: the call has ended."""
        self._timer.cancel()
        for asking in (self._asking, self._browser_asking):
            if asking is not None:
                asking.cancel()

    @property
    def _lead_s(self) -> float:
        """Seconds until the page has to be asked."""
        return (self._deadline.remaining_ms - (responsiveness.PATIENCE_MS - AFTER_MS)) / 1000

    def _later(self) -> asyncio.TimerHandle:
        lead_s = max(0.0, self._lead_s)
        self._due_s = time.monotonic() + lead_s
        return asyncio.get_running_loop().call_later(lead_s, self._begin)

    def _begin(self) -> None:
        if self._lead_s > 0.001:
            # The deadline has moved, as while a person decides.
            self._timer = self._later()
            return
        self._late_ms = max(0.0, time.monotonic() - self._due_s) * 1000
        if self._asking is None:
            self._ask()

    def _ask(self) -> None:
        self._asked_at = time.monotonic()
        self._asking = asyncio.ensure_future(self._go_on_asking())
        self._browser_asking = asyncio.ensure_future(responsiveness.browser_answers(self._tab))

    async def _go_on_asking(self) -> None:
        while True:
            self._asked_at = time.monotonic()
            await responsiveness.answers(self._tab)
            self._asked_at = None
            self._answered.set()
            await asyncio.sleep(_AGAIN_S)  # no event says that the page has become busy
