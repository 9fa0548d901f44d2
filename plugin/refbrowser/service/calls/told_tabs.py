"""What the chat has been told of its tabs: an answer repeats the line of a tab only where that has changed."""

from collections.abc import Mapping
from typing import Any

from refbrowser.browser.session.session import BrowserSession


def mark_told(session: BrowserSession | None, result: object) -> None:
    """Mark the state in ``result`` with ``as_told`` where the chat has been told the tab's address, title and activity as they are;
    note what it is told by this result."""
    if session is None or not isinstance(result, dict):
        return
    if isinstance(state := result.get("state"), dict):
        if _tell(session, state):
            state["as_told"] = True
    elif "context_id" in result:
        _tell(session, result)
    for listed in result.get("browsers", ()):
        _tell(session, listed)


def _tell(session: BrowserSession, state: Mapping[str, Any]) -> bool:
    """Return whether the chat had been told this already."""
    if (number := state.get("browser_id")) not in session:
        return False
    seen, now = session.tab(number).seen, (str(state["url"]), str(state["title"]), bool(state["active"]))
    known, seen.told = seen.told == now, now
    return known
