"""The one door to a terminal: what pages and models wrote is shown there, and never obeyed."""

import sys
from types import TracebackType
from typing import TextIO

from refbrowser.page_text import escaped


def write(text: str, stream: TextIO | None = None) -> None:
    """Write ``text`` to standard output, or to ``stream``, escaped, at once."""
    stream = sys.stdout if stream is None else stream
    stream.write(escaped(text))
    stream.flush()


def write_uncaught(kind: type[BaseException], failure: BaseException, trace: TracebackType | None) -> None:
    """Write an exception that nobody caught to standard error, as ``sys.excepthook``: its message may quote a page."""
    import traceback

    write("".join(traceback.format_exception(kind, failure, trace)), sys.stderr)
