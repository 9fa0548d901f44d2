"""The capture's header, its parts of a page, and how its work grows."""

from playwright.async_api import Page

from tests.inpage.wire import capture, lines, raw

CHROME = "<nav><a href=n>Nav</a></nav><header>Top</header>{}<aside>Side</aside><footer>Foot</footer>"


async def test_the_header_says_where_and_how_much(page: Page) -> None:
    await page.set_content(
        "<title>A  title</title><p hidden>x</p><a href=x>y</a><iframe srcdoc=z title=Inner></iframe><p style=height:2000px>"
    )
    header = (await capture(page)).header
    assert (header["url"], header["title"]) == ("about:blank", "A title")
    assert header["counts"]["refs"] == 1
    assert header["counts"]["hidden"] == 1
    assert header["frames"] == [2]
    assert header["scroll"]["viewport_height"] == 720
    assert header["scroll"]["height"] > 2000


async def test_frames_stand_on_lines_of_their_own(page: Page) -> None:
    await page.set_content(
        "<ul><li>a <iframe srcdoc='<button>b</button>' title=Inner></iframe> c</ul><iframe srcdoc=x width=1 height=1></iframe>"
    )
    captured = await capture(page)
    assert captured.lines == ["- a", "  <frame 1> Inner", "  c"]
    inner = page.frames[1]
    assert await lines(inner) == ["[button] b"]
    assert (await capture(inner)).header["doc"] != captured.header["doc"]


async def test_a_subtree_by_id_and_by_selector(page: Page) -> None:
    await page.set_content("<ul tabindex=0><li>a <button>b</button></ul><p>c</p><p>d</p>")
    ident = (await capture(page)).id_of("a")
    assert (await capture(page, root=ident)).lines == ["- [clickable 1] a [button 2] b"]
    assert (await capture(page, selector="p")).lines == ["c", "d"]
    assert (await capture(page, selector="p.x")).header["error"] == "selector_no_match"
    assert (await capture(page, selector="p[")).header["error"] == "selector_invalid"
    await page.evaluate("document.querySelector('ul').remove()")
    assert (await capture(page, root=ident)).header["error"] == "removed"


async def test_interactive_keeps_refs_headings_and_alerts(page: Page) -> None:
    await page.set_content(
        "<h1>T</h1><p>text</p><p>more <a href=x>link</a></p><div role=alert>Bad</div><ul><li>x<li><button>b</button></ul>"
    )
    assert await lines(page, mode="interactive") == ["# T", "more [link] link", "alert: Bad", "- [button] b"]


async def test_viewport_keeps_what_intersects_it(page: Page) -> None:
    await page.set_content(
        "<p>first<p style=height:3000px>tall<section><p>below <button>b</button></p>"
        "<p style='position:fixed;top:40px'>fixed</p></section>"
    )
    captured = await capture(page, mode="viewport")
    assert captured.lines == ["first", "tall", "fixed"]
    assert captured.header["counts"]["outside"] == 1
    await page.evaluate("scrollTo(0, 9999)")
    assert await lines(page, mode="viewport") == ["tall", "below [button] b", "fixed"]


async def test_main_leaves_out_what_surrounds_it(page: Page) -> None:
    await page.set_content(CHROME.format("<main><h1>T</h1><nav>in</nav><article><header>By</header>text</article></main>"))
    assert await lines(page, mode="main") == ["# T", "By", "text"]
    await page.set_content(CHROME.format(f"<div><div id=body><p>{'word ' * 200}</p></div></div>"))
    assert [line[:9] for line in await lines(page, mode="main")] == ["word word"]


async def test_work_grows_with_the_page_and_not_faster(page: Page) -> None:
    row = "<tr><td>{0}<td><a href=x>link {0}</a><td><label>Name <input value={0}></label></tr>"
    counts = []
    for size in (20, 200):
        await page.set_content("<table><tr><th>a<th>b<th>c" + "".join(row.format(n) for n in range(size)) + "</table>")
        header = (await capture(page)).header
        counts.append((header["counts"]["elements"], header["counts"]["refs"]))
    (small_elements, small_refs), (large_elements, large_refs) = counts
    assert (small_refs, large_refs) == (40, 400)
    assert 9 < large_elements / small_elements < 11


async def test_a_request_that_makes_no_sense_is_answered(page: Page) -> None:
    assert '"error":"unknown_op"' in await raw(page, "dance")
    assert '"error":"engine_failed"' in (await page.locator("refbrowser={oops").text_content() or "")
