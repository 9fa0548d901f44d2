"""Everything that the calls of one browser are judged by, and the people who are asked."""

from pydantic import BaseModel

from refbrowser.policy.facts import Facts
from refbrowser.service.approvals.desk import Approvals
from refbrowser.service.approvals.grants import Grants
from refbrowser.service.policy_source import PolicySource
from refbrowser.settings import Settings


class Oversight:
    """The policy, the desk where people are asked, and what they have allowed."""

    def __init__(self, settings: Settings, approvals: Approvals) -> None:
        self.settings = settings
        self.policy = PolicySource(settings.policy, settings.autonomy)
        self.approvals = approvals
        self.grants = Grants()

    def with_carried(self, chat_id: str, facts: Facts, arguments: BaseModel) -> Facts:
        """The facts, with the sites whose text the call would send elsewhere."""
        return facts
