"""Results of calls as plain values with one wire form. Every field is observed; None means that it could not be observed."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class DialogView:
    """One JavaScript dialog: ``kind`` is alert, confirm, prompt or beforeunload; times are Unix milliseconds."""

    dialog_id: str
    kind: str
    message: str
    default_prompt: str
    opened_at_ms: int
    closed_at_ms: int | None = None
    closed_by: str | None = None
    accepted: bool | None = None

    def as_dict(self) -> dict[str, Any]:
        wire: dict[str, Any] = {"dialog_id": self.dialog_id, "type": self.kind, "message": self.message}
        if self.kind == "prompt":
            wire["default_prompt"] = self.default_prompt
        wire["opened_at_ms"] = self.opened_at_ms
        if self.closed_by is not None:
            wire |= {"closed_at_ms": self.closed_at_ms, "closed_by": self.closed_by, "accepted": self.accepted}
        return wire


@dataclass(frozen=True, slots=True)
class TabState:
    """One tab as observed now. ``scroll`` and ``viewport`` are CSS pixels; None where the page did not answer. ``cut``: why its
    document ends early."""

    browser_id: int
    context_id: str
    url: str
    title: str
    active: bool
    loading: bool
    can_go_back: bool
    can_go_forward: bool
    http_status: int | None
    viewport: dict[str, int] | None
    scroll: dict[str, int] | None
    dialogs: Sequence[DialogView] = ()
    crashed: bool = False
    cut: str | None = None
    restoring: bool = False
    """Whether its page is still being loaded again, after the browser ended or the chat was idle."""

    def as_dict(self) -> dict[str, Any]:
        return {
            "browser_id": self.browser_id,
            "context_id": self.context_id,
            "url": self.url,
            "title": self.title,
            "active": self.active,
            "loading": self.loading,
            "can_go_back": self.can_go_back,
            "can_go_forward": self.can_go_forward,
            "http_status": self.http_status,
            "viewport": self.viewport,
            "scroll": self.scroll,
            "dialogs": [dialog.as_dict() for dialog in self.dialogs],
            "crashed": self.crashed,
            **({"cut": self.cut} if self.cut is not None else {}),
            **({"restoring": True} if self.restoring else {}),
        }


@dataclass(frozen=True, slots=True)
class Hit:
    """The element that an action acted on, as it was at that moment.

    ``typed`` is the text that was entered. ``read_back`` are further refs whose values the receipt repeats. With ``entry``, the
    receipt reads the element's own value back and does not count it as a change. With ``unannounced``, effects may appear only in
    the next animation frame and without a DOM mutation, as for scrolling and ``:hover``. An element that ``takes_text`` gets the
    focus for a purpose, so that this is an effect of its own.
    """

    performed: str
    element: str | None = None
    ref: int | None = None
    point: tuple[float, float] | None = None
    healed: bool = False
    typed: str | None = None
    read_back: frozenset[int] = frozenset()
    unannounced: bool = False
    entry: bool = False
    takes_text: bool = False
    readback: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Receipt:
    """What was dispatched and what observably happened.

    ``compared``: the page was compared with what the chat last saw; only then may the receipt state that no effect was observed.
    ``focus_lost`` had the focus, which nothing has now. ``earlier_changes`` happened before the input. ``spans_earlier``:
    ``changes`` may include earlier ones. ``pending`` names what the action started and what still runs. ``asked`` is what the page
    asked of the browser. ``requests`` are listed when nothing else was observed. ``looks_changed`` is only seen, as a colour;
    ``ticked`` changes by itself all the time, and did. ``places``: the ``selection``, the ``caret`` and the ``box`` of what was
    dragged, where they have changed. ``saved``: those of the ``downloads`` that are complete, each with its size in bytes and its
    path.
    """

    hit: Hit
    readback: dict[str, Any] = field(default_factory=dict)
    compared: bool = False
    opened: list[dict[str, Any]] = field(default_factory=list)
    closed_browser_ids: list[int] = field(default_factory=list)
    other_tabs: list[dict[str, Any]] = field(default_factory=list)
    turned_away: int = 0
    flooding: str | None = None
    title: dict[str, str] | None = None
    earlier_dialogs: list[DialogView] = field(default_factory=list)
    file_chooser: dict[str, Any] | None = None
    asked: list[dict[str, Any]] = field(default_factory=list)
    media: list[str] = field(default_factory=list)
    restated: list[str] = field(default_factory=list)
    scrolled_boxes: list[dict[str, Any]] = field(default_factory=list)
    pending: list[str] = field(default_factory=list)
    looks_changed: list[str] = field(default_factory=list)
    ticked: list[str] = field(default_factory=list)
    places: dict[str, str] = field(default_factory=dict)
    requests: list[str] = field(default_factory=list)
    earlier_changes: str | None = None
    spans_earlier: bool = False
    opened_browser_ids: list[int] = field(default_factory=list)
    navigation: dict[str, Any] | None = None
    dialog: DialogView | None = None
    suspended: bool = False
    downloads: list[str] = field(default_factory=list)
    saved: list[dict[str, Any]] = field(default_factory=list)
    console_errors: list[str] = field(default_factory=list)
    failed_requests: list[str] = field(default_factory=list)
    blocked: list[str] = field(default_factory=list)
    validation: list[str] = field(default_factory=list)
    pending_requests: int = 0
    scrolled: bool = False
    focus: int | None = None
    focus_lost: int | None = None
    changes: str | None = None
    content: str | None = None

    @property
    def effect_observed(self) -> bool:
        return (
            self.focus is not None
            or self.focus_lost is not None
            or bool(self.looks_changed or self.requests or self.places)
            or self.more_than_focus
        )

    @property
    def more_than_focus(self) -> bool:
        """Whether anything was :attr:`told`, or may still come of what the action started."""
        return bool(self.told or self.pending or self.pending_requests)

    @property
    def more_than_readback(self) -> bool:
        """The same, without what the element itself shows, and what was scrolled, as to bring it into view."""
        return bool(self._without_scrolls.told_of_page or self.pending or self.pending_requests)

    @property
    def _without_scrolls(self) -> "Receipt":
        return replace(self, scrolled=False, scrolled_boxes=[])

    @property
    def told(self) -> bool:
        """Whether anything happened but a move of the focus, which every press causes, requests, and a change only seen: the
        page may still react."""
        return bool(self.told_of_page or self.readback.get("changed"))

    @property
    def told_of_page(self) -> bool:
        """Whether anything of that happened but what the element itself shows."""
        return bool(
            self.opened_browser_ids
            or self.closed_browser_ids
            or self.other_tabs
            or self.turned_away
            or self.title
            or self.file_chooser
            or self.asked
            or self.media
            or self.restated
            or self.scrolled_boxes
            or self.navigation
            or self.dialog
            or self.downloads
            or self.console_errors
            or self.failed_requests
            or self.blocked
            or self.validation
            or self.scrolled
            or self.changes
        )

    def as_dict(self) -> dict[str, Any]:
        """Return the receipt as ``result.action``, without the parts that did not happen."""
        wire: dict[str, Any] = {"performed": self.hit.performed}
        if self.hit.element is not None:
            wire["element"] = self.hit.element
        if self.hit.ref is not None:
            wire["ref"] = self.hit.ref
        if self.hit.point is not None:
            wire["point"] = [round(self.hit.point[0], 1), round(self.hit.point[1], 1)]
        if self.hit.healed:
            wire["healed"] = True
        wire |= {key: value for key, value in self.readback.items() if key != "changed"} | self.places
        if self.earlier_changes:
            wire["earlier_changes"] = self.earlier_changes
        if self.opened_browser_ids:
            wire["opened_browser_ids"] = self.opened_browser_ids
            wire["opened"] = self.opened
        for name in ("turned_away", "flooding", "closed_browser_ids", "other_tabs", "file_chooser", "asked", "title"):
            if value := getattr(self, name):
                wire[name] = value
        if self.navigation:
            wire["navigation"] = self.navigation
        if self.earlier_dialogs:
            wire["earlier_dialogs"] = [dialog.as_dict() for dialog in self.earlier_dialogs]
        if self.dialog:
            wire["dialog"] = self.dialog.as_dict()
        if self.suspended:
            wire["suspended"] = True
        for name in (
            "downloads",
            "saved",
            "console_errors",
            "failed_requests",
            "blocked",
            "validation",
            "media",
            "restated",
            "scrolled_boxes",
            "pending",
            "requests",
        ):
            if values := getattr(self, name):
                wire[name] = values
        if self.pending_requests:
            wire["pending_requests"] = self.pending_requests
        if self.scrolled:
            wire["scrolled"] = True
        if self.focus is not None:
            wire["focus"] = self.focus
        if self.focus_lost is not None:
            wire["focus_lost"] = self.focus_lost
        if self.changes:
            wire["changes"] = self.changes
            if self.spans_earlier:
                wire["spans_earlier"] = True
        if self.content is not None:
            wire["content"] = self.content
        if self.looks_changed and not self._without_scrolls.told_of_page:
            wire["looks_changed"] = self.looks_changed
        if self.compared and not self.effect_observed and "unconfirmed" not in self.readback and self.hit.performed != "copy":
            wire["effect"] = "none observed" + (f", but of what changes by itself: {', '.join(self.ticked)}" if self.ticked else "")
        return wire
