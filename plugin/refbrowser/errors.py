"""Every failure of a call, as one tree with stable codes.

    RefbrowserError
     ├─ CallError            unknown_action · invalid_arguments
     ├─ TargetError          ref_unknown · ref_stale · ref_kind · frame_detached
     │                       selector_no_match · selector_ambiguous · selector_invalid · text_not_found
     ├─ ActionabilityError   covered · disabled · not_visible · unstable · readonly · not_editable · out_of_viewport
     │                       no_change · press_missed · focus_moved · not_selectable
     ├─ StateError           no_tab · tab_closed · tab_limit · dialog_open · no_dialog · no_history · browser_closed
      │                       clipboard_empty · nothing_selected · unsupported · user_in_control
     │                       paused_by_person · stopped_by_person · chat_limit · rate_limit · recording · not_recording
     │                       chat_busy · chat_elsewhere
     ├─ NavigationError      navigation_failed · navigation_timeout · http_auth_required
     ├─ ScriptError          script_error · script_timeout · unserializable
     ├─ PolicyError          policy_denied · approval_denied · approval_expired · approval_unavailable
     │                       secret_unknown · secret_origin · egress_blocked
     ├─ FileError            file_denied · file_not_found · file_unwritable · file_unreadable
     ├─ BrowserFailure       launch_failed · browser_crashed · tab_crashed · tab_hung
     ├─ TimeoutExceeded      timeout
     ├─ ExpectationFailed    expectation_failed
     ├─ SkippedCall          skipped
     ├─ ServerError          malformed_request · unauthorized · token_denied · origin_denied · not_found · chat_unknown
     │                       body_too_large
     │                       server_unreachable · server_lost · server_running · version_mismatch
     │                       settings_differ
     │                       port_taken · token_required
     ├─ ClusterError         host_lost · cluster_full · cluster_unreachable
     ├─ DelegationError      model_unconfigured · model_failed
     ├─ FlowError            flow_unknown · flow_invalid · flow_stopped
     ├─ ProfileError         profile_busy · profile_locked · profile_unreadable · profile_unknown · profile_exists
     │                       profile_kind
     ├─ CheckpointError      checkpoint_unreadable · checkpoint_version · checkpoint_too_large
     ├─ InstallationError    extra_missing
     └─ InternalError        internal_error

Codes are public API. A message states what happened and why. The :class:`Remedy` states what to do next, as data that each surface
renders in its own form.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True)
class Remedy:
    """What to do next: a call (``action`` with ``arguments``) or a shell ``command``. ``hint`` gives the reason in a few words."""

    action: str | None = None
    arguments: Mapping[str, Any] = field(default_factory=dict)
    command: str | None = None
    hint: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return the wire form, without empty parts: ``{action, **arguments, command, hint}``."""
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
    """The base class.

    ``message`` is for readers, ``code`` is stable, ``remedy`` is the next step or None, and ``details`` holds JSON-ready facts.
    """

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
        self.not_to_repeat = False
        """Whether to repeat the call is no use or does harm: another one failed, which this one let go on, or input was sent."""

    def add(self, sentence: str) -> None:
        """Append ``sentence`` to the message."""
        self.message = f"{self.message} {sentence}"

    @property
    def retryable(self) -> bool:
        """Whether the same call may succeed when it is repeated unchanged."""
        return self.code in self.retryable_codes and not self.not_to_repeat

    def as_dict(self) -> dict[str, Any]:
        """Return the failure as ``{ok: False, error, code, retryable, remedy, details}``, without credentials in URLs."""
        # Compiles its patterns, which a program that sees no failure does without.
        from refbrowser.redact import redacted, without_user_info

        def openable(value: Any) -> Any:
            return without_user_info(value) if isinstance(value, str) else value

        return {
            "ok": False,
            "error": redacted(self.message),
            "code": self.code,
            "retryable": self.retryable,
            "remedy": {key: openable(value) for key, value in self.remedy.as_dict().items()} if self.remedy else None,
            "details": {key: redacted(value) if isinstance(value, str) else value for key, value in self.details.items()},
        }


