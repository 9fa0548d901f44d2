"""Which tab is active, and which becomes so when that one closes."""

import pytest

from refbrowser.browser.engine.ref_table import RefTable
from refbrowser.browser.monitor.dialogs import Dialogs
from refbrowser.browser.session.tab_list import TabList
from refbrowser.browser.tab.tab import Tab
from refbrowser.errors import StateError


def listed(tabs: TabList, opener: int | None = None) -> Tab:
    """The next tab, on the list."""
    number = tabs.take_number()
    dialogs = Dialogs(f"t{number}", lambda: "auto_dismiss", 1_000, lambda: None)
    tab = Tab(number, "chat", dialogs, RefTable(), opener=opener)
    tabs.add(tab, f"target {number}")
    return tab


def test_of_tabs_that_are_opened_side_by_side_the_last_asked_for_is_active_and_the_one_before_it_is_next() -> None:
    tabs = TabList()
    first, second, third = (listed(tabs) for _ in range(3))
    for tab in (first, third, second):
        tabs.opened(tab)
    assert tabs.active == 3
    tabs.remove(third)
    assert tabs.active == 2
    tabs.remove(second)
    assert tabs.active == 1
    tabs.remove(first)
    assert tabs.active is None


def test_the_opener_comes_before_the_tab_that_was_used_last() -> None:
    tabs = TabList()
    first, second = (listed(tabs) for _ in range(2))
    popup = listed(tabs, opener=1)
    for tab in (first, second, popup):
        tabs.activate(tab)
    tabs.remove(popup)
    assert tabs.active == 1


def test_numbers_and_targets_of_closed_tabs_stay_theirs() -> None:
    tabs = TabList()
    tab = listed(tabs)
    tabs.remove(tab)
    assert tabs.is_retired("target 1")
    assert tabs.of_target("target 1") is None
    with pytest.raises(StateError) as closed:
        tabs.find(1)
    assert closed.value.code == "tab_closed"
    later = TabList()
    later.goes_on(tabs)
    assert later.take_number() == 2
    with pytest.raises(StateError) as unknown:
        later.find(9)
    assert unknown.value.code == "no_tab"
