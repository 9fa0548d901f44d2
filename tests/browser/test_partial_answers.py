"""What is known by its deadline is in the answer of a call: what was read, filled, sent, or seen last."""

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from refbrowser import Chat
from tests.support.calls import do
from tests.support.server import Response, Site

HANGS = "while (true);"
BUSY = "const until = performance.now() + 300; while (performance.now() < until);"


def rows(scrolled: str) -> str:
    """A list of 60 rows, more to come, whose page does this when it is scrolled for the ``times``th time."""
    return f"""<style>p {{ height: 40px; margin: 0 }}</style><div></div><script>let n = 0, times = 0; const list = document.querySelector('div');
      const add = (count) => {{ while (count--) list.append(Object.assign(document.createElement('p'), {{ textContent: `Item ${{n++}}` }})) }};
      add(60); onscroll = () => {{ times++; {scrolled} }}</script>"""


FIELDS = [{"selector": f"#{name}", "value": f"text {name}"} for name in "abc"]


@dataclass(frozen=True)
class Cell:
    """A call on a page that ends by its deadline: what its answer has, and whether it may be repeated as it is (None: no error)."""

    page: str
    action: str
    has: tuple[str, ...]
    retryable: bool | None = None
    arguments: dict[str, Any] = field(default_factory=dict)


def collected(page: str, *has: str) -> Cell:
    return Cell(rows(page), "content", ("Item 0", "Item 17", *has), None, {"scroll": "end", "max_tokens": 50_000})


CELLS = {
    "a list whose page hangs": collected(f"if (times > 1) {HANGS} add(20)", "not read to its end", "a longer timeout_ms", "no line has a ref"),
    "a list that hangs on the way back": collected(f"if (scrollY < 100) {HANGS}", "Item 59", "did not scroll back"),
    "a list whose page goes": collected("if (times == 2) location = '/status/404'; add(20)", "the page was navigated", "no line has a ref"),
    "a list whose next page does not come": collected("if (times == 2) location = '/hang'; add(20)", "not read to its end"),
    "fields, of which the second hangs": Cell(
        f"<input id=a><input id=b onfocus='{HANGS}'><input id=c>", "fill_form", ("1 of the 3 fields was filled", "text a"), False, {"fields": FIELDS}
    ),
    "fields that are slow": Cell(
        f"<input id=a oninput='{BUSY}'><input id=b oninput='{BUSY}'><input id=c oninput='{HANGS}'>", "fill_form",
        ("2 of the 3 fields were filled", "text b", '"performed": "text"'), False, {"fields": FIELDS},
    ),
    "presses": Cell(f"<button onclick='{BUSY}'>B</button>", "click", ("of 20 times", '"times": '), False, {"selector": "button", "times": 20}),
    "keys": Cell(f"<input autofocus onkeydown='{BUSY}'>", "keyboard", ("of 20 times", '"performed": "keyboard a"'), False, {"key": "a", "times": 20}),
    "characters": Cell(f"<input oninput='{BUSY}'>", "type", ("of 400 characters", '"sent": '), False, {"selector": "input", "text": "a" * 400, "slowly": True}),
    "a drag": Cell(
        f"<div id=a style='height: 50px'></div><div id=b style='height: 50px' onmouseup='{HANGS}'></div>", "drag",
        ('"performed": "drag"',), False, {"selector": "#a", "target_selector": "#b"},
    ),
    "files": Cell(f"<input type=file onchange='{HANGS}'>", "upload_file", ('"performed": "files"',), False, {"selector": "input", "path": "FILE"}),
    "a text that does not come": Cell("<p>Order is being placed", "wait", ("Seen last", "Order is being placed"), True, {"text": "Order placed"}),
    "an element that does not come": Cell("<p hidden>Order", "wait", ("1 match, 0 visible",), True, {"selector": "p"}),
    "a page that does not come": Cell("<p>Order", "wait", ("Seen last", "/page/"), True, {"url": "*/done"}),
    "a page that is loading": Cell("<script>fetch('/hang')</script>", "wait", ("1 request pending",), True, {"load_state": "networkidle"}),
    "a file that is loading": Cell("<a download href=/dripping>File</a><script>document.links[0].click()</script>", "wait", ("in_progress",), True, {"download": True}),
    "a document that drips": Cell("", "read", ("Line 0", "in time"), None, {"url": "SITE/dripping"}),
}  # fmt: skip


@pytest.mark.rows(5)
@pytest.mark.parametrize("name", CELLS)
async def test_an_answer_has_what_is_known(chat: Chat, site: Site, tmp_path: Path, name: str) -> None:
    cell = CELLS[name]

    # What fills the buffer of the browser, which guesses from it what a file is.
    filled = " " * 1000

    def dripping() -> Iterator[bytes]:
        for number in range(40):
            yield f"Line {number}{filled}\n".encode()
            time.sleep(0.1)  # a server that is slow

    attached = {"Content-Disposition": "attachment; filename=a.txt"} if cell.page else {}
    site.route("/dripping", lambda _: Response(dripping(), headers={"Content-Type": "text/plain", **attached}))
    given = json.dumps(cell.arguments).replace("SITE", site.url("")).replace("FILE", "given.txt")
    await do(chat, "open", url=site.page(cell.page))
    chat.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    (chat.folder / "given.txt").write_text("Text")
    # A page that is slow to answer is not waited for by a wait whose time is over.
    for _ in range(5 if cell.action == "wait" else 1):
        began = time.monotonic()
        answer = await chat.call({"action": cell.action, "timeout_ms": 1500, **json.loads(given)})
        assert time.monotonic() - began < 1.5 + 5  # and not when the page answers, which may be never
        text = json.dumps(answer, ensure_ascii=False)
        missing = [part for part in cell.has if part not in text]
        if not missing:
            break
    assert missing == [], text
    assert answer.get("retryable") is cell.retryable, text


async def test_calls_of_a_batch_report_their_own_input(chat: Chat, site: Site) -> None:
    page = site.page(f"<button>B</button><input onfocus='{HANGS}'>")
    await do(chat, "open", url=page)
    calls = [{"action": "click", "selector": "button"}, {"action": "wait", "text": "Never"}]
    _, waited = await do(chat, "multi", calls=calls, timeout_ms=1500)
    assert waited["code"] == "timeout"
    assert waited["retryable"] is True
    assert "performed" not in waited["details"]
    # One call that is several inside is not repeated once the first has acted.
    last = await chat.call(
        {"action": "multi", "sequence": "last", "calls": [calls[0], {"action": "focus", "selector": "input"}], "timeout_ms": 1500}
    )
    assert (last["ok"], last["retryable"]) == (False, False)
    assert "call 1 of 2" in last["error"]
