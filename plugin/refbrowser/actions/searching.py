"""Actions that search the page, read its source, list downloads, and fetch pages without a tab."""

import asyncio
import mimetypes
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Self

from pydantic import Field, model_validator

from refbrowser.actions.arguments import NUMBER, Arguments, TabArguments, Text
from refbrowser.actions.conduct import no_input
from refbrowser.actions.kinds import kinds_of_elements
from refbrowser.actions.reading import masked_lines
from refbrowser.actions.spec import ActionContext, action
from refbrowser.actions.uses import FETCHED, FILE, LOCAL
from refbrowser.browser.snapshot.building import UNFINISHED, built
from refbrowser.browser.snapshot.capture import capture_thoroughly
from refbrowser.browser.snapshot.page_source import page_source
from refbrowser.content.budget import CHARACTERS_PER_TOKEN
from refbrowser.content.find import Pattern, readings
from refbrowser.content.find import find as search
from refbrowser.errors import FileError, NavigationError, Remedy
from refbrowser.page_text import sealed, truncated
from refbrowser.policy.files import readable_path
from refbrowser.redact import mask_spans, merged_spans, redacted, source_spans

if TYPE_CHECKING:
    from refbrowser.egress.fetch import Fetched, Way

SOURCE_CHARACTERS = 30_000


class FindArguments(TabArguments):
    text: Annotated[Text | None, LOCAL, Field(min_length=1, max_length=1000)] = None
    regex: Annotated[str | None, LOCAL, Field(min_length=1, max_length=300)] = None
    kinds: Annotated[
        list[str] | None, LOCAL, Field(max_length=20, description="only lines with refs of these kinds: button, link…")
    ] = None
    limit: Annotated[int, Field(ge=1, le=200), NUMBER] = 20

    @model_validator(mode="after")
    def _one_pattern(self) -> Self:
        if (self.text is None) == (self.regex is None):
            raise ValueError("exactly one of text and regex is needed")
        return self


@action("find", group="reading", effect="read", arguments=FindArguments, conduct=no_input())
async def find(context: ActionContext, arguments: FindArguments) -> dict[str, Any]:
    """Find lines of the page by text or regex, with their refs and headings."""
    patterns: list[Pattern]
    if arguments.text is not None:
        patterns = [re.compile(re.escape(sealed(arguments.text)), re.IGNORECASE)]
    else:
        patterns = readings(arguments.regex or "")
    is_new = context.tab.seen.last is None
    found = await _found(context, arguments, patterns)
    if found["count"] or not is_new:
        return found
    # The page has just come, and its scripts may not have put there yet what is looked for.
    finished = await built(context.tab, context.deadline)
    return {**await _found(context, arguments, patterns), **({} if finished else {"note": UNFINISHED})}


async def _found(context: ActionContext, arguments: FindArguments, patterns: "list[Pattern]") -> dict[str, Any]:
    kinds = kinds_of_elements(arguments.kinds)
    captured = await capture_thoroughly(context.tab, context.session.refs, context.deadline)
    lines = await masked_lines(captured.lines, context.masker)
    for pattern in patterns:
        matches, count = search(lines, pattern, kinds, arguments.limit, captured.groups)
        if count:
            break
    found = [{"line": match.line, "text": match.text, "under": " > ".join(match.headings)} for match in matches]
    read_as = {"read_as": pattern.pattern} if count and pattern is not patterns[0] else {}
    return {"matches": found, "count": count, "left_out": count - len(found), **read_as}


class SourceArguments(TabArguments):
    offset: Annotated[int, Field(ge=0, description="characters to skip"), NUMBER] = 0


@action("source", group="reading", effect="read", arguments=SourceArguments, conduct=no_input())
async def source(context: ActionContext, arguments: SourceArguments) -> dict[str, Any]:
    """Get the page's HTML, 30 000 characters at a time."""
    written, entered = await page_source(context.tab, context.deadline)
    masker = context.masker
    # Whole, before it is cut, and both in the text as it is: a value that one has masked the other could not find.
    hidden = await asyncio.to_thread(lambda: merged_spans([*source_spans(written, entered), *masker.ranges(written)]))
    html = mask_spans(written, hidden)
    part = html[arguments.offset : arguments.offset + SOURCE_CHARACTERS]
    end = arguments.offset + len(part)
    rest = {"next": {"action": "source", "browser_id": context.tab.browser_id, "offset": end}} if end < len(html) else {}
    return {"html": part, "characters": len(html), **rest}


