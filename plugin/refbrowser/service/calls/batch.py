"""Run ``multi``: tabs in parallel, the calls of one tab in order, all of them validated before the first effect."""

import asyncio
import contextlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from pydantic import BaseModel

from refbrowser.actions.aliases import rewritten
from refbrowser.actions.batch import MultiArguments
from refbrowser.actions.spec import Action
from refbrowser.browser.deadline import Deadline
from refbrowser.browser.pointer.pointer import release_buttons, uninterrupted
from refbrowser.browser.tab.input_state import MouseButton
from refbrowser.browser.tab.navigation import check_loaded
from refbrowser.browser.tab.tab import STATE_PATIENCE_MS, Tab
from refbrowser.errors import CallError, RefbrowserError, SkippedCall, StateError
from refbrowser.service.calls.dispatcher import answer, deadline_of, perform
from refbrowser.service.calls.hang_probe import AFTER_MS
from refbrowser.service.calls.look_ahead import would_ask
from refbrowser.service.calls.reservation import TabReservation
from refbrowser.service.calls.session_source import SessionSource
from refbrowser.service.calls.validation import check, find_action
from refbrowser.service.oversight.batch_asking import Ahead, BatchAsking, BatchPart
from refbrowser.service.oversight.caller import Caller

LOOK_AHEAD_MS: Final = 1_500
"""How long a batch looks for what else it has to ask a person, before they are asked."""

_LOADS: Final = frozenset({"open", "navigate", "reload", "back", "forward"})
"""Actions that bring another page."""

_EARLIER: Final = re.compile(r"\$(\d{1,3})")


@dataclass(slots=True)
class _Item:
    """One call of the batch. ``after`` is the index of the call that opens its tab; ``queue`` identifies its tab; ``waits_for`` are
    the indices of the calls that must have ended before."""

    index: int
    action: Action
    arguments: dict[str, Any]
    checked: BaseModel
    deadline_ms: int
    after: int | None
    queue: str
    waits_for: tuple[int, ...] = ()
    reservation: TabReservation | None = None
    needs_page: bool = False
    """Whether it is not run on Chromium's error page: the first call of a sequence that begins without an address."""


async def run_batch(source: SessionSource, arguments: MultiArguments, default_ms: int, caller: Caller) -> Any:
    """Return the envelopes in call order; for a sequence ``{results, aborted, abort_reason, state}``, or its last result alone.

    With ``timeout_ms`` all calls share that deadline. Raises :class:`CallError` that names the first invalid call before any
    effect.
    """
    deadline = Deadline(arguments.timeout_ms) if arguments.timeout_ms is not None else None
    session = source.existing()
    active = session.last_interacted if session is not None else None
    items = _in_order([_read(index, call, arguments, active, default_ms) for index, call in enumerate(arguments.calls)])
    answers: list[asyncio.Future[dict[str, Any]]] = [asyncio.get_running_loop().create_future() for _ in items]

    async def look_ahead(asks: BatchPart) -> list[Ahead]:
        patience, found = Deadline(LOOK_AHEAD_MS), list[Ahead]()
        for item in items:
            if item.index != asks.index and not answers[item.index].done() and not patience.passed:
                with contextlib.suppress(RefbrowserError):  # it fails in its turn, and says why
                    found += await would_ask(
                        source, item.action, _resolved(item, answers), asking.part(item.index), caller, patience
                    )
        return found

    asking = BatchAsking(look_ahead)
    queues: dict[str, list[_Item]] = {}
    for item in items:
        queues.setdefault(item.queue, []).append(item)
    if arguments.sequence == "last":
        return await _last_of(source, items, answers, deadline, caller, asking)
    items[0].needs_page = arguments.sequence and items[0].action.name not in _LOADS
    buttons = _buttons_down(source)
    # A task group: cancelling the batch cancels every queue, and each call cleans up after itself.
    try:
        async with asyncio.TaskGroup() as group:
            for queue in queues.values():
                group.create_task(
                    _run_queue(source, queue, answers, deadline, caller, asking, stop_on_error=arguments.stop_on_error)
                )
    except asyncio.CancelledError:
        await uninterrupted(_release_buttons(source, buttons))
        raise
    results = [future.result() for future in answers]
    if any(outcome.get("code") == SkippedCall.default_code for outcome in results) or (deadline is not None and deadline.passed):
        # The call that was to release one may not have been run.
        await _release_buttons(source, buttons)
    return await _sequence(source, items, results, deadline) if arguments.sequence else results


