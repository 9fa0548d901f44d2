"""Journal files: what a kill leaves, what was changed, what is too much."""

import asyncio
import os
import random
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from refbrowser.actions.catalog import ACTIONS
from refbrowser.errors import FileError
from refbrowser.journal import store, writer
from refbrowser.journal.chain import FIRST, Broken, sealed, verified
from refbrowser.journal.entry import OWN_NAMES, masked
from refbrowser.journal.store import read
from refbrowser.journal.summary import explained, line, to_explain
from refbrowser.journal.writer import CALLS, SessionJournal
from refbrowser.redact import is_secret_name
from tests.support.full_disk import files_of_at_most


def lines(count: int) -> list[bytes]:
    written, previous = [], FIRST
    for number in range(count):
        one, previous = sealed({"kind": "call", "n": number, "text": f"ä {number}"}, previous)
        written.append(one)
    return written


def test_lines_as_they_were_written_hold() -> None:
    entries, broken, cut = verified(lines(20))
    assert [entry["n"] for entry in entries] == list(range(20))
    assert (broken, cut) == (None, False)


def test_one_flipped_bit_is_found_wherever_it_is() -> None:
    written = lines(6)
    for number, one in enumerate(written):
        for place in range(len(one)):
            for bit in (0, 3, 7):
                changed = bytearray(one)
                changed[place] ^= 1 << bit
                entries, broken, cut = verified([*written[:number], bytes(changed), *written[number + 1 :]])
                if place == len(one) - 1:
                    assert cut
                else:
                    assert broken is not None, (number, place, bit)
                    assert broken.line == number + 1
                assert len(entries) == number


@pytest.mark.parametrize("number", range(5))
def test_a_missing_doubled_or_exchanged_line_is_found(number: int) -> None:
    written = lines(6)
    for changed in (
        written[:number] + written[number + 1 :],
        [*written[: number + 1], written[number], *written[number + 1 :]],
        [*written[:number], written[number + 1], written[number], *written[number + 2 :]],
    ):
        _, broken, _ = verified(changed)
        assert broken is not None


def test_what_is_cut_at_any_byte_loses_its_last_line_only() -> None:
    whole = b"".join(lines(5))
    for end in range(len(whole) + 1):
        entries, broken, cut = verified(whole[:end].splitlines(keepends=True))
        assert broken is None
        assert len(entries) == whole[:end].count(b"\n")
        assert cut == (not whole[:end].endswith(b"\n") and end > 0)


@pytest.mark.parametrize(
    "added", [b"hello, I was added", b"\x00\xff" * 40, b"\n", b'{"chain":"' + b"0" * 64 + b'","n":5}', b'{"chain":"xyz']
)
def test_what_nobody_was_writing_is_not_taken_for_a_line_that_was_cut(added: bytes) -> None:
    entries, broken, cut = verified([*lines(5), added])
    assert (len(entries), cut) == (5, False)
    assert broken is not None
    assert broken.line == 6


def test_a_changed_last_line_is_found_without_its_end() -> None:
    *written, last = lines(5)
    entries, broken, cut = verified([*written, last.replace(b'"n":4', b'"n":9').removesuffix(b"\n")])
    assert (len(entries), cut) == (4, False)
    assert broken is not None
    assert broken.why == "it was changed, or a line before it is missing"


def in_a_row(*entries: dict[str, Any]) -> bytes:
    written, previous = [], FIRST
    for entry in entries:
        line, previous = sealed(entry, previous)
        written.append(line)
    return b"".join(written)


SESSION, CALL, END = {"kind": "session"}, {"kind": "call", "n": 1}, {"kind": "end"}


@pytest.mark.parametrize(
    ("content", "broken"),
    [
        (b"", Broken(1, "it is missing")),
        (in_a_row(CALL, END), Broken(1, "it is not the first line of a session")),
        (in_a_row(SESSION, CALL, END, CALL), Broken(4, "it stands after the end of the session")),
        (in_a_row(SESSION, CALL, END) + b'{"chain":"', Broken(4, "it stands after the end of the session")),
        (in_a_row(SESSION, CALL, END), None),
        (in_a_row(SESSION, CALL) + b'{"chain":"', None),
    ],
)
def test_a_session_begins_with_its_first_line_and_has_nothing_after_its_end(
    tmp_path: Path, content: bytes, broken: Broken | None
) -> None:
    (tmp_path / CALLS).write_bytes(content)
    session = read(tmp_path)
    assert session.broken == broken
    assert not (session.cut and broken)


