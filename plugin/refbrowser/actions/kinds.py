"""Kinds of elements and of requests in arguments: also in the plural and in capitals. What is no kind is refused."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from refbrowser.errors import CallError
from refbrowser.page_text import truncated

ELEMENTS: Final = frozenset({
    "alert", "alertdialog", "application", "article", "audio", "banner", "blockquote", "button", "canvas", "caption", "cell",
    "checkbox", "clickable", "code", "columnheader", "combobox", "complementary", "contentinfo", "definition", "deletion",
    "dialog", "directory", "document", "editable", "emphasis", "feed", "figure", "file", "form", "generic", "grid", "gridcell",
    "group", "heading", "image", "img", "input", "insertion", "link", "list", "listbox", "listitem", "log", "main", "marquee",
    "math", "menu", "menubar", "menuitem", "menuitemcheckbox", "menuitemradio", "meter", "navigation", "note", "option",
    "paragraph", "presentation", "progressbar", "radio", "radiogroup", "region", "row", "rowgroup", "rowheader", "scrollbar",
    "search", "searchbox", "select", "separator", "slider", "spinbutton", "status", "strong", "subscript", "summary",
    "superscript", "switch", "tab", "table", "tablist", "tabpanel", "term", "textarea", "textbox", "time", "timer", "toolbar",
    "tooltip", "tree", "treegrid", "treeitem", "video",
})  # fmt: skip
"""Kinds of refs, but for the fields that are called by their type: ``input email``."""

_OFTEN: Final = "link, button, checkbox, radio, select, combobox, option, textarea, input, input email, tab, menuitem, image, file"

REQUESTS: Final = (
    "document", "stylesheet", "image", "media", "font", "script", "texttrack", "xhr", "fetch", "eventsource", "websocket",
    "manifest", "ping", "prefetch", "preflight", "signedexchange", "cspviolationreport", "fedcm", "beacon", "cspreport", "other",
)  # fmt: skip

_INPUTS: Final = ("text", "email", "password", "search", "tel", "url", "number", "date", "time", "color", "range")
_SEVERAL: Final[Mapping[str, Sequence[str]]] = {
    "textbox": ("textbox", "searchbox", "input", "textarea", "editable"),
    "dropdown": ("select", "combobox", "listbox"),
    **{kind: (f"input {kind}",) for kind in _INPUTS},
}
"""What roles and types of fields are called here."""


def kinds_of_elements(given: list[str] | None) -> Sequence[str]:
    """Return the kinds by their names. Raises :class:`CallError` for what is none."""
    kinds = [_kind(kind, _is_element, _OFTEN) for kind in given or ()]
    return [own for kind in kinds for own in _SEVERAL.get(kind, (kind,))]


def kinds_of_requests(given: list[str] | None) -> Sequence[str]:
    """Return the kinds by their names. Raises :class:`CallError` for what is none."""
    return [_kind(kind, REQUESTS.__contains__, ", ".join(REQUESTS)) for kind in given or ()]


def _kind(written: str, is_kind: Callable[[str], bool], choices: str) -> str:
    plain = " ".join(written.strip().lower().replace("_", " ").split())
    for kind in (plain, plain.removesuffix("s"), plain.removesuffix("es")):
        if is_kind(kind):
            return kind
    raise CallError(f"There is no kind {truncated(written, 60)!r}; the kinds are {choices}.", details={"kind": written[:60]})


def _is_element(kind: str) -> bool:
    return kind in ELEMENTS or kind in _SEVERAL or (kind.startswith("input ") and kind[6:].isascii())
