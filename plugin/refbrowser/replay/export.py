"""A recorded session as code that runs: Python with refbrowser, a test of pytest, Python with Playwright, or a shell script.

Elements stand in the code as Playwright names them, by role and name, so that a person can read and change it. Values of secret
fields are not recorded: the code takes them from the environment.
"""

import itertools
import json
import shlex
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, Literal

from refbrowser.journal.entry import key_of
from refbrowser.journal.store import Session
from refbrowser.journal.summary import Entry, asked, state
from refbrowser.replay.comparing import place_of

Form = Literal["python", "pytest", "playwright", "shell"]

_ROLES: Final = {
    "button": "button", "link": "link", "checkbox": "checkbox", "radio": "radio", "switch": "switch", "select": "combobox",
    "combobox": "combobox", "tab": "tab", "menuitem": "menuitem", "option": "option", "slider": "slider",
    "spinbutton": "spinbutton",
    "textarea": "textbox", "input text": "textbox", "input email": "textbox", "input search": "searchbox", "input url": "textbox",
    "input tel": "textbox", "heading": "heading",
}  # fmt: skip


_JSON_OF: Final = r"""# The value of a variable as it stands in a JSON string.
json() {
    printf '%s.' "$1" | awk '
        { gsub(/[\\"]/, "\\\\&"); gsub(/\t/, "\\t"); gsub(/\r/, "\\r"); text = text (NR > 1 ? "\\n" : "") $0 }
        END { printf "%s", substr(text, 1, length(text) - 1) }'
}
"""
"""The full stop keeps a line end at the end of the value, which the shell and awk would drop."""


def exported(session: Session, form: Form) -> str:
    """The text of the program. Calls that failed are comments in it."""
    return _FORMS[form](session)


def selector_of(target: Mapping[str, Any]) -> str:
    """A selector of Playwright's for a recorded element: its role and name, with its place among those of the same name; else what
    programs call it."""
    role, name = _ROLES.get(target["kind"]), str(target.get("name") or "")
    if role is not None and name:
        found = f'role={role}[name="{_escaped(name)}"]'
        return found if target.get("alike", 1) <= 1 else f"{found} >> nth={target['place'] - 1}"
    for attribute, key in (("data-testid", "test_id"), ("id", "id"), ("name", "field")):
        if target.get(key):
            return f'[{attribute}="{_escaped(str(target[key]))}"]'
    return f'text="{_escaped(name)}"' if name else str(target.get("tag", "body"))


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _call(entry: Entry) -> dict[str, Any]:
    """The call with selectors instead of refs, and ``{"hidden": name}`` where a value is not recorded."""
    targets = entry.get("targets") or {}
    arguments = dict(entry.get("arguments") or {})
    for prefix in ("", "target_"):
        target = targets.get(key_of(arguments, prefix))
        if target is not None and f"{prefix}ref" in arguments:
            del arguments[f"{prefix}ref"]
            arguments[f"{prefix}selector"] = selector_of(target)
    if isinstance(fields := arguments.get("fields"), list):
        arguments["fields"] = [_field(one, targets) for one in fields]
    return {"action": entry["action"], **arguments}


def _field(field: Mapping[str, Any], targets: Mapping[str, Any]) -> Mapping[str, Any]:
    target = targets.get(key_of(field))
    return field if target is None else {"selector": selector_of(target), "value": field["value"]}


def _hidden(value: object) -> str | None:
    return str(value["hidden"]) if isinstance(value, Mapping) and set(value) == {"hidden"} else None


def _variable(name: str) -> str:
    return "".join(character if character.isalnum() else "_" for character in name).upper()


def _literal(value: object) -> str:
    """As Python writes it."""
    if (name := _hidden(value)) is not None:
        return f'os.environ["{_variable(name)}"]'
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key!r}: {_literal(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_literal, value)) + "]"
    return repr(value)


def _lines(session: Session, write: Callable[[Entry], Iterator[str]], comment: str = "# ") -> list[str]:
    lines: list[str] = []
    for entry in session.calls:
        if entry["ok"]:
            lines += write(entry)
        else:
            lines.append(f"{comment}#{entry['n']} failed with {entry['code']}: {' '.join(asked(entry).split())}")
    return lines


def _python_call(entry: Entry) -> Iterator[str]:
    yield f"await do({_literal(_call(entry))})"


def _python(session: Session) -> str:
    steps = "\n".join(f"        {line}" for line in _lines(session, _python_call))
    return f'''"""{session.id}, carried out again with refbrowser."""

import asyncio
import os  # noqa: F401

from refbrowser import Browser


async def main() -> None:
    async with Browser() as browser:
        chat = browser.chat("again")

        async def do(call: dict) -> None:
            answer = await chat.call(call)
            print(call["action"], "ok" if answer["ok"] else answer["error"])
            assert answer["ok"], answer

{steps}


asyncio.run(main())
'''


def _pytest_call(entry: Entry) -> Iterator[str]:
    yield f"answer = await do({_literal(_call(entry))})"
    if (url := state(entry).get("url")) and "://" in url and entry["action"] not in ("content", "find"):
        yield f"assert at(answer) == {place_of(url, {})!r}"


