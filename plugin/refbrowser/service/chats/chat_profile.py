"""The profile of one chat: opened before the chat's first tab, kept after its calls, and closed with it."""

import asyncio
import logging
from pathlib import Path
from typing import TYPE_CHECKING, Final, get_args

from refbrowser.browser.session.history import HistoryEntries
from refbrowser.browser.session.last_state import LastState, TabSeen
from refbrowser.errors import CallError, ProfileError, RefbrowserError, Remedy
from refbrowser.service.chats.own_browser import OwnBrowser
from refbrowser.settings import ProfileKind, Settings

if TYPE_CHECKING:
    from refbrowser.profiles.saved import SavedProfile
    from refbrowser.profiles.store import OpenProfile

log = logging.getLogger("refbrowser")

_BECAUSE: Final = "the profile {} was opened"


class ChatProfile:
    """Owned by a chat. Only one chat, of all processes, has a profile open."""

    def __init__(self, home: Path, name: str, chat: str, kind: ProfileKind = "state") -> None:
        self.name = name
        self.kind = kind
        self.browser = OwnBrowser() if kind == "full" else None
        """The Chromium that such a profile is the folder of; None where the chat's state alone is kept."""
        self._home = home
        self._chat = chat
        self._open: OpenProfile | None = None
        self._last: LastState | None = None
        self._writing = asyncio.Lock()

    @property
    def has_tabs(self) -> bool:
        """Whether a chat that has made no call yet may have tabs to come back to."""
        from refbrowser.profiles.store import ProfileStore

        return self._open is None and ProfileStore(self._home).saved(self.name)

    async def open(self) -> LastState | None:
        """What the chat goes on with; None where nothing was saved. Raises ``profile_busy``, ``profile_locked`` and
        ``profile_unreadable``, after which it is not open."""
        if self._open is None:
            from refbrowser.profiles.store import ProfileStore

            opened = await asyncio.to_thread(ProfileStore(self._home).open, self.name, self._chat, self.kind)
            try:
                await _unlock(opened)
                saved = await asyncio.to_thread(opened.read)
                if self.browser is not None:
                    self.browser.folder = opened.chromium_folder
            except BaseException:
                opened.close()
                raise
            self._open, self._last = opened, _last_state(saved, self.name, full=self.kind == "full") if saved is not None else None
        return self._last

    async def rejected(self, failure: ProfileError) -> None:
        """Add to ``failure``, to open what was saved, the place of it and what to do; the profile is not open any more."""
        from refbrowser.browser.storage.given_state import StateProblem, checked

        if self._last is not None:
            try:
                checked(self._last.storage)
            except StateProblem as problem:
                failure.add(f"In the profile: {problem}.")
        failure.message = f"The profile {self.name} cannot be opened. {failure.message}"
        failure.remedy = Remedy(
            command=f"refbrowser profiles export {self.name} state.json",
            hint="correct that file and import it again, restore the profile from a copy, or remove it",
        )
        failure.details |= {"profile": self.name}
        self._last = None
        await self.close()

    async def keep(self, last: LastState) -> str | None:
        """Saves what the chat has now. Returns why that failed, None where it did not."""
        self._last = last
        async with self._writing:
            if self._open is None:
                return None
            try:
                saved = _saved(last)
                await _unlock(self._open)
                await asyncio.to_thread(self._open.write, saved)
            except RefbrowserError as failure:
                log.error("the profile %s was not saved: %s", self.name, failure.message)
                return failure.message
            return None

    async def check_wipe(self) -> None:
        """Raises ``file_unwritable`` where :meth:`wipe` would refuse to delete."""
        if self._open is not None:
            await asyncio.to_thread(self._open.check_wipe)

    async def wipe(self) -> None:
        """Deletes what was saved. Raises ``file_unwritable``."""
        self._last = None
        if self.browser is not None:
            await self.browser.stop()
        async with self._writing:
            if self._open is not None:
                await asyncio.to_thread(self._open.wipe)
                if self.browser is not None:
                    self.browser.folder = self._open.chromium_folder

    async def close(self) -> None:
        """Lets other chats open it; a Chromium of its own has ended then."""
        if self.browser is not None:
            await self.browser.stop()
        async with self._writing:
            opened, self._open = self._open, None
            if opened is not None:
                await asyncio.to_thread(opened.close)


async def _unlock(opened: "OpenProfile") -> None:
    """Get the key, also of a new profile: what cannot be saved must not collect logins first. Raises ``profile_locked``."""
    from refbrowser.profiles.key import awaited_profile_secret

    if opened.needs_key:
        opened.unlock(await awaited_profile_secret())


def chosen_profile(
    settings: Settings, chat: str, name: str, kind: ProfileKind | None, *, current: ChatProfile | None, begun: bool
) -> ChatProfile:
    """Return the profile ``name`` for a chat that has ``current`` so far; ``begun``: the chat has made calls with that.

    Raises ``invalid_arguments`` for a chat that has begun with another profile or without one, and for a kind that the settings
    exclude.
    """
    kind = kind or settings.profile_kind
    if kind not in get_args(ProfileKind):
        raise CallError(f"profile_kind must be one of {', '.join(get_args(ProfileKind))}, not {kind!r}.")
    if current is not None and (name, kind) == (current.name, current.kind):
        return current
    if kind == "full" and settings.connect is not None:
        raise CallError("A profile of the kind full runs its own Chromium; it cannot be used with connect.")
    if begun:
        present = f"with the profile {current.name}" if current is not None else "without a profile"
        raise CallError(
            f"The chat {chat!r} is at work {present}; it cannot go on with {name!r}. Close it first, or use another chat.",
            details={"chat": chat, "profile": current.name if current is not None else None},
        )
    return ChatProfile(settings.home, name, chat, kind)


def _last_state(saved: "SavedProfile", name: str, *, full: bool) -> LastState:
    """The tabs are numbered anew: the numbers of another run mean nothing to a new chat."""
    tabs = tuple(
        TabSeen(number, None, tab.url, HistoryEntries(tab.urls or (tab.url,), max(tab.index, 0)), tab.session_storage or {})
        for number, tab in enumerate(saved.tabs, 1)
    )
    active = saved.active + 1 if saved.active is not None else None
    return LastState(tabs, active, saved.storage, _BECAUSE.format(name), databases=True, caches=full)  # type: ignore[arg-type]


def _saved(last: LastState) -> "SavedProfile":
    from refbrowser.profiles.saved import SavedProfile, SavedTab

    tabs = tuple(SavedTab(tab.url, tab.history.urls, tab.history.index, tab.session_storage) for tab in last.tabs)
    active = next((place for place, tab in enumerate(last.tabs) if tab.browser_id == last.active), None)
    return SavedProfile(last.storage, tabs, active)
