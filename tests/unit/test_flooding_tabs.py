"""What counts as loading, and whose calls wait: a burst of requests is let be only while no call is at work in another tab."""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any, cast

import pytest

from refbrowser.browser.tab.tab import Tab
from refbrowser.browser.throttle.flooding_tabs import FloodingTabs


@dataclass(eq=False)
class Activity:
    part_events: int = 0
    fetch_events: int = 0
    document_parts: int = 0
    later_parts: int = 0
    document_fetches: int = 0
    navigation: None = None

    def mark(self) -> int:
        return self.part_events + self.fetch_events

    def request(self, *, parts: int = 0, later: int = 0, fetches: int = 0) -> None:
        parts += later
        self.later_parts += later
        self.part_events += parts
        self.document_parts += parts
        self.fetch_events += fetches
        self.document_fetches += fetches


@dataclass
class Counted:
    count: int = 0
    taken: bool = False


@dataclass(eq=False)
class OneTab:
    activity: Activity = field(default_factory=Activity)
    console: Counted = field(default_factory=Counted)
    lock: Counted = field(default_factory=Counted)
    attached: bool = True


def _spawn(work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
    raise AssertionError


@pytest.mark.parametrize(
    ("parts", "later", "fetches", "lines", "awaited", "loads"),
    [
        (3_000, 0, 0, 0, True, True),
        (3_001, 0, 0, 0, False, False),
        (10, 300, 0, 0, True, True),
        (10, 301, 0, 0, True, False),
        (10, 2_000, 0, 0, False, True),
        (0, 0, 500, 0, False, True),
        (0, 0, 500, 0, True, False),
        (0, 0, 601, 0, False, False),
        (10, 0, 10, 500, False, False),
    ],
)
def test_requests_of_a_document_count_as_loading(
    parts: int, later: int, fetches: int, lines: int, awaited: bool, loads: bool
) -> None:
    busy, other = OneTab(), OneTab()
    busy.lock.taken, other.lock.taken = True, awaited
    tabs = FloodingTabs(lambda: cast("list[Tab]", [busy, other]), _spawn)
    before = tabs.traffic()
    busy.activity.request(parts=parts, later=later, fetches=fetches)
    busy.console.count += lines
    now = tabs.traffic()
    assert now.is_loading_since(before) is loads
    assert now.awaited is awaited


@pytest.mark.parametrize(("tabs", "awaited"), [(1, False), (2, True)])
def test_the_call_of_the_only_tab_waits_for_no_other(tabs: int, awaited: bool) -> None:
    busy = OneTab(lock=Counted(taken=True))
    flooding = FloodingTabs(lambda: cast("list[Tab]", [busy, OneTab()][:tabs]), _spawn)
    assert flooding.traffic().awaited is awaited
