"""Giving files to a page: by a file input, its label, the button that opens the chooser, or a drop."""

import mimetypes
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from playwright.async_api import TimeoutError as PlaywrightTimeout

from refbrowser.browser.element.element import Element
from refbrowser.browser.input.file_drop import drop_files, may_take_drops
from refbrowser.browser.monitor.page_activity import PICKER
from refbrowser.browser.pointer.pointer import ready
from refbrowser.browser.pointer.press import Press, press
from refbrowser.errors import FileError, Remedy, TargetError

CHOOSER_MS: Final = 2_000
"""How long a button may take to open the file chooser."""


async def upload(element: Element, paths: Sequence[Path]) -> tuple[Element, bool]:
    """Chooses ``paths`` in the element, none takes back what was chosen; or drops them on it, where the page accepts that. Whether
    they were dropped comes with the element. Raises ``file_denied`` for files that its ``accept`` or ``multiple`` do not allow, and
    ``ref_kind`` when pressing it opens no file chooser."""
    # Pages hide file inputs behind a button of their own as a rule; files are given to one as it is.
    field = element.probe.get("input_type") == "file"
    element = await ready(element, pointer=False, unseen=field)
    element.deadline.stage = f"{element.label} to take the files"
    if field:
        rules = await _rules(element)
        _check(element, paths, rules)
        element.deadline.progress.performed = "files"
        await element.locator.set_input_files(list(paths), timeout=element.deadline.remaining_ms)
        return element, False
    if paths and may_take_drops(element) and (hit := await drop_files(element, paths)) is not None:
        return hit, True
    mark = element.tab.activity.mark()
    try:
        async with element.tab.page.expect_file_chooser(timeout=element.deadline.sooner(CHOOSER_MS).remaining_ms) as chooser_info:
            # Asking once more lets Chromium begin to intercept choosers before the press opens one.
            element, _ = await press(await element.probed(), Press())
        chooser = await chooser_info.value
    except PlaywrightTimeout:
        # A drop zone may be a button too: pressed first, since a page may accept drops everywhere and mean them nowhere.
        if paths and not may_take_drops(element) and (hit := await drop_files(element, paths)) is not None:
            return hit, True
        refused = any(sequence > mark and what == PICKER for sequence, what, _ in element.tab.activity.asked)
        opened = (
            "asked for a file by showOpenFilePicker or the like, which Chromium refuses" if refused else "opened no file chooser"
        )
        raise TargetError(
            f"Clicking {element.label} {opened}, and the page does not accept dropped files there.",
            code="ref_kind",
            remedy=Remedy("content", {"browser_id": element.tab.browser_id}, hint="find the file input"),
            details={"ref": element.number},
        ) from None
    accept = await chooser.element.get_attribute("accept") or ""
    folder = await chooser.element.get_attribute("webkitdirectory") is not None
    _check(element, paths, _Rules(accept, chooser.is_multiple(), folder))
    element.deadline.progress.performed = "files"
    await chooser.set_files(list(paths), timeout=element.deadline.remaining_ms)
    return element, False


class _Rules(NamedTuple):
    """What a file input takes: types, whether several, whether a folder."""

    accept: str
    multiple: bool
    folder: bool


async def _rules(element: Element) -> _Rules:
    _, detail = await element.tab.engine.detail(element, element.deadline)
    attributes = {} if "reason" in detail else detail["attributes"]
    return _Rules(attributes.get("accept", ""), "multiple" in attributes, "webkitdirectory" in attributes)


def _check(element: Element, paths: Sequence[Path], rules: _Rules) -> None:
    if not paths:
        return
    if rules.folder:
        if len(paths) != 1 or not paths[0].is_dir():
            raise FileError(f"{element.label} accepts one folder with its contents.", details={"ref": element.number})
        return
    if len(paths) > 1 and not rules.multiple:
        raise FileError(f"{element.label} accepts one file, but {len(paths)} were given.", details={"ref": element.number})
    for path in paths:
        if path.is_dir():
            raise FileError(f"{element.label} accepts files, but {path.name} is a folder.", details={"ref": element.number})
        if not accepted(path, rules.accept):
            raise FileError(
                f"{element.label} accepts {rules.accept}, but {path.name} has another type.",
                details={"ref": element.number, "accept": rules.accept, "path": str(path)},
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
