"""A button pressed by what each tool calls it: how long until the tool returns, and whether the page felt it."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.pages import BUTTONS
from benchmarks.peers.installation import cache
from benchmarks.peers.lineup import ENTRANTS, Lineup, lineup
from benchmarks.peers.peer import Ground, Presser, first
from benchmarks.sampling import Samples

ROUNDS: Final = 8


async def press(address: str, executable: Path) -> tuple[Samples, dict[str, str]]:
    """Milliseconds of each press on a page of 1 000 elements, one line of which changes; and why some tools are not there.

    The tool reads the page before each press, which is not counted, and so is not the first press. A tool some of whose presses the
    page did not feel is left out, with their number.
    """
    samples: Samples = {}
    with TemporaryDirectory(prefix="refbrowser-peers-", ignore_cleanup_errors=True) as folder:
        async with lineup(Ground(executable, Path(folder), cache()), ENTRANTS) as tools:
            pressers = [peer for peer in tools.present if isinstance(peer, Presser)]
            for peer in pressers:
                await tools.timed(peer, "the page", partial(peer.navigate, f"{address}/1000/answering"))
            for number in range(ROUNDS + 1):
                for peer in pressers if number % 2 else reversed(pressers):
                    if peer.name not in tools.failed:
                        took_ms = await _pressed(tools, peer, f"Press {number % BUTTONS}")
                        if took_ms is not None and number:
                            samples.setdefault(peer.name, []).append(took_ms)
            for peer in pressers:
                if peer.name not in tools.failed:
                    await _felt(tools, peer)
            print("pressed", flush=True)
    return {name: taken for name, taken in samples.items() if name not in tools.failed}, tools.absent | tools.failed


async def _pressed(tools: Lineup, peer: Presser, label: str) -> float | None:
    read: Sequence[tuple[float, str]] | None = await tools.timed(peer, "reading", peer.content)
    if read is None:
        return None
    try:
        button = peer.button(read[0][1], label)
    except LookupError as error:
        tools.fail(peer, f"at reading: {error}")
        return None
    done = await tools.timed(peer, "pressing", partial(peer.press, button))
    return done[0][0] if done else None


async def _felt(tools: Lineup, peer: Presser) -> None:
    read = await tools.timed(peer, "reading", peer.content)
    if read is not None:
        felt = int(first(r"Pressed (\d+)", read[0][1]))
        if felt != ROUNDS + 1:
            tools.fail(peer, f"at pressing: the page felt {felt} of {ROUNDS + 1} presses")
