"""The last state of a chat whose browser ended or that fell asleep: values, from which its next session goes on."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from playwright.async_api import StorageState

from refbrowser.browser.session.history import HistoryEntries
from refbrowser.content.stored_databases import not_kept

LOST_UNREAD: Final = (
    "refs",
    "form input that was not submitted",
    "data that forms had submitted",
    "scroll positions",
    "viewport and emulation",
)
"""What does not come back of documents that nobody could read before their end."""

LOST_WITHOUT_FOLDER: Final = ("caches",)
"""What Chromium's own folder alone keeps."""

LOST_WITHOUT_PROFILE: Final = ("IndexedDB",)
"""What a profile and a sleeping chat also keep: reading it opens a page of every origin, too slow after every call."""

LOST_WITHOUT_HISTORY: Final = ("history", "session storage")
"""What else is lost of a tab that could only be opened again at its address."""


@dataclass(frozen=True, slots=True)
class RefSeen:
    """What a ref meant: ``key`` is equal for the same element in another visit of its page; ``label`` is for readers."""

    number: int
    key: str
    label: str


@dataclass(frozen=True, slots=True)
class FieldSeen:
    """What a field held beyond what its page gave it: text, whether it was checked, or the chosen values."""

    key: str
    value: str | bool | tuple[str, ...]
    focused: bool = False


@dataclass(frozen=True, slots=True)
class BoxSeen:
    """How far a scroll box was scrolled; ``path`` leads to it from the nearest id."""

    path: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class DocumentSeen:
    """One document of a tab: that of its page, or of a frame with that ``name`` and ``url``."""

    url: str
    name: str
    top: bool
    scroll: tuple[float, float] = (0, 0)
    boxes: tuple[BoxSeen, ...] = ()
    fields: tuple[FieldSeen, ...] = ()
    refs: tuple[RefSeen, ...] = ()


@dataclass(frozen=True, slots=True)
class TabSeen:
    """One tab as it was last known."""

    browser_id: int
    opener: int | None
    url: str
    history: HistoryEntries
    session_storage: Mapping[str, Mapping[str, Any]]
    """Texts by origin."""
    documents: tuple[DocumentSeen, ...] = ()
    emulation: Mapping[str, Any] = field(default_factory=dict)
    """What ``emulate`` and ``viewport`` were asked for, by argument."""
    missing: tuple[str, ...] = ()
    """What cannot come along, each as a few words."""


@dataclass(frozen=True, slots=True)
class RouteSeen:
    """One rule of ``route``: blocked, answered, or sent with ``headers``."""

    url: str
    does: str
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: str = ""
    path: str | None = None


@dataclass(frozen=True, slots=True)
class Counters:
    """The next numbers of a chat, so that none of its life ever comes to mean something else."""

    next_ref: int = 1
    next_tab: int = 1
    closed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class LastState:
    """The state of a session at its end, from which the next session of its chat goes on."""

    tabs: tuple[TabSeen, ...]
    active: int | None
    storage: StorageState
    because: str
    databases: bool = False
    """Whether IndexedDB is kept: in ``storage``, or by Chromium itself."""
    caches: bool = False
    """Whether Chromium itself keeps its caches."""
    read: bool = False
    """Whether the documents were read: refs, fields, scroll positions and emulation are kept."""
    counters: Counters = Counters()
    routes: tuple[RouteSeen, ...] = ()
    offline: bool = False

    def note(self, reopened: list[int], without_history: bool) -> dict[str, Any]:
        """What the first answer afterwards says; ``without_history``: some tab lost its history and session storage."""
        lost = [
            *(() if self.read else LOST_UNREAD),
            *(() if self.caches else LOST_WITHOUT_FOLDER),
            *(() if self.databases else LOST_WITHOUT_PROFILE),
            *(("that the chat was offline",) if self.offline else ()),
            *(LOST_WITHOUT_HISTORY if without_history else ()),
            *not_kept(self.storage),
            *(f"tab {tab.browser_id}: {part}" for tab in self.tabs for part in tab.missing),
        ]
        return {"because": self.because, "browser_ids": reopened, "lost": lost}
