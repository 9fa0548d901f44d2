"""A secret by name that is copied is pasted into documents of its own origins alone, by whatever way, and by a person neither."""

from typing import Any

from tests.browser.test_clipboard_walls import CONTROL, TARGET, by_person, key
from tests.support.calls import do, evaluated, navigated, refused
from tests.support.server import Site
from tests.support.vault import PASSWORD, origin

ECHO = "<input aria-label=From oninput='echo.textContent = this.value'><p id=echo></p><input aria-label=Here>"
DRAG = """<input aria-label=From style='position:absolute;left:10px;top:10px;width:200px;height:30px;font:20px monospace'>
<iframe src='%s' style='position:absolute;left:10px;top:100px;width:400px;height:200px;border:0'></iframe>"""


async def test_a_copied_secret_is_pasted_at_its_origins_alone(shared_keeping: Any, list_secrets: Any, site: Site) -> None:
    chat = shared_keeping(list_secrets(origin(site)))
    refs = await navigated(chat, site.page(ECHO))
    await do(chat, "clipboard", operation="paste", text="words")
    await do(chat, "type", ref=refs["From"], secret="shop.password")
    # Nothing is taken from the field itself.
    for keys in ("Control+a", "Control+c"):
        await do(chat, "keyboard", key=keys)
    await do(chat, "focus", ref=refs["Here"])
    await do(chat, "keyboard", key="Control+v")
    assert await evaluated(chat, "document.querySelectorAll('input')[1].value") == ""
    # What the page prints of it is taken, and stays with the origins.
    await evaluated(chat, "document.activeElement.blur(); getSelection().selectAllChildren(echo)")
    await do(chat, "keyboard", key="Control+c")
    await do(chat, "focus", ref=refs["Here"])
    await do(chat, "keyboard", key="Control+v")
    assert await evaluated(chat, "document.querySelectorAll('input')[1].value === document.querySelector('input').value")
    refs = await navigated(chat, site.page(TARGET).replace("127.0.0.1", "localhost"))
    await do(chat, "focus", ref=refs["To"])
    for action, arguments in (
        ("keyboard", {"key": "Control+v"}),
        ("key_chord", {"keys": ["Shift", "Insert"]}),
        ("clipboard", {"operation": "paste"}),
    ):
        error = await refused(chat, "secret_origin", action, **arguments)
        assert error["details"]["secret"] == "shop.password"
    for way in (key(key="q", commands=["paste"]), by_person(CONTROL, ("KeyV", "v", 86))):
        await way(chat, refs)
    received = await evaluated(chat, "[to.value, ...got].join('')")
    assert received.replace("paste ", "") == ""


async def test_a_selected_secret_is_not_dragged_to_another_origin(shared_keeping: Any, list_secrets: Any, site: Site) -> None:
    chat = shared_keeping(list_secrets(origin(site)))
    frame = site.page(TARGET).replace("127.0.0.1", "localhost")
    refs = await navigated(chat, site.page(DRAG % frame))
    await do(chat, "type", ref=refs["From"], secret="shop.password")
    await do(chat, "keyboard", key="Control+a")
    await chat.call({"action": "drag", "x": 40, "y": 25, "to_x": 60, "to_y": 150})
    frames = (await do(chat, "frames"))["frames"]
    value = await evaluated(chat, "to.value", frame_id=frames[-1]["frame_id"])
    assert PASSWORD not in value
    assert value == ""
