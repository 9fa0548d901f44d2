"""A press in a frame moves the focus into it. That is no answer of the page, which may come later and elsewhere."""

from typing import Any

import pytest

from refbrowser import Chat
from tests.support.calls import do, read
from tests.support.server import Site

TOP = """<title>T</title><p id=o>idle</p><iframe src='{}' width=600 height=200></iframe>
<script>addEventListener('message', event => { o.textContent = event.data })</script>"""


async def opened(chat: Chat, site: Site, frame: str, origin: str) -> dict[str, int]:
    """The controls of a page with a frame of its own origin or of another, by their names."""
    site.page(frame, "/frame")
    await do(chat, "navigate", url=site.page(TOP.replace("{}", site.other("/frame") if origin == "other" else "/frame"), "/top"))
    return await read(chat)


async def clicked(chat: Chat, ref: int) -> dict[str, Any]:
    answer: dict[str, Any] = (await do(chat, "click", ref=ref))["action"]
    return answer


@pytest.mark.rows(1)
@pytest.mark.parametrize("origin", ["same", "other"])
@pytest.mark.parametrize("after_ms", [0, 60])
async def test_what_a_press_in_a_frame_changes_around_it_is_in_its_receipt(
    common_isolated_chat: Chat, site: Site, origin: str, after_ms: int
) -> None:
    button = f"<button onclick=\"setTimeout(() => parent.postMessage('done', '*'), {after_ms})\">Go</button>"
    controls = await opened(common_isolated_chat, site, button, origin)
    receipt = await clicked(common_isolated_chat, controls["Go"])
    assert "+ done" in receipt["changes"]
    assert "focus" not in receipt


@pytest.mark.rows(1)
@pytest.mark.parametrize("origin", ["same", "other"])
async def test_a_press_into_a_text_field_in_a_frame_has_the_field_as_focus(
    common_isolated_chat: Chat, site: Site, origin: str
) -> None:
    frame = "<button>Nothing</button><label>Name <input></label>"
    controls = await opened(common_isolated_chat, site, frame, origin)
    assert (await clicked(common_isolated_chat, controls["Name"]))["focus"] == controls["Name"]
    assert (await clicked(common_isolated_chat, controls["Name"]))["effect"] == "none observed"
    assert (await clicked(common_isolated_chat, controls["Nothing"]))["effect"] == "none observed"


@pytest.mark.long("browser/test_focus_in_frames.py::test_a_press_into_a_text_field_in_a_frame_has_the_field_as_focus")
async def test_focus_that_a_script_moves_into_a_frame_is_said(common_isolated_chat: Chat, site: Site) -> None:
    site.page("<label>Name <input></label>", "/frame")
    script = "document.querySelector('iframe').contentDocument.querySelector('input').focus()"
    page = f'<button onclick="{script}">Go</button><iframe src=/frame></iframe>'
    await do(common_isolated_chat, "navigate", url=site.page(page, "/top"), wait_until="load")
    controls = await read(common_isolated_chat)
    assert (await clicked(common_isolated_chat, controls["Go"]))["focus"] == controls["Name"]


@pytest.mark.long("browser/test_focus_in_frames.py::test_what_a_press_in_a_frame_changes_around_it_is_in_its_receipt")
async def test_suggestions_that_come_after_a_press_into_a_field_are_in_its_receipt(common_chat: Chat, site: Site) -> None:
    page = """<label>City <input onfocus="setTimeout(() => { o.textContent = 'Berlin' }, 60)"></label><p id=o></p>"""
    await do(common_chat, "navigate", url=site.page(page))
    controls = await read(common_chat)
    receipt = await clicked(common_chat, controls["City"])
    assert receipt["focus"] == controls["City"]
    assert "+ Berlin" in receipt["changes"]
