"""What a call sends of text and to which sites, what an answer shows of whom, and what files hold."""

import bz2
import gzip
import io
import lzma
import os
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest

from refbrowser.actions.uses import uses_of
from refbrowser.policy.facts import ElementFacts, Facts
from refbrowser.policy.registrable import belong_together, group_of, registered_domain
from refbrowser.policy.seen_text import EVERYWHERE, HIDDEN, Outgoing
from refbrowser.service.calls.validation import read_call
from refbrowser.service.oversight.answer_text import SiteText, site_texts
from refbrowser.service.oversight.call_facts import facts_of
from refbrowser.service.oversight.outgoing_text import address_text, characters, destinations, texts_of
from refbrowser.service.oversight.text_watch import TextWatch
from refbrowser.service.oversight.uploaded_text import MOST_BYTES, text_of_files

PAGE = "https://shop.example/page"
TEXT = "a letter of more than twenty-four characters"


@pytest.mark.parametrize(
    ("one", "other", "together"),
    [
        ("example.com", "example.com", True), ("mail.example.com", "www.example.com:8443", True), ("example.com", "example.org", False),
        ("a.co.uk", "b.co.uk", False), ("x.a.co.uk", "a.co.uk", True), ("alice.github.io", "bob.github.io", False), ("x.alice.github.io", "alice.github.io", True),
        ("127.0.0.1:80", "127.0.0.1:81", False), ("10.0.0.1", "10.0.0.2", False), ("localhost:1", "localhost:1", True), ("localhost", "127.0.0.1", False),
        ("a.office.localhost", "b.office.localhost:90", True), ("[::1]:80", "[::1]:81", False), ("co.uk", "co.uk:1", False),
    ],
)  # fmt: skip
def test_sites_of_one_registrable_domain_belong_together(one: str, other: str, together: bool) -> None:
    assert belong_together(one, other) is belong_together(other, one) is together
    if together:
        assert group_of(one) == group_of(other)


def test_a_domain_is_registered_below_a_suffix_of_the_list_alone() -> None:
    assert registered_domain("a.b.example.co.uk") == "example.co.uk"
    assert registered_domain("my-secret-words.localhost") is registered_domain("10.0.0.1") is None


def of(call: dict[str, Any], element: ElementFacts | None = None, frames: tuple[str, ...] = ()) -> tuple[list[str], list[str]]:
    """What the call sends, and where."""
    action, arguments = read_call(call)
    facts: Facts = facts_of(action, arguments, page_url=PAGE, asker="python")
    if element is not None:
        facts = Facts(**{**{name: getattr(facts, name) for name in Facts.__slots__}, "element": element})
    uses = uses_of(arguments)
    sent = [*texts_of(uses), *([uses.script] if uses.script else [])]
    assert facts.sends_text or not sent
    return sent, destinations(facts, uses, frames)


@pytest.mark.parametrize(
    "call",
    [
        {"action": "find", "text": TEXT}, {"action": "find", "regex": TEXT}, {"action": "wait", "text": TEXT}, {"action": "wait", "url": TEXT}, {"action": "expect", "text_gone": TEXT},
        {"action": "console", "text": TEXT}, {"action": "network", "text": TEXT}, {"action": "content", "selector": TEXT}, {"action": "click", "selector": TEXT}, {"action": "screenshot"},
        {"action": "storage", "operation": "get", "name": TEXT}, {"action": "route", "operation": "add", "url": TEXT, "abort": True}, {"action": "key_chord", "keys": ["Control", "a"]},
        {"action": "keyboard", "key": "Enter"}, {"action": "read", "path": TEXT},
    ],
)  # fmt: skip
def test_what_reads_selects_and_moves_sends_nothing(call: dict[str, Any]) -> None:
    action, arguments = read_call(call)
    assert not facts_of(action, arguments, page_url=PAGE, asker="python").sends_text
    assert of(call)[0] == []


@pytest.mark.parametrize(
    ("call", "to"),
    [
        ({"action": "type", "ref": 1, "text": TEXT}, ["shop.example"]), ({"action": "open", "url": "https://a.example/x"}, ["a.example"]), ({"action": "open", "url": "about:blank"}, []),
        ({"action": "navigate", "url": "https://a.example/to?next=https%3A%2F%2Fb.example%2F"}, ["a.example", "b.example"]), ({"action": "open", "url": f"data:text/html,{TEXT}"}, [EVERYWHERE]),
        ({"action": "emulate", "user_agent": TEXT}, [EVERYWHERE]), ({"action": "route", "operation": "add", "url": "**", "headers": {"a": TEXT}}, [EVERYWHERE]),
        ({"action": "evaluate", "script": "document.title"}, ["shop.example"]), ({"action": "evaluate", "script": "fetch('https://b.example/')"}, ["shop.example", "b.example"]),
        ({"action": "evaluate", "script": "fetch('ht' + 'tps:' + where)"}, ["shop.example", HIDDEN]), ({"action": "evaluate", "script": "// a comment\ndocument.title"}, ["shop.example"]),
        ({"action": "wait", "script": "fetch('//b.example')"}, ["shop.example", "b.example"]), ({"action": "storage", "operation": "set", "kind": "cookies", "site": "b.example", "name": "n", "value": "v"}, ["b.example"]),
        ({"action": "storage", "operation": "set", "kind": "local", "site": "shop.example", "name": "n", "value": "v"}, ["shop.example"]), ({"action": "storage", "operation": "load", "path": "x.json"}, [EVERYWHERE]),
        ({"action": "cdp", "method": "Network.setExtraHTTPHeaders", "params": {"headers": {"a": TEXT}}}, [EVERYWHERE]), ({"action": "cdp", "method": "Input.insertText", "params": {"text": TEXT}}, ["shop.example", HIDDEN]),
    ],
)  # fmt: skip
def test_where_a_call_sends_its_text(call: dict[str, Any], to: list[str]) -> None:
    assert of(call)[1] == to


def test_a_field_is_its_frames_and_of_each_site_where_its_form_and_links_lead() -> None:
    call = {"action": "type", "ref": 1, "text": TEXT}
    element = ElementFacts(
        "input", "", "https://frame.example/", leads_to="https://form.example/", leads=("https://link.example/",)
    )
    assert of(call, element)[1] == ["frame.example", "form.example", "link.example"]
    button = ElementFacts("input", "", PAGE, submit_leads_to="https://button.example/")
    assert of(call, button)[1] == ["shop.example", "button.example"]
    script = {"action": "evaluate", "script": "document.title", "frame_id": "f1"}
    assert of(script, frames=(PAGE, "https://frame.example/"))[1] == ["shop.example", "frame.example"]


@pytest.mark.parametrize(
    ("keys", "typed"),
    [(["a"], "a"), (["Control", "a"], ""), (["Control", "k"], "k"), (["Control", "a", "k"], "ak"), (["Shift", "A"], "A"), (["Space"], " "), (["KeyQ", "Digit4", "Numpad7"], "Q47"), (["Enter", "ArrowDown", "F5"], "")],
)  # fmt: skip
def test_keys_are_text(keys: list[str], typed: str) -> None:
    assert characters(keys) == typed


def test_the_host_of_an_address_is_text_beyond_its_registrable_domain() -> None:
    assert address_text("https://my-words.example.com/x?q=a+b", True, None) == "https://my-words.example.com/x?q=a b"
    assert "my-words" in address_text("https://my-words.example.com/", False, "example.com")
    assert address_text("https://ada:pw@127.0.0.1/x?q=a+b", False, None).split() == ["ada", "pw", "/x?q=a", "b"]


def test_an_answer_shows_text_of_the_sites_that_it_is_of() -> None:
    page = "a\n[frame 2] Mail\n  b\n    c\nd"
    frames = [PAGE, "https://mail.example/"]
    parts = list(site_texts("page", PAGE, None, frames, page))
    assert SiteText("shop.example", "a\n[frame 2] Mail\nd") in parts
    assert SiteText("mail.example", "  b\n    c") in parts
    assert SiteText("shop.example", "  b\n    c", own=False) in parts
    assert list(site_texts("page", PAGE, None, [PAGE], ["x"])) == [SiteText("shop.example", "x")]
    assert SiteText("mail.example", "x", own=False) in site_texts("page", PAGE, None, frames, ["x"])
    assert SiteText("bank.example", "x", own=False) in site_texts("page", PAGE, "https://bank.example/", [PAGE], ["x"]), (
        "its receipt has words of the page before"
    )
    stored = {"local": [{"site": "https://bank.example", "name": "n", "value": "v"}]}
    assert {part.site for part in site_texts("listing", PAGE, None, [PAGE], stored) if part.text in "nv"} == {"bank.example"}
    assert [part.site for part in site_texts("document", None, None, [], {"url": "https://b.example/", "markdown": "x"})] == [
        "b.example"
    ]
    assert [part.kinds for part in site_texts("document", None, None, [], {"path": "x.pdf", "markdown": "x"})] == [["private"]]


