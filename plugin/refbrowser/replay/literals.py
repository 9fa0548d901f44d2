"""The pieces of exported programs: recorded calls whose elements are selectors, and values as Python writes them."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from refbrowser.journal.entry import key_of
from refbrowser.journal.store import Session
from refbrowser.journal.summary import Entry, asked
from refbrowser.replay.steps import OF_ONE_CHAT

_ROLES: Final = {
    "button": "button", "link": "link", "checkbox": "checkbox", "radio": "radio", "switch": "switch", "select": "combobox",
    "combobox": "combobox", "tab": "tab", "menuitem": "menuitem", "option": "option", "slider": "slider",
    "spinbutton": "spinbutton",
    "textarea": "textbox", "input text": "textbox", "input email": "textbox", "input search": "searchbox", "input url": "textbox",
    "input tel": "textbox", "heading": "heading",
}  # fmt: skip


def selector_of(target: Mapping[str, Any]) -> str:
    """A selector of Playwright's for a recorded element: its role and name, with its place among those of the same name; else what
    programs call it."""
    kind, name, role = target["kind"], str(target.get("name") or ""), str(target.get("role") or "")
    if name and role != "generic" and kind in _ROLES:
        return _among_alike(f'role={_ROLES[kind]}[name="{_escaped(name)}"]', target)
    for attribute, key in (("data-testid", "test_id"), ("id", "id"), ("name", "field")):
        if target.get(key):
            return f'[{attribute}="{_escaped(str(target[key]))}"]'
    # Playwright knows no role of these.
    if kind == "editable" or role in ("", "generic", "summary"):
        tag = "[contenteditable]" if kind == "editable" else str(target.get("tag", "body"))
        text = _escaped(name)
        return f'{tag}:is([aria-label="{text}"], [title="{text}"], :text-is("{text}"))' if name else tag
    return _among_alike(f'role={role}[name="{_escaped(name)}"]' if name else f"role={role}", target)


def _among_alike(found: str, target: Mapping[str, Any]) -> str:
    return found if target.get("alike", 1) <= 1 else f"{found} >> nth={target['place'] - 1}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def exported_call(entry: Entry) -> dict[str, Any]:
    """The call with selectors instead of refs, and ``{"hidden": name}`` where a value is not recorded."""
    targets = entry.get("targets") or {}
    arguments = {name: value for name, value in (entry.get("arguments") or {}).items() if name not in OF_ONE_CHAT}
    for prefix in ("", "target_"):
        target = targets.get(key_of(arguments, prefix))
        if target is not None and f"{prefix}ref" in arguments:
            del arguments[f"{prefix}ref"]
            arguments[f"{prefix}selector"] = selector_of(target)
    if isinstance(fields := arguments.get("fields"), list):
        arguments["fields"] = [_field(field, targets) for field in fields]
    return {"action": entry["action"], **arguments}


def _field(field: Mapping[str, Any], targets: Mapping[str, Any]) -> Mapping[str, Any]:
    target = targets.get(key_of(field))
    return (
        field
        if target is None
        else {"selector": selector_of(target), **{name: part for name, part in field.items() if name != "ref"}}
    )


def needed(session: Session) -> str:
    """A line for the head of a program, which names the variables that it reads; empty without any."""
    names = dict.fromkeys(variable(name) for entry in session.calls if entry["ok"] for name in _hidden_in(exported_call(entry)))
    return f"\n\nTaken from the environment, since they are not recorded: {', '.join(names)}.\n" if names else ""


def _hidden_in(value: object) -> Iterator[str]:
    if (name := hidden_name(value)) is not None:
        yield name
    elif isinstance(value, Mapping | list):
        for part in value.values() if isinstance(value, Mapping) else value:
            yield from _hidden_in(part)


def hidden_name(value: object) -> str | None:
    """The name of a value that is not recorded; None of any other."""
    return str(value["hidden"]) if isinstance(value, Mapping) and set(value) == {"hidden"} else None


def variable(name: str) -> str:
    """The environment's variable for a value of that name."""
    return "".join(character if character.isalnum() else "_" for character in name).upper()


def literal(value: object) -> str:
    """As Python writes it."""
    if (name := hidden_name(value)) is not None:
        return f'os.environ["{variable(name)}"]'
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key!r}: {literal(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(literal, value)) + "]"
    return repr(value)


def lines(session: Session, write: Callable[[Entry], Iterator[str]], comment: str = "# ") -> list[str]:
    """What ``write`` makes of each call that succeeded; a call that failed is a comment, and so are calls that were not
    recorded."""
    written: list[str] = []
    gaps = deque(session.gaps)
    for entry in session.calls:
        while gaps and gaps[0].first < entry["n"]:
            written.append(f"{comment}{gaps.popleft().as_text()}")
        if entry["action"] == "flow":
            written.append(f"{comment}#{entry['n']} {asked(entry)}: its steps are the calls before it")
        elif entry["ok"]:
            written += write(entry)
        else:
            written.append(f"{comment}#{entry['n']} failed with {entry['code']}: {asked(entry)}")
    return written + [f"{comment}{gap.as_text()}" for gap in gaps]
