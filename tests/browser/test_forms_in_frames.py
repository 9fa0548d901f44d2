"""Forms in frames: what a receipt says of fields whose frame shows another document in the end, and of lists drawn around it."""

import time
from typing import Any

import pytest

from refbrowser import Chat
from refbrowser.browser.form import drawn_list
from refbrowser.tools import render
from tests.support.calls import do, evaluated, read, refused
from tests.support.server import Site

RECORD = (
    "<script>record = []; addEventListener('message', event => { if (event.data.record) record.push(event.data.record) })</script>"
)

CITY = """<label>City <input oninput="top.postMessage({record: 'City ' + value}, '*'); navigator.sendBeacon('/typed')"></label>"""

COUNTRY = '<label>Country <select onchange="{}"><option>CH<option>DE</select></label>'

ORIGINS = pytest.mark.parametrize("origin", ["same", "other"])


async def opened(chat: Chat, site: Site, top: str, origin: str) -> dict[str, int]:
    """The controls of a page whose frames, at ``@/path``, have its own origin or another one."""
    top = RECORD + top.replace("@", site.other("") if origin == "other" else site.url(""))
    await do(chat, "navigate", url=site.page(top, "/top"), wait_until="load")
    return await read(chat)


def slowly(site: Site, path: str, text: str) -> None:
    """Serves ``text`` 150 ms after it is asked for, and after the city was typed."""

    def answer(_: object) -> str:
        site.wait_for_request("/typed")
        time.sleep(0.15)
        return text

    site.route("/typed", "")

    site.route(path, answer, headers={"Content-Type": "text/html"})


async def filled(chat: Chat, controls: dict[str, int], **values: Any) -> list[dict[str, Any]]:
    """What the receipt has of the fields, without their labels."""
    fields = [{"ref": controls[name], "value": value} for name, value in values.items()]
    answer = await do(chat, "fill_form", fields=fields)
    for name in values:
        assert name in render({"ok": True, "result": answer})
    return [{key: value for key, value in field.items() if key != "element"} for field in answer["action"]["fields"]]


# Chromium holds back what is sent to a frame in a process of its own while that is navigated: with such a frame the field of a
# frame that is on its way is found stale. So the fields that are filled by then are in one process with the page.


@pytest.mark.long("browser/test_forms_in_frames.py::test_fields_of_a_frame_that_the_first_navigates_are_gone")
@ORIGINS
async def test_a_field_whose_frame_is_loaded_anew_has_no_value_in_the_receipt(common_chat: Chat, site: Site, origin: str) -> None:
    slowly(site, "/emptied", CITY + "<script>top.postMessage({record: 'emptied'}, '*')</script>")
    site.page(CITY, "/city")
    site.page(COUNTRY.format("parent.postMessage({country: value}, '*')"), "/country")
    reload = "addEventListener('message', event => { if (event.data.country) city.src = '@/emptied' })"
    top = f"<iframe src=@/country></iframe><iframe id=city src=@/city></iframe><script>{reload}</script>"
    controls = await opened(common_chat, site, top, origin)
    fields = await filled(common_chat, controls, Country="DE", City="Bonn")
    assert await evaluated(common_chat, "record") == ["City Bonn", "emptied"]
    assert fields == [{"value": "DE"}, {"gone": "its frame was navigated"}]
    assert "value=" not in (await do(common_chat, "find", text="City"))["matches"][0]["text"]


LEAVES = pytest.mark.parametrize("leave", ["location = '/next'", "form.submit()"])


def form_that_leaves(site: Site, leave: str) -> None:
    slowly(site, "/next", "<p>second step</p><script>top.postMessage({record: 'next'}, '*')</script>")
    site.page(f"<form action=/next>{COUNTRY.format(leave)}{CITY}</form>", "/form")


@pytest.mark.rows(1)
@ORIGINS
@LEAVES
async def test_fields_of_a_frame_that_the_first_navigates_are_gone(common_chat: Chat, site: Site, origin: str, leave: str) -> None:
    form_that_leaves(site, leave)
    controls = await opened(common_chat, site, "<iframe src=@/form></iframe>", origin)
    fields = await filled(common_chat, controls, Country="DE", City="Bonn")
    assert await evaluated(common_chat, "record") == ["City Bonn", "next"]
    assert fields == [{"gone": "its frame was navigated"}] * 2


@pytest.mark.long("browser/test_forms_in_frames.py::test_fields_of_a_frame_that_the_first_navigates_are_gone")
@pytest.mark.rows(1)
@ORIGINS
@LEAVES
async def test_fields_of_a_frame_that_the_last_navigates_are_gone(
    common_isolated_chat: Chat, site: Site, origin: str, leave: str
) -> None:
    form_that_leaves(site, leave)
    controls = await opened(common_isolated_chat, site, "<iframe src=@/form></iframe>", origin)
    fields = await filled(common_isolated_chat, controls, City="Bonn", Country="DE")
    assert await evaluated(common_isolated_chat, "record") == ["City Bonn", "next"]
    assert fields == [{"gone": "its frame was navigated"}] * 2


