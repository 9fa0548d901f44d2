"""One cookie of a file: what Chromium takes of it, in the form in which Playwright sets it."""

import math
import re
from collections.abc import Callable
from typing import Annotated, Any, Final, Self

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, PlainValidator, model_validator
from pydantic_core import PydanticCustomError

from refbrowser.policy.hosts import normal_host, parsed_url

LATEST_EXPIRY: Final = 253_402_300_799
"""The end of the year 9999; Playwright takes no later one."""

_MOST_BYTES: Final = 4_096
"""Of name and value together."""

_MOST_PATH_BYTES: Final = 1_024
_CONTROL: Final = re.compile(r"[\0-\x1f\x7f]")
_SAME_SITE: Final[dict[str | None, str | None]] = {
    "strict": "Strict",
    "lax": "Lax",
    "none": "None",
    # As the extension interfaces of browsers have them.
    "no_restriction": "None",
    "unspecified": None,
    "": None,
    None: None,
}
_PREFIXES: Final = (("__host-http-", True, True), ("__http-", False, True), ("__host-", True, False), ("__secure-", False, False))
"""Beginnings of names, whether such a cookie is bound to its host, and whether scripts must not read it; all must be secure."""


def wrong(text: str) -> PydanticCustomError:
    """What is wrong at a place of a file, as the end of a sentence that begins with the place."""
    return PydanticCustomError("wrong", "{text}", {"text": text})


def text(value: Any) -> str:
    """Also with half of a surrogate pair, which pages may store and pydantic's own text may not have."""
    if not isinstance(value, str):
        raise wrong(f"is {_kind(value)}; it must be text")
    return value


def truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise wrong(f"is {_kind(value)}; it must be true or false")
    return value


def _kind(value: object) -> str:
    kinds = {bool: "a boolean", int: "a number", float: "a number", str: "text", list: "a list", dict: "an object"}
    return kinds.get(type(value), "null")


def _shown(value: object) -> str:
    return f"{value!r:.60}"


def _sendable(value: Any, without: str) -> str:
    sent = text(value)
    if _CONTROL.search(sent) or any(sign in sent for sign in without):
        raise wrong(f"has a control character or one of {without!r}, which no cookie may have")
    if sent != sent.strip(" "):
        raise wrong("begins or ends with a space, which no cookie may")
    return sent


def _domain(value: Any) -> str:
    domain = text(value).strip()
    host = domain.removeprefix(".")
    if ":" in host and not host.startswith("["):
        # Chromium knows an IPv6 address by its brackets.
        domain = host = f"[{host}]"
    try:
        normal_host(host)
        if host.startswith("."):
            raise ValueError
    except ValueError:
        raise wrong(
            f"is {_shown(value)}; it must be a host, such as shop.example, or .shop.example with the hosts below it"
        ) from None
    return domain


def _path(value: Any) -> str:
    path = text(value)
    if not path.startswith("/") or _CONTROL.search(path) or ";" in path or len(path.encode(errors="replace")) > _MOST_PATH_BYTES:
        raise wrong(f"is {_shown(value)}; it must begin with '/' and have no control character, no ';' and up to 1024 bytes")
    return path


def _expires(value: Any) -> float:
    if value is None:
        return -1
    seconds = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    if not seconds or not (value == -1 or 0 <= value <= LATEST_EXPIRY):
        hint = " (milliseconds?)" if seconds and value > LATEST_EXPIRY else ""
        raise wrong(f"is {_shown(value)}{hint}; it must be a time in seconds since 1970, or -1 for a cookie of the session")
    return value  # type: ignore[no-any-return]


def _same_site(value: Any) -> str | None:
    key = value.lower() if isinstance(value, str) else value
    if not isinstance(key, str | None) or key not in _SAME_SITE:
        raise wrong(f"is {_shown(value)}; it must be Strict, Lax, None, no_restriction or unspecified")
    return _SAME_SITE[key]


