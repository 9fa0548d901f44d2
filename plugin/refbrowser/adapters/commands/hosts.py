"""``refbrowser agent-zero install <root>`` and ``uninstall <root>``."""

import argparse
import shlex
import sys
from pathlib import Path
from typing import Any


def add(commands: Any) -> None:
    """Adds the command to the parser."""
    agent_zero = commands.add_parser("agent-zero", help="put this browser in the place of Agent Zero's own, or take it away again")
    agent_zero.add_argument("operation", choices=("install", "uninstall"))
    agent_zero.add_argument("root", type=Path, help="Agent Zero's folder, such as /a0")
    agent_zero.add_argument("--command", default="", help="how the host runs this program; default: as it runs now")
    agent_zero.set_defaults(run=_agent_zero)


def _agent_zero(options: argparse.Namespace) -> int:
    from refbrowser.adapters.agent_zero.install import install, uninstall

    if options.operation == "install":
        sys.stdout.write(
            f"installed {install(options.root, shlex.split(options.command))}; Agent Zero takes it up at its next start\n"
        )
    else:
        sys.stdout.write(f"removed {uninstall(options.root)}\n")
    return 0
