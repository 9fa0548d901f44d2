"""Reading a page without a tab."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from refbrowser import Browser, Chat, Settings
from refbrowser.browser.launch.command_line import proxy_of
from tests.support.calls import do, failure, refused
from tests.support.server import Site, refused_url

PAGE = """<title>The  Title</title><nav>Menu</nav><main><h1>Head</h1><p>Some <a href="/more">more</a> text</p><ul><li>One<li>Two</ul>
<pre>x = 1\n  y</pre><script>alert(1)</script><p hidden>secret</p></main><footer>Foot</footer>"""


async def test_the_main_content_comes_as_markdown_with_absolute_links(chat: Chat, site: Site) -> None:
    answer = await do(chat, "read", url=site.page(PAGE))
    assert (answer["title"], answer["http_status"]) == ("The Title", 200)
    text = answer["markdown"]
    assert text.startswith(f"# Head\n\nSome [more]({site.url('/more')}) text\n\n- One\n- Two\n"), text
    assert "x = 1\n  y" in text
    for absent in ("Menu", "Foot", "alert", "secret"):
        assert absent not in text


async def test_no_browser_is_started_for_it(site: Site, tmp_path_factory: pytest.TempPathFactory) -> None:
    settings = Settings(home=tmp_path_factory.mktemp("home"), executable_path="/nowhere/chromium")
    async with Browser(settings) as browser:
        chat = browser.chat("c")
        assert (await do(chat, "read", url=site.page("<p>Text</p>")))["markdown"] == "Text"
        assert (await do(chat, "downloads"))["downloads"] == []
        failure(await chat.call({"action": "open"}), "launch_failed")


async def test_what_it_needs_is_imported_while_the_loop_goes_on(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    imported: dict[str, bool] = {}
    here = threading.current_thread()

    class Noting:
        def find_spec(self, name: str, *_: object) -> None:
            imported.setdefault(name, threading.current_thread() is here)

    needed = ("httpx", "refbrowser.egress.fetch", "refbrowser.content.html")
    for name in needed:
        __import__(name)
    for name in needed:
        # What other tests have comes back afterwards.
        monkeypatch.delitem(sys.modules, name)
        parent, _, last = name.rpartition(".")
        if parent:
            monkeypatch.setattr(sys.modules[parent], last, None)
    monkeypatch.setattr(sys, "meta_path", [Noting(), *sys.meta_path])
    await refused(chat, "invalid_arguments", "read", url="http://")
    assert {name: imported[name] for name in needed} == dict.fromkeys(needed, False)


WHERE_IT_IS_IMPORTED = """
import asyncio, sys, threading
from refbrowser import Browser

class Noting:
    def find_spec(self, name, path=None, target=None):
        if name in ("httpx", "selectolax"):
            print(name, threading.current_thread() is threading.main_thread())

async def main():
    async with Browser() as browser:
        sys.meta_path.insert(0, Noting())
        await browser.chat("c").call({"action": "read", "url": "http://"})

