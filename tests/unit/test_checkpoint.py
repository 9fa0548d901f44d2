"""The bytes of a sleeping chat: read whatever version wrote them, refused with a reason where they are none, and never run."""

import json
import zlib
from pathlib import Path

import pytest

from refbrowser.browser.session.history import HistoryEntries
from refbrowser.browser.session.last_state import (
    BoxSeen,
    Counters,
    DocumentSeen,
    FieldSeen,
    LastState,
    RefSeen,
    RouteSeen,
    TabSeen,
)
from refbrowser.errors import CheckpointError, ProfileError
from refbrowser.profiles.seal import Seal
from refbrowser.service.chats import checkpoint as format_
from refbrowser.service.chats.chat_network import NetworkChoice
from refbrowser.service.chats.checkpoint import Checkpoint, Grant, Owned, ShownSite, Transfer

STORED = Path(__file__).parent / "checkpoint_v1.json"
SEAL = Seal(b"a key of this test")


def whole() -> Checkpoint:
    """One with everything in it, also what JSON and pydantic find hard."""
    document = DocumentSeen(
        "https://shop.example/",
        "",
        True,
        (0, 700),
        (BoxSeen("#list", 0, 40.5),),
        (FieldSeen("k1", "two\nlines"), FieldSeen("k2", True), FieldSeen("k3", ("a", "b"), focused=True)),
        (RefSeen(7, "k4", "[button] Go"),),
    )
    history = HistoryEntries(("https://shop.example/a", "https://shop.example/"), 1)
    emulation = {"viewport": [400, 300, None], "locale": "de-DE"}
    storage = {"https://shop.example": {"half": "\ud800", "": "𝄞"}}
    tab = TabSeen(
        3, 1, "https://shop.example/", history, storage, (document,), emulation, ("an open WebSocket (wss://shop.example/)",)
    )
    cookie = {"name": "s", "value": "1", "domain": "shop.example", "path": "/"}
    last = LastState(
        (tab,),
        3,
        {"cookies": [cookie], "origins": []},  # type: ignore[list-item]
        "the chat c was asleep",
        databases=True,
        read=True,
        counters=Counters(8, 4, (1, 2)),
        routes=(RouteSeen("*/x", "fulfil", 404, {"a": "b"}, "body"),),
        offline=True,
    )
    owned = Owned(
        ("buy a lamp", "with context"),
        "auto_accept",
        NetworkChoice("public", ("a.example",), ("b.example",), "socks5://127.0.0.1:9"),
        "work",
        "state",
        "20261128-1",
        12,
        (Grant("asks", ("https://shop.example",)),),
        (Transfer("leaves", "a.example", "b.example"),),
        (ShownSite("a.example", ("private",)),),
    )
    return Checkpoint("c", 1_790_000_000_000, owned, last)


def normal(checkpoint: Checkpoint) -> object:
    """As JSON has it."""
    return json.loads(checkpoint.encoded())


def test_a_checkpoint_is_the_same_after_its_bytes() -> None:
    again = Checkpoint.opened(whole().sealed(SEAL), SEAL)
    assert again == whole()
    assert normal(again) == normal(whole())


def test_a_stored_checkpoint_of_the_first_version_is_read() -> None:
    assert Checkpoint.decoded(STORED.read_bytes()) == whole()


def test_a_later_version_is_refused_as_such() -> None:
    later = {**json.loads(whole().encoded()), "version": format_.VERSION + 1, "news": []}
    with pytest.raises(CheckpointError) as refused:
        Checkpoint.decoded(json.dumps(later).encode())
    assert (refused.value.code, refused.value.details) == ("checkpoint_version", {"version": 2, "reads": 1})


def broken() -> list[bytes]:
    """Bytes that are none, or not any more."""
    data, plain = whole().encoded(), json.loads(whole().encoded())
    without = [{key: value for key, value in plain.items() if key != gone} for gone in plain]
    return [
        b"",
        b"null",
        b"[]",
        b"{}",
        b'{"version": "x"}',
        b"\x80\x04c__builtin__\neval\n.",
        b"[" * 100_000,
        data[:-1],
        data[: len(data) // 2],
        *(json.dumps(each).encode() for each in without),
        json.dumps({**plain, "more": 1}).encode(),
        json.dumps({**plain, "tabs": [{"browser_id": "x"}]}).encode(),
        json.dumps({**plain, "chat": ""}).encode(),
        json.dumps({**plain, "storage": []}).encode(),
    ]


@pytest.mark.parametrize("data", broken(), ids=range(len(broken())))
def test_bytes_that_are_no_checkpoint_are_refused(data: bytes) -> None:
    with pytest.raises(CheckpointError) as refused:
        Checkpoint.decoded(data)
    assert refused.value.code == "checkpoint_unreadable"


def test_sealed_bytes_that_were_changed_are_refused_and_show_nothing() -> None:
    sealed = whole().sealed(SEAL)
    assert b"shop" not in sealed
    assert b"shop" not in zlib.compress(sealed)
    codes = []
    for place in (0, 9, 20, len(sealed) // 2, len(sealed) - 1):
        changed = sealed[:place] + bytes([sealed[place] ^ 1]) + sealed[place + 1 :]
        with pytest.raises((CheckpointError, ProfileError)) as refused:
            Checkpoint.opened(changed, SEAL)
        codes.append(refused.value.code)
    assert codes == ["checkpoint_unreadable", *["profile_locked"] * 4]
    with pytest.raises(ProfileError):
        Checkpoint.opened(sealed, Seal(b"another key of this test"))
    with pytest.raises(CheckpointError):
        Checkpoint.opened(sealed[:30], SEAL)


def test_a_checkpoint_that_is_too_large_names_the_site(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(format_, "MOST_BYTES", 1_000)
    with pytest.raises(CheckpointError) as refused:
        whole().sealed(SEAL)
    assert refused.value.code == "checkpoint_too_large"
    assert refused.value.details["bytes"] > refused.value.details["limit"] == 1_000
