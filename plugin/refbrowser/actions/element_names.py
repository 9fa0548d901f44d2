"""Read what names an element, however it is called, by its shape: a ref, a selector, a point, or the element's own name.

What could be two of them stays as it is, and validation reports it.
"""

import json
import re
from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Any, Final

Call = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Place:
    """The arguments that name one element of a call, and the names that other tools have for it."""

    ref: str
    selector: str
    x: str
    y: str
    names: Sequence[str]

    def named_in(self, call: Call) -> bool:
        """Whether the call names the element by its own arguments; a 0 and an empty text name none."""
        return any(call.get(name) not in (None, "", 0) for name in (self.ref, self.selector, self.x))


_ELEMENT: Final = (
    "element", "element_id", "element_ref", "element_index", "ref_id", "id", "index", "target", "locator", "node", "node_id", "uid",
    "highlight_index",
)  # fmt: skip
_NO_TEXTS: Final = frozenset(_ELEMENT) - {"element", "target"}
PLACE: Final = Place("ref", "selector", "x", "y", _ELEMENT)
_FROM: Final = ("from_ref", "source_ref", "start_coordinate", "start_coordinates", "from_coordinate", "from_coordinates")
_TO: Final = ("to_ref", "destination_ref", "end_coordinate", "end_coordinates", "to_coordinate", "to_coordinates")
FROM: Final = Place("ref", "selector", "x", "y", ("from", "source", "start", "start_element", "source_element", "element", *_FROM))
TO: Final = Place(
    "target_ref", "target_selector", "to_x", "to_y", ("to", "target", "end", "destination", "dest", "end_element", *_TO)
)

_DESCRIBING: Final = ("element", "element_description", "description", "name", "role")
"""What says in words which element a ref is."""

_SELECTORS: Final = {"css": "", "css_selector": "", "query_selector": "", "xpath": "xpath="}
_PRESSED: Final = ("text", "name", "label", "button_text", "link_text", "element_text")
_FIELD: Final = ("label", "name", "field", "field_name", "aria_label", "text")

_REF: Final = re.compile(
    r"\d{1,12}|\[\s*(?:[a-z][a-z \-]*\s)?\s*\d{1,12}\s*\]|\[?ref\s*[=:]\s*\d{1,12}\]?|[a-z]+\[\d{1,12}\]", re.IGNORECASE
)
_REF_AS_SELECTOR: Final = re.compile(rf"{_REF.pattern}|[a-z]+(?: [a-z]+)* \d{{1,12}}", re.IGNORECASE)
"""Refs that are no selector: CSS has no number where a name is expected."""

_TAGS: Final = frozenset({
    "a", "abbr", "article", "aside", "audio", "b", "body", "button", "canvas", "caption", "code", "dd", "details", "dialog",
    "div", "dl", "dt", "em", "fieldset", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "html",
    "i", "iframe", "img", "input", "label", "legend", "li", "link", "main", "map", "menu", "nav", "object", "ol", "optgroup",
    "option", "output", "p", "path", "picture", "pre", "progress", "s", "script", "section", "select", "small", "source", "span",
    "strong", "style", "sub", "summary", "svg", "table", "tbody", "td", "template", "textarea", "tfoot", "th", "thead", "time",
    "title", "tr", "u", "ul", "video",
})  # fmt: skip
_SELECTOR: Final = re.compile(r"[\w\-]+=.|//|xpath|[#.*]\S|\[.*\]|\(//", re.DOTALL)
_OF_TAG: Final = re.compile(r"([a-z][a-z0-9]*)(?:[.#\[:]\S|\s*[>+~]\s*\S|\s+[.#\[]\S)")
_WORDS: Final = re.compile(r"[^\W_][^#\[\]{}=<>*~|\\^$:;.]*[.!?…:]?", re.DOTALL)
"""Text that is no selector: without the marks of one."""


def is_ref(value: object) -> bool:
    """Whether the value can be nothing but a ref."""
    if isinstance(value, str):
        return _REF.fullmatch(value.strip()) is not None
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def ref_in_selector(call: Call, place: Place = PLACE) -> Call:
    """Rewrite a ref that stands in the selector, and leave out the word for none."""
    selector = call.get(place.selector)
    if not isinstance(selector, str):
        return call
    written = selector.strip()
    if written.lower() in ("null", "none", "undefined") and place.named_in(_without(call, place.selector)):
        return {key: value for key, value in call.items() if key != place.selector}
    if not call.get(place.ref) and _REF_AS_SELECTOR.fullmatch(written):
        return {**_without(call, place.selector), place.ref: selector}
    return call