CLOSE = "addEventListener('message', event => { if (event.data.close) { form.remove(); record.push('removed') } })"


@pytest.mark.long("browser/test_forms_in_frames.py::test_a_field_that_went_before_it_was_filled_ends_the_call_with_what_was_filled")
@ORIGINS
async def test_fields_of_a_frame_that_is_removed_are_gone(common_isolated_chat: Chat, site: Site, origin: str) -> None:
    site.page(COUNTRY.format("parent.postMessage({close: 1}, '*')"), "/form")
    top = f"<label>Town <input></label><iframe id=form src=@/form></iframe><script>{CLOSE}</script>"
    controls = await opened(common_isolated_chat, site, top, origin)
    fields = await filled(common_isolated_chat, controls, Town="Bonn", Country="DE")
    assert await evaluated(common_isolated_chat, "record") == ["removed"]
    assert fields == [{"value": "Bonn"}, {"gone": "its frame is gone"}]


async def test_a_field_that_went_before_it_was_filled_ends_the_call_with_what_was_filled(common_chat: Chat, site: Site) -> None:
    site.page(COUNTRY.format("frameElement.remove()") + CITY, "/form")
    controls = await opened(common_chat, site, "<iframe src=@/form></iframe>", "same")
    fields = [{"ref": controls["Country"], "value": "DE"}, {"ref": controls["City"], "value": "Bonn"}]
    failure = await refused(common_chat, "ref_stale", "fill_form", fields=fields)
    assert [field["gone"] for field in failure["details"]["fields"]] == ["its frame is gone"]
    assert await evaluated(common_chat, "record") == []


STEPS = """<div id=step>{country}<label>Town <input></label></div>
<label>Note <input oninput="history.pushState(1, '', '#noted'); setTimeout(() => this.value = 'taken', 30)"></label>"""


@pytest.mark.long("browser/test_forms_in_frames.py::test_fields_of_a_frame_that_the_first_navigates_are_gone")
async def test_a_field_that_the_page_itself_removed_is_gone_and_the_others_are_read_again(common_chat: Chat, site: Site) -> None:
    country = COUNTRY.format("step.remove(); record.push('removed')")
    controls = await opened(common_chat, site, STEPS.format(country=country), "same")
    fields = await filled(common_chat, controls, Note="x", Town="Bonn", Country="DE")
    assert await evaluated(common_chat, "record") == ["removed"]
    gone = {"gone": "the element is no longer in the document"}
    assert fields == [{"value": "taken", "differs_from_typed": True}, gone, gone]


@pytest.mark.long("browser/test_forms_in_frames.py::test_fields_of_a_frame_that_the_first_navigates_are_gone")
async def test_fields_of_a_page_that_their_filling_navigates_are_gone(common_chat: Chat, site: Site) -> None:
    form_that_leaves(site, "location = '/next'")
    controls = await opened(common_chat, site, COUNTRY.format("location = '/next'") + CITY, "same")
    fields = await filled(common_chat, controls, City="Bonn", Country="DE")
    assert fields == [{"gone": "the page was navigated"}] * 2


COLOUR = """<div id=colour role=combobox tabindex=0 aria-expanded=false aria-haspopup=listbox aria-label=Colour
onclick="this.ariaExpanded = 'true'; top.postMessage({open: 1}, '*')">none</div>
<script>addEventListener('message', event => { colour.textContent = event.data.chosen; colour.ariaExpanded = 'false' })</script>"""

DRAWS = """<div role=listbox aria-label=Sizes><div role=option>small</div></div><div id=portal></div><script>
addEventListener('message', event => {
  if (!event.data.open) return
  record.push('opened')
  portal.innerHTML = '<div role=listbox><div role=option tabindex=-1>red</div><div role=option tabindex=-1>green</div></div>'
  for (const option of portal.querySelectorAll('[role=option]')) option.onclick = () => {
    record.push(option.textContent)
    portal.innerHTML = ''
    const inner = frames[0].length ? frames[0][0] : frames[0]
    inner.postMessage({chosen: option.textContent}, '*')
  }
})</script>"""


@pytest.mark.rows(1)
@ORIGINS
@pytest.mark.parametrize("depth", [1, 2])
@pytest.mark.usefixtures("impatient")
async def test_a_list_that_is_drawn_around_the_frame_is_named_with_its_options(
    common_isolated_chat: Chat, site: Site, origin: str, depth: int
) -> None:
    site.page(COLOUR, "/colour")
    site.page("<iframe src=/colour></iframe>", "/between")
    top = f"<iframe src=@/{'colour' if depth == 1 else 'between'}></iframe>{DRAWS}"
    controls = await opened(common_isolated_chat, site, top, origin)
    failure = await refused(common_isolated_chat, "ref_kind", "select_option", ref=controls["Colour"], value="green")
    assert "is drawn outside of its frame" in failure["error"]
    assert [option["label"] for option in failure["details"]["options"]] == ["red", "green"]
    remedy = {key: value for key, value in failure["remedy"].items() if key != "hint"}
    assert remedy == {"action": "click", "browser_id": remedy["browser_id"], "ref": failure["details"]["options"][1]["ref"]}
    await do(common_isolated_chat, remedy.pop("action"), **remedy)
    assert await evaluated(common_isolated_chat, "record") == ["opened", "green"]
    assert 'Colour value="green"' in await do(common_isolated_chat, "content")


