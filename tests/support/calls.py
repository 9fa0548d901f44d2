"""Calling a chat in tests: the answer's envelope is checked each time, and refs are found by their labels."""

import json
import re
from typing import Any

from refbrowser import Chat
from tests.support.server import Site

_REF = re.compile(r"\[(?P<kind>[^\[\]\n]*?) (?P<number>\d+)\](?P<label>[^\[\n]*)")
_EXTRAS = re.compile(r"\s+(?:(?:value|placeholder|description|error|accept|min|max|options)=|multiple\b|↗).*$")


def ok(answer: dict[str, Any]) -> Any:
    """The result of a call that succeeded."""
    assert answer["ok"] is True, f"the call failed: {answer}"
    assert set(answer) == {"ok", "result"}
    json.dumps(answer)
    return answer["result"]


def failure(answer: dict[str, Any], code: str) -> dict[str, Any]:
    """The answer of a call that failed with ``code``."""
    assert answer["ok"] is False, f"the call succeeded: {answer}"
    assert answer["code"] == code, f"{answer['code']} instead of {code}: {answer['error']}"
    assert set(answer) == {"ok", "error", "code", "retryable", "remedy", "details"}
    assert answer["error"]
    assert "\n" not in answer["error"]
    assert isinstance(answer["retryable"], bool)
    json.dumps(answer)
    return answer


async def do(chat: Chat, action: str, **arguments: Any) -> Any:
    """The result of a call that must succeed."""
    return ok(await chat.call({"action": action, **arguments}))


async def refused(chat: Chat, code: str, action: str, **arguments: Any) -> dict[str, Any]:
    """The failure of a call that must fail with ``code``."""
    return failure(await chat.call({"action": action, **arguments}), code)


async def read(chat: Chat, **arguments: Any) -> dict[str, int]:
    """The refs of the page, by label."""
    return refs(await do(chat, "content", **arguments))


async def opened(chat: Chat, url: str) -> dict[str, int]:
    """The refs, by label, of ``url`` in a new tab."""
    await do(chat, "open", url=url)
    return await read(chat)


async def navigated(chat: Chat, url: str) -> dict[str, int]:
    """The refs, by label, of ``url`` in the active tab."""
    await do(chat, "navigate", url=url)
    return await read(chat)


async def evaluated(chat: Chat, script: str, **arguments: Any) -> Any:
    """The value of ``script``."""
    return (await do(chat, "evaluate", script=script, **arguments))["result"]


def refs(markdown: str) -> dict[str, int]:
    """Numbers by label, or by kind for a ref that has no label; the first of two that are called the same."""
    found: dict[str, int] = {}
    for match in _REF.finditer(markdown):
        label = _EXTRAS.sub("", match["label"]).strip()
        found.setdefault(label or match["kind"], int(match["number"]))
    return found


def page_text(markdown: str) -> str:
    """What ``content`` shows of the page itself, between the fences."""
    header, _, rest = markdown.partition("\n<page ")
    assert header, markdown
    fence, _, body = rest.partition(">\n")
    return body.partition(f"</page {fence}>")[0].rstrip("\n")


async def pressed(chat: Chat, site: Site, body: str, **arguments: Any) -> dict[str, Any]:
    """The receipt of pressing what is called Go on a page with this body."""
    await navigated(chat, site.page(body))
    receipt: dict[str, Any] = (await do(chat, "click", selector="text=Go", **arguments))["action"]
    return receipt
