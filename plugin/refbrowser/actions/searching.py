"""Finding things: in the page as it is read, in its source, among the downloads."""

import re
from typing import Annotated, Any, Self

from pydantic import Field, model_validator

from refbrowser.actions.arguments import NUMBER, Arguments, TabArguments
from refbrowser.actions.spec import ActionContext, action
from refbrowser.browser.reading import capture
from refbrowser.content.find import find as search
from refbrowser.errors import CallError

SOURCE_CHARACTERS = 30_000


class FindArguments(TabArguments):
    text: Annotated[str | None, Field(min_length=1, max_length=1000)] = None
    regex: Annotated[str | None, Field(min_length=1, max_length=300)] = None
    kinds: Annotated[list[str] | None, Field(max_length=20, description="only lines with such refs: button, link…")] = None
    limit: Annotated[int, Field(ge=1, le=200), NUMBER] = 20

    @model_validator(mode="after")
    def _one_pattern(self) -> Self:
        if (self.text is None) == (self.regex is None):
            raise ValueError("exactly one of text and regex is needed")
        return self


@action("find", group="reading", effect="read", arguments=FindArguments)
async def find(context: ActionContext, arguments: FindArguments) -> dict[str, Any]:
    """Lines of the page that contain a text (in any case) or match a regex, with their refs and the headings above them."""
    try:
        pattern = re.compile(re.escape(arguments.text) if arguments.text is not None else arguments.regex or "", re.IGNORECASE)
    except re.error as wrong:
        raise CallError(f"The regex {arguments.regex!r} is not valid: {wrong}.") from None
    captured = await capture(context.tab, context.session.refs, context.deadline)
    matches, count = search(captured.lines, pattern, arguments.kinds or (), arguments.limit)
    found = [{"line": match.line, "text": match.text, "under": " > ".join(match.headings)} for match in matches]
    return {"matches": found, "count": count, "left_out": count - len(found)}


class SourceArguments(TabArguments):
    offset: Annotated[int, Field(ge=0, description="characters to skip"), NUMBER] = 0


@action("source", group="reading", effect="read", arguments=SourceArguments, aliases=("view_source",))
async def source(context: ActionContext, arguments: SourceArguments) -> dict[str, Any]:
    """The page's present HTML, 30 000 characters at a time."""
    html = await context.tab.page.content()
    part = html[arguments.offset : arguments.offset + SOURCE_CHARACTERS]
    end = arguments.offset + len(part)
    rest = {"next": {"action": "source", "browser_id": context.tab.browser_id, "offset": end}} if end < len(html) else {}
    return {"html": part, "characters": len(html), **rest}


class DownloadsArguments(Arguments):
    pass


@action("downloads", group="reading", effect="read", arguments=DownloadsArguments, scope="chat")
async def downloads(context: ActionContext, arguments: DownloadsArguments) -> dict[str, Any]:
    """This chat's downloads: name, state, path, size, mime and sha256."""
    return {"downloads": [record.as_dict() for record in context.session.downloads.records]}
