"""A receipt, written from what was observed: around the page by Playwright, in it by the engine, and by a second reading."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from playwright.async_api import Error

from refbrowser.browser.acting.act import Act
from refbrowser.browser.deadline import Deadline
from refbrowser.browser.element.dispatched import Dispatched
from refbrowser.browser.engine.ref_table import Document, RefTable
from refbrowser.browser.engine.wire import Effects, ScrolledBox, Signal, TargetState
from refbrowser.browser.input.field_values import alike, is_drawn_end, same_moment
from refbrowser.browser.monitor.page_activity import counted_since, since
from refbrowser.browser.receipt.asked import asked_of_browser, chooser_opened
from refbrowser.browser.receipt.before import Before, all_compared, changed_others, navigated_others
from refbrowser.browser.receipt.failures import by_site
from refbrowser.browser.receipt.settled import Settled
from refbrowser.browser.session.session import BrowserSession
from refbrowser.browser.snapshot.capture import capture
from refbrowser.browser.tab.tab import Tab
from refbrowser.content.capture import Capture
from refbrowser.content.delta import capped, delta
from refbrowser.content.unanswered import newly_unanswered, with_unanswered_frames_of
from refbrowser.page_text import truncated
from refbrowser.policy.outcomes import NO_PAGE
from refbrowser.redact import redacted
from refbrowser.results import Receipt

MOST_NOTES: Final = 5

MOST_DOWNLOADS: Final = 10

NETWORK_ECHO: Final = "Failed to load resource: "
"""How Chromium's console repeats a failed request, which a receipt lists once."""


@dataclass(frozen=True, slots=True)
class Written:
    """A receipt, and the reading of the page that later receipts compare with, where it was read again."""

    receipt: Receipt
    page: Capture | None


async def written(session: BrowserSession, act: Act, before: Before, dispatched: Dispatched, settled: Settled) -> Written:
    """The receipt of an action that is over."""
    tab, deadline = act.tab, act.deadline
    activity, refs, hit = tab.activity, session.refs, dispatched.hit
    state = settled.target.state if settled.target is not None else None
    sent = any(signal["type"] == "submit" for signal in settled.signals) or hit.performed == "type_submit"
    receipt = Receipt(
        hit,
        {**readback(state, hit.typed, emptied=sent), **hit.readback, **settled.notes},
        compared=before.compares and all_compared(tab),
    )
    if hit.performed == "drag" and any(signal["type"] == "drop" and signal.get("state") == "none" for signal in settled.signals):
        receipt.readback["drop"] = "not accepted: nothing on the page took what was dragged"
    _shapes(receipt, before, settled)
    _tabs(receipt, session, tab, before)
    if before.others:
        receipt.other_tabs += await changed_others(before, deadline)
    receipt.flooding = tab.flooding.take_report() if tab.flooding.paused_s else None
    receipt.downloads = _few(activity.downloads_since(before.mark), MOST_DOWNLOADS)
    if receipt.downloads:
        records = session.downloads.of_tab(tab.browser_id, len(receipt.downloads))
        saved = [record for record in records if record.path is not None]
        receipt.saved = [{"name": record.name, "size": record.size, "path": record.path} for record in saved]
    receipt.navigation = _navigation(tab, before, settled, receipt)
    recurring = tab.seen.recurring
    if recurring.since and (reports := _reported(tab, before)):
        recurring.learn(reports)
    failures = by_site(failed, tab.url) if (failed := _failures(tab, before)) else None
    if failures is not None:
        receipt.failed_requests = _few(failures.without(set() if before.compares else set(failures.others)))
    receipt.blocked = _few(_blocked(tab, before))
    logged = since(activity.console_errors, before.mark)
    errors = [text for text in logged if not recurring.has(text)]
    echoed = bool(receipt.failed_requests or receipt.blocked)
    receipt.console_errors = _few([text for text in errors if not (echoed and text.startswith(NETWORK_ECHO))])
    receipt.validation = _few(_messages(settled.signals))
    receipt.media = _few(
        list(dict.fromkeys(f"{signal['name']} {signal['state']}" for signal in settled.signals if signal["type"] == "media"))
    )
    receipt.scrolled_boxes = [_named_box(refs, document, box) for document, box in settled.boxes]
    receipt.pending_requests = settled.pending_requests
    receipt.pending = _few(_pending(tab, before, settled))
    chosen, asks = activity.chooser_since(before.mark) is not None, any(signal["type"] == "asked" for signal in settled.signals)
    if chosen or asks or activity.asked or session.openings.count != before.openings:
        receipt.file_chooser = chooser_opened(tab, before, hit)
        receipt.asked = asked_of_browser(session, tab, before, settled, receipt.file_chooser)
    if before.compares:
        receipt.earlier_changes, receipt.spans_earlier = tab.seen.earlier or None, before.spans_earlier
    dialogs = tab.dialogs.seen_since(before.dialogs)
    receipt.dialog = dialogs[-1] if dialogs else None
    receipt.earlier_dialogs = dialogs[:-1]
    if (hit.entry or (hit.typed is not None and "value" in receipt.readback)) and hit.ref is not None:
        tab.seen.read_back.add(hit.ref)
    tab.seen.read_back |= hit.read_back
    page = None
    if settled.page is None and tab.blocking_popup is not None:
        receipt.compared = False
    elif before.page is not None and not settled.new_document and not settled.navigation_pending and not tab.closed:
        around = dispatched.element.around if dispatched.element is not None else frozenset()
        page = await _describe_changes(receipt, session, tab, before, before.page, settled, around, deadline)
    if hit.typed is None and not hit.entry and not hit.read_back:
        receipt.restated = _few(list(dict.fromkeys(settled.secrets)))
    if failures is not None and failures.others:
        # A site that only measures fails all the time; where nothing else is observed, it may be what the action was about.
        fewer = failures.without(tab.seen.failing_hosts)
        if before.compares and replace(receipt, failed_requests=fewer).effect_observed:
            receipt.failed_requests = _few(fewer)
        tab.seen.failing_hosts |= failures.others.keys()
    if before.compares and not receipt.effect_observed and (caret := _account(settled, "caret")):
        receipt.places["caret"] = caret
    if before.compares and not receipt.effect_observed:
        requests = activity.responses_since(before.mark)
        receipt.requests = _few([request for request in requests if not recurring.has(request)])
        receipt.ticked += [request for request in requests if recurring.has(request)][:1]
        receipt.ticked += [f"the error {truncated(text, 100)}" for text in logged if recurring.has(text)][:1]
        receipt.ticked += ["the address"] if tab.url != before.url and not tab.closed else []
    recurring.since, recurring.address = activity.mark(), tab.url
    return Written(receipt, page)


