"""``visual_diff``: what changed between two pictures."""

from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import Field, WithJsonSchema, model_validator

from refbrowser.actions.acting import find_element, tab_state
from refbrowser.actions.arguments import RefArgument, TabArguments
from refbrowser.actions.conduct import no_input
from refbrowser.actions.spec import ActionContext, action
from refbrowser.actions.uses import FILE
from refbrowser.browser.element.element import Element, page_box
from refbrowser.browser.imaging.drawn_elements import View, Viewing
from refbrowser.browser.imaging.screenshots import Shot, photograph
from refbrowser.browser.imaging.visual_diff import compared
from refbrowser.browser.pointer.pointer import ready
from refbrowser.browser.tab.last_shots import LastShot
from refbrowser.errors import CallError, FileError, Remedy
from refbrowser.files import Destination
from refbrowser.policy.files import readable_path

Part = int | str | None

PicturePath = Annotated[str, FILE, Field(min_length=1, max_length=4000)]


class VisualDiffArguments(TabArguments):
    before: PicturePath | None = None
    after: PicturePath | None = None
    ref: RefArgument | None = None
    ignore: Annotated[
        list[Annotated[RefArgument, WithJsonSchema({"type": "string"})]] | None, Field(max_length=20, description="refs")
    ] = None

    @model_validator(mode="after")
    def _two_pictures(self) -> Self:
        if self.after is not None and (self.before is None or self.ref is not None or self.ignore):
            raise ValueError("after goes with before, and with neither ref nor ignore")
        return self


@action("visual_diff", group="capture", effect="read", arguments=VisualDiffArguments, conduct=no_input())
async def visual_diff(context: ActionContext, arguments: VisualDiffArguments) -> dict[str, Any]:
    """Compare two pictures, or the page with its last screenshot."""
    session, tab = context.session, context.tab
    drawing = session.files.new_path("visual_diffs", f"tab{tab.browser_id}", ".jpg")
    before = readable_path(arguments.before, roots=session.files.writable) if arguments.before is not None else None
    if arguments.after is not None:
        assert before is not None
        after = readable_path(arguments.after, roots=session.files.writable)
        return {**await compared(before, after, drawing), "before": str(before), "after": str(after)}
    # An element that is gone has no earlier picture that could be taken.
    found = await find_element(context, arguments.ref, None) if arguments.ref is not None else None
    part, last = _last(context, arguments, before)
    element = await ready(found, pointer=False) if found is not None else None
    suffix = ".png" if last.path.suffix.lower() == ".png" else ".jpg"
    later = session.files.new_path("screenshots", f"tab{tab.browser_id}", suffix)
    shot = Shot(session.hub.masker, last.quality, part == "full", element)
    await photograph(tab, session.refs, Destination(later), shot, context.deadline)
    _, page = await tab.engine.drawn(tab.page.main_frame, [], context.deadline)
    scroll = (float(page["scroll"][0]), float(page["scroll"][1]))
    files = {"before": str(last.path), "after": str(later)}
    if before is None and part is None and scroll != last.scroll:
        difference: dict[str, Any] = {
            "scroll_differs": {"before": list(last.scroll), "after": list(scroll)},
            "significant": True,
            "regions": [],
        }
    else:
        view = await _view(element, part, scroll, float(page["scale"]))
        look = Viewing(tab, session.refs, context.deadline, view, tuple(arguments.ignore or ()))
        try:
            difference = await compared(last.path, later, drawing, look)
        except FileError:
            later.unlink(missing_ok=True)
            raise
    # A picture that could not be compared is no last screenshot: the one before it stays the one to compare with.
    tab.shots.note(part, LastShot(later, last.quality, scroll))
    return {**difference, **files, "state": (await tab_state(context)).as_dict()}


def _last(context: ActionContext, arguments: VisualDiffArguments, before: Path | None) -> tuple[Part, LastShot]:
    """Which part of the tab to compare, and its earlier picture."""
    tab = context.tab
    part: Part = arguments.ref.number if arguments.ref is not None else None
    if before is not None:
        return part, LastShot(before, 80, (0.0, 0.0))
    newest = (part, tab.shots.of(part)) if part is not None else tab.shots.newest
    if newest is None or newest[1] is None:
        of = f"of ref {part}" if part is not None else f"of tab {tab.browser_id}"
        wanted = {"browser_id": tab.browser_id, **({"ref": part} if part is not None else {})}
        raise CallError(
            f"There is no earlier screenshot {of} to compare with; take one, or give `before`.",
            remedy=Remedy("screenshot", wanted),
        )
    return newest[0], newest[1]


async def _view(element: Element | None, part: Part, scroll: tuple[float, float], scale: float) -> View:
    if element is not None:
        box = await page_box(element)
        return View((0.0, 0.0) if box is None else (-box[0], -box[1]), scale)
    return View(scroll if part == "full" else (0.0, 0.0), scale)
