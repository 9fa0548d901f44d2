"""The policy's gate before input: an element that is about to get it is judged as it was just observed."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from refbrowser.browser.acting.act import Act
from refbrowser.browser.element.at_point import element_at
from refbrowser.browser.element.element import PLAIN_LOOK, Element, Look, Preparation
from refbrowser.browser.element.resolve import by_ref
from refbrowser.browser.engine.cannot_judge import cannot_judge
from refbrowser.browser.engine.wire_requests import TabWay
from refbrowser.browser.tab.gate import Judged, Mark
from refbrowser.policy.facts import ElementFacts
from refbrowser.refs import Ref

_DEEPEST: Final = 8
"""How many frames within frames are gone through."""

_LISTS: Final = frozenset(
    {"listbox", "grid", "tree", "treegrid", "table", "tablist", "menu", "menubar", "radiogroup", "scrollable", "clickable"}
)
_TABS: Final = frozenset({"Tab", "Shift+Tab", "\t"})

_PLUGINS: Final = frozenset({"embed", "object"})
"""Elements that may hold a document which is not among the page's frames."""


async def permitted(element: Element, look: Look = PLAIN_LOOK) -> Element:
    """The element, when its input may be sent now: itself if that was plain at once, else looked at again after a person agreed.

    Raises ``policy_denied`` and the codes of approvals.
    """
    gate = element.act.gate
    if gate is None:
        return element
    while not await gate.pass_all(await _reached(element)):
        element = await element.probed(look)
    return element


async def all_permitted(act: Act, elements: Sequence[Element]) -> list[Element]:
    """As :func:`permitted`, of elements that one call gives input to, one after the other: a person is asked once."""
    gate, current = act.gate, list(elements)
    while (
        gate is not None
        and current
        and not await gate.pass_all([reached for element in current for reached in await _reached(element)])
    ):
        current = [await element.probed() for element in current]
    return current


async def both_permitted(
    act: Act, places: Sequence[tuple[Element | tuple[float, float], Look]]
) -> list[Element | tuple[float, float]]:
    """As :func:`permitted`, of the places that one gesture leads through, elements or points: a person is asked once for all."""
    current = [place for place, _ in places]
    while (gate := act.gate) is not None:
        reached: list[Judged] = []
        for place in current:
            if isinstance(place, Element):
                reached += await _reached(place)
            else:
                element = await element_at(act, *place)
                reached.append(judged(element) if element is not None else _nothing(act))
        if await gate.pass_all(reached):
            break
        current = [
            await place.probed(look) if isinstance(place, Element) else place
            for place, (_, look) in zip(current, places, strict=True)
        ]
    return current


async def _reached(element: Element) -> list[Judged]:
    """What input to the element reaches: it, and what lies at its point in a frame that it is, or that lies within it. Raises
    ``policy_denied`` for a frame that cannot be seen into."""
    tab, point = element.tab, element.in_page(element.probe.get("point"))
    if point is None or (len(tab.page.frames) == 1 and element.probe.get("tag") not in _PLUGINS):
        return [judged(element)]
    below = await element_at(element.act, *element.shown_at(*point))
    return [judged(element), *([judged(below)] if below is not None and below.frame is not element.frame else [])]


async def point_permitted(act: Act, x: float, y: float, *, aim: bool = False) -> Element | None:
    """As :func:`permitted`, of whatever lies at the point, in CSS pixels of a picture of the viewport; returned where there is a
    policy. With ``aim``, the next press there is for it as it was judged."""
    while act.gate is not None:
        element = await element_at(act, x, y, aim=aim)
        if await act.gate.pass_all([judged(element) if element is not None else _nothing(act)]):
            return element
    return None


