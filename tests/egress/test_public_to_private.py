"""Pages of public sites reach nothing on this machine or a private network; the agent, and pages from there, do."""

from __future__ import annotations

import pytest

from refbrowser import Browser, Chat
from tests.egress.attempts import FROM_PAGES, SPELLINGS
from tests.egress.conftest import Internet, blocked, refusals
from tests.support.calls import do, evaluated, failure, refused
from tests.support.waiting import until


@pytest.mark.rows(4)
@pytest.mark.parametrize("attempt", FROM_PAGES)
async def test_a_page_of_a_public_site_does_not_reach_this_machine(net_chat: Chat, internet: Internet, attempt: str) -> None:
    before = internet.inner.hits("/secret")
    await net_chat.call({"action": "open", "url": internet.page(FROM_PAGES[attempt])})
    found = await refusals(net_chat)
    assert {one["rule"] for one in found} == {"public_to_private"}, found
    assert {one["port"] for one in found} == {internet.inner.port}
    assert internet.inner.hits("/secret") == before


@pytest.mark.long("egress/test_public_to_private.py::test_a_page_of_a_public_site_does_not_reach_this_machine")
@pytest.mark.parametrize("attempt", FROM_PAGES)
async def test_the_same_attempt_succeeds_where_it_is_allowed(
    networked: Browser, net_chat: Chat, internet: Internet, attempt: str
) -> None:
    """What makes the test above worth something: each of them is a request that would arrive."""
    networked.chat(net_chat.id, allow_hosts=["127.0.0.1", "localhost"])
    before = len(internet.inner.requests)
    await net_chat.call({"action": "open", "url": internet.page(FROM_PAGES[attempt])})
    await until(lambda: len(internet.inner.requests) > before)


@pytest.mark.rows(3)
@pytest.mark.parametrize("spelling", SPELLINGS)
async def test_no_spelling_of_an_address_leads_round_the_rules(shared_net_chat: Chat, internet: Internet, spelling: str) -> None:
    chat, known = shared_net_chat, await blocked(shared_net_chat)
    before = (internet.inner.hits("/secret"), internet.private.hits("/secret"))
    port = internet.private.port if spelling == "private.example" else internet.inner.port
    await do(chat, "navigate", url=internet.page("<h1>Public</h1>"))
    asked = f"fetch('http://{spelling}:{port}/secret', {{mode: 'no-cors'}}).then(() => 'reached', () => 'refused')"
    assert await evaluated(chat, asked) == "refused"
    assert (internet.inner.hits("/secret"), internet.private.hits("/secret")) == before
    assert (await refusals(chat, known))[0]["rule"] in ("public_to_private", "link_local", "unroutable")


async def test_the_agent_opens_what_is_on_this_machine(net_chat: Chat, internet: Internet) -> None:
    url = internet.inner.page("<h1>Mine</h1><img src=/picture><script>fetch('/data')</script>")
    await do(net_chat, "open", url=internet.page("<h1>Public</h1>"))
    await do(net_chat, "navigate", url=url)
    assert "Mine" in await do(net_chat, "content")
    await until(lambda: internet.inner.hits("/picture") and internet.inner.hits("/data"))
    await do(net_chat, "navigate", url=internet.page("<h1>Public</h1>"))
    await do(net_chat, "back")
    await do(net_chat, "reload")
    assert "Mine" in await do(net_chat, "content")
    assert "blocked" not in await do(net_chat, "network")


async def test_internal_sites_reach_each_other(shared_net_chat: Chat, internet: Internet) -> None:
    chat = shared_net_chat
    private = f"http://private.example:{internet.private.port}"
    internet.private.page("<h1>Intranet</h1><img src=/own><p>", "/intranet")
    url = internet.inner.page(
        f"<a id=a href='{private}/intranet'>go</a><iframe src='{internet.inner.other('/framed')}'></iframe>"
        f"<img src='{private}/shown'><script>fetch('{private}/asked', {{mode: 'no-cors'}})</script>"
    )
    await do(chat, "navigate", url=url)
    await until(lambda: internet.private.hits("/shown") and internet.private.hits("/asked") and internet.inner.hits("/framed"))
    await do(chat, "click", selector="#a")
    await until(lambda: internet.private.hits("/own"))
    assert "Intranet" in await do(chat, "content")


