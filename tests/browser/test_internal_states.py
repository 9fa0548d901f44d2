"""What a receipt says of a custom element that holds its states in ``ElementInternals``, where no attribute and no script shows them."""

import pytest

from refbrowser import Chat
from refbrowser.browser.element.element import Element
from refbrowser.browser.receipt import internal_states
from refbrowser.browser.receipt.internal_states import States
from tests.support.calls import do, navigated, opened, read
from tests.support.server import Site

DEFINED = (
    "<script>customElements.define('x-c', class extends HTMLElement {{ constructor() {{ super(); this.internals = this.attachInternals();"
    " this.internals.role = '{role}'; this.internals.{name} = 'false'; this.onclick = () => {act} }} }})</script>"
)
STATES = {"checked": ("checkbox", "ariaChecked"), "pressed": ("button", "ariaPressed"), "expanded": ("button", "ariaExpanded"), "selected": ("tab", "ariaSelected")}  # fmt: skip


def page(site: Site, where: str, state: str, act: str) -> str:
    """A page with one custom element, called Choice, in the top document, in a frame, or in a shadow root."""
    role, name = STATES[state]
    defined = DEFINED.format(role=role, name=name, act=act.format(name=name))
    element = "<x-c tabindex=0>Choice</x-c>"
    if where == "top":
        return site.page(defined + element)
    if where == "shadow":
        return site.page(f"{defined}<div id=h></div><script>h.attachShadow({{mode: 'closed'}}).innerHTML = '{element}'</script>")
    inner = site.page(defined + element, "/inner")
    return site.page(f"<iframe src='{inner.replace('127.0.0.1', 'localhost') if where == 'other site' else inner}'></iframe>")


async def receipt_of(chat: Chat, url: str) -> dict[str, object]:
    await navigated(chat, url)
    number = (await read(chat))["Choice"]
    receipt: dict[str, object] = (await do(chat, "click", ref=number))["action"]
    return receipt


@pytest.mark.rows(1)
@pytest.mark.parametrize("where", ["top", "shadow", "frame", "other site"])
async def test_the_changed_state_is_said_wherever_the_element_is(common_chat: Chat, site: Site, where: str) -> None:
    receipt = await receipt_of(common_chat, page(site, where, "checked", "this.internals.{name} = 'true'"))
    assert receipt["checked"] is True
    assert "effect" not in receipt


@pytest.mark.long("browser/test_internal_states.py::test_the_changed_state_is_said_wherever_the_element_is")
@pytest.mark.rows(1)
@pytest.mark.parametrize("state", sorted(STATES))
async def test_each_state(common_chat: Chat, site: Site, state: str) -> None:
    receipt = await receipt_of(common_chat, page(site, "top", state, "this.internals.{name} = 'true'"))
    assert receipt[state] is True
    assert "effect" not in receipt


@pytest.mark.long("browser/test_internal_states.py::test_the_changed_state_is_said_wherever_the_element_is")
async def test_a_state_that_changes_a_moment_later(common_chat: Chat, site: Site) -> None:
    receipt = await receipt_of(common_chat, page(site, "top", "checked", "setTimeout(() => this.internals.{name} = 'mixed', 50)"))
    assert receipt["checked"] == "mixed"
    assert "effect" not in receipt


@pytest.mark.long("browser/test_internal_states.py::test_the_changed_state_is_said_wherever_the_element_is")
@pytest.mark.parametrize("call", [{"action": "double_click"}, {"action": "hover"}, {"action": "focus"}])
async def test_other_actions_on_the_element(chat: Chat, site: Site, call: dict[str, str]) -> None:
    heard = "".join(f"x.on{event} = () => x.internals.ariaChecked = 'true';" for event in ("dblclick", "mouseover", "focus"))
    defined = DEFINED.format(role="checkbox", name="ariaChecked", act="0")
    await opened(chat, site.page(f"{defined}<x-c id=x tabindex=0>Choice</x-c><script>{heard}</script>"))
    number = (await read(chat))["Choice"]
    receipt = (await do(chat, **call, ref=number))["action"]
    assert receipt["checked"] is True
    assert "effect" not in receipt


async def test_a_state_that_stays_is_no_effect(common_chat: Chat, site: Site) -> None:
    receipt = await receipt_of(common_chat, page(site, "top", "checked", "0"))
    assert receipt["effect"] == "none observed"
    assert "checked" not in receipt


@pytest.mark.long("browser/test_internal_states.py::test_the_changed_state_is_said_wherever_the_element_is")
async def test_a_press_that_leaves_the_page_is_reported_as_that(common_chat: Chat, site: Site) -> None:
    there = site.page("<p>There</p>", "/there")
    receipt = await receipt_of(common_chat, page(site, "top", "checked", f"location.href = '{there}'"))
    assert receipt["navigation"]["to"] == there  # type: ignore[index]


@pytest.mark.long("browser/test_internal_states.py::test_a_state_that_stays_is_no_effect")
async def test_what_was_not_known_before_is_no_change(common_chat: Chat, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = internal_states._asked
    given: list[States | None] = []

    async def late(element: Element) -> States | None:
        given.append(await asked(element) if given else None)
        return given[-1]

    monkeypatch.setattr(internal_states, "_asked", late)
    receipt = await receipt_of(common_chat, page(site, "top", "checked", "0"))
    assert given == [None]
    assert receipt["effect"] == "none observed"
    assert "checked" not in receipt
