"""The questions to a document before its chat sleeps, and after it has woken."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from playwright.async_api import Frame

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.engine import wire_reading as reading
from refbrowser.browser.engine import wire_requests as requests
from refbrowser.browser.engine.ref_table import Document
from refbrowser.browser.engine.reply import Reply


class DocumentMemory:
    """The part of :class:`PageEngine` that asks them."""

    @abstractmethod
    async def _ask(
        self, frame: Frame, request: Mapping[str, object], deadline: Deadline, *, within: str | None = None
    ) -> Reply[Any]: ...

    async def remember(self, frame: Frame, deadline: Deadline, *, ids: bool) -> Reply[reading.Remembered]:
        """Report what refs mean, what fields hold, and scroll positions; with ``ids``, give all elements and fields local ids."""
        request: requests.RememberRequest = {"op": "remember", "ids": ids}
        return await self._ask(frame, request, deadline)

    async def restore(
        self,
        frame: Frame,
        doc: Document,
        scroll: tuple[float, float],
        boxes: Sequence[tuple[str, float, float]],
        fields: Sequence[requests.FieldToRestore],
        deadline: Deadline,
    ) -> Reply[reading.Restored]:
        """Fill fields and scroll, where ``doc`` is still the document. Report what did not take it."""
        request: requests.RestoreRequest = {
            "op": "restore",
            "doc": doc.token,
            "scroll": scroll,
            "boxes": list(boxes),
            "fields": list(fields),
        }
        return await self._ask(frame, request, deadline)
