"""A chat on a host of a cluster answers as any chat does: calls, errors, receipts, files, people's yes and no, stop, HTTP and MCP."""

import asyncio
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from refbrowser import Answer, Approval, Browser, Question, Reply
from refbrowser.adapters.client import LocalServer
from tests.support.calls import do
from tests.support.clusters import RunningCluster, local_cluster
from tests.support.local_server import asked, envelope_of, shell, stopped
from tests.support.server import Site
from tests.support.waiting import until

pytestmark = pytest.mark.long("cluster/test_directory.py::test_a_chat_is_on_one_host_and_goes_on_from_its_last_checkpoint")

PAGE = """<title>Shop</title><h1>Shop</h1><button onclick="this.textContent = 'Bought'">Buy</button><span role="button" tabindex="0" aria-disabled="true">Sold</span>
<input aria-label="Name"><a href="/file.bin" download>Get</a><input type="file" aria-label="Photo">"""

CALLS: list[dict[str, Any]] = [
    {"action": "content"},
    {"action": "click", "ref": 1},
    {"action": "click", "ref": 2},
    {"action": "type", "ref": 3, "text": "Ada"},
    {"action": "click", "ref": 99},
    {"action": "clik"},
    {"action": "multi", "calls": [{"action": "find", "text": "Bought"}, {"action": "hover", "ref": 1}]},
    {"action": "evaluate", "script": "1 + 1"},
    {"action": "screenshot"},
    {"action": "click", "ref": 4},
    {"action": "wait", "download": True},
    {"action": "downloads"},
    {"action": "list"},
]

RULES = """default = "allow"

[[rule]]
name = "presses"
actions = ["click"]
verdict = "ask"
reason = "a press"
"""


class Yes:
    """A person who allows everything; ``cards`` are what they were asked."""

    def __init__(self) -> None:
        self.cards: list[Approval] = []

    async def asked(self, card: Approval) -> Answer:
        self.cards.append(card)
        return Answer("once")


def plain(answer: Any, home: Path) -> str:
    """The answer without what differs between two runs: times, ids of pages and files."""
    text = json.dumps(answer, sort_keys=True).replace(str(home), "HOME")
    text = re.sub(r"\d{8}-\d{6}-[0-9a-f]+-\d+", "STAMP", text)
    text = re.sub(r"page [0-9a-f]{6}", "page P", text)
    return re.sub(r'"(\w*_ms|since|at|started|ended|duration|elapsed)": [\d.]+', r'"\1": 0', text)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory, marker: str) -> Iterator[RunningCluster]:
    with local_cluster(tmp_path_factory.mktemp("cluster"), cluster_hosts=1) as running:
        yield running


async def test_every_answer_is_the_same_as_without_a_cluster(
    cluster: RunningCluster, browser: Browser, site: Site, tmp_path: Path
) -> None:
    url = site.page(PAGE)
    site.route("/file.bin", b"bytes", headers={"Content-Disposition": "attachment"})
    there, here = cluster.chat("same"), browser.chat("same")
    for call in [{"action": "open", "url": url, "timeout_ms": 60_000}, *CALLS]:
        far, near = await there.call(call), await here.call(call)
        if call.get("ref") == 4:
            # Whether the file has come by then is chance.
            assert (far["ok"], near["ok"]) == (True, True)
            continue
        assert plain(far, cluster.browser.settings.home) == plain(near, browser.settings.home), call
    picture = (await there.call({"action": "screenshot"}))["result"]
    assert Path(picture["path"]).stat().st_size > 0
    (image,) = (await there.vision_load([picture["path"]]))["result"]
    assert image["width"] > 100
    (download,) = Path(there.folder, "downloads").iterdir()
    assert download.read_bytes() == b"bytes"
    await there.close()
    await here.close()
    gone = await there.call({"action": "state"})
    assert gone["code"] == "no_tab", "a closed chat begins anew"


