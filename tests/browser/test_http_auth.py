"""HTTP authentication: answered for the origin that the call names, and for no other."""

import asyncio
import base64
import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from refbrowser import Browser, Chat
from tests.support.calls import do, evaluated, refused
from tests.support.exchange import Request, Response, html
from tests.support.server import Site

AUTH = {"username": "ada", "password": "lovelace"}


def sent(site: Site) -> list[str]:
    """The credentials that the site was sent."""
    given = [request.headers.get("Authorization") for request in site.requests]
    return [base64.b64decode(value.removeprefix("Basic ")).decode() for value in given if value is not None]


async def test_credentials_open_a_page_and_are_kept_for_its_origin(shared_chat: Chat, site: Site) -> None:
    asked = await refused(shared_chat, "http_auth_required", "navigate", url=site.url("/auth"))
    assert asked["remedy"] == {"action": "navigate", "url": site.url("/auth"), "http_auth": {"username": "…", "password": "…"}}
    assert asked["details"]["origin"] == site.url("")
    state = await do(shared_chat, "navigate", url=site.url("/auth"), http_auth=AUTH)
    assert (state["title"], state["http_status"]) == ("Members", 200)
    assert (await do(shared_chat, "reload"))["title"] == "Members"
    assert await evaluated(shared_chat, "fetch('/auth').then(answer => answer.status)") == 200
    assert set(sent(site)) == {"ada:lovelace"}


async def test_wrong_credentials_are_said_to_be_wrong(shared_chat: Chat, site: Site) -> None:
    answer = await refused(
        shared_chat, "http_auth_required", "navigate", url=site.url("/auth"), http_auth={"username": "ada", "password": "byron"}
    )
    assert "does not take" in answer["error"]
    assert "byron" not in str(answer)
    await do(shared_chat, "navigate", url=site.url("/auth"), http_auth=AUTH)


async def test_no_other_origin_is_given_them(shared_chat: Chat, site: Site) -> None:
    other = Site()
    with other:
        for target in (other.url("/auth"), site.other("/auth")):
            before = len(sent(site))
            answer = await refused(
                shared_chat, "http_auth_required", "navigate", url=site.url(f"/redirect?to={target}"), http_auth=AUTH
            )
            assert "alone" in answer["error"]
            assert answer["details"]["url"] == target
            assert (sent(other), len(sent(site))) == ([], before)
        frame = site.page(f"<iframe src='{other.url('/auth')}'></iframe><img src='{site.other('/auth')}'>")
        await do(shared_chat, "navigate", url=frame, http_auth=AUTH, wait_until="load")
        assert sent(other) == []
        assert [
            request
            for request in site.requests
            if request.headers["Host"].startswith("localhost") and request.headers["Authorization"]
        ] == []


@pytest.mark.long("browser/test_http_auth.py::test_credentials_open_a_page_and_are_kept_for_its_origin")
@pytest.mark.parametrize(
    "rule",
    [{"headers": {"X-Mine": "route"}}, {"abort": True, "url": "*/unrelated"}, {"fulfil": {"body": "ours"}, "url": "*/unrelated"}],
    ids=["headers", "abort", "fulfil"],
)
async def test_credentials_are_given_while_the_chat_has_a_route(chat: Chat, site: Site, rule: dict[str, Any]) -> None:
    other = Site()
    with other:
        await do(chat, "route", operation="add", **{"url": "*", **rule})
        wrong = {"username": "ada", "password": "byron"}
        assert (
            "does not take"
            in (await refused(chat, "http_auth_required", "navigate", url=site.url("/auth"), http_auth=wrong))["error"]
        )
        # Each challenge is answered once.
        assert sent(site) == ["ada:byron"]
        frame = site.page(f"<iframe src='{other.url('/auth')}'></iframe><img src='{site.other('/auth')}'>")
        await do(chat, "navigate", url=frame, http_auth=AUTH, wait_until="load")
        answer = await refused(
            chat, "http_auth_required", "navigate", url=site.url(f"/redirect?to={other.url('/auth')}"), http_auth=AUTH
        )
        assert "alone" in answer["error"]
        assert (sent(other), sent(site)) == ([], ["ada:byron"])
        # Credentials end with their navigation.
        await refused(chat, "http_auth_required", "navigate", url=site.url("/auth"))
        assert (await do(chat, "navigate", url=site.url("/auth"), http_auth=AUTH))["title"] == "Members"
        if "headers" in rule:
            assert site.requests[-1].headers["X-Mine"] == "route"
        await do(chat, "route", operation="remove")
        assert (await do(chat, "reload"))["title"] == "Members"
        await refused(chat, "http_auth_required", "navigate", url=other.url("/auth"))
        assert (await do(chat, "navigate", url=other.url("/auth"), http_auth=AUTH))["title"] == "Members"


