"""Text of a page next to the tool's own words: no ref, no fence, no line of its own; and what is none of these stays as it is."""

import json
import time
from urllib.parse import quote

import pytest

from refbrowser.addresses import shortened
from refbrowser.page_text import one_line, printable_json, readable, sealed, truncated
from refbrowser.policy.outcomes import Outcome, egress_blocked
from tests.support.forgery import forged, forged_fences
from tests.support.page_words import FENCES, HARMLESS, REFS


@pytest.mark.parametrize("text", REFS.values(), ids=REFS)
def test_no_text_reads_like_a_ref(text: str) -> None:
    assert forged(text) or text in (REFS["bidi_override"], REFS["sentinel"])
    assert not forged(readable(f"Before {text} after"))
    assert not forged(one_line(text))
    written = quote(text, safe="[]()*`:#")
    assert not forged(shortened(f"http://x.test/{written}?q={written}#{written}"))


@pytest.mark.parametrize("text", FENCES.values(), ids=FENCES)
def test_no_text_reads_like_a_fence(text: str) -> None:
    assert forged_fences(f"Before {text}")
    assert not forged_fences(readable(text))


@pytest.mark.parametrize("text", HARMLESS)
def test_other_brackets_stay(text: str) -> None:
    assert readable(text) == text


@pytest.mark.parametrize(
    "text",
    ["[button" + " " * 300, "[a 0", "[" * 300, "[a " + "0." * 150 + "x]", "[" + " " * 380 + "0x]", "[b\n" + "> " * 190 + "x]"],
)
def test_sealing_takes_time_in_proportion(text: str) -> None:
    many = text * (200_000 // len(text))
    began = time.thread_time()
    sealed(many)
    assert time.thread_time() - began < 5


def test_a_text_that_is_cut_says_so() -> None:
    assert [truncated("abcd", most) for most in (4, 3, 1)] == ["abcd", "ab…", "…"]
    assert egress_blocked(
        Outcome("a.example", 80, "deny_hosts", "ERR_BLOCKED", 0), "http://a.example/" + "x" * 300
    ).message.startswith("http://a.example/" + "x" * 182 + "… is blocked")


def test_json_for_a_terminal_has_nothing_that_it_obeys_and_the_same_value() -> None:
    value = {"name": "Grüße \x9b31m \x1b[2J \u202e \u2028 \x7f ok", "list": [1, None]}
    for indent in (None, 2):
        text = printable_json(value, indent)
        assert json.loads(text) == value
        assert "Grüße" in text
        assert all(sign.isprintable() or sign == "\n" for sign in text)