WRITER = """
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from refbrowser.journal.writer import SessionJournal

journal = SessionJournal(Path(sys.argv[1]), {"chat": "killed"}, ThreadPoolExecutor(1), 10**9)
number = 0
while True:
    journal.append({"text": "x" * (number % 700)})
    journal._last.result()
    number += 1
    print(number, flush=True)
"""


def killed(folder: Path, wait_s: float) -> int:
    """How many calls a process had recorded, by its own account, when it was killed."""
    process = subprocess.Popen([sys.executable, "-c", WRITER, str(folder)], stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(wait_s)  # the kill is to come at any moment
    process.send_signal(signal.SIGKILL)
    said = process.stdout.read().split()
    process.wait()
    process.stdout.close()
    return int(said[-1]) if said else 1


def survives_kills(tmp_path: Path, count: int) -> None:
    for number in range(count):
        folder = tmp_path / str(number)
        said = killed(folder, random.Random(number).uniform(0, 0.03))
        session = store.read(folder)
        assert session.broken is None
        assert said <= len(session.calls) <= said + 1
        assert not session.ended


def test_what_a_killed_process_has_written_is_readable(tmp_path: Path) -> None:
    survives_kills(tmp_path, 3)


@pytest.mark.long("unit/test_journal_files.py::test_what_a_killed_process_has_written_is_readable")
@pytest.mark.timeout(1800)
def test_1000_kills_lose_nothing_but_the_last_call(tmp_path: Path) -> None:
    survives_kills(tmp_path, 1000)


def written(home: Path, name: str, size: int = 100, *, age_days: float = 0, end: bool = True, chat: str = "c") -> SessionJournal:
    thread = ThreadPoolExecutor(1)
    journal = SessionJournal(store.journal_folder(home) / name, {"chat": chat}, thread, 10**9)
    journal.append({"text": "x" * size})
    if end:
        journal.end()
    thread.shutdown()
    past = time.time() - age_days * 86_400
    os.utime(journal.folder / "calls.jsonl", (past, past))
    return journal


def test_old_sessions_and_the_oldest_of_too_many_are_deleted(tmp_path: Path) -> None:
    for number, age in enumerate((40, 20, 10, 1)):
        written(tmp_path, f"2026010{number}-000000-c-0000", 10_000, age_days=age)
    assert store.prune(tmp_path, 10**9, 30) == ["20260100-000000-c-0000"]
    assert store.prune(tmp_path, 25_000, 30) == ["20260101-000000-c-0000"]
    assert len(store.session_ids(tmp_path)) == 2


def test_a_session_that_is_being_written_stays(tmp_path: Path) -> None:
    journal = written(tmp_path, "20260101-000000-c-0000", 10_000, age_days=99, end=False)
    assert store.is_being_written(journal.folder)
    assert store.prune(tmp_path, 0, 0) == []
    with pytest.raises(FileError, match="is being written"):
        store.remove(journal.folder)
    journal._close()
    store.remove(journal.folder)
    assert store.session_ids(tmp_path) == []


def test_a_session_that_grows_too_large_says_so_and_ends(tmp_path: Path) -> None:
    thread = ThreadPoolExecutor(1)
    journal = SessionJournal(tmp_path / "s", {"chat": "c"}, thread, 5_000)
    for _ in range(20):
        journal.append({"text": "x" * 1000})
    journal.end()
    thread.shutdown()
    session = store.read(tmp_path / "s")
    assert session.broken is None
    assert len(session.calls) == 4
    assert b'"kind":"full"' in (tmp_path / "s" / "calls.jsonl").read_bytes().splitlines()[-1]
    [gap] = session.gaps
    assert (gap.first, gap.last) == (5, None)
    assert gap.as_text() == "calls from 5 on were not recorded: the journal has reached 5000 bytes (journal_keep_bytes)"


def test_a_session_whose_calls_fit_has_its_end(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as thread:
        journal = SessionJournal(tmp_path / "s", {"chat": "c"}, thread, 1_300)
        journal.append({"text": "x" * 1000})
        thread.submit(lambda: None).result()
        journal._most_bytes = (tmp_path / "s" / CALLS).stat().st_size
        journal.end()
    session = store.read(tmp_path / "s")
    assert (len(session.calls), session.ended, session.gaps) == (1, True, ())


def test_a_disk_that_is_full_ends_the_journal_and_no_call(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "file").write_text("")
    thread = ThreadPoolExecutor(1)
    journal = SessionJournal(tmp_path / "file" / "below", {"chat": "c"}, thread, 5_000)
    journal.append({})
    journal.end()
    thread.shutdown()
    assert "cannot be written" in caplog.text


def test_sessions_are_found_by_id_beginning_chat_and_last(tmp_path: Path) -> None:
    for name in ("20260101-000000-shop-0001", "20260102-000000-shop-0002", "20260103-000000-docs-0003"):
        written(tmp_path, name)
    assert store.find(tmp_path, "last").name.endswith("docs-0003")
    assert store.find(tmp_path, "shop").name.endswith("shop-0002")
    assert store.find(tmp_path, "20260101").name.endswith("shop-0001")
    with pytest.raises(FileError, match="No session is called 'x'"):
        store.find(tmp_path, "x")
    with pytest.raises(FileError, match="3 sessions begin with"):
        store.find(tmp_path, "2026")


def test_a_session_is_that_of_the_chat_and_not_of_one_whose_id_reads_alike(tmp_path: Path) -> None:
    """A client that may use one chat alone could otherwise have its session taken for that of another."""
    long = "x" * 70
    for number, chat in enumerate(("own/one", "own_one", "own one", long, long + "y")):
        written(tmp_path, store.session_id(chat, f"2026010{number}-000000"), chat=chat)
    for number, chat in enumerate(("own/one", "own_one", "own one", long, long + "y")):
        assert store.find(tmp_path, chat).name.startswith(f"2026010{number}"), chat
    with pytest.raises(FileError, match=r"No session is called 'own\.one'"):
        store.find(tmp_path, "own.one")


@pytest.mark.parametrize("room", [0, 50, 150])
def test_a_disk_that_is_full_for_a_while_leaves_a_gap_that_is_counted(tmp_path: Path, room: int) -> None:
    with ThreadPoolExecutor(1) as thread:
        journal = SessionJournal(tmp_path / "one", {"chat": "c"}, thread, 10**6)
        for number in range(2):
            journal.append({"action": "state", "number": number})
        thread.submit(lambda: None).result()
        with files_of_at_most((tmp_path / "one" / CALLS).stat().st_size + room):
            for number in range(3):
                journal.append({"action": "state", "number": number, "long": "x" * 200})
            thread.submit(lambda: None).result()
        journal.append({"action": "state", "number": 9})
        journal.end()
    session = read(tmp_path / "one")
    assert (session.broken, session.cut, session.ended) == (None, False, True)
    assert [call["n"] for call in session.calls] == [1, 2, 6]
    [gap] = session.gaps
    assert (gap.first, gap.last) == (3, 5)
    assert gap.as_text() == "calls 3 to 5 were not recorded, since the file could not be written ([Errno 27] File too large)"


def test_a_session_of_which_nothing_could_be_written_leaves_no_file(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as thread, files_of_at_most(10):
        journal = SessionJournal(tmp_path / "one", {"chat": "c"}, thread, 10**6)
        journal.append({"action": "state"})
        journal.end()
        thread.submit(lambda: None).result()
    assert not (tmp_path / "one").exists()


def test_a_session_that_could_not_begin_begins_later(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as thread:
        with files_of_at_most(10):
            journal = SessionJournal(tmp_path / "one", {"chat": "c"}, thread, 10**6)
            journal.append({"action": "state"})
            thread.submit(lambda: None).result()
        journal.append({"action": "state"})
        journal.end()
    session = read(tmp_path / "one")
    assert (session.header["chat"], [call["n"] for call in session.calls]) == ("c", [2])
    assert [(gap.first, gap.last) for gap in session.gaps] == [(1, 1)]


def test_a_failed_call_is_explained_from_the_record_alone() -> None:
    page = {"browser_id": 1, "url": "http://x/"}
    read = {"n": 1, "at": 1000, "ms": 100, "action": "content", "arguments": {}, "page": page, "ok": True, "result": "page"}
    failed = {
        "n": 2, "at": 3000, "ms": 30, "action": "click", "arguments": {"ref": 6}, "page": page, "ok": False, "code": "covered",
        "error": "[button 6] Buy is covered by [button 9] Accept.", "remedy": {"action": "click", "ref": 9},
        "targets": {"6": {"kind": "button", "name": "Buy", "heading": "Shop", "row": "Lamp", "form": "/buy", "alike": 2, "place": 1}},
        "details": {"covered_by": {"kind": "button", "name": "Accept"}},
    }  # fmt: skip
    after = {
        "n": 3,
        "at": 4000,
        "ms": 5,
        "action": "click",
        "arguments": {"ref": 9},
        "page": page,
        "ok": True,
        "result": {"action": {"performed": "click", "effect": "none observed"}},
    }
    calls = [read, failed, after]
    assert to_explain(calls) is after
    assert to_explain(calls[:2]) is failed
    assert explained(calls, failed) == [
        "Before: tab 1 was at http://x/.",
        "The page was last shown 1.9 s before, by #1 content.",
        "Asked: click [button] Buy.",
        "Found: ref 6 was [button] Buy under “Shop” in “Lamp” in the form /buy; number 1 of 2 elements with that name.",
        "Failed after 30 ms: covered. [button 6] Buy is covered by [button 9] Accept.",
        "Covered by: button Accept.",
        "Proposed: {'action': 'click', 'ref': 9}.",
        f"Next call: {line(after)}.",
    ]
    assert "No effect was observed" in " ".join(explained(calls, after))


async def test_calls_that_wait_for_the_journal_go_on_in_their_order(tmp_path: Path) -> None:
    """Also when the thread finishes after the first has begun to wait and before the second looks."""
    with ThreadPoolExecutor(1) as thread:
        busy, blocked = threading.Event(), threading.Event()
        thread.submit(blocked.set)
        thread.submit(busy.wait)
        blocked.wait()
        journal = SessionJournal(tmp_path / "journal", {}, thread, 10**6)
        order: list[str] = []

        async def call(name: str) -> None:
            await journal.caught_up()
            order.append(name)

        first = asyncio.ensure_future(call("first"))
        await asyncio.sleep(0)  # it has begun to wait
        busy.set()
        thread.submit(lambda: None).result()
        await asyncio.gather(call("second"), first)
        journal.end()
    assert order == ["first", "second"]


async def test_many_calls_wait_for_a_disk_that_hangs_no_longer_than_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "CAUGHT_UP_S", 0.25)
    with ThreadPoolExecutor(1) as thread:
        hangs = threading.Event()
        thread.submit(hangs.wait)
        journal = SessionJournal(tmp_path / "journal", {}, thread, 10**6)
        began = time.monotonic()
        await asyncio.gather(*(journal.caught_up() for _ in range(12)))
        took = time.monotonic() - began
        hangs.set()
        journal.end()
    assert 0.25 <= took < 2.5  # one after the other they would take 3


def test_no_argument_of_an_action_is_masked_for_its_name() -> None:
    names = {name for action in ACTIONS for schema in _objects(action.arguments.model_json_schema()) for name in schema}
    # `http_auth` is an object with a password in it.
    assert {name for name in names if is_secret_name(name)} == OWN_NAMES | {"password", "http_auth"}
    given: dict[str, Any] = {"calls": [{"action": "content", "max_tokens": 500}], "max_tokens": 600, "password": "hunter22"}
    assert masked({"arguments": given})["arguments"] == {**given, "password": "•••"}
    fields = {
        "arguments": {"secret": "shop", "fields": [{"ref": 1, "secret": "pin"}], "http_auth": {"username": "ada", "secret": "web"}}
    }
    assert masked(fields) == fields


def _objects(schema: dict[str, Any]) -> list[dict[str, Any]]:
    return [schema.get("properties", {}), *(part.get("properties", {}) for part in schema.get("$defs", {}).values())]
