"""Raw protocol commands: each one that the installed Chromium knows has been judged, and what reaches out of the tab is refused."""

import json
import urllib.request
from pathlib import Path

from refbrowser import Chat
from refbrowser.policy.protocol import PERMITTED, is_judged
from tests.support.calls import do, navigated
from tests.support.remote import remote_chromium
from tests.support.server import Site


def test_every_command_of_the_installed_chromium_is_judged(tmp_path: Path) -> None:
    with remote_chromium(tmp_path) as chromium, urllib.request.urlopen(f"{chromium.http}/json/protocol", timeout=20) as answer:
        domains = {one["domain"]: {command["name"] for command in one.get("commands", [])} for one in json.load(answer)["domains"]}
    assert sum(map(len, domains.values())) > 500
    assert [
        name for domain, names in domains.items() for name in sorted(f"{domain}.{one}" for one in names) if not is_judged(name)
    ] == []
    # What is permitted by name exists, or existed in a Chromium that is still in use.
    gone = {
        f"{domain}.{one}" for domain, names in PERMITTED.items() for one in names - {"*"} if one not in domains.get(domain, set())
    }
    assert not gone


REACH_OUT: list[tuple[str, dict[str, object]]] = [
    (
        "Input.dispatchDragEvent",
        {"type": "drop", "x": 5, "y": 5, "data": {"items": [], "files": ["/etc/passwd"], "dragOperationsMask": 1}},
    ),
    ("Tracing.start", {"transferMode": "ReturnAsStream"}),
    ("IO.read", {"handle": "1"}),
    ("HeapProfiler.takeHeapSnapshot", {}),
    ("Runtime.disable", {}),
    ("Emulation.setCPUThrottlingRate", {"rate": 20}),
    ("DOM.getFileInfo", {"objectId": "1"}),
    ("Network.getAllCookies", {}),
    ("Extensions.loadUnpacked", {"path": "/"}),
    (
        "Network.loadNetworkResource",
        {"url": "file:///etc/passwd", "options": {"disableCache": True, "includeCredentials": False}},
    ),
    ("Made.up", {}),
    ("dom.getDocument", {}),
]


async def test_what_reaches_out_of_the_tab_is_refused(shared_chat: Chat, site: Site) -> None:
    await navigated(shared_chat, site.page("<p>Page"))
    for method, params in REACH_OUT:
        answer = await shared_chat.call({"action": "cdp", "method": method, "params": params})
        assert answer.get("code") == "policy_denied", (method, answer)
        assert (await do(shared_chat, "cdp", method="DOM.getDocument", params={}))["result"]["root"]["nodeName"] == "#document"


async def test_params_that_are_nested_without_end_are_refused(shared_chat: Chat, site: Site) -> None:
    await navigated(shared_chat, site.page("<p>Page"))
    params: dict[str, object] = {}
    for _ in range(500):
        params = {"deeper": params}
    answer = await shared_chat.call({"action": "cdp", "method": "Runtime.evaluate", "params": {"expression": "1", "more": params}})
    assert (answer["ok"], answer["code"]) == (False, "invalid_arguments")
