"""What a stop of the server waits for: calls in flight, and nothing that waits for further ones."""

import asyncio
import json
from typing import Any

from starlette.requests import Request

from refbrowser import Browser
from refbrowser.adapters.server.approving import ApprovalRoutes
from refbrowser.adapters.server.calls import Calls
from tests.support.calls import do
from tests.support.server import Site


async def test_a_stop_does_not_wait_for_who_waits_for_approvals(browser: Browser) -> None:
    calls = Calls(browser)
    waiting = _waits_for_approvals(calls)
    await asyncio.sleep(0.05)
    assert not waiting.done()
    calls.drain()
    assert json.loads((await asyncio.wait_for(waiting, 5)).body) == {"ok": True, "result": {"approvals": []}}


async def test_a_call_in_flight_may_still_be_approved(browser: Browser, site: Site) -> None:
    calls = Calls(browser)
    await do(browser.chat("drained"), "open", url=site.page("<p>Here"))
    call = asyncio.ensure_future(calls.perform("drained", {"action": "wait", "time_ms": 250}))
    await asyncio.sleep(0)
    waiting = _waits_for_approvals(calls)
    calls.drain()
    await asyncio.sleep(0.1)
    assert not waiting.done()
    assert (await call)["ok"]
    await asyncio.wait_for(waiting, 5)
    await browser.chat("drained").close()


def _waits_for_approvals(calls: Calls) -> "asyncio.Future[Any]":
    scope = {"type": "http", "method": "GET", "path": "/v1/approvals", "query_string": b"wait_ms=60000", "headers": []}
    return asyncio.ensure_future(ApprovalRoutes(calls).list(Request(scope)))
