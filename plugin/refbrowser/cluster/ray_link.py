"""The connection of this process to Ray: one for all of its browsers, ended with the last of them if it began it."""

import asyncio
import os
import threading
from typing import Any, Final

from refbrowser.errors import ClusterError
from refbrowser.extras import require

LOCAL: Final = "local"

_OBJECTS_BYTES: Final = 128 << 20
"""Shared memory of a local cluster for Ray's objects: nothing large goes that way."""

_lock = threading.Lock()
_users = 0
_began = False


async def connect(address: str, cpus: int) -> None:
    """Connect this process to the cluster at ``address``; ``local`` starts one on this machine, which ends with the last
    :func:`disconnect`. Raises ``cluster_unreachable``, ``extra_missing``."""
    require("cluster", "A cluster")
    await asyncio.to_thread(_connect, address, cpus)


async def disconnect() -> None:
    """End the connection with its last user."""
    await asyncio.to_thread(_disconnect)


def _connect(address: str, cpus: int) -> None:
    global _users, _began
    # Ray writes to a log of its own, and asks before it counts uses.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    # Else it runs its workers, and so browsers and keepers, behind everything else on the machine.
    os.environ.setdefault("RAY_worker_niceness", "0")
    import ray

    with _lock:
        if not ray.is_initialized():
            given: dict[str, Any] = {"namespace": "refbrowser", "log_to_driver": False, "logging_level": "error"}
            if address == LOCAL:
                given |= {"num_cpus": cpus, "include_dashboard": False, "object_store_memory": _OBJECTS_BYTES, "address": LOCAL}
            else:
                given["address"] = address
            try:
                ray.init(**given)
            except Exception as failure:  # for a node that does not start in time, Ray raises no narrower one
                raise ClusterError(
                    f"The Ray cluster {address} cannot be reached: {str(failure).splitlines()[0][:300]}.",
                    code="cluster_unreachable",
                    details={"cluster": address},
                ) from failure
            _began = True
        _users += 1


def _disconnect() -> None:
    global _users, _began
    import ray

    with _lock:
        _users -= 1
        if _users == 0 and _began:
            _began = False
            ray.shutdown()