@pytest.mark.long("browser/test_forms_in_frames.py::test_a_list_that_is_drawn_around_the_frame_is_named_with_its_options")
@pytest.mark.usefixtures("impatient")
async def test_an_option_that_a_list_around_the_frame_lacks_is_not_proposed(common_isolated_chat: Chat, site: Site) -> None:
    site.page(COLOUR, "/colour")
    controls = await opened(common_isolated_chat, site, f"<iframe src=@/colour></iframe>{DRAWS}", "other")
    failure = await refused(common_isolated_chat, "ref_kind", "select_option", ref=controls["Colour"], value="pink")
    assert failure["remedy"]["action"] == "content"
    assert "[option 3] red".replace("3", str(failure["details"]["options"][0]["ref"])) in failure["error"]
    assert await evaluated(common_isolated_chat, "record") == ["opened"]


CHECK = "<label><input type=checkbox onchange=\"top.postMessage({record: 'checked'}, '*'); {}\"> Agree</label>"


@pytest.mark.long("browser/test_forms_in_frames.py::test_a_check_that_takes_its_control_away_is_unconfirmed")
@pytest.mark.rows(1)
@ORIGINS
@pytest.mark.parametrize(
    ("leave", "why"),
    [("location = '/next'", "its frame was navigated"), ("parent.postMessage({close: 1}, '*')", "its frame is gone")],
)
async def test_a_check_that_takes_the_frame_away_is_unconfirmed(
    common_isolated_chat: Chat, site: Site, origin: str, leave: str, why: str
) -> None:
    site.route("/typed", "")
    slowly(site, "/next", "<p>second step</p>")
    site.page(CHECK.replace("{}", f"navigator.sendBeacon('/typed'); {leave}"), "/form")
    controls = await opened(common_isolated_chat, site, f"<iframe id=form src=@/form></iframe><script>{CLOSE}</script>", origin)
    receipt = (await do(common_isolated_chat, "set_checked", ref=controls["Agree"]))["action"]
    assert "checked" not in receipt
    assert receipt["unconfirmed"] == f"the press removed the control: {why}"
    assert (await evaluated(common_isolated_chat, "record"))[0] == "checked"


async def test_a_check_that_takes_its_control_away_is_unconfirmed(common_chat: Chat, site: Site) -> None:
    controls = await opened(common_chat, site, f"<div id=box>{CHECK.replace('{}', 'box.remove()')}</div>", "same")
    receipt = (await do(common_chat, "set_checked", ref=controls["Agree"]))["action"]
    assert receipt["unconfirmed"] == "the press removed the control: the element is no longer in the document"
    assert await evaluated(common_chat, "record") == ["checked"]


TOGGLED = """<div id=host></div><script>{
  const root = host.attachShadow({mode: 'MODE'})
  root.innerHTML = '<button aria-haspopup=listbox aria-expanded=false>Colour</button><div role=listbox hidden><div role=option>red</div></div>'
  const [button, list] = root.children
  button.onclick = () => {
    list.hidden = !list.hidden
    button.ariaExpanded = String(!list.hidden)
    record.push(list.hidden ? 'closed' : 'opened')
  }
}</script>"""


@pytest.mark.rows(1)
@pytest.mark.parametrize("mode", ["open", "closed"])
async def test_a_list_that_takes_no_escape_is_closed_as_it_was_opened(
    common_chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    monkeypatch.setattr(drawn_list, "CLOSE_MS", 250)
    controls = await opened(common_chat, site, TOGGLED.replace("MODE", mode), "same")
    failure = await refused(common_chat, "invalid_arguments", "select_option", ref=controls["Colour"], value="pink")
    assert await evaluated(common_chat, "record") == ["opened", "closed"]
    assert "still open" not in failure["error"]
    assert "list_open" not in failure["details"]


@pytest.mark.usefixtures("impatient")
async def test_a_list_that_stays_open_whatever_is_done_is_said_to_be(
    common_chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawn_list, "CLOSE_MS", 150)
    page = """<button aria-haspopup=listbox aria-expanded=false onclick="this.ariaExpanded = 'true'; list.hidden = false">Colour</button>
    <div id=list role=listbox hidden><div role=option>red</div></div>"""
    controls = await opened(common_chat, site, page, "same")
    failure = await refused(common_chat, "invalid_arguments", "select_option", ref=controls["Colour"], value="pink")
    assert failure["details"]["list_open"] is True
    assert await evaluated(common_chat, "list.hidden") is False
