"""Speaks to the in-page engine as the browser layer does: requests as selectors, replies as the text of a detached element."""

import json
import re
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Frame, Page

from refbrowser.content.marks import plain_text


@dataclass(frozen=True)
class Capture:
    """A capture's header and body, the body's placeholders shown as plain local ids."""

    header: dict[str, Any]
    body: str

    @property
    def lines(self) -> list[str]:
        """The body's lines."""
        return self.body.split("\n")

    def id_of(self, text: str) -> int:
        """The local id of the last ref before the first place where the body says `text`."""
        return int(self._ref_before(text)[1])

    def kind_of(self, text: str) -> str:
        """State tags and kind of that ref."""
        return self._ref_before(text)[0].strip()

    def _ref_before(self, text: str) -> tuple[str, str]:
        end = self.body.index(text)
        opening = self.body.rindex("[", 0, end + (len(text) if text.startswith("[") else 0))
        match = re.match(r"\[((?:[a-z]+ )+)(\d+)\]", self.body[opening:])
        assert match, f"no ref before {text!r} in {self.body!r}"
        return match[1], match[2]


async def ask(frame: Page | Frame, op: str, **arguments: Any) -> Any:
    """The decoded reply to one request."""
    return json.loads(await raw(frame, op, **arguments))


async def raw(frame: Page | Frame, op: str, **arguments: Any) -> str:
    """The reply to one request as it travels."""
    reply = await frame.locator("refbrowser=" + json.dumps({"op": op, **arguments})).text_content()
    assert reply is not None
    return reply


async def capture(frame: Page | Frame, **arguments: Any) -> Capture:
    """One capture, its placeholders resolved to local ids and its frames marked `<frame id>`."""
    header, _, body = (await raw(frame, "capture", **arguments)).partition("\n")
    body = re.sub(r"\x03(\d+)\x02", r"<frame \1>", body)
    return Capture(json.loads(header), plain_text(re.sub(r"\x01(\d+)\x02", r"\1", body)))


async def lines(frame: Page | Frame, **arguments: Any) -> list[str]:
    """The lines of one capture, each ref without its number: `[button] Save`."""
    text = (await capture(frame, **arguments)).body
    return re.sub(r"(\[(?:[a-z]+ )*[a-z]+) \d+\]", r"\1]", text).split("\n")
