"""What blocks a frame in the document around it blocks all that is in the frame, at any depth and of any origin.

What the page says of its own controls is what it has to say of those in frames; the page's own record says what came to it.
"""

from typing import Any

import pytest

from refbrowser import Chat
from refbrowser.browser.engine.frame_table import FrameTable
from tests.support.calls import do, evaluated, page_text, read, refs, refused
from tests.support.server import Site

RECORD = "<script>const say = what => top.postMessage(what, '*')</script>"
KEPT = "<script>window.record = []; addEventListener('message', event => record.push(event.data))</script>"
CONTROLS = (
    "<button onclick=\"say('press {}')\">Go {}</button> <input aria-label='Field {}' oninput=\"say('text {}')\"> "
    "<select aria-label='Choice {}' onchange=\"say('choice {}')\"><option>A<option>B</select> "
    "<input type=checkbox aria-label='Box {}' onchange=\"say('tick {}')\">"
)
OVERLAY = "<div style='position:fixed;inset:0;background:#0003'><button onclick='this.parentNode.remove()' style='position:absolute;bottom:0'>Close</button></div>"
MODAL = "<dialog><button onclick=\"document.querySelector('dialog').close()\">Okay</button></dialog><script>document.querySelector('dialog').showModal()</script>"

BLOCKED = {"overlay": ("", OVERLAY), "modal": ("", MODAL), "inert": ("inert", ""), "through": ("style='pointer-events:none'", "")}
"""By what a frame is blocked: an attribute of what is around it, and what stands behind it."""
WORDS = {"overlay": "blocked", "modal": "blocked", "inert": "disabled", "through": "blocked"}
ORIGINS = ("other", "same", "deep")


def controls(name: str) -> str:
    return RECORD + CONTROLS.replace("{}", name)


def page(site: Site, origin: str, attribute: str = "", behind: str = "") -> str:
    """The address of a page with controls of its own (`top`), and with such in a frame (`in`): of its own site, of another, or in a
    frame of its site in a frame of another."""
    site.page(controls("in"), "/leaf")
    site.page(f"<iframe src='{site.url('/leaf')}' width=620 height=60></iframe>", "/between")
    source = {"same": "/leaf", "other": site.other("/leaf"), "deep": site.other("/between")}[origin]
    frame = f"<iframe src='{source}' width=680 height=100></iframe>"
    return site.page(f"<title>T</title>{KEPT}<div {attribute}>{controls('top')}<br>{frame}</div>{behind}", "/top")


async def shown(chat: Chat, site: Site, origin: str, why: str) -> tuple[dict[str, int], str]:
    """The refs by label and the text of a page with a frame that is blocked."""
    await do(chat, "navigate", url=page(site, origin, *BLOCKED[why]), wait_until="load")
    text = await do(chat, "content")
    return refs(text), text


async def record(chat: Chat) -> list[str]:
    said: list[str] = await evaluated(chat, "record.splice(0)")
    return said


def state_of(text: str, number: int) -> str:
    """What stands before the number of a ref, without the focus."""
    tag = text.partition(f" {number}]")[0].rpartition("[")[2]
    return tag.replace("focused ", "")


NAMES = ("Go", "Field", "Choice", "Box")


@pytest.mark.rows(1)
@pytest.mark.parametrize("why", list(BLOCKED))
@pytest.mark.parametrize("origin", ORIGINS)
async def test_controls_in_a_frame_have_the_states_of_those_around_it(
    common_isolated_chat: Chat, site: Site, origin: str, why: str
) -> None:
    found, text = await shown(common_isolated_chat, site, origin, why)
    states = {name: (state_of(text, found[f"{name} top"]), state_of(text, found[f"{name} in"])) for name in NAMES}
    assert all(top == inner for top, inner in states.values()), states
    assert states["Go"][1] == f"{WORDS[why]} button"


