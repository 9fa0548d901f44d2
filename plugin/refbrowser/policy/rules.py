"""Rules and the verdict on a call: the first rule that fits decides.

Judged twice. Before anything is done, the element is not known yet: a rule that depends on it may fit or not, and only what every
outcome agrees on is decided then. When the input is about to be sent everything is known.
"""

import math
import re
from collections.abc import Container, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from fnmatch import translate
from typing import Final, Literal, Self

from refbrowser.policy.facts import ANY_DIALOG, Facts, Tier
from refbrowser.policy.sites import Site, SitePattern
from refbrowser.policy.skeleton import plain, readings, skeleton

Decision = Literal["allow", "ask", "deny"]

DECISIONS: Final = ("allow", "ask", "deny")


@dataclass(frozen=True, slots=True)
class Verdict:
    """``rule`` is the name of the rule that decided, ``reason`` why it is there, for a person and a model to read."""

    decision: Decision
    rule: str
    reason: str


class _Fits(Enum):
    NO = 0
    YES = 1
    UNKNOWN = 2


class Globs:
    """Texts and patterns with ``*`` and ``?``, of which one has to match. Case does not count."""

    __slots__ = ("_regex", "patterns")

    def __init__(self, patterns: Sequence[str]) -> None:
        self.patterns = tuple(patterns)
        self._regex = re.compile("|".join(translate(plain(pattern)) for pattern in patterns))

    def match(self, text: str) -> bool:
        return self._regex.match(plain(text)) is not None


