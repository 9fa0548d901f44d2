"""The server's tokens: the one with which everything is allowed, and others from a file, each with what it may do."""

import hmac
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from refbrowser.errors import CallError, RefbrowserError, ServerError
from refbrowser.policy.presets import read_only
from refbrowser.policy.rules import Policy
from refbrowser.service.oversight.caller import Caller
from refbrowser.service.oversight.permissions import actions_of, refusal

SHORTEST: Final = 16
MOST_TOKENS: Final = 100
_KEYS: Final = ("name", "token", "chat", "groups", "read_only")
_WAYS: Final = frozenset({"python", "http", "mcp"})


@dataclass(frozen=True, slots=True)
class Grant:
    """What one token may do. ``chat``: in that chat alone; ``groups``: actions of these groups alone; ``read_only``: what the
    policy of that name allows. ``full``: everything, also what is not a call."""

    name: str = "http"
    chat: str | None = None
    groups: Sequence[str] = ()
    read_only: bool = False
    full: bool = False

    def covers(self, chat: str) -> bool:
        """Whether it is a token for that chat."""
        return self.chat is None or self.chat == chat

    def check(self, chat: str, call: object = None) -> None:
        """Raises ``token_denied`` for another chat, and for an action of another group."""
        if not self.covers(chat):
            raise self.denied(f"allows only the chat {self.chat!r}", chat=self.chat)
        if self.groups and (refused := refusal(call, {action.name for action in actions_of(self.groups)})) is not None:
            raise self.denied(f"allows only the groups {', '.join(self.groups)}: {refused.message}", **refused.details)

    @property
    def caller(self) -> Caller:
        """The caller of its calls; rules may name it as ``askers``."""
        return Caller(self.name, policy=_READ_ONLY if self.read_only else None, chat=self.chat)

    def denied(self, what: str, **details: object) -> ServerError:
        """The refusal of a request; ``what`` continues "The token …"."""
        return ServerError(f"The token {self.name!r} {what}.", code="token_denied", details={"token": self.name, **details})


class _Fixed:
    """A policy that does not change, as calls are judged by one."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    def current(self) -> Policy:
        return self._policy


_READ_ONLY: Final = _Fixed(read_only())

FULL: Final = Grant(full=True)


class Tokens:
    """The tokens that a server accepts, compared in constant time."""

    def __init__(self, full: str, limited: Mapping[str, Grant] | None = None) -> None:
        self._grants = [(full.encode(), FULL), *((token.encode(), grant) for token, grant in (limited or {}).items())]

    def find(self, given: bytes) -> Grant | None:
        """The grant of the token; None for one that is not the server's."""
        found = None
        for token, grant in self._grants:
            if hmac.compare_digest(given, token):
                found = found or grant
        return found


def read_tokens(path: Path) -> dict[str, Grant]:
    """The tokens of a TOML file of ``[[token]]`` tables, each with its grant.

    Raises ``token_required`` for a file that cannot be read, that others can read, or that is not understood.
    """
    try:
        if path.stat().st_mode & 0o077:
            raise _broken(path, "others can read it; run chmod 600")
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as failure:
        raise _broken(path, str(failure)) from None
    tables = document.get("token")
    if document.keys() - {"token"} or not isinstance(tables, list) or len(tables) > MOST_TOKENS:
        raise _broken(path, f"it has up to {MOST_TOKENS} tables [[token]] and nothing else")
    grants: dict[str, Grant] = {}
    for number, table in enumerate(tables, 1):
        try:
            token, grant = _read(table)
        except RefbrowserError as wrong:
            raise _broken(path, f"token {number}: {wrong.message}") from None
        if token in grants or any(grant.name == other.name for other in grants.values()):
            raise _broken(path, f"token {number}: another token has the same name or text")
        grants[token] = grant
    return grants


def _read(table: object) -> tuple[str, Grant]:
    """Raises ``invalid_arguments``."""
    if not isinstance(table, dict) or table.keys() - set(_KEYS):
        raise CallError(f"It must be a table with the keys {', '.join(_KEYS)}.")
    name, token, chat = table.get("name"), table.get("token"), table.get("chat")
    groups, reads = table.get("groups", []), table.get("read_only", False)
    if not isinstance(name, str) or not 0 < len(name) <= 100 or name in _WAYS:
        raise CallError("Its name is a text of 1 to 100 characters other than python, http and mcp.")
    if not isinstance(token, str) or len(token) < SHORTEST or any(character.isspace() for character in token):
        raise CallError(f"Its token is one word of at least {SHORTEST} characters.")
    if not isinstance(chat, str | None) or chat == "" or not isinstance(reads, bool):
        raise CallError("chat is the name of a chat, and read_only true or false.")
    if not isinstance(groups, list) or not all(isinstance(group, str) for group in groups) or ("groups" in table and not groups):
        raise CallError("groups is a list of groups of actions that is not empty.")
    actions_of(groups)
    return token, Grant(name, chat, tuple(groups), reads)


def _broken(path: Path, problem: str) -> ServerError:
    return ServerError(f"The file of tokens {path} cannot be used: {problem}", code="token_required", details={"path": str(path)})
