"""Which recorded values become a flow's inputs, and where their texts stand."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, Self
from urllib.parse import unquote_plus

from refbrowser.errors import CallError
from refbrowser.flows.values import escaped

_WORD: Final = re.compile(r"[a-z0-9]+")
_SHORTEST: Final = 3
"""Of a value that is looked for in texts: shorter ones stand in them by chance."""

_TARGET: Final = ("name", "item")
_KEPT_WITH: Final = ("kind", "name", "item", "heading", "form", "frame")
"""What a target that names an input keeps: the rest says which element it was for the recorded value."""


def identifier(text: str, taken: Mapping[str, Any]) -> str:
    """Return a name for ``text`` that is not ``taken``."""
    plain = "_".join(_WORD.findall(text.casefold()))[:40].strip("_") or "value"
    plain = plain if plain[0].isalpha() else f"value_{plain}"
    return next(name for name in (plain, *(f"{plain}_{number}" for number in range(2, 1_000))) if name not in taken)


class Inputs:
    """The inputs of a flow that is being made.

    ``chosen`` are those that somebody decided on, by name with the recorded value. Without them all typed texts are proposed, or of
    a chat with a ``task`` those that come from it.
    """

    def __init__(self, chosen: Mapping[str, Any] | None = None, task: Sequence[str] = ()) -> None:
        self._chosen = {name: str(value) for name, value in (chosen or {}).items()} if chosen is not None else None
        self._task = " ".join(" ".join(task).casefold().split())
        self._values: dict[str, str] = {}
        self._secrets: dict[str, None] = {}
        self._numbers: set[str] = set()
        self._called: set[str] = set()
        self._read: dict[str, str] = {}

    @classmethod
    def of_run(cls, values: Mapping[str, str]) -> Self:
        """Return the inputs of an existing flow with the values of a run: no others are proposed."""
        found = cls(values)
        found._values = dict(values)
        return found

    def is_given(self, value: str) -> bool:
        """Whether somebody decided that the value is an input, or it comes from the task."""
        return value in (self._chosen or {}).values() or bool(self._task and self._is_of_task(value))

    def read(self, label: str, value: str, outputs: Mapping[str, Any]) -> str:
        """Return the output that a later entry of the value names."""
        name = identifier(label, {**outputs, **self._values, **self._secrets})
        self._read[name] = value
        return name

    def declared(self) -> dict[str, dict[str, Any]]:
        """Return the inputs as the file declares them. Raises ``invalid_arguments`` for a chosen one that no call has."""
        if unused := [name for name in self._chosen or {} if name not in self._values]:
            raise CallError(
                f"No call enters {self._chosen[unused[0]]!r}, the value of the input {unused[0]}." if self._chosen else ""
            )
        plain = {name: self._declared(name, value) for name, value in self._values.items()}
        return {**plain, **{name: {"secret": True} for name in self._secrets}}

    def _declared(self, name: str, value: str) -> dict[str, Any]:
        return {"type": "integer", "default": int(value)} if name in self._numbers else {"default": value}

    def entered(self, value: str, meaning: Mapping[str, Any] | None, *, chosen: bool = False) -> str:
        """Return a value that was typed or, if ``chosen``, selected: an input's, or as it was."""
        if (name := self._named(value)) is not None:
            return f"${{{name}}}"
        if self._chosen is not None:
            name = next((name for name, given in self._chosen.items() if given == value), None)
        elif value and (self._is_of_task(value) if self._task else not chosen):
            label = (meaning or {}).get("name") or (meaning or {}).get("field") or (meaning or {}).get("placeholder") or "text"
            name = identifier(str(label), {**self._values, **self._secrets, **self._read})
        if name is None:
            return escaped(value)
        self._values[name] = value
        if (
            (meaning or {}).get("kind") in ("input number", "spinbutton")
            and re.fullmatch(r"\d{1,15}", value)
            and str(int(value)) == value
        ):
            self._numbers.add(name)
        return f"${{{name}}}"

    def secret(self, field: str) -> str:
        """Return the input that names the secret of a field whose value is not recorded."""
        name = identifier(field, self._known)
        self._secrets.setdefault(name)
        return f"${{{name}}}"

    def file(self, path: str) -> str:
        """Return the input for a file that was uploaded."""
        name = next((name for name, value in self._values.items() if value == path), None)
        if name is None and self._chosen is not None:
            name = next((name for name, given in self._chosen.items() if given == path), None)
            if name is None:
                return escaped(path)
        name = name or identifier("file", self._known)
        self._values[name] = path
        return f"${{{name}}}"

    def address(self, url: str) -> str:
        """Return an address with the inputs that are parameters of its query."""
        path, mark, query = url.partition("?")
        if self._chosen is None and not self._task:
            return escaped(url)
        pairs = [self._parameter(pair) for pair in query.split("&")] if query else []
        return f"{escaped(path)}{mark}{'&'.join(pairs)}"

    def _parameter(self, pair: str) -> str:
        name, equals, value = pair.partition("=")
        filled = self.entered(unquote_plus(value), {"name": name}, chosen=False) if equals else ""
        return f"{escaped(name)}={filled}" if filled.startswith("${") and not filled.startswith("$${") else escaped(pair)

    def in_target(self, target: dict[str, Any]) -> dict[str, Any]:
        """Return a target whose name or item is an input's value as that input's, and inputs in its heading."""
        filled = {name: f"${{{found}}}" for name in _TARGET if (found := self._same(str(target.get(name, "")))) is not None}
        self._called |= {str(target[name]) for name in _TARGET if target.get(name) and name not in filled}
        if target.get("heading"):
            filled["heading"] = self.in_text(str(target["heading"]))
        if not filled.keys() & {"name", "item"}:
            return {**_escaped(target), **filled}
        return {**_escaped({name: value for name, value in target.items() if name in _KEPT_WITH}), **filled}

    def in_text(self, text: str) -> str:
        """Return a text with the inputs whose values stand in it as words, but not within what a target is called."""
        values = {value: name for name, value in self._known.items() if len(value) >= _SHORTEST}
        names = sorted({*values, *(name for name in self._called if name not in values)}, key=len, reverse=True)
        if not names:
            return escaped(text)
        words = re.compile("|".join(rf"(?<!\w){re.escape(each)}(?!\w)" for each in names))
        parts, end = list[str](), 0
        for match in words.finditer(text):
            name = values.get(match[0])
            parts += [escaped(text[end : match.start()]), f"${{{name}}}" if name is not None else escaped(match[0])]
            end = match.end()
        return "".join([*parts, escaped(text[end:])])

    def in_path(self, part: str) -> str:
        """Return a part of a path, or the input whose value it is."""
        name = self._named(unquote_plus(part))
        return f"${{{name}}}" if name is not None and part else escaped(part)

    def in_query(self, pair: str) -> str:
        """Return a parameter with its value, or with the input whose value that is."""
        name, equals, value = pair.partition("=")
        return f"{escaped(name)}{equals}{self.in_path(value)}"

    @property
    def _known(self) -> dict[str, str]:
        return {**self._values, **self._read}

    def _named(self, value: str) -> str | None:
        return next((name for name, given in self._known.items() if given == value and value), None)

    def _same(self, text: str) -> str | None:
        plain = " ".join(text.casefold().split())
        return next((name for name, value in self._known.items() if len(value) >= _SHORTEST and value.casefold() == plain), None)

    def _is_of_task(self, value: str) -> bool:
        return " ".join(value.casefold().split()) in self._task


def _escaped(target: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: _escaped(value) if isinstance(value, Mapping) else escaped(value) if isinstance(value, str) else value
        for name, value in target.items()
    }
