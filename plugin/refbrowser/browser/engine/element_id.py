"""Which element of which document a question to a page is about."""

from typing import NamedTuple, Protocol

from playwright.async_api import Frame

from refbrowser.browser.engine.ref_table import Document


class InDocument(Protocol):
    """An element by its local id in one document."""

    @property
    def frame(self) -> Frame: ...

    @property
    def document(self) -> Document: ...

    @property
    def local(self) -> int: ...


class ElementId(NamedTuple):
    """An element that has not been probed yet."""

    frame: Frame
    document: Document
    local: int
