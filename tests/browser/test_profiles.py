"""A chat with a profile finds its cookies, storage and tabs again in another run of the program."""

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from refbrowser import Browser, Chat, Settings, keyring_reads
from refbrowser.errors import CallError, TimeoutExceeded
from refbrowser.profiles.saved import SavedProfile, SavedTab
from refbrowser.profiles.store import ProfileStore
from refbrowser.surface.render import render
from tests.support.calls import do, evaluated, refused
from tests.support.full_disk import files_of_at_most
from tests.support.server import Site
from tests.support.waiting import until

FILL = """
    document.cookie = 'session=1'; document.cookie = 'kept=1; max-age=999999';
    localStorage.cart = '3'; sessionStorage.step = '2';
    await new Promise((done, failed) => {
        const opening = indexedDB.open('shop', 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore('orders', {keyPath: 'id'}).add({id: 7, what: new Date(5)});
        opening.onsuccess = () => { opening.result.close(); done(); };
        opening.onerror = failed;
    });
    return 'filled';
"""
READ = """
    const orders = await new Promise((done, failed) => {
        const opening = indexedDB.open('shop', 1);
        opening.onsuccess = () => {
            if (!opening.result.objectStoreNames.length) return done([]);
            const all = opening.result.transaction('orders').objectStore('orders').getAll();
            all.onsuccess = () => { opening.result.close(); done(all.result.map(order => [order.id, order.what.getTime()])); };
        };
        opening.onerror = failed;
    });
    return [document.cookie, localStorage.cart ?? null, sessionStorage.step ?? null, orders];
"""
FILLED = ["session=1; kept=1", "3", "2", [[7, 5]]]


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFBROWSER_PROFILE_KEY", "a key that only the tests use")


@asynccontextmanager
async def working(home: Path, **settings: object) -> AsyncIterator[Chat]:
    async with Browser(Settings(home=home, **settings)) as browser:  # type: ignore[arg-type]
        yield browser.chat("c", profile="work")


@pytest.mark.long("browser/test_profiles.py::test_cookies_storage_databases_and_tabs_are_there_in_the_next_run")
async def test_one_that_cannot_be_written_is_in_the_next_answer_once_and_is_written_later(tmp_path: Path, site: Site) -> None:
    page = site.page("<title>Page</title>")
    async with working(tmp_path, checkpoint_ms=50, journal="off") as chat:
        await do(chat, "open", url=page)
        with files_of_at_most(10):
            answer = await until(lambda: do(chat, "evaluate", script="1"), lambda answer: "profile_unsaved" in answer)
            assert "state.sealed" in answer["profile_unsaved"]
            assert answer["profile_unsaved"] in render({"ok": True, "result": answer})
            for _ in range(50):
                assert "profile_unsaved" not in await do(chat, "evaluate", script="1")
        assert "profile_unsaved" not in await do(chat, "evaluate", script="1")
        await until(lambda: ProfileStore(tmp_path).saved("work"))


@pytest.mark.long("unit/test_profiles.py::test_a_file_that_is_no_profile_says_so")
async def test_one_that_chromium_rejects_says_so_and_can_be_replaced(tmp_path: Path, site: Site) -> None:
    page = site.page("<title>Page</title>")
    cookie = {"name": "a", "value": "b", "domain": "", "path": "/", "expires": -1, "httpOnly": False, "secure": False}
    store = ProfileStore(tmp_path)
    store.save("work", SavedProfile({"cookies": [cookie], "origins": []}), "test")
    async with working(tmp_path) as chat:
        for _ in range(2):
            failure = await refused(chat, "profile_unreadable", "open", url=page)
            assert "cookies[0].domain is ''" in failure["error"]
            assert failure["remedy"]["command"] == "refbrowser profiles export work state.json"
        good = {**cookie, "domain": "127.0.0.1"}
        await asyncio.to_thread(store.save, "work", SavedProfile({"cookies": [good], "origins": []}), "test")
        await do(chat, "open", url=page)
        assert await script(chat, "return document.cookie") == "a=b"


async def script(chat: Chat, text: str) -> object:
    return await evaluated(chat, f"async () => {{ {text} }}")


