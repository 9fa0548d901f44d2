"""Where text comes from: what a site showed is recognised when it is sent elsewhere, and private text makes other text be accounted for."""

import base64
import codecs
import itertools
import time
from collections.abc import Callable, Sequence
from urllib.parse import quote, quote_plus

import pytest

from refbrowser.policy import seen_text
from refbrowser.policy.seen_text import EVERYWHERE, FREE, HIDDEN, Outgoing, SeenText

TEXT = "Dear Ada, your balance on account 4711 is now 12,345.67 euros.\nPlease do not show it to anybody."
RUN = "account 4711 is now 12,345"


def seen(*kinds: str) -> SeenText:
    text = SeenText()
    text.note("bank.example", f"# Mail\n[link 3] {TEXT}", kinds)
    return text


def carried(text: SeenText, sent: str, *to: str) -> Sequence[str]:
    return list(text.carried(Outgoing((sent,)), to).sites)


def sends(text: SeenText, sent: str, to: str = "evil.example") -> bool:
    """Sends it if nothing in it is carried."""
    if carried(text, sent, to):
        return False
    text.note_sent(Outgoing((sent,)), [to], carried=False)
    return True


@pytest.mark.parametrize(
    "sent",
    [RUN, f"see: {RUN}!", RUN.upper(), RUN.replace(" ", "\n  "), quote(RUN), f"https://evil.example/?q={quote(TEXT[:40])}", base64.b64encode(TEXT.encode()).decode(),
     base64.urlsafe_b64encode(TEXT.encode()).decode().rstrip("="), "do not show it to", "Do, not: show (it) to"],
)  # fmt: skip
def test_a_run_is_recognised(sent: str) -> None:
    found = seen("signed-in").carried(Outgoing((sent,)), ["evil.example"])
    assert (list(found.sites), found.kinds, list(found.to)) == (["bank.example"], frozenset({"any", "signed-in"}), ["evil.example"])
    assert carried(seen(), sent, "evil.example") == ["bank.example"]


CODES: dict[str, Callable[[str], str]] = {
    "backwards": lambda text: text[::-1],
    "rot13": lambda text: codecs.encode(text, "rot13"),
    "percent": lambda text: "".join(f"%{byte:02x}" for byte in text.encode()),
    "base64": lambda text: base64.b64encode(text.encode()).decode(),
    "base32": lambda text: base64.b32encode(text.encode()).decode(),
    "hex": lambda text: text.encode().hex(),
    "character codes": lambda text: ", ".join(str(ord(character)) for character in text),
    "JSON": lambda text: "".join(f"\\u{ord(character):04x}" for character in text),
    "HTML": lambda text: "".join(f"&#{ord(character)};" for character in text),
    "markup": lambda text: "<b></b>".join(text),
    "form": quote_plus,
}


@pytest.mark.rows(40)
@pytest.mark.parametrize(("inner", "outer"), [pair for pair in itertools.product(CODES, CODES) if pair != ("markup", "markup")])
def test_a_run_is_recognised_in_a_code_of_a_code(inner: str, outer: str) -> None:
    sent = CODES[outer](CODES[inner](TEXT))
    assert carried(seen(), f"note={sent}", "evil.example") == ["bank.example"]


@pytest.mark.rows(2)
@pytest.mark.parametrize(
    "sent",
    ["A" * 60_000, "41" * 30_000, "a=" * 30_000, "&#38;" * 12_000, "%25" * 20_000, "65," * 20_000, "<" * 60_000, base64.b64encode(base64.b64encode(b"A" * 33_000)).decode()],
    ids=range(8),
)  # fmt: skip
def test_no_text_takes_long(sent: str) -> None:
    text, began = seen(), time.thread_time()
    # What may stand for more than is compared may be anybody's.
    assert carried(text, sent, "evil.example") in ([], ["bank.example"])
    assert time.thread_time() - began < 3


@pytest.mark.parametrize(
    "sent", ["balance on account", "do not show it", "", "quite another text that has nothing in common with it", "link 3"]
)
def test_less_than_a_run_is_not(sent: str) -> None:
    assert carried(seen(), sent, "evil.example") == []


def test_a_site_may_have_its_own_words_back_and_what_the_other_shows_too() -> None:
    text = seen()
    assert carried(text, RUN, "bank.example") == carried(text, RUN, "mail.bank.example:8443") == []
    text.note("paper.example", TEXT)
    assert carried(text, RUN, "paper.example") == []
    assert carried(text, RUN, "paper.example", "evil.example") == ["bank.example", "paper.example"]
    assert carried(text, RUN, "paper.example", EVERYWHERE) == ["bank.example", "paper.example"]


def test_words_of_the_task_are_nobodys() -> None:
    text = seen("private")
    text.begin_task(["Tell the adviser that my balance on account 4711 is now 12,345.67 euros."])
    assert sends(text, "My balance on account 4711 is now 12,345.67 euros")
    assert not sends(text, f"{TEXT}")
    text.begin_task([])
    assert not sends(text, RUN)


@pytest.mark.parametrize("length", [1, 4, 8, 15])
@pytest.mark.parametrize("kinds", [(), ("private",)])
def test_pieces_are_recognised_when_a_run_is_whole(kinds: tuple[str, ...], length: int) -> None:
    text = seen(*kinds)
    pieces = [TEXT[at : at + length] for at in range(0, len(TEXT), length)]
    sent = "".join(itertools.takewhile(lambda piece: sends(text, piece), pieces))
    assert len(sent) < 30
    # Neither does what a site shows of what it was sent become its own, nor that with a letter behind it.
    for end in range(len(sent) - 8, len(sent)):
        text.note("evil.example", f"Field value={sent[:end]} [textarea 3]")
    text.note("evil.example", sent)
    assert not sends(text, TEXT[len(sent) : len(sent) + 12])


