"""What became of connections that were not made: refused by a rule, or failed; bounded, and found again by address."""

import time
from collections import OrderedDict, deque
from typing import Final

from refbrowser.policy.hosts import host_and_port
from refbrowser.policy.outcomes import BLOCKED, Outcome
from refbrowser.policy.rules import Verdict

KEPT: Final = 200
RECENT_S: Final = 60.0


class Refused(Exception):
    """A rule does not let the connection be made; ``denial`` is the verdict of a rule of the policy."""

    def __init__(self, rule: str, denial: Verdict | None = None) -> None:
        super().__init__(rule)
        self.rule = rule
        self.denial = denial


class Unreachable(Exception):
    """The connection failed; ``net_error`` is what Chromium calls that."""

    def __init__(self, net_error: str) -> None:
        super().__init__(net_error)
        self.net_error = net_error


class Outcomes:
    """The newest of one chat. ``refusals`` counts refused requests by host and rule."""

    def __init__(self) -> None:
        self._latest: OrderedDict[tuple[str, int], Outcome] = OrderedDict()
        self._refusals: deque[Outcome] = deque(maxlen=KEPT)

    def note(self, host: str, port: int, failure: Refused | Unreachable) -> None:
        """One more connection that was not made."""
        rule, denial = (failure.rule, failure.denial) if isinstance(failure, Refused) else (None, None)
        net_error = BLOCKED if isinstance(failure, Refused) else failure.net_error
        outcome = Outcome(host, port, rule, net_error, time.monotonic(), denial=denial)
        self._latest[host, port] = outcome
        self._latest.move_to_end((host, port))
        while len(self._latest) > KEPT:
            self._latest.popitem(last=False)
        if rule is None:
            return
        same = next(
            (refusal for refusal in self._refusals if (refusal.host, refusal.port, refusal.rule) == (host, port, rule)), None
        )
        if same is None:
            self._refusals.append(outcome)
        else:
            same.count, same.at = same.count + 1, outcome.at

    def connected(self, host: str, port: int) -> None:
        """A connection was made: what failed before no longer explains anything."""
        self._latest.pop((host, port), None)

    def of(self, url: str) -> Outcome | None:
        """Why a request for ``url`` has just failed; None where it was not for want of a connection."""
        place = host_and_port(url)
        outcome = self._latest.get(place) if place is not None else None
        return outcome if outcome is not None and time.monotonic() - outcome.at < RECENT_S else None

    @property
    def refusals(self) -> list[Outcome]:
        """What was refused, by host and rule."""
        return list(self._refusals)
