"""A person's pointer, keys, touches and texts, given to a page as trusted input."""

import asyncio
import json
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any, Final, Literal

from playwright.async_api import Error, FileChooser

from refbrowser.browser.clipboard import events
from refbrowser.browser.clipboard.clip import may_touch
from refbrowser.browser.clipboard.own import OwnClipboard
from refbrowser.browser.deadline import Deadline
from refbrowser.browser.playwright_internals.wording import Wording, says
from refbrowser.browser.tab.tab import Tab
from refbrowser.browser.tab.viewport import end_zoom, page_zoom

Button = Literal["left", "middle", "right"]

_ALT, _CONTROL, _META, _SHIFT = 1, 2, 4, 8
_MODIFIERS: Final = {"Alt": _ALT, "Control": _CONTROL, "Meta": _META, "Shift": _SHIFT}

FOCUS_MS: Final = 10_000
"""How long a page may take to say what has the focus."""

_FOCUSED_LIST: Final = """(() => {
    let focused = document.activeElement;
    while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
    if (!(focused instanceof HTMLSelectElement)) return '';
    const { x, y, width, height } = focused.getBoundingClientRect();
    return JSON.stringify([x + width / 2, y + height / 2]);
})()"""

_LEAVE_FULL_SCREEN: Final = "document.fullscreenElement ? document.exitFullscreen().then(() => 'left') : ''"

CLIPBOARD_MS: Final = 5_000

_CLIPBOARD_KEYS: Final = frozenset({45, 46})
"""Insert and Delete, whatever their names in a layout."""


