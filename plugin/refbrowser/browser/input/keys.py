"""Key names as people and models write them, in Playwright's spelling."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from playwright.async_api import Error, Frame

from refbrowser.browser.playwright_internals.key_names import KEY_NAMES
from refbrowser.browser.playwright_internals.wording import Wording, first_line, says
from refbrowser.browser.pointer.pointer import held, uninterrupted
from refbrowser.browser.tab.tab import Tab
from refbrowser.errors import CallError

MODIFIERS: Final = {
    "alt": "Alt", "option": "Alt", "opt": "Alt",
    "control": "Control", "ctrl": "Control",
    "meta": "Meta", "super": "Meta", "win": "Meta", "windows": "Meta",
    "controlormeta": "ControlOrMeta", "mod": "ControlOrMeta", "cmd": "ControlOrMeta", "command": "ControlOrMeta",
    "shift": "Shift",
}  # fmt: skip

_NAMED: Final = {
    **MODIFIERS,
    "return": "Enter", "enter": "Enter", "esc": "Escape", "escape": "Escape", "del": "Delete", "delete": "Delete",
    "ins": "Insert", "insert": "Insert", "backspace": "Backspace", "tab": "Tab", "space": "Space", "spacebar": "Space",
    "up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight",
    "arrowup": "ArrowUp", "arrowdown": "ArrowDown", "arrowleft": "ArrowLeft", "arrowright": "ArrowRight",
    "uparrow": "ArrowUp", "downarrow": "ArrowDown", "leftarrow": "ArrowLeft", "rightarrow": "ArrowRight",
    "home": "Home", "end": "End", "pageup": "PageUp", "pgup": "PageUp", "pagedown": "PageDown", "pgdn": "PageDown",
    "capslock": "CapsLock", "contextmenu": "ContextMenu", "plus": "+",
    **{f"f{number}": f"F{number}" for number in range(1, 13)},
}  # fmt: skip

_BRACKETED: Final = re.compile(r"\{([^{}]+)\}|<([^<>]+)>")
_CARET: Final = re.compile(r"\^([A-Za-z])")
_BETWEEN: Final = re.compile(r"[-_]")

_HELD: Final = frozenset(MODIFIERS.values())
_SPACE: Final = frozenset({"Space", " "})
_ENTER: Final = frozenset({"Enter", "NumpadEnter", "\r", "\n"})

_KEYS_ARE: Final = "keys are single characters or names such as Enter, Escape, Tab, ArrowDown, F5, Control"

_VIRTUAL_KEYS: Final = {"End": 35, "Home": 36, "ArrowUp": 38, "ArrowDown": 40}


def key_name(name: str) -> str:
    """Playwright's name of one key; a name that is not known is passed on as it is."""
    return name if len(name) == 1 else _NAMED.get(name.strip().lower().replace("_", "").replace(" ", ""), name.strip())


def chord(text: str) -> list[str]:
    """The keys of ``Control+Shift+a``, by Playwright's names."""
    return [key_name(part) for part in parts(text)]


def check_keys(names: Sequence[str]) -> None:
    """Raise ValueError for the first of the ``names``, as a caller wrote them, that no key has."""
    for name in names:
        if key_name(name) in KEY_NAMES:
            continue
        if len(name) == 1 and name.isprintable():
            raise ValueError(f"{name!r} has no key on the US layout; `keyboard` and `type` insert it when it is given as `text`")
        raise ValueError(f"No key is called {name!r}; {_KEYS_ARE}")


def has_no_key(text: str) -> bool:
    """Whether the text is one character that can be inserted, and that no key of the US layout types."""
    return len(text) == 1 and text.isprintable() and text not in KEY_NAMES


def parts(text: str) -> list[str]:
    """The keys of ``Control+Shift+a`` as they are written, also as ``Ctrl-Shift-a``, ``^a``, ``{Enter}`` or ``<Enter>``; a lone
    ``+`` is the plus key."""
    if len(text) <= 1 or text in KEY_NAMES:
        return [text]
    if (bracketed := _BRACKETED.fullmatch(text.strip())) is not None:
        return parts(bracketed[1] or bracketed[2])
    if (caret := _CARET.fullmatch(text.strip())) is not None:
        return ["Control", caret[1]]
    if "+" not in text:
        names = _BETWEEN.split(text.strip())
        joined = len(names) > 1 and all(name.lower() in MODIFIERS for name in names[:-1]) and key_name(names[-1]) in KEY_NAMES
        return names if joined else [text]
    head, tail = text.rsplit("+", 1)
    if not tail:
        head, tail = head.rstrip("+"), "+"
    return [*(part for part in head.split("+") if part), tail]


def is_enter(keys: Sequence[str]) -> bool:
    """Whether Enter is one of the keys, by Playwright's names."""
    return not _ENTER.isdisjoint(keys)


def types_a_character(keys: Sequence[str]) -> bool:
    """Whether the keys, pressed together, enter one character."""
    return len([key for key in keys if len(key) == 1]) == 1 and {key for key in keys if len(key) > 1} <= {"Shift"}


def activates(keys: Sequence[str]) -> bool:
    """Whether one of the keys presses the control that has the focus."""
    return is_enter(keys) or not _SPACE.isdisjoint(keys)


def is_modifier(key: str) -> bool:
    """Whether the key does nothing without another one."""
    return key in _HELD


async def press_keys(tab: Tab, keys: list[str], before: Callable[[int], Awaitable[None]] | None = None) -> None:
    """Presses the keys in order and releases them in reverse, also on error and cancellation. ``before`` is awaited with the number
    of each key before that goes down.

    Raises ``invalid_arguments`` for a key that no keyboard has; keys pressed before it are released.
    """
    *modifiers, last = keys
    if modifiers and len(last) == 1 and last.isascii():
        # As on a keyboard, where Control and the key A give a small letter.
        last = last.upper() if "Shift" in modifiers else last.lower()
    try:
        async with held(tab, modifiers, before):
            if before is not None:
                await before(len(modifiers))
            await uninterrupted(tab.page.keyboard.press(last))
    except Error as failure:
        if says(failure, Wording.UNKNOWN_KEY):
            raise CallError(
                f"{first_line(failure)}; {_KEYS_ARE}.",
                details={"keys": keys},
            ) from None
        raise


_DETACHED_S: Final = 0.1
"""How often it is looked whether a frame that does not answer a key is still there."""


async def tap(tab: Tab, key: str, frame: Frame) -> None:
    """Presses End, Home, ArrowUp or ArrowDown in ``frame``. Both halves are sent together: Playwright sends the release only when
    the page is done with the press, one answer later."""
    event = {"key": key, "code": key, "windowsVirtualKeyCode": _VIRTUAL_KEYS[key]}
    halves = (tab.cdp.send("Input.dispatchKeyEvent", {"type": half, **event}) for half in ("rawKeyDown", "keyUp"))
    answered = asyncio.gather(*halves)
    try:
        # A key that takes its frame away may take the process with it that would answer.
        while not (answered.done() or frame.is_detached()):
            await asyncio.wait({answered}, timeout=_DETACHED_S)
        if answered.done():
            answered.result()
    finally:
        answered.cancel()
        answered.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
