"""The policy's second word on a call: when its input is about to be sent, on what is observed. People are asked here."""

import asyncio
import itertools
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from pydantic import BaseModel

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.imaging.card_picture import card_picture
from refbrowser.browser.tab.gate import Judged
from refbrowser.browser.tab.tab import Tab
from refbrowser.errors import PolicyError
from refbrowser.events import cut
from refbrowser.policy.facts import Facts
from refbrowser.policy.rules import Verdict
from refbrowser.policy.sites import Site
from refbrowser.redact import redacted
from refbrowser.service.approvals.approval import Answer, Approval, Way
from refbrowser.service.approvals.grants import write_rule
from refbrowser.service.judging import denied
from refbrowser.service.oversight import Oversight

MOST_ASKED: Final = 3
"""How often one call is asked for, when what was agreed to is no longer there each time."""

_NUMBERS: Final = itertools.count(1)


@dataclass(slots=True)
class CallGate:
    """One call, from its first judgement to the sending of its input. ``ways`` ask the person at the caller's end; ``pasted`` is
    the chat's clipboard, for a call that pastes it."""

    oversight: Oversight
    chat_id: str
    arguments: BaseModel
    facts: Facts
    deadline: Deadline
    ways: Sequence[Way]
    tab: Tab | None = None
    pasted: str = ""
    _agreed: list[tuple[Facts, object]] = field(default_factory=list)
    _asked: int = 0

    async def settle(self) -> None:
        """For a call whose input goes to no element: returns when it may be carried out on the document that is there then."""
        while not await self.pass_all([Judged(None, self._document, None)]):
            pass

    async def pass_all(self, targets: Sequence[Judged]) -> bool:
        """See :class:`refbrowser.browser.tab.gate.Gate`."""
        asked: list[tuple[Judged, Facts, Verdict]] = []
        for target in targets:
            facts = self._observed(target)
            verdict = self.oversight.policy.current().judge(facts)
            assert verdict is not None
            if verdict.decision == "deny":
                raise denied(facts, verdict)
            if verdict.decision == "ask" and not self._is_agreed(target, facts, verdict):
                asked.append((target, facts, verdict))
        if not asked:
            self._note_sign_in(targets)
            return True
        self._count_asking(*asked[0][1:])
        answer = await self._answer(asked)
        if answer.choice == "deny":
            raise PolicyError(
                f"A person denied {self.facts.action}{f': {answer.said}' if answer.said else '.'}",
                code="approval_denied",
                details={"rule": asked[0][2].rule, **({"said": answer.said} if answer.said else {})},
            )
        for target, facts, verdict in asked:
            self._agreed.append((facts, target.mark))
            await self._remember(answer, facts, verdict)
        return False

    def agree(self, target: Judged) -> None:
        """A person agreed to the call with this target, together with others of its batch."""
        self._agreed.append((self._observed(target), target.mark))

    def pending(self, target: Judged) -> tuple[Facts, Verdict] | None:
        """What would be asked for the target as it is now; None for what is not asked. Raises ``policy_denied``."""
        facts = self._observed(target)
        verdict = self.oversight.policy.current().judge(facts)
        assert verdict is not None
        if verdict.decision == "deny":
            raise denied(facts, verdict)
        return (facts, verdict) if verdict.decision == "ask" and not self._is_agreed(target, facts, verdict) else None

    def _observed(self, target: Judged) -> Facts:
        page_url = self.tab.url if self.tab is not None and self.facts.about_tab else None
        facts = replace(self.facts, page_url=page_url, element=target.element, observed=True)
        return self.oversight.with_carried(self.chat_id, facts, self.arguments, self.pasted if facts.operation == "paste" else "")

    def _is_agreed(self, target: Judged, facts: Facts, verdict: Verdict) -> bool:
        if (facts, target.mark) in self._agreed:
            return True
        if target.part and any(facts.page_url == agreed.page_url for agreed, _ in self._agreed):
            # An option of the list that was agreed to.
            return True
        return self.oversight.grants.covers(self.chat_id, verdict, facts)

    def showed(self, result: Any) -> None:
        """The call was answered: what it shows of a page is that site's text."""
        own = self.facts.url if self.tab is None else self.tab.url
        self.oversight.showed(self.chat_id, own, result)

    def _note_sign_in(self, targets: Sequence[Judged]) -> None:
        if self.facts.sends_text or self.facts.secret is not None:
            for element in (target.element for target in targets):
                if element is not None and ("password" in element.fields or self.facts.secret is not None):
                    self.oversight.signed_in(self.chat_id, element.frame_url)

    def _count_asking(self, facts: Facts, verdict: Verdict) -> None:
        if self._asked == MOST_ASKED:
            raise PolicyError(
                f"What was approved for {facts.action} had changed each of {MOST_ASKED} times, so it was not carried out.",
                code="approval_expired",
                details={"rule": verdict.rule, "facts": facts.as_dict()},
            )
        self._asked += 1

    @property
    def _document(self) -> object:
        """What tells the main document from every other."""
        if self.tab is None or not self.tab.attached:
            return None
        document = self.tab.frames.document(self.tab.page.main_frame)
        return document.token if document is not None else None

    async def _answer(self, asked: Sequence[tuple[Judged, Facts, Verdict]]) -> Answer:
        (target, facts, verdict), *others = asked
        desk = self.oversight.approvals
        picture = None
        with self.deadline.standing_still():
            if self.tab is not None and facts.about_tab and desk.can_ask(self.chat_id, self.ways):
                picture = await card_picture(self.tab, target.box)
            also = [part_of_card(facts) for _, facts, _ in others]
            return await desk.ask(self.card(facts, verdict, picture, also), self.ways)

    async def _remember(self, answer: Answer, facts: Facts, verdict: Verdict) -> None:
        if answer.choice == "once" or (answer.choice == "always" and answer.by == "python"):
            # A program may say yes as often as it is asked; only a person changes the policy.
            return
        path = self.oversight.policy.path
        if answer.choice == "always" and path is not None:
            await asyncio.to_thread(write_rule, path, verdict, facts)
        else:
            self.oversight.grants.add(self.chat_id, verdict, facts)

    def card(self, facts: Facts, verdict: Verdict, picture: bytes | None, also: Sequence[dict[str, Any]] = ()) -> Approval:
        """What a person is asked; ``also`` is what else they agree to."""
        element, url = facts.element, facts.url or facts.page_url or ""
        return Approval(
            id=f"a{next(_NUMBERS)}",
            chat=self.chat_id,
            browser_id=self.tab.browser_id if self.tab is not None else None,
            action=facts.action,
            arguments=shown_arguments(self.arguments),
            site=Site.of(element.frame_url if element is not None else url).name,
            url=redacted(url),
            rule=verdict.rule,
            reason=verdict.reason,
            expires_at_ms=int(time.time() * 1000) + self.oversight.settings.approval_ms,
            element=f"{element.kind}: {element.name}" if element is not None else None,
            form_fields=tuple(element.fields) if element is not None else (),
            carries=tuple(facts.carries),
            picture=picture,
            calls=tuple(also),
        )


def part_of_card(facts: Facts) -> dict[str, Any]:
    """One more thing that is agreed to on the same card."""
    return facts.as_dict()


def shown_arguments(arguments: BaseModel) -> dict[str, Any]:
    """The arguments that the call names, for a person: long texts are cut, addresses lose their secrets."""
    given = arguments.model_dump(exclude_unset=True, exclude_none=True)
    shown = {name: value.get("number", value) if isinstance(value, dict) else value for name, value in given.items()}
    return dict(cut({name: redacted(value) if isinstance(value, str) else value for name, value in shown.items()}))
