"""The documents of a tab as its chat falls asleep: read while it is at work, and given back after the tab has loaded again."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final
from urllib.parse import urlsplit

from playwright.async_api import Error, Frame

from refbrowser.browser.deadline import Deadline
from refbrowser.browser.element.found_again import bind, digest_of, frame_like
from refbrowser.browser.engine.ref_table import Document, RefTable, SleepingRef
from refbrowser.browser.engine.wire_reading import Remembered
from refbrowser.browser.network.network_log import Socket
from refbrowser.browser.session.last_state import BoxSeen, DocumentSeen, FieldSeen, RefSeen, TabSeen
from refbrowser.browser.tab.tab import Tab
from refbrowser.errors import RefbrowserError
from refbrowser.page_text import well_formed
from refbrowser.redact import redacted

READ_MS: Final = 3_000
"""How long a document may take to report what it has."""

RESTORE_MS: Final = 1_000
"""How long a page is waited for that has yet to build its fields."""

MOST_ATTEMPTS: Final = 30

RECHECK_MS: Final = 100
MOST_FRAMES: Final = 30
_WITHOUT_EFFECTS: Final = frozenset({"GET", "HEAD"})


async def read_documents(
    tab: Tab, refs: RefTable, is_secret: Callable[[str], bool]
) -> tuple[tuple[DocumentSeen, ...], tuple[str, ...]]:
    """Return the tab's documents, and what of the tab no other visit has. Fields with a text that ``is_secret`` are left out."""
    missing = list(_of_the_tab(tab))
    if not tab.attached or tab.closed or tab.crashed or tab.dialogs.pending or not tab.url.startswith(("http://", "https://")):
        return (), tuple(missing)
    frames = tab.page.frames[:MOST_FRAMES]
    read = await asyncio.gather(*(_read(tab, refs, frame, is_secret, missing) for frame in frames))
    return tuple(document for document in read if document is not None), tuple(dict.fromkeys(missing))


def _of_the_tab(tab: Tab) -> Iterable[str]:
    for dialog in tab.dialogs.pending:
        yield f"an open {dialog.kind} dialog"
    if not tab.attached:
        return
    sockets = [entry for entry in tab.network.entries if isinstance(entry, Socket) and not entry.socket.is_closed()]
    for address in dict.fromkeys(redacted(entry.socket.url)[:200] for entry in sockets):
        yield f"an open WebSocket ({address})"
    document = tab.activity.document
    if document is not None and document.method not in _WITHOUT_EFFECTS:
        yield f"the answer to a form ({document.method}), which is not sent again: the page was opened by its address"
    if tab.opener is not None:
        yield "window.opener"
    if tab.emulated.authenticator is not None:
        yield "passkeys"


async def _read(
    tab: Tab, refs: RefTable, frame: Frame, is_secret: Callable[[str], bool], missing: list[str]
) -> DocumentSeen | None:
    top = frame is tab.page.main_frame
    try:
        async with asyncio.timeout(READ_MS / 1000):
            document, seen = await tab.engine.remember(frame, Deadline(READ_MS), ids=False)
    except (Error, RefbrowserError, TimeoutError):
        if not frame.is_detached():
            where = "its page" if top else f"the frame {redacted(frame.url)[:200]}"
            missing.append(f"refs, form input and scroll position of {where}, which did not answer")
        return None
    fields = [field for field in seen["fields"] if not (isinstance(field[2], str) and is_secret(field[2]))]
    _note(missing, [*seen["missing"], ("secret in a field", seen["secrets"] + len(seen["fields"]) - len(fields))])
    missing += _stored_apart(tab, frame, seen["stored"])
    _note(missing, [("field that nothing but its place tells from others", seen["unkept"])])
    return DocumentSeen(
        frame.url,
        frame.name,
        top,
        (seen["scroll"][0], seen["scroll"][1]),
        tuple(BoxSeen(*box) for box in seen["boxes"]),
        _unique_fields(fields),
        (*_meant(seen, refs.adopted(document)), *_still_sleeping(tab, refs, frame, top=top)),
    )


def _stored_apart(tab: Tab, frame: Frame, stored: tuple[int, int]) -> Iterable[str]:
    """What a frame of another origin stores, where a visit of that origin alone does not have it."""
    own, top = urlsplit(frame.url), urlsplit(tab.page.url)
    if not any(stored) or not own.netloc or (own.scheme, own.netloc) == (top.scheme, top.netloc):
        return
    from refbrowser.policy.registrable import belong_together

    local, session = stored
    kinds = ["session storage"] if session else []
    if not belong_together(own.netloc, top.netloc):
        # Chromium keeps it apart, by the site of the page around it.
        kinds += ["local storage"] if local else []
    if kinds:
        yield f"{' and '.join(kinds)} of the frame {redacted(frame.url)[:200]}"


def _meant(seen: Remembered, adopted: Mapping[int, list[int]]) -> Iterable[RefSeen]:
    if seen["more"]:
        # Among the others, one may be alike.
        return
    keys = Counter(digest for _, _, key, _, _ in seen["elements"] if (digest := digest_of(key)) is not None)
    for local, number, key, kind, name in seen["elements"]:
        digest = digest_of(key)
        if digest is not None and keys[digest] == 1:
            for each in dict.fromkeys([number, *adopted.get(local, ())]):
                if each:
                    yield RefSeen(each, digest, f"[{kind}] {well_formed(name)}".rstrip())


