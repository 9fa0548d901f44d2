"""Addresses that lead to no page: each is a typed failure, in time, and leaves the tab usable."""

import time

import pytest

from refbrowser import Chat
from tests.support.calls import do, navigated, page_text, read, refused
from tests.support.server import Site, refused_url
from tests.support.waiting import until, within


@pytest.mark.rows(2)
@pytest.mark.parametrize("action", ["open", "navigate"])
@pytest.mark.parametrize("url", ["", "javascript:alert(1)", "http://a b/", "http://[::1/", "http://%zz/", "x\x8d.y\U000f743e"])
async def test_an_address_that_is_none_is_refused(common_chat: Chat, action: str, url: str) -> None:
    await refused(common_chat, "invalid_arguments", action, url=url)
    assert len((await do(common_chat, "list"))["browsers"]) == 1


@pytest.mark.parametrize("action", ["open", "navigate"])
@pytest.mark.parametrize("url", ["file:///etc/passwd", "chrome://version", "view-source:http://x.test"])
async def test_an_address_outside_the_web_is_denied(common_chat: Chat, action: str, url: str) -> None:
    answer = await refused(common_chat, "policy_denied", action, url=url)
    assert answer["details"]["scheme"] == url.split(":")[0].lower()
    assert len((await do(common_chat, "list"))["browsers"]) == 1


async def test_an_address_without_a_scheme_gets_one(common_chat: Chat, site: Site) -> None:
    url = site.page("<title>Found</title>")
    await do(common_chat, "navigate", url=url.removeprefix("http://"))
    assert (await do(common_chat, "state"))["title"] == "Found"


@pytest.mark.long("browser/test_bad_urls.py::test_a_host_that_does_not_exist_is_a_failed_navigation")
async def test_a_port_that_refuses_is_a_failed_navigation_and_the_tab_goes_on(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url=site.page("<title>Before</title>"))
    with refused_url() as nobody:
        answer = await refused(common_chat, "navigation_failed", "navigate", url=nobody)
    assert answer["details"]["net_error"] == "ERR_CONNECTION_REFUSED"
    assert answer["retryable"] is True
    await do(common_chat, "navigate", url=site.page("<title>After</title>"))
    assert (await do(common_chat, "state"))["title"] == "After"


async def test_what_a_failed_navigation_leaves_is_no_longer_the_page_before(common_chat: Chat, site: Site) -> None:
    numbers = await navigated(common_chat, site.page("<title>Before</title><button>Stay</button>"))
    with refused_url() as nobody:
        await refused(common_chat, "navigation_failed", "navigate", url=nobody)
    state = await do(common_chat, "state")
    assert (state["url"], state["http_status"], state["loading"]) == ("chrome-error://chromewebdata/", None, False)
    await refused(common_chat, "ref_stale", "click", ref=numbers["Stay"])
    assert (await do(common_chat, "back"))["title"] == "Before"


@pytest.mark.long("browser/test_bad_urls.py::test_what_a_failed_navigation_leaves_is_no_longer_the_page_before")
async def test_a_reload_that_fails_again_names_the_address(common_chat: Chat, site: Site) -> None:
    with refused_url("/shop") as nobody:
        await do(common_chat, "navigate", url=site.page(f"<a href='{nobody}'>Go</a>"))
        await do(common_chat, "click", selector="a")
        for _ in range(2):
            answer = await refused(common_chat, "navigation_failed", "reload")
            assert answer["error"] == f"{nobody} could not be loaded: ERR_CONNECTION_REFUSED."
            assert answer["details"]["url"] == nobody


async def test_a_host_that_does_not_exist_is_a_failed_navigation(common_chat: Chat) -> None:
    answer = await refused(common_chat, "navigation_failed", "navigate", url="http://nowhere.invalid/")
    assert answer["details"]["net_error"] == "ERR_NAME_NOT_RESOLVED"


async def test_a_server_that_never_answers_times_out_and_the_tab_shows_what_it_showed(common_chat: Chat, site: Site) -> None:
    before = await navigated(common_chat, site.page("<title>Before</title><button>Stay</button>"))
    began = time.monotonic()
    answer = await within(
        1.5, lambda: refused(common_chat, "navigation_timeout", "navigate", url=site.url("/hang"), timeout_ms=500)
    )
    assert time.monotonic() - began > 0.3
    assert answer["retryable"] is True
    assert answer["details"]["committed"] is False
    state = await do(common_chat, "state")
    assert (state["title"], state["loading"]) == ("Before", False)
    assert await read(common_chat) == before


@pytest.mark.long("browser/test_bad_urls.py::test_a_server_that_never_answers_times_out_and_the_tab_shows_what_it_showed")
async def test_a_page_that_never_ends_times_out_with_what_did_arrive(chat: Chat, site: Site) -> None:
    await do(chat, "open")
    answer = await refused(
        chat, "navigation_timeout", "navigate", url=site.url("/hang?after=headers"), wait_until="load", timeout_ms=800
    )
    assert answer["details"]["committed"] is True
    assert answer["remedy"]["action"] == "content"
    assert page_text(await do(chat, "content")) == "# Unfinished"