def _pytest(session: Session) -> str:
    steps = "\n".join(f"        {line}" for line in _lines(session, _pytest_call))
    return f'''"""{session.id} as a test: every call succeeds and leads to the page that it led to."""

import asyncio
import os  # noqa: F401
from urllib.parse import urlsplit

from refbrowser import Browser


def at(answer: dict) -> str:
    state = answer.get("state", answer)
    parts = urlsplit(state["url"])
    return (parts.path or "/") + (f"?{{parts.query}}" if parts.query else "")


async def session() -> None:
    async with Browser() as browser:
        chat = browser.chat("again")

        async def do(call: dict) -> dict:
            answer = await chat.call(call)
            assert answer["ok"], answer
            return answer["result"]

{steps}


def test_session() -> None:
    asyncio.run(session())
'''


_PLAYWRIGHT: Final[Mapping[str, Callable[[str, Mapping[str, Any]], str]]] = {
    "click": lambda found, _: f"{found}.click()",
    "double_click": lambda found, _: f"{found}.dblclick()",
    "right_click": lambda found, _: f'{found}.click(button="right")',
    "hover": lambda found, _: f"{found}.hover()",
    "focus": lambda found, _: f"{found}.focus()",
    "type": lambda found, call: f"{found}.fill({_literal(call['text'])})",
    "set_checked": lambda found, call: f"{found}.set_checked({call.get('checked', True)!r})",
    "select_option": lambda found, call: f"{found}.select_option({_literal(call.get('value', call.get('values')))})",
    "upload_file": lambda found, call: f"{found}.set_input_files({_literal(call.get('path', call.get('paths')))})",
}


def _playwright_call(entry: Entry) -> Iterator[str]:
    call = _call(entry)
    found = f"page.locator({call['selector']!r})" if "selector" in call else ""
    if entry["action"] in ("open", "navigate") and "url" in call:
        yield f"page.goto({call['url']!r})"
    elif found and entry["action"] in _PLAYWRIGHT:
        yield _PLAYWRIGHT[entry["action"]](found, call)
    elif found and entry["action"] == "type_submit":
        yield f"{found}.fill({_literal(call['text'])})"
        yield f'{found}.press("Enter")'
    elif entry["action"] == "fill_form":
        for field in call["fields"]:
            one, value = f"page.locator({field['selector']!r})", field["value"]
            if isinstance(value, bool):
                yield f"{one}.set_checked({value!r})"
            else:
                kind = (entry.get("targets") or {}).get(key_of(_first_field(entry, field)), {}).get("kind")
                yield f"{one}.select_option({_literal(value)})" if kind == "select" else f"{one}.fill({_literal(value)})"
    elif entry["action"] == "keyboard" and "key" in call:
        yield f"page.keyboard.press({call['key']!r})"
    elif entry["action"] in ("back", "forward", "reload"):
        yield {"back": "page.go_back()", "forward": "page.go_forward()", "reload": "page.reload()"}[entry["action"]]
    elif entry["action"] not in ("content", "detail", "find", "state", "list", "console", "network", "frames", "read", "source"):
        yield f"# {entry['action']} has no counterpart here: {json.dumps(call, ensure_ascii=False)}"


def _first_field(entry: Entry, field: Mapping[str, Any]) -> Mapping[str, Any]:
    """The recorded field that the exported one comes from."""
    fields = (entry.get("arguments") or {}).get("fields") or []
    targets = entry.get("targets") or {}
    return next((one for one in fields if key_of(one) in targets and selector_of(targets[key_of(one)]) == field["selector"]), field)


def _playwright(session: Session) -> str:
    steps = "\n".join(f"    {line}" for line in _lines(session, _playwright_call))
    return f'''"""{session.id}, carried out again with Playwright alone. Tabs and frames are those of one page."""

import os  # noqa: F401

from playwright.sync_api import sync_playwright

with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM"))
    page = browser.new_page()
    page.on("dialog", lambda dialog: dialog.accept())
{steps}
    browser.close()
'''


def _shell_call(entry: Entry) -> Iterator[str]:
    yield f"refbrowser do --chat again {''.join(_words(_call(entry)))}"


def _words(call: Mapping[str, Any]) -> Iterator[str]:
    """The pieces of one shell word: quoted JSON, and between it the hidden values of variables."""
    hidden: list[str] = []
    plain = json.dumps(call, ensure_ascii=False)
    # A mark that the call's own texts do not have.
    mark = next(text for number in itertools.count() if (text := f"<{number}>") not in plain)
    pieces = json.dumps(_marked(call, mark, hidden), ensure_ascii=False).split(mark)
    yield shlex.quote(pieces[0])
    for name, piece in zip(hidden, pieces[1:], strict=True):
        yield f'"$(json "${{{_variable(name)}}}")"'
        yield shlex.quote(piece)


def _marked(value: object, mark: str, hidden: list[str]) -> Any:
    """``value`` with a mark for each hidden value, whose names ``hidden`` gets."""
    if (name := _hidden(value)) is not None:
        hidden.append(name)
        return mark
    if isinstance(value, Mapping):
        return {key: _marked(part, mark, hidden) for key, part in value.items()}
    return [_marked(part, mark, hidden) for part in value] if isinstance(value, list) else value


def _shell(session: Session) -> str:
    steps = "\n".join(_lines(session, _shell_call))
    return (
        f'#!/bin/sh\n# {session.id}, carried out again in the chat "again" of the local server.\nset -eu\n\n{_JSON_OF}\n{steps}\n'
    )


_FORMS: Final[Mapping[str, Callable[[Session], str]]] = {
    "python": _python,
    "pytest": _pytest,
    "playwright": _playwright,
    "shell": _shell,
}
