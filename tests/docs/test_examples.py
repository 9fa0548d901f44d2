"""What the documentation shows happens: transcripts are performed and snippets executed, against the bundled shop."""

import ast
import asyncio
import contextlib
import functools
import inspect
import io
import operator
from pathlib import Path
from typing import Any

import pytest

from refbrowser import Browser, Chat, Settings
from refbrowser.browser.tab import tab
from refbrowser.demo.server import ShopServer
from refbrowser.surface.render import render
from tests.docs.documents import Block, Document, documents
from tests.docs.transcripts import at, matches, normalised, steps
from tests.support.waiting import until

TRANSCRIPTS = [page for page in documents() if page.blocks("transcript")]
SNIPPETS = [page for page in documents() if page.blocks("python")]


@pytest.fixture(autouse=True)
def on_a_busy_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """New tabs say in time what they are called."""
    monkeypatch.setattr(tab, "TITLE_MS", 20_000)


@pytest.mark.rows(1)
@pytest.mark.parametrize("page", TRANSCRIPTS, ids=lambda page: page.name)
async def test_transcripts_read_as_they_happen(page: Document, chat: Chat, shop: ShopServer) -> None:
    for block in page.blocks("transcript"):
        for step in steps(at(shop.url, block.text)):
            actual = normalised(render(await chat.call(step.call)), shop.url)
            expected = normalised(step.answer, shop.url)
            where = f"{page.name}:{block.line} {step.call}"
            assert matches(expected, actual), f"{where}\nsays\n{expected}\nbut an agent reads\n{actual}"
            session = chat.existing()
            # While a page loads, as it does for longer on a busy machine, an answer repeats the line of its tab.
            for opened in session.tabs if session is not None else ():
                await until(functools.partial(_loading, opened), operator.not_)


async def _loading(opened: tab.Tab) -> bool:
    return (await opened.state(active=False)).loading


@pytest.mark.rows(1)
@pytest.mark.parametrize("page", SNIPPETS, ids=lambda page: page.name)
async def test_snippets_run_and_print_what_they_say(
    page: Document, shop: ShopServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REFBROWSER_HOME", str(tmp_path))
    async with Browser(Settings(home=tmp_path)) as browser:
        names: dict[str, Any] = {"asyncio": asyncio, "browser": browser, "chat": browser.chat("example")}
        blocks = page.blocks("python", "text")
        for index, block in enumerate(blocks):
            if block.language != "python":
                continue
            printed = await executed(block, names, shop.url, page.name)
            following = blocks[index + 1] if index + 1 < len(blocks) else None
            if following is not None and following.language == "text":
                assert normalised(printed, shop.url) == following.text, f"{page.name}:{block.line}"


async def executed(block: Block, names: dict[str, Any], address: str, page: str) -> str:
    """What the snippet prints. One that runs an event loop itself gets a thread of its own, as a program would have."""
    tree = ast.parse(at(address, block.text))
    code = compile(tree, f"{page}:{block.line}", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    program = {**names, "__name__": "__main__"}
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        if code.co_flags & inspect.CO_COROUTINE:
            await eval(code, names)
        elif any(line.startswith("asyncio.run(") for line in block.text.splitlines()):
            await asyncio.to_thread(exec, code, program)
        else:
            exec(code, names)
    return printed.getvalue()


def test_a_transcript_is_compared_line_by_line() -> None:
    assert matches("a\n…\nd", "a\nb\nc\nd")
    assert not matches("a\n…\nd", "a\nb\nc\nd\ne")
    assert not matches("a\nd", "a\nb\nd")
