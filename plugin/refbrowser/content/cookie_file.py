"""Netscape's ``cookies.txt``, which curl, wget and yt-dlp read, as cookies in Playwright's form and back."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

_HEAD: Final = "# Netscape HTTP Cookie File"
_HTTP_ONLY: Final = "#HttpOnly_"
_FIELDS: Final = 7


def written(cookies: Iterable[Mapping[str, Any]]) -> str:
    """The file's text. A value that holds a tab or a line break has no place in it and is left out."""
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


def read(text: str) -> list[dict[str, Any]]:
    """The cookies. Raises ValueError naming the line that is none."""
    cookies = []
    for number, line in enumerate(text.splitlines(), 1):
        http_only = line.startswith(_HTTP_ONLY)
        line = line.removeprefix(_HTTP_ONLY)
        if not line.strip() or (line.startswith("#") and not http_only):
            continue
        fields = line.split("\t")
        if len(fields) != _FIELDS:
            raise ValueError(f"line {number} has {len(fields)} fields instead of {_FIELDS}, which are separated by tabs")
        domain, below, path, secure, expires, name, value = fields
        try:
            until = int(float(expires))
        except (ValueError, OverflowError):
            raise ValueError(f"line {number} expires at {expires[:40]!r}, which is no time in seconds") from None
        cookies.append(
            {
                "name": name,
                "value": value,
                "domain": f".{domain.lstrip('.')}" if below.upper() == "TRUE" else domain.lstrip("."),
                "path": path or "/",
                "expires": until if until > 0 else -1,
                "httpOnly": http_only,
                "secure": secure.upper() == "TRUE",
            }
        )
    return cookies
