"""Where the policy comes from: a preset, or a file that is read again when it has changed."""

import os
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, get_args, get_origin

from refbrowser.actions.aliases import ALIASES
from refbrowser.actions.catalog import ACTIONS
from refbrowser.actions.spec import Action, Effect
from refbrowser.actions.uses import declared
from refbrowser.errors import PolicyError, RefbrowserError, Remedy
from refbrowser.policy.policy_file import MOST_BYTES, read_policy
from refbrowser.policy.presets import HIGH_RISK, PRESETS, preset
from refbrowser.policy.rules import Policy, Verdict
from refbrowser.policy.sites import Site
from refbrowser.policy.vocabulary import RESUBMIT, Vocabulary

_Version = tuple[int, int, int]

_CHECK: Final = Remedy(command="refbrowser policy check", hint="reports the error in it")


class PolicySource:
    """The policy of one browser, at its level of autonomy. A file that is missing, unreadable or broken denies every call.
    ``on_change`` is called when a file has been read again."""

    def __init__(self, setting: str, autonomy: float, on_change: Callable[[], None] = lambda: None) -> None:
        self._autonomy, self._on_change = autonomy, on_change
        self.path = None if setting in PRESETS else Path(setting).expanduser()
        self._policy: Policy | None = preset(setting).with_autonomy(autonomy) if self.path is None else None
        self._version: _Version | None = None
        self._broken: PolicyError | None = None

    def current(self) -> Policy:
        """The policy as it stands in its file now. Raises ``policy_denied`` while that is broken."""
        if self.path is not None:
            self._refresh(self.path)
        if self._broken is not None:
            # A new one each time: an exception collects tracebacks.
            raise PolicyError(self._broken.message, remedy=_CHECK, details=self._broken.details)
        assert self._policy is not None
        return self._policy

    def denial_of(self, site: Site) -> Verdict | None:
        """The verdict of the rule that denies whatever involves ``site``; every site is denied while the file is broken."""
        try:
            return self.current().denial_of(site)
        except PolicyError as broken:
            return Verdict("deny", str(broken.details["rule"]), broken.message.rstrip("."))

    def _refresh(self, path: Path) -> None:
        try:
            found = os.stat(path)
            version = (found.st_mtime_ns, found.st_size, found.st_ino)
            if version == self._version:
                return
            with open(path, "rb") as file:
                text = file.read(MOST_BYTES + 1).decode()
            self._policy, self._broken = read_policy(text, str(path), vocabulary()).with_autonomy(self._autonomy), None
            self._version = version
            self._on_change()
        except (OSError, UnicodeDecodeError) as failure:
            self._deny(
                f"The policy {path} cannot be read ({type(failure).__name__}), so every call is denied; policies without a file "
                f"are {', '.join(PRESETS)}.",
                {},
            )
        except RefbrowserError as broken:
            self._deny(f"{broken.message} Every call is denied until it is corrected.", broken.details)

    def _deny(self, message: str, details: dict[str, object]) -> None:
        # Read again at the next call: the version of what could not be read is not kept.
        self._version, self._policy = None, None
        self._broken = PolicyError(message, details={"rule": "broken-policy", **details})


@cache
def vocabulary() -> Vocabulary:
    """Actions, groups, effects and operations, with the actions' aliases."""
    operations = {text for action in ACTIONS for text in _operations(action)}
    names: dict[str, Sequence[str]] = {
        "actions": [action.name for action in ACTIONS],
        "groups": sorted({action.group for action in ACTIONS}),
        "effects": get_args(Effect),
        "operations": sorted({*operations, RESUBMIT}),
    }
    enabled = [action.name for action in ACTIONS if action.conduct.tier == HIGH_RISK]
    return Vocabulary(names, {name: alias.action for name, alias in ALIASES.items()}, enabled)


def _operations(action: Action) -> Iterator[str]:
    """Yield what rules call the operations of an action; the methods of raw commands are not listed."""
    for argument in declared(action.arguments):
        if argument.use is not None and argument.use.kind == "operation":
            annotation = action.arguments.model_fields[argument.name].annotation
            yield from (argument.use.operation,) if argument.use.operation else _texts(annotation)


def _texts(annotation: Any) -> Iterator[str]:
    """The texts of the literals in a type."""
    for part in get_args(annotation):
        if get_origin(annotation) is Literal:
            yield str(part)
        else:
            yield from _texts(part)