@pytest.mark.usefixtures("quick_keys")
async def test_cookies_storage_databases_and_tabs_are_there_in_the_next_run(
    browser: Browser, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, site: Site
) -> None:
    first, second = site.page("<title>First</title>"), site.page("<title>Second</title>")
    monkeypatch.setattr(browser, "settings", replace(browser.settings, home=tmp_path))
    chat = browser.chat("saving", profile="work")
    await do(chat, "open", url=first)
    await do(chat, "open", url=first)
    await do(chat, "navigate", url=second)
    assert await script(chat, FILL) == "filled"
    await do(chat, "set_active", browser_id=1)
    assert await script(chat, "sessionStorage.step = '2'; return 1") == 1
    await chat.close()

    async with working(tmp_path) as chat:
        listing = await do(chat, "list")
        assert [(tab["browser_id"], tab["url"], tab["active"]) for tab in listing["browsers"]] == [
            (1, first, True),
            (2, second, False),
        ]
        assert listing["restored"]["because"] == "the profile work was opened"
        assert "IndexedDB" not in listing["restored"]["lost"]
        assert await script(chat, READ) == FILLED
        assert (await do(chat, "state", browser_id=2))["can_go_back"]
        assert (await do(chat, "open"))["browser_id"] == 3


@pytest.mark.long("browser/test_loops.py::test_chats_share_neither_cookies_nor_storage_nor_tabs")
async def test_another_chat_without_it_has_nothing_of_it(tmp_path: Path, site: Site) -> None:
    page = site.page("<title>Page</title>")
    async with working(tmp_path) as chat:
        await do(chat, "open", url=page)
        await script(chat, FILL)
    async with Browser(Settings(home=tmp_path)) as browser:
        chat = browser.chat("c")
        assert (await do(chat, "list"))["browsers"] == []
        await do(chat, "open", url=page)
        assert await script(chat, READ.replace("'shop', 1", "'shop'")) == ["", None, None, []]


@pytest.mark.long("unit/test_profiles.py::test_one_writer_at_a_time_and_the_error_names_it")
async def test_one_chat_at_a_time_has_it_open(tmp_path: Path, site: Site) -> None:
    page = site.page("<title>Page</title>")
    async with Browser(Settings(home=tmp_path)) as browser:
        one, two = browser.chat("one", profile="work"), browser.chat("two", profile="work")
        await do(one, "open", url=page)
        await script(one, FILL)
        busy = await refused(two, "profile_busy", "open", url=page)
        assert (busy["retryable"], busy["details"]["chat"], busy["details"]["pid"]) == (True, "one", os.getpid())
        await one.close()
        assert (await do(two, "content"))[:10].startswith("(Restored,")
        assert await script(two, READ) == FILLED
        with pytest.raises(CallError, match="at work with the profile work"):
            browser.chat("two", profile="other")