class TargetGlobs(Globs):
    """:class:`Globs` that what a person reads on a control has to match."""

    __slots__ = ("_skeletons",)

    def __init__(self, patterns: Sequence[str]) -> None:
        super().__init__(patterns)
        self._skeletons = re.compile("|".join(translate(skeleton(pattern)) for pattern in patterns))

    def may_match(self, text: str) -> bool:
        """Whether one of the patterns matches a text that ``text`` may be read as: letters that look alike are the same."""
        return self.match(text) or any(self._regex.match(reading) or self._skeletons.match(reading) for reading in readings(text))


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A rule fits a call when all of its criteria do; one that is None fits every call.

    ``target`` matches ``kind: name`` and ``name`` of the element and of the controls that input to it activates: a rule that allows
    needs all of these controls to match, one that asks or denies needs one. ``downloads`` matches the names of
    downloaded files. ``sites``: a rule that allows needs every site involved to match,
    one that asks or denies needs one, and fits any input to an element that nothing observes.
    ``autonomy``: the level from which an ask of this rule is allowed; None: never. ``tiers`` and ``other_than`` (actions by name
    that it is not about) are of presets alone.
    """

    name: str
    verdict: Decision
    reason: str
    actions: Globs | None = None
    groups: Globs | None = None
    effects: Globs | None = None
    operations: Globs | None = None
    askers: Globs | None = None
    sites: Sequence[SitePattern] | None = None
    target: TargetGlobs | None = None
    fields: frozenset[str] | None = None
    carries: frozenset[str] | None = None
    scripts: bool | None = None
    does: frozenset[str] | None = None
    files: Globs | None = None
    secrets: Globs | None = None
    downloads: Globs | None = None
    autonomy: int | None = None
    tiers: frozenset[Tier] | None = None
    other_than: frozenset[str] = frozenset()

    def fits(self, facts: Facts) -> _Fits:
        """Whether the rule is about the call, as far as that is known. One about downloads is about no call."""
        if self.downloads is not None or facts.action in self.other_than:
            return _Fits.NO
        for patterns, text in (
            (self.actions, facts.action),
            (self.groups, facts.group),
            (self.effects, facts.effect),
            (self.askers, facts.asker),
        ):
            if patterns is not None and not patterns.match(text):
                return _Fits.NO
        if (self.scripts is not None or self.does is not None) and not self._fits_script(facts):
            return _Fits.NO
        if self.tiers is not None and facts.tier not in self.tiers:
            return _Fits.NO
        for patterns, names in (
            (self.operations, facts.operations or ("",)),
            (self.secrets, facts.secrets or ("",)),
            (self.files, facts.files),
        ):
            if patterns is not None and not self._fits_names(patterns, names, facts.undeclared):
                return _Fits.NO
        return self._fits_observed(facts)

    def _fits_names(self, patterns: Globs, names: Sequence[str], undeclared: Sequence[str]) -> bool:
        """A rule that allows needs every name to match, one that asks or denies needs one, also one that an argument may be."""
        if self.verdict == "allow":
            return bool(names) and not undeclared and all(map(patterns.match, names))
        return any(map(patterns.match, (*names, *undeclared)))

    def _fits_script(self, facts: Facts) -> bool:
        if facts.undeclared:
            # It may be a script, of any kind.
            return self.verdict != "allow"
        if self.scripts is not None and self.scripts is not (facts.does is not None):
            return False
        return self.does is None or not self.does.isdisjoint(facts.does or ())

    @property
    def is_about_sites_alone(self) -> bool:
        """Whether it is about everything that involves its sites, whoever asks for what."""
        globs = (self.actions, self.groups, self.effects, self.operations, self.askers)
        others = (
            self.target,
            self.fields,
            self.carries,
            self.scripts,
            self.does,
            self.files,
            self.secrets,
            self.downloads,
            self.tiers,
        )
        everything = all(glob is None or "*" in glob.patterns for glob in globs) and not self.other_than
        return self.sites is not None and everything and all(criterion is None for criterion in others)

    def _fits_observed(self, facts: Facts) -> _Fits:
        unknown = False
        if self.sites is not None:
            fits = self._fits_sites(facts)
            if fits is _Fits.NO:
                return fits
            unknown = fits is _Fits.UNKNOWN
        if self.carries is not None:
            if not facts.sends_text:
                return _Fits.NO
            if not facts.observed:
                unknown = True
            elif not self.carries & facts.carried_kinds:
                return _Fits.NO
        if self.target is not None or self.fields is not None:
            if facts.unseen_input:
                # It may be any element.
                if self.verdict == "allow":
                    return _Fits.NO
            elif facts.presses:
                if not self._fits_pressed(facts.presses):
                    return _Fits.NO
            elif not facts.observed:
                if not facts.takes_element and not facts.answers_dialog:
                    return _Fits.NO
                unknown = True
            elif not self._fits_element(facts):
                return _Fits.NO
        return _Fits.UNKNOWN if unknown else _Fits.YES

    def _fits_sites(self, facts: Facts) -> _Fits:
        if facts.tier is None and self.verdict == "allow":
            # What its action does not declare may involve any site.
            return _Fits.NO
        patterns = self.sites or ()
        matches = [any(pattern.matches(site) for pattern in patterns) for site in facts.sites]
        # A call about no site, such as a listing, is at none.
        if self.verdict == "allow":
            found, settled = bool(matches) and all(matches), not all(matches)
        else:
            found, settled = any(matches), False
        if facts.sites_known or settled:
            return _Fits.YES if found else _Fits.NO
        return _Fits.YES if found and self.verdict != "allow" else _Fits.UNKNOWN

    def _fits_element(self, facts: Facts) -> bool:
        element = facts.element
        if element is None:
            return False
        if self.fields is not None and not self.fields & set(element.fields):
            return False
        if self.target is None:
            return True
        activated = list(element.controls) or [element.title]
        if element.submit is not None and facts.enters:
            # Enter presses that button.
            activated.append(element.submit)
        if self.verdict == "allow":
            return all(self._is_named(title) for title in activated)
        if element.unread or (facts.enters and element.submit_unread):
            # What nobody can compare may be the rule's target.
            return True
        names = [name for title in (element.title, *activated) for name in (title, title.partition(": ")[2])]
        # An option that is shown has its kind, too.
        shown = (*element.shown, *(element.submit_shown if facts.enters else ()))
        names += [name for text in shown for name in (text, text.removeprefix("option: "))]
        return any(map(self.target.may_match, names))

    def _fits_pressed(self, titles: Sequence[str]) -> bool:
        if self.target is None or self.fields is not None:
            return False
        if self.verdict == "allow":
            return all(map(self._is_named, titles))
        names = [name for title in titles for name in (title, title.partition(": ")[2])]
        return ANY_DIALOG in titles or any(map(self.target.may_match, names))

    def _is_named(self, title: str) -> bool:
        """Whether a control is one of the rule's targets, by ``kind: name`` or by its name."""
        return self.target is not None and (self.target.match(title) or self.target.match(title.partition(": ")[2]))


