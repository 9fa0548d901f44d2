"""The desk, with handlers that do not end when another answer has come."""

import asyncio
import time

import pytest

from refbrowser import Answer, Approval
from refbrowser.errors import ServerError
from refbrowser.service.oversight.approvals import desk
from refbrowser.service.oversight.approvals.desk import Approvals


def card() -> Approval:
    expires = int(time.time() * 1000) + 60_000
    return Approval("a1", "c1", 1, "click", {}, "shop.example", "https://shop.example/", "buy", "money", expires)


async def test_a_handler_that_does_not_end_holds_no_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """While it is called off, an answer counts no more, and its sender is not left to believe so."""
    monkeypatch.setattr(desk, "CALLING_OFF_S", 0.2)
    let_go, called_off = asyncio.Event(), asyncio.Event()

    async def stubborn(_: Approval) -> Answer | None:
        while not let_go.is_set():
            try:
                await let_go.wait()
            except asyncio.CancelledError:
                called_off.set()
        return None

    async def quick(_: Approval) -> Answer:
        return Answer("once", by="mcp")

    approvals = Approvals(stubborn)
    seen: list[int] = []
    approvals.listen(lambda: seen.append(len(approvals.pending)))
    asking = asyncio.ensure_future(approvals.ask(card(), [quick]))
    try:
        await called_off.wait()
        assert seen == [1, 0]
        with pytest.raises(ServerError) as late:
            approvals.answer("a1", Answer("deny", by="http"))
        assert late.value.code == "not_found"
        assert await asyncio.wait_for(asking, 30) == Answer("once", by="mcp")
    finally:
        let_go.set()
