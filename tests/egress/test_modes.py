"""What each mode lets through, by every way out of a chat; what was refused is reported."""

from __future__ import annotations

import pytest

from refbrowser import Browser, Chat
from tests.egress.conftest import Internet, refusals
from tests.support.calls import do, evaluated, failure, read, refused


async def test_public_lets_nobody_in(networked: Browser, net_chat: Chat, internet: Internet) -> None:
    networked.chat(net_chat.id, network="public")
    await do(net_chat, "open", url=internet.at("public.example", "/status/200"))
    for place in (
        internet.inner.url("/secret"),
        internet.inner.other("/secret"),
        f"http://private.example:{internet.private.port}/secret",
    ):
        for action in ("navigate", "read"):
            assert (await refused(net_chat, "egress_blocked", action, url=place))["details"]["rule"] == "public"
    networked.chat(net_chat.id, allow_hosts=["127.0.0.1"])
    await do(net_chat, "navigate", url=internet.inner.url("/status/200"))


async def test_what_denies_this_machine_denies_its_other_addresses(networked: Browser, net_chat: Chat, internet: Internet) -> None:
    networked.chat(net_chat.id, deny_hosts=["127.0.0.1", "localhost"])
    before = len(internet.inner.requests)
    await do(net_chat, "open")
    for host in ("127.0.0.1", "0.0.0.0", "0", "[::]", "[::ffff:0.0.0.0]"):
        for action in ("navigate", "read"):
            answer = await refused(net_chat, "egress_blocked", action, url=f"http://{host}:{internet.inner.port}/secret")
            assert answer["details"]["rule"] == "deny_hosts"
    assert len(internet.inner.requests) == before


async def test_offline_reaches_nothing(networked: Browser, net_chat: Chat, internet: Internet) -> None:
    networked.chat(net_chat.id, network="offline", allow_hosts=["public.example"])
    before = len(internet.names.asked)
    for action in ("open", "read"):
        answer = await refused(net_chat, "egress_blocked", action, url=internet.at("public.example"))
        assert answer["details"] | {"url": 0, "browser_id": 0} == {
            "host": "public.example",
            "rule": "offline",
            "url": 0,
            "browser_id": 0,
        }
    assert "public.example" not in internet.names.asked[before:]


async def test_an_allowlist_holds_on_every_way(networked: Browser, net_chat: Chat, internet: Internet) -> None:
    networked.chat(net_chat.id, network="allowlist", allow_hosts=["public.example"])
    before = internet.public.hits("/ad")
    ad = internet.at("ads.example", "/ad")
    page = internet.page(
        f"<button>Go</button><script>document.querySelector('button').onclick = () => {{ for (let i = 0; i < 3; i++) fetch('{ad}?' + i) }}</script>"
    )
    await do(net_chat, "open", url=page)
    receipt = (await do(net_chat, "click", ref=(await read(net_chat))["Go"]))["action"]
    assert receipt["blocked"] == ["3 requests to ads.example (allowlist)"]
    assert "failed_requests" not in receipt
    script = f"""
        const ways = [fetch('{ad}'), new Promise((yes, no) => {{ const s = new WebSocket('{ad}'.replace('http', 'ws')); s.onopen = yes; s.onerror = no }}),
          new Promise((yes, no) => {{ const i = new Image(); i.onload = yes; i.onerror = no; i.src = '{ad}' }}), fetch('PUBLIC/redirect?to={ad}', {{mode: 'no-cors'}}),
          new Promise((yes, no) => {{ const s = new EventSource('{ad}'); s.onopen = yes; s.onerror = no }}), fetch('https://ads.example/ad')];
        (await Promise.allSettled(ways)).map(one => one.status)"""
    assert await evaluated(net_chat, internet.filled(script)) == ["rejected"] * 6
    for action in ("navigate", "read"):
        for url in (
            ad,
            internet.at("public.example", f"/redirect?to={ad}"),
            ad.replace("ads", "user:pw@ads"),
            ad.replace("ads.example", "ADS.example."),
        ):
            assert (await refused(net_chat, "egress_blocked", action, url=url))["details"]["rule"] == "allowlist"
    listed = await do(net_chat, "network", text="ads.example")
    assert {one.get("blocked") for one in listed["requests"] if "/redirect" not in one["url"]} == {"allowlist"}
    assert {one["host"] for one in await refusals(net_chat)} == {"ads.example"}
    assert internet.public.hits("/ad") == before


