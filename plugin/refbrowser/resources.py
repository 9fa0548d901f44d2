"""The package's own files: in a wheel they lie inside the package, in a checkout next to ``plugin/``."""

from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).parent


def folder(name: str) -> Path:
    """The folder ``prompts``, ``skills`` or ``webui_viewer``. Raises FileNotFoundError when the installation lacks it."""
    for place in (_PACKAGE / name, _PACKAGE.parent.parent / name):
        if place.is_dir():
            return place
    raise FileNotFoundError(f"this installation of refbrowser has no {name} folder")
