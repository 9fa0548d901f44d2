"""What the host calls when the plugin is removed through its own screens: the browser plugin that was switched off comes back."""

import json
from pathlib import Path

from helpers import plugins

_INSTALLED = Path(__file__).parent / "installed.json"


def uninstall() -> None:
    switched_off = json.loads(_INSTALLED.read_text(encoding="utf-8")).get("switched_off")
    if switched_off:
        plugins.toggle_plugin(switched_off, True)
