"""Which element a number means: number → document and local id.

The page's engine counts elements per document (local ids); the chat counts them over all tabs and documents (numbers). Both are
given in runs, so the table holds one row per capture that met new elements, not one per element.
"""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field

from refbrowser.errors import Remedy, TargetError


@dataclass(eq=False, slots=True)
class Document:
    """One document of one frame, known by the token that the engine made when the document was born (its epoch).

    ``unsent`` are runs ``[first local id, count, first number]`` that the page does not know yet; the next request carries them.
    ``parsed``: it is that of a frame, and was read after it had been waited for.
    """

    token: str
    browser_id: int
    unsent: list[list[int]] = field(default_factory=list)
    gone: str | None = None
    parsed: bool = False


@dataclass(frozen=True, slots=True)
class _Run:
    first_number: int
    count: int
    first_local: int
    document: Document


@dataclass(frozen=True, slots=True)
class SleepingRef:
    """What a number meant before its chat slept: the element of that ``key`` in the tab's page (``top``), or in its frame of that
    address and name."""

    browser_id: int
    url: str
    frame: str
    top: bool
    key: str
    label: str


class RefTable:
    """Every number that one chat has ever given. Numbers only grow, so none is ever given twice."""

    def __init__(self) -> None:
        self._runs: list[_Run] = []
        self._next = 1
        self._adopted: dict[int, tuple[Document, int]] = {}
        self._adopted_numbers: dict[tuple[Document, int], int] = {}
        self.sleeping: dict[int, SleepingRef] = {}
        """Numbers whose elements have not been found again since the chat slept."""
        self.woken: dict[int, object] = {}
        """By tab, what brought the document in which they are looked for: the first since then."""

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

    def sleep(self, refs: Mapping[int, SleepingRef]) -> None:
        """The documents are gone, and come again: ``refs`` are the numbers that may be found in them."""
        self.sleeping, self.woken = dict(refs), {}

    def adopt(self, document: Document, local: int, number: int) -> None:
        """``number`` means the document's element ``local`` from now on: it was found again."""
        self.sleeping.pop(number, None)
        self._adopted[number] = document, local
        self._adopted_numbers.setdefault((document, local), number)

    def adopted(self, document: Document) -> dict[int, list[int]]:
        """The numbers of the document's elements that were found again, by local id."""
        numbers: dict[int, list[int]] = {}
        for number, (of, local) in self._adopted.items():
            if of is document:
                numbers.setdefault(local, []).append(number)
        return numbers

    def number_all(self, document: Document, first: int, count: int) -> None:
        """Number the document's elements from ``first`` on that nothing has numbered: those that were adopted as they were."""
        begin = first
        for local in range(first, first + count):
            if (number := self._adopted_numbers.get((document, local))) is not None:
                if begin < local:
                    self.extend(document, begin, local - begin)
                document.unsent.append([local, 1, number])
                begin = local + 1
        if begin < first + count:
            self.extend(document, begin, first + count - begin)

    def find(self, number: int) -> tuple[Document, int]:
        """The document and local id of ``number``; raises ``ref_unknown`` for a number that this chat never gave."""
        if (adopted := self._adopted.get(number)) is not None:
            return adopted
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
        if (adopted := self._adopted_numbers.get((document, local))) is not None:
            return adopted
        for run in reversed(self._runs):
            if run.document is document and run.first_local <= local < run.first_local + run.count:
                return run.first_number + local - run.first_local
        return None