def expected(tab: Tab, before: Before, sent: Dispatched, settled: Settled, *, told: bool) -> list[str]:
    """Return what the action has set going, or may have, that can still have an effect; a worker that was there before is named
    only where no effect has been ``told``."""
    names: list[str] = []
    if settled.page is None or tab.closed:
        return names
    if settled.scripted:
        names.append("scripts that keep changing the page")
    elif sent.hit.performed != "drag":  # for which Playwright sets timers in the page
        asked = {answer["scheduled"] for answer in settled.accounts.values()}
        if "timer" in asked:
            names.append("a timer that a script has set")
        elif "frames" in asked or (settled.page["scheduled"] == "frame" and (not told or settled.page["looks"])):
            # Frames out of sight draw none. A look that changes is drawn frame by frame, or as a part of more.
            names.append("a script that waits for the next frames")
    # One that has ended by now may have been at work when the page was last asked.
    if tab.activity.worker_since(before.mark) or (tab.page.workers and not told):
        names.append("a worker of the page")
    if tab.network.messages_sent > before.messages_sent:
        names.append("an answer to what the page sent over a WebSocket")
    return names


def readback(target: TargetState | None, typed: str | None = None, *, emptied: bool = False) -> dict[str, Any]:
    """What the element holds after the action: its value (never a secret's), and whether it is what was typed. With ``emptied`` its
    form was sent, and may have taken what it held."""
    if target is None or not target["connected"]:
        return {}
    if target.get("secret"):
        return {"value": "•••", "changed": True} if typed else {}
    answer: dict[str, Any] = {}
    value = target.get("value")
    if value is not None and typed is not None:
        answer |= {"value": value, "changed": True}
        if not value and typed and emptied:
            answer["emptied"] = True
        elif not alike(value, typed) and not same_moment(value, typed):
            answer["value_part" if is_drawn_end(value, typed) else "differs_from_typed"] = True
    states = {name: target.get(name) for name in ("checked", "pressed", "selected", "expanded")}
    answer |= {name: state for name, state in states.items() if state is not None}
    if target.get("validation"):
        answer["validation_message"] = target["validation"]
    return answer