class CallError(RefbrowserError):
    """The call is malformed. Nothing was executed, or its message says what was."""

    default_code = "invalid_arguments"


class TargetError(RefbrowserError):
    """The ref, selector or frame of the call matches no element, several elements, or an element of another kind."""

    default_code = "ref_stale"


class ActionabilityError(RefbrowserError):
    """The element exists, but a user could not act on it now."""

    default_code = "not_visible"
    retryable_codes = frozenset(
        {"covered", "disabled", "not_visible", "unstable", "out_of_viewport", "press_missed", "focus_moved"}
    )


class StateError(RefbrowserError):
    """The state of the tab or the browser does not allow the call."""

    default_code = "no_tab"
    retryable_codes = frozenset({"user_in_control", "paused_by_person", "rate_limit", "chat_busy"})


class NavigationError(RefbrowserError):
    """The document did not load. ``details`` has ``net_error`` or the HTTP status where one was observed."""

    default_code = "navigation_failed"
    retryable_codes = frozenset({"navigation_failed", "navigation_timeout"})


class ScriptError(RefbrowserError):
    """The caller's script threw, did not finish in time, or returned a value that JSON cannot express."""

    default_code = "script_error"


class PolicyError(RefbrowserError):
    """A rule or a person forbids the call, or no person could be asked. Nothing was executed."""

    default_code = "policy_denied"
    retryable_codes = frozenset({"approval_expired", "approval_unavailable"})


class FileError(RefbrowserError):
    """A path lies outside the allowed folders, does not exist, or cannot be read or written."""

    default_code = "file_denied"


class BrowserFailure(RefbrowserError):
    """The browser or a tab's renderer crashed or does not respond."""

    default_code = "browser_crashed"
    retryable_codes = frozenset({"browser_crashed", "tab_crashed", "tab_hung"})


class LaunchFailed(BrowserFailure):
    """No Chromium was found, or it did not start. The remedy is the command that fixes it."""

    default_code = "launch_failed"


class TimeoutExceeded(RefbrowserError):
    """The call's deadline passed. The message names what the call was waiting for."""

    default_code = "timeout"
    retryable_codes = frozenset({"timeout"})


class ExpectationFailed(RefbrowserError):
    """An expectation did not hold in time. ``details.seen`` is what the page had instead."""

    default_code = "expectation_failed"


class SkippedCall(RefbrowserError):
    """A call of a batch did not run, because an earlier call on the same tab failed."""

    default_code = "skipped"


class ServerError(RefbrowserError):
    """The local server refused the request, does not respond, or cannot start."""

    default_code = "server_unreachable"
    retryable_codes = frozenset({"server_unreachable"})


class ClusterError(RefbrowserError):
    """A host of the cluster ended during the call, no host takes the chat, or the cluster cannot be reached.

    ``details.performed`` of ``host_lost`` says whether input had been sent: true, false, or ``"unknown"``.
    """

    default_code = "host_lost"
    retryable_codes = frozenset({"host_lost", "cluster_full", "cluster_unreachable"})


class DelegationError(RefbrowserError):
    """The model for a delegated goal is not configured or does not answer."""

    default_code = "model_failed"
    retryable_codes = frozenset({"model_failed"})


class FlowError(RefbrowserError):
    """A flow is not there or malformed, or stopped because the site is not as the flow says."""

    default_code = "flow_stopped"


class ProfileError(RefbrowserError):
    """The profile is in use, cannot be decrypted or read, or is not there."""

    default_code = "profile_busy"
    retryable_codes = frozenset({"profile_busy"})


class CheckpointError(RefbrowserError):
    """The bytes of a sleeping chat cannot be read, are of a later version, or would be too many."""

    default_code = "checkpoint_unreadable"


class InstallationError(RefbrowserError, ImportError):
    """A part of this package is used whose requirements are not installed. It is an ``ImportError`` too: it comes of an import."""

    default_code = "extra_missing"


class InternalError(RefbrowserError):
    """A defect in refbrowser. The original exception is chained and logged; the message names its type."""

    default_code = "internal_error"
