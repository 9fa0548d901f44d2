"""Runs when a chat's reset begins."""

from typing import Any

from helpers.extension import Extension
from usr.plugins.refbrowser.helpers.closing import close_behind


class CloseBrowser(Extension):
    """Closes the chat's tabs."""

    def execute(self, data: dict[str, Any] | None = None, **kwargs: Any) -> None:
        close_behind(data)
