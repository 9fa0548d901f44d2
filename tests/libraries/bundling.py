"""Installs the component libraries at their pinned versions, and bundles pages that use them, in a folder outside the repository."""

import fcntl
import hashlib
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[1]
ESBUILD: Final = ROOT / ".venv" / "node" / "node_modules" / ".bin" / "esbuild"
INSTALL_S: Final = 600
BUNDLE_S: Final = 120

DEFINED: Final = {
    "process": '{"env":{"NODE_ENV":"production"}}',
    "process.env.NODE_ENV": '"production"',
    "__VUE_OPTIONS_API__": "true",
    "__VUE_PROD_DEVTOOLS__": "false",
    "__VUE_PROD_HYDRATION_MISMATCH_DETAILS__": "false",
}
"""What libraries ask of the bundler that they are made for."""

_OWN_IMPORT: Final = re.compile(r"""["']\./([\w.]+)["']""")

LIBRARIES: Final = tuple(sorted(path.stem for path in (HERE / "pages").iterdir() if path.stem != "jquery_global"))


@dataclass(frozen=True, slots=True)
class Bundle:
    """What a page loads of a library."""

    script: str
    style: str


def bundled(source: Path) -> Bundle:
    """Return ``source`` with the libraries that it imports; it is bundled on first use, and again when it changes."""
    folder = _installed()
    text = source.read_text("utf-8")
    imported = "".join((source.parent / name).read_text("utf-8") for name in _OWN_IMPORT.findall(text))
    made = hashlib.sha256((text + imported).encode()).hexdigest()[:12]
    script, styles = (folder / f"{source.parent.name}-{source.stem}-{made}.{kind}" for kind in ("js", "css"))
    if not script.is_file():
        pictures = [f"--loader:.{kind}=dataurl" for kind in ("png", "svg", "ttf", "webp")]
        options = ("--bundle", "--format=esm", "--minify", "--jsx=automatic", *pictures, "--log-level=error")
        defined = [f"--define:{name}={value}" for name, value in DEFINED.items()]
        paths = {**os.environ, "NODE_PATH": str(folder / "node_modules")}
        subprocess.run([ESBUILD, source, *options, *defined, f"--outfile={script}"], check=True, timeout=BUNDLE_S, env=paths)
    return Bundle(script.read_text("utf-8"), styles.read_text("utf-8") if styles.is_file() else "")


def page(library: str) -> str:
    """Return the demo page of ``library`` as one document."""
    bundle = bundled(next((HERE / "pages").glob(f"{library}.js*")))
    recorder = (HERE / "recorder.js").read_text("utf-8")
    code = bundle.script.replace("</script", "<\\/script")
    return (
        f"<!doctype html><meta charset=utf-8><title>{library}</title><style>{bundle.style}</style><script>{recorder}</script>"
        f"<button id=rest>Rest</button><div id=root></div><script type=module>{code}</script>"
    )


def _installed() -> Path:
    wanted = (HERE / "package.json").read_bytes()
    folder = Path(tempfile.gettempdir()) / f"refbrowser-libraries-{hashlib.sha256(wanted).hexdigest()[:12]}"
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "installed").is_file():
            (folder / "package.json").write_bytes(wanted)
            npm = Path(sys.executable).with_name("npm")
            command: list[str | Path] = [
                npm,
                "install",
                "--silent",
                "--no-audit",
                "--no-fund",
                "--ignore-scripts",
                "--prefix",
                folder,
            ]
            subprocess.run(command, check=True, timeout=INSTALL_S)
            (folder / "installed").touch()
    return folder
