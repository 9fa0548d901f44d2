"""Which text of other sites a call would send: what one chat was shown, by site, compared with what leaves for a site.

Two walls. *By its words*: a run of what another site showed is recognised, whatever its case, blanks and usual encodings. *By where
it comes from*: once the chat has seen private text, what leaves for another site has to be accounted for, but for a few letters.
"""

import re
from collections import OrderedDict
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from refbrowser.policy.letters import RUN, Letters, signs_beyond, words_of
from refbrowser.policy.registrable import belong_together, group_of
from refbrowser.policy.scripts import SCRIPT_WORDS
from refbrowser.policy.spellings import MOST_READ, TooLong, readings_of

STRETCH: Final = 18
"""Letters and digits in a row of what another site showed that are recognised."""

WORDS: Final = 5
"""So many words in a row are, too, if they are no shorter than a run."""

FREE: Final = 20
"""Letters and digits that may leave for a site without being accounted for, in one task."""

EVERYWHERE: Final = ""
"""In place of a site, for text that goes to whatever is loaded afterwards: no site's own."""

HIDDEN: Final = "?"
"""In place of a site, for what a script may send where it does not say: what it sends is recognised by its words alone."""

PRIVATE: Final = frozenset({"private", "signed-in"})

_MOST_RUNS: Final = 400_000
"""In all, some 30 MB; the site that was shown longest ago makes room."""

_MOST_OF_SITE: Final = 75_000
"""After so many a site begins anew; what it had before is kept until it does so again."""

_LEAST_OWN: Final = RUN + 2
"""Letters in a row that a site showed as its own: one run may be an echo of what it was sent, and a letter behind it."""

_SIGNS_OF_CODE: Final = 3
"""How many times more signs than text a script has."""

_MOST_SITES: Final = 2_000
_EARLIER: Final = "earlier sites"
"""In place of those that were shown longest ago, beyond so many."""

_MOST_SHOWN: Final = 1_000_000
_MOST_TAIL: Final = 160
_MOST_ECHOES: Final = 50_000
_MOST_TASK: Final = 100_000
_TOKEN: Final = re.compile(r"[^\s]{32}")


@dataclass(frozen=True, slots=True)
class Outgoing:
    """What a call sends: ``texts``; ``scripts``, whose own vocabulary is no text; ``unread`` says that it sends what cannot be
    read, such as a picture."""

    texts: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()
    unread: bool = False

    @property
    def all(self) -> list[str]:
        return [*self.texts, *self.scripts]


@dataclass(frozen=True, slots=True)
class Finding:
    """``sites`` whose text leaves, and their ``kinds``; ``to`` are the sites for which it leaves, ``follows`` what these have been
    sent just before, of which it may be a part."""

    sites: Sequence[str] = ()
    kinds: frozenset[str] = frozenset()
    to: Sequence[str] = ()
    follows: Sequence[str] = ()


@dataclass(slots=True)
class _Site:
    """``runs`` are of all that it showed, ``older`` of what it showed before; ``foreign`` are those of frames in its pages, which
    are not its own, and of what the chat sent it. ``partial``: it showed more than is known."""

    runs: set[int] = field(default_factory=set)
    older: set[int] = field(default_factory=set)
    phrases: set[int] = field(default_factory=set)
    foreign: set[int] = field(default_factory=set)
    kinds: set[str] = field(default_factory=set)
    partial: bool = False

    def __contains__(self, run: object) -> bool:
        return run in self.runs or run in self.older

    @property
    def has_text(self) -> bool:
        return bool(self.runs) or self.partial

    def shares(self, runs: set[int]) -> bool:
        return not (self.runs.isdisjoint(runs) and self.older.isdisjoint(runs))


class _Own(Container[int]):
    """The runs that a site showed as its own."""

    __slots__ = ("_site",)

    def __init__(self, site: _Site) -> None:
        self._site = site

    def __contains__(self, run: object) -> bool:
        return run in self._site and run not in self._site.foreign

    def has_phrase(self, text: str) -> bool:
        """Whether the site showed these letters, fewer than a run, as words of its own."""
        return hash(text) in self._site.phrases


@dataclass(slots=True)
class _Sending:
    """What went to the sites of a registrable domain: ``tail`` are its last characters, ``last`` is the hash of what went last,
    ``echoes`` are the runs of it all, which a site that shows them has from the chat; ``spent`` counts letters that were not
    accounted for."""

    tail: str = ""
    last: int | None = None
    spent: int = 0
    echoes: set[int] = field(default_factory=set)


