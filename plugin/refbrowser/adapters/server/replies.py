"""Reading and writing JSON over HTTP."""

import json
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse

from refbrowser.errors import ServerError


class Reply(JSONResponse):
    """JSON in ASCII: a page's text may hold lone surrogates, which UTF-8 cannot say."""

    def render(self, content: object) -> bytes:
        return json.dumps(content, separators=(",", ":")).encode("ascii")


async def json_body(request: Request) -> Any:
    """The body as JSON. Raises ``malformed_request``, saying where it goes wrong."""
    body = await request.body()
    try:
        return json.loads(body)
    except json.JSONDecodeError as malformed:
        where = f"{malformed.msg} at line {malformed.lineno}, column {malformed.colno}"
    except (UnicodeDecodeError, RecursionError, ValueError) as malformed:
        where = "it is nested too deeply" if isinstance(malformed, RecursionError) else str(malformed)
    raise ServerError(f"The body is not JSON: {where}.", code="malformed_request") from None
