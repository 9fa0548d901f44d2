"""The readers of the benchmarks that need nothing installed, on a page of the benchmarks."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from benchmarks.peers import agent_zero, baselines
from benchmarks.peers.lineup import lineup
from benchmarks.peers.peer import Ground, Peer, PeerAbsent, Presser, Start, shared, words
from benchmarks.peers.reading import visible
from benchmarks.site import served
from refbrowser.browser.launch.executables import find


def absent(ground: Ground) -> None:
    raise PeerAbsent("npm and node are not on PATH")


@asynccontextmanager
async def there(ground: Ground) -> AsyncIterator[Any]:
    yield SimpleNamespace(name="there")


@pytest.fixture
def ground(tmp_path: Path) -> Ground:
    return Ground(find().path, tmp_path, tmp_path / "installed")


@pytest.mark.parametrize(
    ("start", "controls", "all_words"),
    [(baselines.refbrowser, 100.0, True), (agent_zero.agent_zero, 100.0, True), (baselines.raw_playwright, 0.0, False)],
    ids=["refbrowser", "agent zero", "raw playwright"],
)
@pytest.mark.long("unit/test_benchmarks.py::test_refs_are_counted_by_kind_in_every_tools_own_words")
async def test_every_control_and_word_of_a_page_is_counted(ground: Ground, start: Start, controls: float, all_words: bool) -> None:
    with served() as address:
        async with start(ground) as peer:
            await peer.navigate(f"{address}/100")
            content = await peer.content()
        text, present = await visible(ground.executable, f"{address}/100")
    assert present == {"link": 8, "button": 26, "checkbox": 2, "combobox": 2, "textbox": 2}
    assert shared(peer.refs(content), present) == controls
    # innerText, which is all that raw Playwright shows, joins the words of buttons in a row.
    assert (shared(words(content), text) == 100.0) is all_words


@pytest.mark.parametrize("start", [baselines.refbrowser, baselines.raw_playwright], ids=["refbrowser", "raw playwright"])
@pytest.mark.long("unit/test_benchmarks.py::test_a_page_has_the_elements_that_it_is_named_after")
async def test_the_page_counts_the_presses_of_its_buttons(ground: Ground, start: Start) -> None:
    with served() as address:
        async with start(ground) as peer:
            assert isinstance(peer, Presser)
            await peer.navigate(f"{address}/100/answering")
            for label in ("Press 3", "Press 4"):
                await peer.press(peer.button(await peer.content(), label))
            assert "Pressed 2" in await peer.content()


async def test_a_tool_that_cannot_take_part_is_named_with_the_reason(ground: Ground) -> None:
    entrants: dict[str, Start] = {"there": there, "missing": absent}  # type: ignore[dict-item]
    async with lineup(ground, entrants) as tools:
        present: list[Peer] = tools.present
        assert [peer.name for peer in present] == ["there"]
        assert tools.absent == {"missing": "npm and node are not on PATH"}
