"""A flow of the calls of a session: steps with targets by meaning, what must hold afterwards, tabs by name."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

from refbrowser.actions.catalog import BY_NAME
from refbrowser.errors import CallError
from refbrowser.flows.calls import LOADING
from refbrowser.flows.checking import MAIN
from refbrowser.flows.model import Flow
from refbrowser.flows.proposing import Inputs
from refbrowser.flows.read_values import READERS, ReadValue
from refbrowser.flows.reading_steps import ON_THE_WAY, folded, reading_of
from refbrowser.flows.reducing import READINGS, WAITS
from refbrowser.flows.targets import target_of
from refbrowser.flows.values import escaped
from refbrowser.journal.entry import key_of
from refbrowser.journal.summary import Entry, receipt, state
from refbrowser.replay.comparing import place_of
from refbrowser.replay.literals import hidden_name
from refbrowser.replay.steps import OF_ONE_CHAT, first_origin, opened_tabs

_LEFT_OUT: Final = frozenset(
    {*OF_ONE_CHAT, "browser_id", "observe", "ref", "selector", "target_ref", "target_selector", "fields", "time_ms"}
)
_ENTERED: Final = ("text", "value", "values")
_MOMENT: Final = re.compile(r"^(?=.*\d)(?:\d{4,}|[0-9a-fA-F-]{8,}|[A-Za-z]{0,4}-?\d{3,})$")
"""A part of a path that names the moment: the number of an order, a hash."""

_PRESSES: Final = frozenset({"click", "double_click", "submit", "type_submit"})
_LONGEST_TEXT: Final = 80
_ADDED: Final = re.compile(r"^\+ (?![-#|])([^\[\]\d]{3,80})$")


@dataclass(slots=True)
class Made:
    """A flow's parts as plain values, and what a person may decide: ``inputs`` by name with the recorded value, ``once`` steps."""

    name: str
    site: str
    steps: list[dict[str, Any]] = field(default_factory=list)
    inputs: dict[str, dict[str, Any]] = field(default_factory=dict)
    outputs: dict[str, dict[str, Any]] = field(default_factory=dict)
    sites: list[str] = field(default_factory=list)
    once: list[int] = field(default_factory=list)

    def as_flow(self, revision: int = 1, description: str = "") -> Flow:
        """Return the flow. Raises ``invalid_arguments`` where the calls make none."""
        if not self.steps:
            raise CallError("None of these calls is a step: there is nothing to make a flow of.")
        return Flow.model_validate(
            {
                "flow": 1, "name": self.name, "revision": revision, "description": description, "site": self.site,
                "inputs": self.inputs, "outputs": self.outputs, "steps": self.steps,
                **({"limits": {"sites": self.sites}} if self.sites else {}),
            }
        )  # fmt: skip


def made(name: str, kept: Sequence[Entry], inputs: Inputs, values: Mapping[int, Sequence[ReadValue]]) -> Made:
    """Return the flow of these calls; ``values`` are those that were entered later, by the number of the reading. Raises
    ``invalid_arguments`` where they load no address of HTTP."""
    site = first_origin([dict(entry) for entry in kept]) or _origin(_page(kept[0]) if kept else "")
    if site is None or not site.startswith("http"):
        raise CallError("These calls load no page: a flow needs the address that it begins at.")
    maker = _Maker(Made(name, site), inputs, kept, values=values)
    for entry in kept:
        maker.add(entry)
    return maker.finished()


def hand_steps(kept: Sequence[Entry], inputs: Inputs, site: str, tabs: Mapping[Any, str]) -> list[dict[str, Any]]:
    """Return the steps of calls made in the middle of a flow of that site; ``tabs`` are the names of its tabs by number."""
    maker = _Maker(Made("flow", site), inputs, kept, dict(tabs), begun=True)
    for entry in kept:
        if entry["action"] not in READINGS or entry["action"] == "evaluate":
            maker.add(entry)
    return maker.made_steps()