class HumanInput:
    """One person's input on one tab. What is held down is known, so that nothing stays held when they leave, and what comes up
    without having gone down is left out. Nothing that is typed is kept: only how often something was pressed.

    Points are those of the picture, which fingers may have zoomed.
    """

    def __init__(self, tab: Tab, clipboard: OwnClipboard) -> None:
        """``clipboard`` is the person's own."""
        self._tab = tab
        self.clipboard = clipboard
        self._keys: dict[str, str] = {}
        self._buttons: set[Button] = set()
        self._fingers: set[int] = set()
        self.presses = 0
        self.keystrokes = 0
        self.pastes = 0
        self.chooser: FileChooser | None = None
        self._zoom = 1.0
        self._page = tab.page
        self._page.on("filechooser", self._chooser_opened)

    def page_replaced(self) -> None:
        """Follow the page that replaces a crashed one. No key, button or touch is held down in it."""
        self._page.remove_listener("filechooser", self._chooser_opened)
        self._page = self._tab.page
        self._page.on("filechooser", self._chooser_opened)
        self._keys.clear()
        self._buttons.clear()
        self._fingers.clear()
        self.chooser = None

    async def move(self, x: float, y: float) -> None:
        await self._tab.page.mouse.move(x / self._zoom, y / self._zoom)

    async def press(self, x: float, y: float, button: Button, clicks: int) -> None:
        """Button down; ``clicks`` is which one of a double or triple click this is."""
        self.presses += 1
        await self._look_at_zoom()
        self._buttons.add(button)
        # Sent one behind the other: a page answers a move when it has drawn the next frame.
        mouse = self._tab.page.mouse
        await asyncio.gather(self.move(x, y), mouse.down(button=button, click_count=clicks))

    async def release(self, x: float, y: float, button: Button, clicks: int) -> None:
        if button not in self._buttons:
            return
        self._buttons.discard(button)
        mouse = self._tab.page.mouse
        await asyncio.gather(self.move(x, y), mouse.up(button=button, click_count=clicks))

    async def wheel(self, x: float, y: float, delta_x: float, delta_y: float) -> None:
        """Deltas are CSS pixels, positive to the right and down."""
        await self._look_at_zoom()
        await self.move(x, y)
        await self._tab.page.mouse.wheel(delta_x / self._zoom, delta_y / self._zoom)

    def holds(self, key: str) -> bool:
        """Return whether the person has the key down."""
        return key in self._keys.values()

    async def focused_list(self) -> tuple[float, float] | None:
        """Return the middle of the select that has the focus, as a point of the picture; None where none has it."""
        middle = await self._tab.cdp.isolated(_FOCUSED_LIST, FOCUS_MS)
        if not middle:
            return None
        await self._look_at_zoom()
        x, y = json.loads(middle)
        return x * self._zoom, y * self._zoom

    async def key_down(self, code: str, key: str, key_code: int, *, composed: bool = False) -> None:
        """A key of any layout. ``key`` and ``code`` are those of the DOM's KeyboardEvent; ``composed``: the character came about
        with AltGr, so the modifiers that are held are no part of a shortcut."""
        self.keystrokes += 1
        if key == "Escape" and await self._tab.cdp.isolated(_LEAVE_FULL_SCREEN, FOCUS_MS):
            # It leaves the full screen, and does not reach the page, as in a window.
            return
        self._keys[code or key] = key
        modifiers = () if composed else tuple(self._keys.values())
        touches = key_code in _CLIPBOARD_KEYS or may_touch((*modifiers, key))
        async with self.clipboard.in_use(self._tab, Deadline(CLIPBOARD_MS)) if touches else nullcontext():
            if composed or not await self._known(self._tab.page.keyboard.down(key), key):
                await self._foreign("keyDown", code, key, key_code, 0 if composed else self._modifiers)

    async def key_up(self, code: str, key: str, key_code: int, *, composed: bool = False) -> None:
        # Released is what was pressed: with Shift let go first, "A" comes up as "a".
        if (pressed := self._keys.pop(code or key, None)) is None:
            return
        if composed or not await self._known(self._tab.page.keyboard.up(pressed), pressed):
            await self._foreign("keyUp", code, pressed, key_code, 0)

    async def insert(self, text: str) -> None:
        """The end of a composition: its text takes the place of what was being composed."""
        self.keystrokes += 1
        await self._tab.page.keyboard.insert_text(text)

    async def compose(self, text: str, start: int, end: int) -> None:
        """The text that an input method is composing, with the selection in it (UTF-16 units); empty ends it without a text."""
        await self._tab.cdp.send("Input.imeSetComposition", {"text": text, "selectionStart": start, "selectionEnd": end})

    async def paste(self, text: str, html: str = "", files: Sequence[Path] = ()) -> None:
        """The page receives it first; where it inserts nothing, the text is inserted."""
        self.pastes += 1
        handled = await events.paste(self._tab, text, html, files, Deadline(CLIPBOARD_MS))
        if text and not handled:
            await self._tab.page.keyboard.insert_text(text)

    async def copy(self, *, cut: bool) -> str:
        """The selected text, or what the page makes of it; never a secret field's. A cut takes it away."""
        copied = await events.copy(self._tab, Deadline(CLIPBOARD_MS), cut=cut)
        if cut and copied.text and not copied.handled:
            await self._tab.page.keyboard.press("Delete")
        return copied.text

    async def touch(self, kind: Literal["touchStart", "touchMove", "touchEnd", "touchCancel"], points: Sequence[Any]) -> None:
        """``points`` are ``{x, y, id}`` of the fingers that lie on the screen; at ``touchEnd`` of those that were lifted."""
        if kind in ("touchMove", "touchEnd"):
            points = [point for point in points if point["id"] in self._fingers]
            if not points:
                return
        if kind == "touchStart":
            self.presses += 1
            self._fingers |= {point["id"] for point in points}
        elif kind == "touchEnd":
            self._fingers -= {point["id"] for point in points}
        elif kind == "touchCancel":
            self._fingers.clear()
        # Each time: fingers that pinch zoom the page as they move.
        await self._look_at_zoom()
        sent = [{**point, "x": point["x"] / self._zoom, "y": point["y"] / self._zoom} for point in points]
        await self._tab.cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": sent})

    async def drop(self, x: float, y: float, files: Sequence[Path]) -> None:
        """Files dragged from outside and let go at the point: an ``<input type=file>`` takes them, or the page's drop zone."""
        self.presses += 1
        await self._look_at_zoom()
        x, y = x / self._zoom, y / self._zoom
        dragged = {"items": [], "files": [str(path) for path in files], "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            await self._tab.cdp.send("Input.dispatchDragEvent", {"type": kind, "x": x, "y": y, "data": dragged})

    async def choose_files(self, files: Sequence[Path]) -> None:
        """Answer the file chooser that the page has opened; nothing happens when there is none."""
        chooser, self.chooser = self.chooser, None
        if chooser is not None:
            await chooser.set_files(list(files))

    async def cancel_files(self) -> None:
        """Cancel the file chooser that the page has opened."""
        chooser, self.chooser = self.chooser, None
        if chooser is not None:
            await chooser.element.dispatch_event("cancel", {"bubbles": True})

    def _chooser_opened(self, chooser: FileChooser) -> None:
        self.chooser = chooser
        self._tab.announce()

    async def release_all(self) -> None:
        """Lets go of everything that is still held down, ends what fingers have zoomed, and listens no longer."""
        self._page.remove_listener("filechooser", self._chooser_opened)
        mouse, keys, self._keys = self._tab.page.mouse, self._keys, {}
        for button in tuple(self._buttons):
            self._buttons.discard(button)
            await mouse.up(button=button)
        for code, key in reversed(keys.items()):
            if not await self._known(self._tab.page.keyboard.up(key), key):
                await self._foreign("keyUp", code, key, 0, 0)
        if self._fingers:
            await self.touch("touchCancel", [])
        await end_zoom(self._tab)

    async def _look_at_zoom(self) -> None:
        self._zoom = await page_zoom(self._tab)

    @property
    def _modifiers(self) -> int:
        return sum({_MODIFIERS[key] for key in self._keys.values() if key in _MODIFIERS})

    @staticmethod
    async def _known(sent: Any, key: str) -> bool:
        """Whether the key is one that Playwright's keyboard, which has the US layout, knows."""
        try:
            await sent
        except Error as failure:
            if says(failure, Wording.UNKNOWN_KEY):
                return False
            raise
        return True

    async def _foreign(self, kind: str, code: str, key: str, key_code: int, modifiers: int) -> None:
        character = key if len(key) == 1 and not modifiers & (_CONTROL | _META) else ""
        event = {"type": kind, "code": code, "key": key, "windowsVirtualKeyCode": key_code, "modifiers": modifiers}
        if kind == "keyDown":
            event |= {"text": character, "unmodifiedText": character} if character else {"type": "rawKeyDown"}
        await self._tab.cdp.send("Input.dispatchKeyEvent", event)
