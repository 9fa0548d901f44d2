"""What sites have stored, as text: Playwright's storage state in JSON, or the cookies alone as ``cookies.txt``."""

import json
from collections.abc import Mapping
from pathlib import PurePath
from typing import Any, NamedTuple

from refbrowser.content import cookie_file


def is_cookies(path: PurePath) -> bool:
    """Whether a file of that name holds cookies alone, in Netscape's form."""
    return path.suffix.lower() == ".txt"


def written(state: Mapping[str, Any], path: PurePath) -> str:
    """The text of the file ``path``, whose name decides its form."""
    return cookie_file.written(state["cookies"]) if is_cookies(path) else json.dumps(state, ensure_ascii=False)


class Unchecked(NamedTuple):
    """What a file holds. ``lines`` has the line of each cookie in ``cookies.txt``; ``cookies_alone``: it is no storage state, which
    says of local storage and IndexedDB too what there is."""

    state: Any
    lines: list[int]
    cookies_alone: bool


def read(text: str, path: PurePath) -> Unchecked:
    """What is in the text of ``path``. A list of cookies, which extensions export, has no origins. Raises ValueError or
    RecursionError, which say what is wrong with it."""
    if is_cookies(path):
        found = cookie_file.read(text)
        return Unchecked({"cookies": [cookie for _, cookie in found], "origins": []}, [line for line, _ in found], True)
    state = json.loads(text)
    if isinstance(state, list) and state:
        return Unchecked({"cookies": state, "origins": []}, [], True)
    if not isinstance(state, dict) or not {"cookies", "origins"} & set(state):
        raise ValueError('a storage state is a JSON object with the lists "cookies" and "origins"')
    return Unchecked({"cookies": state.get("cookies", []), "origins": state.get("origins", [])}, [], False)


def counted(state: Mapping[str, Any]) -> dict[str, int]:
    """How much there is of each kind."""
    return {
        "cookies": len(state["cookies"]),
        "local": sum(len(origin.get("localStorage", [])) for origin in state["origins"]),
        "indexeddb": sum(len(origin.get("indexedDB", [])) for origin in state["origins"]),
    }
