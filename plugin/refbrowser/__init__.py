"""refbrowser: a browser that an LLM agent drives by reference.

    async with Browser() as browser:
        chat = browser.chat("c1")
        answer = await chat.call({"action": "open", "url": "https://example.com"})

The names below are loaded on first use, so that importing the package costs nothing before the browser's driver is on its way.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from refbrowser.errors import RefbrowserError
    from refbrowser.service.manager import Browser, Chat
    from refbrowser.settings import Settings

__all__ = ["Browser", "Chat", "RefbrowserError", "Settings", "__version__"]
__version__ = "0.1.0"

_HOMES = {
    "Browser": "refbrowser.service.manager",
    "Chat": "refbrowser.service.manager",
    "RefbrowserError": "refbrowser.errors",
    "Settings": "refbrowser.settings",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'refbrowser' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