@pytest.mark.long("browser/test_blocked_in_frames.py::test_a_control_in_a_frame_of_the_cover_itself_is_free")
@pytest.mark.rows(1)
@pytest.mark.parametrize("origin", ORIGINS)
async def test_controls_in_a_frame_that_is_free_are_free(common_isolated_chat: Chat, site: Site, origin: str) -> None:
    await do(common_isolated_chat, "navigate", url=page(site, origin), wait_until="load")
    text = page_text(await do(common_isolated_chat, "content"))
    assert "Go in" in text
    assert "blocked" not in text
    assert "disabled" not in text


@pytest.mark.rows(1)
@pytest.mark.parametrize("origin", ORIGINS)
async def test_of_a_frame_that_is_covered_in_part_the_controls_beneath_are_blocked(
    common_isolated_chat: Chat, site: Site, origin: str
) -> None:
    # Over the field of the frame, and over nothing else.
    chat = common_isolated_chat
    await do(chat, "navigate", url=page(site, origin, "", "<div id=c style='position:absolute;background:#fff'>Cover</div>"))
    found = await read(chat)
    x, y, width, height = (await do(chat, "detail", ref=found["Field in"]))["box"]
    await evaluated(chat, f"Object.assign(c.style, {{left: '{x}px', top: '{y}px', width: '{width}px', height: '{height}px'}})")
    text = await do(chat, "content")
    states = {name: state_of(text, found[f"{name} in"]) for name in NAMES}
    assert states == {"Go": "button", "Field": "blocked input text", "Choice": "select", "Box": "checkbox"}
    await do(chat, "click", ref=found["Go in"])
    assert (await refused(chat, "covered", "click", ref=found["Field in"]))["details"]["covered_by"]["name"] == "Cover"
    assert await record(chat) == ["press in"]


@pytest.mark.long("unit/test_delta.py::test_what_a_dialog_blocks_is_one_line")
@pytest.mark.rows(1)
@pytest.mark.parametrize("why", ["overlay", "modal"])
@pytest.mark.parametrize("origin", ORIGINS)
async def test_a_receipt_says_that_controls_in_a_frame_became_free(
    common_isolated_chat: Chat, site: Site, origin: str, why: str
) -> None:
    found, _ = await shown(common_isolated_chat, site, origin, why)
    receipt = (await do(common_isolated_chat, "click", ref=found["Close" if why == "overlay" else "Okay"]))["action"]
    assert "~ 8 controls are no longer blocked" in receipt["changes"]
    text = page_text(await do(common_isolated_chat, "content"))
    assert "blocked" not in text


async def attempts(chat: Chat, found: dict[str, int], where: str, why: str) -> dict[str, Any]:
    """What calls for the controls come to: the code of an error, or ok; and what came to the page."""
    calls: dict[str, dict[str, Any]] = {
        "click": {"ref": found[f"Go {where}"]},
        "hover": {"ref": found[f"Go {where}"]},
        "type": {"ref": found[f"Field {where}"], "text": "x"},
        "focus": {"ref": found[f"Field {where}"]},
        "select_option": {"ref": found[f"Choice {where}"], "value": "B"},
        "set_checked": {"ref": found[f"Box {where}"], "checked": True},
    }
    outcomes: dict[str, Any] = {}
    # What is disabled is waited for, a second each time.
    for action in ("click", "type", "select_option") if why == "inert" else calls:
        arguments = calls[action]
        answer = await chat.call({"action": action, **arguments, "timeout_ms": 4000})
        outcomes[action] = "ok" if answer["ok"] else (answer["code"], answer["remedy"] and answer["remedy"]["action"])
    outcomes["record"] = [said.removesuffix(f" {where}") for said in await record(chat)]
    return outcomes


@pytest.mark.long("browser/test_blocked_in_frames.py::test_of_a_frame_that_is_covered_in_part_the_controls_beneath_are_blocked")
@pytest.mark.rows(1)
@pytest.mark.parametrize("why", list(BLOCKED))
@pytest.mark.parametrize("origin", ORIGINS)
@pytest.mark.usefixtures("impatient")
async def test_calls_for_controls_in_a_frame_come_to_what_they_come_to_around_it(
    common_isolated_chat: Chat, site: Site, origin: str, why: str
) -> None:
    found, _ = await shown(common_isolated_chat, site, origin, why)
    around = await attempts(common_isolated_chat, found, "top", why)
    assert await attempts(common_isolated_chat, found, "in", why) == around
    assert around["click"][0] == ("disabled" if why == "inert" else "covered")


