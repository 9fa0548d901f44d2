"""Fixtures: a chat whose calls are judged by a policy, in the Chromium that tests share, and somebody who is asked."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from refbrowser import Answer, Approval, Browser, Chat
from refbrowser.service.approvals.desk import Approvals
from refbrowser.service.oversight import Oversight


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """The policy's file, for the test to write."""
    return tmp_path / "policy.toml"


@dataclass
class Person:
    """Answers every card with what ``answers`` gives for it; ``cards`` are those that were shown."""

    answers: Callable[[Approval], Answer | None] = lambda _: Answer("once")
    cards: list[Approval] = field(default_factory=list)
    before: Callable[[], "asyncio.Future[object] | None"] | None = None

    async def asked(self, card: Approval) -> Answer | None:
        self.cards.append(card)
        if self.before is not None and (work := self.before()) is not None:
            await work
        return self.answers(card)


@pytest.fixture
async def ruled(browser: Browser, rules: Path, chat_numbers: Iterator[int]) -> AsyncIterator[Chat]:
    """A chat under the policy in the file ``rules``; nobody can be asked."""
    async for chat in _ruled(browser, rules, Approvals(), chat_numbers):
        yield chat


@pytest.fixture
def person() -> Person:
    return Person()


@pytest.fixture
async def overseen(browser: Browser, rules: Path, person: Person, chat_numbers: Iterator[int]) -> AsyncIterator[Chat]:
    """A chat under the policy in the file ``rules``; ``person`` is asked."""
    async for chat in _ruled(browser, rules, Approvals(person.asked), chat_numbers):
        yield chat


async def _ruled(browser: Browser, rules: Path, approvals: Approvals, numbers: Iterator[int]) -> AsyncIterator[Chat]:
    before = browser.oversight, browser.approvals
    browser.approvals = approvals
    browser.oversight = Oversight(replace(browser.settings, policy=str(rules)), approvals)
    chat = browser.chat(f"ruled-{next(numbers)}")
    try:
        yield chat
    finally:
        browser.oversight, browser.approvals = before
        await chat.close()
