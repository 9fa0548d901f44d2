"""Escape page text, so that it cannot pass for a ref, a page fence or a new line of the tool's output.

``inpage/dom/text.js`` applies the same rules inside a page; ``tests/unit/test_page_words.py`` checks that both agree.
"""

import json
import re
import unicodedata
from typing import Any, Final
from urllib.parse import unquote

_OBEYED: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters but for tab and line feed, marks and overrides of direction, line separators, and lone surrogates, which have
no encoding."""

_OPENING: Final = "\\[［【〔〖〚⟦⟨❲⁅⦋⁽❴﹝︹﹇"
_CLOSING: Final = "\\]］】〕〗〛⟧⟩❳⁆⦌⁾❵﹞︺﹈"
_BRACKETED: Final = re.compile(f"[{_OPENING}]([^{_OPENING}{_CLOSING}]{{1,400}})[{_CLOSING}]")
_ANGLED: Final = re.compile(r"[<＜﹤]([^<>＜＞﹤﹥]{1,120})([>＞﹥]|(?=[<＜﹤]))")
_IN_ADDRESS: Final = re.compile(r"\[([^\[\]]{1,400})\]")

_ADDRESS: Final = re.compile(r"[a-z][a-z\d+.\-]*:\S+", re.IGNORECASE)

_STATE: Final = "disabled|checked|mixed|selected|expanded|collapsed|pressed|invalid|required|readonly|focused|highlighted|blocked"
_KIND: Final = (
    "alert|alertdialog|application|article|button|canvas|cell|checkbox|clickable|columnheader|combobox|dialog|draggable|editable|"
    "element|file|frame|grid|gridcell|heading|image|img|input|link|list|listbox|listitem|menu|menubar|menuitem|menuitemcheckbox|"
    "menuitemradio|option|radio|ref|row|rowheader|scrollable|scrollbar|searchbox|select|slider|spinbutton|summary|switch|tab|"
    "tablist|tabpanel|textarea|textbox|tree|treeitem"
)
# A number before a quotation mark belongs to a list in source code.
_NUMBER: Final = r"0[0\s.,_’]*[^\w\"']*$"
_WORDS_AND_NUMBER: Final = re.compile(rf"[^\W\d_]0*(?:\s+|\s*\n[\s>#|*\-]*){_NUMBER}")
_KIND_AND_NUMBER: Final = re.compile(rf"(?:^|\s)(?:[^\w\s]|_)*(?:{_KIND})[\W_]*{_NUMBER}")
_SQUEEZED: Final = re.compile(rf"^[\W_]*(?:(?:{_STATE})[\W_]*)*(?:{_KIND})[\W_]*{_NUMBER}")
_PAGE_TAG: Final = re.compile(r"[\s/\\]*page(?![\w\-])")

_MOST_NESTED: Final = 4
"""Levels of nested brackets that are checked."""

_BLANKS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Characters that render as a blank but are not classified as white space."""

_IGNORABLE: Final = re.compile("[\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\ufff0-\ufff8\U000e0000-\U000e0fff]")

_LINE_ENDS: Final = re.compile("\r\n|[\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_INVISIBLE: Final = re.compile(
    "[\0-\x08\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2060-\u2065\u206a-\u206f\u3164"
    "\ufeff\uffa0\ufff0-\ufffb\ue000-\uf8ff\U000e0000-\U000e0fff\U000f0000-\U0010fffd]"
)
_DIRECTION: Final = re.compile("[\u202a-\u202e\u2066-\u2069]")


def sealed(text: str) -> str:
    """Return ``text`` with the brackets of every ref or fence lookalike replaced by parentheses."""
    if not text.isascii() or "[" in text:
        for _ in range(_MOST_NESTED):
            before, text = text, _BRACKETED.sub(lambda match: f"({match[1]})" if _reads_as_ref(match[1]) else match[0], text)
            if text == before:
                break
    if not text.isascii() or "<" in text:
        text = _ANGLED.sub(lambda match: f"({match[1]})" if _reads_as_fence(match[1]) else match[0], text)
    return text


def readable(text: str) -> str:
    """Return ``text`` sealed, with every line end as a line feed, no invisible characters, and direction overrides spelled out.

    When the whole text is a URL, brackets are percent-encoded instead of replaced.
    """
    if not text.isascii() or not text.isprintable():
        text = _INVISIBLE.sub("", _LINE_ENDS.sub("\n", text))
        text = _DIRECTION.sub(lambda match: f"<U+{ord(match[0]):04X}>", text)
    return sealed(address(text) if _ADDRESS.fullmatch(text) else text)


def one_line(text: str, most: int | None = None) -> str:
    """Return ``text`` readable, on one line, cut to ``most`` characters."""
    line = readable(" ".join(text.split()))
    return line if most is None else truncated(line, most)


