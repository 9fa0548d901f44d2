"""Chats that sleep, wake and move: what comes along, what a ref means afterwards, and what is said of the rest."""

import asyncio
import json
import os
import re
import signal
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from refbrowser import Answer, Approval, Browser, Chat, Settings
from refbrowser.errors import CallError, FileError, StateError
from refbrowser.profiles.seal import Seal
from refbrowser.service.chats.checkpoint import Checkpoint
from refbrowser.service.chats.moving import move_asleep
from refbrowser.viewer.chat_states import chat_state
from tests.conftest import ChatUnder
from tests.support import asleep, processes
from tests.support.calls import do, evaluated, ok, opened, refused
from tests.support.server import Site
from tests.support.waiting import until

KEPT = "document.cookie = 'who=ada'; localStorage.cart = '3'; sessionStorage.step = '2'; document.cookie"
SEEN = "[document.title, document.cookie, localStorage.cart, sessionStorage.step]"
SEAL = Seal(b"a key of this test")


async def test_a_chat_sleeps_until_its_next_call(chat_under: ChatUnder, site: Site) -> None:
    chat = chat_under()
    await opened(chat, site.page("<title>One</title><button>Go</button>"))
    await evaluated(chat, KEPT)
    checkpoint = await chat.sleep()
    assert (chat.asleep, chat.existing(), len(checkpoint.last_state.tabs)) == (True, None, 1)
    assert (await chat.sleep()).last_state == checkpoint.last_state
    assert (await do(chat, "state"))["restored"]["because"] == "the chat was asleep"
    assert await evaluated(chat, SEEN) == ["One", "who=ada", "3", "2"]
    assert not chat.asleep


@pytest.mark.long("browser/test_sleeping.py::test_a_chat_sleeps_until_its_next_call")
async def test_a_chat_at_work_goes_on_in_another_browser(tmp_path: Path, site: Site) -> None:
    async with Browser(Settings(home=tmp_path / "a")) as here, Browser(Settings(home=tmp_path / "b")) as there:
        chat = here.chat("c", goal="buy a lamp")
        number = (await opened(chat, site.page("<title>One</title><button>Go</button>")))["Go"]
        await evaluated(chat, KEPT)
        await do(chat, "open", url=site.page("<title>Two</title>"))
        await do(chat, "close")
        await do(chat, "route", operation="add", url="*/blocked", abort=True)
        data = (await chat.checkpoint()).sealed(SEAL)
        assert await evaluated(chat, "document.title") == "One"  # it goes on
        assert b"ada" not in data
        moved = there.wake(Checkpoint.opened(data, SEAL))
        assert await evaluated(moved, SEEN) == ["One", "who=ada", "3", "2"]
        assert moved.task == ("buy a lamp",)
        assert [rule["url"] for rule in (await do(moved, "route", operation="list"))["routes"]] == ["*/blocked"]
        await refused(moved, "tab_closed", "state", browser_id=2)
        await refused(moved, "ref_unknown", "click", ref=number + 100)
        assert (await do(moved, "open"))["browser_id"] == 3


async def test_calls_that_come_at_once_wake_a_chat_once(chat_under: ChatUnder, site: Site) -> None:
    chat = chat_under()
    url = site.page("<title>One</title><button>Go</button>", "/once")
    number = (await opened(chat, url))["Go"]
    await chat.sleep()
    answers = await asyncio.gather(*(chat.call({"action": "detail", "ref": number}) for _ in range(4)))
    assert [ok(answer)["label"] for answer in answers] == [f"[button {number}] Go"] * 4
    assert sum("restored" in answer["result"] for answer in answers) == 1
    assert site.hits("/once") == 2


async def test_a_chat_at_work_is_not_put_to_sleep(chat_under: ChatUnder, site: Site) -> None:
    chat = chat_under()
    await opened(chat, site.page("<title>One</title><button onclick='alert(1)'>Ask</button>"))

    async def is_busy(reason: str) -> None:
        with pytest.raises(StateError) as refused:
            await chat.sleep()
        assert (refused.value.code, refused.value.details["reason"], refused.value.retryable) == ("chat_busy", reason, True)
        assert chat.existing() is not None

    waiting = asyncio.ensure_future(chat.call({"action": "wait", "text": "never", "timeout_ms": 60_000}))
    await do(chat, "state")
    await is_busy("a call")
    waiting.cancel()
    await asyncio.wait({waiting})
    await do(chat, "click", selector="button")
    await is_busy("an action that a dialog holds")
    await do(chat, "dialog", operation="accept")
    session = chat.existing()
    assert session is not None
    with monkeypatched(session.tab(1).lock, "hold", object()):
        await is_busy("a person's takeover")
    await chat.sleep()


