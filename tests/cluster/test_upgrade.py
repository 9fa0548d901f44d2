"""Two versions of a cluster over one store: the later one takes over, and the earlier one has nothing any more."""

from pathlib import Path
from typing import Any

import pytest

from refbrowser.cluster.store import Store
from tests.cluster.test_failures import Shop
from tests.support.calls import do
from tests.support.clusters import local_cluster
from tests.support.server import Site
from tests.support.waiting import until

pytestmark = [
    pytest.mark.long("cluster/test_directory.py::test_two_directories_never_give_a_chat_to_two_hosts"),
    pytest.mark.timeout(300),
]


async def test_the_next_version_goes_on_with_the_chats_of_the_one_before(tmp_path: Path, marker: str, site: Site) -> None:
    import ray

    shop, home = Shop(site), tmp_path / "home"
    shop.answered.set()
    settings: dict[str, Any] = {"cluster_hosts": 1, "cluster_lease_ms": 4_000, "checkpoint_ms": 200}
    with local_cluster(home, **settings) as earlier:
        chat = earlier.chat("upgraded")
        await do(chat, "open", url=shop.url, timeout_ms=60_000)
        await do(chat, "click", selector="button")
        store = Store(str(home / "cluster" / "store"))
        await until(lambda: store.newest(chat.id, 1))
        address = ray.get_runtime_context().gcs_address
        with local_cluster(home, address=address, cluster_name="next", **settings) as later:
            there = later.chat(chat.id)
            state = await do(there, "state", timeout_ms=120_000)
            assert state["url"] == shop.url
            assert "restored" in state
            await do(there, "click", selector="button")
            assert shop.presses == 2
            late = await chat.call({"action": "click", "selector": "button", "timeout_ms": 3_000})
            assert late["code"] in ("cluster_unreachable", "host_lost", "timeout"), late
            if late["code"] == "host_lost":
                assert late["details"]["performed"] is False
            assert shop.presses == 2
            await do(there, "click", selector="button")
            assert shop.presses == 3
