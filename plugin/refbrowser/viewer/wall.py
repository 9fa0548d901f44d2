"""The wall of one viewer: small pictures of the active tab of many chats, each at most one in a while."""

import asyncio
import time
from collections.abc import Callable, Iterable
from typing import Final

from refbrowser.browser.imaging.screencast import Picture
from refbrowser.browser.tab.tab import Tab
from refbrowser.errors import RefbrowserError
from refbrowser.viewer.broadcast import Broadcast
from refbrowser.viewer.outbox import Outbox
from refbrowser.viewer.sights import Sight
from refbrowser.viewer.viewer import Viewer

INTERVAL_S: Final = 0.7
"""The shortest time between two pictures of a tile: shorter than :data:`~refbrowser.viewer.broadcast.STALLED_S`, after which the
capture would stop."""

WIDTH: Final = 448
HEIGHT: Final = 280
"""The size of a tile in device pixels. A tab that is watched in full sends its tile the same picture, captured once."""

SLOWNESS_MS: Final = 250.0
"""Has tiles captured at the quality of a viewer that takes so long to paint; one that watches the tab in full decides otherwise."""


class Wall:
    """Owned by a connection, which reports changes of chats by :meth:`align`, and ends with :meth:`close`."""

    def __init__(self, viewer: Viewer, outbox: Outbox, number_stream: Callable[[], int]) -> None:
        self._viewer = viewer
        self._outbox = outbox
        self._number_stream = number_stream
        self._chats: tuple[str, ...] = ()
        self._tiles: dict[str, _Tile] = {}

    def show(self, chats: Iterable[str]) -> None:
        """Show tiles of these chats, and of no others."""
        self._chats = tuple(chats)
        self.align()

    def align(self) -> None:
        """Move each tile to the tab that is its chat's active one now."""
        tabs = {chat: tab for chat in self._chats if (tab := self._active(chat)) is not None}
        for chat, tile in list(self._tiles.items()):
            if tabs.get(chat) is not tile.tab:
                self._tiles.pop(chat).leave()
        for chat in tabs.keys() - self._tiles.keys():
            stream, tab = self._number_stream(), tabs[chat]
            self._outbox.put({"type": "tile", "stream": stream, "chat": chat, "browser_id": tab.browser_id})
            self._tiles[chat] = _Tile(self._outbox, stream, self._viewer.broadcast(tab))

    def close(self) -> None:
        self.show(())

    def _active(self, chat: str) -> Tab | None:
        session = self._viewer.session(chat)
        if session is None or session.last_interacted is None:
            return None
        try:
            return session.tab(None)
        except RefbrowserError:
            return None


class _Tile:
    """A :class:`~refbrowser.viewer.broadcast.Watcher` that takes its time."""

    def __init__(self, outbox: Outbox, stream: int, broadcast: Broadcast) -> None:
        self.width, self.height = WIDTH, HEIGHT
        self.paint_ms = SLOWNESS_MS
        self._outbox = outbox
        self._stream = stream
        self._broadcast = broadcast
        self._newest: Picture | None = None
        self._sent = -INTERVAL_S
        self._timer: asyncio.TimerHandle | None = None
        broadcast.join(self)

    @property
    def tab(self) -> Tab:
        return self._broadcast.tab

    @property
    def has_room(self) -> bool:
        return self._newest is None and self._is_due

    @property
    def _is_due(self) -> bool:
        return time.monotonic() - self._sent >= INTERVAL_S and not self._outbox.has_tile(self._stream)

    def offer(self, picture: Picture, sight: Sight) -> None:
        self._newest = picture
        if self._is_due:
            self._send()
        elif self._timer is None:
            self._send_later()

    def still(self, at_ms: float) -> None:
        """A tile belongs to no step."""

    def leave(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._outbox.drop_tile(self._stream)
        self._broadcast.leave(self)

    def _send(self) -> None:
        if self._newest is not None:
            self._outbox.put_tile(self._stream, self._newest)
            self._newest, self._sent = None, time.monotonic()
            self._send_later()

    def _send_later(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(INTERVAL_S, self._on_time)

    def _on_time(self) -> None:
        self._timer = None
        if not self._is_due:
            # A slow viewer has not read the last one yet.
            self._send_later()
        elif self._newest is not None:
            self._send()
        self._broadcast.kept_up()
