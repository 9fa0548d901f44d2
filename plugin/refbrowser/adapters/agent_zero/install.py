"""``refbrowser agent-zero install <root>`` and ``uninstall <root>``: the plugin folder in an Agent Zero, written and removed."""

import json
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from refbrowser import __version__
from refbrowser.adapters import client
from refbrowser.adapters.agent_zero.host import Host, look
from refbrowser.adapters.agent_zero.prompt import agent_zero_prompt
from refbrowser.errors import FileError
from refbrowser.resources import folder

NAME: Final = "refbrowser"
TEMPLATE: Final = Path(__file__).parent / "plugin"
DISABLED: Final = ".toggle-0"
"""The host's mark of a plugin that is switched off, in that plugin's folder under ``usr/plugins``."""

_KEPT: Final = ("config.json",)
"""What the host itself writes into a plugin's folder, and a new installation leaves as it is."""


@dataclass(frozen=True, slots=True)
class Installed:
    """The plugin's ``folder`` in ``host``; ``switched_off`` is the host's own browser plugin, None where it has none."""

    host: Host
    folder: Path
    switched_off: str | None


def install(root: Path, command: Sequence[str] = ()) -> Installed:
    """Write the plugin below ``root``, replacing an earlier installation, and disable the host's own browser, if it has one.

    ``command`` runs refbrowser for the host; default: this Python. Raises ``file_not_found`` if ``root`` is not an Agent Zero
    release that loads plugins, ``file_denied`` if the folder contains another plugin, ``file_unwritable``.
    """
    host = look(root)
    plugins = _plugins(host)
    target = plugins / NAME
    earlier = _installed(target)
    toggle = plugins / host.built_in / DISABLED if host.built_in else None
    if earlier is not None and earlier.get("switched_off") == host.built_in:
        disabled = earlier.get("switched_off")
    else:
        disabled = host.built_in if toggle is not None and not toggle.exists() else None
    try:
        _write(target, host, command or (sys.executable, "-m", "refbrowser"), switched_off=disabled)
        if toggle is not None:
            toggle.parent.mkdir(exist_ok=True)
            toggle.touch()
    except OSError as failure:
        raise FileError(
            f"{target} cannot be written: {failure}.", code="file_unwritable", details={"path": str(target)}
        ) from failure
    return Installed(host, target, host.built_in)


def uninstall(root: Path) -> Path:
    """Remove the plugin, and enable the host's own browser again if the installation disabled it. Returns the removed folder.

    Files of chats remain. Raises ``file_not_found`` if it is not installed, ``file_denied`` if the folder contains another plugin.
    """
    plugins = _plugins(look(root))
    target = plugins / NAME
    earlier = _installed(target)
    if earlier is None:
        raise FileError(
            f"{target} does not exist: the plugin is not installed.", code="file_not_found", details={"path": str(target)}
        )
    try:
        shutil.rmtree(target)
        if built_in := earlier.get("switched_off"):
            toggle = plugins / built_in / DISABLED
            toggle.unlink(missing_ok=True)
            if toggle.parent.is_dir() and not any(toggle.parent.iterdir()):
                toggle.parent.rmdir()
    except OSError as failure:
        raise FileError(
            f"{target} cannot be removed: {failure}.", code="file_unwritable", details={"path": str(target)}
        ) from failure
    return target


def _plugins(host: Host) -> Path:
    """Where the host's user keeps plugins."""
    return host.root / "usr" / "plugins"


def _installed(target: Path) -> dict[str, Any] | None:
    """The record of an earlier installation; None without one."""
    if not target.exists():
        return None
    try:
        return dict(json.loads((target / "installed.json").read_text(encoding="utf-8")))
    except (OSError, ValueError):
        raise FileError(
            f"{target} exists and was not written by refbrowser; move it away, then install again.", details={"path": str(target)}
        ) from None


def _write(target: Path, host: Host, command: Sequence[str], *, switched_off: str | None) -> None:
    """The whole folder next to its place, and then into it: the host never sees half a plugin."""
    target.parent.mkdir(parents=True, exist_ok=True)
    staged = target.with_name(f".{NAME}.new")
    shutil.rmtree(staged, ignore_errors=True)
    shutil.copytree(TEMPLATE, staged, ignore=shutil.ignore_patterns("__pycache__"))
    manifest = staged / "plugin.yaml"
    manifest.write_text(manifest.read_text(encoding="utf-8").replace("@VERSION@", __version__), encoding="utf-8")
    shutil.copyfile(client.__file__, staged / "helpers" / "local_server.py")
    shutil.copytree(folder("skills"), staged / "skills")
    (staged / "prompts").mkdir()
    (staged / "prompts" / "agent.system.tool.browser.md").write_text(agent_zero_prompt(), encoding="utf-8")
    usr = host.root / "usr"
    installed = {
        "version": __version__,
        "command": list(command),
        "home": str(usr / "refbrowser"),
        "environment": {"REFBROWSER_FILE_ROOTS": ":".join(str(usr / name) for name in ("workdir", "uploads"))},
        "switched_off": switched_off,
    }
    (staged / "installed.json").write_text(json.dumps(installed, indent=2) + "\n", encoding="utf-8")
    for name in _KEPT:
        if (target / name).exists():
            shutil.copy2(target / name, staged / name)
    shutil.rmtree(target, ignore_errors=True)
    staged.rename(target)
