"""The navigation of a tab's top document, from its request to its end."""

from dataclasses import dataclass, field
from typing import Final

from playwright.async_api import Request

from refbrowser.browser.monitor.other_programs import is_for_program

_ABORTED: Final = "net::ERR_ABORTED"


@dataclass(slots=True)
class Navigation:
    """A navigation of the top document: requested, then committed, then loaded — or failed.

    ``failure`` is Chromium's error in place of a document; ``broken_off`` is the one that ended a document before it was parsed.
    ``stalled``: the rest of the document, or a script that it waits for, is not waited for any more.
    """

    url: str
    status: int | None = None
    committed: bool = False
    parsed: bool = False
    loaded: bool = False
    stalled: bool = False
    failure: str | None = None
    broken_off: str | None = None
    asks_for_credentials: bool = False
    request: Request | None = field(default=None, repr=False)

    @property
    def method(self) -> str:
        """The method of its first request, before any redirect."""
        request = self.request
        while request is not None and request.redirected_from is not None:
            request = request.redirected_from
        return request.method if request is not None else "GET"

    @property
    def in_flight(self) -> bool:
        return self.failure is None and not self.committed

    @property
    def arriving(self) -> bool:
        """Whether the document has come, but not all of it has been parsed."""
        return self.committed and not self.ended and self.failure is None

    @property
    def awaited(self) -> bool:
        """Whether it is arriving, and has not stalled."""
        return self.arriving and not self.stalled

    @property
    def ended(self) -> bool:
        """Whether no more of the document comes."""
        return self.parsed or self.broken_off is not None

    @property
    def cut(self) -> str | None:
        """``ERR_…`` of a document whose end never comes: ``ERR_ABORTED`` where its loading was stopped."""
        return self.broken_off.removeprefix("net::") if self.broken_off is not None and not self.parsed else None

    @property
    def no_content(self) -> bool:
        """Whether the server answered that there is nothing to show."""
        return self.status in (204, 205) and not self.committed

    @property
    def no_page(self) -> bool:
        """Whether Chromium ended it without a response that it reports, and shows no error page either."""
        return self.failure == _ABORTED and self.status is None and not self.committed

    @property
    def for_program(self) -> bool:
        """Whether its address is one that another program opens, not the browser."""
        return is_for_program(self.url)

    @property
    def became_download(self) -> bool:
        """Whether the server answered, but not with a document."""
        return self.failure == _ABORTED and self.status is not None and not self.no_content
