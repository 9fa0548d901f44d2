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

_NAMING: Final = re.compile(
    r"(?:(?<![\w$.\[])(?<!\bconst )(?<!\blet )|(?<![\w$])(?:window|top|parent|opener|defaultView)\s*\.\s*)name\s*=(?!=)"
)
"""A window's name goes along to the next document, whichever that is. A ``const`` or ``let`` of the same name is not it."""

_COMPUTED: Final = re.compile(r"[\w$)\]]\s*(?:\?\.)?\[\s*(?!-?\d+\s*\])|\\[ux]|/\*")
"""A member named by an expression, an escape in which a name can hide, a comment that splits one."""

_VOCABULARY: Final = """
async await break case catch class const continue default delete do else export extends false finally for function if in
instanceof let new null of return static super switch this throw true try typeof undefined var void while yield nan array boolean
date error json map math number object promise regexp set string symbol url urlsearchparams console window document
documentelement body head event element elements node nodelist htmlelement performance navigator screen queryselector
queryselectorall getelementbyid getelementsbyclassname getelementsbytagname getelementsbyname closest matches getattribute
hasattribute attributes dataset classlist classname tagname nodename nodetype id children childnodes firstchild lastchild
firstelementchild lastelementchild nextsibling previoussibling nextelementsibling previouselementsibling parentelement parentnode
textcontent innertext innerhtml outerhtml value href src alt title type disabled hidden getboundingclientrect getcomputedstyle top
left right bottom width height x y scrolltop scrollheight scrollto scrollby scrollintoview innerwidth innerheight offsettop
offsetheight clientheight length push pop shift slice splice concat join split trim tolowercase touppercase startswith endswith
includes indexof lastindexof replace replaceall match matchall test exec from entries keys values assign map filter foreach reduce
find findindex some every sort reverse flat flatmap at fill parse stringify parseint parsefloat tostring tofixed min max round
floor ceil abs now add remove toggle contains has get size then all log click focus blur submit checked selected options
selectedindex input button select textarea form label a div span p ul ol li table tbody thead tr td th img h1 h2 h3 h4 h5 h6
section article main nav header footer iframe script style class name text link location pathname search hash host hostname origin
readystate
"""
SCRIPT_WORDS: Final = frozenset(_VOCABULARY.split())
"""Words that scripts consist of, whatever they are about; in small letters."""


def reach_of(script: str) -> frozenset[str]:
    """Of :data:`REACHES`, what the script's names suggest that it does; empty for one that only reads the document.

    Errs towards too much: a name counts wherever it stands, also in a text.
    """
    found = {reach for reach, words in _COMPILED.items() if words.search(script)}
    if _IN_TEXT.search(script):
        found.add("network")
    if _NAMING.search(script):
        found |= {"navigation", "unclear"}
    if _COMPUTED.search(script):
        found.add("unclear")
    return frozenset(found)
