"""Shorter words for what people at a terminal do most, in the names that other command lines of browsers have made common."""

from typing import Final

SHORT_NAMES: Final = {
    "check": ("set-checked",),
    "cookies": ("storage", "get", "--kind", "cookies"),
    "dblclick": ("double-click",),
    "eval": ("evaluate",),
    "fill": ("type",),
    "load": ("storage", "load", "--path"),
    "press": ("keyboard",),
    "save": ("storage", "save", "--path"),
    "select": ("select-option",),
    "snapshot": ("content",),
    "tab": ("set-active",),
    "tabs": ("list",),
    "uncheck": ("set-checked", "--checked", "false"),
    "upload": ("upload-file",),
}
"""The words of an action that each stands for; what follows it on the command line follows them."""


def written_out(words: list[str]) -> list[str]:
    """The command line with its first word written out, if that is a short name."""
    return [*SHORT_NAMES.get(words[0], words[:1]), *words[1:]] if words else words
