"""The storage action: cookies and stored entries of the chat's sites."""

import asyncio
import json
from dataclasses import replace
from typing import Annotated, Any, Final, Literal, Self

from pydantic import Field, model_validator

from refbrowser.actions.arguments import OverwriteArgument, TabArguments, Text
from refbrowser.actions.conduct import no_input
from refbrowser.actions.spec import ActionContext, action
from refbrowser.actions.uses import OPERATION, SENT, SENT_FILE, SITE
from refbrowser.browser.storage.state_file import check_size, read_state_file
from refbrowser.browser.storage.storage import Storage, is_of
from refbrowser.content import storage_state
from refbrowser.content.stored_databases import EXACT, UNREAD, not_kept
from refbrowser.errors import CallError
from refbrowser.policy.files import readable_path
from refbrowser.redact import MASK, is_secret

MOST_ENTRIES: Final = 100
MOST_VALUE: Final = 300
MOST_NAMED_VALUE: Final = 20_000
"""Characters of a value that are returned when the call names it."""

AREAS: Final = ("local", "session")
_REPLACED: Final = {"all": "all cookies, local storage and IndexedDB", "local": "all local storage", "indexeddb": "all IndexedDB"}


_SET: Final = replace(SENT, when=("operation", "set"))
_LOADED: Final = replace(SENT_FILE, when=("operation", "load"), everywhere=True)


class StorageArguments(TabArguments):
    operation: Annotated[Literal["get", "set", "clear", "save", "load"], OPERATION]
    kind: Annotated[Literal["cookies", "local", "session", "indexeddb", "all"], Field()] = "all"
    site: Annotated[str | None, SITE, Field(min_length=1, max_length=300)] = None
    name: Annotated[str | None, _SET, Field(min_length=1, max_length=1000)] = None
    value: Annotated[Text | None, _SET, Field(max_length=1_000_000)] = None
    path: Annotated[str | None, _LOADED, Field(min_length=1, max_length=4000, description=".json, or .txt for cookies.txt")] = None
    overwrite: OverwriteArgument = False
    reveal: Annotated[bool, Field(description="include secrets")] = False

    @model_validator(mode="after")
    def _complete(self) -> Self:
        if self.operation == "set" and (self.name is None or self.value is None or self.kind not in ("cookies", *AREAS)):
            raise ValueError("set needs name, value, and kind cookies, local or session")
        if self.operation == "load" and self.path is None:
            raise ValueError("load needs a path")
        if self.path is not None and self.operation not in ("save", "load"):
            raise ValueError("path goes with save and load")
        if self.overwrite and (self.operation != "save" or self.path is None):
            raise ValueError("overwrite goes with save and a path")
        if self.operation in ("save", "load") and (self.kind == "session" or self.name is not None):
            raise ValueError("save and load handle whole sites without session storage: leave out name, and kind session")
        if self.operation == "clear" and self.kind == "indexeddb" and self.name is not None:
            raise ValueError("IndexedDB is cleared by site, not by name")
        return self

    def means(self, *kinds: str) -> bool:
        return self.kind == "all" or self.kind in kinds


@action(
    "storage",
    group="session",
    effect="session",
    arguments=StorageArguments,
    starts_browser=True,
    conduct=no_input("listing", "high_risk"),
)
async def storage(context: ActionContext, arguments: StorageArguments) -> dict[str, Any]:
    """Read, change, save or load cookies and storage (logins)."""
    stored = Storage(context.session, context.tab, context.deadline)
    match arguments.operation:
        case "get":
            return await _get(stored, arguments)
        case "set":
            return await _set(stored, arguments)
        case "clear":
            return await _clear(stored, arguments)
        case "save":
            return await _save(context, stored, arguments)
    return await _load(context, stored, arguments)


async def _get(stored: Storage, asked: StorageArguments) -> dict[str, Any]:
    answer: dict[str, Any] = {}
    left_out = 0
    most = MOST_VALUE if asked.name is None else MOST_NAMED_VALUE
    found: dict[str, list[dict[str, Any]]] = {}
    if asked.means("cookies"):
        found["cookies"] = [_cookie(cookie, most, asked) for cookie in await stored.cookies(asked.site, asked.name)]
    for area in AREAS:
        if asked.means(area):
            found[area] = [
                {"site": origin, "name": name, "value": _shown(name, value, most, asked)}
                for origin, name, value in await _items(stored, area, asked.site)
                if asked.name in (None, name)
            ]
    if asked.means("indexeddb"):
        state = _part(await stored.state(asked.site, databases=True), asked)
        found["indexeddb"] = _databases(state, asked, most)
        answer |= _not_kept(state)
    for kind, entries in found.items():
        answer[kind] = entries[:MOST_ENTRIES]
        left_out += len(entries) - len(answer[kind])
    return answer | ({"left_out": f"{left_out} entries; a kind, a site or a name shows fewer"} if left_out else {})


async def _items(stored: Storage, area: str, site: str | None) -> list[tuple[str, str, str]]:
    """Return ``(origin, name, value)`` of each entry; local storage includes sites without an open page."""
    current = {(origin, name): value for origin, name, value in await stored.items(area, site)}
    if area == "local":
        for origin in (await stored.state(databases=False)).get("origins", []):
            if is_of(site, origin["origin"]):
                for entry in origin["localStorage"]:
                    current.setdefault((origin["origin"], entry["name"]), entry["value"])
    return [(origin, name, value) for (origin, name), value in current.items()]