async def _run_queue(
    source: SessionSource,
    queue: list[_Item],
    answers: "list[asyncio.Future[dict[str, Any]]]",
    deadline: Deadline | None,
    caller: Caller,
    asking: BatchAsking,
    *,
    stop_on_error: bool,
) -> None:
    ended: str | None = None
    failed: str | None = None
    for_dialog = False
    with TabReservation(source) as kept:
        for item in queue:
            if deadline is not None and deadline.passed:
                ended = f"the batch's deadline of {deadline.total_ms:.0f} ms had passed"
            # What a dialog refused stays undone, and the dialog is answered all the same.
            runs = item.action.only_reads or (for_dialog and item.action.group == "dialogs")
            if (why := ended or (None if runs else failed)) is not None:
                answers[item.index].set_result(_skipped(item, why))
                continue
            item.reservation = kept if len(queue) > 1 else None
            outcome = await answer(_run(source, item, answers, deadline, caller, asking))
            answers[item.index].set_result(outcome)
            if not outcome["ok"]:
                if _is_navigation(outcome):
                    ended = "navigation failed"
                elif outcome["code"] == "stopped_by_person":
                    ended = "a person stopped the chat"
                elif stop_on_error:
                    failed = failed or f"call {item.index} failed"
                    for_dialog = for_dialog or outcome["code"] == "dialog_open"


async def _run(
    source: SessionSource,
    item: _Item,
    answers: "list[asyncio.Future[dict[str, Any]]]",
    deadline: Deadline | None,
    caller: Caller,
    asking: BatchAsking,
) -> Any:
    kept = item.reservation
    if earlier := {answers[index] for index in item.waits_for if not answers[index].done()}:
        if kept is not None:
            # What is waited for may need the tab.
            kept.release()
        await asyncio.wait(earlier)
    checked = _resolved(item, answers)
    if item.needs_page and (session := source.existing()) is not None and len(session.tabs) > 0:
        check_loaded(session.tab(item.arguments.get("browser_id")))
    own = Deadline(item.deadline_ms) if deadline is None else deadline.of_call(item.deadline_ms)
    part = asking.part(item.index)
    if kept is not None and item.action.needs_turn and item.action.scope == "tab":
        part.reserved = await kept.keep(getattr(checked, "browser_id", None), own)
    return await perform(source, item.action, checked, own, caller, part)


async def _last_of(
    source: SessionSource,
    items: list[_Item],
    answers: "list[asyncio.Future[dict[str, Any]]]",
    deadline: Deadline | None,
    caller: Caller,
    asking: BatchAsking,
) -> Any:
    """Run one call after the other, and return the last one's result. Raises what the first to fail raises."""
    result = None
    with TabReservation(source) as kept:
        for item in items:
            item.reservation = kept
            try:
                result = await _run(source, item, answers, deadline, caller, asking)
            except RefbrowserError as failure:
                if any(earlier.action.effect == "input" for earlier in items[: item.index]):
                    failure.add(f"It was call {item.index} of {len(items)}, counted from 0; those before it were carried out.")
                    failure.not_to_repeat = True
                raise
            answers[item.index].set_result({"ok": True, "result": result})
    return result


def _resolved(item: _Item, answers: "list[asyncio.Future[dict[str, Any]]]") -> BaseModel:
    """The arguments, with the tab that an earlier call opened. Raises :class:`SkippedCall` while there is none."""
    if item.after is None:
        return item.checked
    opened = answers[item.after]
    if not opened.done() or not opened.result()["ok"]:
        raise SkippedCall(f"{item.action.name} was not run because call {item.after}, which opens its tab, failed.")
    return check(item.action, {**item.arguments, "browser_id": opened.result()["result"]["browser_id"]})


def _buttons_down(source: SessionSource) -> dict[Tab, tuple[MouseButton, ...]]:
    session = source.existing()
    return {tab: tuple(tab.input_state.buttons_down) for tab in session.tabs} if session is not None else {}


