"""What says that an option of a list that the page draws is chosen.

``aria-selected`` alone does not: some lists mark with it the option that Enter would take, and show what is chosen as chips, or
leave it out of the list. To press an option in order to end its choice would choose it there.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Literal

from refbrowser.browser.form.options import Option, OptionList

Sign = Literal["mark", "text", "absence"]
"""How a list showed that it took an option: it marked it, its label came on or next to the control, or it left the list."""


@dataclass(slots=True)
class Chosen:
    """What is known of the choices in one list. ``signs``: how it showed that it took those that were pressed; ``mentions``: how
    often the text next to the control had their labels before."""

    signs: dict[tuple[str, str], Sign] = field(default_factory=dict)
    mentions: dict[tuple[str, str], int] = field(default_factory=dict)
    leaves: bool = False
    """Whether what is chosen leaves the list, so that nothing that stands in it is chosen."""

    def has(self, option: Option, offer: OptionList) -> bool | None:
        """Whether the option is chosen; None where it may as well be the one that is highlighted."""
        drawn = offer.drawn(option)
        match self.signs.get(option.name):
            case "text":
                return offer.mentions(option) > self.mentions[option.name]
            case "absence":
                return drawn is None
            case "mark":
                return drawn is not None and drawn.selected
        if drawn is None or not drawn.selected or self.leaves:
            return False
        if offer.inline or offer.pointed or offer.mentions(option, apart=True):
            return True
        # Only one is highlighted.
        unnamed = (each for each in offer.options if each.selected and not offer.mentions(each, apart=True))
        return True if len([*islice(unnamed, 2)]) > 1 else None

    def note(self, option: Option, before: OptionList, offer: OptionList) -> bool:
        """Keeps how the list shows that a press took the option; False if it does not."""
        was, drawn = before.drawn(option), offer.drawn(option)
        # The text of a list that stands on the page has all its labels.
        is_mentioned = not offer.inline and offer.mentions(option) > before.mentions(option)
        is_removed = drawn is None and bool(offer.options) and (is_mentioned or len(offer.options) == len(before.options) - 1)
        self.leaves = self.leaves or is_removed
        if is_mentioned:
            self.signs[option.name] = "text"
            self.mentions[option.name] = before.mentions(option)
        elif is_removed:
            self.signs[option.name] = "absence"
        elif drawn is not None and drawn.selected and not (was is not None and was.selected):
            self.signs[option.name] = "mark"
        else:
            return False
        return True

    def wrong(self, wanted: Mapping[tuple[str, str], Option], offer: OptionList) -> list[Option]:
        """The options that are not as wanted. One that may only be highlighted is among them if it is to be chosen."""

        def is_wrong(option: Option) -> bool:
            has = self.has(option, offer)
            return has is not True if option.name in wanted else has is True

        undrawn = [option for option in wanted.values() if offer.drawn(option) is None]
        return [option for option in (*offer.options, *undrawn) if is_wrong(option)]
