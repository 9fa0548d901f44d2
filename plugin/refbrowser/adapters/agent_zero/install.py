"""``refbrowser agent-zero install <root>`` and ``uninstall <root>``: the plugin folder in an Agent Zero, written and removed."""

import json
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from refbrowser import __version__
from refbrowser.adapters import client
from refbrowser.adapters.agent_zero.prompt import agent_zero_prompt
from refbrowser.errors import FileError
from refbrowser.resources import folder

NAME: Final = "refbrowser"
TEMPLATE: Final = Path(__file__).parent / "plugin"
BUILT_IN: Final = "_browser"
DISABLED: Final = ".toggle-0"
"""The host's mark of a plugin that is switched off, in that plugin's folder under ``usr/plugins``."""

_KEPT: Final = ("config.json",)
"""What the host itself writes into a plugin's folder, and a new installation leaves as it is."""


def install(root: Path, command: Sequence[str] = ()) -> Path:
    """Writes the plugin below ``root``, over an earlier one of ours, and switches the built-in browser off. Returns its folder.

    ``command`` runs this program for the host; the Python that runs now, unless another is given. Raises ``file_not_found`` when
    ``root`` is no Agent Zero, ``file_denied`` when its folder holds a plugin of another origin, ``file_unwritable``.
    """
    plugins = _plugins(root)
    target = plugins / NAME
    earlier = _installed(target)
    switched_off = plugins / BUILT_IN / DISABLED
    ours = earlier["switched_off_built_in"] if earlier is not None else not switched_off.exists()
    try:
        _write(target, root, command or (sys.executable, "-m", "refbrowser"), switched_off_built_in=ours)
        switched_off.parent.mkdir(exist_ok=True)
        switched_off.touch()
    except OSError as failure:
        raise FileError(
            f"{target} cannot be written: {failure}.", code="file_unwritable", details={"path": str(target)}
        ) from failure
    return target


def uninstall(root: Path) -> Path:
    """Removes the plugin and switches the built-in browser on again, if it was on before. Returns the folder that was removed.

    The files of its chats stay. Raises ``file_not_found`` when it is not installed, ``file_denied`` when the folder is not ours.
    """
    plugins = _plugins(root)
    target = plugins / NAME
    earlier = _installed(target)
    if earlier is None:
        raise FileError(
            f"{target} is not there: the plugin is not installed.", code="file_not_found", details={"path": str(target)}
        )
    try:
        shutil.rmtree(target)
        if earlier["switched_off_built_in"]:
            switched_off = plugins / BUILT_IN / DISABLED
            switched_off.unlink(missing_ok=True)
            if switched_off.parent.is_dir() and not any(switched_off.parent.iterdir()):
                switched_off.parent.rmdir()
    except OSError as failure:
        raise FileError(
            f"{target} cannot be removed: {failure}.", code="file_unwritable", details={"path": str(target)}
        ) from failure
    return target


def _plugins(root: Path) -> Path:
    """``usr/plugins`` of the Agent Zero at ``root``."""
    if not (root / "agent.py").is_file() or not (root / "usr").is_dir():
        raise FileError(f"{root} is no Agent Zero: it has no agent.py and usr.", code="file_not_found", details={"path": str(root)})
    return root.resolve() / "usr" / "plugins"


def _installed(target: Path) -> dict[str, Any] | None:
    """What an earlier installation of ours wrote about itself; None when there is none."""
    if not target.exists():
        return None
    try:
        return dict(json.loads((target / "installed.json").read_text(encoding="utf-8")))
    except (OSError, ValueError):
        raise FileError(f"{target} is there and was not written by this program.", details={"path": str(target)}) from None


def _write(target: Path, root: Path, command: Sequence[str], *, switched_off_built_in: bool) -> None:
    """The whole folder beside its place, and then into it: the host never sees half a plugin."""
    target.parent.mkdir(parents=True, exist_ok=True)
    beside = target.with_name(f".{NAME}.new")
    shutil.rmtree(beside, ignore_errors=True)
    shutil.copytree(TEMPLATE, beside, ignore=shutil.ignore_patterns("__pycache__"))
    manifest = beside / "plugin.yaml"
    manifest.write_text(manifest.read_text(encoding="utf-8").replace("@VERSION@", __version__), encoding="utf-8")
    shutil.copyfile(client.__file__, beside / "helpers" / "local_server.py")
    shutil.copytree(folder("skills"), beside / "skills")
    (beside / "prompts").mkdir()
    (beside / "prompts" / "agent.system.tool.browser.md").write_text(agent_zero_prompt(), encoding="utf-8")
    usr = root.resolve() / "usr"
    installed = {
        "version": __version__,
        "command": list(command),
        "home": str(usr / "refbrowser"),
        "environment": {"REFBROWSER_FILE_ROOTS": ":".join(str(usr / name) for name in ("workdir", "uploads"))},
        "switched_off_built_in": switched_off_built_in,
    }
    (beside / "installed.json").write_text(json.dumps(installed, indent=2) + "\n", encoding="utf-8")
    for name in _KEPT:
        if (target / name).exists():
            shutil.copy2(target / name, beside / name)
    shutil.rmtree(target, ignore_errors=True)
    beside.rename(target)