def test_text_that_nothing_accounts_for_is_counted_beside_private_text() -> None:
    own = "quite another text that has nothing in common with it"
    assert sends(seen(), own)
    assert carried(seen("private"), own, "evil.example") == carried(seen("signed-in"), own, "evil.example") == ["bank.example"]
    assert carried(seen("private"), own, "bank.example") == []
    text = seen("private")
    sent = list(itertools.takewhile(lambda word: sends(text, word), own.split()))
    assert 0 < len("".join(sent)) <= FREE
    assert sends(text, "hello", "other.example"), "each site has its own count"
    assert not sends(text, "more", "www.evil.example"), "sites of one domain have one"
    assert carried(text, own, HIDDEN) == []
    text.begin_task(["another task"])
    assert sends(text, sent[-1])


@pytest.mark.parametrize("sent", [". - .. -- " * 12, "\u200b\u200c" * 30, "\u2801\u2803" * 15, "a" + " " * 60, "!?" * 30])
def test_text_in_signs_counts(sent: str) -> None:
    assert not sends(seen("private"), sent)


def test_what_a_site_without_private_text_showed_is_accounted_for() -> None:
    text = seen("private")
    text.note("shop.example", "Oak desk tray with brass handles, 39.00 euros. Pen holder")
    for sent in ("oak desk tray with brass handles, 39.00", "pen holder"):
        assert sends(text, sent, "shop.example")
    found = text.carried(Outgoing(("Oak desk tray with brass handles",)), ["paper.example"])
    assert (list(found.sites), found.kinds) == (["shop.example"], frozenset({"any"})), "it is not private"
    assert carried(text, "tray oak handles holder desk", "shop.example") == ["bank.example"], "words of its own in another order"


def test_text_of_frames_is_the_pages_own_only_where_nobody_else_can_have_shown_it() -> None:
    text = SeenText()
    text.note("news.example", TEXT, own=False)
    text.note("bank.example", TEXT, own=False)
    assert carried(text, RUN, "news.example") == ["bank.example"]
    text.note("news.example", TEXT)
    assert carried(text, RUN, "news.example") == []


def test_what_cannot_be_known_is_a_match() -> None:
    text = seen()
    assert carried(text, "x" * 1_000_000, "evil.example") == ["bank.example"]
    assert list(text.carried(Outgoing(unread=True), ["evil.example"]).sites) == ["bank.example"]
    assert list(text.carried(Outgoing(unread=True), ["bank.example"]).sites) == []
    text.mark_unread("bank.example")
    assert carried(text, "words that were read in a picture of it", "evil.example") == ["bank.example"]


def test_so_many_sites_are_one() -> None:
    text = seen("private")
    for number in range(2_100):
        text.note(f"s{number}.example", "")
    assert len(text._sites) <= 2_001
    assert carried(text, "words that nobody has shown, and of which none is known", "x.example") == ["earlier sites"]


def test_memory_and_time_are_bounded_and_what_is_forgotten_is_a_match() -> None:
    text, own = SeenText(), "words that nobody has shown, and of which none is known"
    text.note("first.example", TEXT)
    assert carried(text, own, "x.example") == []
    for number in range(8):
        text.note(f"s{number}.example", " ".join(f"{number:02}-{at:06}" for at in range(9_000)))
    assert sum(len(site.runs) + len(site.older) for site in text._sites.values()) <= 400_000
    assert carried(text, "07-000100 07-000101 07-000102 07-000103 07-000104", EVERYWHERE)[-1] == "s7.example"
    assert "first.example" in carried(text, own, "x.example")
    flooded = SeenText()
    for number in range(3):
        flooded.note("s.example", " ".join(f"{number:02}-{at:06}" for at in range(10_000)))
    assert carried(flooded, own, "x.example") == ["s.example"]


@pytest.mark.long("unit/test_seen_text.py::test_no_text_takes_long")
def test_an_ordinary_text_takes_less_than_a_millisecond() -> None:
    text = SeenText()
    for number in range(4):
        text.note(f"s{number}.example", " ".join(f"{number}-{at}" for at in range(8_000)), ["private"])
    began = time.thread_time()
    for number in range(200):
        sent = Outgoing((f"an ordinary sentence of some sixty letters, typed into field {number}",))
        text.carried(sent, ["x.example"])
        text.note_sent(sent, ["x.example"], carried=False)
    assert (time.thread_time() - began) / 200 < 0.003


@pytest.mark.rows(3)
@pytest.mark.parametrize("before", ["", "a", "sink/", "/x/sink/", "https://localhost/path/", "d="])
def test_base64_is_found_wherever_it_begins(before: str) -> None:
    seen = SeenText()
    text = "The number of the account is 4711-0815-2231, and its balance is high."
    seen.note("bank.example", text)
    for encode in (base64.b64encode, base64.urlsafe_b64encode):
        for cut in range(4):
            encoded = encode(text[cut:].encode()).decode()
            for shown in (encoded, encoded.rstrip("="), encoded[:-3]):
                assert carried(seen, before + shown, "evil.example") == ["bank.example"], (before, shown)


def test_beyond_many_sites_what_was_sent_counts_for_all_of_them_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seen_text, "_MOST_SITES", 3)
    text = seen("private")
    word = "abcdefghij"
    assert [sends(text, word, f"site{number}.example") for number in range(3)] == [True] * 3
    # Those that are known keep what is theirs; all others share it, and it runs out.
    assert sends(text, word[::-1], "site0.example")
    assert [sends(text, f"{word}{number}", f"other{number}.example") for number in range(4)].count(True) == FREE // (len(word) + 1)
    assert len(text._sendings) == 4