@pytest.mark.rows(1)
@pytest.mark.parametrize("origin", ORIGINS)
async def test_a_field_behind_a_modal_dialog_does_not_get_the_focus(common_isolated_chat: Chat, site: Site, origin: str) -> None:
    chat = common_isolated_chat
    found, _ = await shown(chat, site, origin, "modal")
    failure = await refused(chat, "focus_moved", "type", ref=found["Field in"], text="x")
    assert "Okay" in failure["error"]
    assert await evaluated(chat, "document.activeElement.textContent") == "Okay"
    assert await record(chat) == []
    await do(chat, "click", ref=found["Okay"])
    await do(chat, "type", ref=found["Field in"], text="x")
    assert await record(chat) == ["text in"]


@pytest.mark.long("browser/test_blocked_in_frames.py::test_a_field_behind_a_modal_dialog_does_not_get_the_focus")
@pytest.mark.rows(1)
@pytest.mark.parametrize("origin", ORIGINS)
async def test_a_field_behind_a_modal_dialog_is_not_filled_in_any_way(common_isolated_chat: Chat, site: Site, origin: str) -> None:
    chat = common_isolated_chat
    found, _ = await shown(chat, site, origin, "modal")
    failure = await refused(chat, "focus_moved", "type", ref=found["Field in"], text="x", slowly=True)
    assert "Okay" in failure["error"]
    await refused(chat, "focus_moved", "fill_form", fields=[{"ref": found["Field in"], "value": "x"}])
    assert await evaluated(chat, "document.activeElement.textContent") == "Okay"
    assert await record(chat) == []


@pytest.mark.long("browser/test_blocked_in_frames.py::test_of_a_frame_that_is_covered_in_part_the_controls_beneath_are_blocked")
@pytest.mark.rows(1)
@pytest.mark.parametrize("origin", ORIGINS)
async def test_the_cover_of_a_control_in_a_frame_is_closed_by_its_ref(common_isolated_chat: Chat, site: Site, origin: str) -> None:
    chat = common_isolated_chat
    cover = "<button style='position:fixed;inset:0' onclick='this.remove()'>Close</button>"
    await do(chat, "navigate", url=page(site, origin, "", cover), wait_until="load")
    found = await read(chat)
    failure = await refused(chat, "covered", "click", ref=found["Go in"])
    remedy = failure["remedy"]
    assert (remedy["action"], remedy["ref"]) == ("click", found["Close"])
    await do(chat, "click", ref=found["Close"])
    await do(chat, "click", ref=found["Go in"])
    assert await record(chat) == ["press in"]


@pytest.mark.long("browser/test_blocked_in_frames.py::test_controls_in_a_frame_have_the_states_of_those_around_it")
@pytest.mark.rows(1)
@pytest.mark.parametrize("why", list(BLOCKED))
@pytest.mark.parametrize("origin", ORIGINS)
async def test_a_part_of_a_frame_is_read_with_the_states_of_what_is_around_it(
    common_isolated_chat: Chat, site: Site, origin: str, why: str
) -> None:
    found, text = await shown(common_isolated_chat, site, origin, why)
    part = await do(common_isolated_chat, "content", ref=found["Go in"])
    assert state_of(part, found["Go in"]) == state_of(text, found["Go top"])


@pytest.mark.long("inpage/test_probe.py::test_detail_says_why_it_is_blocked")
@pytest.mark.rows(1)
@pytest.mark.parametrize("why", list(BLOCKED))
async def test_detail_says_why_a_control_in_a_frame_is_blocked(common_isolated_chat: Chat, site: Site, why: str) -> None:
    found, _ = await shown(common_isolated_chat, site, "other", why)
    reasons = [(await do(common_isolated_chat, "detail", ref=found[f"Go {where}"])).get("why_blocked") for where in ("top", "in")]
    assert reasons[0] == reasons[1]


