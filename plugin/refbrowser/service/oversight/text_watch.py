"""What one chat was shown and sends, for the rules that ask where text comes from."""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from refbrowser.actions.conduct import Shows
from refbrowser.actions.uses import CallUses
from refbrowser.browser.clipboard.clip import Clip
from refbrowser.policy.facts import Facts
from refbrowser.policy.registrable import registered_domain
from refbrowser.policy.seen_text import Outgoing, SeenText
from refbrowser.policy.sites import Site
from refbrowser.service.oversight.answer_text import SiteText, error_texts, kinds_of, site_texts
from refbrowser.service.oversight.outgoing_text import address_text, texts_of
from refbrowser.service.oversight.uploaded_text import FileText

_MOST_PICTURES: Final = 1_000
_PATHS: Final = ("path", "picture", "before", "after")


class TextWatch:
    """``began`` is when the chat was first shown text, as files have their times."""

    def __init__(self) -> None:
        self._seen = SeenText()
        self._task: Sequence[str] = ()
        self._pictures: dict[str, list[str]] = {}
        self._clip = Clip()
        self.began: float | None = None

    def begin_task(self, task: Sequence[str]) -> bool:
        """The chat's task is what these texts say. Returns whether that is new."""
        if tuple(task) == tuple(self._task):
            return False
        self._task = tuple(task)
        self._seen.begin_task(task)
        return True

    def note_answer(self, shows: Shows, url: str | None, before: str | None, frame_urls: Sequence[str], result: object) -> None:
        """The chat was given ``result``; see :func:`site_texts`."""
        self._note(site_texts(shows, url, before, frame_urls, result))
        if paths := list(_pictures_in(result)):
            sites = [site.name for site in map(Site.of, frame_urls) if site.host]
            for path in paths:
                self._pictures[path] = list(dict.fromkeys([*self._pictures.get(path, ()), *sites]))
            while len(self._pictures) > _MOST_PICTURES:
                del self._pictures[next(iter(self._pictures))]

    def note_error(self, url: str | None, frame_urls: Sequence[str], failure: object) -> None:
        """The chat was given an error."""
        self._note(error_texts(url, frame_urls, failure))

    def _note(self, parts: Iterable[SiteText]) -> None:
        for part in parts:
            self.began = self.began or time.time()
            self._seen.note(part.site, part.text, part.kinds, own=part.own)

    def note_clip(self, clip: Clip, frame_urls: Sequence[str]) -> None:
        """A call left this in the chat's clipboard: text of one of the documents of its tab."""
        if clip is self._clip or not clip.text:
            return
        self._clip, self.began = clip, self.began or time.time()
        names = list(dict.fromkeys(site.name for site in map(Site.of, frame_urls) if site.host))
        for site in names:
            self._seen.note(site, f"{clip.text}\n{clip.html or ''}", kinds_of(site), own=len(names) == 1)

    def note_pictures(self, paths: Iterable[str]) -> None:
        """A model was shown these pictures."""
        for site in [site for path in paths for site in self._pictures.get(path, ())]:
            self.began = self.began or time.time()
            self._seen.mark_unread(site, kinds_of(site))

    def note_sign_in(self, url: str) -> None:
        """A password was entered there: what the site shows from now on may be a person's own."""
        self._seen.mark(Site.of(url).name, "signed-in")

    @property
    def shown(self) -> dict[str, frozenset[str]]:
        """The sites whose text the chat was shown, with its kinds."""
        return self._seen.shown

    def note_shown(self, shown: Mapping[str, Iterable[str]]) -> None:
        """The chat was shown text of these sites in another browser: it is not known here, and may be any."""
        for site, kinds in shown.items():
            self.began = self.began or time.time()
            self._seen.mark_unread(site, kinds)

    def outgoing(self, uses: CallUses, url: str | None, files: FileText, clip: Clip | None) -> Outgoing:
        """What a call sends: its own texts, of which one may be the ``url`` that it loads, those of ``files``, and the ``clip``
        that it pastes."""
        # What says nothing of itself may name a file.
        unread = files.unread or bool(uses.undeclared)
        texts = [self._text(url or text) if text == uses.address else text for text in texts_of(uses)]
        if clip is not None and clip.text:
            texts += filter(None, (clip.text, clip.html))
            unread |= clip is not self._clip
        return Outgoing((*texts, *files.texts), (uses.script,) if uses.script else (), unread)

    def _text(self, url: str) -> str:
        site = Site.of(url)
        return address_text(url, self._seen.is_known(site.name), registered_domain(site.host)) if site.host else url

    def with_finding(self, facts: Facts, sent: Outgoing, to: Sequence[str], *, again: bool) -> Facts:
        """The facts, with the sites whose text the call would send elsewhere."""
        finding = self._seen.carried(sent, to, again=again)
        return replace(
            facts,
            carries=tuple(finding.sites),
            carried_kinds=finding.kinds,
            carried_to=tuple(finding.to),
            sends_after=tuple(finding.follows),
            sends_text=True,
        )

    def note_sent(self, sent: Outgoing, to: Sequence[str], *, carried: bool) -> None:
        """The call is carried out."""
        self._seen.note_sent(sent, to, carried=carried)


def _pictures_in(result: object) -> Iterator[str]:
    """Yield the paths in an answer, and in its receipt's comparison of pictures, at which a picture of the page may be."""
    if not isinstance(result, dict):
        return
    receipt = result.get("action")
    for part in (result, receipt.get("visual_diff") if isinstance(receipt, dict) else None):
        if isinstance(part, dict):
            yield from (path for name in _PATHS if isinstance(path := part.get(name), str))
