"""The credentials of a context, changed after it was made."""

from refbrowser import Chat
from refbrowser.browser.playwright_internals.http_credentials import set_http_credentials
from tests.support.calls import do, refused
from tests.support.server import Site
from tests.support.tabs import tab_of


async def test_a_context_takes_credentials_for_one_origin_and_gives_them_up(shared_chat: Chat, site: Site) -> None:
    chat, page = shared_chat, tab_of(shared_chat).page
    await set_http_credentials(page.context, [{"username": "ada", "password": "lovelace", "origin": site.url("")}])
    assert (await do(chat, "navigate", url=site.url("/auth")))["http_status"] == 200
    await refused(chat, "http_auth_required", "navigate", url=site.other("/auth"))
    await set_http_credentials(page.context, [])
    await refused(chat, "http_auth_required", "navigate", url=site.other("/auth"))
