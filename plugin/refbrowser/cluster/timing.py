"""The durations of a cluster, all derived from one: the lease."""

import sys
import time
from dataclasses import dataclass


def moment() -> float:
    """Return the seconds of the machine's clock; on Linux of the one that runs on while the machine is suspended."""
    if sys.platform == "linux":
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


@dataclass(frozen=True, slots=True)
class Timing:
    """``lease_s``: how long after its last renewal the directory gives the chats of a silent host away.

    A host trusts a grant for less time, counted from before it asked. What remains is the time in which its keeper ends a host
    that does not run any more: when the directory gives a chat away, nothing can send input to its pages.
    """

    lease_s: float = 6.0

    @property
    def valid_s(self) -> float:
        """How long a host trusts a grant."""
        return self.lease_s * 2 / 3

    @property
    def renew_s(self) -> float:
        """The interval between renewals."""
        return self.lease_s / 8

    @property
    def stalled_s(self) -> float:
        """The age of a heartbeat beyond which a host whose grant has lapsed counts as stopped."""
        return self.lease_s / 6

    @property
    def look_s(self) -> float:
        """How often the keeper looks, and the directory."""
        return self.lease_s / 50
