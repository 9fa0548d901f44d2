"""User names, passwords and tokens in addresses, and passwords in pages' source, are in nothing that leaves the process."""

import json
from pathlib import Path

from refbrowser import Chat
from tests.support.calls import do, evaluated, read
from tests.support.server import Site

WORD = "s3cretpw9"
"""The password."""
TOKEN = "t0kenvalue9"


def with_user(url: str, query: str = f"?access_token={TOKEN}&page=2") -> str:
    return url.replace("http://", f"http://bob:{WORD}@", 1) + query


async def shown(chat: Chat, action: str, **arguments: object) -> str:
    """The answer as text; it holds neither."""
    answer = json.dumps(await chat.call({"action": action, **arguments}), ensure_ascii=False)
    assert WORD not in answer, answer
    assert TOKEN not in answer, answer
    return answer


async def test_no_answer_holds_credentials_of_an_address(chat: Chat, site: Site) -> None:
    second = site.page("<title>Second</title><p>Here")
    page = site.page(
        f"<a href='{with_user(second)}'>Second</a><p>A picture: <img alt=Picture src='{with_user(second)}'>"
        f"<form action='{with_user(second, '')}'><button>Send</button></form><input type=password value={WORD} aria-label=Secret>"
    )
    assert "•••@" in await shown(chat, "open", url=with_user(page))
    assert "page=2" in await shown(chat, "state")
    await shown(chat, "list")
    await shown(chat, "content")
    await shown(chat, "source")
    refs = await read(chat)
    for label in ("Second", "Send", "Secret"):
        await shown(chat, "detail", ref=refs[label])
    await shown(chat, "find", selector="a")
    requests = json.loads(await shown(chat, "network"))["result"]["requests"]
    for request in requests:
        await shown(chat, "network", id=request["id"])
    har = json.loads(await shown(chat, "network", path="all.har"))["result"]["path"]
    assert WORD not in Path(har).read_text()
    assert TOKEN not in Path(har).read_text()
    assert "Second" in await shown(chat, "click", ref=refs["Second"])
    await shown(chat, "back")
    await shown(chat, "read", url=with_user(second))
    await shown(chat, "wait", url=with_user("http://nowhere.example"), timeout_ms=300)
    await shown(chat, "navigate", url=with_user("http://a b"))
    await shown(chat, "navigate", url=with_user("http://127.0.0.1:9"))


async def test_an_address_keeps_what_is_no_credential(common_chat: Chat, site: Site) -> None:
    url = site.page("<title>Here</title>") + "?q=lamp&page=2#top"
    await do(common_chat, "navigate", url=url)
    assert (await do(common_chat, "state"))["url"] == url
    assert await evaluated(common_chat, "location.href") == url
