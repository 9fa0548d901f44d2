"""The in-page engine: one Playwright selector engine that runs in Playwright's isolated world of every frame.

This file owns the product's assumptions about Playwright's internals, pinned by ``tests/browser/test_engine.py``: an engine
registered with ``content_script=True`` is evaluated once per document in the utility world, keeps its closure for the life of
that document, and may return a *detached* element, whose text then carries a reply out of the page; and that world's name has
``utility_world`` in it, so that the tab's own CDP session can find it. Whoever evaluates the script first in a document makes its
engine; everybody after that gets the same one.
"""

import re
from functools import cache
from importlib.resources import files
from typing import Final

NAME: Final = "refbrowser"
"""The selector engine's name: ``refbrowser=12`` is the element with local id 12, ``refbrowser={…}`` a request to the engine."""

PARTS: Final = (
    "dom.js",
    "text.js",
    "roles.js",
    "labels.js",
    "names.js",
    "states.js",
    "visibility.js",
    "ground.js",
    "legible.js",
    "cover.js",
    "standins.js",
    "unseen.js",
    "registry.js",
    "reactions.js",
    "watch.js",
    "writer.js",
    "walker.js",
    "controls.js",
    "telling.js",
    "blocks.js",
    "pictures.js",
    "tables.js",
    "modes.js",
    "unchanged.js",
    "capture.js",
    "probe.js",
    "aim.js",
    "behind.js",
    "motion.js",
    "detail.js",
    "options.js",
    "pointing.js",
    "fields.js",
    "picking.js",
    "main.js",
)
"""The plain scripts of ``inpage/``, in the order in which they share one closure."""


_COMMENT_LINES: Final = re.compile(r"^[ \t]*(?://[^\n]*|/\*\*?(?:(?!\*/).)*\*/[ \t]*)\n", re.MULTILINE | re.DOTALL)
"""Comments that have whole lines to themselves; those within a line, which give types, stay."""

_NOT_ASCII: Final = re.compile(r"[^\x00-\x7f]")


@cache
def source() -> str:
    """The engine's script: the parts in one closure, whose value is the object Playwright asks for (``query``, ``queryAll``).

    Every new page reads and compiles it, so comments stay at home, and it is all ASCII: a single letter that is not would double
    it on its way through driver and browser, and the time of that. In a string or a pattern, where alone there are any, its number
    is the same.
    """
    folder = files("refbrowser") / "inpage"
    parts = "\n".join(_COMMENT_LINES.sub("", (folder / part).read_text(encoding="utf-8")) for part in PARTS)
    parts = _NOT_ASCII.sub(lambda letter: f"\\u{ord(letter[0]):04x}", parts)
    return f"globalThis.{NAME}?.engine ?? (() => {{\n'use strict';\n{parts}\nreturn engine;\n}})()"
