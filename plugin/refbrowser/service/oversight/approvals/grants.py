"""What people have allowed beyond one call: for a chat and its sites, or permanently, as a rule in the policy's file."""

import itertools
import os
import re
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from refbrowser.extras import require
from refbrowser.policy.facts import Facts
from refbrowser.policy.policy_file import read_policy
from refbrowser.policy.rules import Verdict
from refbrowser.service.oversight.policy_source import vocabulary

_MAGIC: Final = re.compile(r"([*?\[])")
_MOST: Final = 1_000


class Grants:
    """What was allowed ``always_here``, in every chat of one browser: a rule's asks, on the very sites that the call involved."""

    def __init__(self) -> None:
        self._given: dict[tuple[str, str, frozenset[str]], None] = {}
        self._transfers: dict[tuple[str, str], set[tuple[str, str]]] = {}

    def add(self, chat: str, verdict: Verdict, facts: Facts) -> None:
        self._given[chat, verdict.rule, _sites(facts)] = None
        while len(self._given) > _MOST:
            del self._given[next(iter(self._given))]

    def covers(self, chat: str, verdict: Verdict, facts: Facts) -> bool:
        return (chat, verdict.rule, _sites(facts)) in self._given

    def add_transfer(self, chat: str, rule: str, facts: Facts) -> None:
        """Text of the sites that the call carries may leave for those to which it goes, for the rule, until the task ends."""
        pairs = self._transfers.setdefault((chat, rule), set())
        if len(pairs) < _MOST:
            pairs.update((source, to) for source in facts.carries for to in facts.carried_to)

    def agreed_transfers(self, chat: str, facts: Facts) -> frozenset[str]:
        """The rules for which all that the call carries may go where it goes."""
        pairs = {(source, to) for source in facts.carries for to in facts.carried_to}
        return frozenset(rule for (of, rule), agreed in self._transfers.items() if of == chat and pairs and pairs <= agreed)

    def given(self, chat: str) -> list[tuple[str, frozenset[str]]]:
        """What was allowed in the chat: the rules, each with the sites."""
        return [(rule, sites) for of, rule, sites in self._given if of == chat]

    def transfers(self, chat: str) -> list[tuple[str, str, str]]:
        """Which text of the chat may leave until its task ends: rule, site of the text, site that gets it."""
        return [(rule, source, to) for (of, rule), pairs in self._transfers.items() if of == chat for source, to in sorted(pairs)]

    def restore(self, chat: str, given: Iterable[tuple[str, Iterable[str]]], transfers: Iterable[tuple[str, str, str]]) -> None:
        """What was allowed holds in the chat, which comes from another browser."""
        for rule, sites in itertools.islice(given, _MOST):
            self._given[chat, rule, frozenset(sites)] = None
        for rule, source, to in itertools.islice(transfers, _MOST):
            self._transfers.setdefault((chat, rule), set()).add((source, to))

    def forget_transfers(self, chat: str) -> None:
        """The chat has another task."""
        for key in [key for key in self._transfers if key[0] == chat]:
            del self._transfers[key]

    def forget(self, chat: str) -> None:
        """The chat was closed."""
        self.forget_transfers(chat)
        for key in [key for key in self._given if key[0] == chat]:
            del self._given[key]


def _sites(facts: Facts) -> frozenset[str]:
    return frozenset(site.origin for site in facts.sites)


def write_rule(path: Path, verdict: Verdict, facts: Facts) -> None:
    """Adds to the policy's file a rule that allows such calls, before the rule that asked; comments and layout stay.

    The rule names the action, the sites and, where there is one, the element. Raises ``extra_missing`` without tomlkit, and
    ``invalid_arguments`` when the file is broken or would be afterwards; it is then as it was.
    """
    require("approvals", "Writing a rule to the policy")
    import tomlkit

    text = path.read_text(encoding="utf-8")
    document = tomlkit.parse(text)
    rules: list[Any] = document.get("rule", [])
    names = {str(rule.get("name")) for rule in rules}
    rule = tomlkit.table()
    rule.add("name", _unused(f"allowed {facts.action}", names))
    rule.add("verdict", "allow")
    rule.add("actions", [_plain(facts.action)])
    if sites := [site.origin for site in facts.sites]:
        rule.add("sites", sorted(set(sites)))
    if facts.element is not None:
        submit = [facts.element.submit] if facts.enters and facts.element.submit else []
        titles = dict.fromkeys([*(facts.element.controls or [facts.element.title]), *submit])
        rule.add("target", [_plain(title) for title in titles])
        if facts.element.fields:
            rule.add("fields", list(facts.element.fields))
    rule.add("reason", "a person allowed it permanently")
    asked = [index for index, existing in enumerate(rules) if existing.get("name") == verdict.rule]
    if "rule" not in document:
        document.add("rule", tomlkit.aot())
    document["rule"].insert(asked[0] if asked else len(rules), rule)
    changed = tomlkit.dumps(document)
    read_policy(changed, str(path), vocabulary())
    _replace(path, changed)


def _plain(text: str) -> str:
    """A pattern that matches ``text`` alone."""
    return _MAGIC.sub(r"[\1]", text)


def _unused(name: str, names: Sequence[str] | set[str]) -> str:
    number = 1
    while (found := name if number == 1 else f"{name} {number}") in names:
        number += 1
    return found


def _replace(path: Path, text: str) -> None:
    """The file is the old one or the new one, whatever happens between, and keeps its mode."""
    target = Path(os.path.realpath(path))
    descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=".policy-")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, os.stat(target).st_mode & 0o777)
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise
