"""What journals and logs do not keep."""

import time

import pytest

from refbrowser.errors import CallError
from refbrowser.journal.redaction import Redactor

LONG = "a1B2c3D4e5" * 5
KEY = "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\nabc=\n-----END RSA PRIVATE KEY-----"


@pytest.mark.parametrize(
    "secret",
    [
        f"ghp_{LONG[:36]}", f"github_pat_{LONG[:30]}", f"glpat-{LONG[:20]}", "AKIAIOSFODNN7EXAMPLE", f"xoxb-1234567890-{LONG[:20]}",
        f"sk_live_{LONG[:24]}", f"rk_test_{LONG[:24]}", f"whsec_{LONG[:32]}", f"sk-ant-api03-{LONG[:40]}", f"sk-proj-{LONG[:40]}",
        f"AIza{LONG[:35]}", f"npm_{LONG[:36]}", f"hf_{'abcDEF' * 6}", f"SG.{LONG[:22]}.{LONG[:43]}", f"1234567890:AA{LONG[:33]}",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", f"Bearer {LONG}", KEY, "4111 1111 1111 1111", "4111111111111111",
        "3782-822463-10005", "5555555555554444",
    ],
)  # fmt: skip
def test_tokens_and_card_numbers_are_taken_out_and_the_rest_stays(secret: str) -> None:
    redactor = Redactor()
    for text in (f"before {secret} after", f'{{"a": "{secret}"}}', f"x={secret}&y=1"):
        assert redactor.text(text) == text.replace(secret, "•••")


@pytest.mark.parametrize(
    "text",
    [
        "4111 1111 1111 1112", "1732482123456", "order 12345678901234567890123", "sk-short", "ghp_short", "+49 30 1234567890",
        "the task-force-of-twenty-people-and-more", "2026-11-24 21:12:09", "AKIA", "3.14159265358979323",
        "[button 6] Save", "https://shop.example/item/4111-1111",
    ],
)  # fmt: skip
def test_what_only_looks_like_one_stays(text: str) -> None:
    assert Redactor().text(text) == text


def test_patterns_of_ones_own() -> None:
    assert Redactor(["EMP-[0-9]{6}", "(?i)projekt \\w+"]).text("EMP-123456 in Projekt Falke") == "••• in •••"


@pytest.mark.parametrize(("pattern", "why"), [("(", "missing"), (r"(a)\1", "escape"), ("a*", "empty text"), ("x" * 1001, "longer")])
def test_a_pattern_that_cannot_be_used_is_refused_and_named(pattern: str, why: str) -> None:
    with pytest.raises(CallError, match=why) as refused:
        Redactor([pattern])
    assert refused.value.details == {"setting": "redact", "pattern": pattern[:200]}
    with pytest.raises(CallError, match="takes 100"):
        Redactor(["x"] * 101)


def test_what_was_entered_is_hidden_so_that_a_replay_asks_for_it() -> None:
    entry = {
        "action": "type",
        "arguments": {"ref": 5, "text": "4111111111111111", "url": "https://a.example/4111111111111111",
                      "fields": [{"ref": 1, "value": "4111111111111111"}, {"ref": 2, "value": "plain"}]},
        "result": {"changes": ["+ 4111111111111111"]},
    }  # fmt: skip
    shown = Redactor().entry(entry)
    assert shown["arguments"] == {
        "ref": 5, "text": {"hidden": "text"}, "url": "https://a.example/•••",
        "fields": [{"ref": 1, "value": {"hidden": "value"}}, {"ref": 2, "value": "plain"}],
    }  # fmt: skip
    assert shown["result"] == {"changes": ["+ •••"]}


@pytest.mark.parametrize(
    "text", ["1 " * 200_000, "4" * 300_000, "-----BEGIN PRIVATE KEY-----" * 10_000, "eyJ" + "a" * 300_000, "a.b" * 100_000]
)
def test_hostile_text_takes_bounded_time(text: str) -> None:
    began = time.thread_time()
    Redactor().text(text)
    assert time.thread_time() - began < 5