@contextmanager
def monkeypatched(owner: object, name: str, value: object) -> Iterator[None]:
    """Within the block, ``owner`` has the value."""
    before = getattr(owner, name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, before)


async def test_a_call_that_comes_as_a_chat_falls_asleep_is_answered(chat_under: ChatUnder, site: Site) -> None:
    """Before, in the middle of, and after the sleep; also where the sleep is cancelled, and where the call that wakes it is."""
    chat = chat_under()
    number = (await opened(chat, site.page("<title>One</title><button>Go</button>")))["Go"]
    for steps in range(0, 40, 5):
        sleeping = asyncio.ensure_future(chat.sleep())
        for _ in range(steps):
            await asyncio.sleep(0)  # so many steps of the loop
        if steps % 10:
            sleeping.cancel()
        assert (await do(chat, "detail", ref=number))["label"] == f"[button {number}] Go"
        outcome = (await asyncio.gather(sleeping, return_exceptions=True))[0]
        assert isinstance(outcome, Checkpoint | asyncio.CancelledError | StateError), outcome
    await chat.sleep()
    for steps in range(1, 40, 8):
        waking = asyncio.ensure_future(chat.call({"action": "detail", "ref": number}))
        for _ in range(steps):
            await asyncio.sleep(0)  # so many steps of the loop
        waking.cancel()
        await asyncio.wait({waking})
    assert (await do(chat, "detail", ref=number))["label"] == f"[button {number}] Go"


