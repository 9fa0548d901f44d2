"""The pictures of a session and its replay, compared call by call."""

from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from refbrowser.journal.store import Session
from refbrowser.journal.writer import PICTURES
from refbrowser.replay.looks import with_looks
from refbrowser.replay.run import Row, Status

BOXES = [(10, 10, 59, 29), (200, 100, 219, 119), (300, 20, 309, 29), (20, 200, 29, 209)]


def run(folder: Path, number: int, boxes: list[tuple[int, int, int, int]], size: tuple[int, int] = (400, 300)) -> Session:
    """A session whose call has a picture with these boxes."""
    picture = Image.new("RGB", size, "white")
    for box in boxes:
        ImageDraw.Draw(picture).rectangle(box, fill="black")
    (folder / PICTURES).mkdir(parents=True)
    picture.save(folder / PICTURES / f"{number:05d}.jpg", quality=100, subsampling=0)
    return Session(folder, {}, [], None, False, True)


@pytest.mark.parametrize(
    ("changed", "size", "status", "looks"),
    [
        (0, (400, 300), "same", ""),
        (1, (400, 300), "same", "1 region changed"),
        (4, (400, 300), "healed", "4 regions changed"),
        (4, (400, 300), "diverged", ""),
        (0, (400, 200), "same", "the picture is 400x200, was 400x300"),
    ],
)
def test_a_call_that_passed_says_where_its_page_looks_different(
    tmp_path: Path, changed: int, size: tuple[int, int], status: Status, looks: str
) -> None:
    recorded, replayed = run(tmp_path / "a", 3, []), run(tmp_path / "b", 2, BOXES[:changed], size)
    (row,) = with_looks(recorded, replayed, [Row(3, "click", status, now=2)])
    assert row.looks.startswith(looks)
    assert bool(row.looks) == bool(looks)
    if changed and looks:
        assert "50x20 at 10,10" in row.looks
        assert ("and 1 more" in row.looks) == (changed == 4)


def test_a_call_without_two_pictures_says_nothing(tmp_path: Path) -> None:
    recorded, replayed = run(tmp_path / "a", 3, []), run(tmp_path / "b", 2, BOXES)
    (tmp_path / "a" / PICTURES / "00005.jpg").write_bytes(b"no picture")
    rows = [Row(4, "click", "same", now=2), Row(3, "click", "same", now=9), Row(3, "click", "same"), Row(5, "click", "same", now=2)]
    assert [row.looks for row in with_looks(recorded, replayed, rows)] == ["", "", "", ""]