def zipped(data: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("inner.txt", data)
    return made.getvalue()


@pytest.mark.parametrize(
    ("data", "unread"),
    [
        (TEXT.encode(), False), (TEXT.encode("utf-16"), False), (b"\0" * 9 + TEXT.encode(), False), (b"\0".join(bytes([one]) for one in TEXT.encode()), False), (gzip.compress(TEXT.encode()), False),
        (gzip.compress(gzip.compress(TEXT.encode())), False), (bz2.compress(TEXT.encode()), False), (lzma.compress(TEXT.encode()), False), (zipped(TEXT.encode()), False), (zipped(gzip.compress(TEXT.encode())), False),
        (bytes(range(256)) + TEXT.encode(), True), (b"x " * MOST_BYTES + TEXT.encode(), True), (gzip.compress(b"x" * 10_000_000 + TEXT.encode()), True), (b"PK\x03\x04" + TEXT.encode() + bytes(range(20)), True),
    ],
    ids=lambda value: "data" if isinstance(value, bytes) else str(value),  # archives hold the time
)  # fmt: skip
def test_text_of_files_is_read_or_it_is_said_that_there_may_be_more(tmp_path: Path, data: bytes, unread: bool) -> None:
    (tmp_path / "name of it").write_bytes(data)
    found = text_of_files(["name of it"], [tmp_path], since=0)
    assert "name of it" in found.texts
    assert found.unread or any(TEXT in text for text in found.texts)
    assert found.unread is unread


def test_a_file_that_was_there_before_holds_nothing_of_what_was_shown_later(tmp_path: Path) -> None:
    (tmp_path / "photograph.jpg").write_bytes(bytes(range(256)))
    assert text_of_files(["photograph.jpg"], [tmp_path], since=time.time() + 60) == text_of_files([], [tmp_path], since=0)
    os.utime(tmp_path / "photograph.jpg", (1, 1))
    assert text_of_files(["photograph.jpg"], [tmp_path], since=time.time() - 60).unread, (
        "its time can be set back, that of its change cannot"
    )


def test_archives_in_archives_are_unpacked_up_to_one_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def packed(parts: list[bytes]) -> bytes:
        written = io.BytesIO()
        with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
            for number, part in enumerate(parts):
                archive.writestr(str(number), part)
        return written.getvalue()

    read: list[int] = []
    whole = zipfile.ZipExtFile.read

    def counted(file: zipfile.ZipExtFile, most: int | None = -1) -> bytes:
        read.append(len(part := whole(file, most)))
        return part

    monkeypatch.setattr(zipfile.ZipExtFile, "read", counted)
    (tmp_path / "a.zip").write_bytes(packed([packed([packed([b"\0" * 200_000])] * 50)] * 50))
    assert text_of_files([str(tmp_path / "a.zip")], [tmp_path], since=0).unread
    assert sum(read) <= MOST_BYTES


@pytest.mark.parametrize(
    "result",
    [{"path": "a.png"}, {"picture": "a.png"}, {"after": "a.png", "before": "b.png"}, {"action": {"performed": "click", "visual_diff": {"picture": "a.png"}}}, {"action": {}, "path": "a.png"}],
)  # fmt: skip
def test_a_picture_that_an_answer_names_shows_what_the_page_has(result: dict[str, Any]) -> None:
    watch = TextWatch()
    watch.note_answer("page", PAGE, None, ["http://10.0.0.1/"], result)
    watch.note_pictures(["a.png"])
    finding = watch.with_finding(
        Facts("type", "keyboard", "input"),
        Outgoing(("an account of what the picture shows, in words",)),
        ["b.example"],
        again=False,
    )
    assert finding.carries == ("10.0.0.1",)