async def test_a_page_that_goes_on_asking_its_server_is_loaded_and_never_idle(common_chat: Chat, site: Site) -> None:
    page = site.page("<title>Polls</title><script>setInterval(() => fetch('/status/200'), 100)</script>")
    answer = await refused(common_chat, "navigation_timeout", "navigate", url=page, wait_until="networkidle", timeout_ms=1200)
    assert answer["error"] == f"{page} loaded, but its network was never idle within 1200 ms."
    assert answer["remedy"]["action"] == "content"
    asked = site.hits("/status/200")
    await until(lambda: site.hits("/status/200") > asked + 1)
    state = await do(common_chat, "state")
    assert (state["title"], state["loading"], "cut" in state) == ("Polls", False, False)


@pytest.mark.rows(1)
@pytest.mark.parametrize("status", [404, 401, 500])
async def test_an_error_page_is_a_page_with_its_status(common_chat: Chat, site: Site, status: int) -> None:
    state = await do(common_chat, "navigate", url=site.url(f"/status/{status}"))
    assert state["http_status"] == status
    assert f"HTTP {status}" in (await do(common_chat, "content")).splitlines()[0]


@pytest.mark.long("browser/test_http_auth.py::test_credentials_open_a_page_and_are_kept_for_its_origin")
async def test_a_page_behind_http_authentication_asks_for_it_by_code(common_chat: Chat, site: Site) -> None:
    await refused(common_chat, "http_auth_required", "navigate", url=site.url("/auth"))
    await do(common_chat, "navigate", url=site.page("<title>After</title>"))


@pytest.mark.long("browser/test_files_of_a_page.py::test_a_download_lies_in_the_chats_folder_with_its_checksum")
async def test_an_address_that_is_a_file_is_a_download_and_no_page(chat: Chat, site: Site) -> None:
    await do(chat, "open", url=site.page("<title>Before</title>"))
    result = await do(chat, "navigate", url=site.url("/download?name=report.pdf"))
    assert result["download"] == ["report.pdf"]
    assert (result["title"], result["loading"]) == ("Before", False)


@pytest.mark.long("browser/test_receipts_of_navigations.py::test_a_link_that_answers_no_content_changes_nothing_and_does_not_wait")
async def test_a_response_without_content_leaves_the_page_and_says_so(chat: Chat, site: Site) -> None:
    await do(chat, "open", url=site.page("<title>Before</title>"))
    answer = await refused(chat, "navigation_failed", "navigate", url=site.url("/status/204"))
    assert "Another navigation" not in answer["error"]
    state = await do(chat, "state")
    assert (state["title"], state["loading"]) == ("Before", False)


@pytest.mark.rows(1)
@pytest.mark.parametrize(("status", "to"), [(304, None), (302, "javascript:alert(1)"), (302, "app://callback?code=1")])
async def test_an_address_without_a_page_is_not_said_to_be_replaced(
    common_chat: Chat, site: Site, status: int, to: str | None
) -> None:
    url = site.route("/none", b"", status=status, headers={} if to is None else {"Location": to})
    await do(common_chat, "navigate", url=site.page("<title>Before</title>"))
    answer = await refused(common_chat, "navigation_failed", "navigate", url=url)
    assert "Another navigation" not in answer["error"]
    assert ("another program" if to is not None and to.startswith("app:") else "HTTP 304") in answer["error"]
    assert answer["details"] == {"url": url, "net_error": "ERR_ABORTED"}
    assert (await do(common_chat, "state"))["title"] == "Before"


@pytest.mark.long("browser/test_bad_urls.py::test_a_host_that_does_not_exist_is_a_failed_navigation")
async def test_a_redirect_that_leads_to_itself_fails(chat: Chat, site: Site) -> None:
    site.route("/loop", "", status=302, headers={"Location": "/loop"})
    await do(chat, "open")
    answer = await refused(chat, "navigation_failed", "navigate", url=site.url("/loop"))
    assert answer["details"]["net_error"] == "ERR_TOO_MANY_REDIRECTS"


async def test_a_redirect_is_reported_by_where_it_led(common_chat: Chat, site: Site) -> None:
    goal = site.page("<title>Goal</title>", "/goal")
    state = await do(common_chat, "navigate", url=site.url("/redirect?to=/goal"))
    assert (state["url"], state["http_status"]) == (goal, 200)


async def test_a_password_in_an_address_is_in_no_error(common_chat: Chat) -> None:
    with refused_url("/?token=tellnobody") as nobody:
        answer = await refused(common_chat, "navigation_failed", "navigate", url=nobody.replace("http://", "http://ada:lovelace@"))
    assert "lovelace" not in str(answer)
    assert "tellnobody" not in str(answer)
