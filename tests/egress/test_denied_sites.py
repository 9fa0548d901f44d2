"""A site that a rule of the policy denies is refused at the network boundary, whatever leads there: the server's log is the oracle."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from refbrowser import Chat
from tests.egress.attempts import FROM_PAGES
from tests.support.calls import do, evaluated, refused
from tests.support.server import Response, Site
from tests.support.waiting import until

DENIED = 'default = "allow"\n[[rule]]\nname = "not there"\nverdict = "deny"\nsites = "localhost"\nreason = "nothing for agents"\n'

ON_A_PRESS = {
    "a link whose address changes with the click": "<a id=i href='#x'>Go</a><script>i.onclick = () => { i.href = 'INNER/secret' }</script>",
    "a form whose address changes as it is sent": "<form onsubmit=\"this.action = 'INNER/secret'\"><button id=i>Go</button></form>",
    "a redirect": "<a id=i href='PUBLIC/redirect?to=INNER/secret'>Go</a>",
    "a redirect in a new tab": "<a id=i target=_blank href='PUBLIC/redirect?to=INNER/secret'>Go</a>",
    "a script": "<button id=i onclick=\"setTimeout(() => { location = 'INNER/secret' })\">Go</button>",
    "a popup that is sent on": "<button id=i onclick=\"const w = open('about:blank'); w.location = 'INNER/secret'\">Go</button>",
}
MORE = {
    "TLS": "<img src='https://localhost:PORT/secret'>",
    "a socket over TLS": "<script>new WebSocket('wss://localhost:PORT/secret')</script>",
    "a trailing dot": "<img src='DOTTED/secret'>",
    "another spelling": "<img src='http:\\\\LOCALHOST:PORT/secret'>",
    "a module that is preloaded": "<link rel=modulepreload href='INNER/secret'>",
    "a picture of a set": "<p style=\"background: image-set('INNER/secret' 1x)\">text</p>",
    "a picture for a resolution": "<img srcset='INNER/secret 1x'>",
    "a picture of a filter": "<svg><filter id=f><feImage href='INNER/secret' /></filter><rect filter=url(#f) width=9 height=9 /></svg>",
    "a shape": "<p style=\"float: left; shape-outside: url('INNER/secret')\">text</p>",
    "a poster": "<video poster='INNER/secret'></video>",
    "a request that waits": "<script>fetchLater('INNER/secret', {activateAfter: 0})</script>",
    "a worklet": "<script>new AudioContext().audioWorklet.addModule('INNER/secret').catch(() => 0)</script>",
    "a name for a module": '<script type=importmap>{"imports": {"x": "INNER/secret"}}</script><script type=module>import(\'x\').catch(() => 0)</script>',
    "a base": "<base href='INNER/'><img src=secret>",
}
BY_ITSELF = FROM_PAGES | MORE


def filled(text: str, site: Site) -> str:
    """The text with addresses: ``localhost`` is the site that is denied."""
    denied = site.other("").rstrip("/")
    words = {
        "INNER": denied,
        "LOCAL": denied,
        "SOCKET": denied.replace("http", "ws"),
        "DOTTED": denied.replace("localhost", "localhost."),
    }
    words |= {"PUBLIC": site.url("").rstrip("/"), "PORT": str(site.port)}
    return re.sub(r"\b(INNER|LOCAL(?!HOST)|SOCKET|DOTTED|PUBLIC|PORT)\b", lambda word: words[word[0]], text)


def arrivals(site: Site) -> list[str]:
    return [request.path for request in site.requests if request.headers["Host"].lower().startswith("localhost")]


async def blocked(chat: Chat, site: Site) -> int:
    listed = [one for one in (await do(chat, "network", browser_id=1)).get("blocked", []) if one["port"] == site.port]
    assert {one["rule"] for one in listed} <= {"policy: not there"}
    return sum(one["count"] for one in listed)


async def close_others(chat: Chat) -> None:
    for tab in (await do(chat, "list"))["browsers"][1:]:
        await do(chat, "close", browser_id=tab["browser_id"])


async def test_a_press_that_leads_there_does_not_arrive(shared_ruled: Chat, rules: Path, site: Site) -> None:
    rules.write_text(DENIED)
    for way, html in ON_A_PRESS.items():
        before = await blocked(shared_ruled, site)
        await do(shared_ruled, "navigate", browser_id=1, url=site.page(filled(html, site)))
        answer = await shared_ruled.call({"action": "click", "browser_id": 1, "selector": "#i"})
        if answer["ok"]:
            await until(lambda: blocked(shared_ruled, site), before.__lt__)
        else:
            assert answer["code"] in ("policy_denied", "press_missed"), (way, answer)
    await close_others(shared_ruled)
    for action in ("navigate", "read"):
        answer = await refused(shared_ruled, "egress_blocked", action, url=site.url(f"/redirect?to={site.other('/secret')}"))
        assert answer["details"]["rule"] == "policy: not there"
        assert "nothing for agents" in answer["error"]
    assert arrivals(site) == []


@pytest.mark.rows(3)
@pytest.mark.parametrize("place", ["top", "popup"])
@pytest.mark.parametrize("way", BY_ITSELF)
async def test_no_way_of_a_page_arrives(shared_ruled: Chat, rules: Path, site: Site, way: str, place: str) -> None:
    rules.write_text(DENIED)
    before = await blocked(shared_ruled, site)
    url = page = site.page(filled(BY_ITSELF[way], site))
    if place == "popup":
        page = site.page(f"<script>open('{url}')</script>")
    await shared_ruled.call({"action": "navigate", "url": page, "browser_id": 1})
    await until(lambda: blocked(shared_ruled, site), before.__lt__)
    assert arrivals(site) == []
    await close_others(shared_ruled)


async def test_many_ways_at_once_do_not_arrive(shared_ruled: Chat, rules: Path, site: Site) -> None:
    rules.write_text(DENIED)
    before = await blocked(shared_ruled, site)
    ways = list(BY_ITSELF)[::3]
    frames = "".join(f"<iframe src='{site.page(filled(BY_ITSELF[way], site))}'></iframe>" for way in ways)
    await do(shared_ruled, "navigate", url=site.page(frames))
    await until(lambda: blocked(shared_ruled, site), lambda count: count >= before + len(ways))
    assert arrivals(site) == []


async def test_a_new_rule_ends_what_is_connected(shared_ruled: Chat, rules: Path, site: Site) -> None:
    rules.write_text('default = "allow"\n')
    done = threading.Event()

    def body() -> Iterator[bytes]:
        yield b"begun"
        done.wait(60)

    site.route("/stream", lambda _: Response(body(), headers={"Access-Control-Allow-Origin": "*"}))
    url = site.other("/stream")
    await do(shared_ruled, "navigate", url=site.page("<p>Here</p>"))
    await evaluated(
        shared_ruled,
        f"fetch('{url}').then((answer) => {{ window.ended = ''; return answer.text() }}).finally(() => ended = 'yes'); 1",
    )
    await until(lambda: evaluated(shared_ruled, "'ended' in window"))
    rules.write_text(DENIED)
    await until(lambda: evaluated(shared_ruled, "window.ended"))
    assert await evaluated(shared_ruled, f"fetch('{url}', {{mode: 'no-cors'}}).then(() => 'came', () => 'refused')") == "refused"
    done.set()
