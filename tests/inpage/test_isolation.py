"""The page can neither see the engine nor break it."""

import http.server
import threading
from collections.abc import Iterator

import pytest
from playwright.async_api import Page

from tests.inpage.wire import ask, capture, lines

STRICT = {
    "Content-Type": "text/html",
    "Content-Security-Policy": "default-src 'none'; script-src 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'; sandbox",
}
DOCUMENTS: dict[str, tuple[dict[str, str], str]] = {
    "/strict": (STRICT, "<!doctype html><button>Go</button>"),
    "/xhtml": (
        {"Content-Type": "application/xhtml+xml"},
        '<html xmlns="http://www.w3.org/1999/xhtml"><body><h1>T</h1><button>Go</button><p><![CDATA[raw]]></p></body></html>',
    ),
    "/svg": (
        {"Content-Type": "image/svg+xml"},
        '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><a href="x"><text y="20">Go</text></a></svg>',
    ),
    "/quirks": ({"Content-Type": "text/html"}, "<center><table><tr><td>a<td><button>Go</button></table>"),
    "/text": ({"Content-Type": "text/plain"}, "one\n  two"),
}


@pytest.fixture(scope="module")
def origin() -> Iterator[str]:
    """A local server for documents whose headers matter."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            headers, body = DOCUMENTS.get(self.path, ({}, ""))
            self.send_response(200)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *args: object) -> None:
            """Keeps the test output quiet."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


async def test_nothing_is_written_to_the_page(page: Page) -> None:
    await page.set_content("<form><label>A <input></label><button>Go</button></form><div style='height:3000px'></div>")
    await page.evaluate("""() => {
        window.records = 0; window.before = 0; before = Object.getOwnPropertyNames(window).length;
        const everything = {childList: true, subtree: true, attributes: true, characterData: true};
        new MutationObserver(list => { records += list.length }).observe(document, everything);
    }""")
    captured = await capture(page)
    for op in ("probe", "detail", "after"):
        await ask(page, op, id=captured.id_of("Go"), version=0)
    seen = await page.evaluate(
        "[records, Object.getOwnPropertyNames(window).length - before, typeof refbrowser, Object.keys(document.body).length]"
    )
    assert seen == [0, 0, "undefined", 0]


async def test_a_page_that_patches_its_built_ins_is_read_all_the_same(page: Page) -> None:
    await page.set_content("<p>text <button>Go</button></p>")
    await page.evaluate("""() => {
        const boom = () => { throw new Error('patched') };
        for (const name of ['push', 'map', 'join', 'some', 'filter']) Array.prototype[name] = boom;
        Map.prototype.get = WeakMap.prototype.get = Set.prototype.has = boom;
        Node.prototype.contains = Element.prototype.getAttribute = Element.prototype.matches = boom;
        Document.prototype.createElementNS = boom;
        String.prototype.replace = RegExp.prototype.test = window.getComputedStyle = boom; JSON.stringify = JSON.parse = boom;
    }""")
    assert await lines(page) == ["text [button] Go"]
    assert (await ask(page, "probe", id=1))["point_hits"] is True


async def test_clobbered_forms_and_documents(page: Page) -> None:
    names = [
        "children",
        "firstChild",
        "nextSibling",
        "getAttribute",
        "hasAttribute",
        "getAttributeNames",
        "localName",
        "parentNode",
        "shadowRoot",
        "nodeType",
        "matches",
        "closest",
        "contains",
        "querySelector",
        "getBoundingClientRect",
        "getClientRects",
        "checkVisibility",
        "getAnimations",
        "scrollIntoView",
        "isConnected",
        "ownerDocument",
        "attributes",
        "id",
        "assignedSlot",
        "getRootNode",
        "scrollTop",
        "offsetWidth",
        "textContent",
        "innerText",
        "labels",
        "form",
        "href",
        "value",
    ]
    fields = "".join(f"<input name={name}>" for name in names)
    shadows = "".join(
        f"<form name={name}></form>"
        for name in ("body", "querySelector", "documentElement", "activeElement", "title", "createElementNS", "scrollingElement")
    )
    await page.set_content(
        f"<form tabindex=0 style='position:absolute;overflow:hidden'>{fields}<button>Go</button></form>{shadows}<p>end"
    )
    captured = await capture(page)
    assert captured.header["counts"]["refs"] == len(names) + 2
    assert captured.lines[-1] == "end"
    for op in ("probe", "detail", "reveal", "scroll", "after"):
        reply = await ask(page, op, id=1, version=0)
        assert "error" not in reply, (op, reply)
    assert (await ask(page, "detail", id=1))["tag"] == "form"


@pytest.mark.rows(3)
@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/strict", ["[button] Go"]),
        ("/xhtml", ["# T", "[button] Go", "raw"]),
        ("/svg", ["[link] Go"]),
        ("/quirks", ["a [button] Go"]),
        ("/text", ["```", "one", "  two", "```"]),
    ],
)
async def test_documents_of_every_sort(page: Page, origin: str, path: str, expected: list[str]) -> None:
    await page.goto(origin + path)
    assert await lines(page) == expected


async def test_a_document_written_anew_is_watched_again(page: Page) -> None:
    await page.set_content("<button>A</button>")
    await capture(page)
    await page.evaluate(
        "() => { document.open(); document.write('<form onsubmit=\"return false\"><button>B</button></form>'); document.close() }"
    )
    captured = await capture(page)
    await page.locator(f"refbrowser={captured.id_of('B')}").click()
    after = await ask(page, "after", version=captured.header["version"])
    assert after["signals"] == [{"type": "submit", "prevented": True}]
