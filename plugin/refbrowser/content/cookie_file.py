"""Convert Netscape's ``cookies.txt`` (as in curl, wget and yt-dlp) from and to cookies in Playwright's form."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

_HEAD: Final = "# Netscape HTTP Cookie File"
_HTTP_ONLY: Final = "#HttpOnly_"
_FIELDS: Final = 7
_LINE_END: Final = re.compile(r"\r\n|[\r\n]")
"""Values may have what else ends a line of a text."""


def written(cookies: Iterable[Mapping[str, Any]]) -> str:
    """Return the file's text, without cookies that contain a tab or line break: the format cannot express them."""
    lines = [_HEAD, ""]
    for cookie in cookies:
        domain = str(cookie["domain"])
        fields = [
            f"{_HTTP_ONLY if cookie.get('httpOnly') else ''}{domain}",
            "TRUE" if domain.startswith(".") else "FALSE",
            str(cookie.get("path", "/")),
            "TRUE" if cookie.get("secure") else "FALSE",
            str(max(0, int(cookie.get("expires", -1)))),
            str(cookie["name"]),
            str(cookie["value"]),
        ]
        if not any(sign in field for field in fields for sign in "\t\r\n"):
            lines.append("\t".join(fields))
    return "\n".join(lines) + "\n"


def read(text: str) -> list[tuple[int, dict[str, Any]]]:
    """Return the cookies of the file, the number of its line before each. Raises ValueError that names the malformed line."""
    cookies = []
    for number, line in enumerate(_LINE_END.split(text), 1):
        http_only = line.startswith(_HTTP_ONLY)
        line = line.removeprefix(_HTTP_ONLY)
        if not line.strip() or (line.startswith("#") and not http_only):
            continue
        fields = line.split("\t")
        if len(fields) != _FIELDS:
            raise ValueError(f"line {number} has {len(fields)} tab-separated fields instead of {_FIELDS}")
        domain, below, path, secure, expires, name, value = fields
        try:
            until = int(float(expires))
        except (ValueError, OverflowError):
            raise ValueError(f"line {number} has the expiry {expires[:40]!r}, which is not a time in seconds") from None
        cookie = {
            "name": name,
            "value": value,
            "domain": f".{domain.lstrip('.')}" if below.upper() == "TRUE" else domain.lstrip("."),
            "path": path or "/",
            "expires": until if until > 0 else -1,
            "httpOnly": http_only,
            "secure": secure.upper() == "TRUE",
        }
        cookies.append((number, cookie))
    return cookies
