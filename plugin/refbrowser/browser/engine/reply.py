"""What the client of a page returns."""

from typing import Generic, NamedTuple, TypeVar

from refbrowser.browser.engine.ref_table import Document

T = TypeVar("T")


class Reply(NamedTuple, Generic[T]):
    """The document that replied, and its answer."""

    document: Document
    answer: T


class TextReply(NamedTuple, Generic[T]):
    """A reply with the text of a capture behind the answer; empty if there is none."""

    document: Document
    answer: T
    text: str
