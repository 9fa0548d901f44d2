"""Downloads that fail say why; one that breaks off goes on where the server can send the rest."""

from pathlib import Path
from typing import Any

import pytest

from refbrowser import Chat
from tests.support.calls import do, navigated, opened
from tests.support.exchange import Request, Response
from tests.support.server import Site

HALF = 500


def breaking_off(site: Site, *, resumable: bool, path: str = "/part") -> list[str | None]:
    """Serves a file of which half comes at a time; returns the list that each request's ``Range`` is added to."""
    ranges: list[str | None] = []

    def answer(request: Request) -> Response:
        ranges.append(request.headers.get("Range"))
        headers = {
            "Content-Type": "application/octet-stream",
            "Content-Disposition": "attachment; filename=part.bin",
            "Accept-Ranges": "bytes" if resumable else "none",
        }
        if resumable:
            headers["ETag"] = '"a"'
        if ranges[-1] is None:
            return Response([b"x" * HALF], headers={**headers, "Content-Length": str(2 * HALF)})
        return Response(b"y" * HALF, 206, {**headers, "Content-Range": f"bytes {HALF}-{2 * HALF - 1}/{2 * HALF}"})

    site.route(path, answer)
    return ranges


async def ended(chat: Chat) -> dict[str, Any]:
    """The download that ends next."""
    record: dict[str, Any] = (await do(chat, "wait", download=True))["download"]
    return record


async def test_a_download_that_breaks_off_goes_on(common_chat: Chat, site: Site) -> None:
    ranges = breaking_off(site, resumable=True)
    page = await navigated(common_chat, site.page("<a href=/part>Get</a>"))
    await do(common_chat, "click", ref=page["Get"])
    record = await ended(common_chat)
    assert (record["state"], record["size"]) == ("complete", 2 * HALF)
    assert Path(record["path"]).read_bytes() == b"x" * HALF + b"y" * HALF
    assert ranges == [None, f"bytes={HALF}-"]
    assert "blocked" not in await do(common_chat, "network")


@pytest.mark.long("browser/test_failed_downloads.py::test_a_download_in_place_of_which_an_error_came_names_its_status")
async def test_a_download_that_breaks_off_for_good_says_so(chat: Chat, site: Site) -> None:
    breaking_off(site, resumable=False)
    page = await opened(chat, site.page("<a href=/part>Get</a>"))
    await do(chat, "click", ref=page["Get"])
    record = await ended(chat)
    assert (record["state"], record["error"]) == ("failed", f"the connection broke off after {HALF} of {2 * HALF} bytes")
    assert "blocked" not in await do(chat, "network")


async def test_a_download_in_place_of_which_an_error_came_names_its_status(common_chat: Chat, site: Site) -> None:
    page = await navigated(common_chat, site.page("<a href=/status/404 download>Get</a>"))
    await do(common_chat, "click", ref=page["Get"])
    assert (await ended(common_chat))["error"] == "the server responded HTTP 404"
