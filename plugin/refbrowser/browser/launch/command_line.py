"""Chromium's command line: refbrowser's switches, and disabled features.

Chromium uses only the last ``--disable-features``, and Playwright passes one, without which some of its calls fail. So the features
that refbrowser and the user disable are merged into one switch with those of Playwright.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from refbrowser.browser.playwright_internals.package import disabled_features, headless_blink_settings
from refbrowser.settings import Settings

_QUIET: Final = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--no-pings",
    "--disable-quic",
    "--dns-prefetch-disable",
    "--disable-client-side-phishing-detection",
    "--disable-sync",
    # Names are resolved by the proxy that every chat goes through; what asks past it finds nothing.
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
    # Full Chromium reads the one, the headless shell the other.
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
)
"""No traffic of Chromium's own: an agent's browser speaks only to the pages that it was sent to."""

_PAGE_TOOLS: Final = "--enable-blink-features=WebMCP"

_UNWANTED: Final = ("--disable-ipc-flooding-protection",)
"""Playwright's switches that are left out. Chromium by itself lets a page change its address 200 times in ten seconds, and ignores
what exceeds that; without this limit, a page that changes it in a loop occupies the browser for all chats, for seconds."""

_BLINK: Final = "--blink-settings="

_NO_PRIMARY_SELECTION: Final = "selectionClipboardBufferAvailable=false"
"""All chats would share it: what is selected in one, a middle click would paste in another."""

_DISABLE: Final = "--disable-features="
_ENABLE: Final = "--enable-features="

_SLOW: Final = ("RenderDocument",)
"""What an agent's browser is faster without. ``RenderDocument`` makes a new view for each document, also on the same site: that
takes 5 to 10 ms before the document can come, and has Chromium compute all styles of the old one once more, which is 40 ms for
10 000 elements."""


def switches(settings: Settings) -> list[str]:
    """The switches that Chromium is started with in addition to Playwright's own."""
    page_tools = [_PAGE_TOOLS] if settings.page_tools else []
    given = [switch for switch in settings.browser_args if not switch.startswith(_BLINK)]
    return [*_QUIET, *page_tools, _blink_settings(settings), *merged(given, disabled_features())]


def _blink_settings(settings: Settings) -> str:
    """One switch with Playwright's, the user's and our settings of Blink: Chromium heeds the last such switch alone, and in it the
    last value of a setting."""
    theirs = [headless_blink_settings()] if settings.headless else []
    given = [switch.removeprefix(_BLINK) for switch in settings.browser_args if switch.startswith(_BLINK)]
    return _BLINK + ",".join(part for part in (*theirs, *given, _NO_PRIMARY_SELECTION) if part)


def left_out(settings: Settings) -> list[str]:
    """Playwright's own switches that Chromium is not started with; what the user gives in ``browser_args`` stays."""
    return [switch for switch in _UNWANTED if switch not in settings.browser_args]


def merged(given: Sequence[str], theirs: Sequence[str]) -> list[str]:
    """Return the ``given`` switches with all disabled features merged into one; unchanged if Playwright's disabled features are
    unknown. A feature that the user enables stays enabled."""
    if not theirs:
        return list(given)
    asked_for = set(_features(given, _ENABLE))
    slow = [name for name in _SLOW if name not in asked_for]
    off = dict.fromkeys((*theirs, *_features(given, _DISABLE), *slow))
    return [*(switch for switch in given if not switch.startswith(_DISABLE)), _DISABLE + ",".join(off)]


def proxy_of(given: Sequence[str]) -> str | None:
    """The proxy that the ``given`` switches name for pages, as an address; None where they name none."""
    switch = "--proxy-server="
    if "--no-proxy-server" in given:
        return None
    value = next((argument.removeprefix(switch) for argument in reversed(given) if argument.startswith(switch)), "")
    # Either one proxy for all, or one for each scheme.
    by_scheme = dict(part.split("=", 1) for part in value.split(";") if "=" in part)
    address = by_scheme.get("https", by_scheme.get("http", "")) if by_scheme else value.split(",")[0]
    if not address or address.startswith("direct:"):
        return None
    return address if "://" in address else f"http://{address}"


def _features(given: Iterable[str], switch: str) -> list[str]:
    """Names alone, of all the switches of that kind."""
    values = (argument.removeprefix(switch).split(",") for argument in given if argument.startswith(switch))
    return [name for value in values for name in value if name]
