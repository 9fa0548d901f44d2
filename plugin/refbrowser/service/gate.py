"""The policy's second word on a call: when its input is about to be sent, on what is observed. People are asked here."""

import asyncio
import itertools
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from pydantic import BaseModel

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.imaging.card_picture import card_picture
from refbrowser.browser.tab.tab import Tab
from refbrowser.errors import PolicyError
from refbrowser.events import cut
from refbrowser.policy.facts import ElementFacts, Facts
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
    """One call, from its first judgement to the sending of its input. ``ways`` ask the person at the caller's end."""

    oversight: Oversight
    chat_id: str
    arguments: BaseModel
    facts: Facts
    deadline: Deadline
    ways: Sequence[Way]
    tab: Tab | None = None
    _agreed: tuple[Facts, object] | None = None
    _asked: int = 0

    async def settle(self) -> None:
        """For a call whose input goes to no element: returns when it may be carried out on the document that is there then."""
        while not await self.passes(None, self._document, None):
            pass

    async def passes(self, element: ElementFacts | None, mark: object, box: Sequence[float] | None) -> bool:
        """See :class:`refbrowser.browser.tab.gate.Gate`."""
        page_url = self.tab.url if self.tab is not None and self.facts.about_tab else None
        facts = replace(self.facts, page_url=page_url, element=element, observed=True)
        facts = self.oversight.with_carried(self.chat_id, facts, self.arguments)
        verdict = self.oversight.policy.current().judge(facts)
        assert verdict is not None
        if verdict.decision == "deny":
            raise denied(facts, verdict)
        if verdict.decision == "allow" or self._agreed == (facts, mark):
            return True
        if self.oversight.grants.covers(self.chat_id, verdict, facts):
            return True
        if self._asked == MOST_ASKED:
            raise PolicyError(
                f"What was approved for {facts.action} had changed each of {MOST_ASKED} times, so it was not carried out.",
                code="approval_expired",
                details={"rule": verdict.rule, "facts": facts.as_dict()},
            )
        self._asked += 1
        answer = await self._answer(facts, verdict, box)
        if answer.choice == "deny":
            raise PolicyError(
                f"A person denied {facts.action}{f': {answer.said}' if answer.said else '.'}",
                code="approval_denied",
                details={"rule": verdict.rule, **({"said": answer.said} if answer.said else {})},
            )
        self._agreed = facts, mark
        await self._remember(answer, facts, verdict)
        return False

    @property
    def _document(self) -> object:
        """What tells the main document from every other."""
        if self.tab is None or not self.tab.attached:
            return None
        document = self.tab.frames.document(self.tab.page.main_frame)
        return document.token if document is not None else None

    async def _answer(self, facts: Facts, verdict: Verdict, box: Sequence[float] | None) -> Answer:
        desk = self.oversight.approvals
        picture = None
        with self.deadline.standing_still():
            if self.tab is not None and facts.about_tab and desk.can_ask(self.chat_id, self.ways):
                picture = await card_picture(self.tab, box)
            return await desk.ask(self._card(facts, verdict, picture), self.ways)

    async def _remember(self, answer: Answer, facts: Facts, verdict: Verdict) -> None:
        if answer.choice == "once" or (answer.choice == "always" and answer.by == "python"):
            # A program may say yes as often as it is asked; only a person changes the policy.
            return
        path = self.oversight.policy.path
        if answer.choice == "always" and path is not None:
            await asyncio.to_thread(write_rule, path, verdict, facts)
        else:
            self.oversight.grants.add(self.chat_id, verdict, facts)

    def _card(self, facts: Facts, verdict: Verdict, picture: bytes | None) -> Approval:
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
        )


def shown_arguments(arguments: BaseModel) -> dict[str, Any]:
    """The arguments that the call names, for a person: long texts are cut, addresses lose their secrets."""
    given = arguments.model_dump(exclude_unset=True, exclude_none=True)
    shown = {name: value.get("number", value) if isinstance(value, dict) else value for name, value in given.items()}
    return dict(cut({name: redacted(value) if isinstance(value, str) else value for name, value in shown.items()}))
