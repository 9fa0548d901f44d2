"""Hosts, fronts and the directory that die or stop, on a real Ray cluster. The site's own log of presses is the oracle."""

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from refbrowser.cluster.store import Store
from refbrowser.service.oversight.caller import Caller
from tests.support.calls import do
from tests.support.clusters import RunningCluster, keeper_of, local_cluster, processes_of
from tests.support.exchange import Request, Response, html
from tests.support.server import Site
from tests.support.waiting import until

LEASE_MS = 4_000
BOUND_S = 15.0
"""Within this time a call of a lost host ends. Most of it is this machine's."""

PAGE = """<button onclick="send('/pressed')">Pay</button><input aria-label="Note">
<script>document.cookie = 'seen=1; max-age=9999'
function send(path) { const x = new XMLHttpRequest(); x.open('POST', path, false); x.send() }</script>"""

pytestmark = pytest.mark.long("cluster/test_keeper.py::test_nothing_outlives_a_host_and_its_calls_are_known")


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory, marker: str) -> Iterator[RunningCluster]:
    home = tmp_path_factory.mktemp("cluster")
    with local_cluster(home, cluster_hosts=2, cluster_lease_ms=LEASE_MS, checkpoint_ms=200) as running:
        yield running


class Shop:
    """A page with a button, whose press the site counts and answers when the test says so."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.arrived, self.answered = threading.Event(), threading.Event()
        site.route("/pressed", self._pressed)
        self.url = site.page(PAGE)

    def _pressed(self, _: Request) -> str:
        self.arrived.set()
        self.answered.wait(30)
        return ""

    @property
    def presses(self) -> int:
        return self.site.hits("/pressed")


@pytest.fixture
def shop(site: Site) -> Iterator[Shop]:
    shop = Shop(site)
    yield shop
    shop.answered.set()


async def opened(cluster: RunningCluster, name: str, shop: Shop) -> Any:
    chat = cluster.chat(name)
    await do(chat, "open", url=shop.url, timeout_ms=60_000)
    await do(chat, "content")
    store = Store(str(Path(cluster.browser.settings.home) / "cluster" / "store"))
    epoch = store.epoch(name)
    assert epoch is not None
    await until(lambda: store.newest(name, epoch.number))
    return chat


async def goes_on(chat: Any, host: str, cluster: RunningCluster) -> dict[str, Any]:
    """The chat has its page again, on another host; what it says of that."""
    answer = await chat.call({"action": "state", "timeout_ms": 40_000})
    assert answer["ok"], answer
    assert cluster.host_of(chat.id) != host
    return answer["result"]  # type: ignore[no-any-return]


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP], ids=["killed", "stopped"])
async def test_a_host_ends_in_the_middle_of_a_press(cluster: RunningCluster, shop: Shop, how: signal.Signals) -> None:
    chat = await opened(cluster, f"press-{how.name}", shop)
    host = cluster.host_of(chat.id)
    pressing = asyncio.ensure_future(chat.call({"action": "click", "selector": "button", "timeout_ms": 30_000}))
    assert await asyncio.to_thread(shop.arrived.wait, 10)
    os.kill(cluster.pid(host), how)
    answer = await asyncio.wait_for(pressing, BOUND_S)
    assert answer["code"] == "host_lost"
    assert answer["details"]["performed"] in (True, "unknown")
    assert answer["retryable"] is False
    shop.answered.set()
    state = await goes_on(chat, host, cluster)
    assert state["url"] == shop.url
    assert "restored" in state
    assert shop.presses == 1
    await until(lambda: not processes_of(host), patience_s=10)
    await chat.close()


async def test_a_host_that_dies_between_calls_is_not_noticed_but_for_what_is_said(cluster: RunningCluster, shop: Shop) -> None:
    chat = await opened(cluster, "idle", shop)
    host = cluster.host_of(chat.id)
    os.kill(cluster.pid(host), signal.SIGKILL)
    state = await goes_on(chat, host, cluster)
    assert state["restored"]["lost"]
    assert state["url"] == shop.url
    shop.answered.set()
    await do(chat, "click", selector="button")
    assert shop.presses == 1
    await chat.close()


async def test_a_stopped_host_that_wakes_up_late_sends_no_input(cluster: RunningCluster, shop: Shop) -> None:
    """Its keeper is stopped too: what is left is the fence where input is sent."""
    chat = await opened(cluster, "late", shop)
    host = cluster.host_of(chat.id)
    pid, keeper = cluster.pid(host), keeper_of(host)
    await do(chat, "evaluate", script="document.querySelector('button').disabled = true")
    # The press waits on the host until the button is enabled.
    pressing = asyncio.ensure_future(chat.call({"action": "click", "selector": "button", "timeout_ms": 30_000}))
    await until(lambda: [call for call in cluster.browser.hub.running(chat.id) if call.action == "click"])  # as its host says
    keeper.suspend()
    os.kill(pid, signal.SIGSTOP)
    answer = await asyncio.wait_for(pressing, BOUND_S)
    assert answer["code"] == "host_lost"
    assert answer["details"]["performed"] in (False, "unknown")
    await goes_on(chat, host, cluster)
    assert cluster.host_of(chat.id) != host
    os.kill(pid, signal.SIGCONT)
    shop.answered.set()
    await until(lambda: not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE, patience_s=BOUND_S)
    assert shop.presses == 0
    keeper.resume()
    await until(lambda: not processes_of(host), patience_s=10)
    await do(chat, "click", selector="button")
    assert shop.presses == 1
    await chat.close()


FRONT = """
import asyncio, sys
from pathlib import Path
import ray
from refbrowser import Browser, Settings
from refbrowser.service.oversight.caller import Caller
async def main():
    home, name, address, call_id = sys.argv[1:]
    async with Browser(Settings(home=Path(home), cluster_name=name), cluster=address) as browser:
        print("sending", flush=True)
        await browser.chat("front").call({"action": "click", "selector": "button", "timeout_ms": 30000}, caller=Caller(call_id=call_id))
        print("answered", flush=True)
