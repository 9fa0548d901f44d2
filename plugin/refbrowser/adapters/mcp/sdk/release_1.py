"""Release 1 of the SDK: handlers are in a table by request type; the request's context is a context variable.

Its decorators are not used: they validate arguments before refbrowser does, which reports more, and turn errors into text.
"""

from collections.abc import Awaitable, Callable
from inspect import signature
from typing import Any, Final, cast

import anyio
from mcp import types
from mcp.server.lowlevel import NotificationOptions, Server
from mcp.server.lowlevel.server import request_ctx
from mcp.server.models import InitializationOptions
from mcp.server.stdio import stdio_server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.shared.exceptions import McpError
from mcp.shared.message import SessionMessage
from pydantic import RootModel, ValidationError
from starlette.requests import Request

from refbrowser import __version__
from refbrowser.adapters.mcp.messages import Refused
from refbrowser.adapters.mcp.requests import CannotAsk, RefusedRequest
from refbrowser.adapters.mcp.service import Service
from refbrowser.adapters.mcp.stdin import Lines

_UNANSWERED: Final = (McpError, ValidationError, anyio.BrokenResourceError, anyio.ClosedResourceError)
"""How the client's answer to a question fails: it refused, it answered with something else, or it has gone."""


class _Server(Server):
    """Announces that its tools may change, however it is carried."""

    def create_initialization_options(
        self, notification_options: NotificationOptions | None = None, *args: Any, **options: Any
    ) -> InitializationOptions:
        return super().create_initialization_options(
            notification_options or NotificationOptions(tools_changed=True), *args, **options
        )


def server(service: Service) -> Server:
    """The SDK's server with the service's handlers."""
    made = _Server("refbrowser", version=__version__, instructions=service.prompt)

    async def list_tools(_: types.ListToolsRequest) -> types.ListToolsResult:
        return types.ListToolsResult.model_validate({"tools": await service.tools(_Client())})

    async def call_tool(request: types.CallToolRequest) -> types.CallToolResult:
        answer = await service.call_tool(_Client(), request.params.name, request.params.arguments)
        return types.CallToolResult.model_validate(answer)

    async def list_resources(_: types.ListResourcesRequest) -> types.ListResourcesResult:
        return types.ListResourcesResult.model_validate({"resources": await service.resources(_Client())})

    async def read_resource(request: types.ReadResourceRequest) -> types.ReadResourceResult:
        contents = await service.resource(_Client(), str(request.params.uri))
        return types.ReadResourceResult.model_validate({"contents": [contents]})

    async def list_prompts(_: types.ListPromptsRequest) -> types.ListPromptsResult:
        return types.ListPromptsResult.model_validate({"prompts": service.prompts()})

    async def get_prompt(request: types.GetPromptRequest) -> types.GetPromptResult:
        return types.GetPromptResult.model_validate({"messages": service.messages(request.params.name)})

    made.request_handlers |= {
        types.ListToolsRequest: _handler(list_tools),
        types.CallToolRequest: _handler(call_tool),
        types.ListResourcesRequest: _handler(list_resources),
        types.ReadResourceRequest: _handler(read_resource),
        types.ListPromptsRequest: _handler(list_prompts),
        types.GetPromptRequest: _handler(get_prompt),
    }
    return made


async def serve_lines(server: Server, lines: Lines, sink: Any = None) -> None:
    """Serves the client of ``lines`` until it closes its end; ``sink`` is written to instead of standard output."""

    async def refuse(refused: Refused) -> None:
        # The SDK's own type of an error has no place for an id that is null.
        answer = RootModel[dict[str, Any]](refused.as_dict())
        await write.send(SessionMessage(cast("types.JSONRPCMessage", answer)))

    async with stdio_server(cast("Any", lines), sink) as (read, write):
        lines.refuse_with(refuse)
        await server.run(read, write, server.create_initialization_options())


def session_manager(server: Server, idle_s: float) -> StreamableHTTPSessionManager:
    """Streamable HTTP; sessions without requests for ``idle_s`` end, in releases that can end them."""
    parameters = signature(StreamableHTTPSessionManager).parameters
    options: dict[str, Any] = {"session_idle_timeout": idle_s} if "session_idle_timeout" in parameters else {}
    return StreamableHTTPSessionManager(server, **options)


def has_id(line: str) -> bool:
    """Whether the SDK sees a message with an id in the line. Raises ValueError where it sees no message."""
    return not isinstance(types.JSONRPCMessage.model_validate_json(line).root, types.JSONRPCNotification)


def _handler(handle: Callable[[Any], Awaitable[Any]]) -> Callable[[Any], Awaitable[types.ServerResult]]:
    async def handled(request: object) -> types.ServerResult:
        try:
            return types.ServerResult(await handle(request))
        except RefusedRequest as refused:
            raise McpError(types.ErrorData(code=types.INVALID_PARAMS, message=refused.message, data=refused.data)) from None

    return handled


class _Client:
    """The client of the present request, as ``refbrowser.adapters.mcp.requests.Client`` has it."""

    def __init__(self) -> None:
        self._ctx = request_ctx.get()

    @property
    def name(self) -> str | None:
        client = self._ctx.session.client_params
        return client.clientInfo.name if client is not None else None

    @property
    def http(self) -> Request | None:
        return self._ctx.request if isinstance(self._ctx.request, Request) else None

    @property
    def has_roots(self) -> bool:
        client = self._ctx.session.client_params
        return client is not None and client.capabilities.roots is not None

    @property
    def has_forms(self) -> bool:
        client = self._ctx.session.client_params
        offered = client.capabilities.elicitation if client is not None else None
        # A client that names no mode means forms, which were the only one at first.
        return offered is not None and (getattr(offered, "form", None) is not None or getattr(offered, "url", None) is None)

    @property
    def asks_by_answering(self) -> bool:
        return False

    @property
    def state(self) -> str | None:
        return None

    def answer(self, _: str) -> dict[str, Any] | None:
        return None

    async def roots(self) -> list[str]:
        try:
            listed = await self._ctx.session.list_roots()
        except _UNANSWERED as refused:
            raise CannotAsk from refused
        return [str(root.uri) for root in listed.roots]

    async def form(self, message: str, schema: dict[str, Any]) -> dict[str, Any]:
        try:
            answer = await self._ctx.session.elicit(message, schema, self._ctx.request_id)
        except _UNANSWERED as refused:
            raise CannotAsk from refused
        return answer.model_dump(by_alias=True, mode="json", exclude_none=True)

    async def tools_changed(self) -> None:
        changed = types.ServerNotification(types.ToolListChangedNotification(method="notifications/tools/list_changed"))
        # On the stream of this request: a client need not have another one open.
        await self._ctx.session.send_notification(changed, self._ctx.request_id)

    async def progress(self, elapsed_s: float) -> None:
        token = self._ctx.meta.progressToken if self._ctx.meta is not None else None
        if token is None:
            return
        try:
            await self._ctx.session.send_progress_notification(
                token, elapsed_s, message=f"{elapsed_s:.0f} s", related_request_id=str(self._ctx.request_id)
            )
        except (anyio.BrokenResourceError, anyio.ClosedResourceError):
            # The client has gone; the SDK is about to cancel the request, and with it the call.
            return
