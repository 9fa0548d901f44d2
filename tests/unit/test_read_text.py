"""Documents that come without a browser: whatever they are encoded in or nested like, there is text."""

import time
from collections.abc import Callable

import pytest
from selectolax.lexbor import LexborHTMLParser

from refbrowser.content.html import to_markdown
from refbrowser.egress.charsets import decoded


@pytest.mark.parametrize(
    "charset",
    [
        None,
        "utf-8",
        "idna",
        "punycode",
        "undefined",
        "utf-7",
        "unicode_escape",
        "rot13",
        "nonsense",
        "u7",
        "unicode-1-1-utf-7",
        "base64",
        "x" * 5000,
        "é",
        "a\0b",
    ],
)
def test_a_body_is_text_in_every_charset(charset: str | None) -> None:
    assert decoded(b"Plain words", charset) == "Plain words"
    assert decoded(b"\xe9t\xe9", charset) == "été"


def test_a_charset_that_documents_come_in_is_heeded() -> None:
    assert decoded("žluť".encode("iso-8859-2"), "iso-8859-2") == "žluť"


def test_labels_mean_what_browsers_take_them_for() -> None:
    for label, codec, words in (
        ("iso-8859-1", "cp1252", "5 € “q”"), ("US-ASCII", "cp1252", "5 €"), ("latin1", "cp1252", "é"), ("x-cp1251", "cp1251", "Привет"),
        ("iso-8859-9", "cp1254", "“ğ”"), ("tis-620", "cp874", "“ก”"), ("gb2312", "gb18030", "朱镕基"), ("x-gbk", "gb18030", "中文"),
        ("shift_jis", "cp932", "①日本語"), ("x-sjis", "cp932", "日本"), ("windows-31j", "cp932", "日本"), ("ks_c_5601-1987", "cp949", "똠방"),
        ("euc-kr", "cp949", "한국"), ("x-euc-jp", "euc_jp", "日本"), ("big5", "big5hkscs", "繁體"), ("x-x-big5", "big5hkscs", "繁體"),
        ("unicode-1-1-utf-8", "utf-8", "žluť"), ("x-mac-cyrillic", "mac_cyrillic", "Привет"), ("macintosh", "mac_roman", "é"),
        ("koi8-ru", "koi8-u", "Київ"), ("koi8", "koi8-r", "Привет"), ("utf-16", "utf-16-le", "žluť"), ("unicodefffe", "utf-16-be", "žluť"),
        ("iso-8859-8-i", "iso-8859-8", "שלום"), ("windows-1251", "cp1251", "Привет"), ("'utf-8'", "utf-8", "žluť"),
    ):  # fmt: skip
        assert decoded(words.encode(codec), label) == words, label


def test_a_byte_order_mark_says_more_than_the_header() -> None:
    for codec, mark in (("utf-8", b"\xef\xbb\xbf"), ("utf-16-le", b"\xff\xfe"), ("utf-16-be", b"\xfe\xff")):
        assert decoded(mark + "<p>žluť".encode(codec), "iso-8859-2", "text/plain") == "<p>žluť"


@pytest.mark.parametrize(
    ("head", "codec"),
    [
        ("<meta charset=windows-1251>", "cp1251"),
        ("<!doctype html><html><head>\n<META name=x content=y><Meta CharSet = 'koi8-r' />", "koi8-r"),
        ('<meta http-equiv=content-type content="text/html; charset=windows-1251">', "cp1251"),
        ("<!-- <meta charset=koi8-r> --><meta charset=windows-1251>", "cp1251"),
        (f"<script>{'x' * 1_500}</script><meta charset=windows-1251>", "cp1251"),
        ("<?xml version='1.0' encoding='windows-1251'?>", "cp1251"),
        ("<meta charset=utf-16>", "utf-8"),
        ("<meta charset=nonsense>", "utf-8"),
        ("<meta charset=x-user-defined><p>é", "cp1252"),
    ],
)
def test_a_document_says_its_charset_itself(head: str, codec: str) -> None:
    document = head + ("<p>Привет" if codec != "cp1252" else "")
    assert decoded(document.encode(codec), None, "text/html") == document
    if codec != "cp1252":
        assert decoded(document.encode("utf-8"), "utf-8", "text/html") == document


