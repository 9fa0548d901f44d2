"""Input that one call repeats: as often as was asked, with one receipt for all of it."""

import pytest

from refbrowser import Chat
from tests.support.calls import do, evaluated, navigated, refused
from tests.support.server import Site

PAGE = """<button onclick="count.textContent = ++presses">More</button> <output id=count>0</output>
<button onclick="if (++lasting === 2) this.remove()">Lasting</button>
<input aria-label=Field><script>presses = lasting = 0; keys = ''; addEventListener('keydown', event => keys += event.key[0])</script>"""


@pytest.mark.parametrize("observe", ["changes", "none"])
async def test_a_press_is_repeated_and_reported_once(common_chat: Chat, site: Site, observe: str) -> None:
    found = await navigated(common_chat, site.page(PAGE))
    receipt = (await do(common_chat, "click", ref=found["More"], times=5, observe=observe))["action"]
    assert await evaluated(common_chat, "presses") == 5
    assert receipt["times"] == 5
    if observe == "changes":
        assert receipt["changes"] == "- status: 0\n+ status: 5"
        following = (await do(common_chat, "click", ref=found["More"]))["action"]
        assert "6" in following["changes"]
        assert "times" not in following


async def test_keys_are_repeated(common_chat: Chat, site: Site) -> None:
    found = await navigated(common_chat, site.page(PAGE))
    await do(common_chat, "type", ref=found["Field"], text="abcdef")
    receipt = (await do(common_chat, "keyboard", key="Backspace", times=3))["action"]
    assert receipt["times"] == 3
    await do(common_chat, "key_chord", keys=["Shift", "ArrowLeft"], times=2)
    assert await evaluated(common_chat, "const field = document.querySelector('input'); [field.value, field.selectionStart]") == [
        "abc",
        1,
    ]
    await refused(common_chat, "invalid_arguments", "keyboard", text="a", times=2)


async def test_the_first_failure_ends_it_and_says_how_often_it_was_sent(common_chat: Chat, site: Site) -> None:
    found = await navigated(common_chat, site.page(PAGE))
    error = await refused(common_chat, "ref_stale", "click", ref=found["Lasting"], times=4)
    assert await evaluated(common_chat, "lasting") == 2
    assert error["details"]["times"] == 2
    assert "2 of 4 times" in error["error"]
    await refused(common_chat, "invalid_arguments", "click", ref=found["More"], times=51)
