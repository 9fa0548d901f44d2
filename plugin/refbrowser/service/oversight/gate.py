"""The policy's second word on a call: when its input is about to be sent, on what is observed. People are asked here."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final

from pydantic import BaseModel

from refbrowser.actions.spec import Action
from refbrowser.actions.uses import uses_of
from refbrowser.browser.deadline import Deadline
from refbrowser.browser.imaging.card_picture import card_picture
from refbrowser.browser.session.session import BrowserSession
from refbrowser.browser.tab.gate import Judged, Mark
from refbrowser.browser.tab.tab import Tab
from refbrowser.errors import PolicyError, RefbrowserError
from refbrowser.journal.recording import Recording
from refbrowser.page_text import one_line
from refbrowser.policy.facts import ANY_DIALOG, Facts
from refbrowser.policy.rules import Verdict
from refbrowser.policy.seen_text import Outgoing
from refbrowser.policy.vocabulary import RESUBMIT
from refbrowser.service.oversight.approvals.approval import Answer, Way
from refbrowser.service.oversight.approvals.card import CardWriter, of_batch
from refbrowser.service.oversight.approvals.grants import write_rule
from refbrowser.service.oversight.batch_asking import Ahead, BatchPart
from refbrowser.service.oversight.outgoing_text import destinations
from refbrowser.service.oversight.oversight import Oversight
from refbrowser.service.oversight.tab_end import while_open
from refbrowser.service.oversight.text_watch import TextWatch
from refbrowser.service.oversight.uploaded_text import FileText, text_of_files

MOST_ASKED: Final = 3
"""How often a person is asked about one call whose element changes after each approval."""


@dataclass(slots=True)
class CallGate:
    """One call, from its first judgement to the sending of its input. ``ways`` ask the person at the caller's end; ``task`` says
    what the chat is for."""

    oversight: Oversight
    chat_id: str
    action: Action
    arguments: BaseModel
    facts: Facts
    deadline: Deadline
    ways: Sequence[Way]
    task: Sequence[str] = ()
    tab: Tab | None = None
    session: BrowserSession | None = None
    part: BatchPart | None = None
    recording: Recording | None = None
    _agreed: list[tuple[Facts, Mark]] = field(default_factory=list)
    _asked: int = 0
    _files: FileText = FileText()
    _sending: dict[tuple[Outgoing, tuple[str, ...]], bool] = field(default_factory=dict)
    _sent: set[tuple[Outgoing, tuple[str, ...]]] = field(default_factory=set)
    _carried: dict[str, None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.part is not None:
            self._agreed = self.part.agreed

    async def settle(self) -> None:
        """For a call whose input goes to no element: returns when it may be carried out on the document that is there then."""
        while not await self.pass_all([self.document_alone]):
            pass

    async def pass_all(self, targets: Sequence[Judged]) -> bool:
        """See :class:`refbrowser.browser.tab.gate.Gate`."""
        if self.facts.sends_files and (watch := self._watch) is not None and watch.began is not None and self.session is not None:
            # Each time: the files may have changed while a person thought.
            roots = self.session.files.readable
            self._files = await asyncio.to_thread(text_of_files, self.facts.files, roots, since=watch.began)
        asked = self._asks(targets)
        if not asked:
            self._note_sign_in(targets)
            self._note_sent()
            return True
        if self.part is None:
            await self._ask(asked, ())
            return False
        with self.deadline.standing_still():
            async with self.part.asking.lock:
                # Another call of the batch may have asked for this one too, in the meantime.
                if self.part.refused is not None:
                    raise self.part.refused()
                if asked := self._asks(targets):
                    await self._ask(asked, await self.part.asking.look_ahead(self.part))
        return False

    async def pass_address(self, url: str) -> bool:
        """See :class:`refbrowser.browser.tab.gate.Gate`."""
        self.facts = replace(self.facts, url=url)
        return await self.pass_all([self.document_alone])

    async def pass_resubmission(self, url: str) -> bool:
        """See :class:`refbrowser.browser.tab.gate.Gate`."""
        self.facts = replace(self.facts, url=url, operations=(RESUBMIT,), effect="input")
        return await self.pass_all([self.document_alone])

    def _asks(self, targets: Sequence[Judged]) -> list[tuple[Judged, Facts, Verdict]]:
        """The targets for which a person has to be asked. Raises ``policy_denied``."""
        asks = [(target, self.pending(target)) for target in targets]
        return [(target, *ask) for target, ask in asks if ask is not None]

    async def _ask(self, asked: Sequence[tuple[Judged, Facts, Verdict]], ahead: Sequence[Ahead]) -> None:
        """Ask a person, also for what lies ``ahead`` in the batch. Raises ``approval_denied`` and the other codes of approvals."""
        self._count_asking(*asked[0][1:])
        try:
            answer = await self._answer(asked, ahead)
            if self.recording is not None:
                self.recording.note_approval(asked[0][2].rule, answer.choice, answer.said, answer.by)
            if answer.choice == "deny":
                raise _denied_by_person(self.facts.action, asked[0][2], answer.said)
        except PolicyError as no:
            for part in ahead:
                part.part.refused = partial(_refused_too, no, part.facts.action, part.verdict)
            raise
        agreed = [(self._agreed, target.mark, facts, verdict) for target, facts, verdict in asked]
        agreed += [(part.part.agreed, part.target.mark, part.facts, part.verdict) for part in ahead]
        for marks, mark, facts, verdict in agreed:
            marks.append((facts, mark))
            if self.oversight.policy.current().about_text(verdict.rule):
                self.oversight.grants.add_transfer(self.chat_id, verdict.rule, facts)
            await self._remember(answer, facts, verdict)

    @property
    def card_writer(self) -> CardWriter:
        """Writes the cards about the call."""
        return CardWriter(self.chat_id, self.tab, self.arguments, self.oversight.settings.approval_ms)

    def pending(self, target: Judged) -> tuple[Facts, Verdict] | None:
        """What would be asked for the target as it is now; None for what is not asked. Raises ``policy_denied``."""
        facts = self._observed(target)
        verdict = self.oversight.policy.current().judge(facts, self.oversight.grants.agreed_transfers(self.chat_id, facts))
        assert verdict is not None
        if verdict.decision == "deny":
            raise denied(facts, verdict)
        return (facts, verdict) if verdict.decision == "ask" and not self._is_agreed(target, facts, verdict) else None

    def _observed(self, target: Judged) -> Facts:
        page_url = self.tab.document_url if self.tab is not None and self.facts.about_tab else None
        facts = replace(self.facts, page_url=page_url, element=target.element, observed=True)
        if facts.answers_dialog and "accept" in facts.operations and self.tab is not None:
            said = tuple(f"{view.kind}: {one_line(view.message)}" for view in self.tab.dialogs.pending)
            facts = replace(facts, presses=said or (ANY_DIALOG,))
        if facts.sends_text and (watch := self._watch) is not None:
            clip = self.session.clipboard.clip if facts.pastes and self.session is not None else None
            uses = uses_of(self.arguments)
            sent = watch.outgoing(uses, facts.url, self._files, clip)
            to = tuple(destinations(facts, uses, self._frame_urls))
            facts = watch.with_finding(facts, sent, to, again=(sent, to) in self._sent)
            facts = replace(facts, sends_beside=(*([clip.text] if clip is not None else []), *self._files.texts))
            self._sending[sent, to] = bool(facts.carries)
            self._carried.update(dict.fromkeys(facts.carries))
        return facts

    @property
    def _watch(self) -> TextWatch | None:
        return self.oversight.text_watch(self.chat_id, self.task)

    @property
    def _frame_urls(self) -> list[str]:
        return [frame.url for frame in self.tab.page.frames] if self.tab is not None and not self.tab.closed else []

    def _note_sent(self) -> None:
        """What was judged last is sent now."""
        sending, self._sending = self._sending, {}
        for (sent, to), carried in sending.items():
            if (sent, to) not in self._sent and (watch := self._watch) is not None:
                watch.note_sent(sent, to, carried=carried)
                self._sent.add((sent, to))

    def _is_agreed(self, target: Judged, facts: Facts, verdict: Verdict) -> bool:
        entered = self._entered()
        if any(facts == agreed and mark.agrees(target.mark, entered) for agreed, mark in self._agreed):
            return True
        if self.part is not None and facts.url is not None and any(_same_address(facts, agreed) for agreed, _ in self._agreed):
            # An address that the batch loads: where the tab is until then does not matter.
            return True
        if target.part and any(facts.page_url == agreed.page_url for agreed, _ in self._agreed):
            # An option of the list that was agreed to.
            return True
        if not facts.takes_element and self._is_part_of_call(facts, verdict):
            return True
        return self.oversight.grants.covers(self.chat_id, verdict, facts)

    def _is_part_of_call(self, facts: Facts, verdict: Verdict) -> bool:
        """Whether a person agreed to the call without its element, in this document, and the rule is about all of it."""
        call, document = replace(facts, element=None), self.document_alone.mark
        if facts.element is None or not any(agreed == call and mark == document for agreed, mark in self._agreed):
            return False
        asked = self.oversight.policy.current().judge(call, self.oversight.grants.agreed_transfers(self.chat_id, call))
        return asked is not None and asked.rule == verdict.rule

    @property
    def bound(self) -> bool:
        """See :class:`refbrowser.browser.tab.gate.Gate`."""
        return bool(self._agreed)

    def _entered(self) -> set[tuple[str | None, int | None]]:
        """The elements that the call, or those with which it was asked for, may enter something into: a person agreed to that."""
        agreed = self._agreed if self.part is None else self.part.asking.agreed
        return {(mark.document, mark.identity) for _, mark in agreed}

    def answered(self, result: object) -> Any:
        """The call was answered: what it shows of a page is that site's text. Returns the result; its receipt names the sites whose
        text the call sent elsewhere."""
        if (watch := self._watch) is not None:
            self._note_shown(watch, result)
        if self.part is not None and "differs_from_typed" in str(result):
            # What a field holds now is not what a person agreed to.
            self.part.differs = True
        if self._carried and isinstance(result, dict) and isinstance(receipt := result.get("action"), dict):
            return {**result, "action": {**receipt, "carries": list(self._carried)}}
        return result

    def failed(self, failure: RefbrowserError) -> None:
        """The call failed: the error may have text of the page."""
        if (watch := self._watch) is not None:
            watch.note_error(
                self.tab.url if self.tab is not None else self.facts.url, self._frame_urls, [failure.message, failure.details]
            )

    def _note_shown(self, watch: TextWatch, result: object) -> None:
        tab, number = self.tab, result.get("browser_id") if isinstance(result, dict) else None
        if tab is None and self.session is not None and number in self.session:
            tab = self.session.tab(number)
        urls = [frame.url for frame in tab.page.frames] if tab is not None and not tab.closed else []
        if self.session is not None:
            watch.note_clip(self.session.clipboard.clip, [*urls, *self._frame_urls, self.facts.page_url or ""])
        if self.action.conduct.by_person and tab is not None:
            # A person may have signed in.
            watch.note_sign_in(tab.url)
        watch.note_answer(self.action.conduct.shows, tab.url if tab is not None else self.facts.url, self._before, urls, result)

    @property
    def _before(self) -> str | None:
        """Where the tab was, for an answer that may have words of that page."""
        return self.facts.page_url if self.facts.url is None and self.facts.acts else None

    def _note_sign_in(self, targets: Sequence[Judged]) -> None:
        if self.facts.url is not None and self.facts.signs_in:
            self.oversight.signed_in(self.chat_id, self.facts.url)
        if self.facts.sends_text or self.facts.secrets:
            for element in (target.element for target in targets):
                if element is not None and ("password" in element.fields or self.facts.secrets):
                    self.oversight.signed_in(self.chat_id, element.frame_url)

    def _count_asking(self, facts: Facts, verdict: Verdict) -> None:
        if self._asked == MOST_ASKED:
            raise PolicyError(
                f"What was approved for {facts.action} had changed each of {MOST_ASKED} times, so the call was not run.",
                code="approval_expired",
                details={"rule": verdict.rule, "facts": facts.as_dict()},
            )
        self._asked += 1

    @property
    def document_alone(self) -> Judged:
        """The main document, for a call whose input goes to no element; its mark identifies it."""
        if self.tab is None or not self.tab.attached:
            return Judged(None, Mark(None), None)
        document = self.tab.frames.document(self.tab.page.main_frame)
        return Judged(None, Mark(document.token if document is not None else None, dialogs=self._dialogs), None)

    @property
    def _dialogs(self) -> tuple[str, ...]:
        """The dialogs that are open, for a call that answers one."""
        if not self.facts.answers_dialog or self.tab is None:
            return ()
        return tuple(view.dialog_id for view in self.tab.dialogs.pending)

    async def _answer(self, asked: Sequence[tuple[Judged, Facts, Verdict]], ahead: Sequence[Ahead]) -> Answer:
        (target, facts, verdict), *others = asked
        desk, writer = self.oversight.approvals, self.card_writer
        picture = None
        with self.deadline.standing_still():
            # A page that a dialog holds draws nothing.
            if self.tab is not None and not self.tab.dialogs.pending and facts.about_tab and desk.can_ask(self.chat_id, self.ways):
                picture = await card_picture(self.tab, target.box)
            card = writer.card(facts, verdict, picture, [facts for _, facts, _ in others])
            if ahead:
                calls = [writer.part(facts, verdict) for _, facts, verdict in asked]
                card = of_batch(card, [*calls, *(part.card_writer.part(part.facts, part.verdict) for part in ahead)])
            asking = desk.ask(card, self.ways)
            return await (asking if self.tab is None else while_open(self.tab, asking))

    async def _remember(self, answer: Answer, facts: Facts, verdict: Verdict) -> None:
        if answer.choice == "once" or (answer.choice == "always" and answer.by == "python"):
            # A program may say yes as often as it is asked; only a person changes the policy.
            return
        path = self.oversight.policy.path
        if answer.choice == "always" and path is not None:
            await asyncio.to_thread(write_rule, path, verdict, facts)
        else:
            self.oversight.grants.add(self.chat_id, verdict, facts)


def _same_address(facts: Facts, agreed: Facts) -> bool:
    return agreed.url is not None and replace(agreed, page_url=None) == replace(facts, page_url=None)


def _denied_by_person(action: str, verdict: Verdict, reason: str | None) -> PolicyError:
    return PolicyError(
        f"A person denied {action}{f': {reason}' if reason else '.'}",
        code="approval_denied",
        details={"rule": verdict.rule, **({"said": reason} if reason else {})},
    )


def _refused_too(no: PolicyError, action: str, verdict: Verdict) -> PolicyError:
    """The same answer, for a call that the card listed."""
    if no.code == "approval_denied":
        return _denied_by_person(action, verdict, no.details.get("said"))
    return PolicyError(no.message, code=no.code, details={**no.details, "rule": verdict.rule})


def denied(facts: Facts, verdict: Verdict) -> PolicyError:
    """The refusal of a call, with the rule and what it was judged by."""
    return PolicyError(
        f"The policy denies {facts.action}: {verdict.reason}.", details={"rule": verdict.rule, "facts": facts.as_dict()}
    )