async def test_a_person_stops_and_resumes_a_chat(cluster: RunningCluster, site: Site) -> None:
    chat = cluster.chat("stopped")
    await do(chat, "open", url=site.page(PAGE), timeout_ms=60_000)
    waiting = asyncio.ensure_future(chat.call({"action": "wait", "text": "never", "timeout_ms": 30_000}))
    await asyncio.sleep(0.5)  # the call is on its host by then
    await chat.stop("enough")
    assert (await waiting)["code"] == "stopped_by_person"
    refused = await chat.call({"action": "click", "selector": "button"})
    assert (refused["code"], refused["details"]["note"]) == ("stopped_by_person", "enough")
    await chat.resume()
    await do(chat, "click", selector="button")
    await chat.close()


async def test_a_program_is_asked_at_the_front(tmp_path: Path, marker: str, site: Site) -> None:
    rules = tmp_path / "policy.toml"
    rules.write_text(RULES)
    person = Yes()
    with local_cluster(tmp_path / "home", on_approval=person.asked, cluster_hosts=1, policy=str(rules)) as cluster:
        chat = cluster.chat("asks")
        await do(chat, "open", url=site.page(PAGE), timeout_ms=60_000)
        await do(chat, "click", selector="button")
        (card,) = person.cards
        assert (card.chat, card.action, card.rule) == ("asks", "click", "presses")

        async def ask(question: Question) -> Reply:
            return Reply("person", f"seen {question.reason}")

        answer = await chat.call({"action": "handoff", "reason": "a code"}, ask)
        assert "seen a code" in json.dumps(answer["result"])
        # Events come to the front on a way of their own, behind the answer.
        events = await until(lambda: cluster.browser.hub.calls("asks"), lambda calls: len(calls) == 3)
        assert [began.action for began, _ in events] == ["open", "click", "handoff"]


async def test_the_server_serves_a_cluster(tmp_path: Path, marker: str, site: Site) -> None:
    server = LocalServer(str(tmp_path / "home"))
    serving = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "refbrowser", "serve", "--cluster", "local"),
        env={"PATH": "/usr/bin:/bin", "REFBROWSER_HOME": server.home, "REFBROWSER_CLUSTER_HOSTS": "1", **_passed()},
        stdout=subprocess.PIPE,
    )
    assert serving.stdout is not None
    try:
        assert b"serves at" in await asyncio.wait_for(serving.stdout.readline(), 60)
        body = json.dumps({"action": "open", "url": site.page(PAGE), "timeout_ms": 60_000}).encode()
        _, _, opened = await asyncio.to_thread(asked, server, "POST", "/v1/chats/c1/call", body)
        assert envelope_of(opened)["ok"], opened
        press = json.dumps({"action": "click", "selector": "button"}).encode()
        sent = [
            await asyncio.to_thread(asked, server, "POST", "/v1/chats/c1/call", press, refbrowser_call_id="once") for _ in range(2)
        ]
        assert sent[0][2] == sent[1][2], "the call was performed once"
        status, _, _ = await asyncio.to_thread(asked, server, "GET", "/ready")
        assert status == 200
        _, _, metrics = await asyncio.to_thread(asked, server, "GET", "/metrics")
        assert "refbrowser_cluster_chats_awake 1.0" in metrics.decode()
        shown = await asyncio.to_thread(shell, server, "cluster", "status")
        assert shown.stdout.startswith("1 chats awake  0 asleep  0 calls wait for a host"), shown
        slept = await asyncio.to_thread(shell, server, "cluster", "sleep", "c1")
        assert slept.stdout == "chat c1\n", slept
        _, _, woken = await asyncio.to_thread(
            asked, server, "POST", "/v1/chats/c1/call", json.dumps({"action": "state", "timeout_ms": 60_000}).encode()
        )
        assert "restored" in envelope_of(woken)["result"]
    finally:
        await asyncio.to_thread(stopped, server)
        await serving.wait()


def _passed() -> dict[str, str]:
    return {
        name: value for name, value in os.environ.items() if name.startswith(("REFBROWSER_TEST", "NODE_", "PLAYWRIGHT", "HOME"))
    }
