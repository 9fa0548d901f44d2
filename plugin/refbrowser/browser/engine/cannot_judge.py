"""The refusal of input for something that a policy cannot judge."""

from refbrowser.errors import PolicyError, Remedy


def cannot_judge(what: str) -> PolicyError:
    """Return the error for input to ``what``, which the page does not let the engine see into."""
    return PolicyError(
        f"{what} cannot be seen into now, so the policy cannot judge what the input would do there.",
        remedy=Remedy("content", hint="reads its frames"),
        details={"rule": "unseen"},
    )
