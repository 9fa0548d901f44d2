"""Which element a number means: number → document and local id.

The page's engine counts elements per document (local ids); the chat counts them over all tabs and documents (numbers). Both are
given in runs, so the table holds one row per capture that met new elements, not one per element.
"""

from bisect import bisect_right
from dataclasses import dataclass, field

from refbrowser.errors import Remedy, TargetError


@dataclass(eq=False, slots=True)
class Document:
    """One document of one frame, known by the token that the engine made when the document was born (its epoch).

    ``unsent`` are runs ``[first local id, count, first number]`` that the page does not know yet; the next request carries them.
    """

    token: str
    browser_id: int
    unsent: list[list[int]] = field(default_factory=list)
    gone: str | None = None


@dataclass(frozen=True, slots=True)
class _Run:
    first_number: int
    count: int
    first_local: int
    document: Document


class RefTable:
    """Every number that one chat has ever given. Numbers only grow, so none is ever given twice."""

    def __init__(self) -> None:
        self._runs: list[_Run] = []
        self._next = 1

    @property
    def next(self) -> int:
        """The number that no element has had yet."""
        return self._next

    def continue_at(self, number: int, reason: str) -> None:
        """Count on from ``number`` in a new table: the elements of all earlier ones are gone for ``reason``."""
        if number > self._next:
            self._runs.append(_Run(self._next, number - self._next, 1, Document("", 0, gone=reason)))
            self._next = number

    def extend(self, document: Document, first_local: int, count: int) -> int:
        """The first of ``count`` new numbers, for the document's elements from ``first_local`` on."""
        first_number = self._next
        self._next += count
        self._runs.append(_Run(first_number, count, first_local, document))
        document.unsent.append([first_local, count, first_number])
        return first_number

    def find(self, number: int) -> tuple[Document, int]:
        """The document and local id of ``number``; raises ``ref_unknown`` for a number that this chat never gave."""
        index = bisect_right(self._runs, number, key=lambda run: run.first_number) - 1
        if index < 0 or number >= self._next:
            raise TargetError(
                f"No element in this chat has the ref {number}.",
                code="ref_unknown",
                remedy=Remedy("content", hint="content lists the refs"),
                details={"ref": number, "highest": self._next - 1},
            )
        run = self._runs[index]
        return run.document, run.first_local + number - run.first_number

    def number(self, document: Document, local: int) -> int | None:
        """The number of a document's element, if it has one yet."""
        for run in reversed(self._runs):
            if run.document is document and run.first_local <= local < run.first_local + run.count:
                return run.first_number + local - run.first_local
        return None
