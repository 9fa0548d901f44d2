"""Actions that make pictures."""

from typing import Annotated, Any

from pydantic import Field

from refbrowser.actions.acting import find_element, tab_state
from refbrowser.actions.arguments import NUMBER, RefArgument, TabArguments
from refbrowser.actions.spec import ActionContext, action
from refbrowser.browser.pointer import ready
from refbrowser.browser.screenshots import photograph
from refbrowser.policy.files import writable_path


class ScreenshotArguments(TabArguments):
    quality: Annotated[int, Field(ge=20, le=95), NUMBER] = 80
    full_page: bool = False
    path: Annotated[str | None, Field(min_length=1, max_length=4000, description=".jpg, or .png for PNG")] = None
    ref: Annotated[RefArgument | None, Field(description="only this element")] = None


@action("screenshot", group="capture", effect="read", arguments=ScreenshotArguments)
async def screenshot(context: ActionContext, arguments: ScreenshotArguments) -> dict[str, Any]:
    """Photograph the page into a file and return its path; look at it with vision_load."""
    session, tab = context.session, context.tab
    path = writable_path(
        arguments.path,
        default=session.new_path("screenshots", f"tab{tab.browser_id}", ".jpg"),
        roots=session.file_roots,
    )
    element = None
    if arguments.ref is not None:
        element = await ready(await find_element(context, arguments.ref, None, pointer=False), context.deadline, pointer=False)
    image = await photograph(
        tab, path, quality=arguments.quality, full_page=arguments.full_page, element=element, deadline=context.deadline
    )
    return {
        "path": str(path),
        **image,
        "state": (await tab_state(context)).as_dict(),
        "vision_load": {"tool_name": "vision_load", "tool_args": {"paths": [str(path)]}},
    }
