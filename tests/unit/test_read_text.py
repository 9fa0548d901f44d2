"""Documents that come without a browser: whatever they are encoded in or nested like, there is text."""

import pytest

from refbrowser.content.html import to_markdown
from refbrowser.egress.fetch import decoded


@pytest.mark.parametrize(
    "charset", [None, "utf-8", "idna", "punycode", "undefined", "utf-7", "unicode_escape", "rot13", "nonsense"]
)
def test_a_body_is_text_in_every_charset(charset: str | None) -> None:
    assert decoded(b"Plain words", charset) == "Plain words"
    assert decoded(b"\xe9t\xe9", charset) == "été"


def test_a_charset_that_documents_come_in_is_heeded() -> None:
    assert decoded("žluť".encode("iso-8859-2"), "iso-8859-2") == "žluť"


def test_a_document_that_is_nested_very_deep_is_read() -> None:
    _, text = to_markdown("<ul><li>" * 2_000 + "Deep words", "https://x.test/")
    assert "Deep words" in text


def read_rows(html: str) -> list[str]:
    _, text = to_markdown(html, "https://x.test/")
    return [line for line in text.splitlines() if line.startswith("|")]


def test_cells_that_reach_into_the_rows_below_keep_the_columns() -> None:
    assert read_rows(
        "<table><thead><tr><th rowspan=2>A<th colspan=2>B<tr><th>b1<th>b2</thead>"
        "<tbody><tr><td rowspan=2>x<td>1<td>2<tr><td>3<td>4<tr><td>y<td rowspan=0>5<td>6<tr><td>z<td>7</tbody>"
        "<tbody><tr><td>8<td>9<td>0</tbody></table>"
    ) == [
        "| A | B | |", "| --- | --- | --- |", "|  | b1 | b2 |", "| x | 1 | 2 |", "|  | 3 | 4 |", "| y | 5 | 6 |", "| z |  | 7 |",
        "| 8 | 9 | 0 |",
    ]  # fmt: skip


def test_cells_that_overlap_and_rows_that_end_under_cells_keep_the_columns() -> None:
    overlapping = "<table><tr><th>1<th rowspan=3>2<th>3<tr><td colspan=2 rowspan=2>4<td>5<tr><td>6<tr><td>7<td>8<td>9</table>"
    assert read_rows(overlapping)[2:] == ["| 4 | | 5 |", "|  |  | 6 |", "| 7 | 8 | 9 |"]
    assert read_rows("<table><tr><th>1<th rowspan=2>2<th rowspan=2>3<tr><td>4</table>")[2:] == ["| 4 |  |  |"]


@pytest.mark.parametrize("span", ["²", "9" * 5000, "-3", "", "x", "1000"])
def test_spans_that_are_no_numbers_or_huge_are_bounded(span: str) -> None:
    cells = f"<td colspan='{span}' rowspan='{span}'>a" * 200
    rows = read_rows(f"<table><tr>{cells}{'<tr><td>b' * 2_000}</table>")
    assert rows[-1].strip("| ") == "b"
    assert sum(map(len, rows)) < 300_000
