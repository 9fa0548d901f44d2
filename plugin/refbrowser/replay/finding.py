"""Looks for a recorded element in a tab as it is now, until it is there or patience has ended."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.element.seek import seek
from refbrowser.browser.session.session import BrowserSession
from refbrowser.errors import RefbrowserError
from refbrowser.replay.matching import Match, Meaning, NoMatch, match

RECHECK_MS: Final = 100
READ_MS: Final = 10_000
"""How long one look may take, however short the patience: a large page takes its time."""

By = Callable[[Meaning, Sequence[Meaning]], Match | NoMatch]


async def found_again(
    session: BrowserSession | None, number: Any, meaning: Mapping[str, Any], patience_ms: float, by: By = match
) -> Match | NoMatch:
    """The element of ``meaning`` in the tab with that number, waited for as long as ``patience_ms``; ``by`` decides which it is."""
    if session is None or number not in session:
        return NoMatch("its tab is not open")
    tab = session.tab(number)
    if not tab.attached:
        return NoMatch("its page has not arrived")
    deadline = Deadline(patience_ms)
    result: Match | NoMatch | None = None
    while True:
        reading = Deadline(max(deadline.remaining_ms, READ_MS))
        try:
            async with reading.waiting_for("the page to be read"):
                result = by(meaning, await seek(tab, session.refs, dict(meaning), reading))
        except RefbrowserError as failure:
            # Why it was not found says more than that the time has passed.
            result = result or NoMatch(failure.message)
        if isinstance(result, Match) or deadline.remaining_ms <= RECHECK_MS or tab.closed:
            return result
        await tab.activity.change(RECHECK_MS)
