"""Texts of many lines are entered at once, and whole."""

import pytest

from refbrowser import Chat
from tests.support.calls import do, evaluated, refused
from tests.support.server import Site

TEXT = "\n".join(f'Line {number} of a "long" text, in Zürich' for number in range(400))
PAGE = """<textarea id=area>old</textarea><div id=editor contenteditable style="white-space: pre-wrap">old</div>
<textarea id=stubborn onpaste="event.preventDefault()">old</textarea><iframe srcdoc="<textarea id=inner>old</textarea>"></iframe><script>
  let inputs = 0; addEventListener('input', () => inputs++, true);
  const textOf = (id) => { const field = document.getElementById(id) ?? frames[0].document.getElementById(id); return field.value ?? field.innerText };
</script>"""


@pytest.mark.rows(1)
@pytest.mark.parametrize("action", ["type", "fill_form"])
async def test_a_text_of_many_lines_is_entered_whole(shared_chat: Chat, site: Site, action: str) -> None:
    await do(shared_chat, "navigate", url=site.page(PAGE), wait_until="load")
    for name in ("area", "editor", "stubborn", "inner"):
        await evaluated(shared_chat, "inputs = 0")
        if action == "type":
            receipt = (await do(shared_chat, "type", selector=f"#{name}", text=TEXT))["action"]
        else:
            receipt = (await do(shared_chat, "fill_form", fields=[{"selector": f"#{name}", "value": TEXT}]))["action"]["fields"][0]
        assert (await evaluated(shared_chat, f"textOf('{name}')")).rstrip("\n") == TEXT, name
        assert receipt["value"].rstrip("\n") == TEXT, name
        assert "differs_from_typed" not in receipt, name
        if name in ("area", "editor"):
            assert await evaluated(shared_chat, "inputs") == 1, name
    await refused(shared_chat, "clipboard_empty", "clipboard", operation="paste")


EDITORS = """<div id=drawn contenteditable style="white-space: pre-wrap">old</div><div id=late contenteditable style="white-space: pre-wrap">old</div>
<script>
  let whole = '', count = 0;
  const taken = (event) => { event.preventDefault(); count++; return (event.clipboardData ?? event.dataTransfer).getData('text/plain') };
  drawn.onpaste = (event) => { whole = taken(event); drawn.innerText = '\\n' + whole.split('\\n').slice(-30).join('\\n') };
  late.onpaste = (event) => { const text = taken(event); setTimeout(() => { late.innerText = text }, 50) };
</script>"""


async def test_an_editor_that_takes_a_paste_its_own_way_gets_the_text_once(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page(EDITORS.replace("\\\\", "\\")))
    receipt = (await do(shared_chat, "type", selector="#drawn", text=TEXT))["action"]
    assert await evaluated(shared_chat, "[whole, count]") == [TEXT, 1]
    assert receipt["value_part"] is True
    assert "differs_from_typed" not in receipt
    field = (await do(shared_chat, "fill_form", fields=[{"selector": "#drawn", "value": TEXT}]))["action"]["fields"][0]
    assert (field["value_part"], field["value"].strip()) == (True, "\n".join(TEXT.split("\n")[-30:]))
    receipt = (await do(shared_chat, "type", selector="#late", text=TEXT))["action"]
    assert (await evaluated(shared_chat, "[late.innerText, count]")) == [TEXT, 3]
    assert "differs_from_typed" not in receipt


async def test_a_text_of_many_lines_goes_behind_what_is_there(shared_chat: Chat, site: Site) -> None:
    await do(shared_chat, "navigate", url=site.page(PAGE))
    await do(shared_chat, "type", selector="#area", text="\n" + TEXT, clear=False)
    assert await evaluated(shared_chat, "textOf('area')") == f"old\n{TEXT}"
