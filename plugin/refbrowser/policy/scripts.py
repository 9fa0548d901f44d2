"""What a script would reach, by its text alone. A script can hide what it does; one that could is called ``unclear``."""

import re
from typing import Final

REACHES: Final = ("network", "storage", "clipboard", "navigation", "input", "unclear")

_WORDS: Final = {
    "network": r"fetch|XMLHttpRequest|sendBeacon|WebSocket|WebTransport|EventSource|RTCPeerConnection|Worker|SharedWorker"
    r"|importScripts|serviceWorker|createElement|innerHTML|outerHTML|insertAdjacentHTML|write|writeln|Image|Audio|src|srcdoc"
    r"|href|append|appendChild|prepend|before|after|insertBefore|replaceChild|replaceChildren|replaceWith|insertAdjacentElement"
    r"|adoptNode|importNode|createElementNS|createContextualFragment|setHTML|setHTMLUnsafe|parseHTMLUnsafe|toggleAttribute"
    r"|setAttribute|setAttributeNS|setAttributeNode|setNamedItem|cloneNode|import|attachShadow|srcset|imageSrcset|poster|background"
    r"|ping|action|formAction|codeBase|manifest|style|cssText|setProperty|styleSheets|adoptedStyleSheets|CSSStyleSheet|insertRule"
    r"|replaceSync|addRule|attributeStyleMap|backgroundImage|FontFace|fonts|animate|KeyframeEffect|fetchLater|Notification"
    r"|load|MediaSource|addModule",
    "storage": r"cookie|cookieStore|localStorage|sessionStorage|indexedDB|caches|showOpenFilePicker|showDirectoryPicker",
    "clipboard": r"clipboard|execCommand",
    "navigation": r"location|open|history|navigation|navigate|assign|replace|pushState|replaceState|submit|requestSubmit",
    "input": r"click|dispatchEvent|focus|blur|value|checked|select|requestSubmit|submit|showModal|showPicker|press",
    "unclear": r"eval|Function|setTimeout|setInterval|constructor|Reflect|Proxy|globalThis|self|frames|fromCharCode|atob|unescape"
    r"|decodeURIComponent",
}
_COMPILED: Final = {reach: re.compile(rf"(?<![\w$])(?:{words})(?![\w$])") for reach, words in _WORDS.items()}
_IN_TEXT: Final = re.compile(r"url\s*\(|image-set\s*\(|@import|\.\s*data\s*=(?!=)")
"""What loads in a style sheet, wherever its text comes from, and what an `object` shows."""

_COMPUTED: Final = re.compile(r"[\w$)\]]\s*(?:\?\.)?\[\s*(?!-?\d+\s*\])|\\[ux]|/\*")
"""A member named by an expression, an escape in which a name can hide, a comment that splits one."""


def reach_of(script: str) -> frozenset[str]:
    """Of :data:`REACHES`, what the script's names suggest that it does; empty for one that only reads the document.

    Errs towards too much: a name counts wherever it stands, also in a text.
    """
    found = {reach for reach, words in _COMPILED.items() if words.search(script)}
    if _IN_TEXT.search(script):
        found.add("network")
    if _COMPUTED.search(script):
        found.add("unclear")
    return frozenset(found)
