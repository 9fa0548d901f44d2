"""Which kind of result each action answers with, for programs that read it by type."""

from typing import Final, Literal

from refbrowser.actions.arguments import ActingArguments
from refbrowser.actions.spec import Action

ResultKind = Literal["TabState", "Acted", "Opened", "TabList", "Page", "Other"]

_ANSWERS: Final[dict[str, ResultKind]] = {
    "open": "Opened", "list": "TabList", "close": "TabList", "close_all": "TabList", "content": "Page",
    **dict.fromkeys(("state", "set_active", "navigate", "back", "forward", "reload"), "TabState"),
}  # fmt: skip


def result_kind(action: Action) -> ResultKind:
    """Return the kind: a tab's state, a receipt with it, an opened tab, the list of tabs, a page's text, or anything else."""
    return _ANSWERS.get(action.name) or ("Acted" if issubclass(action.arguments, ActingArguments) else "Other")
