"""What a page asked of the browser during an action: a person would see a picker, a prompt, a printed page or another program."""

from collections.abc import Mapping
from typing import Any, Final

from refbrowser.browser.monitor.other_programs import not_opened
from refbrowser.browser.monitor.page_activity import PICKER, TEXT_LIMIT
from refbrowser.browser.receipt.before import Before
from refbrowser.browser.receipt.settled import Settled
from refbrowser.browser.session.session import BrowserSession
from refbrowser.browser.tab.tab import Tab
from refbrowser.page_text import truncated
from refbrowser.results import Hit

MOST_ASKED: Final = 6

_ESCAPE: Final = {"action": "keyboard", "key": "Escape"}

_ANSWERS: Final[Mapping[str, Mapping[str, Any]]] = {
    "pointer lock: granted": _ESCAPE,
    "full screen: granted": _ESCAPE,
    "print: shown to nobody": {"action": "pdf"},
    "form resubmission: refused: the request is not sent again": {"action": "reload"},
}
"""The call that ends what a page got, or that does what it asked for, where there is one."""

_IN_WORDS: Final = {
    "pointer lock: taken back": "granted, then taken back: this Chromium has no interface, and does not keep the pointer in a page",
    "print: shown to nobody": "nothing was printed: there is no preview and no printer",
}


def asked_of_browser(
    session: BrowserSession, tab: Tab, before: Before, settled: Settled, chooser: Mapping[str, Any] | None
) -> list[dict[str, Any]]:
    """``{what, got, answer_with?}`` of each request, each once; ``chooser`` is the file chooser that the page opened."""
    found = [(what, got) for sequence, what, got in tab.activity.asked if sequence > before.mark]
    if session.openings.count != before.openings:
        opened = [entry.for_program for entry in session.openings.since(before.openings, tab)]
        found += [("another program", truncated(not_opened(url), TEXT_LIMIT)) for url in opened if url is not None]
    found += [(entry.get("name", ""), entry.get("state", "")) for entry in settled.signals if entry["type"] == "asked"]
    asked = [_request(PICKER, "nothing yet", chooser.get("answer_with"))] if chooser is not None else []
    asked += [_request(what, got, _ANSWERS.get(f"{what}: {got}")) for what, got in dict.fromkeys(found) if got != "left"]
    if len(asked) > MOST_ASKED:
        asked[MOST_ASKED:] = [_request(f"… {len(asked) - MOST_ASKED} more", "", None)]
    return asked


def _request(what: str, got: str, answer: Mapping[str, Any] | None) -> dict[str, Any]:
    request = {"what": what, "got": _IN_WORDS.get(f"{what}: {got}", got)}
    return request if answer is None else {**request, "answer_with": dict(answer)}


def chooser_opened(tab: Tab, before: Before, hit: Hit) -> dict[str, Any] | None:
    """The file chooser that the action opened, and the call that answers it; None where it opened none, or has answered it."""
    chooser = tab.activity.chooser_since(before.mark)
    if chooser is None or hit.performed == "upload_file":
        return None
    multiple = chooser.is_multiple()
    answer = {"action": "upload_file", "ref": hit.ref, **({"paths": ["…"]} if multiple else {"path": "…"})}
    return {"multiple": multiple, **({"answer_with": answer} if hit.ref is not None else {})}
