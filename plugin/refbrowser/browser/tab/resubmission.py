"""Forms that a reload, or a step in the history, would send again: kept from the server until the policy has judged that.

A person's browser asks "Confirm form resubmission?". Chromium without a person sends the request again, and with it an order. Under
a policy every request of a document is held for a moment: one that is not GET, of a navigation that repeats another, is ended.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from refbrowser.browser.engine.cdp_session import TabCdpSession
from refbrowser.browser.playwright_internals.listeners import listener

_DOCUMENTS: Final = {"patterns": [{"urlPattern": "*", "resourceType": "Document"}]}
WITHOUT_EFFECTS: Final = frozenset({"GET", "HEAD"})
_RELOADS: Final = frozenset({"reload", "reloadBypassingCache", "restoreWithPost"})
_HISTORY: Final = frozenset({"historyDifferentDocument", "restore"})
"""These are answered from Chromium's cache, or not at all; unless routes keep Chromium from using its cache."""
_KEPT: Final = 50


@dataclass(frozen=True, slots=True)
class Resubmission:
    """A request that would have been sent again."""

    method: str
    url: str


class Resubmissions:
    """Those of one page, from :meth:`watch` on. ``kept`` counts those that were ended; a call that repeats a navigation has them
    judged, and calls :meth:`permit` before it tries again."""

    def __init__(
        self, cdp: TabCdpSession, uncached: Callable[[], bool], by_person: Callable[[], bool], on_kept: Callable[[], None]
    ) -> None:
        self.kept = 0
        self.last: Resubmission | None = None
        self._cdp = cdp
        self._uncached, self._by_person, self._on_kept = uncached, by_person, on_kept
        self._permitted: Resubmission | None = None
        self._kinds: dict[str, str] = {}
        self._watching = False

    @property
    def uncached(self) -> bool:
        """Whether steps in the history go to the server, and not to Chromium's cache."""
        return self._uncached()

    async def watch(self) -> None:
        """Hold the page's requests for documents from now on. Raises Playwright's Error."""
        if self._watching:
            return
        self._cdp.on("Page.frameStartedNavigating", self._started)
        self._cdp.on("Fetch.requestPaused", listener(self._paused))
        await self._cdp.send("Fetch.enable", _DOCUMENTS)
        self._watching = True

    def permit(self, resubmission: Resubmission | None) -> None:
        """Let the next request pass that is the same; with None, no request any more."""
        self._permitted = resubmission

    def _started(self, event: dict[str, Any]) -> None:
        self._kinds[event["loaderId"]] = event["navigationType"]
        while len(self._kinds) > _KEPT:
            del self._kinds[next(iter(self._kinds))]

    def _paused(self, event: dict[str, Any]) -> None:
        request, kind = event["request"], self._kinds.get(event.get("networkId", ""), "")
        again = Resubmission(request["method"], request["url"])
        if self._is_repeated(again, kind) and not self._by_person() and self._permitted != again:
            self.kept += 1
            self.last = again
            self._on_kept()
            ended = {"requestId": event["requestId"], "errorReason": "Aborted"}
            self._cdp.spawn(self._cdp.send("Fetch.failRequest", ended))
            return
        if self._permitted == again:
            self._permitted = None
        self._cdp.spawn(self._cdp.send("Fetch.continueRequest", {"requestId": event["requestId"]}))

    def _is_repeated(self, request: Resubmission, kind: str) -> bool:
        if request.method in WITHOUT_EFFECTS:
            return False
        return kind in _RELOADS or (kind in _HISTORY and self._uncached())
