"""Which addresses may be opened."""

import pytest

from refbrowser.errors import CallError, PolicyError
from refbrowser.policy.urls import openable


@pytest.mark.parametrize(
    ("written", "opened"),
    [("https://example.com/", "https://example.com/"), ("  http://example.com/a?b#c ", "http://example.com/a?b#c"), ("example.com", "https://example.com"),
     ("example.com/path", "https://example.com/path"), ("//example.com/x", "https://example.com/x"), ("example.com:8443/x", "https://example.com:8443/x"),
     ("localhost", "http://localhost"), ("localhost:8080", "http://localhost:8080"), ("localhost:8080/a", "http://localhost:8080/a"),
     ("127.0.0.1:9/x", "http://127.0.0.1:9/x"), ("[::1]:80", "http://[::1]:80"), ("app.localhost:3000", "http://app.localhost:3000"),
     ("about:blank", "about:blank"), ("data:text/html,<p>Hi", "data:text/html,<p>Hi"), ("blob:https://x.test/1", "blob:https://x.test/1"),
     ("HTTPS://EXAMPLE.COM", "HTTPS://EXAMPLE.COM"), ("localhost.example.com", "https://localhost.example.com"), ("bücher.example", "https://bücher.example"),
     ("http://[::1]:8080/", "http://[::1]:8080/"), ("http://user:word@example.com/", "http://user:word@example.com/")],
)  # fmt: skip
def test_an_address_is_given_a_scheme_and_trimmed(written: str, opened: str) -> None:
    assert openable(written, allow_file_urls=False) == opened


@pytest.mark.parametrize(
    "written",
    [
        "",
        "   ",
        "javascript:alert(1)",
        "JAVASCRIPT:1",
        "javascript:5000",
        "http://",
        "https://:80/",
        "http://a b/",
        "http://[::1",
        "http://x:99999/",
        "http://x:y/",
        "http://?q",
    ],
)
def test_what_is_no_address_is_refused(written: str) -> None:
    with pytest.raises(CallError) as refusal:
        openable(written, allow_file_urls=True)
    assert refusal.value.code == "invalid_arguments"


@pytest.mark.parametrize(
    "written",
    [
        "file:///etc/passwd",
        "FILE:///x",
        "chrome://settings",
        "view-source:https://x.test",
        "ftp://x.test",
        "ws://x.test",
        "devtools://x",
        "mailto:a@b.test",
        "chrome-extension://x/y",
    ],
)
def test_schemes_outside_the_web_are_denied(written: str) -> None:
    with pytest.raises(PolicyError) as refusal:
        openable(written, allow_file_urls=False)
    assert refusal.value.code == "policy_denied"
    assert refusal.value.details["scheme"] == written.split(":")[0].lower()


def test_files_may_be_opened_where_the_settings_say_so_and_nothing_else_then() -> None:
    assert openable("file:///tmp/a.html", allow_file_urls=True) == "file:///tmp/a.html"
    with pytest.raises(PolicyError):
        openable("chrome://settings", allow_file_urls=True)
