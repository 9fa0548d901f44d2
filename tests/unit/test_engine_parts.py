"""The in-page engine's parts share one closure, so no two may use one name."""

import re
from collections import Counter
from importlib.resources import files

from refbrowser.browser.engine.bundle import PARTS

_TOP_LEVEL = re.compile(r"^(?:async )?(?:function\*? |class |const |let |var )(\w+)", re.MULTILINE)
_DESTRUCTURED = re.compile(r"^(?:const|let|var) \{([^}]*)\}", re.MULTILINE)


def test_no_name_is_defined_twice() -> None:
    names: Counter[str] = Counter()
    for part in PARTS:
        text = (files("refbrowser") / "inpage" / part).read_text(encoding="utf-8")
        names.update(_TOP_LEVEL.findall(text))
        for inner in _DESTRUCTURED.findall(text):
            names.update(re.findall(r"(\w+)\s*(?:,|$)", inner))
    assert [name for name, count in names.items() if count > 1] == []


def test_every_file_of_the_folder_is_a_part() -> None:
    present = {path.name for path in (files("refbrowser") / "inpage").iterdir() if path.name.endswith(".js")}
    assert present == set(PARTS)
