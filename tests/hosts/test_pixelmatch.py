"""Our comparison of pictures counts what the npm package pixelmatch counts."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from refbrowser.pixels.compare import compare
from tests.support.picture_pairs import SIZE, pair

PAIRS = 50
FROZEN = Path(__file__).parents[1] / "unit" / "pixelmatch_counts.json"

SCRIPT = """
import fs from 'node:fs';
import pixelmatch from 'pixelmatch';
const [width, height, pairs] = process.argv.slice(2).map(Number);
const counts = [];
for (let number = 0; number < pairs; number++) {
  const [before, after] = ['before', 'after'].map((when) => new Uint8Array(fs.readFileSync(`${number}.${when}`)));
  const picture = new Uint8Array(width * height * 4);
  const changed = pixelmatch(before, after, picture, width, height);
  let smoothed = 0;
  for (let at = 0; at < picture.length; at += 4) if (picture[at] === 255 && picture[at + 1] === 255 && picture[at + 2] === 0) smoothed++;
  counts.push([changed, smoothed]);
}
console.log(JSON.stringify(counts));
"""

pytestmark = [pytest.mark.skipif(shutil.which("npm") is None, reason="pixelmatch comes from npm"), pytest.mark.timeout(300)]


def test_the_same_pixels_are_counted(tmp_path: Path) -> None:
    for number in range(PAIRS):
        for when, picture in zip(("before", "after"), pair(number), strict=True):
            (tmp_path / f"{number}.{when}").write_bytes(picture.convert("RGBA").tobytes())
    (tmp_path / "count.mjs").write_text(SCRIPT)
    subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund", "pixelmatch@7.2.0"], cwd=tmp_path, check=True)
    done = subprocess.run(
        ["node", "count.mjs", *map(str, SIZE), str(PAIRS)], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    theirs = json.loads(done.stdout)
    found = [compare(*pair(number)) for number in range(PAIRS)]
    assert [[one.changed_pixels, one.antialiased_pixels] for one in found] == theirs
    # What the usual run compares with, where there is no npm.
    assert json.loads(FROZEN.read_text()) == theirs
