"""Icons of pages: looked up once per document while viewers are connected, and sent to each viewer once."""

import asyncio
import base64
import hashlib
import json
from collections import OrderedDict
from collections.abc import Callable
from typing import Final
from weakref import WeakKeyDictionary

from refbrowser.browser.imaging.favicon import favicon
from refbrowser.browser.monitor.page_activity import Activity
from refbrowser.browser.tab.tab import Tab
from refbrowser.tasks import Tasks

Document = tuple[Activity, int]
"""The activity of a tab's page, and the number of documents that it has shown."""

AT_ONCE: Final = 4
KEPT: Final = 200


class Icons:
    """Icons by digest. ``found`` is called with the chat whose tab got one."""

    def __init__(self, found: Callable[[str], None]) -> None:
        self._found = found
        self._messages: OrderedDict[str, str] = OrderedDict()
        self._by_tab: WeakKeyDictionary[Tab, tuple[Document, str | None]] = WeakKeyDictionary()
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._tasks = Tasks()

    def of(self, tab: Tab) -> str | None:
        """Return the digest of the icon of the tab's document, or None while it is unknown or if there is none.

        The first call for a document starts the lookup.
        """
        document = (tab.activity, tab.activity.commits)
        cached = self._by_tab.get(tab)
        if cached is not None and cached[0] == document:
            return cached[1]
        self._by_tab[tab] = (document, None)
        self._tasks.spawn(self._look_up(tab, document))
        return None

    def message(self, digest: str) -> str | None:
        """Return the message with the icon as JSON, or None when it is not kept any more."""
        return self._messages.get(digest)

    async def end(self) -> None:
        await self._tasks.cancel_all()

    async def _look_up(self, tab: Tab, document: Document) -> None:
        async with self._turns:
            icon = await favicon(tab)
        if icon is None or self._by_tab.get(tab) != (document, None):
            return
        digest = hashlib.sha256(icon.data).hexdigest()[:16]
        self._messages[digest] = json.dumps(
            {"type": "icon", "icon": digest, "kind": icon.kind, "data": base64.b64encode(icon.data).decode()}
        )
        self._messages.move_to_end(digest)
        while len(self._messages) > KEPT:
            self._messages.popitem(last=False)
        self._by_tab[tab] = (document, digest)
        self._found(tab.context_id)