async def test_deny_wins_and_holds_from_now_on(networked: Browser, net_chat: Chat, internet: Internet) -> None:
    ad = internet.at("sub.ads.example", "/status/200")
    await do(net_chat, "open", url=internet.page("<h1>Public"))
    asked = f"fetch('{ad}', {{mode: 'no-cors'}}).then(() => 'reached', () => 'refused')"
    assert await evaluated(net_chat, asked) == "reached"
    networked.chat(net_chat.id, allow_hosts=["*"], deny_hosts=["*.ads.example"])
    assert await evaluated(net_chat, asked) == "refused"
    await do(net_chat, "open", url=internet.at("ads.example", "/status/200"))
    networked.chat(net_chat.id, deny_hosts=[])
    assert await evaluated(net_chat, asked, browser_id=1) == "reached"


async def test_a_service_worker_keeps_no_old_rule(networked: Browser, net_chat: Chat, internet: Internet) -> None:
    internet.public.route(
        "/sw.js", "onfetch = event => event.respondWith(fetch(event.request))", headers={"Content-Type": "text/javascript"}
    )
    # A service worker needs a secure context, which of plain http only this machine is.
    internet.inner.route(
        "/sw.js", "self.onfetch = event => event.respondWith(fetch(event.request))", headers={"Content-Type": "text/javascript"}
    )
    ad = internet.at("ads.example", "/status/200")
    await do(net_chat, "open", url=internet.inner.page("<h1>Mine", "/"))
    await evaluated(net_chat, "navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready).then(() => 1)")
    await do(net_chat, "reload")
    asked = f"fetch('{ad}', {{mode: 'no-cors'}}).then(() => 'reached', () => 'refused')"
    assert await evaluated(net_chat, "fetch('/status/200').then(r => r.status)") == 200
    assert await evaluated(net_chat, asked) == "reached"
    networked.chat(net_chat.id, deny_hosts=["ads.example"])
    assert await evaluated(net_chat, asked) == "refused"


async def test_a_download_is_held_by_the_rules(networked: Browser, net_chat: Chat, internet: Internet) -> None:
    networked.chat(net_chat.id, deny_hosts=["ads.example"])
    url = internet.at("ads.example", "/download?name=a.bin&size=9")
    await do(net_chat, "open", url=internet.page(f"<a href='{url}' download>Get</a>"))
    receipt = (await do(net_chat, "click", ref=(await read(net_chat))["Get"]))["action"]
    assert receipt["blocked"] == ["1 request to ads.example (deny_hosts)"]
    assert (await do(net_chat, "downloads"))["downloads"] == []


async def test_wrong_rules_are_refused_and_nothing_changes(networked: Browser, net_chat: Chat, internet: Internet) -> None:
    for wrong in ({"network": "closed"}, {"allow_hosts": ["http://a/"]}, {"upstream": "socks4://a:1"}):
        with pytest.raises(Exception, match=r"network must be one of|is not a host rule|SOCKS4"):
            networked.chat(net_chat.id, **wrong)
    await do(net_chat, "open", url=internet.at("public.example", "/status/200"))


async def test_a_name_that_does_not_exist_says_so(shared_net_chat: Chat) -> None:
    for scheme in ("http", "https"):
        for action in ("navigate", "read"):
            answer = failure(
                await shared_net_chat.call({"action": action, "url": f"{scheme}://nowhere.example/"}), "navigation_failed"
            )
            assert answer["details"]["net_error"] == "ERR_NAME_NOT_RESOLVED"
