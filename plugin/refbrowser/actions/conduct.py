"""What a policy needs to know of an action beyond its arguments. An action that does not say counts as the worst."""

from dataclasses import dataclass
from typing import Final, Literal

from refbrowser.policy.facts import Tier

Finds = Literal["nothing", "named", "focus", "words", "dialog", "unobserved"]
"""What gets the input: nothing; the elements and points that arguments name; what has the focus, unless arguments name an element;
what holds the words that are looked for; the open dialog; or an element that nothing observes."""

Shows = Literal["page", "listing", "document", "call"]
"""Whose text an answer has: that of the tab's page, that of the sites that it lists, that of a document without a tab, or what
calls have set."""


@dataclass(frozen=True, slots=True)
class Conduct:
    """What an action does, whatever its arguments.

    ``submits``: it submits a form, or presses Enter. ``everywhere``: its texts go to whatever is loaded afterwards. ``shows`` says
    whose text its answer has. ``tier`` is where presets of policies have it; they deny, or ask for, one without. ``by_person``: a
    person acts on the page while it runs, and may sign in.
    """

    finds: Finds = "unobserved"
    tier: Tier | None = None
    submits: bool = True
    everywhere: bool = True
    shows: Shows = "page"
    by_person: bool = False


UNDECLARED: Final = Conduct()
"""It may give input to any element, submit, and send its texts anywhere."""


def no_input(shows: Shows = "page", tier: Tier = "reading") -> Conduct:
    """Return the conduct of an action that gives no input to a page."""
    return Conduct("nothing", tier, submits=False, everywhere=False, shows=shows)


def gives_input(finds: Finds = "named", tier: Tier = "input", *, submits: bool = False) -> Conduct:
    """Return the conduct of an action that gives input to what it finds."""
    return Conduct(finds, tier, submits=submits, everywhere=False)
