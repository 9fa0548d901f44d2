"""Everything that the calls of one browser are judged by, and the people who are asked."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from pydantic import BaseModel

from refbrowser.policy.facts import Facts
from refbrowser.policy.seen_text import SeenText
from refbrowser.policy.sites import Site, is_private
from refbrowser.service.approvals.desk import Approvals
from refbrowser.service.approvals.grants import Grants
from refbrowser.service.call_facts import texts_of
from refbrowser.service.policy_source import PolicySource
from refbrowser.settings import Settings

_EVERYWHERE: Final = frozenset({"emulate", "route"})
"""What is given to these goes to whatever site is loaded afterwards."""


class Oversight:
    """The policy, the desk where people are asked, what they have allowed, and which texts the chats were shown."""

    def __init__(self, settings: Settings, approvals: Approvals) -> None:
        self.settings = settings
        self.policy = PolicySource(settings.policy, settings.autonomy)
        self.approvals = approvals
        self.grants = Grants()
        self._seen: dict[str, SeenText] = {}

    def forget(self, chat_id: str) -> None:
        """The chat was closed."""
        self.grants.forget(chat_id)
        self._seen.pop(chat_id, None)

    def with_carried(self, chat_id: str, facts: Facts, arguments: BaseModel, more: Sequence[str] = ()) -> Facts:
        """The facts, with the sites whose text the call would send elsewhere; ``more`` are texts that it
        sends and does not name."""
        if (seen := self._seen.get(chat_id)) is None or not self.policy.current().watches_text:
            return facts
        texts = [*texts_of(arguments), *filter(None, more)]
        if not texts:
            return facts
        to = [] if facts.action in _EVERYWHERE else [site.name for site in facts.sites]
        names, kinds = seen.carried(texts, to)
        return replace(facts, carries=tuple(names), carried_kinds=kinds, sends_text=True)

    def signed_in(self, chat_id: str, url: str) -> None:
        """A password was entered there: what the site shows from now on may be a person's own."""
        self._seen.setdefault(chat_id, SeenText()).mark(Site.of(url).name, "signed-in")

    def showed(self, chat_id: str, url: str | None, result: object) -> None:
        """The chat was given ``result``, which has text of the page at ``url``, or of the tabs that it lists."""
        if not self.policy.current().watches_text:
            return
        seen = self._seen.setdefault(chat_id, SeenText())
        listed = result.get("browsers") if isinstance(result, dict) else None
        for part in listed if isinstance(listed, list) else [result]:
            own = part.get("url") if isinstance(part, dict) and isinstance(part.get("url"), str) else url
            if own is not None and (site := Site.of(own)).host:
                seen.note(site.name, "\n".join(_texts(part)), ["private"] if is_private(site) else [])


def _texts(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict | list | tuple):
        return [text for part in (value.values() if isinstance(value, dict) else value) for text in _texts(part)]
    return []
