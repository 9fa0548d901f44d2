"""The in-page engine: one Playwright selector engine that runs in Playwright's isolated world of every frame.

What this assumes of Playwright is tested by ``tests/playwright_internals/test_selector_engine.py``: an engine registered with
``content_script=True`` is evaluated once per document in the utility world, keeps its closure for the life of that document, and
may return a *detached* element, whose text then carries a reply out of the page. Whatever evaluates the script first in a document
makes its engine; every later evaluation gets the same one.
"""

import secrets
from functools import cache
from importlib.resources import files
from typing import Any, Final

NAME: Final = "refbrowser"
"""The selector engine's name: ``refbrowser=12@token`` is the element with local id 12 of the document with that token, an error
in every other document; ``refbrowser={…}`` is a request to the engine."""

CLOSED_ROOTS: Final = f"{NAME}=closed"
"""The selector of the closed shadow roots that the engine knows; others follow it, for what is in those: Playwright's engines pass
closed roots by."""


_GUARD_MARK: Final = "@guard@"

GUARD_WORLD: Final = "refbrowser press guard"
"""The isolated world of :func:`press_guard`."""

_guard_event: Final = secrets.token_hex(16)
"""The event by which press guard and engine speak: worlds share nothing but the document, and a page must not guess it."""


@cache
def source() -> str:
    """The engine's script, one ASCII expression: its value is the object Playwright asks for (``query``, ``queryAll``)."""
    return _text("engine.min.js").strip().replace(_GUARD_MARK, _guard_event)


@cache
def press_guard() -> str:
    """The script that receives the events of a press before a document's own scripts: it has to be there when the document is made,
    and the engine, which comes with the first question, is not."""
    return _text("press_guard.min.js").replace(_GUARD_MARK, _guard_event)


ON_NEW_DOCUMENT: Final = "Page.addScriptToEvaluateOnNewDocument"
"""The CDP command that takes :func:`press_guarded`; without ``Page.enable`` no script runs in new documents."""


def press_guarded() -> dict[str, Any]:
    """The parameters that have the press guard run in the present documents of a session's target, and in all that come."""
    return {"source": press_guard(), "worldName": GUARD_WORLD, "runImmediately": True}


def _text(name: str) -> str:
    return (files("refbrowser") / "browser" / "engine" / name).read_text(encoding="ascii")
