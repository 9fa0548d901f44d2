"""Configuration and switches of plugins, as the host documents them."""

import json
from pathlib import Path
from typing import Any

USER = Path(__file__).parent.parent / "usr" / "plugins"


def get_plugin_config(plugin_name: str, agent: Any = None) -> dict[str, Any] | None:
    path = USER / plugin_name / "config.json"
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else None


def toggle_plugin(plugin_name: str, enabled: bool) -> None:
    mark = USER / plugin_name / ".toggle-0"
    mark.parent.mkdir(parents=True, exist_ok=True)
    if enabled:
        mark.unlink(missing_ok=True)
    else:
        mark.touch()
