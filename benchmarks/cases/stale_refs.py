"""How soon a call with a dead ref is refused. Playwright has nothing to compare: a locator waits for its whole timeout."""

from benchmarks.arena import Arena
from benchmarks.pages import BUTTONS
from benchmarks.sampling import Goal, Row, measured_ms

_GOAL = Goal(absolute=20)


async def run(arena: Arena) -> list[Row]:
    """Once with the elements removed from the page, once with the page navigated away."""
    chat = arena.refbrowser
    rows = []
    for metric, script in (
        ("stale ref, element removed", f"for (let n = 0; n < {BUTTONS}; n++) document.getElementById('press-' + n).remove()"),
        ("stale ref, page navigated", None),
    ):
        tab = await chat.open(f"{arena.address}/1000")
        targets = [await chat.find(tab, f"Press {number}", f"press-{number}") for number in range(BUTTONS)]
        if script is None:
            await chat.call(action="reload", browser_id=tab)
        else:
            await chat.evaluate(tab, script)
        refused = [await measured_ms(_refused(arena, tab, target)) for target in targets]
        await chat.close(tab)
        rows.append(Row(metric, {chat.name: refused}, baseline=None, goal=_GOAL))
    return rows


async def _refused(arena: Arena, tab: int, target: int) -> None:
    code = await arena.refbrowser.refusal(action="click", browser_id=tab, ref=target)
    if code != "ref_stale":
        raise RuntimeError(f"a dead ref was answered with {code}")
