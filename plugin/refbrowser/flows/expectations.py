"""What must hold after a step, compared with its receipt and its tab."""

import re
from collections.abc import Mapping
from fnmatch import translate
from typing import Any, Final

from refbrowser.actions.catalog import BY_NAME
from refbrowser.flows.model import DialogExpected, Expect
from refbrowser.flows.values import Value, filled, filled_address, text_of
from refbrowser.replay.comparing import place_of

_BAD_STATUS: Final = 400
_PRESSING: Final = frozenset({"click", "double_click", "right_click", "submit", "type_submit", "drag"})
"""Actions without an effect that are something else than they were: what they are for did not happen."""

NOTHING: Final = Expect()


def differences(action: str, expected: Expect, answer: Mapping[str, Any], inputs: Mapping[str, Value]) -> list[str]:
    """Return what is different in the answer of a step that succeeded. ``page``, texts, tabs and downloads, which may come later,
    are looked for by the run."""
    receipt = _mapping(answer.get("action")) if isinstance(answer, Mapping) else {}
    found = [*_statuses(expected, answer, receipt), *_dialogs(expected, receipt, inputs)]
    if (
        action in _PRESSING
        and receipt.get("effect") == "none observed"
        and expected.effect is None
        and not expected.model_fields_set
    ):
        found.append("it had no effect")
    if expected.value is not None and (wanted := text_of(filled(expected.value, inputs))) != receipt.get("value"):
        found.append(f"its value is {receipt.get('value')!r}, expected {wanted!r}")
    if expected.checked is not None and expected.checked != receipt.get("checked"):
        found.append(f"checked is {receipt.get('checked')}, expected {expected.checked}")
    return found


def _statuses(expected: Expect, answer: Any, receipt: Mapping[str, Any]) -> list[str]:
    navigation = _mapping(receipt.get("navigation"))
    state = _mapping(answer.get("state", answer)) if isinstance(answer, Mapping) else {}
    status = navigation.get("http_status") if receipt else state.get("http_status")
    if expected.status is not None:
        status = status or state.get("http_status")
        return [] if status == expected.status else [f"the status is {status}, expected {expected.status}"]
    return [f"the page's status is {status}"] if isinstance(status, int) and status >= _BAD_STATUS else []


def _dialogs(expected: Expect, receipt: Mapping[str, Any], inputs: Mapping[str, Value]) -> list[str]:
    dialog = _mapping(receipt.get("dialog"))
    if not dialog or not receipt.get("suspended", True):
        return ["no dialog opened"] if expected.dialog not in (None, False) else []
    called = f"a {dialog.get('type', 'dialog')} dialog opened: “{str(dialog.get('message', ''))[:200]}”"
    if expected.dialog is None or expected.dialog is False:
        return [called]
    if isinstance(expected.dialog, DialogExpected):
        wanted = expected.dialog
        if wanted.type is not None and wanted.type != dialog.get("type"):
            return [f"{called}, expected a {wanted.type}"]
        if wanted.message is not None and filled(wanted.message, inputs, text_of) != dialog.get("message"):
            return [f"{called}, expected “{filled(wanted.message, inputs, text_of)}”"]
    return []


def is_page(expected: str, url: str, site: str, inputs: Mapping[str, Value]) -> bool:
    """Whether a tab is at the expected page: a path, with ``*`` for any part of it; its query counts where the path has one."""
    wanted = place_of(_absolute(filled_address(expected, inputs), site), {})
    is_at = place_of(url, {})
    if "?" not in expected:
        is_at = is_at.partition("?")[0]
    return wanted == is_at or (
        "*" in expected and re.match(translate(wanted.replace("[", "[[]").replace("?", "[?]")), is_at) is not None
    )


def _absolute(expected: str, site: str) -> str:
    return site + expected if expected.startswith("/") else expected


def acts(action: str) -> bool:
    """Whether a step gives input to a page, or may: it is made on the flow's sites alone."""
    return BY_NAME[action].effect == "input" or BY_NAME[action].group == "scripting"


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
