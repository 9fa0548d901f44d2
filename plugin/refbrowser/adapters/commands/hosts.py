"""``refbrowser agent-zero install <root>`` and ``uninstall <root>``."""

import argparse
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

from refbrowser.terminal import write

if TYPE_CHECKING:
    from refbrowser.adapters.agent_zero.install import Installed


def add(commands: Any) -> None:
    """Adds the command to the parser."""
    agent_zero = commands.add_parser("agent-zero", help="install refbrowser as Agent Zero's browser, or uninstall it")
    agent_zero.add_argument("operation", choices=("install", "uninstall"))
    agent_zero.add_argument("root", type=Path, help="Agent Zero's folder, such as /a0")
    agent_zero.add_argument("--command", default="", help="command with which the host runs refbrowser; default: the present one")
    agent_zero.set_defaults(run=_agent_zero)


def _agent_zero(options: argparse.Namespace) -> int:
    from refbrowser.adapters.agent_zero.install import install, uninstall

    if options.operation == "install":
        write(_report(install(options.root, shlex.split(options.command))))
    else:
        write(f"removed {uninstall(options.root)}\n")
    return 0


def _report(installed: "Installed") -> str:
    """What was done, where, and where the viewer is to be found."""
    own = f"its plugin {installed.switched_off} is switched off" if installed.switched_off else "it has no browser of its own"
    viewer = "in the panel Browser" if installed.host.canvas else "from the plugin's entry in the list of plugins (no canvas here)"
    return (
        f"installed {installed.folder}\n"
        f"{installed.host}: {own}; the live viewer opens {viewer}\n"
        "Agent Zero loads it at its next start\n"
    )
