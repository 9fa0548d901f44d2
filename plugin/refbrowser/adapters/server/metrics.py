"""What the server counts, as Prometheus text."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

from refbrowser import Browser, __version__
from refbrowser.actions.aliases import ALIASES, action_names, plain_name
from refbrowser.actions.catalog import BY_NAME
from refbrowser.errors import RefbrowserError

_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300)


class _Cluster:
    """The gauges of a cluster, the same on each of its fronts."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._gauges = {
            name: Gauge(f"refbrowser_cluster_{name}", text, registry=registry)
            for name, text in {
                "chats_awake": "Chats that a host has.",
                "chats_asleep": "Chats that are in their checkpoints.",
                "queue": "Calls that wait for a host.",
                "moves": "Chats that were moved between hosts, since the directory started.",
                "hosts_lost": "Hosts that ended or did not renew their leases, since the directory started.",
                "hosts_starting": "Hosts that were asked for and have not registered.",
                "fronts": "Fronts that are there.",
            }.items()
        }
        self._hosts = Gauge("refbrowser_cluster_hosts", "Hosts with a lease.", registry=registry)
        self._of_host = {
            name: Gauge(f"refbrowser_cluster_host_{name}", text, ("host", "node"), registry=registry)
            for name, text in {
                "chats": "Chats of the host.",
                "memory": "Share of its machine's memory in use.",
                "cpu": "Share of its machine's CPU in use.",
                "bytes": "Memory of the host's processes.",
            }.items()
        }

    def show(self, status: Mapping[str, Any]) -> None:
        for name, gauge in self._gauges.items():
            gauge.set(status[name])
        self._hosts.set(len(status["hosts"]))
        for name, of_host in self._of_host.items():
            of_host.clear()
            for host in status["hosts"]:
                of_host.labels(host["host"], host["node"]).set(host[name])


class Metrics:
    """The counters of one server; two servers in one process have each their own."""

    def __init__(self, browser: Browser) -> None:
        self.registry = CollectorRegistry()
        self._calls = Counter(
            "refbrowser_calls", "Calls by action, and by code: ok, or the error's.", ("action", "code"), registry=self.registry
        )
        self._durations = Histogram(
            "refbrowser_call_duration_seconds", "Time from a call's arrival to its answer.", ("action",),
            buckets=_BUCKETS, registry=self.registry,
        )  # fmt: skip
        self.in_flight = Gauge("refbrowser_calls_in_flight", "Calls being performed now.", registry=self.registry)
        chats = Gauge("refbrowser_chats", "Chats that are known.", registry=self.registry)
        chats.set_function(lambda: len(browser.chats))
        asleep = Gauge("refbrowser_chats_asleep", "Chats without a browser, with tabs to come back to.", registry=self.registry)
        asleep.set_function(lambda: sum(chat.asleep for chat in browser.chats))
        tabs = Gauge("refbrowser_tabs", "Tabs that are open, in all chats.", registry=self.registry)
        tabs.set_function(lambda: sum(chat.tab_count for chat in browser.chats))
        running = Gauge("refbrowser_browser_running", "Whether Chromium runs: 1 or 0.", registry=self.registry)
        running.set_function(lambda: float(browser.running is not None))
        Gauge("refbrowser_build_info", "Always 1.", ("version",), registry=self.registry).labels(__version__).set(1)
        ProcessCollector(registry=self.registry)
        self._browser = browser
        self._cluster = _Cluster(self.registry) if browser.front is not None else None

    async def look_at_cluster(self) -> None:
        """Have the gauges of the cluster be what its directory has now; a directory that does not answer leaves them."""
        if self._cluster is not None and (front := self._browser.front) is not None:
            with suppress(RefbrowserError):
                self._cluster.show(await front.link.directory("status"))

    def performed(self, request: object, code: str, seconds: float) -> None:
        """One call that was answered, or was cancelled (``code`` "cancelled")."""
        action = _action_of(request)
        self._calls.labels(action, code).inc()
        self._durations.labels(action).observe(seconds)

    def text(self) -> bytes:
        """The exposition format, version 0.0.4."""
        return generate_latest(self.registry)


def _action_of(request: object) -> str:
    """The action's own name: a label must not take whatever a client sends."""
    name = request.get("action") if isinstance(request, dict) else None
    plain = plain_name(name) if isinstance(name, str) else next(iter(action_names(request)), "")
    if plain in ALIASES:
        plain = ALIASES[plain].action
    return plain if plain in BY_NAME else "unknown"