@pytest.mark.long("browser/test_http_auth.py::test_credentials_open_a_page_and_are_kept_for_its_origin")
async def test_a_route_that_comes_during_a_navigation_does_not_lose_the_credentials(chat: Chat, site: Site) -> None:
    reached, going = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def late(_: Request) -> Response:
        loop.call_soon_threadsafe(reached.set)
        going.wait(10)
        return html("<title>Frames</title><iframe src='/auth'></iframe>")

    start = site.route("/late", late)
    await do(chat, "open")
    navigating = asyncio.create_task(do(chat, "navigate", url=start, http_auth=AUTH, wait_until="load"))
    await reached.wait()
    tab = (await do(chat, "open"))["browser_id"]
    await do(chat, "route", browser_id=tab, operation="add", url="*/unrelated", abort=True)
    going.set()
    assert (await navigating)["title"] == "Frames"
    await do(chat, "route", browser_id=tab, operation="remove")
    assert sent(site) == ["ada:lovelace"]
    assert await evaluated(chat, "fetch('/auth').then(answer => answer.status)", browser_id=1) == 200


async def test_credentials_need_a_web_address(shared_chat: Chat) -> None:
    await refused(shared_chat, "invalid_arguments", "navigate", url="about:blank", http_auth=AUTH)
    await refused(shared_chat, "invalid_arguments", "navigate", url="http://127.0.0.1/", http_auth={"username": "ada"})


@pytest.fixture
def keeper(tmp_path: Path, site: Site, monkeypatch: pytest.MonkeyPatch, keeping: Callable[[Path], Chat]) -> Chat:
    """A chat with two secrets for the site: a password, and a user name with it."""
    monkeypatch.setenv("SITE_PASSWORD", AUTH["password"])
    monkeypatch.setenv("SITE_BOTH", "ada:lovelace")
    entry = '[[secret]]\nname = "{}"\norigins = ["{}"]\nenvironment = "{}"\n'
    origin = site.url("")
    listing = tmp_path / "secrets.toml"
    listing.write_text(entry.format("site.password", origin, "SITE_PASSWORD") + entry.format("site.both", origin, "SITE_BOTH"))
    return keeping(listing)


async def test_a_secret_answers_by_its_name_for_its_origin_alone(keeper: Chat, site: Site, browser: Browser) -> None:
    url = site.url("/auth")
    for given in ({"username": "ada", "secret": "site.password"}, {"secret": "site.both"}):
        state = await do(keeper, "navigate", url=url, http_auth=given)
        assert (state["title"], state["http_status"]) == ("Members", 200)
    assert set(sent(site)) == {"ada:lovelace"}
    shown = await do(keeper, "network", text="/auth")
    details = [await do(keeper, "network", id=request["id"]) for request in shown["requests"]]
    assert "lovelace" not in json.dumps([shown, details])
    assert base64.b64encode(b"ada:lovelace").decode() not in json.dumps([shown, details])
    before = len(sent(site))
    await refused(keeper, "secret_origin", "navigate", url=site.other("/auth"), http_auth={"secret": "site.both"})
    await refused(keeper, "secret_unknown", "navigate", url=url, http_auth={"secret": "site.none"})
    await refused(keeper, "invalid_arguments", "navigate", url=url, http_auth={"secret": "site.password"})
    await refused(keeper, "invalid_arguments", "navigate", url=url, http_auth={**AUTH, "secret": "site.both"})
    assert len(sent(site)) == before
    await keeper.end_journal()
    journals = (browser.settings.home / "journal").rglob(f"*{keeper.id}*")
    written = b"".join(path.read_bytes() for journal in journals for path in (journal, *journal.rglob("*")) if path.is_file())
    assert b"site.both" in written
    assert b"lovelace" not in written
