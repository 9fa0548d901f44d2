"""IndexedDB in a storage state, beyond the form that Playwright gives it.

An object store with a record that Playwright's form cannot say has all its records as :data:`EXACT`, in place of ``records``. What
is missing is named: :data:`NOT_KEPT` of a store counts its missing records by reason, and :data:`UNREAD` of an origin lists the
databases that are missing, ``{name, why}`` each, with a name of None where all that the origin has stored is.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

EXACT: Final = "exactRecords"
NOT_KEPT: Final = "notKept"
UNREAD: Final = "unreadDatabases"

AS_BEFORE: Final = "; it is as it was read before"

MOST_LINES: Final = 20


def without_databases(state: Any) -> Any:
    """``state`` without its IndexedDB; None for None."""
    if state is None:
        return None
    origins = [{key: origin[key] for key in ("origin", "localStorage") if key in origin} for origin in state.get("origins", [])]
    return {"cookies": state["cookies"], "origins": [{"localStorage": [], **origin} for origin in origins]}


def has_databases(state: Any) -> bool:
    """Whether ``state`` has a database."""
    return state is not None and any(origin.get("indexedDB") for origin in state.get("origins", []))


def keep_earlier(state: Any, earlier: Any) -> None:
    """Gives ``state`` what it could not read from ``earlier``, and says so in the reasons."""
    by_origin = {origin["origin"]: origin for origin in earlier["origins"]} if earlier is not None else {}
    for origin in state["origins"]:
        before = by_origin.get(origin["origin"], {})
        databases = {database["name"]: database for database in before.get("indexedDB", [])}
        for entry in origin.get(UNREAD, []):
            again = list(databases.values()) if entry["name"] is None else [databases.get(entry["name"])]
            if entry["name"] is None:
                origin["localStorage"] = origin.get("localStorage") or before.get("localStorage", [])
            if before and None not in again:
                origin["indexedDB"] = [*origin.get("indexedDB", []), *again]
                entry["why"] += AS_BEFORE


def not_kept(state: Mapping[str, Any]) -> list[str]:
    """What ``state`` does not have of IndexedDB: one line for each database, and for each object store and reason."""
    lines = []
    for origin in state.get("origins", []):
        for entry in origin.get(UNREAD, []):
            named = f"stored data of {origin['origin']}"
            if entry["name"] is not None:
                named = f"IndexedDB of {origin['origin']} ({entry['name'][:100]})"
            lines.append(f"{named}: {entry['why'][:200]}")
        for database in origin.get("indexedDB", []):
            for store in database.get("stores", []):
                for why, count in store.get(NOT_KEPT, {}).items():
                    records = f"{count} IndexedDB record{'s' if count != 1 else ''} of {origin['origin']}"
                    lines.append(f"{records} ({database['name'][:100]}/{store['name'][:100]}): {why[:200]}")
    more = len(lines) - MOST_LINES
    return [*lines[:MOST_LINES], *([f"and {more} more"] if more > 0 else [])]


def stores_of(origin: Mapping[str, Any]) -> Iterator[tuple[Any, Any]]:
    """Each object store of ``origin`` with its database before it."""
    for database in origin.get("indexedDB", []):
        for store in database.get("stores", []):
            yield database, store
