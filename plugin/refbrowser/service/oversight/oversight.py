"""Everything that the calls of one browser are judged by, and the people who are asked."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from refbrowser.service.oversight.approvals.desk import Approvals
from refbrowser.service.oversight.approvals.grants import Grants
from refbrowser.service.oversight.policy_source import PolicySource
from refbrowser.service.oversight.text_watch import TextWatch
from refbrowser.settings import Settings


class Oversight:
    """The policy, the desk where people are asked, what they have allowed, and which texts the chats were shown."""

    def __init__(self, settings: Settings, approvals: Approvals, on_policy: Callable[[], None] = lambda: None) -> None:
        """``on_policy`` is called when the policy's file has been read again."""
        self.settings = settings
        self.policy = PolicySource(settings.policy, settings.autonomy, on_policy)
        self.approvals = approvals
        self.grants = Grants()
        self._watches: dict[str, TextWatch] = {}

    def forget(self, chat_id: str) -> None:
        """The chat was closed."""
        self.grants.forget(chat_id)
        self._watches.pop(chat_id, None)

    def text_watch(self, chat_id: str, task: Sequence[str] = ()) -> TextWatch | None:
        """What watches the chat's text, for its ``task``; None where no rule asks where text comes from."""
        if not self.policy.current().watches_text:
            return None
        watch = self._watches.setdefault(chat_id, TextWatch())
        if watch.begin_task(task):
            self.grants.forget_transfers(chat_id)
        return watch

    def shown(self, chat_id: str) -> dict[str, frozenset[str]]:
        """The sites whose text the chat was shown, with its kinds."""
        return watch.shown if (watch := self._watches.get(chat_id)) is not None else {}

    def note_shown(self, chat_id: str, task: Sequence[str], shown: Mapping[str, Iterable[str]]) -> None:
        """The chat was shown text of these sites in another browser, in the same ``task``."""
        watch = self._watches.setdefault(chat_id, TextWatch())
        watch.begin_task(task)
        watch.note_shown(shown)

    def signed_in(self, chat_id: str, url: str) -> None:
        """A password was entered there: what the site shows from now on may be a person's own."""
        self._watches.setdefault(chat_id, TextWatch()).note_sign_in(url)
