"""The in-page engine: one Playwright selector engine that runs in Playwright's isolated world of every frame.

This file owns the product's assumptions about Playwright's internals, pinned by ``tests/browser/test_engine.py``: an engine
registered with ``content_script=True`` is evaluated once per document in the utility world, keeps its closure for the life of
that document, and may return a *detached* element, whose text then carries a reply out of the page; and that world's name has
``utility_world`` in it, so that the tab's own CDP session can find it. Whoever evaluates the script first in a document makes its
engine; everybody after that gets the same one.
"""

from functools import cache
from importlib.resources import files
from typing import Final

NAME: Final = "refbrowser"
"""The selector engine's name: ``refbrowser=12`` is the element with local id 12, ``refbrowser={…}`` a request to the engine."""


@cache
def source() -> str:
    """The engine's script, one ASCII expression: its value is the object Playwright asks for (``query``, ``queryAll``)."""
    return (files("refbrowser") / "browser" / "engine.min.js").read_text(encoding="ascii").strip()
