"""Runs a flow in a chat, step by step; it stops before an input that may be wrong."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final, NoReturn, Protocol

from refbrowser.actions.catalog import BY_NAME
from refbrowser.browser.session.session import BrowserSession
from refbrowser.errors import CallError, FlowError, RefbrowserError, Remedy
from refbrowser.flows.afterwards import Afterwards, change, requests_ended
from refbrowser.flows.calls import LOADING, call_of, targets_of
from refbrowser.flows.checking import MAIN, is_origin
from refbrowser.flows.expectations import NOTHING, acts
from refbrowser.flows.model import ONE_VALUE, AnyStep, FirstOf, Flow, Repeat, Step, Target
from refbrowser.flows.readings import Unread, read_output
from refbrowser.flows.sites import frames_without_refs, origin_of
from refbrowser.flows.targets import HINTED, SAID, match_said, meaning_of, shown
from refbrowser.flows.values import Value, filled, names_in, text_of
from refbrowser.redact import redacted
from refbrowser.replay.finding import RECHECK_MS, found_again
from refbrowser.replay.matching import Match, NoMatch

PATIENCE_MS: Final = 5_000
"""How long an element that is not there yet is looked for."""

ANSWER_MS: Final = 10_000
"""How long a reading waits for what scripts of the page have asked for."""

ENDING_S: Final = 10.0
"""What a run leaves of its call's time, for a step that takes long."""

OPTIONAL_MS: Final = 1_000
REPORT_MS: Final = 1_000
"""What ``expect`` keeps of its time to say what the page has instead."""

_MOST_READ: Final = 1_000_000
_READ_AGAIN: Final = frozenset({"content", "find", "source"})
"""Readings of a page that may not have its values yet."""

_LAST_PAGE: Final = frozenset({"disabled", "not_visible"})
"""Why the element that leads to the next page cannot be pressed where there is none."""