def test_only_documents_say_it() -> None:
    said = "<meta charset=windows-1251> žluť"
    assert decoded(said.encode(), None, "text/plain") == said
    assert decoded("<?xml version='1.0' encoding='koi8-r'?><a>Привет".encode("koi8-r"), None, "text/xml").endswith("Привет")


def test_a_few_bytes_that_are_wrong_do_not_make_all_of_it_wrong() -> None:
    words = "žluťoučký kůň"
    assert decoded(words.encode() + b"\xc3", "utf-8") == words + "\ufffd"
    assert decoded("Привет".encode("cp932") + b"\xff", "shift_jis").startswith("Привет")
    assert decoded(b"\x81\x80", "iso-8859-1") == "\ufffd€"


def test_a_document_that_says_it_a_thousand_times_is_read_soon() -> None:
    for piece in (b"<meta charset=", b"<meta ", b"<!-- ", b"<?xml encoding='", b"<" + b" " * 50, b"<meta charset = a"):
        begun = time.monotonic()
        decoded(piece * (1_000_000 // len(piece)), None, "text/html")
        assert time.monotonic() - begun < 2


@pytest.mark.rows(1)
@pytest.mark.parametrize("depth", [1_000, 2_000])
def test_a_document_that_is_nested_very_deep_is_read(depth: int) -> None:
    _, text = to_markdown("<ul><li>" * depth + "Deep words", "https://x.test/")
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


@pytest.mark.rows(3)
@pytest.mark.parametrize("span", ["²", "9" * 5000, "-3", "", "x", "1000"])
def test_spans_that_are_no_numbers_or_huge_are_bounded(span: str) -> None:
    cells, below = f"<td colspan='{span}' rowspan='{span}'>a" * 200, 500 if span == "1000" else 20
    rows = read_rows(f"<table><tr>{cells}{'<tr><td>b' * below}</table>")
    assert rows[-1].strip("| ") == "b"
    assert sum(map(len, rows)) < 300_000


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<ol><li>a<ul><li>b</ul><li><p>c<p>d</ol>", ["1. a", "   - b", "2. c", "", "   d"]),
        ("<ol reversed><li>b<li>a</ol>", ["2. b", "1. a"]),
        ("<ol reversed start=9><li>i<li value=4>d<li>c</ol>", ["9. i", "4. d", "3. c"]),
        ("<ol type=a start=26><li>z<li>aa<li type=I>x<li value=-1>n</ol>", ["z. z", "aa. aa", "XXVIII. x", "-1. n"]),
        ("<ol type=i start=3999><li>x<li>y</ol>", ["mmmcmxcix. x", "4000. y"]),
        ("<ol start='½'><li>x</ol>", ["1. x"]),
        (f"<ol start={'9' * 5000}><li value=''>x</ol>", ["1. x"]),
        ("<ul><li>a<li><ol start=3><li>b</ol></ul>", ["- a", "- 3. b"]),
    ],
)
def test_items_have_the_numbers_that_browsers_give_them(html: str, expected: list[str]) -> None:
    _, text = to_markdown(html, "https://x.test/")
    assert text.splitlines() == expected


def test_a_large_document_costs_little_more_than_to_parse_it() -> None:
    entry = (
        "<dt><code><span>name</span></code>(<em>x</em>)</dt><dd><p>A <a href='#x'><code>word</code></a> and <b>more</b>.</p></dd>"
    )
    html = f"<main><table>{'<tr><td><p>Cell</p></td><td>1</td></tr>' * 500}</table><dl>{entry * 2_000}</dl></main>"

    def cost(of: Callable[[], object]) -> float:
        begun = time.process_time()
        of()
        return time.process_time() - begun

    floor = min(cost(lambda: LexborHTMLParser(html).html) for _ in range(3))
    assert min(cost(lambda: to_markdown(html, "https://x.test/")) for _ in range(3)) < 40 * floor
