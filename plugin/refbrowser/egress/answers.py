"""Answers over plain HTTP that were not what was asked for: errors, and bodies that broke off. Bounded; found again by address."""

import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final, TypeVar

from refbrowser.egress.http1 import RawHeaders, header

T = TypeVar("T")

KEPT: Final = 200
RESUMED_S: Final = 60.0
"""How long after a body broke off Chromium may ask for the rest; it tries a few times within seconds."""


@dataclass(frozen=True, slots=True)
class _BrokenOff:
    at: float
    validators: frozenset[str]


class Answers:
    """Of one chat. Chromium asks for the rest of a download that broke off, and reports no such request: ``continues`` recognises
    it by the answer that it continues."""

    def __init__(self) -> None:
        self._errors: OrderedDict[str, int] = OrderedDict()
        self._broken: OrderedDict[str, _BrokenOff] = OrderedDict()

    def note(self, url: str, status: int) -> None:
        """Note a server's answer to a request for ``url``."""
        if status >= 400:
            _keep(self._errors, url, status)
        else:
            self._errors.pop(url, None)

    def error(self, url: str) -> int | None:
        """The HTTP status of the last answer for ``url``, if it was an error."""
        return self._errors.get(url.partition("#")[0])

    def broke_off(self, url: str, headers: RawHeaders) -> None:
        """The answer with these ``headers``, to a request that was shown to come from within, ended early."""
        validators = (header(headers, name) for name in (b"etag", b"last-modified"))
        _keep(self._broken, url, _BrokenOff(time.monotonic(), frozenset(value for value in validators if value is not None)))

    def continues(self, url: str, headers: RawHeaders) -> bool:
        """Whether a GET request with these ``headers`` is Chromium's own, for the rest of an answer that broke off.

        To this machine it says so itself: no page can send such a ``Sec-Fetch-Site``. Elsewhere, where Chromium sends none, it
        names the version that it has a part of.
        """
        broken = self._broken.get(url)
        if broken is None or time.monotonic() - broken.at > RESUMED_S or header(headers, b"origin") is not None:
            return False
        site = header(headers, b"sec-fetch-site")
        if site is not None:
            about = (site, header(headers, b"sec-fetch-mode"), header(headers, b"sec-fetch-dest"))
            return about == ("none", "navigate", "empty")
        version = header(headers, b"if-range")
        return header(headers, b"range") is not None and version in broken.validators

    def forget_broken(self) -> None:
        """The rules by which they were let through have changed."""
        self._broken.clear()


def _keep(kept: "OrderedDict[str, T]", url: str, value: T) -> None:
    kept[url] = value
    kept.move_to_end(url)
    while len(kept) > KEPT:
        kept.popitem(last=False)