def _cookie(cookie: dict[str, Any], most: int, asked: StorageArguments) -> dict[str, Any]:
    value = cookie["value"] if asked.reveal or not cookie["httpOnly"] else MASK
    entry = {"site": cookie["domain"], "name": cookie["name"], "value": _shown(cookie["name"], value, most, asked)}
    entry |= {"path": cookie["path"]} if cookie["path"] != "/" else {}
    entry |= {"expires": round(cookie["expires"])} if cookie["expires"] > 0 else {}
    return entry | {word: True for word, key in (("http_only", "httpOnly"), ("secure", "secure")) if cookie[key]}


def _shown(name: str, value: str, most: int, asked: StorageArguments) -> str:
    if not asked.reveal and is_secret(name, value):
        return MASK
    return value if len(value) <= most else f"{value[:most]}… {len(value) - most} more characters"


def _databases(state: Any, asked: StorageArguments, most: int) -> list[dict[str, Any]]:
    found = []
    for origin in state.get("origins", []):
        for database in origin.get("indexedDB", []) if is_of(asked.site, origin["origin"]) else []:
            if asked.name not in (None, database["name"]):
                continue
            stores = {store["name"]: len(store.get(EXACT, store.get("records", []))) for store in database.get("stores", [])}
            entry: dict[str, Any] = {"site": origin["origin"], "name": database["name"], "records": stores}
            if asked.name is not None:
                content = json.dumps(database.get("stores", []), ensure_ascii=False)
                entry["value"] = _shown("" if asked.reveal else "secret", content, most, asked)
            found.append(entry)
    return found


async def _set(stored: Storage, asked: StorageArguments) -> dict[str, Any]:
    assert asked.name is not None
    assert asked.value is not None
    if asked.kind == "cookies":
        await stored.set_cookie(asked.site, asked.name, asked.value)
        stored_now = [cookie for cookie in await stored.cookies(asked.site, asked.name) if cookie["value"] == asked.value]
        if not stored_now:
            raise CallError("Chromium rejected the cookie: the site may not set it, or it has expired. Check site, name and value.")
        return {"set": asked.name, "site": stored_now[0]["domain"]}
    return {"set": asked.name, "site": await stored.set_item(asked.kind, asked.site, asked.name, asked.value)}


async def _clear(stored: Storage, asked: StorageArguments) -> dict[str, Any]:
    cleared: dict[str, int] = {}
    origins: set[str] = set()
    if asked.means("cookies"):
        cleared["cookies"] = await stored.clear_cookies(asked.site, asked.name)
    if asked.means("session"):
        cleared["session"] = await stored.clear_items("session", asked.site, asked.name)
    if asked.means("local"):
        before = [item for item in await _items(stored, "local", asked.site) if asked.name in (None, item[1])]
        if asked.name is None:
            origins |= {origin for origin, _, _ in before}
            await stored.clear_origins(origins, "local_storage")
        else:
            await stored.clear_items("local", asked.site, asked.name)
        after = [item for item in await _items(stored, "local", asked.site) if asked.name in (None, item[1])]
        cleared["local"] = len(before) - len(after)
    if asked.means("indexeddb") and asked.name is None:
        state = _part(await stored.state(asked.site, databases=True), asked)
        databases = _databases(state, asked, 0)
        having = {origin["origin"] for origin in state["origins"] if origin.get("indexedDB") or origin.get(UNREAD)}
        origins |= having
        await stored.clear_origins(having, "indexeddb")
        cleared["indexeddb"] = len(databases) - len(_databases(await stored.state(asked.site, databases=True), asked, 0))
    if asked.kind == "all" and asked.name is None:
        cleared["service_workers"] = await stored.clear_service_workers(asked.site, origins)
    return {"cleared": cleared}


async def _save(context: ActionContext, stored: Storage, asked: StorageArguments) -> dict[str, Any]:
    session = context.session
    default = session.files.new_path("storage", "state", ".json")
    destination = session.files.destination(asked.path, default, overwrite=asked.overwrite)
    path = destination.path
    state = _part(await stored.state(asked.site, databases=asked.means("indexeddb")), asked)
    # What a site has stored of a secret stays with the site.
    state = session.hub.masker.masked(state)
    if storage_state.is_cookies(path):
        state["origins"] = []
    text = storage_state.written(state, path)
    content = text.encode("utf-8", "surrogatepass")
    check_size(len(content), path)
    await asyncio.to_thread(destination.write, content)
    return {"path": str(path), "size": len(content), **storage_state.counted(state), **_not_kept(state)}


async def _load(context: ActionContext, stored: Storage, asked: StorageArguments) -> dict[str, Any]:
    assert asked.path is not None
    session = context.session
    path = readable_path(asked.path, roots=session.files.readable)
    file = await asyncio.to_thread(read_state_file, path)
    state = _part(file.state, asked)
    if file.cookies_alone or asked.kind == "cookies":
        await stored.add_cookies(state["cookies"])
        return {"loaded": storage_state.counted({**state, "origins": []})}
    await stored.replace(state, asked.kind, asked.site)
    replaced = f"{_REPLACED[asked.kind]} of {asked.site if asked.site is not None else 'this chat'}"
    return {"loaded": storage_state.counted(state), "replaced": replaced, **_not_kept(state)}


def _not_kept(state: Any) -> dict[str, Any]:
    lines = not_kept(state)
    return {"not_kept": lines} if lines else {}


def _part(state: Any, asked: StorageArguments) -> Any:
    """Return the part of ``state`` with the requested kinds and site."""
    cookies = [cookie for cookie in state["cookies"] if is_of(asked.site, cookie["domain"])] if asked.means("cookies") else []
    origins = []
    for origin in state["origins"]:
        if is_of(asked.site, origin["origin"]):
            kept = {key: value for key, value in origin.items() if key not in ("indexedDB", UNREAD) or asked.means("indexeddb")}
            origins.append({**kept, "localStorage": kept.get("localStorage", []) if asked.means("local") else []})
    return {"cookies": cookies, "origins": origins}
