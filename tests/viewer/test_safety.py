"""Safety: who gets in, what a token opens, and that nothing of a page is ever more than text."""

import httpx
import pytest
from playwright.async_api import expect
from websockets.exceptions import InvalidStatus

from refbrowser import Browser, Chat
from refbrowser.viewer import Access, Grant, RunningViewer
from refbrowser.viewer.access import LAPSE_S, MOST_TOKENS
from tests.support.calls import do, opened
from tests.support.server import Site
from tests.viewer.conftest import OpenWindow, Window
from tests.viewer.eyes import connected, watching


@pytest.mark.parametrize(
    "wrong",
    [
        {"token": "0" * 32},
        {"token": ""},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"host": "evil.example"},
        {"name": "x"},
    ],
    ids=["another token", "no token", "another site", "a sandboxed page", "another host name", "no name"],
)
async def test_a_socket_is_refused_to(viewer: RunningViewer, wrong: dict[str, str]) -> None:
    with pytest.raises(InvalidStatus) as refused:
        async with connected(viewer.url, **wrong):
            pass
    assert refused.value.response.status_code == 403


async def test_a_revoked_token_opens_nothing(viewer: RunningViewer) -> None:
    token = viewer.access.issue()
    async with connected(viewer.url, token=token):
        pass
    viewer.access.revoke(token)
    with pytest.raises(InvalidStatus):
        async with connected(viewer.url, token=token):
            pass


def test_a_token_that_lapses_does_so_when_nobody_uses_it_and_while_somebody_does_not() -> None:
    now = [0.0]
    access = Access(clock=lambda: now[0])
    kept, unused, used = access.issue(), access.issue(lapses=True), access.issue(lapses=True, read_only=True)
    with access.in_use(used):
        now[0] += LAPSE_S + 1
        assert access.grant(unused) is None
        assert access.grant(used) == Grant(None, read_only=True)
    now[0] += LAPSE_S - 1
    assert access.grant(used) is not None
    with access.in_use(used):
        others = []
        for _ in range(MOST_TOKENS + 1):
            now[0] += 1
            others.append(access.issue(lapses=True))
        assert access.grant(others[0]) is None
        assert access.grant(others[1]) is not None
        assert access.grant(used) is not None
    assert access.grant(kept) is not None


async def test_every_answer_forbids_scripts_and_styles_of_others_and_frames_around_it(viewer: RunningViewer) -> None:
    base = viewer.url.partition("#")[0]
    async with httpx.AsyncClient() as client:
        for path in ("", "modules/main.js", "no-such-file"):
            headers = (await client.get(base + path)).headers
            policy = headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "require-trusted-types-for 'script'" in policy
            assert "unsafe" not in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"


async def test_a_name_that_was_rebound_to_this_machine_is_refused(viewer: RunningViewer) -> None:
    base = viewer.url.partition("#")[0]
    async with httpx.AsyncClient() as client:
        assert (await client.get(base, headers={"Host": "rebound.example"})).status_code == 403
        assert (await client.post(f"{base}files", headers={"Origin": "http://evil.example"})).status_code == 403
        assert (await client.post(f"{base}files", headers={"Origin": base.rstrip("/")})).status_code == 401
        assert (await client.get(f"{base}..%2f..%2fpyproject.toml")).status_code == 404


async def test_a_token_for_one_chat_shows_no_other(chat: Chat, other_chat: Chat, site: Site, viewer: RunningViewer) -> None:
    await do(chat, "open", url=site.page("<title>Mine</title>"))
    await do(other_chat, "open", url=site.page("<title>Not mine</title>"))
    async with watching(viewer.url, other_chat.id, token=viewer.access.issue(chat=chat.id)) as spy:
        assert [one["id"] for one in (await spy.message("overview"))["chats"]] == [chat.id]
        await do(other_chat, "state")
        await spy.send(type="take", chat=other_chat.id, browser_id=1)
        assert (await spy.message("problem"))["code"] == "policy_denied"
        assert spy.waiting_pictures() == 0


@pytest.mark.long("viewer/test_safety.py::test_a_token_for_one_chat_shows_no_other")
async def test_the_page_of_a_token_for_one_chat_lists_no_other(
    chat: Chat, other_chat: Chat, site: Site, viewer: RunningViewer, window: OpenWindow
) -> None:
    await do(chat, "open", url=site.page("<title>Mine</title>"))
    await do(other_chat, "open", url=site.page("<title>Not mine</title>"))
    eye = await window(url=viewer.url_for(viewer.access.issue(chat=chat.id)))
    await expect(eye.page.get_by_role("tab", name="Mine")).to_be_visible()
    await expect(eye.page.locator(".chat")).to_have_count(1)


async def test_a_read_only_token_watches_and_nothing_else(
    chat: Chat, site: Site, viewer: RunningViewer, window: OpenWindow
) -> None:
    refs = await opened(
        chat, site.page("<body style='background:rgb(20,40,180)'><button onclick=\"confirm('Sure?')\">Ask</button>")
    )
    token = viewer.access.issue(read_only=True)
    eye = await window(chat.id, url=viewer.url_for(token))
    await eye.shows(20, 40, 180)
    await expect(eye.page.locator(".link")).to_contain_text("read-only")
    await expect(eye.button("Take over")).to_have_count(0)
    await do(chat, "click", ref=refs["Ask"])
    await expect(eye.page.locator(".notice.dialog")).to_contain_text("Sure?")
    await expect(eye.button("OK")).to_have_count(0)
    async with watching(viewer.url, chat.id, token=token) as looker:
        for message in ({"type": "take"}, {"type": "dialog", "dialog_id": "t1d1", "accept": True}, {"type": "insert", "text": "x"}):
            await looker.send(chat=chat.id, browser_id=1, **message)
            assert (await looker.message("problem"))["code"] == "policy_denied"
    assert (await do(chat, "state"))["dialogs"]


HOSTILE = "<img src=x onerror=alert(1)><script>document.title=1</script>"


async def test_hostile_titles_names_and_messages_are_text(browser: Browser, site: Site, eye: Window) -> None:
    chat = browser.chat(f"<b>{HOSTILE}</b>")
    try:
        escaped = HOSTILE.replace("&", "&amp;").replace("<", "&lt;")
        page = f"<title>{escaped}</title><button onclick='confirm(this.textContent)'>{escaped}</button><a download='{escaped}' href='data:,x'>File</a>"
        refs = await opened(chat, site.page(page))
        alerts: list[str] = []
        eye.page.on("dialog", lambda dialog: alerts.append(dialog.message))
        await eye.page.locator(".chat").filter(has_text="onerror").click()
        await expect(eye.page.get_by_role("tab", name="onerror")).to_be_visible()
        await do(chat, "click", ref=refs["File"])
        await do(chat, "click", ref=next(number for label, number in refs.items() if "onerror" in label))
        await expect(eye.page.locator(".notice.dialog")).to_contain_text(HOSTILE)
        await expect(eye.page.locator(".calls")).to_contain_text("onerror")
        counts = "document.querySelectorAll('img[onerror], img[src=x], b').length"
        assert await eye.page.evaluate(counts) == 0
        assert alerts == []
    finally:
        await chat.close()
