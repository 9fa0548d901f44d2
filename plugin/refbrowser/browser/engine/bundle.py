"""Bundles the ES modules of ``inpage/`` into ``engine.min.js``, when the generated files are written.

Every new document reads and compiles the engine before its first answer: at half the length, to open and read a page takes 3 %
less. The bundler is esbuild, which ``./dev`` installs in the virtual environment's ``node`` folder.
"""

import json
import re
import subprocess
import sys
from graphlib import CycleError, TopologicalSorter
from importlib.resources import files
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from typing import Any, Final

from refbrowser.browser.engine.script import NAME

FLOORS: Final = ("dom", "visual", "aria", "pressing", "tracking", "snapshot", "operations", "scripts", "inpage")
"""The rooms of ``inpage/``, lowest first; the folder itself holds ``main.js`` alone."""

SCRIPTS: Final = {
    "press_guard": "browser/engine/press_guard.min.js",
    "clipboard_bridge": "browser/clipboard/clipboard_bridge.min.js",
    "dialog_bridge": "browser/monitor/dialog_bridge.min.js",
    "stored_records": "browser/indexed_db/stored_records.min.js",
}
"""The modules of ``inpage/scripts/``, which are scripts of their own, and the file of each in the package."""

ESBUILD: Final = Path(sys.prefix) / "node" / "node_modules" / ".bin" / "esbuild"

_NOT_ASCII: Final = re.compile(r"[\x80-\uffff]")
_EXPORT: Final = re.compile(r"export\{([\w$]+) as engine\};?\s*$")


def bundle() -> str | None:
    """The engine's script: one ASCII expression; None where esbuild is not installed.

    A single letter beyond ASCII would double the script on its way through driver, browser and V8, and the time of that. esbuild
    escapes those in strings; in patterns, the only other place for them, their number means the same. Raises ValueError when
    modules import each other in a circle or a room above theirs, and CalledProcessError, after esbuild has said why, when they
    cannot be bundled.
    """
    if not ESBUILD.is_file():
        return None
    entry = Path(str(files("refbrowser"))) / "inpage" / "main.js"
    with TemporaryDirectory() as folder:
        made, metafile = Path(folder, "engine.js"), Path(folder, "engine.json")
        options = ["--bundle", "--minify", "--format=esm", "--log-level=warning", f"--outfile={made}", f"--metafile={metafile}"]
        subprocess.run([ESBUILD, entry, *options], check=True)
        modules = json.loads(metafile.read_text(encoding="utf-8"))
        script = made.read_text(encoding="utf-8")
    if circle := circle_of(modules):
        raise ValueError(f"The modules of inpage/ import each other in a circle: {' -> '.join(circle)}.")
    if upward := upward_imports(modules):
        raise ValueError(f"Modules of inpage/ import rooms above theirs: {'; '.join(upward)}.")
    script = _NOT_ASCII.sub(lambda letter: f"\\u{ord(letter[0]):04x}", script)
    body, exported = _EXPORT.subn(r"return \1", script)
    assert exported == 1, "main.js exports the engine, and nothing else"
    # Playwright also runs it in the page's own world, once anything returns a handle from there, and there it must not be: only in
    # isolated worlds there is no registry of custom elements.
    return (
        "globalThis.customElements?{query:()=>null,queryAll:()=>[]}:"
        f'globalThis.{NAME}?.engine??(()=>{{"use strict";{body.strip()}}})()\n'
    )


def bundled_scripts() -> dict[str, str]:
    """Each of :data:`SCRIPTS` as one ASCII script, by its file; empty where esbuild is not installed. Names stay: pages can read
    those of functions. Raises CalledProcessError, after esbuild has said why, when one cannot be bundled."""
    if not ESBUILD.is_file():
        return {}
    options = ["--bundle", "--minify-whitespace", "--format=iife", "--log-level=warning"]
    folder = Path(str(files("refbrowser"))) / "inpage" / "scripts"
    return {
        made: subprocess.run([ESBUILD, folder / f"{name}.js", *options], check=True, capture_output=True, text=True).stdout
        for name, made in SCRIPTS.items()
    }


def circle_of(metafile: dict[str, Any]) -> list[str]:
    """The first circle of imports among the modules that esbuild's ``metafile`` describes; empty where there is none."""
    imports = {path: {imported["path"] for imported in module["imports"]} for path, module in metafile["inputs"].items()}
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as circle:
        return [Path(path).name for path in reversed(circle.args[1])]
    return []


def upward_imports(metafile: dict[str, Any]) -> list[str]:
    """The imports, each as ``dom/a.js -> aria/b.js``, of modules in a room above the importing one's (:data:`FLOORS`)."""
    floors = {room: number for number, room in enumerate(FLOORS)}
    found = []
    for path, module in metafile["inputs"].items():
        importing = PurePath(path)
        found += [
            f"{'/'.join(importing.parts[-2:])} -> {'/'.join(imported.parts[-2:])}"
            for imported in (PurePath(entry["path"]) for entry in module["imports"])
            if floors[imported.parent.name] > floors[importing.parent.name]
        ]
    return found
