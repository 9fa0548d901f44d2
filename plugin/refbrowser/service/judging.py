"""The policy's first word on a call: on its arguments, before anything is done."""

from dataclasses import replace

from pydantic import BaseModel

from refbrowser.actions.spec import Action
from refbrowser.errors import PolicyError
from refbrowser.policy.facts import Facts
from refbrowser.policy.rules import Verdict
from refbrowser.service.call_facts import facts_of
from refbrowser.service.policy_source import PolicySource
from refbrowser.service.session_source import SessionSource


def judge_call(policy: PolicySource, source: SessionSource, action: Action, arguments: BaseModel, asker: str) -> Facts:
    """The facts of the call. Raises ``policy_denied``, and ``approval_unavailable`` for what a person would have to be asked."""
    session = source.existing()
    page_url = None
    if session is not None and action.scope == "tab":
        number = getattr(arguments, "browser_id", None) or session.last_interacted
        page_url = session.tab(number).url if number is not None and number in session else None
    facts = facts_of(action, arguments, page_url=page_url, asker=asker)
    if not facts.takes_element:
        facts = replace(facts, observed=True)
    verdict = policy.current().judge(facts)
    if verdict is None:
        raise unavailable(facts, Verdict("ask", "undecided", "its rules depend on what is observed"))
    if verdict.decision == "deny":
        raise denied(facts, verdict)
    if verdict.decision == "ask":
        raise unavailable(facts, verdict)
    return facts


def denied(facts: Facts, verdict: Verdict) -> PolicyError:
    """The refusal of a call, with the rule and what it was judged by."""
    return PolicyError(
        f"The policy denies {facts.action}: {verdict.reason}.", details={"rule": verdict.rule, "facts": facts.as_dict()}
    )


def unavailable(facts: Facts, verdict: Verdict) -> PolicyError:
    """A person would have to be asked, and none can be."""
    return PolicyError(
        f"The policy asks a person before {facts.action} ({verdict.reason}), and nobody can be asked.",
        code="approval_unavailable",
        details={"rule": verdict.rule, "facts": facts.as_dict()},
    )
