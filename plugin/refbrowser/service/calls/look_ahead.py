"""What a call of a batch would ask a person for, observed on the page as it is now and without any effect."""

from collections.abc import Sequence
from typing import Final

from pydantic import BaseModel

from refbrowser.actions.spec import Action
from refbrowser.actions.uses import Target, uses_of
from refbrowser.browser.acting.act import Act
from refbrowser.browser.deadline import Deadline
from refbrowser.browser.element.at_point import element_at
from refbrowser.browser.element.element import Element
from refbrowser.browser.element.permitted import judged
from refbrowser.browser.element.resolve import by_ref, by_selector
from refbrowser.browser.session.session import BrowserSession
from refbrowser.browser.tab.gate import Judged
from refbrowser.browser.tab.playwright_errors import translated
from refbrowser.browser.tab.tab import Tab
from refbrowser.service.calls.judging import judge_call
from refbrowser.service.calls.session_source import SessionSource
from refbrowser.service.oversight.batch_asking import Ahead, BatchPart
from refbrowser.service.oversight.caller import Caller
from refbrowser.service.oversight.gate import CallGate

SELECTOR_MS: Final = 120
"""How long a selector that matches nothing is waited for: its page may not be there yet, and is then asked for in its turn."""


async def would_ask(
    source: SessionSource, action: Action, arguments: BaseModel, part: BatchPart, caller: Caller, deadline: Deadline
) -> list[Ahead]:
    """Empty for a call that asks for nothing, is denied, or whose element is not on the page yet: it is judged in its turn."""
    session, oversight = source.existing(), source.oversight
    if session is None or oversight is None:
        return []
    try:
        facts = judge_call(oversight.policy, source, action, arguments, caller.asker)
        tab = _tab(session, action, arguments)
        gate = CallGate(oversight, source.id, action, arguments, facts, deadline, caller.ways, source.task, tab, session, part=part)
        targets = [gate.document_alone] if not facts.takes_element else await _targets(session, tab, arguments, gate, deadline)
        asks = [(target, gate.pending(target)) for target in targets]
    except Exception as failure:
        if translated(failure, tab=None, deadline=deadline, gone=source.gone) is None:
            raise
        # A call that fails here fails, or is denied, in its turn, and says why.
        return []
    return [Ahead(part, gate.card_writer, target, *ask) for target, ask in asks if ask is not None]


def _tab(session: BrowserSession, action: Action, arguments: BaseModel) -> Tab | None:
    return session.tab(getattr(arguments, "browser_id", None)) if action.scope == "tab" else None


async def _targets(
    session: BrowserSession, tab: Tab | None, arguments: BaseModel, gate: CallGate, deadline: Deadline
) -> Sequence[Judged]:
    """The elements that the call names, as the gate is given them; none for a call about whatever has the focus by then."""
    if tab is None:
        return []
    tab.usable()
    act = Act(tab, session.refs, deadline, gate)
    found = [await _found(act, target) for target in uses_of(arguments).targets]
    return [judged(element) if element is not None else gate.document_alone for element in found]


async def _found(act: Act, target: Target) -> Element | None:
    if target.ref is not None:
        return await by_ref(act, target.ref)
    if target.point is not None:
        return await element_at(act, *target.point)
    assert target.selector is not None
    return await by_selector(act, target.selector, wait_ms=SELECTOR_MS)