def _partition(value: Any) -> str | None:
    # The extension interface of Chromium gives an object.
    site = value.get("topLevelSite") if isinstance(value, dict) else value
    if site is None or site == "":
        return None
    try:
        parsed_url(text(site))
    except ValueError:
        raise wrong(f"is {_shown(value)}; it must be a site, such as https://shop.example") from None
    return text(site)


def _optional(check: Callable[[Any], bool]) -> Callable[[Any], bool | None]:
    return lambda value: None if value is None else check(value)


class GivenCookie(BaseModel):
    """A cookie as Playwright's storage state, ``cookies.txt`` or an extension that exports cookies has it."""

    model_config = ConfigDict(extra="ignore", loc_by_alias=True)

    name: Annotated[str, PlainValidator(lambda value: _sendable(value, ";="))]
    value: Annotated[str, PlainValidator(lambda value: _sendable(value, ";"))]
    domain: Annotated[str, PlainValidator(_domain)]
    path: Annotated[str, PlainValidator(_path)] = "/"
    expires: Annotated[float, PlainValidator(_expires), Field(validation_alias=AliasChoices("expires", "expirationDate"))] = -1
    http_only: Annotated[bool, PlainValidator(truth), Field(validation_alias="httpOnly")] = False
    secure: Annotated[bool, PlainValidator(truth)] = False
    same_site: Annotated[str | None, PlainValidator(_same_site), Field(validation_alias="sameSite")] = None
    partition_key: Annotated[str | None, PlainValidator(_partition), Field(validation_alias="partitionKey")] = None
    ancestor: Annotated[bool | None, PlainValidator(_optional(truth)), Field(validation_alias="_crHasCrossSiteAncestor")] = None
    host_only: Annotated[bool | None, PlainValidator(_optional(truth)), Field(validation_alias="hostOnly")] = None
    session: Annotated[bool | None, PlainValidator(_optional(truth))] = None

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if not self.name and (not self.value or "=" in self.value):
            raise wrong("has no name, and a value that is empty or has '='")
        if len((self.name + self.value).encode(errors="replace")) > _MOST_BYTES:
            raise wrong(f"has more than {_MOST_BYTES} bytes of name and value")
        for beginning, of_host, unread in _PREFIXES:
            if self.name.lower().startswith(beginning):
                self._fits(beginning, of_host=of_host, unread=unread)
                break
        if self.partition_key is not None and not self.secure:
            raise wrong("has a partitionKey and is not secure")
        return self

    def _fits(self, beginning: str, *, of_host: bool, unread: bool) -> None:
        bound = not self.set_domain.startswith(".") and self.path == "/"
        if not self.secure or (of_host and not bound) or (unread and not self.http_only):
            needs = ["secure", *(["for one host", "of the path '/'"] if of_host else []), *(["httpOnly"] if unread else [])]
            raise wrong(f"has a name that begins with {beginning}; such a cookie must be {', '.join(needs)}")

    @property
    def set_domain(self) -> str:
        """Without a dot for a cookie of one host."""
        if self.host_only is None:
            return self.domain
        host = self.domain.removeprefix(".")
        return host if self.host_only else f".{host}"

    def as_set(self) -> dict[str, Any]:
        """The cookie as Playwright sets it. Without ``sameSite`` where it is unspecified: Chromium has its own default."""
        cookie: dict[str, Any] = {
            "name": self.name,
            "value": self.value,
            "domain": self.set_domain,
            "path": self.path,
            "expires": -1 if self.session else self.expires,
            "httpOnly": self.http_only,
            "secure": self.secure,
        }
        # Firefox calls every cookie without the attribute no_restriction; Chromium drops one that is not secure.
        if self.same_site is not None and (self.same_site != "None" or self.secure):
            cookie["sameSite"] = self.same_site
        if self.partition_key is not None:
            cookie["partitionKey"] = self.partition_key
            if self.ancestor is not None:
                cookie["_crHasCrossSiteAncestor"] = self.ancestor
        return cookie
