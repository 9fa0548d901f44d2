"""Actions that save a page as an image or PDF, and resize it."""

import asyncio
from pathlib import PurePath
from typing import Annotated, Any, Final

from pydantic import Field

from refbrowser.actions.acting import find_element, tab_state
from refbrowser.actions.arguments import NUMBER, OverwriteArgument, RefArgument, TabArguments
from refbrowser.actions.conduct import no_input
from refbrowser.actions.spec import ActionContext, action
from refbrowser.actions.uses import FILE
from refbrowser.browser.element.covering import cover_label
from refbrowser.browser.imaging.printing import print_pdf
from refbrowser.browser.imaging.screenshots import Shot, photograph
from refbrowser.browser.pointer.pointer import ready
from refbrowser.browser.pointer.scroll import reveal_in_boxes
from refbrowser.browser.tab.last_shots import LastShot
from refbrowser.errors import CallError, Remedy

IMAGE_SUFFIXES: Final = (".jpg", ".jpeg", ".png")


class ScreenshotArguments(TabArguments):
    quality: Annotated[int, Field(ge=20, le=95), NUMBER] = 80
    full_page: bool = False
    path: Annotated[str | None, FILE, Field(min_length=1, max_length=4000, description=".jpg, or .png for PNG")] = None
    overwrite: OverwriteArgument = False
    ref: Annotated[RefArgument | None, Field(description="only this element")] = None
    annotate: Annotated[bool, Field(description="draw the refs' numbers")] = False


@action("screenshot", group="capture", effect="read", arguments=ScreenshotArguments, conduct=no_input())
async def screenshot(context: ActionContext, arguments: ScreenshotArguments) -> dict[str, Any]:
    """Save a screenshot; returns its path, for vision_load."""
    session, tab = context.session, context.tab
    if arguments.path is not None and (suffix := PurePath(arguments.path).suffix) and suffix.lower() not in IMAGE_SUFFIXES:
        raise CallError(
            f"A screenshot cannot be saved as {suffix!r}; its path must end in .jpg, .jpeg or .png.",
            remedy=Remedy("screenshot", {"browser_id": tab.browser_id, "path": str(PurePath(arguments.path).with_suffix(".png"))}),
            details={"path": arguments.path},
        )
    default = session.files.new_path("screenshots", f"tab{tab.browser_id}", ".jpg")
    destination = session.files.destination(arguments.path, default, overwrite=arguments.overwrite)
    path = destination.path
    element, notes = None, dict[str, Any]()
    if arguments.ref is not None:
        element = await ready(await find_element(context, arguments.ref, None), pointer=False)
        element, scrolled = await reveal_in_boxes(element)
        cover = element.probe["covered_by"]
        notes = {**({"scrolled": True} if scrolled else {}), **({"covered_by": cover_label(cover)} if cover else {})}
    shot = Shot(session.hub.masker, arguments.quality, arguments.full_page, element, arguments.annotate)
    state = asyncio.ensure_future(tab_state(context))
    try:
        image = await photograph(tab, session.refs, destination, shot, context.deadline)
        after = await state
    finally:
        state.cancel()
    session.files.note_scale(path, image.get("scale", 1))
    tab.shots.scale = image.get("scale", 1)
    if not arguments.annotate and after.scroll is not None:
        part = arguments.ref.number if arguments.ref is not None else "full" if arguments.full_page else None
        tab.shots.note(part, LastShot(path, arguments.quality, (after.scroll["x"], after.scroll["y"])))
    return {
        "path": str(path),
        **image,
        **notes,
        "state": after.as_dict(),
        "vision_load": {"tool_name": "vision_load", "tool_args": {"paths": [str(path)]}},
    }


class PdfArguments(TabArguments):
    path: Annotated[str | None, FILE, Field(min_length=1, max_length=4000)] = None
    overwrite: OverwriteArgument = False


@action("pdf", group="capture", effect="read", arguments=PdfArguments, conduct=no_input())
async def pdf(context: ActionContext, arguments: PdfArguments) -> dict[str, Any]:
    """Save the page as PDF."""
    session, tab = context.session, context.tab
    default = session.files.new_path("pdf", f"tab{tab.browser_id}", ".pdf")
    destination = session.files.destination(arguments.path, default, overwrite=arguments.overwrite)
    printed = await print_pdf(tab, session.refs, session.hub.masker, destination, context.deadline)
    return {
        "path": str(destination.path),
        "mime": "application/pdf",
        "size": printed.size,
        **({"pictured": True} if printed.pictured else {}),
        "state": (await tab_state(context)).as_dict(),
    }


class SetViewportArguments(TabArguments):
    width: Annotated[int, Field(ge=100, le=10_000), NUMBER]
    height: Annotated[int, Field(ge=100, le=10_000), NUMBER]
    device_scale: Annotated[float | None, Field(ge=0.5, le=4, description="device pixels per CSS pixel"), NUMBER] = None


@action("set_viewport", group="capture", effect="input", arguments=SetViewportArguments, conduct=no_input("call", "view"))
async def set_viewport(context: ActionContext, arguments: SetViewportArguments) -> dict[str, Any]:
    """Resize the viewport, in CSS pixels."""
    async with context.deadline.waiting_for("the viewport to change"):
        size = (arguments.width, arguments.height, arguments.device_scale)
        await context.session.emulator(context.tab).apply({"viewport": size})
    return (await tab_state(context)).as_dict()
