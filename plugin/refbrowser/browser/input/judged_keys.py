"""Keys and text for whatever has the focus, under a policy: what a key would press is judged as it is then, each time anew."""

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from playwright.async_api import Error

from refbrowser.browser.acting.act import Act
from refbrowser.browser.element.element import Element
from refbrowser.browser.element.permitted import focus_permitted
from refbrowser.browser.engine.wire import KeyReport
from refbrowser.browser.input.key_aim import aim_keys, changed, focus_moved
from refbrowser.browser.input.keys import activates, is_modifier
from refbrowser.browser.input.text_entry import type_keys
from refbrowser.browser.pointer.pointer import uninterrupted
from refbrowser.errors import ActionabilityError, Remedy

_REPORT_MS: Final = 1_000
"""How long a document may take to say what became of keys."""

_LINE_BREAK: Final = re.compile(r"\r\n|\r|\n")

BeforeKey = Callable[[int], Awaitable[None]]
"""Awaited before the key of that number in a chord goes down."""


class JudgedKeys:
    """Keys at the focus of one tab. A key that follows one that may have moved the focus is judged by what has it then; Enter and
    Space reach that alone, as it was judged, and :meth:`confirm` says whether they did."""

    def __init__(self, act: Act) -> None:
        self._act = act
        self._tab = act.tab
        self._aimed: Element | None = None
        self._waiting = False

    def before(self, keys: Sequence[str]) -> BeforeKey | None:
        """What has to come before each of the keys; None where there is no policy."""
        if self._act.gate is None:
            return None

        async def judge(index: int) -> None:
            if index == 0 or not is_modifier(keys[index - 1]):
                end = next((at for at in range(index, len(keys)) if not is_modifier(keys[at])), len(keys) - 1)
                chooses = ["Shift+Tab"] if keys[end] == "Tab" and "Shift" in keys[index:end] else keys[end : end + 1]
                await self.judge(activating=activates(keys[index : end + 1]), chooses=chooses)

        return judge

    async def judge(self, *, activating: bool, chooses: Sequence[str] = (), typed: str = "") -> None:
        """Returns when the next key, one of ``chooses``, may be sent. Raises ``policy_denied``, the codes of
        approvals, and as :meth:`confirm`."""
        await self.confirm()
        self._aimed = await focus_permitted(self._act, keys=activating, chooses=chooses, typed=typed)
        if activating and self._aimed is None:
            # It is for the document alone, as long as nothing takes the focus.
            await self._tab.engine.aim_keys(self._tab.page.main_frame, None, self._act.deadline, all_of_them=True)
            self._act.traces.aimed.add(self._tab.page.main_frame)
        self._waiting = activating

    async def type(self, text: str) -> None:
        """Types the text key by key. Text with blanks, which press buttons, goes to one element."""
        first, *lines = _LINE_BREAK.split(text)
        await self._type_line(first)
        for line in lines:
            await self.judge(activating=True, chooses=("Enter",))
            await uninterrupted(self._tab.page.keyboard.press("Enter"))
            await self._type_line(line)
        await self.confirm()

    async def _type_line(self, line: str) -> None:
        await self.judge(activating=False, chooses=sorted({*line.lower()}), typed=line)
        if " " in line and self._aimed is not None:
            await aim_keys(self._aimed, all_of_them=True)
            self._waiting = True
        await type_keys(self._act, line)

    async def confirm(self) -> None:
        """Raises ``press_missed`` or ``focus_moved`` where a key was kept from the page, since what it would have pressed is not
        what was judged."""
        if not self._waiting:
            return
        self._waiting = False
        keys = await self._report()
        if keys is None or (keys["received"] and not keys["changed"] and not keys["kept"]):
            return
        if self._aimed is None:
            raise ActionabilityError(
                f"The page gave the focus to {keys['kept']} as the key came, which did not get it.",
                code="focus_moved",
                remedy=Remedy("content", {"browser_id": self._tab.browser_id}),
                details={"focus_on": keys["kept"] or None},
            )
        raise changed(self._aimed) if keys["changed"] else focus_moved(self._aimed, keys)

    async def _report(self) -> KeyReport | None:
        frame = self._tab.page.main_frame if self._aimed is None else self._aimed.frame
        try:
            document, witnessed = await self._tab.engine.witness(frame, self._act.deadline.sooner(_REPORT_MS))
        except Error:
            # The document went with what the key did.
            return None
        return witnessed["keys"] if self._aimed is None or document is self._aimed.document else None
