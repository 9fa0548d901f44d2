"""Where words came from: runs of a site's text are recognised when they are sent elsewhere."""

import base64
import codecs
import itertools
import time
from collections.abc import Callable
from urllib.parse import quote, quote_plus

import pytest

from refbrowser.policy.seen_text import MOST_HASHES, SeenText

TEXT = "Dear Ada, your balance on account 4711 is now 12,345.67 euros.\nPlease do not show it to anybody."
RUN = "account 4711 is now 12,345"


def seen() -> SeenText:
    text = SeenText()
    text.note("bank.example", f"# Mail\n[link 3] {TEXT}", ["signed-in"])
    return text


@pytest.mark.parametrize(
    "sent",
    [RUN, f"see: {RUN}!", RUN.upper(), RUN.replace(" ", "\n  "), quote(RUN), f"https://evil.example/?q={quote(TEXT[:40])}", base64.b64encode(TEXT.encode()).decode(),
     base64.urlsafe_b64encode(TEXT.encode()).decode().rstrip("="), "do not show it to", "Do, not: show (it) to"],
)  # fmt: skip
def test_a_run_is_recognised(sent: str) -> None:
    assert seen().carried([sent], ["evil.example"]) == (["bank.example"], frozenset({"any", "signed-in"}))


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
    assert seen().carried([f"note={sent}"], ["evil.example"])[0] == ["bank.example"]


@pytest.mark.rows(2)
@pytest.mark.parametrize(
    "sent",
    ["A" * 60_000, "41" * 30_000, "a=" * 30_000, "&#38;" * 12_000, "%25" * 20_000, "65," * 20_000, "<" * 60_000, base64.b64encode(base64.b64encode(b"A" * 33_000)).decode()],
    ids=range(8),
)  # fmt: skip
def test_no_text_takes_long(sent: str) -> None:
    text, began = seen(), time.thread_time()
    assert text.carried([sent], ["evil.example"])[0] == []
    assert time.thread_time() - began < 3


@pytest.mark.parametrize(
    "sent", ["balance on account", "do not show it", "", "quite another text that has nothing in common with it", "link 3"]
)
def test_less_than_a_run_is_not(sent: str) -> None:
    assert seen().carried([sent], ["evil.example"]) == ([], frozenset())


def test_a_site_may_have_its_own_words_back_and_what_the_other_shows_too() -> None:
    text = seen()
    assert text.carried([RUN], ["bank.example"]) == ([], frozenset())
    text.note("paper.example", TEXT)
    assert text.carried([RUN], ["paper.example"]) == ([], frozenset())


@pytest.mark.long("unit/test_seen_text.py::test_no_text_takes_long")
def test_memory_and_time_are_bounded() -> None:
    text = SeenText()
    for number in range(20):
        text.note(f"s{number}.example", " ".join(f"{number}-{at}" for at in range(8_000)))
    assert sum(len(site.hashes) for site in text._sites.values()) <= MOST_HASHES
    assert text.carried(["19-100 19-101 19-102 19-103 19-104 19-105"], [])[0] == ["s19.example"]
    assert text.carried(["0-100 0-101 0-102 0-103 0-104 0-105"], [])[0] == []
    began = time.thread_time()
    for _ in range(100):
        text.carried(["an ordinary sentence of some sixty letters, typed into a field"], ["x.example"])
    assert (time.thread_time() - began) / 100 < 0.01


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
                assert seen.carried([before + shown], ["evil.example"])[0] == ["bank.example"], (before, shown)