class DownloadsArguments(Arguments):
    pass


@action("downloads", group="reading", effect="read", arguments=DownloadsArguments, scope="chat", conduct=no_input("listing"))
async def downloads(context: ActionContext, arguments: DownloadsArguments) -> dict[str, Any]:
    """List downloads: name, state, size and path."""
    if not context.has_session:
        return {"downloads": []}
    return {"downloads": [record.as_dict() for record in context.session.downloads.records]}


async def _way(context: ActionContext) -> "Way":
    """Return how the chat's pages load: boundary, routes, offline state, and the active tab's user agent and language."""
    from refbrowser.egress.fetch import Fetched, Way

    boundary = await context.boundary()
    language = {"accept-language": context.settings.locale} if context.settings.locale is not None else {}
    if not context.has_session:
        return Way(boundary, own_headers=language)
    session = context.session
    active = next((tab for tab in session.tabs if tab.browser_id == session.last_interacted), None)
    if active is not None:
        agent = active.emulated.user_agent or active.emulated.device_agent
        language |= {"user-agent": agent} if agent is not None else {}
        language |= {"accept-language": active.emulated.locale} if active.emulated.locale is not None else {}

    async def answer(url: str) -> Fetched | bool:
        rule = session.routes.deciding(url)
        if rule is None or rule.reply is None:
            return rule is not None
        text = await asyncio.to_thread(rule.reply.text)
        return Fetched(url, rule.reply.status, rule.reply.media_type, text, cut=False)

    return Way(boundary, session.offline, language, answer, session.routes.headers_for)


class ReadArguments(Arguments):
    url: Annotated[str | None, FETCHED, Field(min_length=1, max_length=10_000)] = None
    path: Annotated[str | None, FILE, Field(min_length=1, max_length=4000)] = None
    max_tokens: Annotated[int | None, Field(ge=50, le=1_000_000), NUMBER] = None
    offset: Annotated[int, Field(ge=0, description="characters to skip"), NUMBER] = 0

    @model_validator(mode="after")
    def _one_document(self) -> Self:
        if (self.url is None) == (self.path is None):
            raise ValueError("exactly one of url and path is needed")
        return self


_ANSWER_MS = 100
"""Reserved from the deadline, so that the error can name a server that does not answer."""

_READABLE = re.compile(
    r"text/.*|application/(.*\+)?(json|xml|yaml)|application/(x-(yaml|ndjson)|ndjson|json5|jsonl|toml|javascript|graphql|sql)"
)
"""Types of which the text is what is read."""


def _import_reader() -> None:
    """Imports the HTML parser and the HTTP client with its certificates, on use and in a thread: they take longer than everything
    above, and other chats go on."""
    import refbrowser.content.feed
    import refbrowser.content.html
    import refbrowser.egress.charsets  # noqa: F401
    from refbrowser.egress.fetch import tls_context

    tls_context()


async def _pdf(context: ActionContext, body: bytes) -> tuple[str, str]:
    """Return title and text. Raises :class:`PdfUnreadable`."""
    from refbrowser.egress.pdf import pdf_markdown

    return await pdf_markdown(body, max(1.0, context.deadline.remaining_ms - _ANSWER_MS) / 1000)


def _not_text(fetched: "Fetched", why: str) -> NavigationError:
    return NavigationError(
        f"{truncated(fetched.url, 200)} {why}; open it in a tab instead.",
        remedy=Remedy("open", {"url": fetched.url}, hint="shows or downloads it"),
        details={"media_type": fetched.media_type},
    )


