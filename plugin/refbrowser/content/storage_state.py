"""What sites have stored, as text: Playwright's storage state in JSON, or the cookies alone as ``cookies.txt``."""

import json
from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

from refbrowser.content import cookie_file, stored_databases


def is_cookies(path: PurePath) -> bool:
    """Whether a file of that name holds cookies alone, in Netscape's form."""
    return path.suffix.lower() == ".txt"


def written(state: Mapping[str, Any], path: PurePath) -> str:
    """The text of the file ``path``, whose name decides its form."""
    return cookie_file.written(state["cookies"]) if is_cookies(path) else json.dumps(state, ensure_ascii=False)


def read(text: str, path: PurePath) -> dict[str, Any]:
    """``{cookies, origins}`` of the text of ``path``. Raises ValueError or RecursionError, which say what is wrong with it."""
    if is_cookies(path):
        return {"cookies": cookie_file.read(text), "origins": []}
    state = json.loads(text)
    if not _well_shaped(state):
        raise ValueError('a storage state is a JSON object with the lists "cookies" and "origins"')
    return {"cookies": state.get("cookies", []), "origins": state.get("origins", [])}


def counted(state: Mapping[str, Any]) -> dict[str, int]:
    """How much there is of each kind."""
    return {
        "cookies": len(state["cookies"]),
        "local": sum(len(origin.get("localStorage", [])) for origin in state["origins"]),
        "indexeddb": sum(len(origin.get("indexedDB", [])) for origin in state["origins"]),
    }


def _well_shaped(state: object) -> bool:
    if not isinstance(state, dict) or not {"cookies", "origins"} & set(state):
        return False
    cookies, origins = state.get("cookies", []), state.get("origins", [])
    if not isinstance(cookies, list) or not isinstance(origins, list):
        return False
    return all(
        isinstance(cookie, dict) and all(isinstance(cookie.get(key), str) for key in ("name", "value", "domain"))
        for cookie in cookies
    ) and all(
        isinstance(origin, dict)
        and isinstance(origin.get("origin"), str)
        and isinstance(origin.get("localStorage", []), list)
        and stored_databases.well_shaped(origin)
        for origin in origins
    )