async def test_a_chat_sleeps_on_in_a_file_and_one_process_wakes_it(
    tmp_path: Path, site: Site, marker: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two browsers stand for two processes: their claims are locks of the operating system."""
    monkeypatch.setenv("REFBROWSER_PROFILE_KEY", "a key of this test")
    known = set(processes.browsers(marker))
    home, other_home = tmp_path / "home", tmp_path / "other"
    async with Browser(Settings(home=home)) as here, Browser(Settings(home=home)) as there:
        chat, twin = here.chat("c"), there.chat("c")
        number = (await opened(chat, site.page("<title>One</title><button>Go</button>")))["Go"]
        await evaluated(chat, KEPT)
        await chat.sleep(durable=True)
        assert chat_state(here, "c")["doing"] == "asleep"
        (file,) = (home / "asleep").glob("*.sealed")
        assert b"ada" not in file.read_bytes()
        assert (oct(file.stat().st_mode & 0o777), twin.asleep) == ("0o600", True)
        # The browser that it was in ends: it has none.
        for pid in set(processes.browsers(marker)) - known:
            os.kill(pid, signal.SIGKILL)
        await until(lambda: here.running is None)
        answers = await asyncio.gather(*(each.call({"action": "detail", "ref": number}) for each in (chat, twin)))
        assert sorted(answer.get("code", "ok") for answer in answers) == ["chat_elsewhere", "ok"]
        woken, loser = (chat, twin) if answers[0]["ok"] else (twin, chat)
        assert await evaluated(woken, SEEN) == ["One", "who=ada", "3", "2"]
        assert not file.exists()
        if loser is chat:
            await refused(chat, "chat_elsewhere", "state")
        await woken.sleep(durable=True)
        move_asleep("c", home, other_home)
        await refused(woken, "chat_elsewhere", "state")
        with pytest.raises(StateError):
            move_asleep("c", home, other_home)
    async with Browser(Settings(home=other_home)) as elsewhere:
        assert (await do(elsewhere.chat("c"), "detail", ref=number))["label"] == f"[button {number}] Go"


@pytest.mark.long("unit/test_checkpoint.py::test_a_checkpoint_is_the_same_after_its_bytes")
async def test_what_a_person_allowed_the_journal_and_the_network_move_with_a_chat(tmp_path: Path, site: Site) -> None:
    policy = tmp_path / "policy.toml"
    policy.write_text('default = "allow"\n[[rule]]\nname = "asks"\nverdict = "ask"\nactions = ["click"]\n')
    asked: list[str] = []

    async def person(card: Approval) -> Answer:
        asked.append(card.action)
        return Answer("always_here")

    async def nobody(card: Approval) -> Answer:
        raise AssertionError(card)

    url = site.page("<button>Go</button><button>Stop</button>")
    settings = Settings(home=tmp_path / "here", policy=str(policy), journal="calls")
    async with Browser(settings, on_approval=person) as here:
        chat = here.chat("c", deny_hosts=["denied.example"])
        number = (await opened(chat, url))["Go"]
        await do(chat, "click", ref=number)
        checkpoint = Checkpoint.opened((await chat.sleep()).sealed(SEAL), SEAL)
    assert asked == ["click"]
    async with Browser(replace(settings, home=tmp_path / "there"), on_approval=nobody) as there:
        moved = there.wake(checkpoint)
        await do(moved, "click", ref=number)
        assert moved.network.choice.deny_hosts == ("denied.example",)
        with pytest.raises(CallError):
            there.wake(checkpoint)
    (journal,) = (tmp_path / "there" / "journal").glob("*/calls.jsonl")
    header = json.loads(journal.read_text().splitlines()[0])
    assert header["continues"] == {"id": checkpoint.owned.journal, "calls": 3}


async def test_a_chat_sleeps_in_memory_where_no_file_can_be_written(
    chat_under: ChatUnder, site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REFBROWSER_PROFILE_KEY", "a key of this test")
    (tmp_path / "asleep").write_text("in the way")
    chat = chat_under(home=tmp_path)
    number = (await opened(chat, site.page("<button>Go</button>")))["Go"]
    with pytest.raises(FileError) as refused_write:
        await chat.sleep(durable=True)
    assert (refused_write.value.code, chat.asleep) == ("file_unwritable", True)
    assert "sleeps all the same" in refused_write.value.message
    assert (await do(chat, "detail", ref=number))["label"] == f"[button {number}] Go"
    (tmp_path / "asleep").unlink()
    (tmp_path / "asleep").mkdir()
    await chat.sleep()
    (tmp_path / "asleep" / f"{chat.folder.name}.sealed").write_bytes(b"RBSEAL1\nnot a chat")
    fresh = chat_under(home=tmp_path)
    (tmp_path / "asleep" / f"{fresh.folder.name}.sealed").write_bytes(b"not a chat")
    await refused(fresh, "checkpoint_unreadable", "open", url="about:blank")
    await fresh.close()
    assert (await do(fresh, "open"))["browser_id"] == 1


OTHERS = tuple(change for change in asleep.CHANGES if change not in ("nothing", "all moved up"))


async def test_a_ref_means_the_same_element_or_none(chat_under: ChatUnder, site: Site) -> None:
    await sleep_over(chat_under(timeout_ms=60_000), site, ("nothing", "all moved up"))


@pytest.mark.timeout(300)
@pytest.mark.long("browser/test_sleeping.py::test_a_ref_means_the_same_element_or_none")
@pytest.mark.parametrize("first", range(0, len(OTHERS), 5))
async def test_a_ref_means_the_same_element_or_none_whatever_happened(chat_under: ChatUnder, site: Site, first: int) -> None:
    await sleep_over(chat_under(timeout_ms=60_000), site, OTHERS[first : first + 5])


async def sleep_over(chat: Chat, site: Site, changes: tuple[str, ...]) -> None:
    """Forms of lists × what happened to them while the chat slept; the page's own record says which item a control is of."""
    before: dict[int, dict[int, Any]] = {}
    for tab, change in enumerate(changes, 1):
        await do(chat, "open", url=site.page(asleep.page(asleep.START), f"/list/{tab}"))
        numbers = sorted(set(map(int, re.findall(r" (\d+)\]", await do(chat, "content", max_chars=60_000)))))
        # The pages are alike: their controls have the same records in the same order.
        known = list(before[1].values()) if before else list((await records(chat, tab, numbers)).values())
        before[tab] = dict(zip(numbers, known, strict=True))
        site.page(asleep.page(asleep.CHANGES[change]), f"/list/{tab}")
    before = {tab: {number: record for number, record in found.items() if record} for tab, found in before.items()}
    await chat.sleep()
    wrong, kept = [], 0
    for tab, change in enumerate(changes, 1):
        for number, record in (await records(chat, tab, before[tab])).items():
            was = before[tab][number]
            if record not in (None, was):
                wrong.append((change, was, record))
            kept += record is not None
            if change == "nothing" and was[0] not in asleep.TWINS:
                assert record == was
    assert wrong == []
    assert kept > 0


async def records(chat: Chat, tab: int, numbers: Iterable[int]) -> dict[int, Any]:
    """What the page's record says of the controls with these refs; None where it has none, and for those that are stale."""
    found: dict[int, Any] = {}
    waiting = list(numbers)
    while part := waiting[:25]:
        del waiting[:25]
        calls = [{"action": "evaluate", "browser_id": tab, "ref": ref, "script": "control => recordOf(control)"} for ref in part]
        for ref, answer in zip(part, await do(chat, "multi", calls=calls, stop_on_error=False), strict=True):
            assert answer["ok"] or answer["code"] == "ref_stale", answer
            found[ref] = answer["result"]["result"] if answer["ok"] else None
    return found
