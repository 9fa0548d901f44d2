"""The card on which a person is asked about a call: what is shown of the call and of what was observed."""

import itertools
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from pydantic import BaseModel

from refbrowser.browser.tab.tab import Tab
from refbrowser.page_text import one_line
from refbrowser.policy.facts import Facts
from refbrowser.policy.rules import Verdict
from refbrowser.policy.seen_text import EVERYWHERE, HIDDEN
from refbrowser.policy.sites import Site
from refbrowser.redact import redacted
from refbrowser.service.oversight.approvals.approval import Approval
from refbrowser.service.oversight.approvals.shown import shortened, shown_arguments

_MOST_MESSAGE: Final = 300
"""Characters of what a dialog says."""

_MOST_TEXTS: Final = 20
_UNNAMED: Final = {EVERYWHERE: "any site", HIDDEN: "where the script does not say"}

_PARTS: Final = (
    "browser_id", "action", "arguments", "site", "url", "element", "shown", "unread", "activates", "form_fields", "leads_to",
    "carries", "carries_to", "sends", "rule", "reason",
)  # fmt: skip
"""What the card of a batch says of each of its calls."""

_NUMBERS: Final = itertools.count(1)


@dataclass(frozen=True, slots=True)
class CardWriter:
    """Writes the cards about one call. ``open_ms`` is how long they can be answered."""

    chat_id: str
    tab: Tab | None
    arguments: BaseModel
    open_ms: int

    def card(self, facts: Facts, verdict: Verdict, picture: bytes | None, also: Sequence[Facts] = ()) -> Approval:
        """The card about ``facts``; ``also`` is what else is agreed to with it."""
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
            expires=int(time.time() * 1000) + self.open_ms,
            element=element.title if element is not None else self._dialogs(facts),
            shown=tuple(map(shortened, element.shown)) if element is not None else (),
            activates=tuple(element.activates) if element is not None else (),
            unread=tuple(element.unread) if element is not None else (),
            form_fields=tuple(element.fields) if element is not None else (),
            leads_to=tuple(facts.leads_to),
            carries=tuple(facts.carries),
            carries_to=tuple(_UNNAMED.get(site, site) for site in facts.carried_to),
            sends=tuple(shortened(redacted(text)) for text in _sends(facts)),
            picture=picture,
            calls=tuple(more.as_dict() for more in also),
        )

    def part(self, facts: Facts, verdict: Verdict) -> dict[str, Any]:
        """What the card of a batch says of the call."""
        whole = self.card(facts, verdict, None).as_dict()
        return {name: whole[name] for name in _PARTS}

    def _dialogs(self, facts: Facts) -> str | None:
        """What a card names in place of an element: the dialogs that the call answers, each as its kind and what it says."""
        if not facts.answers_dialog or self.tab is None:
            return None
        return ", ".join(f"{view.kind}: {one_line(view.message[:_MOST_MESSAGE])}" for view in self.tab.dialogs.pending) or None


def _sends(facts: Facts) -> Sequence[str]:
    """What the call sends and does not name, where that carries text of other sites."""
    return [*facts.sends_after, *facts.sends_beside][:_MOST_TEXTS] if facts.carries else ()


def of_batch(card: Approval, calls: Sequence[dict[str, Any]]) -> Approval:
    """One card for several calls of a batch, each as its part; ``card`` is that of the first."""
    carries = dict.fromkeys(site for call in calls for site in call["carries"])
    return replace(
        card,
        action="multi",
        arguments={},
        site=_distinct(calls, "site"),
        rule=_distinct(calls, "rule"),
        reason=_distinct(calls, "reason"),
        element=None,
        shown=(),
        unread=(),
        activates=(),
        form_fields=(),
        leads_to=(),
        carries=tuple(carries),
        carries_to=tuple(dict.fromkeys(site for call in calls for site in call["carries_to"])),
        sends=(),
        calls=tuple(calls),
    )


def _distinct(calls: Sequence[dict[str, Any]], name: str) -> str:
    return ", ".join(dict.fromkeys(str(call[name]) for call in calls))
