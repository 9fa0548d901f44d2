"""What every tool that shows pages to a model can do, and the terms on which all of them are measured."""

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol, runtime_checkable

VIEWPORT: Final = (1280, 720)

Kinds = Counter[str]
"""How many elements of each kind: ``link``, ``button``, ``textbox``, ``checkbox``, ``radio``, ``combobox``, or an ARIA role."""

SAME_KIND: Final = {
    "a": "link",
    "switch": "checkbox",
    "searchbox": "textbox",
    "spinbutton": "textbox",
    "textarea": "textbox",
    "editable": "textbox",
    "input": "textbox",
    "select": "combobox",
    "listbox": "combobox",
    "summary": "button",
    "disclosuretriangle": "button",
}
"""Tools name the same control differently; the values are the words that kinds are compared in."""


class PeerAbsent(Exception):
    """The tool cannot take part here; the text says why."""


class Peer(Protocol):
    """Drives one browser of its own with one page in it, through the interface that an agent would use."""

    name: str

    async def navigate(self, url: str) -> None:
        """Loads ``url`` in the page, as far as the tool itself waits for it."""
        ...

    async def content(self) -> str:
        """The page as the tool shows it to a model."""
        ...

    def refs(self, content: str) -> Kinds:
        """The elements in ``content`` that the model could act on by a reference."""
        ...


@runtime_checkable
class Presser(Peer, Protocol):
    """A peer that is also measured while it presses a button."""

    @staticmethod
    def button(content: str, label: str) -> Any:
        """What the tool calls the button with that label in ``content``. Raises :class:`LookupError` when it is not there."""
        ...

    async def press(self, button: Any) -> None:
        """Presses the button, and returns when the tool does."""
        ...


@dataclass(frozen=True, slots=True)
class Ground:
    """What a tool is started with: the browser program that all share, a folder to write in, and where tools are installed."""

    executable: Path
    folder: Path
    installed: Path

    @property
    def browser_arguments(self) -> tuple[str, ...]:
        """More switches that the browser needs: Chromium refuses to start its sandbox as root."""
        return ("--no-sandbox",) if os.geteuid() == 0 else ()


Start = Callable[[Ground], AbstractAsyncContextManager[Peer]]
"""Installs the tool where that is needed, starts it, and ends it. Raises :class:`PeerAbsent` where it cannot take part."""


def counted(kinds: Iterable[str]) -> Kinds:
    """``kinds`` in the words that they are compared in."""
    return Counter(SAME_KIND.get(kind.lower(), kind.lower()) for kind in kinds)


def first(pattern: str, content: str) -> str:
    """The first group of the first match. Raises :class:`LookupError` when there is none."""
    match = re.search(pattern, content)
    if match is None:
        raise LookupError(f"nothing in the content matches {pattern}")
    return match[1]


def shared(found: Kinds, present: Kinds) -> float:
    """The percentage of the elements ``present`` that ``found`` can account for, kind by kind."""
    return 100 * sum(min(found[kind], number) for kind, number in present.items()) / present.total()


def words(text: str) -> Counter[str]:
    """How often each word occurs, in lower case; a word is an unbroken run of letters, digits and underscores."""
    return Counter(re.findall(r"\w+", text.lower()))
