"""The interface between a chat and its browser."""

from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from refbrowser.errors import StateError
from refbrowser.events import Hub
from refbrowser.journal.redaction import Redactor
from refbrowser.service.chats.limits import Allowance, CallRate, ChatSlots
from refbrowser.settings import Settings

if TYPE_CHECKING:
    from refbrowser.browser.browser_process import BrowserProcess
    from refbrowser.egress.environment import Environment
    from refbrowser.service.calls.control import Controls
    from refbrowser.service.chats.shared_tor import SharedTor
    from refbrowser.service.oversight.oversight import Oversight
    from refbrowser.service.vault.vault import Vault
import hashlib
import re
from pathlib import Path
from typing import Final

T = TypeVar("T")
C = TypeVar("C")


def browser_closed() -> StateError:
    """Return the error of a call to a browser that was never entered, or was closed."""
    return StateError("The browser is closed; enter it with `async with Browser()`.", code="browser_closed")


class ChatBrowser(Protocol[C]):
    """What a chat, a ``C``, needs of its browser."""

    settings: Settings
    hub: Hub
    secrets: "Vault | None"
    oversight: "Oversight | None"
    controls: "Controls"
    redactor: Redactor
    slots: ChatSlots
    rate: CallRate | None
    downloads: Allowance
    tor: "SharedTor"

    @property
    def chats(self) -> list[C]: ...

    @property
    def closed(self) -> bool: ...

    @property
    def running(self) -> "BrowserProcess | None": ...

    @property
    def environment(self) -> "Environment": ...

    def current(self, chat: C) -> C: ...

    def forget(self, chat: C) -> None: ...

    def journal_thread(self) -> ThreadPoolExecutor: ...

    async def process(self) -> "BrowserProcess": ...

    async def carried(self, work: Coroutine[Any, Any, T]) -> T: ...


_SEALED: Final = ".sealed"
_UNSAFE: Final = re.compile(r"[^A-Za-z0-9_-]")
_PLAIN: Final = re.compile(r"[A-Za-z0-9_-]{1,80}")


def chat_folder(home: Path, chat_id: str) -> Path:
    """Return the folder of the chat's screenshots and downloads: ``<home>/chats/<name>``.

    A name with other characters than letters, digits, ``_`` and ``-``, or with more than 80, has a hash added.
    """
    name = chat_id
    if not _PLAIN.fullmatch(name):
        # The hash keeps names apart that differ only in characters that a folder name cannot contain.
        name = f"{_UNSAFE.sub('_', name)[:40]}-{hashlib.sha256(name.encode(errors='surrogatepass')).hexdigest()[:12]}"
    return home / "chats" / name


def awaited_start(connect: str | None) -> str:
    """Return what a chat that starts waits for, given the setting ``connect``."""
    if connect is None or "://" not in connect:
        return "the browser to start"
    from refbrowser.browser.launch.remote import shown

    return f"the browser at {shown(connect)} to be reached"


def asleep_path(home: Path, chat_id: str) -> Path:
    """Return the file of the chat while it sleeps in one."""
    return home / "asleep" / f"{chat_folder(home, chat_id).name}{_SEALED}"


def sleeping_names(home: Path) -> list[str]:
    """Return the names of the chats that sleep in files; of one with a name that no file can have, its file's."""
    return sorted(path.name.removesuffix(_SEALED) for path in (home / "asleep").glob(f"[!.]*{_SEALED}"))