asyncio.run(main())
"""


@pytest.mark.long("browser/test_read.py::test_what_it_needs_is_imported_while_the_loop_goes_on")
def test_a_program_imports_it_while_its_loop_goes_on(tmp_path: Path) -> None:
    environment = {**os.environ, "REFBROWSER_HOME": str(tmp_path)}
    run = subprocess.run(
        [sys.executable, "-c", WHERE_IT_IS_IMPORTED], capture_output=True, text=True, check=True, timeout=60, env=environment
    )
    assert sorted(run.stdout.split("\n")) == ["", "httpx False", "selectolax False"], run.stderr


async def test_long_pages_come_in_parts(chat: Chat, site: Site) -> None:
    url = site.page("<p>" + "word " * 400)
    first = await do(chat, "read", url=url, max_tokens=50)
    second = await do(chat, **first["next"], max_tokens=10_000)
    assert (first["markdown"] + second["markdown"]).split() == ["word"] * 400
    assert "next" not in second


async def test_redirects_are_followed_and_judged(chat: Chat, site: Site) -> None:
    target = site.page("<p>Here</p>")
    assert (await do(chat, "read", url=site.url(f"/redirect?to={target}")))["url"] == target
    await refused(chat, "policy_denied", "read", url=site.url("/redirect?to=file:///etc/passwd"))


async def test_a_page_is_decoded_as_browsers_decode_it(chat: Chat, site: Site) -> None:
    for said, body in (
        ("text/html", b"<meta charset=windows-1251><h1>" + "Привет €".encode("cp1251")),
        ("text/html; charset=iso-8859-1", "<h1>Привет €".encode("cp1252", errors="xmlcharrefreplace")),
        ("text/html", "\ufeff<h1>Привет €".encode("utf-16-le")),
    ):
        url = site.route(f"/charset/{len(body)}", body, headers={"Content-Type": said})
        assert (await do(chat, "read", url=url))["markdown"].strip() == "# Привет €"


async def test_failures_are_typed(chat: Chat, site: Site) -> None:
    with refused_url() as url:
        await refused(chat, "navigation_failed", "read", url=url)
    await refused(chat, "navigation_timeout", "read", url=site.url("/hang"), timeout_ms=600)
    await refused(chat, "invalid_arguments", "read", url="javascript:alert(1)")
    await refused(chat, "policy_denied", "read", url="file:///etc/passwd")
    kind = await refused(chat, "navigation_failed", "read", url=site.url("/download?name=a.zip&size=10"))
    assert kind["remedy"]["action"] == "open"
    assert (await do(chat, "read", url=site.url("/status/404")))["http_status"] == 404


async def test_it_goes_the_way_of_the_chat_s_pages(chat: Chat, site: Site) -> None:
    url = site.page("<p>Text</p>")
    await do(chat, "open", url=url)
    await do(chat, "emulate", offline=True)
    offline = await refused(chat, "navigation_failed", "read", url=url)
    assert offline["details"]["net_error"] == "ERR_INTERNET_DISCONNECTED"
    await do(chat, "emulate", offline=False, user_agent="Mine/1.0", locale="de-CH")
    await do(chat, "route", operation="add", url="*/echo", headers={"X-Mine": "yes"})
    await do(chat, "read", url=site.url("/echo"))
    asked = site.wait_for_request("/echo").headers
    assert (asked["User-Agent"], asked["Accept-Language"], asked["X-Mine"], asked["Cookie"]) == ("Mine/1.0", "de-CH", "yes", None)
    await do(chat, "route", operation="add", url=url, abort=True)
    blocked = await refused(chat, "navigation_failed", "read", url=site.url(f"/redirect?to={url}"))
    assert blocked["details"]["net_error"] == "ERR_BLOCKED_BY_CLIENT"
    await do(chat, "route", operation="add", url="own.example", fulfil={"body": "<h1>Ours</h1>", "status": 203})
    answer = await do(chat, "read", url="https://own.example/")
    assert (answer["markdown"].strip(), answer["http_status"]) == ("# Ours", 203)
    await do(chat, "emulate", reset=True)
    await do(chat, "route", operation="remove")
    assert (await do(chat, "read", url=url))["markdown"] == "Text"


async def test_it_goes_through_the_proxy_that_the_browser_is_given(tmp_path_factory: pytest.TempPathFactory, site: Site) -> None:
    site.route("/through", lambda _: b"<p>By proxy</p>")
    proxy = site.url("").removeprefix("http://").rstrip("/")
    settings = Settings(
        home=tmp_path_factory.mktemp("home"), browser_args=(f"--proxy-server={proxy}",), executable_path="/nowhere/chromium"
    )
    async with Browser(settings) as browser:
        await browser.chat("c").call({"action": "read", "url": "http://far.example/through"})
    assert any(request.headers["Host"] == "far.example" for request in site.requests)


def test_the_proxy_of_the_switches() -> None:
    for given, proxy in (
        ((), None), (("--proxy-server=a:1",), "http://a:1"), (("--proxy-server=socks5://a:1",), "socks5://a:1"), (("--proxy-server=direct://",), None),
        (("--proxy-server=http=a:1;https=b:2",), "http://b:2"), (("--proxy-server=a:1", "--proxy-server=b:2"), "http://b:2"),
        (("--proxy-server=a:1", "--no-proxy-server"), None),
    ):  # fmt: skip
        assert proxy_of(given) == proxy


RSS = """<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>The  News</title>
<item><title>One &amp; two</title><link>/one</link><pubDate>Mon, 1 Jan 2026</pubDate><description>&lt;p&gt;Some &lt;b&gt;text&lt;/b&gt;&lt;/p&gt;</description></item>
<item><title>Two</title><content:encoded><![CDATA[<p>All of it</p>]]></content:encoded></item></channel></rss>"""
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom"><title>The News</title><entry><title>One</title><link rel="replies" href="/no"/>
<link href="/one"/><updated>2026-01-01</updated><summary>Some text</summary></entry></feed>"""


async def test_feeds_are_read_as_their_items_and_data_as_it_is(chat: Chat, site: Site) -> None:
    one = site.url("/one")
    for text, kind, title, markdown in (
        (RSS, "application/rss+xml", "The News", f"## [One & two]({one})\n\nMon, 1 Jan 2026\n\nSome **text**\n\n## Two\n\nAll of it"),
        (RSS, "text/xml", "The News", None),
        (ATOM, "application/atom+xml", "The News", f"## [One]({one})\n\n2026-01-01\n\nSome text"),
        ("<a><b>1</b></a>", "application/xml", "", "<a><b>1</b></a>"),
        ('<!DOCTYPE a [<!ENTITY x "y">]><rss>&x;</rss>', "application/xml", "", '<!DOCTYPE a [<!ENTITY x "y">]><rss>&x;</rss>'),
        ("a: 1\nb:\n  - 2", "application/yaml", "", "a: 1\nb:\n  - 2"),
        ('{"a": 1}', "application/ld+json", "", '{"a": 1}'),
    ):  # fmt: skip
        site.route("/data", text.encode(), headers={"Content-Type": kind})
        answer = await do(chat, "read", url=site.url("/data"))
        assert answer["title"] == title, kind
        assert markdown in (None, answer["markdown"]), kind
    site.route("/data", b"\x00", headers={"Content-Type": "application/zip"})
    await refused(chat, "navigation_failed", "read", url=site.url("/data"))


async def test_a_pdf_is_read_page_by_page(shared_chat: Chat, site: Site) -> None:
    page = site.page("<title>Report</title><h1>Annual report</h1><p>Grew by 4 % in Zürich.<p style='break-before: page'>Second")
    await do(shared_chat, "navigate", url=page)
    body = Path((await do(shared_chat, "pdf"))["path"]).read_bytes()
    headers = {"Content-Type": "application/pdf"}
    answer = await do(shared_chat, "read", url=site.route("/report", body, headers=headers))
    assert answer["markdown"] == "## Page 1\n\nAnnual report\nGrew by 4 % in Zürich.\n\n## Page 2\n\nSecond"
    for broken in (b"", b"%PDF-1.7", body[:200], b"%PDF-1.7\n" + bytes(range(256))):
        failed = await refused(shared_chat, "navigation_failed", "read", url=site.route("/report", broken, headers=headers))
        assert failed["remedy"]["action"] == "open"