def escaped(text: str) -> str:
    """Return ``text`` with ``\\u001b`` in place of each character that a terminal obeys; JSON stays the same value."""
    return _OBEYED.sub(lambda sign: f"\\u{ord(sign[0]):04x}", text)


def printable(text: str) -> str:
    """Return ``text`` for a line of a terminal: blanks for white space, and ? for characters that are obeyed or not seen."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else " " if sign.isspace() else "?" for sign in text)


def printable_json(value: object, indent: int | None = None) -> str:
    """Return ``value`` as JSON for a terminal: what is obeyed or not seen there is escaped, and the value is the same."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    if text.isprintable():
        return text
    # Only strings have such characters, but for the line ends between them.
    return "".join(sign if sign.isprintable() or sign == "\n" else json.dumps(sign)[1:-1] for sign in text)


def truncated(text: str, most: int) -> str:
    """Return ``text``, or its beginning and an ellipsis, which together have ``most`` characters."""
    return text if len(text) <= most else text[: most - 1] + "…"


def readable_parts(value: object) -> Any:
    """Return a JSON value with each of its strings and keys made readable."""
    if isinstance(value, str):
        return readable(value)
    if isinstance(value, dict):
        return {readable(str(key)): readable_parts(part) for key, part in value.items()}
    return [readable_parts(part) for part in value] if isinstance(value, list | tuple) else value


def address(url: str) -> str:
    """Return ``url`` with the brackets of every ref or fence lookalike percent-encoded; the URL keeps its meaning."""
    for _ in range(_MOST_NESTED if "[" in url else 0):
        before, url = url, _IN_ADDRESS.sub(_encoded, url)
        if url == before:
            break
    return _ANGLED.sub(lambda match: f"%3C{match[1]}%3E" if _reads_as_fence(match[1]) else match[0], url) if "<" in url else url


def _encoded(match: re.Match[str]) -> str:
    inner = unquote(match[1].replace("+", " "), errors="replace")
    return f"%5B{match[1]}%5D" if _reads_as_ref(inner) else match[0]


def _reads_as_ref(inner: str) -> bool:
    plain = _plain(inner)
    if "0" not in plain:
        return False
    return bool(
        _WORDS_AND_NUMBER.search(plain) or _KIND_AND_NUMBER.search(plain) or _SQUEEZED.search(re.sub(r"[\s\u2800]+", "", plain))
    )


def _reads_as_fence(inner: str) -> bool:
    return (not inner.isascii() or "page" in inner.lower()) and _PAGE_TAG.match(_plain(inner)) is not None


def _plain(text: str) -> str:
    """Return ``text`` normalised for matching: lower case, ``0`` for every digit, plain blanks, no marks, nothing invisible."""
    if text.isascii():
        return re.sub(r"\d", "0", text.lower())
    shown = (" " if sign in _BLANKS else "0" if unicodedata.category(sign)[0] == "N" else sign for sign in text)
    decomposed = unicodedata.normalize("NFKD", "".join(shown)).lower()
    kept = "".join(
        sign
        for sign in decomposed
        if sign in "\t\n\r" or unicodedata.category(sign) not in ("Mn", "Me", "Mc", "Cc", "Cf", "Co", "Cn")
    )
    return _IGNORABLE.sub("", kept)


DEEPEST: Final = 100
"""How deep lists and objects may be nested. What works on each of their levels would end with Python's limit on recursion."""

_DEEPER: Final = "(nested too deeply)"


_PLAIN: Final = (int, float)


def well_formed(value: object, levels: int = DEEPEST) -> Any:
    """Return ``value`` with each lone surrogate, also in keys, replaced by U+FFFD, and a note in place of what is nested deeper
    than ``levels``."""
    if isinstance(value, str):
        return value if value.isascii() or _encodes(value) else value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if value is None or isinstance(value, _PLAIN):
        return value
    if isinstance(value, dict | list | tuple) and not levels:
        return _DEEPER
    if isinstance(value, dict):
        # Each answer goes through this: most of its names and texts are ASCII, and are not worth a call.
        return {
            key if type(key) is str and key.isascii() else well_formed(key): (
                item if type(item) is str and item.isascii() else well_formed(item, levels - 1)
            )
            for key, item in value.items()
        }
    if isinstance(value, list | tuple):
        return [well_formed(item, levels - 1) for item in value]
    return value


def is_deeper(value: object, levels: int = DEEPEST) -> bool:
    """Whether lists and objects in ``value`` are nested deeper than ``levels``."""
    inner = [value]
    for _ in range(levels + 1):
        containers = [container for container in inner if isinstance(container, dict | list | tuple)]
        inner = [item for container in containers for item in (container.values() if isinstance(container, dict) else container)]
        if not inner:
            return False
    return True


def _encodes(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
