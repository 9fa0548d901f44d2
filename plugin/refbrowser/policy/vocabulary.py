"""The names that rules may use for parts of calls: one that is misspelt would fit no call, and the rule with it never be one."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from refbrowser.policy.rules import Globs

WIPE: Final = "wipe"
OFFLINE: Final = "offline"
RESUBMIT: Final = "resubmit"
OVERWRITE: Final = "overwrite"
PASTE: Final = "paste"
"""What ``operations`` calls a ``close_all`` that deletes what the chat has stored, an ``emulate`` that cuts it off, a
``reload`` or step in the history that sends a form again, a call that may replace a file, and a ``clipboard`` that pastes."""

_METHOD: Final = re.compile(r"[A-Z][A-Za-z]*\.[A-Za-z*?]+")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The names by key of a rule: ``actions``, ``groups``, ``effects``, ``operations``. ``aliases`` are other names of actions,
    ``enabled`` those that a policy may enable."""

    names: Mapping[str, Sequence[str]]
    aliases: Mapping[str, str]
    enabled: Sequence[str]

    def problem(self, key: str, pattern: str) -> str | None:
        """What is wrong with the pattern; None for one that some name matches, and for a key of other texts."""
        allowed = self.names.get(key)
        if allowed is None or any(map(Globs([pattern]).match, allowed)):
            return None
        if key == "operations" and _METHOD.fullmatch(pattern):
            return None
        if key == "actions" and (meant := self.aliases.get(pattern)) is not None:
            return f"{key} has {pattern!r}, another name of {meant}; write that"
        near = get_close_matches(pattern, allowed, n=3)
        return f"{key} has {pattern!r}, which there is not" + (f"; did you mean {' or '.join(near)}" if near else "")
