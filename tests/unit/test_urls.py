"""Which addresses may be opened."""

import pytest

from refbrowser.errors import CallError, PolicyError
from refbrowser.policy.urls import absolute, openable


@pytest.mark.parametrize(
    ("written", "opened"),
    [("https://example.com/", "https://example.com/"), ("  http://example.com/a?b#c ", "http://example.com/a?b#c"), ("example.com", "https://example.com/"),
     ("example.com/path", "https://example.com/path"), ("//example.com/x", "https://example.com/x"), ("example.com:8443/x", "https://example.com:8443/x"),
     ("localhost", "http://localhost/"), ("localhost:8080", "http://localhost:8080/"), ("localhost:8080/a", "http://localhost:8080/a"),
     ("127.0.0.1:9/x", "http://127.0.0.1:9/x"), ("[::1]:80", "http://[::1]/"), ("app.localhost:3000", "http://app.localhost:3000/"),
     ("about:blank", "about:blank"), ("data:text/html,<p>Hi", "data:text/html,<p>Hi"), ("blob:https://x.test/1", "blob:https://x.test/1"),
     ("HTTPS://EXAMPLE.COM", "https://example.com/"), ("localhost.example.com", "https://localhost.example.com/"),
     ("http://[::1]:8080/", "http://[::1]:8080/"), ("http://user:word@example.com/", "http://user:word@example.com/"),
     # What Chromium makes of them, whatever other parsers do.
     ("http://a.test:80\\@b.test/", "http://a.test/@b.test/"), ("a.test:81\\@b.test/", "https://a.test:81/@b.test/"), ("http:/\\b.test", "http://b.test/"),
     ("http:b.test", "http://b.test/"), ("\\\\b.test", "https://b.test/"), ("ht\ntp://a\t.te\rst/", "http://a.test/"), ("\x01 http://a.test", "http://a.test/"),
     ("bücher.example", "https://xn--bcher-kva.example/"), ("http://straße.de", "http://xn--strae-oqa.de/"), ("http://0x7f.1/", "http://127.0.0.1/"),
     ("0177.1", "https://127.0.0.1/"), ("http://2130706434/", "http://127.0.0.2/"), ("http://%31%32%37.1/", "http://127.0.0.1/"),
     ("http://１２７。1/", "http://127.0.0.1/"), ("http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]/"), ("http://a.test@b.test/", "http://a.test@b.test/")],
)  # fmt: skip
def test_an_address_is_given_a_scheme_and_its_normal_spelling(written: str, opened: str) -> None:
    assert openable(written, allow_file_urls=False) == opened
    assert openable(opened, allow_file_urls=False) == opened


@pytest.mark.parametrize(
    "written",
    [
        "",
        "   ",
        "javascript:alert(1)",
        "JAVASCRIPT:1",
        "javascript:5000",
        "java\tscript:alert(1)",
        "http://256.0.0.1/",
        "http://a%2fb/",
        "http://[::1%25eth0]/",
        "http://\ud800/",
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
        "chr\nome://settings",
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
    assert refusal.value.details["scheme"] == written.split(":")[0].lower().replace("\n", "")


def test_files_may_be_opened_where_the_settings_say_so_and_nothing_else_then() -> None:
    assert openable("file:///tmp/a.html", allow_file_urls=True) == "file:///tmp/a.html"
    with pytest.raises(PolicyError):
        openable("chrome://settings", allow_file_urls=True)


@pytest.mark.parametrize(
    ("written", "meant"),
    [("/a", "http://x.test:81/a"), ("./a", "http://x.test:81/d/a"), ("../a", "http://x.test:81/a"), ("?b=2", "http://x.test:81/d/e?b=2"),
     ("#c", "http://x.test:81/d/e?q=1#c"), (" \t/a", "http://x.test:81/a"), ("\\a", "http://x.test:81/a"), ("//y.test/a", "http://y.test/a"),
     ("y.test/a", "y.test/a"), ("https://y.test", "https://y.test"), ("about:blank", "about:blank"), ("", "")],
)  # fmt: skip
def test_an_address_may_be_relative_to_the_page(written: str, meant: str) -> None:
    assert absolute(written, "http://x.test:81/d/e?q=1") == meant


@pytest.mark.parametrize("written", ["/a", "./a", "../a", "..", "?b", "#c", "\\a"])
@pytest.mark.parametrize("page", [None, "about:blank", "data:text/html,x", "chrome-error://chromewebdata/"])
def test_without_a_page_no_address_is_relative(written: str, page: str | None) -> None:
    with pytest.raises(CallError, match="relative"):
        absolute(written, page)
    with pytest.raises(CallError, match="relative"):
        openable(written, allow_file_urls=True)
