"""Fixtures of all tests: one browser for the whole run, and for each test a chat and a site of its own.

What a test leaves behind fails it: tasks after each test, Chromium processes after the last one.
"""

import asyncio
import gc
import itertools
import os
import signal
import uuid
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser as Chromium
from playwright.async_api import Playwright, async_playwright

from refbrowser import Browser, Chat, Settings
from refbrowser.browser.element import resolve
from refbrowser.browser.engine.cdp_session import TabCdpSession
from refbrowser.browser.form import aria_listbox, drawn_list, fill
from refbrowser.browser.launch.executables import find
from refbrowser.browser.pointer import pointer
from refbrowser.profiles import seal
from refbrowser.service.vault import stores
from tests import selection
from tests.support import processes
from tests.support.calls import do
from tests.support.oversight import overseen, person, ruled, rules, shared_overseen, shared_ruled  # noqa: F401
from tests.support.redesign import own_browser  # noqa: F401
from tests.support.server import Site
from tests.support.vault import keeping, list_secrets  # noqa: F401
from tests.support.waiting import until

LEAVING_S = 3.0
"""How long tasks and processes may take to end after they were asked to."""


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("refbrowser")
    group.addoption(
        "--quick", action="store_true", help="run the inner loop only: what starts no chat, and one test of each promise"
    )
    group.addoption("--usual", action="store_true", help="of the tests that are named, run those of the usual run")
    group.addoption("--all", action="store_true", help="run every test, also the long ones and those of other makers' clients")


def pytest_configure() -> None:
    # Started in the background (`nohup ./dev test &`), the tests and the programs that they start would ignore Ctrl+C.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return True if selection.is_left_out(collection_path, config) else None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Seven thousand tests stay until the end: a garbage collector that looks at them again and again takes a third of a worker's
    time until its first test."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    left_out = set(selection.left_out(items, config))
    config.hook.pytest_deselected(items=list(left_out))
    items[:] = [item for item in items if item not in left_out]


@pytest.fixture(scope="session")
def marker() -> Iterator[str]:
    """A word in the environment of every process that this run starts, however far removed. None of them outlives the run."""
    value = uuid.uuid4().hex
    os.environ[processes.MARKER] = value
    yield value
    del os.environ[processes.MARKER]
    left = processes.remaining(value, LEAVING_S)
    assert not left, f"processes outlived their browser: {left}"


@pytest.fixture(scope="session", autouse=True)
def compiled_driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Node keeps Playwright's driver compiled in one folder for all homes: a run makes a hundred, and in each it would be compiled."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NODE_COMPILE_CACHE", str(tmp_path_factory.mktemp("node")))
        yield


async def begin(browser: Browser) -> None:
    """Starts Chromium, and waits until all that runs with it does."""
    first = browser.chat("first")
    await do(first, "open")
    running = browser.running
    assert running is not None
    await until(lambda: running.watched)
    await first.close()


@pytest.fixture(scope="session")
async def browser(tmp_path_factory: pytest.TempPathFactory, marker: str) -> AsyncIterator[Browser]:
    """The browser that tests share. It runs before the first test begins, so that its own tasks count as nobody's leak."""
    async with Browser(Settings(home=tmp_path_factory.mktemp("home"))) as shared:
        await begin(shared)
        yield shared


@pytest.fixture(scope="session")
async def playwright() -> AsyncIterator[Playwright]:
    """Playwright as any program has it: its driver takes as long to start as three chats."""
    async with async_playwright() as running:
        yield running


@pytest.fixture(scope="session")
async def people(playwright: Playwright, marker: str) -> AsyncIterator[Chromium]:
    """The browser that people look at pages with; another one than the agent's."""
    chromium = await playwright.chromium.launch(executable_path=find().path, chromium_sandbox=False)
    yield chromium
    await chromium.close()


@pytest.fixture(scope="session")
def chat_numbers() -> Iterator[int]:
    return itertools.count(1)


@pytest.fixture
async def chat(browser: Browser, chat_numbers: Iterator[int]) -> AsyncIterator[Chat]:
    """A chat that nothing has happened in yet; closed afterwards."""
    fresh = browser.chat(f"chat-{next(chat_numbers)}")
    yield fresh
    await fresh.close()


@pytest.fixture(scope="module")
async def shared_chat(browser: Browser, chat_numbers: Iterator[int]) -> AsyncIterator[Chat]:
    """A chat with one tab, in which the tests of a file open their pages one after the other.

    For a promise with many cells: a page in a tab that is open takes a third of the time of one in a new chat. Such a test navigates
    where it would open, and takes refs from its own reading.
    """
    shared = browser.chat(f"shared-{next(chat_numbers)}")
    await do(shared, "open")
    yield shared
    await shared.close()


async def keep_one_tab(chat: Chat) -> None:
    """Answers the dialogs of the chat, and closes every tab but the first."""
    session = chat.existing()
    assert session is not None
    assert 1 in session, "a test has closed the tab that belongs to all"
    for tab in session.tabs:
        while tab.dialogs.pending:
            await do(chat, "dialog", operation="accept", browser_id=tab.browser_id)
        if tab.browser_id != 1:
            await do(chat, "close", browser_id=tab.browser_id)


@pytest.fixture(scope="session")
async def standing_chat(browser: Browser, chat_numbers: Iterator[int]) -> AsyncIterator[Chat]:
    """The chat behind ``common_chat``."""
    standing = browser.chat(f"standing-{next(chat_numbers)}")
    await do(standing, "open")
    yield standing
    await standing.close()


@pytest.fixture
async def common_chat(standing_chat: Chat) -> Chat:
    """As ``shared_chat``, and one for all files: with one tab, whose number is 1.

    For tests that leave nothing behind but pages and files: nothing emulated, allowed, routed or listened to.
    """
    await keep_one_tab(standing_chat)
    return standing_chat