async def test_a_redirect_of_a_public_site_is_not_followed_inside(shared_net_chat: Chat, internet: Internet) -> None:
    chat = shared_net_chat
    before = internet.inner.hits("/secret")
    target = internet.inner.url("/secret")
    for action in ("open", "read"):
        url = internet.at("public.example", f"/redirect?to={target}")
        answer = await refused(chat, "egress_blocked", action, url=url)
        assert (answer["details"]["host"], answer["details"]["rule"]) == ("127.0.0.1", "public_to_private")
        assert answer["remedy"] == {
            "action": "navigate",
            "url": target,
            "hint": "if the agent, and not the page, wants to go there",
        }
    assert internet.inner.hits("/secret") == before
    await do(chat, "navigate", url=target)


@pytest.mark.long("egress/test_public_to_private.py::test_internal_sites_reach_each_other")
async def test_a_redirect_of_this_machine_is_followed(shared_net_chat: Chat, internet: Internet) -> None:
    chat = shared_net_chat
    target = internet.inner.page("<h1>Here</h1>").replace("127.0.0.1", "localhost")
    state = (await do(chat, "open", url=internet.inner.url(f"/redirect?to={target}")))["state"]
    assert state["url"] == target
    assert (await do(chat, "read", url=internet.inner.url(f"/redirect?to={target}")))["url"] == target


async def test_a_name_that_led_outside_never_leads_inside(shared_net_chat: Chat, internet: Internet) -> None:
    chat, known = shared_net_chat, await blocked(shared_net_chat)
    internet.names.add("rebind.example", "127.0.0.2", "127.0.0.1")
    before = len(internet.inner.requests)
    await do(chat, "navigate", url=internet.at("rebind.example", "/status/200"))
    assert await evaluated(chat, f"fetch('http://rebind.example:{internet.inner.port}/secret').then(() => 1, () => 0)") == 0
    assert (await refusals(chat, known))[0]["rule"] == "rebinding"
    answer = await refused(chat, "egress_blocked", "navigate", url=f"http://rebind.example:{internet.inner.port}/secret")
    assert answer["details"]["rule"] == "rebinding"
    assert len(internet.inner.requests) == before


async def test_of_two_addresses_the_public_one_is_used(shared_net_chat: Chat, internet: Internet) -> None:
    await do(shared_net_chat, "navigate", url=internet.at("mixed.example", "/status/200"))
    answer = failure(
        await shared_net_chat.call({"action": "navigate", "url": f"http://mixed.example:{internet.inner.port}/secret"}),
        "navigation_failed",
    )
    assert answer["details"]["net_error"] == "ERR_CONNECTION_REFUSED"


async def test_a_page_asks_for_no_metadata(shared_net_chat: Chat, internet: Internet) -> None:
    chat, known = shared_net_chat, await blocked(shared_net_chat)
    await do(chat, "navigate", url=internet.inner.page("<h1>Mine"))
    places = [
        "169.254.169.254",
        "[fd00:ec2::254]",
        "[::ffff:169.254.169.254]",
        "metadata.google.internal",
        "169.254.1.1",
        "[fe80::1]",
    ]
    script = f"Promise.all({places}.map(place => fetch(`http://${{place}}/latest`, {{mode: 'no-cors'}}).then(() => 'reached', () => 'refused')))"
    assert await evaluated(chat, script) == ["refused"] * len(places)
    for place in places:
        await refused(chat, "egress_blocked", "navigate", url=f"http://{place}/latest")
    assert {one["rule"] for one in await refusals(chat, known)} == {"metadata", "link_local"}
