"""Keys and text that are meant for one element: what the page's focus made of them."""

from dataclasses import dataclass

from refbrowser.browser.element.dispatched import RECEIVED, TargetReport, Verdict
from refbrowser.browser.element.element import Element, Look, Preparation
from refbrowser.browser.element.permitted import permitted
from refbrowser.browser.engine.wire import KeyReport
from refbrowser.errors import ActionabilityError, Remedy


async def aim_keys(element: Element, *, all_of_them: bool) -> bool:
    """What is typed next is meant for the element: what would go elsewhere is kept from the page, until what came of it is asked.

    Without ``all_of_them`` the page may pass the rest of it on, once the element has received some. Return whether the element has
    the focus.
    """
    reply = await element.tab.engine.aim_keys(element.frame, element, element.deadline, all_of_them=all_of_them)
    element.act.traces.aimed.add(element.frame)
    element.deadline.progress.performed = "keys"
    return reply.answer["focused"]


async def aim_judged_key(element: Element) -> Element:
    """The next key, which may act on the element's form, is meant for the element alone; under a policy for the element as it is
    judged now, when it may be sent. Raises ``policy_denied`` and the codes of approvals."""
    if element.act.gate is None:
        await aim_keys(element, all_of_them=True)
        return element
    look = Look(chooses=("Enter",), prepare=Preparation(keys=True))
    return await permitted(await element.probed(look), look)


def changed(element: Element) -> ActionabilityError:
    """What a key would have done is not what the policy has judged any more."""
    return ActionabilityError(
        f"{element.label} changed as the key came: its form, or where that leads, is not what was judged, it did not get the key.",
        code="press_missed",
        remedy=Remedy("content", {"browser_id": element.tab.browser_id}),
        details={"ref": element.number},
    )


def focus_moved(element: Element, keys: KeyReport) -> ActionabilityError:
    """The page gave the focus to something else as the keys came."""
    what = f"the text went to {keys['passed_on'] or 'another element'}"
    if keys["kept"]:
        what = f"the focus moved to {keys['kept']}, which did not get the text"
    return ActionabilityError(
        f"{element.label} did not keep the focus: {what}.",
        code="focus_moved",
        remedy=Remedy("content", {"browser_id": element.tab.browser_id}, hint="look for what has the focus now"),
        details={"ref": element.number, "focus_on": keys["kept"] or keys["passed_on"] or None, "received_some": keys["received"]},
    )


@dataclass(frozen=True, slots=True)
class KeyConfirmation:
    """Confirms that the element received a key. Raises ``focus_moved`` when the page gave the focus to something else before.

    A page may move the focus in its handler of the key, as a table does whose cell has been filled in; what the key would then have
    done elsewhere, such as submit another form, was kept from the page, and the receipt says so.
    """

    element: Element

    async def confirm(self, report: TargetReport | None) -> Verdict:
        keys = report.keys if report is not None else None
        if keys is None:
            return RECEIVED
        if keys["changed"]:
            raise changed(self.element)
        if not keys["received"]:
            raise focus_moved(self.element, keys)
        notes = {"kept_from": keys["kept"], "passed_on_to": keys["passed_on"]}
        return Verdict(notes={name: where for name, where in notes.items() if where})
