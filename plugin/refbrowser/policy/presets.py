"""The policies that need no file: ``open``, ``guarded`` and ``read_only``."""

from collections.abc import Sequence
from typing import Final, get_args

from refbrowser.policy.facts import Tier
from refbrowser.policy.rules import Globs, Policy, Rule, Verdict
from refbrowser.policy.sites import SitePattern
from refbrowser.policy.vocabulary import OFFLINE, OVERWRITE, RESUBMIT, WIPE

PRESETS: Final = ("open", "guarded", "read_only")

LOOK: Final = 1
ACT: Final = 2
HIGH: Final = 3
"""Levels of autonomy: going to other sites and moving about a page; input that a page acts on; scripts, files and raw commands."""

_NAVIGATION: Final[frozenset[Tier]] = frozenset({"navigation"})
_HISTORY: Final[frozenset[Tier]] = frozenset({"history"})
_VIEW: Final[frozenset[Tier]] = frozenset({"view"})
_MOTION: Final[frozenset[Tier]] = frozenset({"view", "motion"})
_READING: Final[frozenset[Tier]] = frozenset({"reading"})
_DIALOG: Final[frozenset[Tier]] = frozenset({"dialog"})
_DECLARED: Final[frozenset[Tier]] = frozenset(get_args(Tier))
HIGH_RISK: Final[Tier] = "high_risk"
_DELETES: Final = "it deletes the chat's cookies, storage and files"
_OVERWRITES: Final = "it may replace a file that this chat has not made"
_RESUBMISSION: Final = "it sends a form again: what that did, such as an order, would be done twice"
_UNSEEN: Final = "it can bypass every other rule"


def guarded(allowed_domains: Sequence[SitePattern] = (), enabled: Sequence[str] = ()) -> Policy:
    """Three tiers. Reading and going to ``allowed_domains`` is allowed; input, and going elsewhere, is asked for; scripts, files
    and raw commands are denied unless they are ``enabled`` (actions by name), and asked for then."""
    denied = [
        Rule(
            name="high-risk",
            verdict="deny",
            reason="this action is not enabled in the policy",
            tiers=frozenset({HIGH_RISK}),
            other_than=frozenset(enabled),
        )
    ]
    if "evaluate" not in enabled:
        # What does not say what it does is asked for as input.
        denied.append(
            Rule(name="scripts", verdict="deny", reason=f"evaluate is not enabled: {_UNSEEN}", scripts=True, tiers=_DECLARED)
        )
    asked = []
    if enabled:
        asked = [
            Rule(name="enabled-high-risk", verdict="ask", reason=_UNSEEN, actions=Globs(enabled), autonomy=HIGH),
            Rule(name="enabled-scripts", verdict="ask", reason=_UNSEEN, scripts=True, autonomy=HIGH),
        ]
    allowed = Rule(
        name="allowed-domain",
        verdict="allow",
        reason="the site is in allowed_domains",
        tiers=_NAVIGATION,
        sites=(*allowed_domains, SitePattern.read("about:")),
    )
    rules = (*denied, *_ALWAYS_ASKED, *asked, allowed, *_TIERS)
    return Policy("guarded", rules, Verdict("ask", "default", "no rule matches this action"))


_ALWAYS_ASKED: Final = (
    Rule(
        name="carries-private",
        verdict="ask",
        reason="text of a site that was signed in to, or of a private address, would leave for another site",
        carries=frozenset({"private", "signed-in"}),
    ),
    Rule(
        name="sensitive-form",
        verdict="ask",
        reason="the form holds a card number, a password or a one-time code",
        effects=Globs(["input"]),
        fields=frozenset({"card", "password", "one-time-code"}),
    ),
)
_TIERS: Final = (
    Rule(name="other-domain", verdict="ask", reason="it is not in allowed_domains", tiers=_NAVIGATION, autonomy=LOOK),
    Rule(name="resubmission", verdict="ask", reason=_RESUBMISSION, operations=Globs([RESUBMIT]), autonomy=ACT),
    Rule(name="overwrite", verdict="ask", reason=_OVERWRITES, operations=Globs([OVERWRITE]), autonomy=HIGH),
    Rule(name="history", verdict="allow", reason="it returns to a page of the tab's history", tiers=_HISTORY),
    Rule(name="wipe", verdict="ask", reason=_DELETES, operations=Globs([WIPE]), autonomy=HIGH),
    Rule(name="reading", verdict="allow", reason="it only reads", tiers=_READING),
    Rule(name="motion", verdict="ask", reason="pages react to the pointer and the view", tiers=_MOTION, autonomy=LOOK),
    Rule(name="input", verdict="ask", reason="pages act on input", effects=Globs(["input"]), autonomy=ACT),
    Rule(name="dialog", verdict="ask", reason="its answer decides what the page does", tiers=_DIALOG, autonomy=ACT),
)


def read_only() -> Policy:
    """Pages are opened, read and scrolled; nothing is pressed, typed, run or changed."""
    held = "a dialog that stays open holds its page"
    rules = (
        Rule(name="scripts", verdict="deny", reason="a script could do anything", scripts=True),
        Rule(name="wipe", verdict="deny", reason=_DELETES, operations=Globs([WIPE])),
        Rule(name="offline", verdict="deny", reason="pages could not be read", operations=Globs([OFFLINE])),
        Rule(name="resubmission", verdict="deny", reason=_RESUBMISSION, operations=Globs([RESUBMIT])),
        Rule(name="overwrite", verdict="deny", reason=_OVERWRITES, operations=Globs([OVERWRITE])),
        Rule(name="dismiss", verdict="allow", reason=held, tiers=_DIALOG, operations=Globs(["dismiss"])),
        Rule(name="reading", verdict="allow", reason="it only reads", tiers=_READING),
        Rule(name="navigation", verdict="allow", reason="it loads a page", tiers=_NAVIGATION),
        Rule(name="history", verdict="allow", reason="it returns to a page of the tab's history", tiers=_HISTORY),
        Rule(name="view", verdict="allow", reason="it only scrolls", tiers=_VIEW),
    )
    return Policy("read_only", rules, Verdict("deny", "read_only", "the policy only allows reading"))


def preset(name: str) -> Policy:
    """Raises ``KeyError`` for a name that is none of :data:`PRESETS`."""
    return {"open": lambda: Policy("open"), "guarded": guarded, "read_only": read_only}[name]()
