"""What a policy judges: what a call says of itself, and what is observed when its input is about to be sent."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from refbrowser.policy.sites import Site
from refbrowser.redact import redacted

FIELD_KINDS: Final = ("card", "password", "one-time-code", "email", "telephone", "address", "file")
"""What fields of a form are recognised as."""

CARRIED_KINDS: Final = ("any", "private", "signed-in")
"""Of what text a call carries elsewhere: any site's, that of a private address, that of a site where a password was entered."""

Tier = Literal["reading", "navigation", "history", "view", "motion", "input", "dialog", "high_risk"]
"""Where presets have an action: it reads; loads an address; returns to a page of the tab's history; changes the view; moves the
pointer; gives input that pages act on; answers a dialog; or can bypass every other rule."""


ANY_DIALOG: Final = "dialog: *"
"""A dialog that is accepted before it opens."""


@dataclass(frozen=True, slots=True)
class ElementFacts:
    """The element that is about to get the input, as it was observed.

    ``frame_url`` is the address of the document that holds it; ``leads_to`` where its link or its form goes, None where it has
    none; ``fields`` what its form, or it, holds, of :data:`FIELD_KINDS`; ``submit`` the button by which its form is sent, as
    ``kind: name``, and ``submit_leads_to`` where that button alone leads. ``controls`` are those that a press on it activates, as
    ``kind: name``: itself, what it is part of, what it is the label of; ``shown`` is what a person reads on them where their names
    are others, ``leads`` where all of them lead. ``unread`` says why not all that a person reads on them is known;
    ``submit_shown`` and ``submit_unread`` are the same of that button.
    """

    kind: str
    name: str
    frame_url: str
    leads_to: str | None = None
    fields: Sequence[str] = ()
    submit: str | None = None
    controls: Sequence[str] = ()
    shown: Sequence[str] = ()
    leads: Sequence[str] = ()
    submit_leads_to: str | None = None
    unread: Sequence[str] = ()
    submit_shown: Sequence[str] = ()
    submit_unread: Sequence[str] = ()

    @property
    def title(self) -> str:
        """``kind: name``."""
        return f"{self.kind}: {self.name}"

    def as_dict(self) -> dict[str, Any]:
        wire: dict[str, Any] = {"kind": self.kind, "name": self.name, "frame_url": redacted(self.frame_url)}
        if self.leads_to:
            wire["leads_to"] = redacted(self.leads_to)
        if self.fields:
            wire["fields"] = list(self.fields)
        if self.submit:
            wire["submit"] = self.submit
        if self.submit_leads_to:
            wire["submit_leads_to"] = redacted(self.submit_leads_to)
        if self.activates:
            wire["activates"] = self.activates
        if self.unread:
            wire["unread"] = list(self.unread)
        return wire

    @property
    def activates(self) -> list[str]:
        """What input to it activates besides itself, as ``kind: name``."""
        return [control for control in self.controls if control != self.title]


@dataclass(frozen=True, slots=True)
class Facts:
    """One call.

    ``url`` is where it leads, for actions that load an address; ``page_url`` where its tab is, None where that is not known yet.
    ``operations`` are the parts of it that ``operations`` in rules name (``accept``, ``set``, a raw command's method). ``does``
    says what a script in it reaches, of :data:`refbrowser.policy.scripts.REACHES`; None where it holds none. ``about_tab``: it is
    about one tab, not the whole chat. ``element`` is None for a call without one, and while ``observed`` is false. ``carries``
    are the sites whose text it would send elsewhere; the kinds of them are in ``carried_kinds``; ``sends_text`` says whether
    there is any text in it that could; ``carried_to`` are the sites for which it would leave, and ``sends_after`` what these were
    sent just before, of which it may be the next piece. ``sends_beside`` are texts that it sends and does not name. ``enters``:
    it presses Enter, or submits a form as that does. ``pastes``: the chat's clipboard may go into what has the focus.
    ``presses`` is what it activates that is no element, as ``kind: name``: the dialog that it accepts, or :data:`ANY_DIALOG`, and
    the tool of the page that it uses. ``unseen_input``: it gives input to an element that nothing observes, as a raw command does.
    ``tier`` is where presets have the action, None where it does not say. ``answers_dialog``: its input goes to the open dialog.
    ``sends_everywhere``: its text goes to whatever is loaded afterwards. ``sends_files``: what is in its files is sent.
    ``signs_in``: at the address that it loads. ``undeclared`` are texts of arguments that do not say what they are for, and
    ``undeclared_urls`` the addresses that these may name. ``asker`` is the way by which the call came: python, http, mcp, or the
    name of a server token.
    """

    action: str
    group: str
    effect: str
    asker: str = "python"
    presses: Sequence[str] = ()
    url: str | None = None
    page_url: str | None = None
    operations: Sequence[str] = ()
    does: frozenset[str] | None = None
    files: Sequence[str] = ()
    carries: Sequence[str] = ()
    carried_kinds: frozenset[str] = field(default_factory=frozenset)
    carried_to: Sequence[str] = ()
    sends_after: Sequence[str] = field(default=(), compare=False)
    sends_beside: Sequence[str] = field(default=(), compare=False)
    secrets: Sequence[str] = ()
    element: ElementFacts | None = None
    about_tab: bool = True
    takes_element: bool = False
    sends_text: bool = False
    enters: bool = False
    pastes: bool = False
    unseen_input: bool = False
    tier: Tier | None = None
    answers_dialog: bool = False
    sends_everywhere: bool = False
    sends_files: bool = False
    signs_in: bool = False
    undeclared: Sequence[str] = ()
    undeclared_urls: Sequence[str] = ()
    observed: bool = False

    @property
    def sites(self) -> list[Site]:
        """Every site that the call involves: where it leads, else its tab's, its frame's, and where its element leads."""
        if self.url is not None:
            return [Site.of(url) for url in (self.url, *self.undeclared_urls)]
        urls = [self.page_url, *self.undeclared_urls]
        if self.element is not None:
            element = self.element
            urls += [element.frame_url, element.leads_to, *element.leads, element.submit_leads_to if self.enters else None]
        return [Site.of(url) for url in dict.fromkeys(urls) if url]

    @property
    def acts(self) -> bool:
        """Whether the call may have a page do something: input, an answer to a dialog, a script."""
        return self.effect == "input" or self.answers_dialog or self.unseen_input or self.does is not None

    @property
    def leads_to(self) -> list[str]:
        """The addresses to which the links and forms of the element lead."""
        if (element := self.element) is None:
            return []
        urls = (element.leads_to, *element.leads, element.submit_leads_to if self.enters else None)
        return list(dict.fromkeys(redacted(url) for url in urls if url))

    @property
    def sites_known(self) -> bool:
        """Whether :attr:`sites` is complete."""
        on_tab = self.page_url is not None and not self.takes_element
        return self.observed or self.url is not None or not self.about_tab or on_tab

    def as_dict(self) -> dict[str, Any]:
        """What a refusal and an approval say of the call; parts that do not apply are left out."""
        wire: dict[str, Any] = {"action": self.action}
        if self.operations:
            wire["operation"] = redacted(self.operations[0])
        if self.presses:
            wire["presses"] = [redacted(title) for title in self.presses]
        for name in ("url", "page_url"):
            if value := getattr(self, name):
                wire[name] = redacted(value)
        if self.secrets:
            wire["secret"] = redacted(", ".join(self.secrets))
        if self.does is not None:
            wire["script_does"] = sorted(self.does)
        for name in ("files", "carries"):
            if values := getattr(self, name):
                wire[name] = list(values)
        if self.element is not None:
            wire["element"] = self.element.as_dict()
        return wire