asyncio.run(main())
"""


async def test_a_front_that_dies_before_it_answers_does_not_have_the_press_repeated(cluster: RunningCluster, shop: Shop) -> None:
    import ray

    chat = await opened(cluster, "front", shop)
    address = ray.get_runtime_context().gcs_address
    call_id = "0f" * 16
    arguments = [sys.executable, "-c", FRONT, str(cluster.browser.settings.home), cluster.name, address, call_id]
    front = await asyncio.create_subprocess_exec(*arguments, stdout=asyncio.subprocess.PIPE)
    assert await asyncio.to_thread(shop.arrived.wait, 60)
    front.kill()
    said, _ = await front.communicate()
    assert b"answered" not in said
    shop.answered.set()
    again = await chat.call({"action": "click", "selector": "button", "timeout_ms": 30_000}, caller=Caller(call_id=call_id))
    assert again["ok"], again
    assert shop.presses == 1
    assert (await chat.call({"action": "click", "selector": "button"}, caller=Caller(call_id=call_id))) == again
    assert shop.presses == 1
    await chat.close()


async def test_the_directory_dies_and_stops(cluster: RunningCluster, shop: Shop) -> None:
    shop.answered.set()
    chat = await opened(cluster, "directory", shop)
    host = cluster.host_of(chat.id)
    pid = cluster.status()["pid"]
    os.kill(pid, signal.SIGKILL)
    await do(chat, "click", selector="button")
    await until(lambda: _pid(cluster) not in (None, pid), patience_s=40)
    other = cluster.chat("after")
    await do(other, "open", url=shop.url, timeout_ms=60_000)
    await do(chat, "click", selector="button")
    assert shop.presses == 2
    assert cluster.host_of(chat.id) == host, "a directory that starts again finds every chat where it is"
    await other.close()
    await chat.close()


def _pid(cluster: RunningCluster) -> int | None:
    try:
        return int(cluster.status()["pid"])
    except Exception:
        return None


async def test_two_fronts_call_one_chat_at_once(cluster: RunningCluster, shop: Shop) -> None:
    """Each press is one, and a call that comes twice by its id is one."""
    shop.answered.set()
    chat = await opened(cluster, "twice", shop)
    calls = [
        chat.call({"action": "click", "selector": "button"}, caller=Caller(call_id=str(number))) for number in (1, 2, 3, 1, 2, 3)
    ]
    answers = await asyncio.gather(*calls)
    assert all(answer["ok"] for answer in answers), answers
    assert shop.presses == 3
    await chat.close()


FORM = """<title>Account</title><p>Signed in as {user}</p><form><input aria-label="Name"><input aria-label="Code" type="password">
<input aria-label="Note"><button type="button" onclick="send()">Save</button></form><script>function send() {{
const x = new XMLHttpRequest(); x.open('POST', '/saved?' + [...document.forms[0].elements].map((each) => each.value).join('|'), false); x.send() }}
</script>"""


@pytest.mark.parametrize("ends", [False, True], ids=["moved", "lost"])
async def test_a_half_filled_form_of_a_signed_in_chat_in_the_middle_of_a_multi(
    cluster: RunningCluster, shop: Shop, site: Site, ends: bool
) -> None:
    """A move waits for the multi; a host that ends in it is reported. The login and what was typed are there again, but for secrets."""
    saved: list[str] = []

    def form(request: Request) -> Response:
        cookie = request.headers.get("Cookie", "")
        return html(FORM.format(user="Ada" if "login=Ada" in cookie else "nobody"))

    def save(request: Request) -> str:
        saved.extend(request.query)
        return ""

    site.route("/login", lambda _: html("in", headers={"Set-Cookie": "login=Ada; HttpOnly; Max-Age=999"}))
    site.route("/form", form)
    site.route("/saved", save)
    # There is one to move to.
    await until(lambda: len(cluster.status()["hosts"]) == 2, patience_s=90)
    chat = cluster.chat(f"half-{ends}")
    await do(chat, "open", url=site.url("/login"), timeout_ms=60_000)
    await do(chat, "open", url=site.url("/form"))
    await do(chat, "content")
    calls = [
        {"action": "type", "ref": 1, "text": "Lovelace"},
        {"action": "type", "ref": 2, "text": "1843"},
        {"action": "type", "ref": 3, "text": "half"},
    ]
    first = await chat.call({"action": "multi", "calls": calls[:2]})
    assert first["ok"], first
    store = Store(str(Path(cluster.browser.settings.home) / "cluster" / "store"))
    epoch = store.epoch(chat.id)
    assert epoch is not None
    written = store.newest(chat.id, epoch.number)
    await until(lambda: store.newest(chat.id, epoch.number), lambda newest: newest != written)
    wait = {"action": "wait", "text": "never", "timeout_ms": 4_000}
    host = cluster.host_of(chat.id)
    filling = asyncio.ensure_future(chat.call({"action": "multi", "calls": [calls[2], wait]}))
    await until(lambda: [call for call in cluster.browser.hub.running(chat.id) if call.action == "wait"])
    assert cluster.browser.front is not None
    if ends:
        os.kill(cluster.pid(host), signal.SIGKILL)
        answer = await filling
        assert answer["code"] == "host_lost"
        assert answer["details"]["performed"] in (True, "unknown")
    else:
        directory = cluster.browser.front.link.directory
        assert await asyncio.to_thread(cluster.run, directory("move", chat.id)) is None, "a call is at work"
        answer = await filling
        assert [result["ok"] for result in answer["result"]] == [True, False]
        assert await asyncio.to_thread(cluster.run, directory("move", chat.id))
    state = await goes_on(chat, host, cluster)
    assert "restored" in state
    page = await do(chat, "content")
    assert "Signed in as Ada" in str(page)
    saving = await chat.call({"action": "click", "ref": 4})
    assert saving["ok"], saving
    name, code, note = saved[0].split("|")[:3]
    assert (name, code) == ("Lovelace", ""), "what is secret is not written to the store"
    assert note in ("half", "") if ends else note == "half"
    await chat.close()
