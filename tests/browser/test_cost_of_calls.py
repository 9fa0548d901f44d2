"""What a call costs this process, in units of what the least question to a page costs it in the same run: processor time, so that it is
the same on a busy machine. The bounds are about twice what was measured."""

import statistics
import time
from collections.abc import Awaitable, Callable

from refbrowser import Chat
from tests.support.calls import do
from tests.support.server import Site
from tests.support.tabs import tab_of

PAGE = "<button id=count onclick='total.textContent = ++n'>Count</button><p id=total>0</p><script>n = 0</script>" + "".join(
    f"<p>Text {number} <a href='#x{number}'>link {number}</a>" for number in range(300)
)

ROUNDS = 15


async def test_no_call_costs_many_times_a_question(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page(PAGE))
    tab = tab_of(shared_chat)
    calls: dict[str, tuple[Callable[[], Awaitable[object]], float]] = {
        "question": (lambda: tab.page.evaluate("1"), 1),
        "evaluate": (lambda: do(shared_chat, "evaluate", script="1"), 8),
        "content again": (lambda: do(shared_chat, "content"), 12),
        "main content again": (lambda: do(shared_chat, "content", mode="main"), 12),
        "click": (lambda: do(shared_chat, "click", selector="#count"), 35),
    }
    costs: dict[str, float] = {}
    for name, (call, _) in calls.items():
        for _ in range(3):
            await call()
        took = []
        for _ in range(ROUNDS):
            begun = time.process_time()
            await call()
            took.append(time.process_time() - begun)
        costs[name] = statistics.median(took)
    ratios = {name: cost / costs["question"] for name, cost in costs.items()}
    assert {name: round(ratio, 1) for name, ratio in ratios.items() if ratio > calls[name][1]} == {}, ratios
