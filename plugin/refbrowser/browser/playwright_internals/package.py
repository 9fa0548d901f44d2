"""Playwright's files: the browsers that it was made for, and what it switches off in them."""

import importlib.util
import json
import re
from functools import cache
from pathlib import Path
from typing import Final

_LIST: Final = b" disabledFeatures = ["
_LIST_END: Final = re.compile(rb"\n\s*\]")
_BLINK_SETTINGS: Final = re.compile(rb'"--blink-settings=([^"\s]+)"')
_COMMENT: Final = re.compile(rb"//.*")
_NAME: Final = re.compile(rb'"([^"\s]+)"')


def driver_package() -> Path:
    """The driver's folder. The package is located without being imported, which would take 70 ms."""
    found = importlib.util.find_spec("playwright")
    if found is None or found.origin is None:
        raise ModuleNotFoundError("playwright")
    return Path(found.origin).parent / "driver" / "package"


def browser_revisions() -> dict[str, str]:
    """The revision of each browser that this Playwright downloads, by its name; empty where the driver lies elsewhere, as in a
    repackaged Playwright."""
    description = driver_package() / "browsers.json"
    if not description.is_file():
        return {}
    browsers = json.loads(description.read_text(encoding="utf-8"))["browsers"]
    return {browser["name"]: browser["revision"] for browser in browsers}


def _driver_source() -> bytes:
    try:
        return (driver_package() / "lib" / "coreBundle.js").read_bytes()
    except OSError:
        return b""


@cache
def headless_blink_settings() -> str:
    """The settings of Blink that this Playwright gives a Chromium without a window; empty where they are not found."""
    found = _BLINK_SETTINGS.search(_driver_source())
    return found[1].decode() if found is not None else ""


@cache
def disabled_features() -> tuple[str, ...]:
    """The features that this Playwright switches off in Chromium, as its driver lists them; empty where they are not found.
    Takes some milliseconds the first time."""
    source = _driver_source()
    begin = source.find(_LIST)
    end = _LIST_END.search(source, begin)
    if begin < 0 or end is None:
        return ()
    names = _NAME.findall(_COMMENT.sub(b"", source[begin : end.start()]))
    return tuple(name.decode() for name in names)
