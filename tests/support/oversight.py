"""Fixtures: a chat whose calls are judged by a policy, in the Chromium that tests share, and somebody who is asked."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from refbrowser import Answer, Approval, Browser, Chat
from refbrowser.service.oversight.approvals.desk import Approvals
from refbrowser.service.oversight.oversight import Oversight


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
    with _judged(browser, rules, Approvals()):
        chat = browser.chat(f"ruled-{next(chat_numbers)}")
        yield chat
    await chat.close()


@pytest.fixture
def person() -> Person:
    return Person()


@pytest.fixture
async def overseen(browser: Browser, rules: Path, person: Person, chat_numbers: Iterator[int]) -> AsyncIterator[Chat]:
    """A chat under the policy in the file ``rules``; ``person`` is asked."""
    with _judged(browser, rules, Approvals(person.asked)):
        chat = browser.chat(f"ruled-{next(chat_numbers)}")
        yield chat
    await chat.close()


@pytest.fixture
def shared_ruled(browser: Browser, rules: Path, shared_chat: Chat) -> Iterator[Chat]:
    """The chat that the tests of a file share, as ``ruled``: what a person has agreed to is kept for one test alone."""
    with _judged(browser, rules, Approvals()):
        yield shared_chat


@pytest.fixture
def shared_overseen(browser: Browser, rules: Path, person: Person, shared_chat: Chat) -> Iterator[Chat]:
    """The chat that the tests of a file share, as ``overseen``."""
    with _judged(browser, rules, Approvals(person.asked)):
        yield shared_chat


@contextmanager
def _judged(browser: Browser, rules: Path, approvals: Approvals) -> Iterator[None]:
    before = browser.oversight, browser.approvals
    browser.approvals = approvals
    browser.oversight = Oversight(replace(browser.settings, policy=str(rules)), approvals, browser.judge_connections_again)
    try:
        yield
    finally:
        browser.oversight, browser.approvals = before
