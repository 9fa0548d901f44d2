"""What a call sends of text, and to which sites: read from its checked arguments and from what is observed."""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Final
from urllib.parse import unquote_plus

from refbrowser.actions.uses import CallUses
from refbrowser.errors import RefbrowserError
from refbrowser.policy.facts import Facts
from refbrowser.policy.hosts import address_of, parsed_url
from refbrowser.policy.seen_text import EVERYWHERE, HIDDEN
from refbrowser.policy.sites import Site
from refbrowser.policy.urls import openable

_OF_THE_TAB: Final = ("Input.", "Runtime.", "DOM.", "CSS.")
"""Raw commands whose parameters reach the documents of the tab alone, and whatever these send them to."""

_ADDRESS: Final = re.compile(r"(?:\b(?P<scheme>https?|wss?):)?(?://|\\\\)(?P<host>[^\s/?#\"'`<>\\(){}|,;]{1,300})", re.IGNORECASE)
_JOINS: Final = re.compile(r"\+|\$\{|\b(?:concat|join|replace|replaceAll|reverse|slice|split|substring|at|charAt)\s*\(")
"""What may put an address together in a script."""

_COMMAND: Final = frozenset({"Control", "Meta", "ControlOrMeta", "ControlLeft", "ControlRight", "MetaLeft", "MetaRight"})
_SHORTCUTS: Final = frozenset("acvxz")
_CODE: Final = re.compile(r"(?:Key|Digit|Numpad)(\w)")


def texts_of(uses: CallUses) -> list[str]:
    """Return the texts in the call that a page, or a server, would get; what only selects or filters what is read is none."""
    return [text for text in (*uses.texts, *uses.undeclared, characters(uses.keys)) if text]


def characters(keys: Sequence[str]) -> str:
    """Return what keys enter, or a page can read from them; not that of the usual shortcuts."""
    if not _COMMAND.isdisjoint(keys) and {key.lower() for key in keys if len(key) == 1} <= _SHORTCUTS:
        return ""
    typed = [
        " " if key == "Space" else key if len(key) == 1 else match[1] if (match := _CODE.fullmatch(key)) else "" for key in keys
    ]
    return "".join(typed)


def destinations(facts: Facts, uses: CallUses, frame_urls: Sequence[str]) -> list[str]:
    """Return the names of the sites to which the texts of the call go. ``frame_urls`` are the addresses of all frames of its tab.

    A field is its frame's, and of each site to which its form and links lead: the page around a frame gets nothing of it.
    """
    page = [facts.page_url] if facts.page_url else []
    if facts.sends_everywhere:
        return [EVERYWHERE]
    if uses.command is not None:
        return [*_names([*page, *frame_urls]), HIDDEN] if uses.command.startswith(_OF_THE_TAB) else [EVERYWHERE]
    if uses.site is not None:
        return [_site_of_name(uses.site, facts.page_url)]
    if facts.url is not None:
        return _of_address(facts.url)
    if uses.script is not None:
        framed = uses.framed or bool(uses.targets)
        return _of_script(facts, uses.script, [*page, *(frame_urls if framed else ())])
    if (element := facts.element) is None:
        return _names(page)
    return _names([element.frame_url, element.leads_to, *element.leads, element.submit_leads_to])


def named_addresses(texts: Sequence[str]) -> list[str]:
    """Return the addresses that arguments without a declared use may name: each text without blanks is one."""
    found = []
    for text in texts:
        if text and not any(map(str.isspace, text.strip())):
            with suppress(RefbrowserError):
                found.append(openable(text, allow_file_urls=True))
    return found


def _of_address(url: str) -> list[str]:
    """The site of an address, and those of addresses in it, to which it may redirect. What is no site's may send to any."""
    if url.startswith("about:"):
        return []
    site = Site.of(url)
    if not site.host:
        return [EVERYWHERE]
    return list(dict.fromkeys([site.name, *_addressed(url.partition("//")[2])]))


def _of_script(facts: Facts, script: str, documents: Sequence[str]) -> list[str]:
    """The sites of the documents in which a script may run, and those that it names; and whatever it may hide."""
    does = facts.does or frozenset()
    hides = not does.isdisjoint({"network", "navigation"}) and ("unclear" in does or _JOINS.search(script) is not None)
    return list(dict.fromkeys([*_names(documents), *_addressed(script), *([HIDDEN] if hides else ())]))


def _names(urls: Iterable[str | None]) -> list[str]:
    sites = [Site.of(url) for url in urls if url and not url.startswith("about:")]
    return list(dict.fromkeys(site.name if site.host else EVERYWHERE for site in sites))


def _addressed(text: str) -> list[str]:
    """The sites of the addresses that stand in a text, also percent-encoded."""
    found: dict[str, None] = {}
    for written in dict.fromkeys((text, unquote_plus(text), unquote_plus(unquote_plus(text)))):
        for match in _ADDRESS.finditer(written):
            scheme, host = match["scheme"], match["host"].rpartition("@")[2]
            # Two strokes alone may begin a comment.
            if scheme or "." in host or ":" in host or host.startswith("localhost"):
                site = Site.of(f"{scheme or 'http'}://{host}")
                found |= {site.name: None} if site.host else {}
    return list(found)


def _site_of_name(site: str, page_url: str | None) -> str:
    """The site that ``storage`` names: a host without a port is that of the page, where that has this host."""
    named = Site.of(site if "://" in site else f"https://{site}")
    page = Site.of(page_url) if page_url else None
    return page.name if page is not None and page.host == named.host else named.name


def address_text(url: str, is_known: bool, domain: str | None) -> str:
    """Return what of an address is text: all of it for a site that the chat knows (``is_known``), whose addresses are its own as
    far as they were shown; else all but the scheme, a host that is a number, and the registrable ``domain``."""
    try:
        parts = parsed_url(url)
    except ValueError:
        return url
    if is_known:
        return unquote_plus(url)
    host = "" if parts.hostname == "localhost" or address_of(parts.hostname) else parts.hostname.removesuffix(domain or "")
    return f"{host} {parts.username} {parts.password} {unquote_plus(parts.pathname + parts.search + parts.hash)}"
