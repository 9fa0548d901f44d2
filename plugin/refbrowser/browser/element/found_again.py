"""The elements of refs that were given before their chat slept: looked for in the first document that their tab shows since."""

from collections import defaultdict
from collections.abc import Mapping
from hashlib import blake2b

from playwright.async_api import Error, Frame

from refbrowser.browser.acting.act import Act
from refbrowser.browser.element.element import stale
from refbrowser.browser.engine.ref_table import Document, RefTable
from refbrowser.browser.engine.wire_reading import Remembered
from refbrowser.browser.tab.tab import Tab
from refbrowser.refs import Ref


def digest_of(key: str | None) -> str | None:
    """Return what stands for the key of an element; None for an element without one."""
    return None if key is None else blake2b(key.encode(errors="surrogatepass"), digest_size=9).hexdigest()


def frame_like(tab: Tab, url: str, name: str, *, top: bool) -> Frame | None:
    """Return the page's own frame, or its one frame of that address and name."""
    if top:
        return tab.page.main_frame
    frames = [frame for frame in tab.page.frames if frame is not tab.page.main_frame]
    found = [frame for frame in frames if (frame.url, frame.name) == (url, name)]
    return found[0] if len(found) == 1 else None


def bind(refs: RefTable, document: Document, remembered: Remembered, wanted: Mapping[int, str]) -> defaultdict[str, list[int]]:
    """Have the numbers ``wanted``, each with a key, mean the one element of ``document`` that has that key, by what it
    ``remembered``. Return the local ids by key."""
    by_key = defaultdict[str, list[int]](list)
    for local, _, key, _, _ in remembered["elements"]:
        if (digest := digest_of(key)) is not None:
            by_key[digest].append(local)
    for number, digest in wanted.items():
        # Among elements that were not all looked at, one may be alike.
        if len(found := by_key[digest]) == 1 and not remembered["more"]:
            refs.adopt(document, found[0], number)
    return by_key


async def found_again(act: Act, ref: Ref, gone: str) -> tuple[Document, int]:
    """Return the document and local id of a ref whose document is ``gone``, if its chat has slept since and the element is found
    in the document that came in its place. Raise ``ref_stale``."""
    refs, tab = act.refs, act.tab
    sleeping, woken = refs.sleeping.get(ref.number), refs.woken.get(tab.browser_id)
    if sleeping is None or sleeping.browser_id != tab.browser_id:
        raise stale(tab, ref, gone)
    if woken is None:
        raise stale(tab, ref, f"{gone}, and its page has not come back")
    frame = frame_like(tab, sleeping.url, sleeping.frame, top=sleeping.top)
    if frame is None:
        raise stale(tab, ref, f"{gone}, and its frame is gone")
    try:
        document, remembered = await tab.engine.remember(frame, act.deadline, ids=True)
    except Error:
        raise stale(tab, ref, "its frame is gone") from None
    if tab.activity.document is not woken or frame.url != sleeping.url:
        raise stale(tab, ref, "the page was navigated")
    by_key = bind(refs, document, remembered, {ref.number: sleeping.key})
    if remembered["unnumbered"] is not None:
        refs.number_all(document, *remembered["unnumbered"])
    if ref.number in refs.sleeping:
        count = len(by_key[sleeping.key])
        why = f"{count} elements may be {sleeping.label} now" if count else f"{sleeping.label} was not found again as it was"
        raise stale(tab, ref, f"{gone}, and {why}")
    return refs.find(ref.number)
