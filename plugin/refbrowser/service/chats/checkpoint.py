"""A chat as bytes: what it is, what it had open, and what people allowed it, so that it goes on in another browser.

The bytes are compressed JSON, sealed with AES-GCM as profiles are: cookies and storage are logins. Whatever the bytes are, opening
them runs no code and answers with a :class:`Checkpoint` or a typed error.
"""

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from refbrowser.browser.session.last_state import Counters, LastState, RouteSeen, TabSeen
from refbrowser.errors import CheckpointError, Remedy
from refbrowser.service.chats.chat_network import NetworkChoice
from refbrowser.settings import DialogPolicy, ProfileKind

if TYPE_CHECKING:
    from refbrowser.profiles.seal import Seal

VERSION: Final = 1
"""The version that is written. Later ones read every earlier one."""

MOST_BYTES: Final = 32_000_000
"""Of the JSON; what is sealed is mostly a tenth of it."""

_LABEL: Final = "chat"


@dataclass(frozen=True, slots=True)
class Grant:
    """A person allowed what ``rule`` asks about, on these sites, for the rest of the chat's life."""

    rule: str
    sites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Transfer:
    """A person agreed for the rule that text of the site ``source`` goes to ``to``, until the task ends."""

    rule: str
    source: str
    to: str


@dataclass(frozen=True, slots=True)
class ShownSite:
    """A site whose text the chat was shown, and of what kinds that is."""

    site: str
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Owned:
    """What the chat has beside its browser."""

    task: tuple[str, ...] = ()
    dialog_policy: DialogPolicy = "must_respond"
    network: NetworkChoice = NetworkChoice()
    profile: str | None = None
    profile_kind: ProfileKind = "state"
    journal: str | None = None
    calls: int = 0
    """How many calls its journal has."""
    grants: tuple[Grant, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    shown: tuple[ShownSite, ...] = ()


class _Wire(BaseModel):
    """The JSON of version 1."""

    model_config = ConfigDict(extra="forbid")

    version: Literal[1]
    chat: str = Field(min_length=1, max_length=200)
    at_ms: int
    owned: Owned
    tabs: tuple[TabSeen, ...] = Field(max_length=10_000)
    active: int | None
    storage: dict[str, Any]
    databases: bool
    read: bool
    counters: Counters
    routes: tuple[RouteSeen, ...]
    offline: bool


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The chat named ``chat`` as it was at ``at_ms`` (Unix time): what it ``owned``, and the ``last_state`` of its session."""

    chat: str
    at_ms: int
    owned: Owned
    last_state: LastState

    def encoded(self) -> bytes:
        """JSON, in the clear: for tests and :meth:`sealed`. Raises ``checkpoint_too_large``."""
        last = self.last_state
        wire = _Wire(
            version=VERSION,
            chat=self.chat,
            at_ms=self.at_ms,
            owned=self.owned,
            tabs=last.tabs,
            active=last.active,
            storage=dict(last.storage),
            databases=last.databases,
            read=last.read,
            counters=last.counters,
            routes=last.routes,
            offline=last.offline,
        )
        # Stored texts may have lone surrogates, which pydantic's own JSON does not write.
        data = json.dumps(wire.model_dump(), separators=(",", ":")).encode("ascii")
        if len(data) > MOST_BYTES:
            raise _too_large(self, len(data))
        return data

    @classmethod
    def decoded(cls, data: bytes) -> Self:
        """The reverse of :meth:`encoded`. Raises ``checkpoint_version`` for a later version, ``checkpoint_unreadable``."""
        try:
            whole = json.loads(data)
            version = _Version.model_validate(whole).version
            if version != VERSION:
                raise CheckpointError(
                    f"The checkpoint has version {version}, and this refbrowser reads {VERSION}.",
                    code="checkpoint_version",
                    remedy=Remedy(hint="wake the chat with the refbrowser that wrote it, or a later one"),
                    details={"version": version, "reads": VERSION},
                )
            wire = _Wire.model_validate(whole)
        except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as failure:
            raise CheckpointError(f"The bytes are no checkpoint: {type(failure).__name__}.") from None
        except ValidationError as failure:
            first = failure.errors(include_input=False, include_url=False)[0]
            place = ".".join(map(str, first["loc"]))
            raise CheckpointError(f"The bytes are no checkpoint: {place or 'the whole'}: {first['msg'][:200]}.") from None
        last = LastState(
            wire.tabs,
            wire.active,
            wire.storage,  # type: ignore[arg-type]
            f"the chat {wire.chat} was asleep",
            databases=wire.databases,
            read=wire.read,
            counters=wire.counters,
            routes=wire.routes,
            offline=wire.offline,
        )
        return cls(wire.chat, wire.at_ms, wire.owned, last)

    def sealed(self, key: "Seal | bytes") -> bytes:
        """Compressed and encrypted with ``key``; a :class:`Seal` derives it once. Raises ``checkpoint_too_large``."""
        return _seal(key).seal(self.encoded(), _LABEL)

    @classmethod
    def opened(cls, data: bytes, key: "Seal | bytes") -> Self:
        """The reverse of :meth:`sealed`. Raises as :meth:`decoded`, and ``profile_locked`` where the key is not the one of the
        sealing, or the bytes were changed."""
        from refbrowser.errors import ProfileError

        try:
            return cls.decoded(_seal(key).opened(data, _LABEL))
        except ProfileError as failure:
            if failure.code == "profile_locked":
                raise
            raise CheckpointError(failure.message) from None


def _seal(key: "Seal | bytes") -> "Seal":
    from refbrowser.profiles.seal import Seal

    return Seal(key) if isinstance(key, bytes) else key


class _Version(BaseModel):
    """What every version has."""

    version: int


def _too_large(checkpoint: Checkpoint, size: int) -> CheckpointError:
    origins = checkpoint.last_state.storage.get("origins", [])
    largest = sorted(((len(str(origin)), origin["origin"]) for origin in origins), reverse=True)[:3]
    return CheckpointError(
        f"The checkpoint of the chat {checkpoint.chat!r} would have {size:,} bytes; the limit is {MOST_BYTES:,}.",
        code="checkpoint_too_large",
        remedy=Remedy("storage", {"operation": "clear"}, hint="for the site that stores the most; or leave out the databases"),
        details={"bytes": size, "limit": MOST_BYTES, "largest": [{"origin": name, "bytes": count} for count, name in largest]},
    )
