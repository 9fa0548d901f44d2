"""The result of a run for programs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from refbrowser.errors import CallError, FlowError, RefbrowserError


@dataclass(frozen=True, slots=True)
class FlowResult:
    """``outputs`` by name; ``healed``, the steps whose element was found although something about it is different; ``skipped``, the
    optional steps that were left out; ``raw`` has every field."""

    outputs: Mapping[str, Any]
    healed: Sequence[Mapping[str, Any]]
    skipped: Sequence[str]
    raw: Mapping[str, Any]


def flow_result(envelope: Mapping[str, Any]) -> FlowResult:
    """Return the result of a call of ``flow``. Raises what it failed with, as :class:`FlowError` or :class:`CallError`."""
    if not envelope["ok"]:
        kind: type[RefbrowserError] = CallError if envelope["code"] == CallError.default_code else FlowError
        raise kind(envelope["error"], code=envelope["code"], details=envelope["details"])
    raw = envelope["result"]
    return FlowResult(raw["outputs"], raw["healed"], raw["skipped"], raw)
