"""Which raw CDP commands an agent may send. Everything that the settings do not allow is refused, and some things always are."""

from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import Final

from refbrowser.errors import PolicyError, Remedy

_NEVER: Final = {
    "Browser.*": "it reaches other chats",
    "Target.*": "it reaches other tabs and chats",
    "SystemInfo.*": "it reaches outside the page",
    "Tethering.*": "it reaches outside the page",
    "Storage.*Cookies": "it can reach other chats",
    "Page.navigate": "it goes round the rules for addresses",
    "Page.close": "it goes round the tab's end",
    "Page.crash": "it ends the page's process",
    "Page.setDownloadBehavior": "it goes round the chat's download folder",
    "DOM.setFileInputFiles": "it goes round the rules for files",
    "Page.handleJavaScriptDialog": "it goes round the dialog's record",
    "Page.setInterceptFileChooserDialog": "it goes round the rules for files",
    "Page.addScriptToEvaluateOnNewDocument": "its effect ends with the call",
    "Fetch.*": "nobody would answer the requests that it holds",
    "Debugger.*": "nobody would continue the page that it holds",
    "Emulation.setVirtualTimePolicy": "it stops the page's clock",
}
_INSTEAD: Final = {
    "Page.navigate": "navigate",
    "Page.close": "close",
    "DOM.setFileInputFiles": "upload_file",
    "Page.handleJavaScriptDialog": "dialog",
    "Target.*": "list",
    "Storage.*Cookies": "evaluate",
}


def permitted_method(method: str, allowed: Sequence[str]) -> str:
    """``method``, if the patterns in ``allowed`` (``*`` as in file names) admit it and it stays within the tab.

    Raises ``policy_denied``, with what does the same where there is something.
    """
    for pattern, reason in _NEVER.items():
        if fnmatchcase(method, pattern):
            instead = _INSTEAD.get(pattern)
            raise PolicyError(
                f"{method} is not sent: {reason}.",
                remedy=Remedy(instead, hint="is the action for that") if instead else None,
                details={"method": method},
            )
    if not any(fnmatchcase(method, pattern) for pattern in allowed):
        raise PolicyError(
            f"{method} is not among the methods that the setting cdp_methods allows.",
            details={"method": method, "allowed": list(allowed)},
        )
    return method
