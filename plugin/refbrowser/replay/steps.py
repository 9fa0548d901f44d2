"""From a recorded call to the call that is made again: other tabs' numbers, other values, other origins."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode, urlsplit

from refbrowser.journal.entry import key_of
from refbrowser.journal.summary import Entry, receipt

ENTERED: Final = ("text", "value", "values")
OF_ONE_CHAT: Final = ("cursor", "dialog_id")
"""Arguments that mean something in the recorded chat only."""

_PREFIXES: Final = ("", "target_")


class Missing(Exception):
    """A value that the record does not hold; the message names it."""


@dataclass(slots=True)
class Inputs:
    """``given`` are the caller's values by name: a field's name, its label, or a parameter of an address. ``used`` maps recorded
    values to what was entered instead."""

    given: Mapping[str, str] = field(default_factory=dict)
    base: str | None = None
    used: dict[str, str] = field(default_factory=dict)

    def unknown(self, calls: Iterable[Entry]) -> list[str]:
        """Names for which the session has no field and no parameter: the replay would enter what was recorded."""
        names = {name.casefold() for entry in calls for name in settable(entry)}
        return sorted(name for name in self.given if name.casefold() not in names)

    def of(self, value: object, target: Mapping[str, Any] | None) -> Any:
        """What to enter for a recorded ``value``. Raises :class:`Missing` for a secret that was not given."""
        hidden = value.get("hidden") if isinstance(value, dict) else None
        for name in [*_names(target), *([str(hidden)] if hidden else [])]:
            for wanted, given in self.given.items():
                if wanted.casefold() == name.casefold():
                    if isinstance(value, str):
                        self.used[value] = given
                    return given
        if hidden:
            raise Missing(f"the value of {hidden}, which is not recorded: give it with --set {hidden}=…")
        return value

    def address(self, url: str, first_origin: str | None) -> str:
        """A recorded address at the origin ``base``, if it is of the session's first one, with the given values of its
        parameters."""
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https"):
            return url
        if self.base is not None and f"{parts.scheme}://{parts.netloc}" == first_origin:
            base = urlsplit(self.base)
            parts = parts._replace(scheme=base.scheme, netloc=base.netloc)
        if self.given and parts.query:
            given = {name.casefold(): value for name, value in self.given.items()}
            pairs = parse_qsl(parts.query, keep_blank_values=True)
            self.used |= {value: given[name.casefold()] for name, value in pairs if name.casefold() in given}
            parts = parts._replace(query=urlencode([(name, given.get(name.casefold(), value)) for name, value in pairs]))
        return parts.geturl()


def settable(entry: Entry) -> Iterator[str]:
    """Names by which :class:`Inputs` gives what a call enters another value: of its fields, and of its address's parameters."""
    arguments, targets = entry.get("arguments") or {}, entry.get("targets") or {}
    for holder in (arguments, *(entered for entered in arguments.get("fields") or [] if isinstance(entered, dict))):
        values = [holder[name] for name in ENTERED if name in holder]
        if values:
            yield from _names(targets.get(key_of(holder)))
        yield from (str(value["hidden"]) for value in values if isinstance(value, dict) and "hidden" in value)
    if isinstance(url := arguments.get("url"), str):
        yield from (name for name, _ in parse_qsl(urlsplit(url).query, keep_blank_values=True))


def _names(target: Mapping[str, Any] | None) -> list[str]:
    return [str(target[name]) for name in ("field", "name", "placeholder", "id") if target and target.get(name)]


@dataclass(slots=True)
class Tabs:
    """Numbers of the recorded chat's tabs, as those of the new one."""

    numbers: dict[int, int] = field(default_factory=dict)

    def of(self, recorded: object) -> Any:
        """The new chat's number of a recorded tab."""
        return self.numbers.get(recorded, recorded) if isinstance(recorded, int) else recorded

    def learn(self, recorded: Entry, replayed: Entry) -> None:
        """Tabs that the same call opened then and now are the same."""
        for was, is_now in zip(opened_tabs(recorded), opened_tabs(replayed), strict=False):
            self.numbers[was] = is_now


def opened_tabs(entry: Entry) -> list[int]:
    """The numbers of the tabs that the call opened, its own one first."""
    result = entry.get("result")
    own = [result["browser_id"]] if entry["action"] == "open" and isinstance(result, Mapping) and "browser_id" in result else []
    return [*own, *(receipt(entry).get("opened_browser_ids") or [])]


def first_origin(calls: list[dict[str, Any]]) -> str | None:
    """The origin of the first address that a session loads."""
    for entry in calls:
        url = (entry.get("arguments") or {}).get("url")
        if isinstance(url, str) and entry["action"] in ("open", "navigate"):
            parts = urlsplit(url)
            return f"{parts.scheme}://{parts.netloc}"
    return None


def wanted_targets(entry: Entry) -> list[tuple[str, Mapping[str, Any] | None]]:
    """What the call's refs and selectors meant, by :func:`key_of`; None for a ref that has no meaning in the record."""
    arguments, targets = entry.get("arguments") or {}, entry.get("targets") or {}
    holders = [(arguments, prefix) for prefix in _PREFIXES]
    holders += [(field, "") for field in arguments.get("fields") or [] if isinstance(field, dict)]
    keys = [key_of(holder, prefix) for holder, prefix in holders if f"{prefix}ref" in holder or f"{prefix}selector" in holder]
    return [(key, targets.get(key)) for key in dict.fromkeys(keys) if key in targets or key.isdigit()]


def call_of(entry: Entry, refs: Mapping[str, int], tabs: Tabs, inputs: Inputs, origin: str | None) -> dict[str, Any]:
    """The call to make. ``refs`` are the new numbers of its targets. Raises :class:`Missing`."""
    targets = entry.get("targets") or {}
    given = {name: value for name, value in (entry.get("arguments") or {}).items() if name not in OF_ONE_CHAT}
    call = _pointed(given, refs, "")
    call = _pointed(call, refs, "target_")
    if isinstance(url := call.get("url"), str) and entry["action"] in ("open", "navigate", "read"):
        call["url"] = inputs.address(url, origin)
    own = targets.get(key_of(given))
    call |= {name: inputs.of(call[name], own) for name in ENTERED if name in call}
    if isinstance(fields := call.get("fields"), list):
        call["fields"] = [
            {**_pointed(field, refs, ""), "value": inputs.of(field["value"], targets.get(key_of(field)))} for field in fields
        ]
    if "browser_id" in call:
        call["browser_id"] = tabs.of(call["browser_id"])
    return {"action": entry["action"], **call}


def _pointed(arguments: Mapping[str, Any], refs: Mapping[str, int], prefix: str) -> dict[str, Any]:
    """The arguments with the new ref in place of the recorded ref or selector."""
    number = refs.get(key_of(arguments, prefix))
    if number is None:
        return dict(arguments)
    rest = {name: value for name, value in arguments.items() if name not in (f"{prefix}ref", f"{prefix}selector")}
    return {**rest, f"{prefix}ref": number}
