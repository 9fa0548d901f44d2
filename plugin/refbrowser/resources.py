"""Locate the package's data folders: inside the package in a wheel, next to ``plugin/`` in a checkout."""

from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).parent


def folder(name: str) -> Path:
    """Return the folder ``prompts``, ``skills`` or ``webui_viewer``. Raises FileNotFoundError when the installation lacks it."""
    for place in (_PACKAGE / name, _PACKAGE.parent.parent / name):
        if place.is_dir():
            return place
    raise FileNotFoundError(f"refbrowser is installed without its {name} folder; reinstall the package")