ChatUnder = Callable[..., Chat]


@pytest.fixture
async def chat_under(browser: Browser, chat_numbers: Iterator[int], monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[ChatUnder]:
    """Gives a chat under other settings, of those that hold for a chat: a Chromium of its own would take ten times as long."""
    made: list[Chat] = []

    def begun(**settings: Any) -> Chat:
        monkeypatch.setattr(browser, "settings", replace(browser.settings, **settings))
        made.append(browser.chat(f"chat-{next(chat_numbers)}"))
        return made[-1]

    yield begun
    for chat in made:
        await chat.close()


@pytest.fixture
async def other_chat(browser: Browser, chat_numbers: Iterator[int]) -> AsyncIterator[Chat]:
    """A second chat in the same browser."""
    fresh = browser.chat(f"chat-{next(chat_numbers)}")
    yield fresh
    await fresh.close()


@pytest.fixture(scope="session")
async def isolating_browser(tmp_path_factory: pytest.TempPathFactory, marker: str) -> AsyncIterator[Browser]:
    """A browser in which every site has a process of its own; in the other one, frames share their page's."""
    async with Browser(Settings(home=tmp_path_factory.mktemp("home"), browser_args=("--site-per-process",))) as isolating:
        await begin(isolating)
        yield isolating


@pytest.fixture
async def isolated_chat(isolating_browser: Browser, chat_numbers: Iterator[int]) -> AsyncIterator[Chat]:
    """A chat whose frames from other sites run in processes of their own."""
    fresh = isolating_browser.chat(f"chat-{next(chat_numbers)}")
    yield fresh
    await fresh.close()


@pytest.fixture(scope="module")
async def shared_isolated_chat(isolating_browser: Browser, chat_numbers: Iterator[int]) -> AsyncIterator[Chat]:
    """As ``shared_chat``, in a browser in which every site has a process of its own."""
    shared = isolating_browser.chat(f"shared-{next(chat_numbers)}")
    await do(shared, "open")
    yield shared
    await shared.close()


@pytest.fixture(scope="session")
async def standing_isolated_chat(isolating_browser: Browser, chat_numbers: Iterator[int]) -> AsyncIterator[Chat]:
    """The chat behind ``common_isolated_chat``."""
    standing = isolating_browser.chat(f"standing-{next(chat_numbers)}")
    await do(standing, "open")
    yield standing
    await standing.close()


@pytest.fixture
async def common_isolated_chat(standing_isolated_chat: Chat) -> Chat:
    """As ``common_chat``, in a browser in which every site has a process of its own."""
    await keep_one_tab(standing_isolated_chat)
    return standing_isolated_chat


@pytest.fixture
def site() -> Iterator[Site]:
    with Site() as running:
        yield running


@pytest.fixture
def shared_keeping(keeping: Callable[[Path], Chat], shared_chat: Chat) -> Callable[[Path], Chat]:  # noqa: F811
    """As ``keeping``, in the chat that the tests of a file share: not for tests of its downloads, whose names are masked as it begins."""

    def keep(listing: Path) -> Chat:
        keeping(listing)
        return shared_chat

    return keep


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The protocol's commands, as tabs send them."""
    commands: list[str] = []
    send = TabCdpSession.send

    async def noted(self: TabCdpSession, method: str, *arguments: Any, **more: Any) -> Any:
        commands.append(method)
        return await send(self, method, *arguments, **more)

    monkeypatch.setattr(TabCdpSession, "send", noted)
    return commands


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What does not come is waited for a fraction of the usual time: for tests of what is said and done when it has not come."""
    for module, name, ms in (
        (pointer, "READY_MS", 250),
        (drawn_list, "OPEN_MS", 300),
        (drawn_list, "FILTER_MS", 600),
        (drawn_list, "SETTLE_MS", 250),
        (aria_listbox, "TAKE_MS", 300),
        (fill, "FLIP_MS", 300),
        (resolve, "QUIET_MS", 500),
    ):
        monkeypatch.setattr(module, name, ms)


@pytest.fixture
def patient(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """Calls have a minute: for tests of many calls at once, of which the last waits for all others, also on a slow machine."""
    monkeypatch.setattr(browser, "settings", replace(browser.settings, timeout_ms=60_000))


@pytest.fixture
def quick_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """The keys of encrypted files are derived in a fraction of the usual time: for tests of what the files hold."""
    monkeypatch.setitem(seal._COST, "n", 2**8)
    monkeypatch.setattr(stores, "_COST", 2**8)


def _is_of_the_browser(task: "asyncio.Task[Any]") -> bool:
    """Whether the task is the throttle's, which looks at a busy browser whatever test runs, and ends with it."""
    return getattr(task.get_coro(), "__qualname__", "").startswith(("RendererThrottle.", "BrowserProcess._throttle_of."))


@pytest.fixture(autouse=True)
def leaves_no_task(request: pytest.FixtureRequest) -> None:
    """``no_task_left`` for every test that runs in the loop: for the thousands that do not, it would take as long as they do."""
    if request.node.get_closest_marker("asyncio"):
        request.getfixturevalue("no_task_left")


@pytest.fixture
async def no_task_left() -> AsyncIterator[None]:
    """Fails a test after which a task is still at work."""
    before = asyncio.all_tasks()
    yield
    left = {task for task in asyncio.all_tasks() - before if task is not asyncio.current_task() and not _is_of_the_browser(task)}
    if left:
        _, left = await asyncio.wait(left, timeout=LEAVING_S)
    assert not left, f"tasks left behind: {left}"
