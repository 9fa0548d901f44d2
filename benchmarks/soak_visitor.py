"""One chat of the soak: a random walk of real actions, each checked against what it must have come to."""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final

from refbrowser import Chat

BROKEN: Final = frozenset({"browser_crashed", "tab_crashed", "tab_closed", "launch_failed", "no_tab"})
"""How a call may fail because somebody killed what it was using."""

DISTURBED: Final = BROKEN | {
    "tab_hung", "timeout", "script_timeout", "navigation_timeout", "navigation_failed", "ref_stale", "script_error", "no_history",
}  # fmt: skip
"""How it may fail while a fault is being recovered from; elsewhere each of these counts as unexpected."""


@dataclass
class Tally:
    """What the visitors did and met."""

    calls: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    survived: Counter[str] = field(default_factory=Counter)
    disturbed: Counter[str] = field(default_factory=Counter)
    unexpected: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    epoch: int = 0
    """Counts the deaths of the whole browser, which disturb every chat."""


def _unseen(state: dict[str, Any] | None) -> bool:
    """Whether the call failed, or the page was too busy to tell its title in time, which a state without a viewport says."""
    return state is None or state["viewport"] is None


def _title(state: dict[str, Any] | None) -> str:
    return str(state["title"]) if state is not None else ""


class Visitor:
    """Owns one chat. ``name`` is in every page that it opens, and in no other's."""

    def __init__(self, chat: Chat, name: str, address: str, tally: Tally, seed: int) -> None:
        self._chat, self._name, self._address, self._tally = chat, name, address, tally
        self._random = random.Random(seed)
        self._disturbed = True
        self._open_faults: list[str] = []
        self._epoch = 0

    async def walk(self, until: Callable[[], bool]) -> None:
        """Acts until told to stop; ends with a check that the chat still works."""
        while not until():
            await self._step()
        self._disturbed = True
        await self._start_over()

    async def _step(self) -> None:
        if self._epoch != self._tally.epoch:
            self._epoch, self._disturbed = self._tally.epoch, True
        if self._disturbed:
            await self._start_over()
            return
        usual: list[Callable[[], Awaitable[None]]] = [
            self._press, self._press, self._type, self._type, self._read, self._read, self._visit, self._script, self._ask, self._tabs, self._slow,
        ]  # fmt: skip
        faults: list[Callable[[], Awaitable[None]]] = [self._crash, self._hang, self._hanging_server, self._cancel]
        await self._random.choice(faults if self._random.random() < 0.04 else usual)()

    async def call(self, action: str, **arguments: Any) -> Any | None:
        """The result; None for a failure, which is counted for what it was."""
        answer = await self._chat.call({"action": action, "timeout_ms": 10_000, **arguments})
        self._tally.calls += 1
        if answer["ok"]:
            return answer["result"]
        if self._disturbed or self._epoch != self._tally.epoch:
            self._tally.disturbed[answer["code"]] += 1
            if answer["code"] not in DISTURBED:
                self._tally.unexpected.append(f"{action}: {answer['code']} {answer['error']}")
        else:
            self._tally.unexpected.append(f"{action}: {answer['code']} {answer['error']}")
        self._disturbed = True
        return None

    def check(self, holds: bool, what: str) -> None:
        """Counts a wrong result, unless the browser died meanwhile, in which case every chat begins anew."""
        if not holds and self._epoch == self._tally.epoch:
            self._tally.wrong.append(f"{self._name}: {what}")

    async def _start_over(self) -> None:
        """A page of its own in a tab of its own; with that, every fault before is survived."""
        opened = await self.call("open", url=f"{self._address}/page?name={self._name}")
        if opened is None:
            return
        others = [
            tab["browser_id"]
            for tab in (await self.call("list") or {"browsers": []})["browsers"]
            if tab["browser_id"] != opened["browser_id"]
        ]
        for browser_id in others:
            await self._chat.call({"action": "close", "browser_id": browser_id})
            self._tally.calls += 1
        if await self.call("evaluate", script="document.title") is None:
            return
        self._disturbed = False
        for fault in self._open_faults:
            self._tally.survived[fault] += 1
        self._open_faults.clear()

    async def _value(self, script: str) -> Any:
        result = await self.call("evaluate", script=script)
        return result["result"] if result is not None and "result" in result else None

    async def _press(self) -> None:
        before = await self._value("Number(count.textContent)")
        result = await self.call("click", selector="#add") if before is not None else None
        if result is not None:
            after = await self._value("Number(count.textContent)")
            self.check(after in (None, before + 1), f"one press added {after} to {before}")

    async def _type(self) -> None:
        text = f"{self._name} {self._random.randrange(10**6)}"
        result = await self.call("type", selector="#note", text=text)
        if result is not None:
            self.check(result["action"].get("value") == text, f"typed {text!r} and read back {result['action'].get('value')!r}")

    async def _read(self) -> None:
        text = await self.call("content")
        if text is not None:
            self.check(f"# {self._name}" in text, f"read a page without its name: {text[:200]!r}")

    async def _visit(self) -> None:
        kind = self._random.choice(["page", "page", "back"])
        if kind == "back":
            if await self.call("navigate", url=f"{self._address}/page?name={self._name}-{self._random.random()}") is not None:
                state = await self.call("back")
                self.check(_unseen(state) or _title(state).startswith(self._name), f"back led to {_title(state)!r}")
            return
        state = await self.call("navigate", url=f"{self._address}/page?name={self._name}-{self._random.randrange(100)}")
        self.check(_unseen(state) or _title(state).startswith(f"{self._name}-"), f"navigated to {_title(state)!r}")

    async def _slow(self) -> None:
        self._fault("slow server")
        state = await self.call("navigate", url=f"{self._address}/slow?name={self._name}-slow")
        if state is not None:
            self._survived("slow server")
            self.check(_unseen(state) or _title(state) == f"{self._name}-slow", f"a slow page was {_title(state)!r}")

    async def _script(self) -> None:
        mine = f"{self._name}={self._random.randrange(10**6)}"
        cookies = await self._value(f"document.cookie = '{mine}'; document.cookie")
        self.check(cookies is None or cookies == mine, f"cookies are {cookies!r} instead of {mine!r}")

    async def _ask(self) -> None:
        self._fault("dialog")
        result = await self.call("click", selector="#ask")
        if result is None:
            return
        self.check(result["action"].get("suspended") is True, "a dialog did not hold the press")
        accept = self._random.random() < 0.5
        answered = await self.call("dialog", operation="accept" if accept else "dismiss")
        if answered is None:
            return
        self.check(self._name in answered["dialog"]["message"], "the dialog was another chat's")
        told = await self._value("answer.textContent")
        self.check(told in (None, str(accept).lower()), f"confirm gave {told} for {accept}")
        if told is not None:
            self._survived("dialog")

    async def _tabs(self) -> None:
        calls = [{"action": "open", "url": f"{self._address}/page?name={self._name}-t{index}"} for index in range(2)]
        answers = await self.call("multi", calls=calls)
        if answers is None:
            return
        for index, answer in enumerate(answers):
            self._tally.calls += 1
            if answer["ok"]:
                state = answer["result"]["state"]
                self.check(_unseen(state) or _title(state) == f"{self._name}-t{index}", f"call {index} opened {_title(state)!r}")
                await self.call("close", browser_id=answer["result"]["browser_id"])
            else:
                self._disturbed = True

    # Faults

    def _fault(self, kind: str) -> None:
        self._tally.faults[kind] += 1
        self._open_faults.append(kind)

    def _survived(self, kind: str) -> None:
        self._tally.survived[kind] += 1
        self._open_faults.remove(kind)

    async def _crash(self) -> None:
        session = self._chat.existing()
        if session is None or session.last_interacted is None:
            return
        self._fault("renderer crash")
        self._disturbed = True
        crashing = asyncio.ensure_future(session.tab(None).cdp.send("Page.crash"))
        await asyncio.wait({crashing}, timeout=2)
        crashing.cancel()
        await asyncio.gather(crashing, return_exceptions=True)
        await self.call("content", timeout_ms=2000)

    async def _hang(self) -> None:
        if await self.call("evaluate", script="setTimeout(() => { while (true); }, 0)") is None:
            return
        self._fault("hung renderer")
        self._disturbed = True
        answer = await self._chat.call({"action": "content", "timeout_ms": 500})
        self._tally.calls += 1
        self.check(not answer["ok"], "a page that hangs was read")

    async def _hanging_server(self) -> None:
        self._fault("server that never answers")
        self._disturbed = True
        answer = await self._chat.call({"action": "navigate", "url": f"{self._address}/hang", "timeout_ms": 500})
        self._tally.calls += 1
        self.check(not answer["ok"], "a page that never came was reported as loaded")

    async def _cancel(self) -> None:
        self._fault("cancelled call")
        waiting = asyncio.ensure_future(self._chat.call({"action": "wait", "text": "never", "timeout_ms": 5000}))
        await asyncio.sleep(self._random.random() / 20)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        self._tally.calls += 1
        value = await self._value("1 + 1")
        self.check(value in (None, 2), "a cancelled call left its tab unusable")
        if value is not None:
            self._survived("cancelled call")
