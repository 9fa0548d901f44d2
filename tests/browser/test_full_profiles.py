"""A profile of the kind full is a Chromium's own folder: what Chromium keeps is there in another run of the program."""

import asyncio
import os
import subprocess
import sys
import textwrap
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from refbrowser import Browser, Chat, Settings
from refbrowser.errors import CallError, ProfileError
from refbrowser.profiles.store import ProfileStore
from tests.browser.test_profiles import FILL, FILLED, READ, script
from tests.support.calls import do, failure, refused
from tests.support.server import Site
from tests.support.waiting import until

WORKER = "self.onfetch = event => { if (event.request.url.endsWith('/made')) event.respondWith(new Response('by the worker')) }"
KEEP = """
    await navigator.serviceWorker.register('/worker.js'); await navigator.serviceWorker.ready;
    await (await caches.open('shelf')).put('/kept', new Response('from the cache'));
    return 'kept';
"""
KEPT = """
    const found = await caches.match('/kept');
    return [await (await fetch('/made')).text(), found && await found.text()];
"""


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFBROWSER_PROFILE_KEY", "a key that only the tests use")


@asynccontextmanager
async def working(home: Path, **settings: object) -> AsyncIterator[Chat]:
    async with Browser(Settings(home=home, profile="work", profile_kind="full", **settings)) as browser:  # type: ignore[arg-type]
        yield browser.chat("c")


@pytest.fixture
def page(site: Site) -> str:
    site.route("/worker.js", WORKER, headers={"Content-Type": "text/javascript"})
    return site.page("<title>Page</title>", "/full/page")


async def test_what_chromium_keeps_is_there_in_the_next_run(tmp_path: Path, page: str) -> None:
    site_root = page.replace("/full/page", "/status/200")
    async with working(tmp_path) as chat:
        await do(chat, "open", url=site_root)
        assert await script(chat, KEEP) == "kept"
    entry = ProfileStore(tmp_path).entries()[0]
    assert (entry.kind, entry.owner, entry.size > 10_000) == ("full", None, True)

    async with working(tmp_path) as chat:
        listing = await do(chat, "list")
        assert [(tab["url"], tab["active"]) for tab in listing["browsers"]] == [(site_root, True)]
        assert not {"IndexedDB", "caches"} & set(listing["restored"]["lost"])
        assert await script(chat, KEPT) == ["by the worker", "from the cache"]


@pytest.mark.long("browser/test_full_profiles.py::test_what_chromium_keeps_is_there_in_the_next_run")
async def test_databases_cookies_and_every_tab_are_there_in_the_next_run(tmp_path: Path, page: str) -> None:
    async with working(tmp_path) as chat:
        await do(chat, "open", url=page)
        assert await script(chat, FILL) == "filled"
        site_root = page.replace("/full/page", "/status/200")
        await do(chat, "open", url=site_root)
        assert await script(chat, KEEP) == "kept"
        busy = await refused(chat._browser.chat("other", profile="work"), "profile_busy", "open")  # type: ignore[attr-defined]
        assert busy["details"]["chat"] == "c"
    entry = ProfileStore(tmp_path).entries()[0]
    assert (entry.kind, entry.owner, entry.size > 10_000) == ("full", None, True)

    async with working(tmp_path) as chat:
        listing = await do(chat, "list")
        assert [(tab["url"], tab["active"]) for tab in listing["browsers"]] == [(page, False), (site_root, True)]
        assert not {"IndexedDB", "caches"} & set(listing["restored"]["lost"])
        assert await script(chat, KEPT) == ["by the worker", "from the cache"]
        await do(chat, "set_active", browser_id=1)
        assert await script(chat, READ) == FILLED


@pytest.mark.long("browser/test_coming_back.py::test_what_was_wiped_does_not_come_back")
async def test_a_wipe_deletes_what_chromium_keeps(tmp_path: Path, page: str) -> None:
    async with working(tmp_path) as chat:
        await do(chat, "open", url=page)
        assert await script(chat, FILL) == "filled"
    assert ProfileStore(tmp_path).entries()[0].kind == "full"

    async with working(tmp_path) as chat:
        assert await script(chat, READ) == FILLED
        await do(chat, "close_all", wipe=True)
        assert not (tmp_path / "profiles" / "work" / "state.sealed").exists()
        await do(chat, "open", url=page)
        assert await script(chat, READ.replace("'shop', 1", "'shop'")) == ["", None, None, []]


