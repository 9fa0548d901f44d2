"""The census of real pages, on a page of which everything is known."""

from pathlib import Path

import pytest

from benchmarks.census.counting import Census, Count, Share, count_page
from benchmarks.census.packages import Package
from benchmarks.census.readers import OWN, RIVAL, readers
from benchmarks.census.section import FIGURES, census_section, is_met
from benchmarks.census.shelves import Shelved
from benchmarks.census.site import CensusPage, served
from refbrowser.browser.launch.executables import find

PAGE = """<!doctype html><body>
<h1>Seen words</h1><p style='opacity:0'>ListenerDiscovery</p><div style='height:0;overflow:hidden'>Collapsed</div>
<a href=away>Away</a> <button>Press</button> <button style='visibility:hidden'>Hidden</button> <i role=checkbox tabindex=0>Box</i>
<span id=listening>Words that listen</span> <div id=list><b id=item>Item</b></div> <label><input type=checkbox> <u id=part>Part</u></label>
<div id=around><button>Inner</button></div> <canvas id=handle style='width:20px;height:20px'></canvas> <em id=once>No longer</em>
<script>
  const hear = () => { document.title = 'heard' };
  for (const id of ['listening', 'list', 'item', 'part', 'around', 'once']) document.getElementById(id).addEventListener('click', hear);
  once.removeEventListener('click', hear);
  handle.onpointerdown = hear;
  document.addEventListener('mousedown', hear);
</script>"""


@pytest.fixture
def shelf(tmp_path: Path) -> Shelved:
    (tmp_path / "demo").mkdir()
    for name in ("a", "b", "c"):
        (tmp_path / "demo" / f"{name}.html").write_text(PAGE, encoding="utf-8")
    return Shelved(Package("npm", "demo", "1", ("demo/*.html",), most=2, group="demos"), tmp_path, "1")


async def counted(shelf: Shelved, folder: Path) -> dict[CensusPage, dict[str, Count]]:
    with served([shelf]) as pages:
        async with readers(find().path, folder) as tools:
            return {page: {tool.name: await count_page(tool, page) for tool in tools} for page in pages[:1]}


@pytest.mark.long("browser/test_census.py::test_the_section_says_which_goals_are_met")
async def test_what_is_true_of_a_page_is_compared_with_what_a_tool_shows(shelf: Shelved, tmp_path: Path) -> None:
    ((page, counts),) = (await counted(shelf, tmp_path)).items()
    assert page.path == "demo/a.html"
    own, rival = counts[OWN], counts[RIVAL]
    # Two buttons, a link and two checkboxes; of listeners the words, the item and the canvas.
    assert [count.known for count in (own, rival)] == [Share(5, 5)] * 2
    assert own.listeners == Share(3, 3)
    assert rival.listeners.present == 3 > rival.listeners.found
    assert own.words == Share(13, 13) == rival.words
    assert own.presses.found == own.presses.present >= 7
    assert own.missed == []


def test_pages_of_a_package_are_spread_evenly(shelf: Shelved) -> None:
    assert shelf.pages() == ["demo/a.html", "demo/b.html"]


def test_the_section_says_which_goals_are_met(shelf: Shelved) -> None:
    own = Count(Share(9999, 10000), Share(9, 10), Share(19, 20), Share(0, 0), characters=30)
    rival = Count(Share(1, 1), Share(1, 1), Share(0, 20), Share(1, 1), characters=100)
    totals = {OWN: own, RIVAL: rival}
    assert [is_met(figure, totals) for figure in FIGURES] == [True, False, True, False, True]
    census = Census([shelf], {"other": "gone"}, {CensusPage("demo", "demos", "demo/a.html", "http://demo.localhost/"): totals})
    written = census_section(census, {"machine": "this one"})
    assert "| native and ARIA controls with a ref, % | 90.00 | 100.00 | ≥ 99.9 | **missed** |" in written
    assert "≤ 0.35 × (is 0.30 ×)" in written
    assert "- not to be had: other: gone" in written
    assert "- demo: `demo/a.html`" in written
