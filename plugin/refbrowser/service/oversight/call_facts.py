"""What a call says of itself, as facts for the policy: read from its checked arguments."""

from typing import Any, Final

from pydantic import BaseModel

from refbrowser.actions.spec import Action
from refbrowser.browser.clipboard.clip import pastes
from refbrowser.browser.input.keys import is_enter
from refbrowser.errors import RefbrowserError
from refbrowser.policy.facts import Facts
from refbrowser.policy.urls import openable
from refbrowser.policy.vocabulary import OFFLINE, OVERWRITE, WIPE
from refbrowser.service.oversight.call_scripts import does_of
from refbrowser.service.oversight.outgoing_text import UPLOAD, keys_of, script_of, texts_of

_OPENING: Final = frozenset({"open", "navigate"})
_LOADING: Final = _OPENING | {"read"}
_INPUT_GROUPS: Final = frozenset({"pointer", "keyboard", "forms"})
_TARGETS: Final = ("ref", "selector", "x", "fields", "target_ref", "to_x")
OPERATION_ARGUMENTS: Final = ("operation", "method", "event_type")
"""Which arguments say what ``operations`` of rules name."""

_SUBMITTING: Final = frozenset({"submit", "type_submit"})
_AT_FOCUS: Final = frozenset({"keyboard", "key_chord", "clipboard"})


def facts_of(action: Action, arguments: BaseModel, *, page_url: str | None, asker: str) -> Facts:
    """The facts before anything is observed; ``page_url`` is the address of the tab, None where there is none yet."""
    given = vars(arguments)
    takes_element = action.group in _INPUT_GROUPS and (
        action.name in _AT_FOCUS or any(given.get(name) is not None for name in _TARGETS)
    )
    url = _url(action, given)
    unseen_input = str(given.get("method") or "").startswith("Input.")
    loaded = given.get("operation") == "load" or getattr(given.get("fulfil"), "path", None) is not None
    pasted = unseen_input or given.get("operation") == "paste" or pastes(keys_of(given))
    return Facts(
        action.name,
        action.group,
        action.effect,
        asker,
        url=url,
        page_url=page_url if action.scope == "tab" else None,
        operation=_operation(given),
        does=does_of(given, url if action.name in _OPENING else None),
        files=_files(given),
        secret=given.get("secret"),
        about_tab=action.scope == "tab",
        takes_element=takes_element,
        sends_text=pasted or action.name == UPLOAD or bool(script_of(arguments) or texts_of(action, arguments) or loaded),
        enters=_enters(action, given),
        pastes=pasted,
        unseen_input=unseen_input,
    )


def _enters(action: Action, given: dict[str, Any]) -> bool:
    """Whether the call presses Enter or submits a form: a key, a line break that is typed, an action of that meaning."""
    if action.name in _SUBMITTING:
        return True
    if action.group != "keyboard" or (action.name == "type" and not given.get("slowly")):
        return False
    return is_enter(keys_of(given)) or any(mark in (given.get("text") or "") for mark in "\r\n")


def _url(action: Action, given: dict[str, Any]) -> str | None:
    if action.name not in _LOADING:
        return None
    url = given.get("url")
    if url is None:
        return "about:blank" if action.name in _OPENING else None
    try:
        # As it will be opened: with the scheme that the agent left out.
        return openable(url, allow_file_urls=True)
    except RefbrowserError:
        return str(url)


def _operation(given: dict[str, Any]) -> str | None:
    if given.get("wipe"):
        return WIPE
    if given.get("offline"):
        return OFFLINE
    for name in OPERATION_ARGUMENTS:
        if isinstance(value := given.get(name), str):
            return value
    return OVERWRITE if given.get("overwrite") else None


def _files(given: dict[str, Any]) -> list[str]:
    paths = [given.get("path"), *(given.get("paths") or []), getattr(given.get("fulfil"), "path", None)]
    return [path for path in paths if path is not None]
