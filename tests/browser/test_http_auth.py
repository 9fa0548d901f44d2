"""HTTP authentication: answered for the origin that the call names, and for no other."""

import base64

from refbrowser import Chat
from tests.support.calls import do, evaluated, refused
from tests.support.server import Site

AUTH = {"username": "ada", "password": "lovelace"}


def sent(site: Site) -> list[str]:
    """The credentials that the site was sent."""
    given = [request.headers.get("Authorization") for request in site.requests]
    return [base64.b64decode(value.removeprefix("Basic ")).decode() for value in given if value is not None]


async def test_credentials_open_a_page_and_are_kept_for_its_origin(chat: Chat, site: Site) -> None:
    asked = await refused(chat, "http_auth_required", "navigate", url=site.url("/auth"))
    assert asked["remedy"] == {"action": "navigate", "url": site.url("/auth"), "http_auth": {"username": "…", "password": "…"}}
    assert asked["details"]["origin"] == site.url("")
    state = await do(chat, "navigate", url=site.url("/auth"), http_auth=AUTH)
    assert (state["title"], state["http_status"]) == ("Members", 200)
    assert (await do(chat, "reload"))["title"] == "Members"
    assert await evaluated(chat, "fetch('/auth').then(answer => answer.status)") == 200
    assert set(sent(site)) == {"ada:lovelace"}


async def test_wrong_credentials_are_said_to_be_wrong(chat: Chat, site: Site) -> None:
    answer = await refused(
        chat, "http_auth_required", "navigate", url=site.url("/auth"), http_auth={"username": "ada", "password": "byron"}
    )
    assert "does not take" in answer["error"]
    assert "byron" not in str(answer)
    await do(chat, "navigate", url=site.url("/auth"), http_auth=AUTH)


async def test_no_other_origin_is_given_them(chat: Chat, site: Site) -> None:
    other = Site()
    with other:
        for target in (other.url("/auth"), site.other("/auth")):
            before = len(sent(site))
            answer = await refused(chat, "http_auth_required", "navigate", url=site.url(f"/redirect?to={target}"), http_auth=AUTH)
            assert "alone" in answer["error"]
            assert answer["details"]["url"] == target
            assert (sent(other), len(sent(site))) == ([], before)
        frame = site.page(f"<iframe src='{other.url('/auth')}'></iframe><img src='{site.other('/auth')}'>")
        await do(chat, "navigate", url=frame, http_auth=AUTH, wait_until="load")
        assert sent(other) == []
        assert [
            request
            for request in site.requests
            if request.headers["Host"].startswith("localhost") and request.headers["Authorization"]
        ] == []


async def test_credentials_need_a_web_address(chat: Chat) -> None:
    await refused(chat, "invalid_arguments", "navigate", url="about:blank", http_auth=AUTH)
    await refused(chat, "invalid_arguments", "navigate", url="http://127.0.0.1/", http_auth={"username": "ada"})
