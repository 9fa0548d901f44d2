"""refbrowser: a browser that an LLM agent drives by reference.

    async with Browser() as browser:
        chat = browser.chat("c1")
        answer = await chat.call({"action": "open", "url": "https://example.com"})

``Chat.call`` takes one call as a dict and returns its envelope as a JSON-ready dict: ``{"ok": True, "result": …}``, or
``{"ok": False, "error", "code", "retryable", "remedy", "details"}``. It raises nothing but ``asyncio.CancelledError``.

Public names are those in ``__all__`` here and in ``refbrowser.tools``, ``refbrowser.typed``, ``refbrowser.delegation``,
``refbrowser.viewer`` and ``refbrowser.errors``; every other name may move. A name is imported on first use, so that the driver
starts before the rest loads.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from refbrowser.browser.tab.handoff import Question, Reply
    from refbrowser.delegation import Limits, delegate
    from refbrowser.errors import RefbrowserError
    from refbrowser.service.chats.chat import Chat
    from refbrowser.service.chats.checkpoint import Checkpoint
    from refbrowser.service.chats.manager import Browser
    from refbrowser.service.oversight.approvals.approval import Answer, Approval
    from refbrowser.settings import Settings
    from refbrowser.tools import BrowserTools

__all__ = [
    "Answer",
    "Approval",
    "Browser",
    "BrowserTools",
    "Chat",
    "Checkpoint",
    "Limits",
    "Question",
    "RefbrowserError",
    "Reply",
    "Settings",
    "__version__",
    "delegate",
]
__version__ = "0.1.0"

_HOMES = {
    "Answer": "refbrowser.service.oversight.approvals.approval",
    "Approval": "refbrowser.service.oversight.approvals.approval",
    "Browser": "refbrowser.service.chats.manager",
    "BrowserTools": "refbrowser.tools",
    "Chat": "refbrowser.service.chats.chat",
    "Checkpoint": "refbrowser.service.chats.checkpoint",
    "Limits": "refbrowser.delegation",
    "Question": "refbrowser.browser.tab.handoff",
    "RefbrowserError": "refbrowser.errors",
    "Reply": "refbrowser.browser.tab.handoff",
    "Settings": "refbrowser.settings",
    "delegate": "refbrowser.delegation",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'refbrowser' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
