"""HTML from the templates in ``site``: ``$name`` is replaced by a value, which is escaped unless it is HTML already.

``string.Template`` and not Jinja2: the shop comes with every installation, which would get two packages more for twenty short
templates without a condition or a loop.
"""

import html
import string
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

SITE: Final = Path(__file__).resolve().parent / "site"


class Html(str):
    """Text that is HTML already and is not escaped again."""

    __slots__ = ()


@cache
def _template(name: str) -> string.Template:
    return string.Template((SITE / f"{name}.html").read_text(encoding="utf-8"))


def render(template: str, **values: object) -> Html:
    """``site/TEMPLATE.html`` with its values; KeyError if one is not given."""
    safe = {name: value if isinstance(value, Html) else html.escape(str(value)) for name, value in values.items()}
    return Html(_template(template).substitute(safe))


def joined(parts: Iterable[Html]) -> Html:
    """The parts, one after another."""
    return Html("".join(parts))
