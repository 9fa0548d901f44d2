"""How refs may be written."""

import pytest

from refbrowser.errors import CallError
from refbrowser.refs import Ref, parse


@pytest.mark.parametrize(
    ("written", "number", "kind"),
    [(6, 6, None), ("6", 6, None), (" 6 ", 6, None), ("[6]", 6, None), ("[button 6]", 6, "button"), ("button 6", 6, "button"),
     ("[input text 8]", 8, "input text"), ("[disabled button 6]", 6, "button"), ("[checked focused checkbox 9]", 9, "checkbox"),
     ("[Required Input Email 12]", 12, "input email"), ("ref 6", 6, None), ("ref6", 6, None), ("e6", 6, None), ("[ button 6 ]", 6, "button"),
     ("@e6", 6, None), ("[ref=e6]", 6, None), ("#6", 6, None), ("(6)", 6, None), ("`6`", 6, None), ("6.0", 6, None), (6.0, 6, None), ("table6", 6, "table"),
     ("element_6", 6, None), ("[button 6] Save 7", 6, "button"), ("- [checked radio 6] Blue [7]", 6, "radio"),
     ("[disabled 4]", 4, None), (10**11, 10**11, None)],
)  # fmt: skip
def test_a_ref_is_a_number_or_a_label(written: object, number: int, kind: str | None) -> None:
    assert parse(written) == Ref(number, kind)


@pytest.mark.parametrize(
    "written",
    [
        0,
        -1,
        True,
        False,
        1.5,
        None,
        "",
        "x",
        "button",
        "[]",
        "6]6",
        "6.5",
        "-6",
        "[button]",
        "button6x",
        "Save [b 6]",
        "[b 6]Save",
        "[] [b 6]",
        "table6x",
        [6],
        b"6",
        "9" * 13,
    ],
)
def test_anything_else_is_refused(written: object) -> None:
    with pytest.raises(CallError) as refusal:
        parse(written)
    assert refusal.value.code == "invalid_arguments"


def test_a_refusal_shows_what_was_written_shortened() -> None:
    with pytest.raises(CallError, match=r"^ref 'zzz") as refusal:
        parse("z" * 10_000)
    assert len(refusal.value.message) < 200


def test_a_ref_reads_as_it_is_written() -> None:
    assert (str(Ref(6)), str(Ref(6, "button"))) == ("6", "[button 6]")
    assert parse(str(Ref(6, "input text"))) == Ref(6, "input text")
