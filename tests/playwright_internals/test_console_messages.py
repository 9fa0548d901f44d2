"""The driver's sending of console messages, switched off and on for one page while somebody listens."""

from refbrowser import Chat
from refbrowser.browser.playwright_internals.console_messages import send_console
from tests.support.calls import do
from tests.support.server import Site
from tests.support.waiting import until


async def test_the_driver_sends_a_page_s_console_or_does_not(chat: Chat, other_chat: Chat, site: Site) -> None:
    heard: list[str] = []
    pages = []
    for each in (chat, other_chat):
        await do(each, "open", url=site.page("<p>Page"))
        session = each.existing()
        assert session is not None
        pages.append(session.tab(None).page)
        pages[-1].on("console", lambda message: heard.append(message.text))
    # Not before it has written: what it writes later would be sent in the next round.
    worker = """await new Promise(done => { const written = "console.log('worker'); postMessage(1)"
    new Worker(URL.createObjectURL(new Blob([written]))).onmessage = done }); 1"""
    for wanted in (False, True):
        send_console(pages[0], wanted=wanted)
        heard.clear()
        await do(chat, "evaluate", script="console.log('here')")
        await do(chat, "evaluate", script=worker)
        await do(other_chat, "evaluate", script="console.log('beside')")
        expected = ["beside", "here", "worker"] if wanted else ["beside"]
        await until(lambda expected=expected: len(heard) >= len(expected))  # type: ignore[misc]
        assert sorted(heard) == expected