@dataclass(frozen=True, slots=True)
class Policy:
    """Rules in order, and what is said of a call that none of them fits."""

    name: str
    rules: Sequence[Rule] = ()
    default: Verdict = field(default=Verdict("allow", "default", "nothing forbids it"))

    @property
    def watches_text(self) -> bool:
        """Whether any rule asks where words came from."""
        return any(rule.carries is not None for rule in self.rules)

    def with_autonomy(self, level: float) -> Self:
        """The policy at a level of autonomy: asks of rules up to its floor are allowed. A fraction counts as the level below it,
        and so does a value that is not a number."""
        floor = math.floor(level) if math.isfinite(level) else 0
        rules = tuple(_allowed(rule) if _is_within(rule, floor) else rule for rule in self.rules)
        return type(self)(self.name, rules, self.default)

    def about_text(self, name: str) -> bool:
        """Whether the rule of that name asks where text comes from."""
        return any(rule.name == name and rule.carries is not None for rule in self.rules)

    def judge(self, facts: Facts, agreed: Container[str] = ()) -> Verdict | None:
        """The verdict; None where it depends on what is not observed yet. Rules that ask and whose names are in ``agreed`` were
        answered: those behind them decide."""
        possible: list[Verdict] = []
        for rule in self.rules:
            fits = rule.fits(facts)
            if fits is _Fits.NO or (rule.verdict == "ask" and rule.name in agreed):
                continue
            verdict = Verdict(rule.verdict, rule.name, rule.reason)
            if fits is _Fits.YES:
                return self._agreed(possible, verdict)
            possible.append(verdict)
        return self._agreed(possible, self.default)

    def judge_download(self, name: str, site: Site) -> Verdict | None:
        """The verdict of the first rule about files of that name from that site; None where no rule is about them."""
        for rule in self.rules:
            if rule.downloads is None or not rule.downloads.match(name):
                continue
            if rule.sites is None or any(pattern.matches(site) for pattern in rule.sites):
                return Verdict(rule.verdict, rule.name, rule.reason)
        return None

    def denial_of(self, site: Site) -> Verdict | None:
        """The verdict of the rule that denies whatever involves ``site``, unless a rule before it lets calls go there, or asks."""
        visit = Facts("navigate", "navigation", "navigate", url=f"{site.origin}/", tier="navigation", observed=True)
        for rule in self.rules:
            if rule.verdict == "deny" and not rule.is_about_sites_alone:
                continue
            if replace(rule, askers=None).fits(visit) is _Fits.YES:
                return Verdict(rule.verdict, rule.name, rule.reason) if rule.verdict == "deny" else None
        return None

    @staticmethod
    def _agreed(possible: Sequence[Verdict], certain: Verdict) -> Verdict | None:
        if not possible:
            return certain
        # All that may yet decide forbid it: then it is forbidden, whatever is observed.
        return possible[0] if all(verdict.decision == "deny" for verdict in (*possible, certain)) else None


def _is_within(rule: Rule, level: int) -> bool:
    return rule.verdict == "ask" and rule.autonomy is not None and rule.autonomy <= level


def _allowed(rule: Rule) -> Rule:
    return replace(rule, verdict="allow", reason=f"{rule.reason}; allowed by the level of autonomy")
