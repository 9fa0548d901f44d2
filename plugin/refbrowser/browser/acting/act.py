"""``Act``: one call on one tab. Everything that acts for the call is given it, or an element that has it."""

from dataclasses import dataclass, field, replace
from typing import Self

from playwright.async_api import Frame

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.engine.ref_table import Document, RefTable
from refbrowser.browser.engine.wire import Begun
from refbrowser.browser.tab.gate import Gate
from refbrowser.browser.tab.tab import Tab
from refbrowser.journal.recording import Recording


@dataclass(slots=True)
class Traces:
    """What a call leaves in the page until its receipt: shared by all copies of its :class:`Act`.

    ``aimed``: frames whose documents keep a press from the page that would land on something else than it was aimed at.
    ``reveals``: where scrolling a target into view left the page, which is no effect of the action. ``forced``: a box that was
    scrolled though a person cannot scroll it. ``target``: the label of the element that is acted on.
    """

    aimed: set[Frame] = field(default_factory=set)
    reveals: list[tuple[Document, Begun]] = field(default_factory=list)
    forced: str | None = None
    target: str | None = None


@dataclass(frozen=True, slots=True)
class Act:
    """One call on one tab.

    ``gate`` judges input before it is sent; None without a policy. ``recording`` takes what the call's targets mean; None without a
    journal. ``patient``: the caller has set a time, in which the target may yet become ready. ``of_part``: the input is for a part
    of the call's element, such as an option of a list.
    """

    tab: Tab
    refs: RefTable
    deadline: Deadline
    gate: Gate | None = None
    recording: Recording | None = None
    patient: bool = False
    of_part: bool = False
    traces: Traces = field(default_factory=Traces)

    def within(self, most_ms: float) -> Self:
        """Return the same call with ``most_ms`` from now at most."""
        return replace(self, deadline=self.deadline.sooner(most_ms))

    def on_part(self) -> Self:
        """Return the same call for a part of its element. A person who agreed to the element is not asked for the part."""
        return replace(self, of_part=True)