class SeenText:
    """What one chat was shown, by site; what it sent; and the words of its task."""

    def __init__(self) -> None:
        self._sites: OrderedDict[str, _Site] = OrderedDict()
        self._sendings: dict[str, _Sending] = {}
        self._task: frozenset[str] = frozenset()
        self._task_runs: frozenset[int] = frozenset()

    def begin_task(self, texts: Iterable[str]) -> None:
        """The chat's task is what ``texts`` say, from now on; what was sent for another does not count."""
        given = [text[:_MOST_TASK] for text in texts]
        self._task = words_of(given)
        self._task_runs = frozenset(run for text in given for run in Letters(text).runs)
        for sending in self._sendings.values():
            sending.spent = 0

    def note(self, site: str, text: str, kinds: Iterable[str] = (), *, own: bool = True) -> None:
        """The chat was shown ``text`` by ``site``; ``kinds`` (private, signed-in) are what that site is from now on. Text that is
        not its ``own`` is that of a frame in its page, or may be."""
        record = self._sites.setdefault(site, _Site())
        self._sites.move_to_end(site)
        record.kinds.update(kinds)
        record.partial |= len(text) > _MOST_SHOWN
        letters = Letters(text[:_MOST_SHOWN])
        runs = set(letters.runs)
        sending = self._sendings.get(self._sent_under(site))
        if not own:
            record.foreign |= runs - record.runs - record.older
        else:
            echoes = runs & sending.echoes if sending is not None else set[int]()
            record.foreign -= runs - echoes
            record.foreign |= echoes - record.runs - record.older
            record.phrases.update(letters.phrases())
        record.runs |= runs
        if len(record.runs) > _MOST_OF_SITE:
            record.partial |= bool(record.older)
            record.older, record.runs = record.runs, set()
            record.foreign &= record.older
            if len(record.phrases) > _MOST_OF_SITE:
                record.phrases = set()
        self._make_room(site)

    def _make_room(self, newest: str) -> None:
        while len(self._sites) > _MOST_SITES:
            _, oldest = self._sites.popitem(last=False)
            earlier = self._sites.setdefault(_EARLIER, _Site(partial=True))
            earlier.kinds |= oldest.kinds
            self._sites.move_to_end(_EARLIER)
        while sum(len(each.runs) + len(each.older) for each in self._sites.values()) > _MOST_RUNS:
            dropped = next((site for name, site in self._sites.items() if name != newest and (site.runs or site.older)), None)
            if dropped is None:
                dropped = self._sites[newest]
            dropped.partial = True
            dropped.runs, dropped.older, dropped.phrases, dropped.foreign = set(), set(), set(), set()

    def mark(self, site: str, kind: str) -> None:
        """The site is of that kind from now on."""
        self._sites.setdefault(site, _Site()).kinds.add(kind)

    def mark_unread(self, site: str, kinds: Iterable[str] = ()) -> None:
        """The site showed what is not known as text, such as a picture."""
        record = self._sites.setdefault(site, _Site())
        record.partial = True
        record.kinds.update(kinds)

    @property
    def shown(self) -> dict[str, frozenset[str]]:
        """The sites that showed the chat anything, with their kinds."""
        return {site: frozenset(record.kinds) for site, record in self._sites.items() if record.has_text or record.kinds}

    def is_known(self, site: str) -> bool:
        """Whether the site showed the chat anything."""
        return (record := self._sites.get(site)) is not None and record.has_text

    def carried(self, sent: Outgoing, to: Sequence[str], *, again: bool = False) -> Finding:
        """Which sites' text ``sent`` is, for each of the sites ``to`` which it goes. ``again``: it is judged once more, after it
        was counted as sent."""
        found, leaves, follows = dict[str, None](), dict[str, None](), dict[str, None]()
        for site in dict.fromkeys(to):
            others = self._others(site)
            names = self._recognised(sent, site, others) | self._unaccounted(sent, site, others, again=again) if others else {}
            if names:
                found |= names
                leaves[site] = None
                if tail := self._sending(site).tail:
                    follows[tail] = None
        kinds = {kind for name in found for kind in self._sites[name].kinds}
        return Finding(tuple(found), frozenset({"any", *kinds} if found else ()), tuple(leaves), tuple(follows))

    def note_sent(self, sent: Outgoing, to: Sequence[str], *, carried: bool) -> None:
        """``sent`` goes to the sites. What ``carried`` text of others, and was agreed to, is not counted again."""
        for site in dict.fromkeys(to):
            if not (others := self._others(site)):
                continue
            sending = self._sendings.setdefault(self._sent_under(site), _Sending())
            if len(sending.echoes) < _MOST_ECHOES:
                sending.echoes.update(Letters(f"{sending.tail} {' '.join(sent.all)}"[:_MOST_ECHOES]).runs)
            if carried:
                sending.tail = ""
            else:
                sending.spent += sum(self._unexplained(sent, site, others)) if _unknown_of(others) else 0
                sending.tail = (sending.tail + "".join(sent.all))[-_MOST_TAIL:]
            sending.last = hash(tuple(sent.all))

    def _sending(self, site: str) -> _Sending:
        return self._sendings.get(self._sent_under(site)) or _Sending()

    def _sent_under(self, site: str) -> str:
        """Under what is kept what went to the site: its registrable domain; beyond so many, one name for all others."""
        group = group_of(site)
        return group if group in self._sendings or len(self._sendings) < _MOST_SITES else _EARLIER

    def _others(self, site: str) -> dict[str, _Site]:
        """The sites that showed text and do not belong to ``site``."""
        return {name: seen for name, seen in self._sites.items() if seen.has_text and not _is_own(name, site)}

    def _own(self, site: str) -> list[_Own]:
        return [_Own(seen) for name, seen in self._sites.items() if _is_own(name, site)]

    def _recognised(self, sent: Outgoing, site: str, others: dict[str, _Site]) -> dict[str, None]:
        """Those of ``others`` of whose text there is a stretch in what is sent."""
        names = dict[str, None]()
        own = [self._task_runs, *self._own(site)]
        try:
            for text in self._compared(sent, site):
                for form in readings_of(text):
                    letters = Letters(form)
                    runs = set(letters.runs)
                    for name, seen in others.items():
                        if name not in names and seen.shares(runs) and self._has_stretch(letters, seen, own):
                            names[name] = None
        except TooLong:
            # What cannot be compared in whole may be anybody's.
            return dict.fromkeys(others)
        return names

    def _compared(self, sent: Outgoing, site: str) -> Iterator[str]:
        """What is sent, as it follows on what was sent before."""
        texts, tail = sent.all, self._sending(site).tail
        yield " ".join([tail, *texts] if tail else texts)
        if (tail or len(texts) > 1) and _TOKEN.search(joined := tail[-_MOST_TAIL // 2 :] + "".join(texts)):
            # Pieces of an encoding, which blanks would part.
            yield joined

    def _has_stretch(self, letters: Letters, other: _Site, own: Sequence[Container[int]]) -> bool:
        """Whether so much of the text in a row is the other site's that it is recognised, and enough of that is not accounted
        for."""
        mask: bytearray | None = None
        for start, end in letters.stretches(other):
            if end - start >= STRETCH or letters.words_between(start, end) >= WORDS:
                mask = letters.covered(own, self._task, _LEAST_OWN) if mask is None else mask
                if mask.count(0, start, end) >= RUN:
                    return True
        return False

    def _unaccounted(self, sent: Outgoing, site: str, others: dict[str, _Site], *, again: bool) -> dict[str, None]:
        """Those of ``others`` of which what nothing accounts for may be, if that is more than may leave."""
        if sent.unread:
            return dict.fromkeys(others)
        sources, sending = _unknown_of(others), self._sending(site)
        if not sources or again or site == HIDDEN or sending.last == hash(tuple(sent.all)):
            return {}
        return dict.fromkeys(sources) if sending.spent + sum(self._unexplained(sent, site, others)) > FREE else {}

    def _unexplained(self, sent: Outgoing, site: str, others: dict[str, _Site]) -> Iterator[int]:
        """How many letters of each text are none of the task's, of the site's own, or of sites without private text."""
        own = self._own(site)
        runs = [self._task_runs, *own, *(seen for seen in others.values() if PRIVATE.isdisjoint(seen.kinds))]
        if sum(map(len, sent.all)) > MOST_READ:
            # More than is compared.
            yield FREE + 1
            return
        for text in sent.texts:
            letters = Letters(text)
            if len(letters) >= RUN or not any(seen.has_phrase(letters.text) for seen in own):
                yield letters.covered(runs, self._task).count(0) + signs_beyond(text, len(letters.words))
        for script in sent.scripts:
            letters = Letters(script)
            yield letters.covered(runs, self._task | SCRIPT_WORDS).count(0) + signs_beyond(
                script, _SIGNS_OF_CODE * len(letters.words)
            )


def _is_own(name: str, site: str) -> bool:
    return site not in (EVERYWHERE, HIDDEN) and belong_together(name, site)


def _unknown_of(others: dict[str, _Site]) -> list[str]:
    """Those that showed private text, or more than is known."""
    return [name for name, seen in others.items() if seen.partial or not PRIVATE.isdisjoint(seen.kinds)]