@action("read", group="reading", effect="read", arguments=ReadArguments, scope="chat", conduct=no_input("document", "navigation"))
async def read(context: ActionContext, arguments: ReadArguments) -> dict[str, Any]:
    """Read a page's main content as markdown without a tab (no scripts, no refs)."""
    await asyncio.to_thread(_import_reader)
    if arguments.path is not None:
        path, title, text = await _file_text(context, arguments.path)
        return await _answer(context, arguments, {"path": path}, title, text)
    from refbrowser.egress.fetch import fetch

    assert arguments.url is not None
    fetched = await fetch(arguments.url, max(1.0, context.deadline.remaining_ms - _ANSWER_MS) / 1000, await _way(context))
    head = {"url": redacted(fetched.url), "http_status": fetched.http_status}
    answer = await _answer(context, arguments, head, *await _text_of(context, fetched))
    if fetched.cut:
        answer["cut"] = "the document was larger than 5 MB; the rest was not fetched"
    if fetched.late:
        answer["cut"] = "the server had not sent the rest in time; a longer timeout_ms reads on"
    return answer


async def _answer(
    context: ActionContext, arguments: ReadArguments, head: Mapping[str, Any], title: str, text: str
) -> dict[str, Any]:
    """Return the part of the text that was asked for."""
    # Whole, before it is cut.
    text = await asyncio.to_thread(context.masker.text, text)
    room = int((arguments.max_tokens or context.settings.max_tokens) * CHARACTERS_PER_TOKEN)
    end = arguments.offset + room
    answer: dict[str, Any] = {**head, "title": title, "markdown": text[arguments.offset : end]}
    if end < len(text):
        document = {"url": arguments.url} if arguments.path is None else {"path": arguments.path}
        answer["next"] = {"action": "read", **document, "offset": end}
    return answer


async def _text_of(context: ActionContext, fetched: "Fetched") -> tuple[str, str]:
    """Return title and text of what an address has."""
    from refbrowser.content.feed import feed_markdown
    from refbrowser.content.html import to_markdown
    from refbrowser.egress.fetch import PDF
    from refbrowser.egress.pdf import PdfUnreadable

    if fetched.media_type in ("text/html", "application/xhtml+xml"):
        return await asyncio.to_thread(to_markdown, fetched.text, fetched.url)
    if fetched.media_type == PDF:
        if fetched.cut:
            raise _not_text(fetched, "is a PDF of more than 30 MB, the limit")
        try:
            return await _pdf(context, fetched.body)
        except PdfUnreadable as failure:
            raise _not_text(fetched, f"is a PDF that {failure}") from None
    if fetched.media_type.endswith("xml"):
        feed = await asyncio.to_thread(feed_markdown, fetched.text, fetched.url)
        return feed if feed is not None else ("", fetched.text)
    if not _READABLE.fullmatch(fetched.media_type):
        raise _not_text(fetched, f"has the type {fetched.media_type}, which read cannot show as text")
    return "", fetched.text


async def _file_text(context: ActionContext, asked: str) -> tuple[str, str, str]:
    """Return path, title and text of a file. Raises ``file_denied``, ``file_not_found``, ``file_unreadable``."""
    from refbrowser.content.html import to_markdown
    from refbrowser.egress.charsets import decoded
    from refbrowser.egress.fetch import MOST_BYTES, MOST_PDF_BYTES, PDF
    from refbrowser.egress.pdf import PdfUnreadable

    if not context.has_session:
        raise FileError("This chat has no files before its first tab is open.", details={"path": asked})
    path = readable_path(asked, roots=context.session.files.readable)
    kind = mimetypes.guess_type(path.name)[0] or ""
    size = path.stat().st_size
    most = MOST_PDF_BYTES if kind == PDF else MOST_BYTES
    if kind != PDF and not _READABLE.fullmatch(kind):
        raise _unreadable(path, f"has the type {kind or 'unknown'}, which read cannot show as text")
    if size > most:
        raise _unreadable(path, f"has {size} bytes; the limit is {most}")
    body = await asyncio.to_thread(path.read_bytes)
    if kind == PDF:
        try:
            return str(path), *await _pdf(context, body)
        except PdfUnreadable as failure:
            raise _unreadable(path, f"is a PDF that {failure}") from None
    text = await asyncio.to_thread(decoded, body, None, kind)
    if kind == "text/html":
        return str(path), *await asyncio.to_thread(to_markdown, text, path.as_uri())
    return str(path), "", text


def _unreadable(path: Path, why: str) -> FileError:
    return FileError(f"{path.name} {why}.", code="file_unreadable", details={"path": str(path)})
