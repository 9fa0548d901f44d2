"""The policy's first word on a call: on its arguments, before anything is done."""

from pydantic import BaseModel

from refbrowser.actions.spec import Action
from refbrowser.policy.facts import Facts
from refbrowser.service.calls.session_source import SessionSource
from refbrowser.service.oversight.call_facts import facts_of
from refbrowser.service.oversight.caller import Judge
from refbrowser.service.oversight.gate import denied


def judge_call(policy: Judge, source: SessionSource, action: Action, arguments: BaseModel, asker: str) -> Facts:
    """The facts of the call, which go on to be observed. Raises ``policy_denied`` for what is denied whatever is observed."""
    page_url = page_of(source, arguments) if action.scope == "tab" else None
    facts = facts_of(action, arguments, page_url=page_url, asker=asker)
    verdict = policy.current().judge(facts)
    if verdict is not None and verdict.decision == "deny":
        raise denied(facts, verdict)
    return facts


def page_of(source: SessionSource, arguments: BaseModel) -> str | None:
    """Return the address of the page in the tab that the call names, by default the active one; None where there is none."""
    if (session := source.existing()) is None:
        return None
    number = getattr(arguments, "browser_id", None) or session.last_interacted
    return session.tab(number).document_url if number is not None and number in session else None
