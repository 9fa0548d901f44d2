"""Several fronts, and hosts on several nodes of one Ray cluster, one of which goes."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from refbrowser.errors import ClusterError
from tests.support.calls import do
from tests.support.clusters import RunningCluster, local_cluster
from tests.support.server import Site
from tests.support.waiting import until

pytestmark = pytest.mark.long("cluster/test_directory.py::test_a_chat_is_on_one_host_and_goes_on_from_its_last_checkpoint")


@pytest.fixture(scope="module")
def nodes(marker: str) -> Iterator[Any]:
    """A head without CPUs, and two nodes with one each: Ray places a host on each of them."""
    from ray.cluster_utils import Cluster

    cluster: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    cluster.add_node(num_cpus=1)
    cluster.add_node(num_cpus=1)
    yield cluster
    cluster.shutdown()


def hosts_of(cluster: RunningCluster) -> int | None:
    """How many hosts have a lease; None while the directory, which may have been on the node, starts again."""
    try:
        return len(cluster.status()["hosts"])
    except ClusterError:
        return None


async def test_fronts_share_chats_and_a_node_that_goes_takes_none_along(nodes: Any, tmp_path: Path, site: Site) -> None:
    settings: dict[str, Any] = {"cluster_hosts": 2, "cluster_lease_ms": 5_000, "checkpoint_ms": 200}
    home, url = tmp_path / "home", site.page("<title>Shop</title><button>Buy</button>")
    with (
        local_cluster(home, address=nodes.address, **settings) as first,
        local_cluster(home, address=nodes.address, **settings) as second,
    ):
        await until(lambda: len(first.status()["hosts"]) == 2, patience_s=90)
        chats = [first.chat(f"chat-{number}") for number in range(4)]
        for chat in chats:
            await do(chat, "open", url=url, timeout_ms=60_000)
        assert len({first.host_of(chat.id) for chat in chats}) == 2, "chats are spread over the hosts"
        await until(lambda: {chat.id for chat in second.browser.chats} == {chat.id for chat in chats})
        there = second.chat("chat-0")
        await do(there, "click", selector="button")
        left, moved = first.host_of("chat-0"), None
        assert first.browser.front is not None
        moved = await asyncio.to_thread(first.run, first.browser.front.link.directory("move", "chat-0"))
        assert moved.host != left
        assert "restored" in await do(there, "state", timeout_ms=60_000)
        await asyncio.sleep(1)  # for the checkpoints of all
        nodes.remove_node(next(iter(nodes.worker_nodes)), allow_graceful=False)
        await until(lambda: hosts_of(first) == 1, patience_s=60)
        for chat in chats:
            answer = await chat.call({"action": "state", "timeout_ms": 90_000})
            if not answer["ok"]:
                assert answer["code"] == "host_lost"
                answer = await chat.call({"action": "state", "timeout_ms": 90_000})
            assert answer["result"]["url"] == url
        assert len({first.host_of(chat.id) for chat in chats}) == 1
        await there.close()
        await until(lambda: "chat-0" not in {chat.id for chat in first.browser.chats})
