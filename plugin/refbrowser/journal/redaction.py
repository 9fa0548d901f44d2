"""What journals and logs do not keep: card numbers, tokens of well-known services, and matches of a person's own patterns.

Answers to the agent are not changed by this.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from refbrowser.errors import CallError
from refbrowser.page_text import truncated
from refbrowser.redact import MASK, mask_spans

MOST_PATTERNS: Final = 100
MOST_CHARACTERS: Final = 1_000

_ENTERED: Final = frozenset({"text", "value"})
"""Arguments whose value a replay types. It asks for one that is not recorded, instead of typing the mask."""

_SHAPES: Final = (
    (r"gh[pousr]_[A-Za-z0-9]{36,255}", ("ghp_", "gho_", "ghu_", "ghs_", "ghr_")),
    (r"github_pat_[A-Za-z0-9_]{22,255}", ("github_pat_",)),
    (r"glpat-[\w-]{20,100}", ("glpat-",)),
    (r"(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Z0-9])", ("AKIA", "ASIA")),
    (r"xox[abeoprs]-[\w-]{10,250}", ("xox",)),
    (r"xapp-[\w-]{20,250}", ("xapp-",)),
    (r"hooks\.slack\.com/services/[\w/]{20,100}", ("hooks.slack.com/",)),
    (r"(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,250}", ("k_live_", "k_test_")),
    (r"whsec_[A-Za-z0-9+/=]{24,100}", ("whsec_",)),
    (r"sk-(?:ant-|proj-|svcacct-)?[\w-]{20,250}", ("sk-",)),
    (r"AIza[\w-]{35}", ("AIza",)),
    (r"ya29\.[\w-]{20,500}", ("ya29.",)),
    (r"npm_[A-Za-z0-9]{36}", ("npm_",)),
    (r"pypi-AgEI[\w-]{50,500}", ("pypi-AgEI",)),
    (r"hf_[A-Za-z]{30,60}", ("hf_",)),
    (r"SG\.[\w-]{16,64}\.[\w-]{16,64}", ("SG.",)),
    (r"\d{8,10}:AA[\w-]{33}", (":AA",)),
    (r"eyJ[\w-]{8,4000}\.[\w-]{2,8000}\.[\w-]{0,2000}", ("eyJ",)),
    (r"(?i:bearer) [\w.~+/-]{16,4000}=*", ("bearer ",)),
    (
        r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----(?:(?!-----END)[\s\S]){0,20000}(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----)?",
        ("-----BEGIN ",),
    ),
)
"""Tokens of GitHub, GitLab, AWS, Slack, Stripe, OpenAI, Anthropic, Google, npm, PyPI, Hugging Face, SendGrid and Telegram, JSON Web
Tokens, bearer tokens, private keys: how they look, and what stands in each of them. Every repetition is bounded."""

_TOKENS: Final = re.compile(r"(?<![A-Za-z0-9])(?:" + "|".join(shape for shape, _ in _SHAPES) + ")")
_SIGNS: Final = tuple(sign.lower() for _, signs in _SHAPES for sign in signs)
"""To look for these takes a tenth of the time, and most texts have none."""

_LEAST: Final = 12
"""Characters of the shortest text that :data:`_TOKENS` or :data:`_DIGITS` match."""

_MANY_DIGITS: Final = re.compile(r"\d[\d -]{11}")
"""What stands in every match of :data:`_DIGITS`, whatever is before it."""

_DIGITS: Final = re.compile(r"[2-6](?<![\w.].)\d(?:[ -]?\d){10,17}(?![\w])")
"""What may not stand before the number is looked at after its first digit: so the first digits are found faster."""


class Redactor:
    """The patterns of one browser. ``own`` are in RE2's syntax, whose time is linear in the text.

    Raises ``invalid_arguments`` that names a pattern which is not understood, or which matches the empty text.
    """

    def __init__(self, own: Sequence[str] = ()) -> None:
        if len(own) > MOST_PATTERNS:
            raise CallError(f"Setting redact has {len(own)} patterns; it takes {MOST_PATTERNS}.", details={"setting": "redact"})
        self._own = [_compiled(pattern) for pattern in own]

    def text(self, text: str) -> str:
        """``text`` with ``•••`` in place of what must not be kept."""
        if len(text) < _LEAST and not self._own:
            return text
        lowered = text.lower()
        shown = _TOKENS.sub(MASK, text) if any(sign in lowered for sign in _SIGNS) else text
        shown = _DIGITS.sub(_card, shown)
        for pattern in self._own:
            # RE2's own substitution misreads a replacement that is not ASCII.
            shown = mask_spans(shown, [found.span() for found in pattern.finditer(shown)])
        return shown

    def entry(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        """A journal's entry without it. What was to be entered becomes ``{"hidden": name}``, which a replay asks for."""
        if not self._own and _is_clear(entry):
            return dict(entry)
        shown: dict[str, Any] = self._redacted(dict(entry))
        if isinstance(arguments := entry.get("arguments"), Mapping):
            shown["arguments"] = self._arguments(arguments)
        return shown

    def _redacted(self, value: object) -> Any:
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Mapping):
            return {self.text(name): self._redacted(part) for name, part in value.items()}
        return [self._redacted(part) for part in value] if isinstance(value, list | tuple) else value

    def _arguments(self, value: object, name: str = "") -> Any:
        if isinstance(value, str):
            shown = self.text(value)
            return {"hidden": name} if shown != value and name in _ENTERED else shown
        if isinstance(value, Mapping):
            return {key: self._arguments(part, key) for key, part in value.items()}
        return [self._arguments(part, name) for part in value] if isinstance(value, list | tuple) else value


def _is_clear(entry: Mapping[str, Any]) -> bool:
    """Whether no text of the entry can hold a token or a card number: one look at its JSON in place of one at each text. JSON
    escapes nothing that the signs of tokens, or numbers, are made of."""
    text = json.dumps({name: value for name, value in entry.items() if name != "at"}, ensure_ascii=False)
    lowered = text.lower()
    return not any(sign in lowered for sign in _SIGNS) and _MANY_DIGITS.search(text) is None


def _compiled(pattern: str) -> Any:
    import re2

    options = re2.Options()
    options.log_errors = False
    try:
        if len(pattern) > MOST_CHARACTERS:
            raise CallError(f"it is longer than {MOST_CHARACTERS} characters")
        compiled = re2.compile(pattern, options)
        if compiled.search("") is not None:
            raise CallError("it matches the empty text")
    except (re2.error, CallError) as wrong:
        why = wrong.message if isinstance(wrong, CallError) else str(wrong.args[0].decode() if wrong.args else wrong)
        raise CallError(
            f"Setting redact has the pattern {truncated(pattern, 100)!r}, which cannot be used: {why}."
            " Patterns are in RE2's syntax.",
            details={"setting": "redact", "pattern": pattern[:200]},
        ) from None
    return compiled


def _card(found: re.Match[str]) -> str:
    digits = [int(character) for character in found[0] if character.isdigit()]
    return MASK if 12 <= len(digits) <= 19 and _has_check_digit(digits) else found[0]


def _has_check_digit(digits: Sequence[int]) -> bool:
    """The check of ISO/IEC 7812 (Luhn)."""
    total = 0
    for place, digit in enumerate(reversed(digits)):
        doubled = digit * 2 if place % 2 else digit
        total += doubled - 9 if doubled > 9 else doubled
    return total % 10 == 0


Redact = Callable[[Mapping[str, Any]], dict[str, Any]]
"""What a journal does with each entry before it is written."""