class _Maker:
    def __init__(
        self,
        result: Made,
        inputs: Inputs,
        kept: Sequence[Entry],
        tabs: dict[Any, str] | None = None,
        *,
        begun: bool = False,
        values: Mapping[int, Sequence[ReadValue]] | None = None,
    ) -> None:
        self._result, self._inputs, self._values = result, inputs, values or {}
        self._tabs = tabs or {}
        self._begun = begun
        acting = [entry["n"] for entry in kept if entry["action"] not in READINGS | WAITS]
        self._last_act = acting[-1] if acting else 0
        presses = [entry["n"] for entry in kept if entry["action"] in _PRESSES and not receipt(entry).get("downloads")]
        self._last_press = presses[-1] if presses else 0

    def add(self, entry: Entry) -> None:
        if entry["action"] in WAITS and self._as_expectation(entry):
            return
        if entry["action"] in READERS:
            self._read(entry)
            return
        step = self._step(entry)
        self._result.steps.append(step)
        if entry["n"] == self._last_press and not _is_search(step):
            step["once"] = True

    def made_steps(self) -> list[dict[str, Any]]:
        for step in self._result.steps:
            step.pop("once", None)
        return self._result.steps

    def finished(self) -> Made:
        result = self._result
        # A page that was read on the way is an output where it is one of several alone.
        result.steps = [step for step in folded(result.steps) if not step.pop(ON_THE_WAY, False)]
        result.once = [number for number, step in enumerate(result.steps, 1) if step.get("once")]
        result.inputs = self._inputs.declared()
        used = {
            name for step in result.steps for each in step.get("repeat", {}).get("steps", [step]) for name in each.get("read", {})
        }
        result.outputs = {name: {"type": output["type"]} for name, output in result.outputs.items() if name in used}
        return result

    def _step(self, entry: Entry) -> dict[str, Any]:
        action, targets = entry["action"], entry.get("targets") or {}
        given = entry.get("arguments") or {}
        arguments = {name: value for name, value in given.items() if name not in _LEFT_OUT}
        tab = self._tab(entry)
        step: dict[str, Any] = {"action": action}
        meaning = targets.get(key_of(given))
        step |= self._target("target", given, meaning, "")
        step |= self._target("goal", given, targets.get(key_of(given, "target_")), "target_")
        enters = action not in WAITS
        entered = {
            name: self._entered(given[name], meaning, name, action) if enters else {name: self._inputs.in_text(str(given[name]))}
            for name in _ENTERED
            if name in given
        }
        arguments = {**self._written(arguments), **{name: part for each in entered.values() for name, part in each.items()}}
        arguments = {
            name: value
            for name, value in arguments.items()
            if name not in _ENTERED or any(name in each for each in entered.values())
        }
        if isinstance(fields := given.get("fields"), list):
            arguments["fields"] = [self._field(part, targets) for part in fields if isinstance(part, Mapping)]
        if isinstance(url := given.get("url"), str) and action in LOADING:
            arguments["url"] = self._inputs.address(
                url.removeprefix(self._result.site) or "/" if _origin(url) == self._result.site else url
            )
            self._note_site(_origin(url))
        if action == "upload_file":
            arguments |= self._file(given)
        expected = self._expected(entry)
        if action == "open" and not self._result.steps and not self._begun:
            step["action"] = "navigate"
            self._tabs[(entry.get("result") or {}).get("browser_id")] = MAIN
        elif action == "open":
            expected["opens"] = self._named((entry.get("result") or {}).get("browser_id"))
        if BY_NAME[action].effect == "input":
            self._note_site(_origin(_page(entry) or ""))
            self._note_site(_origin(str((meaning or {}).get("frame") or "")))
        return {
            **step, **({"tab": tab} if tab not in (None, MAIN) and step["action"] not in ("open",) else {}),
            **({"with": arguments} if arguments else {}), **({"expect": expected} if expected else {}),
        }  # fmt: skip

    def _target(self, key: str, given: Mapping[str, Any], meaning: Mapping[str, Any] | None, prefix: str) -> dict[str, Any]:
        if meaning is not None and meaning.get("kind"):
            target = target_of(meaning).model_dump(exclude_none=True, exclude_defaults=True)
            return {key: self._inputs.in_target(target)}
        selector = given.get(f"{prefix}selector")
        return {key: {"selector": selector}} if isinstance(selector, str) else {}

    def _field(self, part: Mapping[str, Any], targets: Mapping[str, Any]) -> dict[str, Any]:
        meaning = targets.get(key_of(part))
        value = self._entered(part["value"], meaning, "value", "fill_form") if "value" in part else {"secret": part.get("secret")}
        return {**self._target("target", part, meaning, ""), **value}

    def _entered(self, value: Any, meaning: Mapping[str, Any] | None, name: str, action: str) -> dict[str, Any]:
        """A value as the flow has it: an input's, a secret's name, or as it is."""
        if (hidden := hidden_name(value)) is not None:
            return {"secret": self._inputs.secret(hidden)}
        if isinstance(value, str):
            return {name: self._inputs.entered(value, meaning, chosen=action == "select_option")}
        return {name: [self._written(each) for each in value] if isinstance(value, list) else value}

    def _written(self, value: Any) -> Any:
        if isinstance(value, str):
            return escaped(value)
        if isinstance(value, Mapping):
            return {name: self._written(part) for name, part in value.items()}
        return [self._written(part) for part in value] if isinstance(value, list) else value

    def _file(self, given: Mapping[str, Any]) -> dict[str, Any]:
        return {"path": self._inputs.file(given["path"])} if isinstance(given.get("path"), str) else {}

    def _expected(self, entry: Entry) -> dict[str, Any]:
        found: dict[str, Any] = {}
        told, after, before = receipt(entry), state(entry).get("url"), _page(entry)
        requested = (entry.get("arguments") or {}).get("url")
        before = str(requested) if entry["action"] in LOADING else before
        if after and before and place_of(after, {}) != place_of(before, {}) and str(after).startswith("http"):
            found["page"] = self._page_pattern(str(after))
        dialog = told.get("dialog")
        if isinstance(dialog, Mapping):
            message = self._inputs.in_text(str(dialog.get("message") or ""))
            found["dialog"] = {"type": dialog.get("type"), **({"message": message} if message else {})}
        if downloads := told.get("downloads"):
            found["download"] = re.sub(r"\d+", "*", str(downloads[0])) if isinstance(downloads, list) else True
        opened = [tab for tab in opened_tabs(entry) if entry["action"] != "open"]
        if len(opened) == 1:
            found["opens"] = self._named(opened[0])
        if entry["n"] == self._last_press and not found and (text := _added_text(told)):
            found["text"] = self._inputs.in_text(text)
        return found

    def _page_pattern(self, url: str) -> str:
        place, _, query = place_of(url, {}).partition("?")
        parts = ["*" if _MOMENT.match(part) else self._inputs.in_path(part) for part in place.split("/")]
        if not query:
            return "/".join(parts)
        pairs = [self._inputs.in_query(pair) for pair in query.split("&")]
        # A query of which something names the moment is not compared.
        return (
            "/".join(parts)
            if any(_MOMENT.match(pair.partition("=")[2]) for pair in pairs)
            else f"{'/'.join(parts)}?{'&'.join(pairs)}"
        )

    def _as_expectation(self, entry: Entry) -> bool:
        """Make a wait for a text that what the last step must lead to."""
        arguments = {
            name: value for name, value in (entry.get("arguments") or {}).items() if name not in ("browser_id", "timeout_ms")
        }
        if not self._result.steps or len(arguments) != 1:
            return False
        name, value = next(iter(arguments.items()))
        expected = self._result.steps[-1].setdefault("expect", {})
        if (
            name in ("text", "text_gone")
            and isinstance(value, str)
            and self._result.steps[-1].get("tab", MAIN) == (self._tab(entry) or MAIN)
        ):
            expected[name] = self._inputs.in_text(value)
            return True
        if not expected:
            del self._result.steps[-1]["expect"]
        return False

    def _read(self, entry: Entry) -> None:
        tab = self._tab(entry)
        if entry["n"] in self._values:
            read = {self._output(each): {"after": each.label} for each in self._values[entry["n"]]}
            self._result.steps.append({"action": "content", "read": read, **({"tab": tab} if tab not in (None, MAIN) else {})})
            return
        found = reading_of(entry, self._result.outputs, is_last=entry["n"] > self._last_act)
        if found is None:
            return
        arguments = {name: self._inputs.in_text(value) if name == "text" else value for name, value in found.arguments.items()}
        step: dict[str, Any] = {"action": entry["action"], "read": found.read}
        step |= {"tab": tab} if tab not in (None, MAIN) else {}
        step |= {"with": arguments} if arguments else {}
        step |= {ON_THE_WAY: True} if entry["n"] < self._last_act else {}
        self._result.steps.append(step)

    def _output(self, read: ReadValue) -> str:
        """Declare the output of a value that is entered later."""
        name = self._inputs.read(read.label, read.value, self._result.outputs)
        self._result.outputs[name] = {"type": "string"}
        return name

    def _tab(self, entry: Entry) -> str | None:
        page = entry.get("page")
        number = page.get("browser_id") if isinstance(page, Mapping) else None
        if number is None:
            return None
        if not self._tabs:
            self._tabs[number] = MAIN
        return self._tabs.get(number) or self._named(number)

    def _named(self, number: Any) -> str:
        count = sum(name != MAIN for name in self._tabs.values())
        return self._tabs.setdefault(number, f"tab{count + 2}")

    def _note_site(self, origin: str | None) -> None:
        if origin and origin.startswith("http") and origin != self._result.site and origin not in self._result.sites:
            self._result.sites.append(origin)


def _is_search(step: Mapping[str, Any]) -> bool:
    """Whether a press asked for a page by its address alone, with an input in it: that may be asked for again."""
    return "${" in str(step.get("expect", {}).get("page", "")).partition("?")[2]


def _added_text(told: Mapping[str, Any]) -> str | None:
    """The first plain line that a press added to the page."""
    lines = str(told.get("changes") or "").splitlines()
    return next((match[1].strip() for line in lines if (match := _ADDED.match(line.strip()))), None)


def _page(entry: Entry) -> str | None:
    page = entry.get("page")
    return str(page["url"]) if isinstance(page, Mapping) and page.get("url") else None


def _origin(url: str | None) -> str | None:
    parts = urlsplit(url or "")
    return f"{parts.scheme}://{parts.netloc}" if parts.scheme in ("http", "https") and parts.netloc else None