@pytest.mark.long("browser/test_full_profiles.py::test_what_chromium_keeps_is_there_in_the_next_run")
async def test_a_wipe_that_is_refused_loses_nothing(tmp_path: Path, page: str) -> None:
    elsewhere, folder = tmp_path / "elsewhere", tmp_path / "profiles" / "work"
    elsewhere.mkdir()
    folder.mkdir(parents=True)
    (folder / "chromium").symlink_to(elsewhere)
    async with working(tmp_path) as chat:
        await do(chat, "open", url=page)
        assert await script(chat, FILL) == "filled"
        (kept := chat.folder / "kept").parent.mkdir(parents=True, exist_ok=True)
        kept.write_text("a file of the chat")
        refusal = await refused(chat, "file_unwritable", "close_all", wipe=True)
        assert "is a link to" in refusal["error"]
        assert kept.exists()
        assert await script(chat, READ) == FILLED


@pytest.mark.long("browser/test_read.py::test_it_goes_through_the_proxy_that_the_browser_is_given")
async def test_its_traffic_goes_through_the_boundary(tmp_path: Path, page: str, site: Site) -> None:
    async with working(tmp_path, deny_hosts=("localhost",)) as chat:
        await do(chat, "open", url=page)
        await refused(chat, "egress_blocked", "open", url=site.other("/status/200"))
        assert await script(chat, f"return fetch('{site.other('/status/200')}', {{mode: 'no-cors'}}).then(() => 1, () => 0)") == 0


async def test_what_does_not_go_with_its_kind_says_so(tmp_path: Path, browser: Browser) -> None:
    home = browser.settings.home
    store = ProfileStore(home)
    (store.folder("whole") / "chromium").mkdir(parents=True)
    with pytest.raises(ProfileError, match="save it from a chat that uses it"):
        store.existing("whole")
    refusal = failure(await browser.chat("kind-a", profile="whole").call({"action": "open"}), "profile_kind")
    assert refusal["details"] == {"profile": "whole", "kind": "full"}
    with pytest.raises(CallError, match="profile_kind must be one of"):
        browser.chat("kind-b", profile="whole", profile_kind="half")  # type: ignore[arg-type]
    store.remove("whole")
    assert not store.folder("whole").exists()
    with pytest.raises(CallError, match="cannot be used with connect"):
        Browser(Settings(home=tmp_path, connect="http://127.0.0.1:1")).chat("c", profile="work", profile_kind="full")


@pytest.mark.long("browser/test_full_profiles.py::test_what_chromium_keeps_is_there_in_the_next_run")
async def test_a_copy_has_what_it_had(tmp_path: Path, page: str) -> None:
    store = ProfileStore(tmp_path)
    async with working(tmp_path) as chat:
        await do(chat, "open", url=page)
        await script(chat, FILL)
        with pytest.raises(ProfileError, match="in use"):
            store.fork("work", "copy")
    store.fork("work", "copy")
    async with Browser(Settings(home=tmp_path)) as browser:
        copy = browser.chat("d", profile="copy", profile_kind="full")
        await do(copy, "list")
        assert await script(copy, READ) == FILLED
        await copy.close()
    store.remove("copy")
    assert [entry.name for entry in store.entries()] == ["work"]


KILLED = """
    import asyncio, sys
    from pathlib import Path
    from refbrowser import Browser, Settings

    async def main():
        async with Browser(Settings(home=Path(sys.argv[1]), profile="work", profile_kind="full", checkpoint_ms=20)) as browser:
            chat = browser.chat("c")
            await chat.call({"action": "open", "url": sys.argv[2]})
            await chat.call({"action": "evaluate", "script": "document.cookie = 'session=' + Date.now()"})
            print("open", flush=True)
            await asyncio.sleep(60)

    asyncio.run(main())
"""


@pytest.mark.timeout(1500)
@pytest.mark.long("browser/test_full_profiles.py::test_what_chromium_keeps_is_there_in_the_next_run")
async def test_a_program_that_is_killed_comes_back(tmp_path: Path, page: str) -> None:
    """Its Chromium ends with it, and the folder is free for the next."""
    store = ProfileStore(tmp_path)
    for _ in range(int(os.environ.get("PROFILE_KILLS", "3"))):
        await killed(tmp_path, page, store)
    async with working(tmp_path) as chat:
        assert page in [tab["url"] for tab in (await do(chat, "list"))["browsers"]]
        assert str(await script(chat, "return document.cookie")).startswith("session=")


async def killed(home: Path, page: str, store: ProfileStore) -> None:
    words = [sys.executable, "-c", textwrap.dedent(KILLED), str(home), page]
    process = await asyncio.create_subprocess_exec(*words, stdout=subprocess.PIPE, env=dict(os.environ))
    assert process.stdout is not None
    assert await process.stdout.readline() == b"open\n"
    await until(lambda: (saved := store.read("work")) and saved.storage["cookies"])
    process.kill()
    await process.communicate()
