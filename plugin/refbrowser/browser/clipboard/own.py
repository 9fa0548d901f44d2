"""The clipboard of one chat, or of a person who has taken over a tab. No other reads it.

Whatever may copy or paste by Chromium's own clipboard does so in :meth:`OwnClipboard.in_use`, which lends that for the input. A
clip that holds a secret by name is lent only to documents of the secret's origins, and nothing is taken from secret fields.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from refbrowser.browser.clipboard.clip import Clip
from refbrowser.browser.clipboard.selection import clipboard_focus, clipboard_report
from refbrowser.browser.clipboard.shared import SharedClipboard
from refbrowser.browser.deadline import Deadline
from refbrowser.browser.tab.tab import Tab
from refbrowser.errors import ActionabilityError, Remedy
from refbrowser.masking import Masker
from refbrowser.policy.outcomes import wrong_origin


@dataclass(frozen=True, slots=True)
class GivenSecret:
    """A secret that the chat's pages were given; ``value`` finds it in a text in every encoding."""

    name: str
    origins: Sequence[str]
    value: Masker

    def is_in(self, clip: Clip) -> bool:
        return any(text and self.value.text(text) != text for text in (clip.text, clip.html))


class OwnClipboard:
    """``clip`` is its content."""

    def __init__(self, shared: SharedClipboard | None = None, given: list[GivenSecret] | None = None) -> None:
        self.clip = Clip()
        self.shared = shared
        self._given: list[GivenSecret] = [] if given is None else given

    def for_person(self) -> "OwnClipboard":
        """Return another one, empty, under the same rules for secrets."""
        return OwnClipboard(self.shared, self._given)

    def gave(self, name: str, value: str, origins: Sequence[str]) -> None:
        """Bind clips that hold the secret to its ``origins`` from now on."""
        is_given = any(
            given.name == name and value in given.value.values and given.origins == tuple(origins) for given in self._given
        )
        if not is_given:
            masker = Masker()
            masker.add(value)
            self._given.append(GivenSecret(name, tuple(origins), masker))

    def kept_from(self, origin: str, clip: Clip | None = None) -> GivenSecret | None:
        """Return the secret that keeps ``clip``, by default the content, from documents of ``origin``; None if nothing does."""
        given = (secret for secret in self._given if origin not in secret.origins and secret.is_in(clip or self.clip))
        return next(given, None)

    @asynccontextmanager
    async def in_use(self, tab: Tab, deadline: Deadline, paste: Clip | None = None, *, pastes: bool = False) -> AsyncIterator[None]:
        """Lend Chromium's clipboard to the input to ``tab`` in the block, and keep what it copies. ``paste`` replaces the content
        for this input. Raises ``secret_origin`` if the input ``pastes`` a secret into a document of another origin, and
        ``press_missed`` if a page of another chat wrote to the clipboard as the paste came, which was kept from the document."""
        if self.shared is None:
            yield
            return
        clip = paste or self.clip
        focus = await clipboard_focus(tab, deadline, clip.text)
        if (secret := self.kept_from(focus.origin, clip)) is not None:
            if pastes:
                raise wrong_origin(secret.name, focus.origin, secret.origins)
            clip = Clip()
            await clipboard_focus(tab, deadline, clip.text)
        async with self.shared.lent(clip, deadline) as after:
            yield
        if after[0] == clip and not pastes:
            return
        report = await clipboard_report(tab, focus)
        if report.kept or (report.awaited and after[0] != clip):
            raise _overwritten(tab)
        if paste is None and report.copied and not focus.secret:
            self.clip = _copied(after[0], report.text)


def _copied(taken: Clip, text: str | None) -> Clip:
    """Return what the page copied: ``taken`` from the clipboard, unless that is not the ``text`` that the page says it copied."""
    return taken if text is None or text.split() == taken.text.split() else Clip(text)


def _overwritten(tab: Tab) -> ActionabilityError:
    return ActionabilityError(
        "Nothing was pasted: a page of another chat wrote to Chromium's clipboard at the same moment.",
        code="press_missed",
        remedy=Remedy("content", {"browser_id": tab.browser_id}, hint="then paste again"),
        details={"pressed": False},
    )
