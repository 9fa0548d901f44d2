"""Chats that sleep, wake and move: what comes along, what a ref means afterwards, and what is said of the rest."""

from pathlib import Path

from refbrowser import Browser, Settings
from refbrowser.profiles.seal import Seal
from refbrowser.service.chats.checkpoint import Checkpoint
from tests.conftest import ChatUnder
from tests.support.calls import do, evaluated, opened, refused
from tests.support.server import Site

KEPT = "document.cookie = 'who=ada'; localStorage.cart = '3'; sessionStorage.step = '2'; document.cookie"
SEEN = "[document.title, document.cookie, localStorage.cart, sessionStorage.step]"
SEAL = Seal(b"a key of this test")


async def test_a_chat_sleeps_until_its_next_call(chat_under: ChatUnder, site: Site) -> None:
    chat = chat_under()
    await opened(chat, site.page("<title>One</title><button>Go</button>"))
    await evaluated(chat, KEPT)
    checkpoint = await chat.sleep()
    assert (chat.asleep, chat.existing(), len(checkpoint.left.tabs)) == (True, None, 1)
    assert (await chat.sleep()).left == checkpoint.left
    assert (await do(chat, "state"))["restored"]["because"] == "the chat was asleep"
    assert await evaluated(chat, SEEN) == ["One", "who=ada", "3", "2"]
    assert not chat.asleep


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
