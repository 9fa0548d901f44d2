"""What a stop of the server waits for: calls in flight, and nothing that waits for further ones; and who is there to be asked."""

import asyncio
import json
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from starlette.requests import Request

from refbrowser import Browser, Settings
from refbrowser.adapters.server import approving
from refbrowser.adapters.server.approving import ApprovalRoutes
from refbrowser.adapters.server.calls import Calls
from refbrowser.errors import CallError
from tests.support.calls import do
from tests.support.server import Site
from tests.support.waiting import until


async def test_a_stop_does_not_wait_for_who_waits_for_approvals(browser: Browser) -> None:
    calls = Calls(browser)
    waiting = _waits_for_approvals(calls)
    await asyncio.sleep(0.05)
    assert not waiting.done()
    calls.drain()
    assert json.loads((await asyncio.wait_for(waiting, 30)).body) == {"ok": True, "result": {"approvals": []}}


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
    await asyncio.wait_for(waiting, 30)
    await browser.chat("drained").close()


async def test_who_has_left_is_nobody_to_ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(approving, "LINGER_S", 0)
    browser, left = Browser(Settings(home=tmp_path)), asyncio.Event()
    waiting = _waits_for_approvals(Calls(browser), left)
    await until(lambda: browser.approvals.can_ask("asking", []))
    left.set()
    await asyncio.wait_for(waiting, 30)
    await until(lambda: not browser.approvals.can_ask("asking", []))


@pytest.mark.parametrize("wait_ms", ["\u00b2", "9" * 5000, "60001", "-1", "1.5", ""])
async def test_a_time_that_is_none_is_refused(browser: Browser, wait_ms: str) -> None:
    with pytest.raises(CallError, match="wait_ms is a whole number from 0 to 60000"):
        await _waits_for_approvals(Calls(browser), wait_ms=wait_ms)


def _waits_for_approvals(calls: Calls, left: asyncio.Event | None = None, wait_ms: str = "60000") -> "asyncio.Future[Any]":
    """A client's request, which goes on until it has ``left``."""
    has_left = left or asyncio.Event()

    async def receive() -> dict[str, Any]:
        await has_left.wait()
        return {"type": "http.disconnect"}

    query = urlencode({"wait_ms": wait_ms}).encode()
    scope = {"type": "http", "method": "GET", "path": "/v1/approvals", "query_string": query, "headers": []}
    return asyncio.ensure_future(ApprovalRoutes(calls).list(Request(scope, receive)))