def placed(call: Call, taken: Container[str], place: Place = PLACE) -> Call:
    """Rewrite the names of other tools for an element to ``ref``, ``selector`` or a point."""
    call = {**call}
    if call.get(place.ref) and place is not TO:
        for name in _DESCRIBING:
            if name in call and name not in taken and isinstance(call[name], str):
                del call[name]
    for name in place.names:
        if name not in call or name in taken:
            continue
        found = None if place.named_in(call) else _found(call[name], place, taken)
        if isinstance(call[name], str) and name in _NO_TEXTS and found is not None and place.ref not in found:
            # Another tool's number or HTML's id, and no text that is seen.
            found = {place.selector: call[name]} if name == "locator" and _is_selector(call[name].strip()) else None
        if found is not None:
            del call[name]
            call |= found
    for name, prefix in _SELECTORS.items():
        value = call.get(name)
        if isinstance(value, str) and value.strip() and not place.named_in(call) and place.selector in taken:
            del call[name]
            call[place.selector] = value if value.lstrip().startswith((prefix or "css=", "//")) else f"{prefix}{value}"
    return call


def named(call: Call, taken: Container[str], *, is_field: bool) -> Call:
    """Rewrite an element's text, label, placeholder, or role and name to a selector, where nothing else names the element."""
    if PLACE.named_in(call) or "selector" not in taken:
        return call
    role, name = call.get("role"), call.get("name")
    if isinstance(role, str) and isinstance(name, str) and not {"role", "name"} & set(_taken(call, taken)):
        return {
            **_without(call, "role", "name"),
            "selector": f"role={role.strip().lower()}[name={json.dumps(name, ensure_ascii=False)}]",
        }
    foreign = [key for key in (*(_FIELD if is_field else _PRESSED), "placeholder") if key in call and key not in taken]
    if len(foreign) != 1 or not isinstance(text := call[foreign[0]], str) or not text.strip():
        return call
    engine = "placeholder" if foreign[0] == "placeholder" else "label" if is_field else "text"
    return {**_without(call, foreign[0]), "selector": f"{engine}={text.strip()}"}


def by_key(key: str) -> Call:
    """Return the element that the name of a field in an object of fields means."""
    if is_ref(key):
        return {"ref": key}
    return {"selector": key if _is_selector(key) else f"label={key.strip()}"}


def _found(value: object, place: Place, taken: Container[str]) -> Call | None:
    if is_ref(value):
        return {place.ref: value} if place.ref in taken else None
    if isinstance(value, dict):
        named = {"ref": place.ref, "selector": place.selector, "x": place.x, "y": place.y}
        is_target = value and value.keys() <= named.keys() and all(named[key] in taken for key in value)
        return {named[key]: part for key, part in value.items()} if is_target else None
    if isinstance(value, list) and len(value) == 2 and place.x in taken:
        return {place.x: value[0], place.y: value[1]}
    if not isinstance(value, str) or place.selector not in taken:
        return None
    text = value.strip()
    if _is_selector(text):
        return {place.selector: text}
    return {place.selector: f"text={text}"} if _is_text(text) else None


def _is_selector(text: str) -> bool:
    of_tag = _OF_TAG.match(text)
    return _SELECTOR.match(text) is not None or (of_tag is not None and of_tag[1] in _TAGS)


def _is_text(text: str) -> bool:
    words = text.split()
    tags = all(word in _TAGS for word in words) or (len(words) == 1 and "-" in text and text == text.lower())
    # "button 6" may be a ref, and a button's text.
    return _WORDS.fullmatch(text) is not None and not tags and not (words[0].lower() in _TAGS and words[-1].isdecimal())


def _taken(call: Call, taken: Container[str]) -> list[str]:
    return [key for key in call if key in taken]


def _without(call: Call, *names: str) -> Call:
    return {key: value for key, value in call.items() if key not in names}