@pytest.mark.long("browser/test_blocked_in_frames.py::test_a_field_behind_a_modal_dialog_does_not_get_the_focus")
@pytest.mark.rows(1)
@pytest.mark.parametrize("why", ["modal", "inert"])
@pytest.mark.parametrize("origin", ["other", "same"])
async def test_a_form_in_a_frame_that_cannot_have_the_focus_is_not_submitted(
    common_isolated_chat: Chat, site: Site, origin: str, why: str
) -> None:
    form = RECORD + "<form onsubmit=\"say('sent'); return false\"><input aria-label='Query {}'></form>"
    site.page(form.replace("{}", "in"), "/form")
    attribute, behind = BLOCKED[why]
    source = site.other("/form") if origin == "other" else "/form"
    own = form.replace("{}", "top")
    top = site.page(f"<title>T</title>{KEPT}<div {attribute}>{own}<iframe src='{source}'></iframe></div>{behind}")
    await do(common_isolated_chat, "navigate", url=top, wait_until="load")
    found = await read(common_isolated_chat)
    for where in ("top", "in"):
        await refused(common_isolated_chat, "focus_moved", "submit", ref=found[f"Query {where}"])
    assert await record(common_isolated_chat) == []


@pytest.mark.long("browser/test_blocked_in_frames.py::test_of_a_frame_that_is_covered_in_part_the_controls_beneath_are_blocked")
@pytest.mark.rows(1)
@pytest.mark.parametrize("origin", ["other", "same"])
async def test_a_frame_that_is_inert_and_covered_in_part_is_disabled(common_isolated_chat: Chat, site: Site, origin: str) -> None:
    cover = "<div style='position:absolute;left:0;top:0;width:40px;height:300px'>Cover</div>"
    await do(common_isolated_chat, "navigate", url=page(site, origin, "inert", cover), wait_until="load")
    text = await do(common_isolated_chat, "content")
    assert state_of(text, refs(text)["Field in"]) == "disabled input text"


COVERS = f"document.querySelector('dialog').close(); document.body.insertAdjacentHTML('beforeend', `{OVERLAY}`)"
BESIDE = "<div style='position:absolute;left:0;top:400px;width:90px;height:20px'>Beside</div>"


async def test_only_frames_that_something_may_lie_over_are_tested(
    common_isolated_chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    ask = FrameTable.ask

    async def noted(self: FrameTable, frame: Any, request: dict[str, Any], *arguments: Any, **options: Any) -> Any:
        asked.append(request["op"])
        return await ask(self, frame, request, *arguments, **options)

    monkeypatch.setattr(FrameTable, "ask", noted)
    await do(
        common_isolated_chat, "navigate", url=page(site, "same", "", BESIDE + MODAL.replace(".showModal()", "")), wait_until="load"
    )
    for script, tested in (("0", False), ("document.querySelector('dialog').showModal()", False), (COVERS, True)):
        await evaluated(common_isolated_chat, f"{script}; 1")
        asked.clear()
        await do(common_isolated_chat, "content")
        assert ("beneath" in asked) == tested, script


@pytest.mark.rows(1)
@pytest.mark.parametrize("why", ["modal", "overlay"])
async def test_a_control_in_a_frame_of_the_cover_itself_is_free(common_isolated_chat: Chat, site: Site, why: str) -> None:
    site.page(controls("in"), "/leaf")
    frame = f"<iframe src='{site.other('/leaf')}' width=620 height=60></iframe>"
    cover = BLOCKED[why][1].replace("<button", f"{frame}<button", 1)
    top = site.page(f"<title>T</title>{KEPT}<div style='padding-top:90px'>{controls('top')}</div>{cover}")
    await do(common_isolated_chat, "navigate", url=top, wait_until="load")
    text = await do(common_isolated_chat, "content")
    found = refs(text)
    assert (state_of(text, found["Go top"]), state_of(text, found["Go in"])) == ("blocked button", "button")
    await do(common_isolated_chat, "type", ref=found["Field in"], text="x")
    await do(common_isolated_chat, "click", ref=found["Go in"])
    assert await record(common_isolated_chat) == ["text in", "press in"]
