"""A site that a rule of the policy denies is refused at the network boundary, whatever leads there: the server's log is the oracle."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from refbrowser import Chat
from tests.egress.attempts import FROM_PAGES
from tests.support.calls import do, evaluated, refused
from tests.support.server import Site
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
    "speculation": '<script type=speculationrules>{"prefetch": [{"urls": ["INNER/secret"], "eagerness": "immediate"}]}</script>',
    "a trailing dot": "<img src='DOTTED/secret'>",
    "another spelling": "<img src='http:\\\\LOCALHOST:PORT/secret'>",
    "module of a worker": "<script>new Worker(URL.createObjectURL(new Blob([`import('INNER/secret')`])), {type: 'module'})</script>",
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


async def blocked(chat: Chat) -> int:
    listed = (await do(chat, "network")).get("blocked", [])
    assert {one["rule"] for one in listed} <= {"policy: not there"}
    return sum(one["count"] for one in listed)


async def test_a_press_that_leads_there_does_not_arrive(shared_ruled: Chat, rules: Path, site: Site) -> None:
    rules.write_text(DENIED)
    for way, html in ON_A_PRESS.items():
        before = await blocked(shared_ruled)
        await do(shared_ruled, "navigate", url=site.page(filled(html, site)))
        answer = await shared_ruled.call({"action": "click", "selector": "#i"})
        if answer["ok"]:
            await until(lambda: blocked(shared_ruled), before.__lt__)
        else:
            assert answer["code"] in ("policy_denied", "press_missed"), (way, answer)
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
    before = await blocked(shared_ruled)
    url = page = site.page(filled(BY_ITSELF[way], site))
    if place == "popup":
        page = site.page(f"<script>open('{url}')</script>")
    await shared_ruled.call({"action": "navigate", "url": page, "browser_id": 1})
    await until(lambda: blocked(shared_ruled), before.__lt__)
    assert arrivals(site) == []
    for tab in (await do(shared_ruled, "list"))["browsers"][1:]:
        await do(shared_ruled, "close", browser_id=tab["browser_id"])


async def test_many_ways_at_once_do_not_arrive(shared_ruled: Chat, rules: Path, site: Site) -> None:
    rules.write_text(DENIED)
    before = await blocked(shared_ruled)
    ways = list(BY_ITSELF)[::3]
    frames = "".join(f"<iframe src='{site.page(filled(BY_ITSELF[way], site))}'></iframe>" for way in ways)
    await do(shared_ruled, "navigate", url=site.page(frames))
    await until(lambda: blocked(shared_ruled), lambda count: count >= before + len(ways))
    assert arrivals(site) == []


async def test_a_new_rule_ends_what_is_connected(shared_ruled: Chat, rules: Path, site: Site) -> None:
    rules.write_text('default = "allow"\n')
    url = site.other("/hang?after=headers")
    await do(shared_ruled, "navigate", url=site.page("<p>Here</p>"))
    await evaluated(
        shared_ruled, f"window.ended = ''; fetch('{url}', {{mode: 'no-cors'}}).then((r) => r.text()).catch(() => ended = 'yes'); 1"
    )
    await until(lambda: site.hits("/hang"))
    rules.write_text(DENIED)
    await until(lambda: evaluated(shared_ruled, "window.ended"))
    assert await evaluated(shared_ruled, f"fetch('{url}', {{mode: 'no-cors'}}).then(() => 'came', () => 'refused')") == "refused"
