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
