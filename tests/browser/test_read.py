"""Reading a page without a tab."""

import pytest

from refbrowser import Browser, Chat, Settings
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


async def test_failures_are_typed(chat: Chat, site: Site) -> None:
    with refused_url() as url:
        await refused(chat, "navigation_failed", "read", url=url)
    await refused(chat, "navigation_timeout", "read", url=site.url("/hang"), timeout_ms=1500)
    await refused(chat, "invalid_arguments", "read", url="javascript:alert(1)")
    await refused(chat, "policy_denied", "read", url="file:///etc/passwd")
    kind = await refused(chat, "navigation_failed", "read", url=site.url("/download?name=a.zip&size=10"))
    assert kind["remedy"]["action"] == "open"
    assert (await do(chat, "read", url=site.url("/status/404")))["http_status"] == 404
