"""Installs the component libraries at their pinned versions, and bundles the demo pages, in a folder outside the repository."""

import fcntl
import hashlib
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[1]
ESBUILD: Final = ROOT / ".venv" / "node" / "node_modules" / ".bin" / "esbuild"
INSTALL_S: Final = 600
BUNDLE_S: Final = 120

LIBRARIES: Final = tuple(sorted(path.stem for path in (HERE / "pages").iterdir() if path.stem != "jquery_global"))


def page(library: str) -> str:
    """Return the demo page of ``library`` as one document; it is bundled on first use, and again when its source changes."""
    folder = _installed()
    source = next((HERE / "pages").glob(f"{library}.js*"))
    made = hashlib.sha256(b"".join(file.read_bytes() for file in sorted((HERE / "pages").iterdir()))).hexdigest()[:12]
    script, styles = folder / f"{library}-{made}.js", folder / f"{library}-{made}.css"
    if not script.is_file():
        copied = folder / "pages"
        shutil.copytree(HERE / "pages", copied, dirs_exist_ok=True)
        options = ("--bundle", "--format=esm", "--minify", "--jsx=automatic", "--loader:.png=dataurl", "--log-level=error")
        defined = '--define:process.env.NODE_ENV="production"'
        subprocess.run([ESBUILD, copied / source.name, *options, defined, f"--outfile={script}"], check=True, timeout=BUNDLE_S)
    style = styles.read_text("utf-8") if styles.is_file() else ""
    recorder = (HERE / "recorder.js").read_text("utf-8")
    code = script.read_text("utf-8").replace("</script", "<\\/script")
    return (
        f"<!doctype html><meta charset=utf-8><title>{library}</title><style>{style}</style><script>{recorder}</script>"
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