async def focus_permitted(act: Act, *, keys: bool = False, chooses: Sequence[str] = (), typed: str = "") -> Element | None:
    """As :func:`permitted`, of what has the focus, which is returned; None where nothing has it, and where there is no policy. With
    ``keys``, the next key is for it as it was judged; ``chooses`` are the keys, ``typed`` is a text, and what
    they choose is judged too."""
    while act.gate is not None:
        element = await focused_element(act, Look(chooses=chooses, typed=typed, prepare=Preparation(keys=keys)))
        if await act.gate.pass_all([judged(element) if element is not None else await _by_tab(act, chooses)]):
            return element
    return None


async def _by_tab(act: Act, keys: Sequence[str]) -> Judged:
    """Return the document, and what is read on the element that Tab gives the focus to where nothing has it."""
    nothing = _nothing(act)
    if not (tabs := [key for key in keys if key in _TABS]):
        return nothing
    frame = act.tab.page.main_frame
    way: TabWay = "backwards" if tabs[-1].startswith("Shift") else "forwards"
    document, answer = await act.tab.engine.focused(frame, act.deadline, exact=True, tab=way)
    local = answer["id"]
    if local is None or answer["frame"] or (number := act.refs.number(document, local)) is None:
        return nothing
    element = await by_ref(act, Ref(number))
    facts = judged(element).element
    assert facts is not None
    # What is written in a list is on its items, which do not get the focus.
    shown, unread = ((), ()) if facts.kind in _LISTS else (facts.shown, facts.unread)
    return replace(nothing, element=ElementFacts(facts.kind, facts.name, facts.frame_url, shown=shown, unread=unread))


async def options_permitted(element: Element, labels: Sequence[str]) -> None:
    """As :func:`permitted`, of options of the element, which have no box of their own. A person who agreed to the element is not
    asked for each."""
    if (gate := element.act.gate) is None:
        return
    whole = judged(element)
    assert whole.element is not None
    options = [replace(whole.element, shown=(*whole.element.shown, f"option: {label}")) for label in labels]
    while not await gate.pass_all([replace(whole, element=option, part=True) for option in options]):
        pass


def judged(element: Element) -> Judged:
    """The element as the gate is shown it."""
    probe = element.probe
    form: dict[str, Any] = dict(probe.get("form") or {})
    facts = ElementFacts(
        element.kind,
        str(probe.get("name") or ""),
        str(form.get("url", element.frame.url)),
        form.get("leads_to"),
        tuple(form.get("fields", ())),
        form.get("submit"),
        tuple(form.get("controls", ())),
        tuple(form.get("shown", ())),
        tuple(form.get("leads", ())),
        form.get("submit_leads_to"),
        tuple(form.get("unread", ())),
        tuple(form.get("submit_shown", ())),
        tuple(form.get("submit_unread", ())),
    )
    values = form.get("values", [])
    mark = Mark(
        element.document.token, form.get("identity"), form.get("shape", 0), tuple(zip(values[::2], values[1::2], strict=True))
    )
    return Judged(facts, mark, element.page_box, part=element.act.of_part)


def _nothing(act: Act) -> Judged:
    """Return the document alone, for input that no element gets."""
    tab = act.tab
    document = tab.frames.document(tab.page.main_frame)
    return Judged(None, Mark(document.token if document is not None else None), None)


async def focused_element(act: Act, look: Look = PLAIN_LOOK) -> Element | None:
    """What has the focus, in the innermost frame that has it; None where nothing has. Raises ``policy_denied`` where that is in a
    frame that cannot be seen into."""
    tab, refs = act.tab, act.refs
    frame = tab.page.main_frame
    for _ in range(_DEEPEST):
        document, answer = await tab.engine.focused(frame, act.deadline, exact=act.gate is not None)
        if (local := answer["id"]) is None:
            return None
        if not answer["frame"]:
            if (number := refs.number(document, local)) is None:
                raise cannot_judge("What has the focus")
            return await by_ref(act, Ref(number), look)
        if (inner := await tab.frame_owners.child(document, local)) is None:
            raise cannot_judge("The frame that has the focus")
        frame = inner
    raise cannot_judge("What has the focus so many frames deep")