def _shapes(receipt: Receipt, before: Before, settled: Settled) -> None:
    """Add what no line of the page shows: which text has been selected, and how the box that was dragged has changed."""
    if not before.compares:
        return
    if "selection" not in receipt.readback and (text := _account(settled, "selected")):
        receipt.places["selection"] = text
    if receipt.hit.performed == "drag" and (box := _account(settled, "box")):
        receipt.places["box"] = box


def _account(settled: Settled, name: Literal["selected", "caret", "box"]) -> str | None:
    return next((text for answer in settled.accounts.values() if (text := answer.get(name))), None)


def _tabs(receipt: Receipt, session: BrowserSession, tab: Tab, before: Before) -> None:
    receipt.other_tabs = [{"browser_id": other.browser_id, "url": redacted(other.going_to)} for other in navigated_others(before)]
    if (openings := session.openings).count == before.openings:
        return
    opened = [other for other in openings.since(before.openings, tab) if not other.is_extra]
    receipt.opened_browser_ids = openings.report(opened)
    receipt.opened = [{"browser_id": other.browser_id, "url": redacted(other.url)} for other in opened]
    receipt.turned_away = openings.turned_away_since(before.openings, tab)
    receipt.closed_browser_ids = openings.report_closed(openings.closed_since(before.openings, tab))


def _navigation(tab: Tab, before: Before, settled: Settled, receipt: Receipt) -> dict[str, Any] | None:
    navigation = tab.activity.navigation
    if settled.navigation_pending and navigation is not None:
        return {"from": redacted(before.url), "to": redacted(navigation.url), "pending": True}
    if navigation is not None and navigation is not before.navigation and navigation.no_content:
        return {"from": redacted(before.url), "to": redacted(navigation.url), "http_status": navigation.status, "stayed": True}
    if navigation is not None and navigation is not before.navigation and navigation.no_page and not receipt.downloads:
        if navigation.for_program:
            return None
        where = {"from": redacted(before.url), "to": redacted(navigation.url)}
        return {**where, "net_error": "ERR_ABORTED", "because": NO_PAGE, "stayed": True}
    if settled.new_document:
        led: dict[str, Any] = {"from": redacted(before.url), "to": redacted(tab.url), "http_status": tab.activity.document_status}
        document = tab.activity.document
        if document is not None and document.request is not None and document.request.redirected_from is not None:
            led["redirects"] = tab.network.redirects(document.request)
        return led
    if tab.url != before.url and not tab.closed and not tab.seen.recurring.has(tab.url):
        return {"from": redacted(before.url), "to": redacted(tab.url), "same_document": True}
    return None


def _blocked(tab: Tab, before: Before) -> list[str]:
    counted = counted_since(tab.activity.blocked, before.mark)
    return [f"{count} request{'s' if count > 1 else ''} to {where}" for where, count in counted.items()]


def _failures(tab: Tab, before: Before) -> list[str]:
    activity = tab.activity
    failures = [failure for failure in since(activity.failed_requests, before.mark) if not tab.seen.recurring.has(failure)]
    status, navigation = activity.document_status, activity.navigation
    if activity.commits > before.commits and status is not None and status >= 400:
        failures.insert(0, f"{status} {redacted(tab.url)}")
    if navigation is not None and navigation.failure and not navigation.committed and navigation.failure != "net::ERR_ABORTED":
        failures.insert(0, f"{navigation.failure} {redacted(navigation.url)}")
    document = activity.document
    if activity.commits > before.commits and document is not None and document.cut not in (None, "ERR_ABORTED"):
        failures.insert(0, f"net::{document.cut} {redacted(document.url)}")
    return failures


_SENT: Final = re.compile(r"\S+ (?:POST|PUT|PATCH|DELETE) ")
"""How a request that is sent to have an effect begins: its status, or how it failed, and its method."""


def _reported(tab: Tab, before: Before) -> list[str]:
    """What the page reported between the last receipt and the action: errors, failed requests, answers, another address. What was
    sent to have an effect, as an order that fails late, is an action's own however often it comes."""
    activity, recurring = tab.activity, tab.seen.recurring
    answered = ((began, answer) for _, began, answer in activity.responses)
    logged = (*activity.failed_requests, *activity.console_errors, *answered)
    between = [str(report) for sequence, report in logged if recurring.since < sequence <= before.mark]
    reports = [text for text in between if not _SENT.match(text)]
    return reports if before.url == recurring.address else [*reports, before.url]


def _named_box(refs: RefTable, document: Document, box: ScrolledBox) -> dict[str, Any]:
    number = refs.number(document, box["id"]) if box["id"] is not None else None
    return {"box": f"[scrollable {number}]" if number is not None else box["name"], "from": box["from"], "to": box["to"]}


