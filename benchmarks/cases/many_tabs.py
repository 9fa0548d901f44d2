"""What `multi` gains over the same calls one by one, and what 25 tabs occupy."""

from dataclasses import dataclass
from typing import Any, Final

from benchmarks.arena import Arena
from benchmarks.cases.ten_chats import footprints
from benchmarks.memory import available
from benchmarks.sampling import Goal, Row, interleaved, measured_ms

TABS: Final = 16
_SINGLY: Final = "one by one"
_TOGETHER: Final = "multi"


@dataclass(frozen=True, slots=True)
class _Way:
    name: str


async def run(arena: Arena) -> list[Row]:
    """Reading is bound by the machine's cores; waiting for a server is not."""
    opened = [await arena.refbrowser.open(f"{arena.address}/1000") for _ in range(TABS)]
    reads = [{"action": "content", "browser_id": tab} for tab in opened]
    slow = [{"action": "navigate", "browser_id": tab, "url": f"{_address(arena, tab)}/slow"} for tab in opened]
    rows = [
        await _compared(arena, f"content of {TABS} tabs", reads, arena.many, Goal(ratio=0.6)),
        await _compared(arena, f"{TABS} tabs that each wait 500 ms for their server", slow, arena.few, Goal(ratio=0.15)),
    ]
    for tab in opened:
        await arena.refbrowser.close(tab)
    if available():
        taken = await footprints(arena, "tabs")
        tool = {name: [entry.tool_mib for entry in entries] for name, entries in taken.items()}
        rows.append(Row("25 tabs, Python and driver", tool, unit="MiB", goal=Goal(ratio=1.15)))
    return rows


def _address(arena: Arena, tab: int) -> str:
    """A host of its own for each tab: Chromium keeps no more than six connections to one."""
    return arena.address.replace("127.0.0.1", f"host-{tab}.localhost")


async def _compared(arena: Arena, metric: str, calls: list[dict[str, Any]], rounds: int, goal: Goal) -> Row:
    async def took_ms(way: _Way, _: int) -> float:
        return await measured_ms(_together(arena, calls) if way.name == _TOGETHER else _singly(arena, calls))

    samples = await interleaved(rounds, [_Way(_SINGLY), _Way(_TOGETHER)], took_ms)
    return Row(metric, samples, _TOGETHER, _SINGLY, goal=goal)


async def _singly(arena: Arena, calls: list[dict[str, Any]]) -> None:
    for call in calls:
        await arena.refbrowser.call(**call)


async def _together(arena: Arena, calls: list[dict[str, Any]]) -> None:
    answers = await arena.refbrowser.call(action="multi", calls=calls)
    if failed := [answer for answer in answers if not answer["ok"]]:
        raise RuntimeError(f"multi: {failed[0]}")
