"""Giving files to a page: by a file input, its label, or the button that opens the chooser."""

import mimetypes
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from playwright.async_api import TimeoutError as PlaywrightTimeout

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.pointer import Press, press, ready
from refbrowser.browser.targets import Element
from refbrowser.errors import FileError, Remedy, TargetError

CHOOSER_MS: Final = 2_000
"""How long a button may take to open the file chooser."""


async def upload(element: Element, paths: Sequence[Path], deadline: Deadline) -> Element:
    """Chooses ``paths`` in the element. Raises ``file_denied`` for files that its ``accept`` or ``multiple`` do not allow, and
    ``ref_kind`` when pressing it opens no file chooser."""
    element = await ready(element, deadline, pointer=False)
    deadline.stage = f"{element.label} to take the files"
    if element.probe.get("input_type") == "file":
        rules = await _rules(element, deadline)
        _check(element, paths, rules)
        await element.locator.set_input_files(list(paths), timeout=deadline.remaining_ms)
        return element
    try:
        async with element.tab.page.expect_file_chooser(timeout=deadline.sooner(CHOOSER_MS).remaining_ms) as chooser_info:
            # Asking once more lets Chromium begin to intercept choosers before the press opens one.
            element, _ = await press(await element.probed(deadline, pointer=True, offset=None), Press(), deadline)
        chooser = await chooser_info.value
    except PlaywrightTimeout:
        raise TargetError(
            f"Pressing {element.label} opened no file chooser.",
            code="ref_kind",
            remedy=Remedy("content", {"browser_id": element.tab.browser_id}, hint="look for the file field"),
            details={"ref": element.number},
        ) from None
    accept = await chooser.element.get_attribute("accept") or ""
    _check(element, paths, {"accept": accept, "multiple": chooser.is_multiple()})
    await chooser.set_files(list(paths), timeout=deadline.remaining_ms)
    return element


async def _rules(element: Element, deadline: Deadline) -> dict[str, Any]:
    _, answer, _ = await element.tab.frames.ask(
        element.frame, {"op": "detail", "doc": element.document.token, "id": element.local}, deadline
    )
    attributes = answer.get("attributes") or {}
    return {"accept": attributes.get("accept", ""), "multiple": "multiple" in attributes or "webkitdirectory" in attributes}


def _check(element: Element, paths: Sequence[Path], rules: dict[str, Any]) -> None:
    if len(paths) > 1 and not rules["multiple"]:
        raise FileError(f"{element.label} takes one file, and {len(paths)} were given.", details={"ref": element.number})
    for path in paths:
        if not accepted(path, rules["accept"]):
            raise FileError(
                f"{element.label} takes {rules['accept']}, and {path.name} is not of that type.",
                details={"ref": element.number, "accept": rules["accept"], "path": str(path)},
            )


def accepted(path: Path, accept: str) -> bool:
    """Whether a file input with that ``accept`` would offer the file (HTML, 4.10.5.1.17)."""
    rules = [rule.strip().lower() for rule in accept.split(",") if rule.strip()]
    mime = mimetypes.guess_type(path.name)[0] or ""
    for rule in rules:
        if rule.startswith("."):
            if path.name.lower().endswith(rule):
                return True
        elif rule.endswith("/*"):
            if mime.startswith(rule[:-1]):
                return True
        elif mime == rule:
            return True
    return not rules