def _still_sleeping(tab: Tab, refs: RefTable, frame: Frame, *, top: bool) -> Iterable[RefSeen]:
    """What has not been shown since the chat slept before, as in a menu that is closed."""
    if refs.woken.get(tab.browser_id) is tab.activity.document:
        for number, ref in refs.sleeping.items():
            if (ref.browser_id, ref.url, ref.frame, ref.top) == (tab.browser_id, frame.url, frame.name, top):
                yield RefSeen(number, ref.key, ref.label)


def _unique_fields(fields: Sequence[tuple[int, str, str | bool | list[str], bool]]) -> tuple[FieldSeen, ...]:
    keys = Counter(key for _, key, _, _ in fields)
    return tuple(
        FieldSeen(str(digest_of(key)), tuple(value) if isinstance(value, list) else well_formed(value), focused)
        for _, key, value, focused in fields
        if keys[key] == 1
    )


def _note(missing: list[str], counted: Iterable[tuple[str, int]]) -> None:
    missing += [f"{count} × {what}" if count > 1 else f"a {what}" for what, count in counted if count]


def sleeping_refs(tabs: Iterable[TabSeen]) -> dict[int, SleepingRef]:
    """Return what the refs of ``tabs`` meant, by number."""
    return {
        ref.number: SleepingRef(tab.browser_id, document.url, document.name, document.top, ref.key, ref.label)
        for tab in tabs
        for document in tab.documents
        for ref in document.refs
    }


async def restore_documents(tab: Tab, seen: Sequence[DocumentSeen], refs: RefTable) -> list[str]:
    """Give the documents of ``tab``, which has loaded, what they had; return what was not found or not taken. Bounded."""
    top = next((document for document in seen if document.top), None)
    if top is None or tab.page.url != top.url:
        return ["what its page had: it is at another address now"] if top is not None else []
    refs.woken[tab.browser_id] = tab.activity.document
    every = [_Waking(tab, document, refs) for document in seen]
    pending, patience = list(every), Deadline(RESTORE_MS)
    for _ in range(MOST_ATTEMPTS):
        before = [waking.left for waking in pending]
        for waking in pending:
            await waking.attempt(Deadline(READ_MS))
        after = [waking.left for waking in pending]
        pending = [waking for waking in pending if waking.left]
        # What one field holds may be among the words by which another is known: progress is reason enough to go on.
        if after == before:
            quiet = tab.activity.document is not None and not tab.activity.is_at_work()
            awaited = any(waking.awaits(quiet=quiet) for waking in pending)
            if not awaited or patience.passed or tab.closed:
                break
            await tab.activity.change(RECHECK_MS)
    for waking in every:
        waking.number_others()
    return [line for waking in every for line in waking.lost]


class _Waking:
    """One document on its way back."""

    def __init__(self, tab: Tab, seen: DocumentSeen, refs: RefTable) -> None:
        self.seen = seen
        self.lost: list[str] = []
        self._tab = tab
        self._refs = refs
        self._fields = {field.key: field for field in seen.fields}
        self._wanted = list(seen.refs)
        self._unscrolled = 1
        self._last: tuple[Document, Remembered] | None = None

    def awaits(self, *, quiet: bool) -> bool:
        """Whether it may yet become what it was. A page that has loaded is waited for where text that was entered is missing."""
        return bool(self._fields) or not quiet

    @property
    def left(self) -> int:
        """How much is left to do."""
        return len(self._fields) + len(self._wanted) + self._unscrolled

    def number_others(self) -> None:
        """Give all elements that have no number yet a new one."""
        if self._last is not None and (unnumbered := self._last[1]["unnumbered"]) is not None:
            self._refs.number_all(self._last[0], *unnumbered)

    async def attempt(self, deadline: Deadline) -> None:
        """Give back what is there for it."""
        if (frame := frame_like(self._tab, self.seen.url, self.seen.name, top=self.seen.top)) is None:
            self.lost = [f"what its frame {redacted(self.seen.url)[:200]} had"]
            return
        try:
            document, remembered = await self._tab.engine.remember(frame, deadline, ids=True)
            bind(self._refs, document, remembered, {ref.number: ref.key for ref in self._wanted})
            self._wanted = [ref for ref in self._wanted if ref.number in self._refs.sleeping]
            fields = self._present(remembered)
            boxes = [(box.path, box.x, box.y) for box in self.seen.boxes]
            _, done = await self._tab.engine.restore(
                frame, document, self.seen.scroll, boxes, [(local, *_given(field)) for local, field in fields.items()], deadline
            )
        except (Error, RefbrowserError):
            self.lost = ["what its page had, which did not answer"]
            return
        self._last = document, remembered
        for local, field in fields.items():
            if local not in done["fields"]:
                del self._fields[field.key]
        self._unscrolled = len(done["boxes"]) + (not done["scrolled"])
        self.lost = []
        _note(self.lost, [("field's content", len(self._fields)), ("scroll position", self._unscrolled)])

    def _present(self, remembered: Remembered) -> dict[int, FieldSeen]:
        """The fields that are to be filled, by local id; those that hold it already need nothing."""
        keys = Counter(digest for _, key, _, _ in remembered["fields"] if (digest := digest_of(key)) is not None)
        found: dict[int, FieldSeen] = {}
        for local, key, value, _ in remembered["fields"]:
            field = self._fields.get(str(digest_of(key)))
            if field is None or keys[field.key] != 1:
                continue
            if field.value == (tuple(value) if isinstance(value, list) else value) and not field.focused:
                del self._fields[field.key]
            else:
                found[local] = field
        return found


def _given(field: FieldSeen) -> tuple[str | bool | list[str], bool]:
    return list(field.value) if isinstance(field.value, tuple) else field.value, field.focused