async def _release_buttons(source: SessionSource, kept: Mapping[Tab, tuple[MouseButton, ...]]) -> None:
    """The mouse buttons that the batch pressed, and will not release."""
    if (session := source.existing()) is not None:
        await asyncio.gather(*(release_buttons(tab, kept.get(tab, ())) for tab in session.tabs if tab.input_state.buttons_down))


async def _sequence(
    source: SessionSource, items: list[_Item], results: list[dict[str, Any]], deadline: Deadline | None
) -> dict[str, Any]:
    """Return ``{results, aborted, abort_reason, state}``. A failed navigation aborts a sequence."""
    failed = next((index for index, outcome in enumerate(results) if not outcome["ok"] and _is_navigation(outcome)), None)
    reason = None
    if failed is not None:
        reason = "initial_goto_failed" if failed == 0 else "goto_failed"
        results[failed]["aborted_sequence"] = True
    answer: dict[str, Any] = {"results": results, "aborted": failed is not None, "abort_reason": reason}
    if (session := source.existing()) is not None:
        with contextlib.suppress(StateError):  # the sequence has closed its tab
            tab = session.tab(items[0].arguments.get("browser_id"))
            patience_ms = None if deadline is None else min(STATE_PATIENCE_MS, deadline.remaining_until_ms(AFTER_MS))
            active = session.last_interacted == tab.browser_id
            answer["state"] = (await tab.state(active=active, patience_ms=patience_ms)).as_dict()
    return answer


def _is_navigation(outcome: Mapping[str, Any]) -> bool:
    return str(outcome["code"]).startswith("navigation_") or outcome["code"] == "http_auth_required"


def _read(index: int, call: Mapping[str, Any], batch: MultiArguments, active: int | None, default_ms: int) -> _Item:
    try:
        called = call.get("action")
        call = rewritten(call)
        action = find_action(call.get("action"))
        if not action.batchable:
            raise CallError(f"{action.name} cannot run in a batch; call it on its own.")
        arguments = {key: value for key, value in call.items() if key != "action"}
        if batch.observe is not None and "observe" in action.arguments.model_fields:
            arguments.setdefault("observe", batch.observe)
        after = _earlier(index, arguments.get("browser_id"), batch.calls)
        if after is not None:
            arguments.pop("browser_id")
        elif action.scope == "tab" and arguments.get("browser_id") is None and active is not None:
            # Resolved now, so that a call that changes the active tab does not redirect this one.
            arguments["browser_id"] = active
        checked = check(action, arguments, called)
    except CallError as wrong:
        raise CallError(
            f"Call {index}: {wrong.message}",
            code=wrong.code,
            remedy=wrong.remedy,
            details={"call": index, **wrong.details},
        ) from None
    if after is not None:
        queue = f"opened by {after}"
    elif action.scope == "tab":
        queue = f"tab {arguments.get('browser_id')}"
    else:
        queue = f"opened by {index}" if action.name == "open" else f"chat {index}"
    return _Item(index, action, arguments, checked, round(deadline_of(checked, default_ms).total_ms), after, queue)


def _in_order(items: list[_Item]) -> list[_Item]:
    """Return the items with what each waits for: the call that opens its tab; a call on the whole chat, for every call before it;
    and the calls behind one that changes the whole chat, for that."""
    changing: int | None = None
    for item in items:
        before = range(item.index) if item.action.on_whole_chat else (changing, item.after)
        item.waits_for = tuple(index for index in before if index is not None)
        if item.action.on_whole_chat and not item.action.only_reads:
            changing = item.index
    return items


def _earlier(index: int, browser_id: object, calls: list[dict[str, Any]]) -> int | None:
    """Return the index of the ``open`` that ``"$0"`` names, or None. Raises :class:`CallError` if that is not an earlier open."""
    if not isinstance(browser_id, str) or not (match := _EARLIER.fullmatch(browser_id.strip())):
        return None
    earlier = int(match[1])
    if earlier >= index or find_action(rewritten(calls[earlier]).get("action")).name != "open":
        raise CallError(f"browser_id {browser_id!r} must name an earlier open of the batch, counted from $0.")
    return earlier


def _skipped(item: _Item, why: str) -> dict[str, Any]:
    return SkippedCall(f"{item.action.name} was not run because {why}.").as_dict()
