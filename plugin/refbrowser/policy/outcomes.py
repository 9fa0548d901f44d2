"""What became of a connection that was not made, and how that is said."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from refbrowser.errors import PolicyError, Remedy
from refbrowser.page_text import one_line, truncated
from refbrowser.policy.rules import Verdict

BLOCKED: Final = "ERR_BLOCKED_BY_CLIENT"

_BY_PROXY: Final = frozenset(
    {
        "ERR_CONNECTION_CLOSED",
        "ERR_CONNECTION_RESET",
        "ERR_EMPTY_RESPONSE",
        "ERR_RESPONSE_HEADERS_MULTIPLE_CONTENT_LENGTH",
        "ERR_SSL_PROTOCOL_ERROR",
        "ERR_TUNNEL_CONNECTION_FAILED",
    }
)
"""What Chromium calls it when its proxy makes no connection, whatever the reason."""

_BECAUSE: Final = {
    "allowlist": "allow_hosts does not name it",
    "deny_hosts": "deny_hosts names it",
    "link_local": "it is a link-local address",
    "metadata": "it is a cloud metadata service",
    "offline": "network is offline",
    "public": "it is on this machine or a private network, and network is public",
    "public_to_private": "pages of public sites may not reach this machine or a private network",
    "rebinding": "its name now resolves to another kind of address than before",
    "tor": "it is on this machine or a private network, and network is tor",
    "unroutable": "the address is not that of a single machine",
}


NO_PAGE: Final = "no page came: HTTP 304 without a cached copy, a redirect that Chromium does not follow, or a stop"
"""Of a request that Chromium aborts without reporting its answer."""

_IN_WORDS: Final = {
    "ERR_ABORTED": NO_PAGE,
    "ERR_PROXY_CERTIFICATE_INVALID": "this machine does not trust the certificate of the proxy in the setting upstream",
    "ERR_PROXY_AUTH_REQUESTED": "the proxy in the setting upstream wants another user name and password there",
}


@dataclass(slots=True)
class Outcome:
    """A connection to ``host:port`` that was not made: ``rule`` refused it, or it failed with ``net_error`` (Chromium's name).
    ``denial`` is the verdict where a rule of the policy refused it."""

    host: str
    port: int
    rule: str | None
    net_error: str
    at: float
    count: int = 1
    denial: Verdict | None = None

    def as_dict(self) -> dict[str, Any]:
        """A refusal as ``network`` shows it."""
        return {"host": self.host, "port": self.port, "rule": self.rule, "count": self.count}


def explains(outcome: Outcome | None, net_error: str) -> bool:
    """Whether ``outcome`` is the reason for what Chromium calls ``net_error`` (with or without ``net::``)."""
    return outcome is not None and net_error.removeprefix("net::") in _BY_PROXY


def explained(net_error: str) -> str:
    """``net_error``, with what to do about it where Chromium's name does not say."""
    return f"{net_error} ({_IN_WORDS[net_error]})" if net_error in _IN_WORDS else net_error


def in_words(outcome: Outcome) -> str:
    """Why the connection was not made."""
    if outcome.rule is None:
        return explained(outcome.net_error)
    if outcome.denial is not None:
        return f"the policy denies {outcome.host}: {outcome.denial.reason}"
    return f"{outcome.host} may not be reached, because {_BECAUSE[outcome.rule]}"


def egress_blocked(outcome: Outcome, url: str) -> PolicyError:
    """The error of a call whose address ``outcome.rule`` refused; ``url`` is safe to show."""
    assert outcome.rule is not None
    return PolicyError(
        f"{one_line(url, 200)} is blocked: {in_words(outcome)}.",
        code="egress_blocked",
        remedy=Remedy("navigate", {"url": url[:500]}, hint="if the agent, and not the page, wants to go there")
        if outcome.rule == "public_to_private"
        else None,
        details={"url": truncated(url, 500), "host": outcome.host, "rule": outcome.rule},
    )


def wrong_origin(name: str, origin: str, origins: Sequence[str], *, insecure: bool = False) -> PolicyError:
    """The document that would get the secret is not one of those that it is for."""
    why = "which is neither https nor this machine" if insecure else f"which is not one of {', '.join(origins)}"
    return PolicyError(
        f"The secret {name} is not given to {origin}, {why}.",
        code="secret_origin",
        remedy=Remedy("state", hint="shows where the tab is; stop if the address imitates another site"),
        details={"secret": name, "origin": origin, "expected": list(origins)},
    )
