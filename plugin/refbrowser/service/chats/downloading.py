"""Whether a download may be kept: limits of the chat and of the browser, and the policy's rules about files' names."""

import itertools
import time
from collections.abc import Callable, Sequence
from typing import Final

from refbrowser.errors import PolicyError
from refbrowser.policy.facts import Facts
from refbrowser.policy.rules import Verdict
from refbrowser.policy.sites import Site
from refbrowser.redact import redacted
from refbrowser.service.chats.limits import Allowance
from refbrowser.service.oversight.approvals.approval import Approval
from refbrowser.service.oversight.oversight import Oversight

_NUMBERS: Final = itertools.count(1)


class DownloadAdmission:
    """The admission of one chat's downloads; ``allowances`` are the chat's own and those of all chats."""

    def __init__(self, chat: str, allowances: Sequence[Allowance], oversight: "Callable[[], Oversight | None]") -> None:
        self._chat, self._allowances, self._oversight = chat, allowances, oversight

    def begin(self) -> str | None:
        """Count one more download. Returns why it may not begin, or None."""
        for allowance in self._allowances:
            if (refusal := allowance.refusal()) is not None:
                return refusal
        for allowance in self._allowances:
            allowance.count += 1
        return None

    def room(self) -> int | None:
        """How many bytes the next file may have; None is no limit."""
        rooms = [allowance.room for allowance in self._allowances if allowance.room is not None]
        return min(rooms, default=None)

    def finish(self, size: int) -> str | None:
        """Count the file's bytes. Returns why it is not kept, or None."""
        for allowance in self._allowances:
            if (refusal := allowance.too_large(size)) is not None:
                return refusal
        for allowance in self._allowances:
            allowance.bytes += size
        return None

    async def judge(self, browser_id: int, name: str, url: str) -> str | None:
        """Why the policy, or a person, forbids the file called ``name``; None if it may be kept. Waits for the person."""
        oversight = self._oversight()
        if oversight is None:
            return None
        try:
            facts = Facts("download", "reading", "session", url=url, files=(name,), observed=True)
            verdict = oversight.policy.current().judge_download(name, Site.of(url))
            if verdict is None or verdict.decision == "allow" or oversight.grants.covers(self._chat, verdict, facts):
                return None
            if verdict.decision == "deny":
                return f"policy_denied: {verdict.reason} (rule {verdict.rule})"
            answer = await oversight.approvals.ask(self._card(browser_id, name, url, verdict, oversight), ())
        except PolicyError as refused:
            return f"{refused.code}: {refused.message}"
        if answer.choice == "deny":
            return f"approval_denied: a person denied it{f', saying: {answer.said}' if answer.said else ''}"
        if answer.choice != "once":
            oversight.grants.add(self._chat, verdict, facts)
        return None

    def _card(self, browser_id: int, name: str, url: str, verdict: Verdict, oversight: Oversight) -> Approval:
        return Approval(
            id=f"d{next(_NUMBERS)}",
            chat=self._chat,
            browser_id=browser_id,
            action="download",
            arguments={"name": name},
            site=Site.of(url).name,
            url=redacted(url)[:500],
            rule=verdict.rule,
            reason=verdict.reason,
            expires=int(time.time() * 1000) + oversight.settings.approval_ms,
        )