class Performer(Protocol):
    """The chat that a flow runs in."""

    async def call(self, request: dict[str, Any], step: str) -> dict[str, Any]:
        """Make a call of that step; return its envelope."""
        ...

    def existing(self) -> BrowserSession | None: ...

    def secret_names(self) -> Sequence[str]: ...


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a step: ``done``, ``healed`` (its element is found, and something about it is different) or ``skipped``.
    ``found`` has the elements of a healed one as they are now, by their places in the step."""

    step: str
    action: str
    asked: str
    status: str
    said: str = ""
    ms: float = 0
    found: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        return {name: value for name, value in asdict(self).items() if value not in ("", {})}


class Run:
    """One run. ``before_once`` is awaited before a step whose effect must not come about twice, and may refuse it."""

    def __init__(
        self,
        flow: Flow,
        inputs: Mapping[str, Value],
        chat: Performer,
        *,
        base: str | None = None,
        before_once: Callable[[str], Awaitable[None]] | None = None,
        seconds: float = 0,
    ) -> None:
        self.flow, self.inputs, self.outcomes, self.outputs = flow, inputs, list[Outcome](), dict[str, Any]()
        self._chat, self._base, self._before_once = chat, base, before_once
        self._sites = {base or flow.site, *flow.limits.sites}
        self._values = dict(inputs)
        """What ``${…}`` stands for by now: the inputs, and outputs that were read."""
        self._tabs: dict[str, int] = {}
        self._page_before: dict[str, Mapping[str, Any]] = {}
        """What the steps that are repeated read on the page before."""
        self._calls = 0
        # Before the call's own deadline, which would end it without saying what was done.
        self._seconds = min(flow.limits.seconds, seconds - min(ENDING_S, seconds / 5) if seconds else flow.limits.seconds)
        # Within a step the run ends a moment before the call's deadline: what was done is in its answer.
        self._last_s = min(flow.limits.seconds + ENDING_S, seconds - min(1.0, seconds / 10) if seconds else float("inf"))
        self._made_now: tuple[Step, str] | None = None
        self._began = time.monotonic()
        self._remarks: list[str] = []
        if base is not None and not is_origin(base):
            raise CallError(f"{base[:200]!r} is no origin such as https://shop.example.")

    async def run(self) -> dict[str, Any]:
        """Run all steps and return the result. Raises :class:`FlowError` (``flow_stopped``), whose details have what was done, and
        ``invalid_arguments`` for an input that names no secret."""
        self._check_secrets()
        session = self._chat.existing()
        if session is not None and session.last_interacted is not None:
            self._tabs[MAIN] = session.last_interacted
        ended = asyncio.timeout(self._last_s)
        try:
            async with ended:
                for index, step in enumerate(self.flow.steps, 1):
                    await self._step(step, str(index))
        except TimeoutError:
            if not ended.expired() or self._made_now is None:
                raise
            step, label = self._made_now
            reason = f"its time was over during this step: whether {step.action} had its effect is not known"
            self._stop(step, label, "limit", [reason])
        return self._result()

    def _result(self) -> dict[str, Any]:
        outcomes = [outcome.as_dict() for outcome in self.outcomes]
        return {
            "flow": self.flow.name,
            "revision": self.flow.revision,
            "outcome": "done",
            "outputs": self.outputs,
            "healed": [outcome for outcome in outcomes if outcome["status"] == "healed"],
            "skipped": [outcome["step"] for outcome in outcomes if outcome["status"] == "skipped"],
            "steps": len(outcomes),
            "calls": self._calls,
            "ms": self._ms(self._began),
            **({"remarks": self._remarks} if self._remarks else {}),
        }

    def _check_secrets(self) -> None:
        declared = [name for name, each in self.flow.inputs.items() if each.secret]
        names = set(self._chat.secret_names()) if declared else set()
        for name in declared:
            if self.inputs[name] not in names:
                # The value is not repeated: it may be the secret itself.
                raise CallError(
                    f"The input {name} is the name of a secret, and there is none of the given name.",
                    remedy=Remedy("secrets", hint="lists the names"),
                    details={"input": name},
                )

    async def _step(self, step: AnyStep, label: str) -> None:
        if isinstance(step, FirstOf):
            await self._first_of(step, label)
        elif isinstance(step, Repeat):
            await self._repeat(step, label)
        else:
            await self._one(step, label)

    async def _first_of(self, group: FirstOf, label: str) -> None:
        for index, step in enumerate(group.first_of, 1):
            self._check_names(step, f"{label}.{index}")
        wait_ms = group.wait_ms if group.wait_ms is not None else OPTIONAL_MS if group.optional else PATIENCE_MS
        ends = time.monotonic() + wait_ms / 1000
        while True:
            tried: list[NoMatch] = []
            for index, step in enumerate(group.first_of, 1):
                assert step.target is not None
                found = await self._found(step, step.target, RECHECK_MS)
                if isinstance(found, Match):
                    await self._one(step, f"{label}.{index}")
                    return
                tried.append(found)
            if time.monotonic() >= ends:
                break
            await change(self._chat.existing(), self._number(group.first_of[0].tab))
        unsure = next((found for found in tried if not found.absent), None)
        if unsure is None and group.optional:
            self.outcomes.append(Outcome(label, "first_of", "", "skipped", "none of them is there"))
            return
        self._stop(group.first_of[0], label, "target", [each.why for each in tried])

    async def _repeat(self, group: Repeat, label: str) -> None:
        press = Step(action="click", target=group.repeat.next, tab=group.repeat.tab)
        for page in range(1, group.repeat.most + 1):
            for index, step in enumerate(group.repeat.steps, 1):
                await self._step(step, f"{label}.{index}" + (f" page {page}" if page > 1 else ""))
            self._check_names(press, f"{label} next")
            found = await self._found(press, group.repeat.next, OPTIONAL_MS)
            if isinstance(found, NoMatch):
                if not found.absent:
                    self._stop(press, f"{label} next", "target", [found.why])
                return
            if page == group.repeat.most:
                self._remarks.append(f"step {label} ended after {page} pages, its limit, and there are more")
                return
            if not await self._one(press, f"{label} next", last_page=True):
                return

    async def _one(self, step: Step, label: str, *, last_page: bool = False) -> bool:
        """Make one step; False where it was left out."""
        began, self._made_now = time.monotonic(), (step, label)
        self._check_limits(step, label)
        self._check_names(step, label)
        self._check_site(step, label)
        refs: dict[tuple[str | int, ...], int] = {}
        healed: list[str] = []
        changed: dict[str, Mapping[str, Any]] = {}
        for place, target in targets_of(step):
            if target.selector is not None:
                continue
            wait_ms = step.wait_ms if step.wait_ms is not None else OPTIONAL_MS if step.optional else PATIENCE_MS
            found = await self._found(step, target, wait_ms)
            if isinstance(found, NoMatch):
                if step.optional and found.absent:
                    self.outcomes.append(Outcome(label, step.action, _asked(step), "skipped", found.why, self._ms(began)))
                    return False
                self._stop(step, label, "target", [found.why])
            self._check_frame(step, label, found)
            refs[place] = found.found["ref"]
            if found.how:
                healed.append(found.how)
                changed[".".join(map(str, place))] = {name: found.found[name] for name in (*SAID, *HINTED) if found.found.get(name)}
        request = self._request(step, label, refs)
        await self._check_input_frames(step, label, request)
        if step.once and self._before_once is not None:
            await self._before_once(label)
        if (
            step.read
            and step.action in _READ_AGAIN
            and not await requests_ended(self._chat.existing(), self._number(step.tab), ANSWER_MS)
        ):
            self._remarks.append(f"step {label} was read while the page waited for an answer")
        afterwards = Afterwards(self._chat.existing, request.get("browser_id"))
        envelope = await self._call(request, label)
        if not envelope["ok"]:
            if last_page and envelope["code"] in _LAST_PAGE:
                return False
            self._stop(step, label, "call", [f"{envelope['code']}: {envelope['error']}"], cause=envelope["code"])
        self._learn(step, envelope["result"])
        await self._check(step, label, envelope["result"], afterwards)
        await self._read(step, label, request, envelope["result"], afterwards)
        status = "healed" if healed else "done"
        self.outcomes.append(
            Outcome(label, step.action, _asked(step), status, "; ".join(dict.fromkeys(healed)), self._ms(began), changed)
        )
        return True

    async def _found(self, step: Step, target: Target, wait_ms: float) -> Match | NoMatch:
        session = self._chat.existing()
        return await found_again(session, self._number(step.tab), meaning_of(target, self._values), wait_ms, match_said)

    def _request(self, step: Step, label: str, refs: Mapping[tuple[str | int, ...], int]) -> dict[str, Any]:
        request = call_of(step, self._values, refs, site=self.flow.site, base=self._base)
        if step.action in LOADING and (origin := origin_of(str(request.get("url", "")))) not in self._sites and "url" in request:
            self._stop(step, label, "site", [f"{origin} is not among the flow's sites: {', '.join(sorted(self._sites))}"])
        if step.read and "max_tokens" in BY_NAME[step.action].arguments.model_fields:
            request.setdefault("max_tokens", _MOST_READ)
        if BY_NAME[step.action].scope == "tab" and (number := self._number(step.tab)) is not None:
            request["browser_id"] = number
        return request

    async def _call(self, request: dict[str, Any], label: str) -> dict[str, Any]:
        self._calls += 1
        return await self._chat.call(request, label)

    def _learn(self, step: Step, result: Any) -> None:
        """Note which tab is which."""
        opened = result.get("browser_id") if isinstance(result, Mapping) else None
        if step.action == "open" and isinstance(opened, int):
            self._tabs[(step.expect or NOTHING).opens or MAIN] = opened
        elif MAIN not in self._tabs and (session := self._chat.existing()) is not None and session.last_interacted is not None:
            self._tabs[MAIN] = session.last_interacted

    async def _check(self, step: Step, label: str, result: Any, afterwards: Afterwards) -> None:
        expected = step.expect or NOTHING
        differs = await afterwards.differences(step, expected, result, self._values, self._base or self.flow.site)
        for name in ("text", "text_gone"):
            if not differs and (text := getattr(expected, name)) is not None:
                within = expected.within_ms if expected.within_ms is not None else PATIENCE_MS
                request = {"action": "expect", name: filled(text, self._values, text_of)}
                number = self._number(step.tab)
                tab = {"browser_id": number} if number is not None else {}
                envelope = await self._call({**request, **tab, "timeout_ms": within + REPORT_MS}, label)
                differs += [] if envelope["ok"] else [str(envelope["error"])]
        if differs:
            self._stop(step, label, "expectation", differs)
        if expected.opens is not None and step.action != "open":
            self._tabs[expected.opens] = afterwards.opened

    async def _read(self, step: Step, label: str, request: dict[str, Any], result: Any, afterwards: Afterwards) -> None:
        """Read the step's outputs. A reading that does not have them yet is made again, until its time is over."""
        ends = time.monotonic() + (step.wait_ms if step.wait_ms is not None else PATIENCE_MS) / 1000
        wait_ms = float(RECHECK_MS)
        while missing := await self._unread(step, label, result, afterwards):
            if step.action not in _READ_AGAIN or time.monotonic() >= ends:
                self._stop(step, label, "reading", missing)
            await change(self._chat.existing(), self._number(step.tab), wait_ms)
            wait_ms *= 2
            envelope = await self._call(request, label)
            if not envelope["ok"]:
                self._stop(step, label, "call", [f"{envelope['code']}: {envelope['error']}"], cause=envelope["code"])
            result = envelope["result"]

    async def _unread(self, step: Step, label: str, result: Any, afterwards: Afterwards) -> list[str]:
        """Note the outputs that the answer has, or return why it has not all of them."""
        values: dict[str, Any] = {}
        for name, reading in step.read.items():
            try:
                values[name] = (
                    await afterwards.downloaded()
                    if reading.download
                    else read_output(reading, self.flow.outputs[name].type, result)
                )
            except Unread as failure:
                return [f"{name} cannot be read: {failure}"]
        place, is_later_page = label.partition(" page ")[0], " page " in label
        if (
            is_later_page
            and values
            and values == self._page_before.get(place)
            and any(isinstance(each, list) for each in values.values())
        ):
            return [f"{', '.join(values)} cannot be read: the page has what the page before had"]
        self._page_before[place] = values
        for name, value in values.items():
            if isinstance(value, list) and isinstance(before := self.outputs.get(name), list):
                value = [*before, *value]
            self.outputs[name] = value
            if self.flow.outputs[name].type in ONE_VALUE and name not in self.flow.inputs:
                self._values[name] = value
        return []

    def _check_limits(self, step: Step, label: str) -> None:
        limits = self.flow.limits
        if self._calls >= limits.calls:
            self._stop(step, label, "limit", [f"the flow's limit of {limits.calls} calls is reached"])
        if time.monotonic() - self._began >= self._seconds:
            self._stop(step, label, "limit", [f"its time of {self._seconds:g} s is over"])

    def _check_names(self, step: Step, label: str) -> None:
        """Stop where a step that was left out would have read a value."""
        if missing := sorted(set(names_in(step.model_dump(exclude_defaults=True))) - self._values.keys()):
            self._stop(step, label, "input", [f"no step has read {', '.join(missing)}"])

    def _check_site(self, step: Step, label: str) -> None:
        """Keep input on the flow's sites: a page may have led elsewhere."""
        if acts(step.action) and (url := self._url(step.tab)) is not None and origin_of(url) not in self._sites:
            self._stop(step, label, "site", [f"the tab is at {origin_of(url)}, which is not among the flow's sites"])

    def _check_frame(self, step: Step, label: str, found: Match) -> None:
        if acts(step.action) and (frame := found.found.get("frame")):
            self._check_frame_at(step, label, str(frame))

    def _check_frame_at(self, step: Step, label: str, url: str) -> None:
        if origin_of(url) not in self._sites and origin_of(url).startswith("http"):
            self._stop(step, label, "site", [f"its frame is of {origin_of(url)}, which is not among the flow's sites"])

    async def _check_input_frames(self, step: Step, label: str, request: Mapping[str, Any]) -> None:
        """Keep input that no ref aims on the flow's sites: selectors, points and keys reach into frames."""
        if not acts(step.action):
            return
        try:
            urls = [url async for url in frames_without_refs(self._chat.existing(), self._number(step.tab), step, request)]
        except RefbrowserError as failure:
            self._stop(step, label, "target", [failure.message])
        for url in urls:
            self._check_frame_at(step, label, url)

    def _number(self, tab: str | None) -> int | None:
        return self._tabs.get(tab or MAIN)

    def _url(self, tab: str | None) -> str | None:
        session, number = self._chat.existing(), self._number(tab)
        return session.tab(number).url if session is not None and number is not None and number in session else None

    @staticmethod
    def _ms(began: float) -> float:
        return round((time.monotonic() - began) * 1000, 1)

    def _stop(self, step: Step, label: str, reason: str, differs: Sequence[str], *, cause: str | None = None) -> NoReturn:
        url = self._url(step.tab)
        page = redacted(url) if url is not None else None
        raise FlowError(
            f"{self.flow.name} stopped at step {label} ({_asked(step)}) on {page or 'no page'}: {'; '.join(differs)}",
            remedy=Remedy("content", hint=f"go on by hand; then the operation repair of flow makes the next {self.flow.name}"),
            details={
                "flow": self.flow.name, "revision": self.flow.revision, "step": label, "action": step.action, "reason": reason,
                "differs": list(differs), "page": page, "tabs": self._tabs, **({"cause": cause} if cause else {}),
                "done": [outcome.as_dict() for outcome in self.outcomes], "outputs": self.outputs,
            },
        )  # fmt: skip


def _asked(step: Step) -> str:
    return f"{step.action} {shown(step.target)}" if step.target is not None else step.action
