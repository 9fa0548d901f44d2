"""Every way in which a call can fail, as one tree with stable codes.

    RefbrowserError
     ├─ CallError            unknown_action · invalid_arguments
     ├─ TargetError          ref_unknown · ref_stale · ref_kind · frame_detached
     │                       selector_no_match · selector_ambiguous · selector_invalid
     ├─ ActionabilityError   covered · disabled · not_visible · unstable · readonly · not_editable · out_of_viewport
     │                       no_change · press_missed · focus_moved
     ├─ StateError           no_tab · tab_closed · tab_limit · dialog_open · no_dialog · no_history · browser_closed
      │                       clipboard_empty · nothing_selected · unsupported · user_in_control
     ├─ NavigationError      navigation_failed · navigation_timeout · http_auth_required
     ├─ ScriptError          script_error · script_timeout · unserializable
     ├─ PolicyError          policy_denied · egress_blocked
     ├─ FileError            file_denied · file_not_found · file_unwritable · file_unreadable
     ├─ BrowserFailure       launch_failed · browser_crashed · tab_crashed · tab_hung
     ├─ TimeoutExceeded      timeout
     ├─ ExpectationFailed    expectation_failed
     ├─ SkippedCall          skipped
     ├─ ServerError          malformed_request · unauthorized · origin_denied · not_found · chat_unknown · body_too_large
     │                       server_unreachable · server_lost · server_running · version_mismatch
     │                       port_taken · token_required
     ├─ DelegationError      model_unconfigured · model_failed
     ├─ ProfileError         profile_busy · profile_locked · profile_unreadable · profile_unknown · profile_exists
     ├─ InstallationError    extra_missing
     └─ InternalError        internal_error

Codes are public API. A message is one sentence that says what happened and why; what to do next is the :class:`Remedy`, as data,
which each surface spells in its own way.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True)
class Remedy:
    """What to do next: a call to make (``action`` and its arguments), or a shell ``command``; ``hint`` says why in a few words."""

    action: str | None = None
    arguments: Mapping[str, Any] = field(default_factory=dict)
    command: str | None = None
    hint: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """The remedy as it goes over the wire; empty parts are left out."""
        wire: dict[str, Any] = {}
        if self.action is not None:
            wire["action"] = self.action
        wire.update(self.arguments)
        if self.command is not None:
            wire["command"] = self.command
        if self.hint is not None:
            wire["hint"] = self.hint
        return wire


class RefbrowserError(Exception):
    """The root. ``code`` is stable; ``retryable`` says whether the same call may succeed if it is simply made again."""

    default_code: ClassVar[str] = "internal_error"
    retryable_codes: ClassVar[frozenset[str]] = frozenset()

    def __init__(
        self,
        message: str,
        *,
        code: str | None = None,
        remedy: Remedy | None = None,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code or self.default_code
        self.remedy = remedy
        self.details: dict[str, Any] = dict(details or {})

    def add(self, sentence: str) -> None:
        """Says one thing more."""
        self.message = f"{self.message} {sentence}"

    @property
    def retryable(self) -> bool:
        return self.code in self.retryable_codes

    def as_dict(self) -> dict[str, Any]:
        """The failure as the wire contract has it: ok, error, code, retryable, remedy and details."""
        return {
            "ok": False,
            "error": self.message,
            "code": self.code,
            "retryable": self.retryable,
            "remedy": self.remedy.as_dict() if self.remedy else None,
            "details": self.details,
        }


class CallError(RefbrowserError):
    """The call itself is wrong; nothing was done."""

    default_code = "invalid_arguments"


class TargetError(RefbrowserError):
    """The element, frame or selector that the call names is not there, or is not what the call says it is."""

    default_code = "ref_stale"


class ActionabilityError(RefbrowserError):
    """The element is there, but a person could not act on it now."""

    default_code = "not_visible"
    retryable_codes = frozenset(
        {"covered", "disabled", "not_visible", "unstable", "out_of_viewport", "press_missed", "focus_moved"}
    )


class StateError(RefbrowserError):
    """The tab or the browser is not in a state that allows the call."""

    default_code = "no_tab"
    retryable_codes = frozenset({"user_in_control"})


class NavigationError(RefbrowserError):
    """The document did not arrive. ``details`` carries ``net_error`` or the http status where there is one."""

    default_code = "navigation_failed"
    retryable_codes = frozenset({"navigation_failed", "navigation_timeout"})


class ScriptError(RefbrowserError):
    """The caller's script threw, never ended, or returned a value that cannot be read."""

    default_code = "script_error"


class PolicyError(RefbrowserError):
    """A rule forbids the call; nothing was done."""

    default_code = "policy_denied"


class FileError(RefbrowserError):
    """A path is outside the allowed folders, missing, or cannot be read or written."""

    default_code = "file_denied"


class BrowserFailure(RefbrowserError):
    """The browser, or a tab's renderer, is gone or does not answer."""

    default_code = "browser_crashed"
    retryable_codes = frozenset({"browser_crashed", "tab_crashed", "tab_hung"})


class LaunchFailed(BrowserFailure):
    """No Chromium could be found or started; the remedy names the command that mends it."""

    default_code = "launch_failed"


class TimeoutExceeded(RefbrowserError):
    """The deadline of the call passed; the message says what was waited for."""

    default_code = "timeout"
    retryable_codes = frozenset({"timeout"})


class ExpectationFailed(RefbrowserError):
    """What the caller expected of the page did not come true in time; ``details.seen`` is what there was instead."""

    default_code = "expectation_failed"


class SkippedCall(RefbrowserError):
    """A call of a batch that was not made, because one before it in the same tab failed."""

    default_code = "skipped"


class ServerError(RefbrowserError):
    """The local server refused the request, is not there, or cannot be started."""

    default_code = "server_unreachable"
    retryable_codes = frozenset({"server_unreachable"})


class DelegationError(RefbrowserError):
    """The model that a goal was handed to is not set, or does not answer."""

    default_code = "model_failed"
    retryable_codes = frozenset({"model_failed"})


class ProfileError(RefbrowserError):
    """The profile is in use, cannot be decrypted or read, or is not there."""

    default_code = "profile_busy"
    retryable_codes = frozenset({"profile_busy"})


class InstallationError(RefbrowserError, ImportError):
    """A part of this package is used whose requirements are not installed. It is an ``ImportError`` too: it comes of an import."""

    default_code = "extra_missing"


class InternalError(RefbrowserError):
    """A defect of ours. The exception is chained and logged; the message names its type."""

    default_code = "internal_error"
