"""A storage state of a file, checked whole before anything of it is used, so that Chromium takes what has passed."""

from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, ValidationError

from refbrowser.browser.storage.given_cookie import GivenCookie, text, truth, wrong
from refbrowser.policy.hosts import parsed_url

_KINDS: Final = {
    "missing": "is missing",
    "list_type": "must be a list",
    "model_type": "must be an object",
    "dict_type": "must be an object",
}
Text = Annotated[str, PlainValidator(text)]
Truth = Annotated[bool, PlainValidator(truth)]


class StateProblem(ValueError):
    """``place`` is where in the state (``cookies[3].expires``), ``problem`` what is wrong there."""

    def __init__(self, place: tuple[str | int, ...], problem: str, more: int = 0) -> None:
        self.place = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in place).removeprefix(".")
        self.path = place
        self.problem = problem + (f" (and {more} more)" if more else "")
        super().__init__(f"{self.place} {self.problem}")


def _origin(value: Any) -> str:
    try:
        parts = parsed_url(text(value))
    except ValueError:
        parts = None
    if parts is None or parts.protocol not in ("http:", "https:") or parts.pathname != "/" or _beyond(parts):
        raise wrong(f"is {value!r:.60}; it must be an origin, such as https://shop.example")
    return parts.origin


def _beyond(parts: Any) -> bool:
    return bool(parts.username or parts.password or parts.search or parts.hash)


def _version(value: Any) -> float:
    # Which numbers are versions is for the database to judge.
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise wrong(f"is {value!r:.60}; it must be a number")
    return value


class _Part(BaseModel):
    model_config = ConfigDict(extra="ignore", loc_by_alias=True)


class _Entry(_Part):
    name: Text
    value: Text


class _Index(_Part):
    name: Text


class _Store(_Part):
    name: Text
    auto_increment: Annotated[Truth, Field(alias="autoIncrement")] = False
    records: list[dict[str, Any]] = []
    exact: Annotated[list[dict[str, Any]], Field(alias="exactRecords")] = []
    indexes: list[_Index] = []
    not_kept: Annotated[dict[str, Annotated[int, Field(strict=True)]], Field(alias="notKept")] = {}


class _Database(_Part):
    name: Text
    version: Annotated[float, PlainValidator(_version)] = 1
    stores: list[_Store]


class _Unread(_Part):
    name: Annotated[str | None, PlainValidator(lambda value: None if value is None else text(value))]
    why: Text


class _Origin(_Part):
    origin: Annotated[str, PlainValidator(_origin)]
    local_storage: Annotated[list[_Entry], Field(alias="localStorage")] = []
    databases: Annotated[list[_Database], Field(alias="indexedDB")] = []
    unread: Annotated[list[_Unread], Field(alias="unreadDatabases")] = []


class _State(_Part):
    cookies: list[GivenCookie] = []
    origins: list[_Origin] = []


def checked(state: Any) -> dict[str, Any]:
    """``{cookies, origins}`` of ``state`` as Chromium takes them; versions and records of databases are for these to judge.
    Raises :class:`StateProblem`."""
    try:
        given = _State.model_validate(state)
    except ValidationError as failure:
        errors = failure.errors(include_url=False, include_context=False, include_input=False)
        first = errors[0]
        problem = _KINDS.get(first["type"], first["msg"])
        raise StateProblem(first["loc"] or ("the storage state",), problem, len(errors) - 1) from None
    origins = [
        {**raw, "origin": origin.origin, "localStorage": [entry.model_dump() for entry in origin.local_storage]}
        for raw, origin in zip(state.get("origins", []), given.origins, strict=True)
    ]
    return {"cookies": [cookie.as_set() for cookie in given.cookies], "origins": origins}
