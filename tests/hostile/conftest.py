"""Attacks that take long: run by name (``./dev test tests/hostile``), and not with the rest."""

from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator

import pytest

from refbrowser import Browser, Chat
from tests.hostile.tally import Tally
from tests.support.calls import do
from tests.support.server import Site

TALLY = "tally"


@pytest.fixture(scope="module")
def common_site() -> Iterator[Site]:
    """One server for all cells of a file."""
    with Site() as running:
        yield running


@pytest.fixture(scope="module")
async def shared(browser: Browser, isolating_browser: Browser, chat_numbers: Iterator[int]) -> AsyncIterator[dict[str, Chat]]:
    """A chat whose frames share their page's process, and one in which every site has its own."""
    name = f"shared-{next(chat_numbers)}"
    chats = {"one": browser.chat(name), "own": isolating_browser.chat(name)}
    for chat in chats.values():
        await do(chat, "open")
    yield chats
    for chat in chats.values():
        await chat.close()


@pytest.fixture
def tally(record_property: Callable[[str, object], None]) -> Iterator[Tally]:
    """Counts what became of each try; the run ends with the sums."""
    counted = Tally()
    yield counted
    record_property(TALLY, dict(counted.counts))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    sums: Counter[str] = Counter()
    for reports in terminalreporter.stats.values():
        for report in reports:
            for name, value in getattr(report, "user_properties", ()):
                if name == TALLY and report.when == "teardown":
                    sums.update(value)
    if sums:
        terminalreporter.write_line(f"{sums.total()} tries: " + ", ".join(f"{count} {name}" for name, count in sums.most_common()))
