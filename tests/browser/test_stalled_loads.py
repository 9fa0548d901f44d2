"""Pages whose load does not end: what has come of them is read and used, and the answer says that they are still loading."""

from collections.abc import Callable, Iterator

import pytest

from refbrowser import Chat
from refbrowser.browser.tab import stalled_load
from tests.support.calls import do, evaluated, refused
from tests.support.server import Site

PAGE = "%s<h1>Shop</h1><button onclick='document.title = `bought`'>Buy</button>%s<p>End</p>"

KINDS = {
    "deferred script": ("<script defer src=/hang></script>", ""),
    "module": ("<script type=module src=/hang></script>", ""),
    "parser-blocking script": ("", "<script src=/hang></script>"),
    "script behind a style sheet": ("", "<link rel=stylesheet href=/hang><script>1</script>"),
}
PARSED = {
    "async script": ("<script async src=/hang></script>", ""),
    "image": ("<img src=/hang alt=Lamp>", ""),
    "frame": ("", "<iframe src=/hang></iframe>"),
}


@pytest.fixture
def stalls(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Sets for how long a stalled document is waited for."""

    def after(seconds: float) -> None:
        monkeypatch.setattr(stalled_load, "STALLED_S", seconds)

    return after


@pytest.fixture(autouse=True)
def released(site: Site) -> Iterator[None]:
    yield
    site.release()


async def is_usable(chat: Chat) -> None:
    page = await do(chat, "content")
    assert "Buy" in page
    await do(chat, "click", selector="text=Buy")
    assert await evaluated(chat, "document.title") == "bought"


async def test_a_page_that_waits_for_a_script_for_ever_is_opened_and_used(
    common_chat: Chat, site: Site, stalls: Callable[[float], None]
) -> None:
    stalls(0.2)
    for kind, (head, body) in KINDS.items():
        state = await do(common_chat, "navigate", url=site.page(PAGE % (head, body)), observe="content")
        assert (state["loading"], "still loading" in state["content"]) == (True, True), kind
        await is_usable(common_chat)
    state = await do(common_chat, "reload")
    assert state["loading"] is True
    await is_usable(common_chat)
    site.release()
    await do(common_chat, "wait", load_state="load")
    assert "End" in await do(common_chat, "content")


async def test_what_hangs_behind_the_document_is_not_waited_for(
    common_chat: Chat, site: Site, stalls: Callable[[float], None]
) -> None:
    stalls(3_600)
    for kind, (head, body) in PARSED.items():
        state = await do(common_chat, "navigate", url=site.page(PAGE % (head, body)))
        assert state["loading"] is True, kind
        await is_usable(common_chat)


@pytest.mark.long("browser/test_stalled_loads.py::test_a_page_that_waits_for_a_script_for_ever_is_opened_and_used")
async def test_at_the_deadline_a_page_that_shows_something_is_opened(
    common_chat: Chat, site: Site, stalls: Callable[[float], None]
) -> None:
    stalls(3_600)
    url = site.page(PAGE % KINDS["deferred script"])
    assert (await do(common_chat, "navigate", url=url, timeout_ms=2_500))["loading"] is True
    await is_usable(common_chat)
    late = await refused(common_chat, "navigation_timeout", "navigate", url=url, wait_until="load", timeout_ms=2_500)
    assert late["remedy"]["action"] == "content"
    await is_usable(common_chat)
    assert (
        "Unfinished"
        in (await do(common_chat, "navigate", url=site.url("/hang?after=headers"), timeout_ms=2_500, observe="content"))["content"]
    )
    blank = site.page("<script src=/hang></script><h1>Shop</h1>")
    await refused(common_chat, "navigation_timeout", "navigate", url=blank, timeout_ms=2_500)
    assert "still loading" in await do(common_chat, "content")
    site.release()
    await do(common_chat, "wait", text="Shop")
