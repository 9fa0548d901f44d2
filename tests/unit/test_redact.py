"""Secrets are taken out of text that leaves the process."""

import time

import pytest

from refbrowser.redact import MASK, masked_body, masked_headers, redacted


@pytest.mark.parametrize(
    ("text", "shown"),
    [("https://ada:lovelace@x.test/a", "https://•••@x.test/a"), ("wss://token@cloud.test/", "wss://•••@cloud.test/"),
     ("https://x.test/?token=abc&page=2", "https://x.test/?token=•••&page=2"), ("https://x.test/?page=2&api_key=abc#top", "https://x.test/?page=2&api_key=•••#top"),
     ("https://x.test/?apikey=1;secret=2", "https://x.test/?apikey=•••"), ("https://x.test/?X-Amz-Signature=abc", "https://x.test/?X-Amz-Signature=•••"),
     ("https://x.test/?access_token=abc", "https://x.test/?access_token=•••"), ("https://x.test/?PASSWORD=abc", "https://x.test/?PASSWORD=•••"),
     ("https://x.test/?sig=abc", "https://x.test/?sig=•••"), ("https://x.test/?design=oak", "https://x.test/?design=oak"),
     ("mail ada@x.test", "mail ada@x.test"), ("https://x.test/@ada", "https://x.test/@ada"), ("", ""), ("no address", "no address"),
     ("two: http://a:b@x.test http://c:d@y.test", "two: http://•••@x.test http://•••@y.test")],
)  # fmt: skip
def test_users_and_secret_parameters_are_hidden_and_the_rest_is_kept(text: str, shown: str) -> None:
    assert redacted(text) == shown


@pytest.mark.parametrize(
    "name",
    ["Authorization", "cookie", "Set-Cookie", "proxy-authorization", "Proxy-Connection", "X-API-Key", "apikey", "X-Auth-Token", "x-csrf-token",
     "X-Amz-Signature", "Www-Authenticate", "x-session-id"],
)  # fmt: skip
def test_headers_that_carry_credentials_are_masked(name: str) -> None:
    assert masked_headers([(name, "abc")]) == [(name, MASK)]


def test_other_headers_are_shown_without_the_secrets_in_their_addresses() -> None:
    headers = [("Accept", "*/*"), ("Content-Length", "3"), ("Location", "/next?token=abc"), ("X-Author", "Ada")]
    assert masked_headers(headers) == [*headers[:2], ("Location", f"/next?token={MASK}"), headers[3]]


@pytest.mark.parametrize(
    ("body", "shown"),
    [('{"password": "a\\"b", "user": "ada"}', '{"password": "•••", "user": "ada"}'), ('{"pin_code":1234,"n":5}', '{"pin_code":"•••","n":5}'),
     ("user=ada&password=abc&page=2", "user=ada&password=•••&page=2"), ("new_password=abc", "new_password=•••"), ("secretary", "secretary"),
     ('{"tokens_used": "x", "note": "my password is safe"}', '{"tokens_used": "•••", "note": "my password is safe"}'), ("", "")],
)  # fmt: skip
def test_secret_fields_of_bodies_are_masked(body: str, shown: str) -> None:
    assert masked_body(body) == shown


def test_a_long_body_is_searched_in_little_time() -> None:
    text = '"' + "token" * 200_000 + '"x"' * 50_000
    began = time.process_time()
    masked_body(text)
    assert time.process_time() - began < 5