@pytest.mark.long("unit/test_profiles.py::test_another_key_and_a_changed_byte_and_another_name_do_not_open_it")
async def test_a_wrong_key_is_an_error_that_loses_nothing(tmp_path: Path, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    page = site.page("<title>Page</title>")
    async with working(tmp_path) as chat:
        await do(chat, "open", url=page)
        await script(chat, FILL)
    with monkeypatch.context() as patch:
        patch.setenv("REFBROWSER_PROFILE_KEY", "another key of enough letters")
        async with working(tmp_path) as chat:
            await refused(chat, "profile_locked", "open", url=page)
            await refused(chat, "profile_locked", "list")
    async with working(tmp_path) as chat:
        await do(chat, "list")
        assert await script(chat, READ) == FILLED


def no_keyring(*_: str) -> None:
    raise RuntimeError("No recommended backend was available.")


@pytest.mark.rows(4)
@pytest.mark.parametrize("kind", ["state", "full"])
@pytest.mark.parametrize(
    ("variable", "keyring", "in_the_way", "code", "why"),
    [
        (None, no_keyring, None, "profile_locked", "No recommended backend"),
        (None, lambda *_: None, None, "profile_locked", "stores nothing"),
        ("short", no_keyring, None, "profile_locked", "at least 12"),
        ("", no_keyring, None, "profile_locked", "at least 12"),
        ("a key that only the tests use", no_keyring, "profiles", "file_unwritable", "profiles"),
        ("a key that only the tests use", no_keyring, "profiles/work", "file_unwritable", "work"),
        ("a key that only the tests use", no_keyring, "profiles/.locks", "file_unwritable", "work"),
    ],
)
async def test_one_that_cannot_be_saved_refuses_its_first_call(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
    variable: str | None,
    keyring: object,
    in_the_way: str | None,
    code: str,
    why: str,
) -> None:
    """Logins that are gone at the end are worse than none: no browser starts, and no page is opened."""
    monkeypatch.setattr("keyring.get_password", keyring)
    monkeypatch.setattr("keyring.set_password", lambda *_: None)
    if variable is None:
        monkeypatch.delenv("REFBROWSER_PROFILE_KEY")
    else:
        monkeypatch.setenv("REFBROWSER_PROFILE_KEY", variable)
    if in_the_way is not None:
        (tmp_path / in_the_way).parent.mkdir(exist_ok=True)
        (tmp_path / in_the_way).write_text("a file")
    async with Browser(Settings(home=tmp_path)) as browser:
        chat = browser.chat("c", profile="new" if in_the_way is None else "work", profile_kind=kind)  # type: ignore[arg-type]
        for _ in range(2):
            refusal = await refused(chat, code, "open", url="about:blank")
            assert why in refusal["error"]
        assert browser.running is None
        if in_the_way is None:
            assert not (tmp_path / "profiles" / "new").exists()


@pytest.mark.long("unit/test_secret_stores.py::test_a_keyring_that_hangs_takes_one_thread_and_no_worker")
async def test_a_keyring_that_hangs_holds_no_worker_and_keeps_nothing_from_ending(
    tmp_path: Path, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pool has few workers, which all chats need."""
    page = site.page("<title>Page</title>")
    workers = min(32, (os.cpu_count() or 1) + 4)
    for number in range(workers):
        ProfileStore(tmp_path).save(f"old-{number}", SavedProfile({"cookies": [], "origins": []}, (SavedTab(page),)), "test")
    monkeypatch.delenv("REFBROWSER_PROFILE_KEY")
    monkeypatch.setattr(keyring_reads, "PATIENCE_S", 5)
    asked, answers = threading.Event(), threading.Event()

    def hang(*_: str) -> None:
        asked.set()
        answers.wait()

    monkeypatch.setattr("keyring.get_password", hang)
    try:
        async with asyncio.timeout(30), Browser(Settings(home=tmp_path, checkpoint_ms=20)) as browser:
            held = [
                asyncio.create_task(refused(browser.chat(f"c{number}", profile=f"old-{number}"), "profile_locked", "list"))
                for number in range(workers)
            ]
            await until(asked.is_set)
            assert await asyncio.wait_for(asyncio.to_thread(lambda: "at work"), 2) == "at work"
            held.append(asyncio.create_task(refused(browser.chat("c", profile="new"), "profile_locked", "open", url=page)))
            for refusal in await asyncio.gather(*held):
                assert "does not respond" in refusal["error"]
    finally:
        answers.set()


@pytest.mark.long("browser/test_coming_back.py::test_what_was_wiped_does_not_come_back")
async def test_wipe_deletes_it_and_the_chat_goes_on_afresh(tmp_path: Path, site: Site) -> None:
    page = site.page("<title>Page</title>")
    async with working(tmp_path) as chat:
        await do(chat, "open", url=page)
        await script(chat, FILL)
    async with working(tmp_path) as chat:
        await do(chat, "list")
        await do(chat, "close_all", wipe=True)
        assert not ProfileStore(tmp_path).saved("work")
    assert not (tmp_path / "profiles" / "work").exists()
    async with working(tmp_path) as chat:
        assert (await do(chat, "list"))["browsers"] == []
        await do(chat, "open", url=page)
        assert await script(chat, READ.replace("'shop', 1", "'shop'")) == ["", None, None, []]


@pytest.mark.long("browser/test_coming_back.py::test_tabs_cookies_and_storage_are_there_again_after_a_crash")
async def test_it_is_saved_after_a_call_and_when_the_browser_dies(tmp_path: Path, site: Site, marker: str) -> None:
    from tests.support import processes

    known = set(processes.browsers(marker))
    page, other = site.page("<title>Page</title>"), site.page("<title>Other</title>")
    async with working(tmp_path, checkpoint_ms=50) as chat:
        await do(chat, "open", url=page)
        await script(chat, FILL)
        store = ProfileStore(tmp_path)
        await until(
            lambda: (
                store.saved("work") and (saved := store.read("work")) and saved.storage["origins"] and saved.tabs[0].session_storage
            )
        )
        await do(chat, "navigate", url=other)
        (pid,) = set(processes.browsers(marker)) - known
        os.kill(pid, signal.SIGKILL)
        await until(lambda: (saved := store.read("work")) and [tab.url for tab in saved.tabs] == [other])
        assert (await do(chat, "list"))["browsers"][0]["url"] == other
        assert (await script(chat, READ)) == FILLED


@pytest.mark.long("browser/test_hostile_databases.py::test_a_page_that_hangs_is_named_and_keeps_nothing_from_the_others")
async def test_a_page_that_hangs_does_not_keep_it_from_closing(tmp_path: Path, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("refbrowser.browser.session.checkpoint.WHOLE_PATIENCE_MS", 300)
    page = site.page("<title>Page</title>")
    async with working(tmp_path, checkpoint_ms=50) as chat:
        await do(chat, "open", url=page)
        await script(chat, FILL)
        store = ProfileStore(tmp_path)
        await until(lambda: (saved := store.read("work")) and saved.storage["origins"])
        await chat.call({"action": "evaluate", "script": "setTimeout(() => { for (;;); })"})
        async with asyncio.timeout(20):
            await chat.close()
    async with working(tmp_path) as chat:
        assert [tab["url"] for tab in (await do(chat, "list"))["browsers"]] == [page]
        assert await script(chat, READ) == FILLED


@pytest.mark.long("browser/test_profiles.py::test_cookies_storage_databases_and_tabs_are_there_in_the_next_run")
async def test_tabs_that_could_not_be_opened_are_still_in_the_profile(
    tmp_path: Path, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = site.page("<title>Page</title>")
    async with working(tmp_path) as chat:
        await do(chat, "open", url=page)

    async def too_slow(*_: object) -> None:
        raise TimeoutExceeded("The machine is busy.")

    with monkeypatch.context() as patch:
        patch.setattr("refbrowser.browser.session.reopen.reopen", too_slow)
        async with working(tmp_path) as chat:
            await refused(chat, "timeout", "list")
    async with working(tmp_path) as chat:
        assert [tab["url"] for tab in (await do(chat, "list"))["browsers"]] == [page]


KILLED = """
    import asyncio, sys
    from pathlib import Path
    from refbrowser import Browser, Settings

    async def main():
        async with Browser(Settings(home=Path(sys.argv[1]), checkpoint_ms=20)) as browser:
            chat = browser.chat("c", profile="work")
            await chat.call({"action": "open", "url": sys.argv[2]})
            print("open", flush=True)
            for n in range(10_000):
                await chat.call({"action": "evaluate", "script": f"localStorage.n = {n}"})

    asyncio.run(main())
"""


@pytest.mark.timeout(1500)
@pytest.mark.long("browser/test_profiles.py::test_cookies_storage_databases_and_tabs_are_there_in_the_next_run")
async def test_the_login_survives_kills_at_random_moments(tmp_path: Path, site: Site) -> None:
    """200 kills of the whole program: the profile is never torn, and the login is kept."""
    import random

    page = site.page("<title>Page</title>")
    async with working(tmp_path) as chat:
        await do(chat, "open", url=page)
        await script(chat, FILL)
    moments = random.Random(22)
    for _ in range(int(os.environ.get("PROFILE_KILLS", "200"))):
        words = [sys.executable, "-c", textwrap.dedent(KILLED), str(tmp_path), page]
        process = await asyncio.create_subprocess_exec(*words, stdout=subprocess.PIPE)
        assert process.stdout is not None
        assert await process.stdout.readline() == b"open\n"
        await asyncio.sleep(moments.uniform(0, 0.5))  # the moment of the kill is what is tried
        process.kill()
        await process.communicate()
        saved = ProfileStore(tmp_path).read("work")
        assert saved is not None
        assert {cookie["name"] for cookie in saved.storage["cookies"]} == {"session", "kept"}
        assert [tab.url for tab in saved.tabs]
    async with working(tmp_path) as chat:
        await do(chat, "list")
        assert (await script(chat, READ))[0] == "session=1; kept=1"  # type: ignore[index]
