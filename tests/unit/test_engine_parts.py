"""The in-page engine's modules: all of them are in the bundle, and none imports another in a circle."""

import re
from importlib.resources import files
from pathlib import Path
from typing import Any

from refbrowser.browser.engine.bundle import SCRIPTS, circle_of, upward_imports

FOLDER = Path(str(files("refbrowser"))) / "inpage"
IMPORTED = re.compile(r"(?m)^(?:import|\}) [^;]*?from '([^']+)';", re.DOTALL)


def imports(module: Path) -> list[Path]:
    return [(module.parent / path).resolve() for path in IMPORTED.findall(module.read_text(encoding="utf-8"))]


def test_every_module_is_reached_from_an_entry() -> None:
    reached, asked = set[Path](), [FOLDER.resolve() / "main.js", *(FOLDER.resolve() / "scripts" / f"{name}.js" for name in SCRIPTS)]
    while asked:
        module = asked.pop()
        if module not in reached:
            reached.add(module)
            asked += imports(module)
    assert reached == {path.resolve() for path in FOLDER.rglob("*.js")}


def metafile(**imported: str) -> dict[str, Any]:
    return {"inputs": {name: {"imports": [{"path": one} for one in used.split()]} for name, used in imported.items()}}


def written() -> dict[str, Any]:
    """What the modules import as they stand; the folder's path may have spaces in it."""
    modules = [path.resolve() for path in FOLDER.rglob("*.js")]
    return {"inputs": {str(module): {"imports": [{"path": str(one)} for one in imports(module)]} for module in modules}}


def test_a_circle_of_imports_is_found() -> None:
    assert circle_of(metafile(main="a b", a="b", b="")) == []
    assert set(circle_of(metafile(main="a", a="b", b="c", c="a"))) == {"a", "b", "c"}


def test_no_module_imports_another_in_a_circle() -> None:
    assert circle_of(written()) == []


def test_an_import_of_a_room_above_is_found() -> None:
    allowed = metafile(**{"inpage/main.js": "inpage/aria/a.js", "inpage/aria/a.js": "inpage/visual/b.js inpage/dom/c.js"})
    assert upward_imports(allowed) == []
    assert upward_imports(metafile(**{"inpage/dom/c.js": "inpage/aria/a.js"})) == ["dom/c.js -> aria/a.js"]


def test_no_module_imports_a_room_above_its_own() -> None:
    assert upward_imports(written()) == []
