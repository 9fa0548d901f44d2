"""What no line of the page shows is in receipts: what is selected, where the caret is, how the box that was dragged has changed."""

from typing import Any

from refbrowser import Chat
from tests.support.calls import do, navigated
from tests.support.server import Site

PAGE = """<p id=words>Neque, porro quisquam</p><label>Name <input value="one two"></label>
<label>Key <input type=password value=geheim></label><div contenteditable aria-label=Note>Hello</div>
<div id=card tabindex=0 style="position:relative;width:90px;height:40px">Card</div>
<div id=pane style="position:relative;width:76px;height:60px">Pane<i tabindex=0 aria-label=Edge
  style="position:absolute;right:0;bottom:0;width:10px;height:10px;background:red"></i></div><script>
let from = null;
card.onpointerdown = (event) => { from = [event.clientX, event.clientY, card] };
document.querySelector('i').onpointerdown = (event) => { from = [event.clientX, event.clientY, pane]; event.preventDefault() };
onpointermove = (event) => { if (!from) return;
  const [x, y, box] = from;
  if (box === card) { card.style.left = `${event.clientX - x}px`; card.style.top = `${event.clientY - y}px` }
  else pane.style.height = `${60 + event.clientY - y}px` };
onpointerup = () => { from = null };
</script>"""


async def receipt(chat: Chat, action: str, **arguments: Any) -> dict[str, Any]:
    return dict((await do(chat, action, **arguments))["action"])


async def test_a_selection_is_told_while_a_box_has_the_focus(common_chat: Chat, site: Site) -> None:
    words = "<p id=words>Some words</p><input type=checkbox aria-label=Box onclick='getSelection().selectAllChildren(words)'>"
    await navigated(common_chat, site.page(words))
    assert (await receipt(common_chat, "click", selector="input"))["selection"] == "Some words"
    copied = await do(common_chat, "clipboard", operation="copy")
    assert "Some words" in str(copied), copied


async def test_selections_carets_and_boxes_are_effects(common_chat: Chat, site: Site) -> None:
    chat, page = common_chat, await navigated(common_chat, site.page(PAGE))
    selected = await receipt(chat, "double_click", selector="#words", offset_x=12, offset_y=6)
    assert selected["selection"].startswith("Neque"), selected
    assert "effect" not in selected
    await receipt(chat, "focus", ref=page["Name"])
    assert (await receipt(chat, "key_chord", keys=["Control", "a"]))["selection"] == "one two"
    assert "effect" not in await receipt(chat, "clipboard", operation="copy")
    assert (await receipt(chat, "keyboard", key="End"))["caret"] == "at 7 of 7"
    assert (await receipt(chat, "key_chord", keys=["Shift", "ArrowLeft"]))["selection"] == "o"
    await receipt(chat, "click", ref=page["Note"])
    assert (await receipt(chat, "key_chord", keys=["Control", "a"]))["selection"] == "Hello"
    await receipt(chat, "focus", ref=page["Key"])
    secret = await receipt(chat, "key_chord", keys=["Control", "a"])
    assert secret["effect"] == "none observed"
    assert (await receipt(chat, "drag", ref=page["Card"], to_x=200, to_y=300))["box"].startswith("moved ")
    wide = await receipt(chat, "drag", ref=page["Edge"], target_selector="#pane", target_offset_x=70, target_offset_y=20)
    assert wide["box"].startswith("76 × 60 → 76 × "), wide
    assert wide["box"].endswith(" of <div#pane>")
