"""What a profile holds, as values and as JSON."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Self

from refbrowser.errors import ProfileError

_VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class SavedTab:
    """One tab: the addresses of its history and which of them it shows, and the session storage of each origin it has been at."""

    url: str
    urls: tuple[str, ...] = ()
    index: int = -1
    session_storage: Mapping[str, Mapping[str, str]] | None = None


@dataclass(frozen=True, slots=True)
class SavedProfile:
    """``storage``: cookies, and local storage and IndexedDB by origin, as Playwright's storage state has them; ``active``: which of
    ``tabs`` is the active one."""

    storage: Mapping[str, Any]
    tabs: tuple[SavedTab, ...] = ()
    active: int | None = None

    @property
    def empty(self) -> bool:
        """Whether there is nothing in it to keep."""
        return not (self.storage.get("cookies") or self.storage.get("origins") or self.tabs)

    def encoded(self) -> bytes:
        """UTF-8 JSON."""
        tabs = [
            {"url": tab.url, "history": list(tab.urls), "index": tab.index, "sessionStorage": tab.session_storage or {}}
            for tab in self.tabs
        ]
        whole = {"version": _VERSION, "storage": self.storage, "tabs": tabs, "active": self.active}
        return json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")

    @classmethod
    def decoded(cls, data: bytes, label: str) -> Self:
        """The reverse of :meth:`encoded`. Raises ``profile_unreadable`` for a later version, or what is none."""
        try:
            whole = json.loads(data.decode("utf-8", "surrogatepass"))
            if whole["version"] != _VERSION:
                raise ProfileError(
                    f"{label} was saved by a newer refbrowser: format {whole['version']}, this one reads {_VERSION}.",
                    code="profile_unreadable",
                )
            tabs = tuple(SavedTab(tab["url"], tuple(tab["history"]), tab["index"], tab["sessionStorage"]) for tab in whole["tabs"])
            return cls(whole["storage"], tabs, whole["active"])
        except (ValueError, KeyError, TypeError, RecursionError) as failure:
            raise ProfileError(f"{label} does not contain a profile: {failure!r:.200}.", code="profile_unreadable") from None
