"""What a contestant can do. A new one is a class with these verbs and a line in :mod:`benchmarks.arena`."""

from pathlib import Path
from typing import Any, Protocol


class Contestant(Protocol):
    """Drives one browser of its own. ``tab`` and ``target`` are whatever it calls a tab and an element of it."""

    name: str

    async def open(self, url: str) -> Any:
        """A new tab in which ``url`` is parsed."""
        ...

    async def close(self, tab: Any) -> None:
        """Closes the tab."""
        ...

    async def content(self, tab: Any) -> str:
        """The page as the contestant shows it to a model."""
        ...

    async def evaluate(self, tab: Any, script: str) -> Any:
        """The value of an expression."""
        ...

    async def find(self, tab: Any, label: str, element_id: str) -> Any:
        """The target with that label and id, ready to be acted on; not measured."""
        ...

    async def click(self, tab: Any, target: Any) -> None:
        """Presses the target. Raises when that fails."""
        ...

    async def type(self, tab: Any, target: Any, text: str) -> None:
        """Puts ``text`` in place of what the target holds. Raises when that fails."""
        ...

    async def follow(self, tab: Any, target: Any) -> None:
        """Presses the link and waits until the next document is parsed."""
        ...

    async def select(self, tab: Any, target: Any, label: str) -> None:
        """Chooses the option with that label. Raises when that fails."""
        ...

    async def check(self, tab: Any, target: Any, checked: bool) -> None:
        """Checks or unchecks the box. Raises when that fails."""
        ...

    async def screenshot(self, tab: Any, path: Path) -> None:
        """Writes a JPEG of the viewport, quality 80."""
        ...
