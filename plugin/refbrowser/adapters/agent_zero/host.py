"""What an Agent Zero on disk is: which built-in browser it has, whether its page has a canvas, which release it calls itself."""

import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from refbrowser.errors import FileError

BUILT_IN: Final = ("_browser", "_browser_agent")
"""Plugins of the host that are browsers: the first from release 1.10 on, the second before."""

_MARKS: Final = ("agent.py", "usr", "helpers/plugins.py")
"""What every Agent Zero has that loads plugins."""

_DESCRIBE_S: Final = 10


@dataclass(frozen=True, slots=True)
class Host:
    """One installation. ``built_in`` is its browser plugin, None if it has none; ``canvas``: its page shows panels at the side;
    ``release`` is the tag of its checkout, None where that is not known."""

    root: Path
    built_in: str | None
    canvas: bool
    release: str | None

    def __str__(self) -> str:
        return f"Agent Zero {self.release}" if self.release else "Agent Zero"


def look(root: Path) -> Host:
    """The Agent Zero at ``root``. Raises ``file_not_found`` when it is none, or one from before plugins."""
    missing = [name for name in _MARKS if not (root / name).exists()]
    if missing:
        raise FileError(
            f"{root} is not an Agent Zero release that loads plugins: it has no {' and no '.join(missing)}. Use release 1.7.",
            code="file_not_found",
            details={"path": str(root), "missing": missing},
        )
    root = root.resolve()
    built_in = next((name for name in BUILT_IN if (root / "plugins" / name / "plugin.yaml").is_file()), None)
    canvas = any((root / "webui").rglob("right-canvas*"))
    return Host(root, built_in, canvas, _release(root))


def _release(root: Path) -> str | None:
    if not (root / ".git").exists():
        return None
    command = ["git", "-C", str(root), "describe", "--tags", "--abbrev=0"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_DESCRIBE_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() or None
