"""Makes ``engine.min.js`` of the parts in ``inpage/``, when the generated files are written.

Every new document reads and compiles the engine before its first answer: at half the length, to open and read a page takes 3 %
less.
"""

import re
from importlib.resources import files
from typing import Final

from refbrowser.browser.engine.script import NAME

PARTS: Final = (
    "dom.js",
    "text.js",
    "roles.js",
    "labels.js",
    "hovering.js",
    "generated.js",
    "suspects.js",
    "names.js",
    "states.js",
    "visibility.js",
    "ink.js",
    "vanished.js",
    "ground.js",
    "legible.js",
    "visual_viewport.js",
    "frame_geometry.js",
    "cover.js",
    "standins.js",
    "unseen.js",
    "registry.js",
    "reactions.js",
    "watch.js",
    "effects.js",
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
    "clipboard.js",
    "main.js",
)
"""The plain scripts of ``inpage/``, in the order in which they share one closure."""

_NOT_ASCII: Final = re.compile(r"[\x80-\uffff]")


def bundle() -> str | None:
    """The engine's script: the parts in one closure, shortened; None where the minifier is not installed.

    It is all ASCII: a single letter that is not would double it on its way through driver, browser and V8, and the time of that. In
    a string or a pattern, where alone there are any, its number is the same.
    """
    try:
        import minify
    except ImportError:
        return None
    folder = files("refbrowser") / "inpage"
    parts = "\n".join((folder / part).read_text(encoding="utf-8") for part in PARTS)
    made = f"globalThis.{NAME}?.engine ?? (() => {{\n'use strict';\n{parts}\nreturn engine;\n}})()"
    # Playwright also runs it in the page's own world, once anything returns a handle from there, and there it must not be: only in
    # isolated worlds there is no registry of custom elements.
    whole = f"globalThis.customElements ? {{ query: () => null, queryAll: () => [] }} : {made}"
    short: str = minify.string("application/javascript", whole)
    return _NOT_ASCII.sub(lambda letter: f"\\u{ord(letter[0]):04x}", short) + "\n"
