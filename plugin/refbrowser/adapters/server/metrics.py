"""What the server counts, as Prometheus text."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

from refbrowser import Browser, __version__
from refbrowser.actions.aliases import ALIASES, plain_name
from refbrowser.actions.catalog import BY_NAME

_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300)


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
    plain = plain_name(name) if isinstance(name, str) else ""
    if plain in ALIASES:
        plain = ALIASES[plain].action
    return plain if plain in BY_NAME else "unknown"