def _pending(tab: Tab, before: Before, settled: Settled) -> list[str]:
    pending = [truncated(redacted(url), 200) for url in tab.activity.open_since(before.mark)] if settled.pending_requests else []
    if settled.animation is not None:
        pending.append(f"{settled.animation['what']} is animated for {settled.animation['left_ms'] / 1000:.1f} s more")
    return pending


async def _describe_changes(
    receipt: Receipt,
    session: BrowserSession,
    tab: Tab,
    before: Before,
    page: Capture,
    settled: Settled,
    around: Collection[int],
    deadline: Deadline,
) -> Capture | None:
    """Adds to the receipt how the page differs from ``page``; returns the new reading if one was made. ``around`` are the numbers
    of the frames that the action's element is in."""
    refs, hit = session.refs, receipt.hit
    if settled.page is not None:
        _report_title(receipt, page, settled.page, settled.page["title"])
        accounts = settled.accounts.values()
        receipt.ticked = _few([name for answer in accounts for name in answer["ticked"]])
        receipt.looks_changed = _few([look for answer in accounts for look in answer["looks"]])
    if not (settled.changed or hit.unannounced or tab.internals.present):
        document = tab.frames.document(tab.page.main_frame)
        if settled.page is not None and document is not None:
            _report_focus(receipt, tab, before, _focused(tab, refs, document, settled), around)
        return None
    try:
        current = await capture(tab, refs, deadline, given=settled.captured)
    except Error:
        receipt.compared = False
        return None
    if current.epoch != page.epoch:
        status = tab.activity.document_status
        receipt.navigation = receipt.navigation or {"from": redacted(before.url), "to": redacted(tab.url), "http_status": status}
        return None
    if settled.page is not None:
        # The reading is later than the answer, and what comes next is compared with it.
        _report_title(receipt, page, settled.page, current.title)
    restated = before.restated | {refs.number(document, local) for document, local in settled.restated}
    own = hit.read_back | ({hit.ref} if hit.ref is not None and (hit.entry or hit.typed is not None) else set())
    outdated = tab.seen.read_back & (restated - own)
    reported = own | (tab.seen.read_back - outdated)
    marked = page.marked
    if len(tab.page.frames) > 1:
        receipt.pending += [f"{frame}, which did not answer" for frame in newly_unanswered(current.marked, page.marked)]
        current = replace(current, marked=with_unanswered_frames_of(current.marked, page.marked))
        marked = with_unanswered_frames_of(page.marked, current.marked)
    text, whole = capped(delta(marked, current.marked, reported, outdated, tickers=False), tab.browser_id)
    receipt.changes = text or None
    tab.seen.mark(current, changes_shown=whole)
    receipt.scrolled = page.position != current.position
    _report_focus(receipt, tab, before, current.focused, around)
    return current


def _report_title(receipt: Receipt, page: Capture, effects: Effects, title: str) -> None:
    if title != page.title and not effects["title_ticks"]:
        receipt.title = {"from": page.title, "to": title}


def _focused(tab: Tab, refs: RefTable, document: Document, settled: Settled) -> int | None:
    """The number of what has the focus in the document, or in the innermost frame that has it."""
    local = settled.focused.get(document)
    if local is None:
        return None
    inner = tab.frames.known_child(document, local)
    deeper = _focused(tab, refs, inner, settled) if inner is not None and inner is not document else None
    return deeper if deeper is not None else refs.number(document, local)


_FOCUSING: Final = frozenset({"click", "double_click"})


def _report_focus(receipt: Receipt, tab: Tab, before: Before, focused: int | None, around: Collection[int]) -> None:
    hit = receipt.hit
    # Each press moves the focus to what it presses, and to the frame that this is in; that counts where it was the purpose.
    expected = None if hit.takes_text and hit.performed in _FOCUSING else hit.ref
    if focused not in (before.focused, expected, *around):
        receipt.focus = focused
    if focused is None:
        receipt.focus_lost = before.focused
    tab.seen.focused = focused


def _messages(signals: Iterable[Signal]) -> list[str]:
    return list(
        dict.fromkeys(f"{signal.get('name') or 'field'}: {signal['message']}" for signal in signals if signal["type"] == "invalid")
    )


def _few(notes: Sequence[str], most: int = MOST_NOTES) -> list[str]:
    return [*notes[:most], f"… {len(notes) - most} more"] if len(notes) > most else list(notes)
