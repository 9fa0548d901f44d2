"""A policy as a TOML file: read strictly, with the line of what is wrong."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any, Final

from refbrowser.errors import CallError
from refbrowser.policy.facts import CARRIED_KINDS, FIELD_KINDS
from refbrowser.policy.presets import PRESETS, guarded, preset
from refbrowser.policy.rules import DECISIONS, Globs, Policy, Rule, TargetGlobs, Verdict
from refbrowser.policy.scripts import REACHES
from refbrowser.policy.sites import SitePattern
from refbrowser.policy.vocabulary import Vocabulary

MOST_BYTES: Final = 256 * 1024
MOST_RULES: Final = 500

_TOP: Final = ("extends", "default", "allowed_domains", "enabled", "rule")
_GLOBS: Final = {
    "actions": "actions", "groups": "groups", "effects": "effects", "operations": "operations", "askers": "askers",
    "target": "target", "files": "files", "secrets": "secrets",
    "downloads": "downloads",
}  # fmt: skip
_CHOICES: Final[Mapping[str, Sequence[str]]] = {"fields": FIELD_KINDS, "carries": CARRIED_KINDS, "does": REACHES}
_RULE: Final = ("name", "verdict", "reason", "sites", "scripts", "autonomy", *_GLOBS, *_CHOICES)
_LINE_IN_MESSAGE: Final = re.compile(r"\(at line (\d+)")
_LEVELS: Final = range(1, 10)


class _Wrong(Exception):
    """What is wrong, and at which key of which rule (None: of the file itself)."""

    def __init__(self, message: str, key: str, rule: int | None = None) -> None:
        super().__init__(message)
        self.key, self.rule = key, rule


def read_policy(text: str, name: str, vocabulary: Vocabulary | None = None) -> Policy:
    """The policy that a file called ``name`` says; with a ``vocabulary``, names of parts of calls have to be in it.

    Raises ``invalid_arguments`` with ``details.line``, the first line being 1, for anything that is not understood: a policy that
    is half understood would allow what it was written to forbid.
    """
    try:
        if len(text) > MOST_BYTES:
            raise _Wrong(f"it is larger than {MOST_BYTES} bytes", "")
        return _policy(tomllib.loads(text), name, vocabulary)
    except tomllib.TOMLDecodeError as malformed:
        line = _LINE_IN_MESSAGE.search(str(malformed))
        raise _broken(name, int(line[1]) if line else text.count("\n") + 1, str(malformed)) from None
    except _Wrong as wrong:
        raise _broken(name, _line_of(text, wrong.key, wrong.rule), str(wrong)) from None


def _broken(name: str, line: int, problem: str) -> CallError:
    return CallError(f"The policy {name} is broken at line {line}: {problem}.", details={"policy": name, "line": line})


def _policy(document: Mapping[str, Any], name: str, vocabulary: Vocabulary | None) -> Policy:
    for key in document:
        if key not in _TOP:
            raise _Wrong(f"unknown key {key!r}; it takes {', '.join(_TOP)}", key)
    extends = _one_of(document, "extends", PRESETS, None)
    domains = _patterns(document, "allowed_domains", None)
    enabled = _enabled(document, vocabulary)
    if (domains or enabled) and extends not in (None, "guarded"):
        raise _Wrong(f"allowed_domains and enabled go with guarded, not with {extends}", "extends")
    if domains or enabled or extends == "guarded":
        base = guarded(domains or (), enabled or ())
    else:
        base = preset(extends) if extends is not None else Policy(name, (), Verdict("ask", "default", "no rule matches this call"))
    rules = document.get("rule", [])
    if not isinstance(rules, list) or not all(isinstance(rule, dict) for rule in rules):
        raise _Wrong("rules are written as [[rule]]", "rule")
    if len(rules) > MOST_RULES:
        raise _Wrong(f"there are more than {MOST_RULES} rules", "rule")
    read = [_rule(rule, number, vocabulary) for number, rule in enumerate(rules)]
    names = [rule.name for rule in read]
    for number, rule_name in enumerate(names):
        if rule_name in names[:number]:
            raise _Wrong(f"two rules are called {rule_name!r}", "name", number)
    default = base.default
    if (decision := _one_of(document, "default", DECISIONS, None)) is not None:
        default = Verdict(decision, "default", "no rule matches this call")  # type: ignore[arg-type]
    return Policy(name, (*read, *base.rules), default)


def _enabled(document: Mapping[str, Any], vocabulary: Vocabulary | None) -> list[str] | None:
    enabled = _texts(document, "enabled", None)
    for name in enabled or ():
        if vocabulary is not None and name not in vocabulary.enabled:
            raise _Wrong(f"enabled has {name!r}; it takes {', '.join(vocabulary.enabled)}", "enabled")
    return enabled


def _rule(given: Mapping[str, Any], number: int, vocabulary: Vocabulary | None) -> Rule:
    for key in given:
        if key not in _RULE:
            raise _Wrong(f"unknown key {key!r}; it takes {', '.join(_RULE)}", key, number)
    for key in ("name", "verdict"):
        if key not in given:
            raise _Wrong(f"the rule has no {key}", "", number)
    name, verdict = _text(given, "name", number), _one_of(given, "verdict", DECISIONS, number)
    assert verdict is not None
    scripts, autonomy = given.get("scripts"), given.get("autonomy")
    if not isinstance(scripts, bool | None):
        raise _Wrong("scripts must be true or false", "scripts", number)
    if autonomy is not None and (isinstance(autonomy, bool) or autonomy not in _LEVELS or verdict != "ask"):
        raise _Wrong(f"autonomy must be a whole number from 1 to {_LEVELS[-1]}, in a rule that asks", "autonomy", number)
    for key in _GLOBS if vocabulary is not None else ():
        for pattern in _texts(given, key, number) or ():
            if vocabulary is not None and (problem := vocabulary.problem(key, pattern)) is not None:
                raise _Wrong(problem, key, number)
    texts = {key: each for key in _GLOBS if (each := _texts(given, key, number)) is not None}
    globs = {_GLOBS[key]: (TargetGlobs if key == "target" else Globs)(each) for key, each in texts.items()}
    choices = {key: frozenset(_choices(given, key, allowed, number)) for key, allowed in _CHOICES.items() if key in given}
    of_calls = [key for key in (*_GLOBS, *_CHOICES, "scripts") if key != "downloads" and key in given]
    if "downloads" in given and of_calls:
        raise _Wrong(f"a rule about downloads takes only sites, not {of_calls[0]}", of_calls[0], number)
    reason = _text(given, "reason", number) if "reason" in given else f"the rule {name} matches"
    return Rule(
        name=name,
        verdict=verdict,  # type: ignore[arg-type]
        reason=reason,
        sites=_patterns(given, "sites", number),
        scripts=scripts,
        autonomy=autonomy,
        **globs,  # type: ignore[arg-type]
        **choices,  # type: ignore[arg-type]
    )


def _text(table: Mapping[str, Any], key: str, rule: int | None) -> str:
    value = table[key]
    if not isinstance(value, str) or not value.strip() or len(value) > 300:
        raise _Wrong(f"{key} is a text of 1 to 300 characters", key, rule)
    return value


def _texts(table: Mapping[str, Any], key: str, rule: int | None) -> list[str] | None:
    """A text, or a list of them that is not empty: an empty one would fit nothing, and a rule with it never be a rule."""
    if key not in table:
        return None
    value = table[key]
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list) or not texts or not all(isinstance(text, str) and text.strip() for text in texts):
        raise _Wrong(f"{key} is a text, or a list of texts that is not empty", key, rule)
    return texts


def _choices(table: Mapping[str, Any], key: str, allowed: Sequence[str], rule: int | None) -> list[str]:
    if table[key] is True and key == "carries":
        return ["any"]
    texts = _texts(table, key, rule) or []
    for text in texts:
        if text not in allowed:
            raise _Wrong(f"{key} is {text!r}; it is one of {', '.join(allowed)}", key, rule)
    return texts


def _one_of(table: Mapping[str, Any], key: str, allowed: Sequence[str], rule: int | None) -> str | None:
    value = table.get(key)
    if value is not None and value not in allowed:
        raise _Wrong(f"{key} is {value!r}; it is one of {', '.join(allowed)}", key, rule)
    return value


def _patterns(table: Mapping[str, Any], key: str, rule: int | None) -> tuple[SitePattern, ...] | None:
    texts = _texts(table, key, rule)
    if texts is None:
        return None
    try:
        return tuple(map(SitePattern.read, texts))
    except ValueError as wrong:
        raise _Wrong(str(wrong), key, rule) from None


_STRING_END: Final = re.compile(r'"""|\'\'\'')


def _line_of(text: str, key: str, rule: int | None) -> int:
    """The line of ``key`` in the rule of that number, or at the top; of the rule's own header where the key is not found."""
    header, current, inside = 1, -1, None
    wanted = re.compile(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[=.]") if key else None
    for number, line in enumerate(text.split("\n"), 1):
        if inside is None and re.match(r"\s*\[\[\s*[\"']?rule[\"']?\s*\]\]", line):
            current += 1
            if current == (0 if rule is None and key == "rule" else rule):
                header = number
        elif inside is None and wanted is not None and current == (-1 if rule is None else rule) and wanted.match(line):
            return number
        for quotes in _STRING_END.findall(line):
            # A text of several lines may look like keys.
            inside = quotes if inside is None else None if inside == quotes else inside
    return header
