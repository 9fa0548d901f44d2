"""A form is sent again by nothing but a call that was judged as one that sends it. The oracle is the server's count of orders."""

from pathlib import Path
from typing import Any, Final, Literal

import pytest

from refbrowser import Answer, Chat
from tests.support.calls import do, navigated, refused
from tests.support.oversight import Person
from tests.support.server import Request, Response, Site
from tests.support.tabs import tab_of

ORDERED: Final = """<p>Ordered</p><a href=/next>Next</a><button id=reload onclick="location.reload()">Refresh</button>
<button id=go onclick="history.go(0)">Refresh</button>"""
NEXT: Final = """<p>Next</p><button id=back onclick="history.back()">Back</button>"""
FORM: Final = "<form method=post action=/order><input name=q value=1><button>Buy</button></form>"


class Shop:
    """Counts orders."""

    def __init__(self, site: Site, **headers: str) -> None:
        self.orders = 0
        self._headers = {"Content-Type": "text/html", **headers}
        site.route("/order", self._order)
        site.route("/next", NEXT)

    def _order(self, request: Request) -> Response:
        self.orders += request.method == "POST"
        return Response(ORDERED.encode(), headers=self._headers)


async def ordered(chat: Chat, site: Site) -> None:
    await navigated(chat, site.page(FORM))
    await do(chat, "click", selector="button", observe="none")
    await do(chat, "wait", text="Ordered")


AGAIN: Final[dict[str, list[dict[str, Any]]]] = {
    "reload": [{"action": "reload"}],
    "page reloads": [{"action": "click", "selector": "#reload"}],
    "page goes 0": [{"action": "click", "selector": "#go"}],
    "back": [{"action": "click", "selector": "a"}, {"action": "back"}],
    "back and reload": [{"action": "click", "selector": "a"}, {"action": "back"}, {"action": "reload"}],
    "forward": [{"action": "back"}, {"action": "forward"}],
    "page goes back": [{"action": "click", "selector": "a"}, {"action": "click", "selector": "#back"}],
    "raw": [{"action": "cdp", "method": "Page.reload"}],
    "same address": [{"action": "click", "selector": "a"}, {"action": "navigate", "url": "ORDER"}],
}


@pytest.mark.rows(2)
@pytest.mark.parametrize("kept", ["cached", "not stored", "routed"])
@pytest.mark.parametrize("way", AGAIN)
async def test_guarded_asks_again(shared_overseen: Chat, rules: Path, person: Person, site: Site, way: str, kept: str) -> None:
    chat = shared_overseen
    said: Literal["deny", "once"] = "deny"
    rules.write_text('extends = "guarded"\nenabled = ["cdp", "route"]\n')
    person.answers = lambda card: Answer(said if card.rule == "resubmission" else "once")
    shop = Shop(site, **({"Cache-Control": "no-store"} if kept == "not stored" else {}))
    await ordered(chat, site)
    if kept == "routed":
        await do(chat, "route", operation="add", url="**/nothing.js", abort=True)
    try:
        for call in AGAIN[way]:
            await chat.call({**call, **({"url": site.url("/order")} if "url" in call else {})})
        assert shop.orders == 1
        cards = [card for card in person.cards if card.rule == "resubmission"]
        if way == "reload":
            assert [card.action for card in cards] == ["reload"]
            assert "twice" in cards[0].reason
            said = "once"
            answer = await do(chat, "reload")
            assert answer["resubmitted"] == {"method": "POST", "url": site.url("/order")}
            assert shop.orders == 2
        if way.startswith("page re"):
            assert (await chat.call(AGAIN[way][0]))["result"]["action"]["asked"][0]["answer_with"] == {"action": "reload"}
            assert shop.orders == 1
    finally:
        if kept == "routed":
            await do(chat, "route", operation="remove")


async def test_read_only_refuses(shared_ruled: Chat, rules: Path, site: Site) -> None:
    shop = Shop(site)
    rules.write_text('default = "allow"\n')
    await ordered(shared_ruled, site)
    rules.write_text('extends = "read_only"\n')
    error = await refused(shared_ruled, "policy_denied", "reload")
    assert error["details"]["rule"] == "resubmission"
    await do(shared_ruled, "navigate", url=site.url("/next"))
    await do(shared_ruled, "back")
    assert "Ordered" in await do(shared_ruled, "content")
    await refused(shared_ruled, "policy_denied", "reload")
    assert shop.orders == 1
    assert tab_of(shared_ruled).url == site.url("/order")


async def test_without_a_policy_the_answer_says_so(common_chat: Chat, site: Site) -> None:
    shop = Shop(site)
    await ordered(common_chat, site)
    assert (await do(common_chat, "reload"))["resubmitted"] == {"method": "POST", "url": site.url("/order")}
    assert shop.orders == 2
    await do(common_chat, "navigate", url=site.url("/next"))
    assert "resubmitted" not in await do(common_chat, "back")
    assert "resubmitted" not in await do(common_chat, "forward")
    assert "resubmitted" not in await do(common_chat, "reload")
    assert shop.orders == 2
