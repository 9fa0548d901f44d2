"""Whose text an answer shows: the page's, that of frames in it, or of the sites that it lists."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from refbrowser.actions.conduct import Shows
from refbrowser.policy.registrable import belong_together
from refbrowser.policy.sites import Site, is_private

FILES: Final = "file:"
"""The site of what is read from files: whose text is in them is not known."""

_REPEATED: Final = frozenset({"path", "paths", "read_as", "next"})
"""Parts of answers that repeat what calls named."""

_MOST_FRAMES: Final = 200
_PLACES: Final = ("site", "url")
_FRAME: Final = re.compile(r"( *)\[frame \d+\]")


@dataclass(frozen=True, slots=True)
class SiteText:
    """``text`` that ``site`` showed; it may be another's unless it is its ``own``."""

    site: str
    text: str
    own: bool = True

    @property
    def kinds(self) -> list[str]:
        """What the site is by its name."""
        return kinds_of(self.site)


def error_texts(url: str | None, frame_urls: Sequence[str], failure: object) -> Iterator[SiteText]:
    """Yield the texts of an error, which may be the page's, or repeat the call."""
    for name in dict.fromkeys(filter(None, map(_name, (url, *frame_urls[:_MOST_FRAMES])))):
        yield SiteText(name, "\n".join(texts_in(failure)), own=False)


def kinds_of(site: str) -> list[str]:
    """What a site is by its name."""
    return ["private"] if site == FILES or is_private(Site.of(f"http://{site}")) else []


def site_texts(shows: Shows, url: str | None, before: str | None, frame_urls: Sequence[str], result: object) -> Iterator[SiteText]:
    """Yield the texts of an answer, by what it ``shows``. The tab is at ``url``, and was at ``before``; ``frame_urls`` are those of
    its frames. What answers repeat of calls is no site's text."""
    if shows == "call":
        return
    if shows == "document":
        own = result.get("url") if isinstance(result, dict) else None
        yield from _of(_name(own) if isinstance(own, str) else FILES, result)
        return
    page = _name(url)
    if shows == "listing":
        yield from _listed(result, page)
        return
    if not page:
        return
    foreign = _foreign(page, frame_urls)
    earlier = _name(before)
    if earlier and not belong_together(earlier, page):
        # A receipt has words of the page that was left.
        foreign = list(dict.fromkeys([*foreign, earlier]))
    if not foreign:
        yield from _of(page, result)
        return
    framed = len(foreign) == 1 and all(not belong_together(_name(url), page) for url in frame_urls[1:])
    alone = not any(map(kinds_of, foreign))
    for text in texts_in(result):
        if _FRAME.search(text) is None:
            yield SiteText(page, text, own=alone)
            yield from (SiteText(site, text, own=False) for site in foreign)
            continue
        outside, within = _parted(text)
        yield SiteText(page, outside)
        yield SiteText(page, within, own=False)
        yield from (SiteText(site, within, own=framed) for site in foreign)


def texts_in(value: object) -> list[str]:
    """Return all texts in a JSON value."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict | list | tuple):
        parts = [part for name, part in value.items() if name not in _REPEATED] if isinstance(value, dict) else value
        return [text for part in parts for text in texts_in(part)]
    return []


def _of(site: str, value: object) -> Iterator[SiteText]:
    if site:
        yield SiteText(site, "\n".join(texts_in(value)))


def _listed(value: Any, around: str) -> Iterator[SiteText]:
    """The texts of a list, each of the site that its part names."""
    if isinstance(value, dict):
        place = next((value[name] for name in _PLACES if isinstance(value.get(name), str)), None)
        site = _name(place if place is None or "://" in place else f"http://{place}") or around
        for part in value.values():
            yield from _listed(part, site)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _listed(part, around)
    elif isinstance(value, str) and around:
        yield SiteText(around, value)


def _name(url: str | None) -> str:
    """The name of an address's site; empty for one without a host."""
    site = Site.of(url) if url else None
    return site.name if site is not None and site.host else ""


def _foreign(page: str, frame_urls: Sequence[str]) -> list[str]:
    names = dict.fromkeys(filter(None, map(_name, frame_urls[:_MOST_FRAMES])))
    return [name for name in names if not belong_together(name, page)]


def _parted(text: str) -> tuple[str, str]:
    """The lines of a page outside of its frames, and those within."""
    outside, within = list[str](), list[str]()
    depth: int | None = None
    for line in text.split("\n"):
        indent = len(line) - len(line.lstrip(" "))
        if depth is not None and line.strip() and indent <= depth:
            depth = None
        if depth is None and (match := _FRAME.match(line)):
            depth = len(match[1])
            outside.append(line)
            continue
        (outside if depth is None else within).append(line)
    return "\n".join(outside), "\n".join(within)
