"""Chunked bodies as a proxy passes them on: where they end, in whatever pieces they come, and what is not one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refbrowser.egress.framing import MOST_LINE_BYTES, MOST_TRAILER_BYTES, Chunked, Length, Malformed

NO_CHUNKS = {
    "no size": b"\r\n",
    "a sign": b"+5\r\nhello\r\n0\r\n\r\n",
    "a negative size": b"-5\r\nhello\r\n0\r\n\r\n",
    "a prefix": b"0x5\r\nhello\r\n0\r\n\r\n",
    "an underscore": b"1_0\r\n",
    "a space before": b" 5\r\nhello\r\n0\r\n\r\n",
    "a space behind": b"5 \r\nhello\r\n0\r\n\r\n",
    "a size of 17 digits": b"00000000000000005\r\nhello\r\n0\r\n\r\n",
    "digits of another script": "５\r\nhello\r\n0\r\n\r\n".encode(),
    "a bare line feed": b"5\nhello\r\n0\r\n\r\n",
    "a bare carriage return": b"5\rX\r\nhello\r\n0\r\n\r\n",
    "an extension with a bare line feed": b"5;a\nb\r\nhello\r\n0\r\n\r\n",
    "an extension with a bare carriage return": b"5;a\rb\r\nhello\r\n0\r\n\r\n",
    "an extension with a zero byte": b"5;a\0\r\nhello\r\n0\r\n\r\n",
    "a line without end": b"5;" + b"a" * MOST_LINE_BYTES,
    "a chunk that is longer": b"5\r\nhelloX\r\n0\r\n\r\n",
    "a chunk that ends in a line feed": b"5\r\nhello\n0\r\n\r\n",
    "a chunk that ends in two carriage returns": b"5\r\nhello\r\r0\r\n\r\n",
    "a trailer without a name": b"0\r\n: x\r\n\r\n",
    "a trailer with a space before its colon": b"0\r\nA : x\r\n\r\n",
    "a folded trailer": b"0\r\nA: x\r\n y\r\n\r\n",
    "a request for a trailer": b"0\r\nGET /secret HTTP/1.1\r\n\r\n",
    "a last line with a bare line feed": b"0\r\n\n",
    "too many trailers": b"0\r\n" + b"A: xxxxxxxxxxxxxxxx\r\n" * (MOST_TRAILER_BYTES // 16),
}


@pytest.mark.parametrize("what", NO_CHUNKS)
@pytest.mark.parametrize("piece", [1, 3, 1_000_000])
def test_what_is_malformed_is_not_passed_on_whole(what: str, piece: int) -> None:
    body, data = Chunked(), NO_CHUNKS[what]
    with pytest.raises(Malformed):
        all(body.feed(data[place : place + piece]) for place in range(0, len(data), piece))
    assert not body.done


@given(
    st.lists(st.binary(min_size=1, max_size=40), max_size=6),
    st.sampled_from([b"", b"; a=b", b' ;q="x y"']),
    st.sampled_from([b"", b"X-Sum: 1\r\n"]),
    st.lists(st.integers(1, 30), min_size=1, max_size=40),
)
def test_a_body_ends_where_it_ends_in_any_pieces(chunks: list[bytes], extension: bytes, trailer: bytes, pieces: list[int]) -> None:
    whole = b"".join(b"%X%b\r\n%b\r\n" % (len(chunk), extension, chunk) for chunk in chunks) + b"0\r\n" + trailer + b"\r\n"
    data, body, place, number = whole + b"GET /next", Chunked(), 0, 0
    while not body.done:
        piece = data[place : place + pieces[number % len(pieces)]]
        count = body.feed(piece)
        assert count == len(piece) or body.done
        place, number = place + count, number + 1
    assert place == len(whole)


def test_what_ends_early_is_malformed() -> None:
    for body, data in ((Length(5), b"four"), (Chunked(), b"5\r\nhello\r\n")):
        assert body.feed(data) == len(data)
        with pytest.raises(Malformed):
            body.end()
