"""Release 2 of the SDK: handlers are given to the server's constructor; types have a package of their own."""

from typing import Any, Final, cast

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import NotificationOptions, Server
from mcp.server.models import InitializationOptions
from mcp.server.stdio import stdio_server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.shared.exceptions import MCPError
from mcp.shared.message import SessionMessage
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError
from starlette.requests import Request

from refbrowser import __version__
from refbrowser.adapters.mcp.messages import Refused
from refbrowser.adapters.mcp.requests import CannotAsk, InputRequired, RefusedRequest
from refbrowser.adapters.mcp.service import Service
from refbrowser.adapters.mcp.stdin import Lines

_Context = ServerRequestContext[Any]

_UNANSWERED: Final = (MCPError, ValidationError)
"""How the client's answer to a question fails: it refused or has gone, or it answered with something else."""


class _Server(Server[Any]):
    """Announces that its tools may change, however it is carried."""

    def create_initialization_options(
        self, notification_options: NotificationOptions | None = None, *args: Any, **options: Any
    ) -> InitializationOptions:
        return super().create_initialization_options(
            notification_options or NotificationOptions(tools_changed=True), *args, **options
        )


def server(service: Service) -> Server[Any]:
    """The SDK's server with the service's handlers."""

    async def list_tools(ctx: _Context, _: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult.model_validate({"tools": await service.tools(_Client(ctx))})

    async def call_tool(ctx: _Context, params: types.CallToolRequestParams) -> types.CallToolResult | types.InputRequiredResult:
        client = _Client(ctx, params)
        try:
            return types.CallToolResult.model_validate(await service.call_tool(client, params.name, params.arguments))
        except InputRequired as questions:
            state = {} if questions.state is None else {"requestState": questions.state}
            return types.InputRequiredResult.model_validate({"inputRequests": questions.questions, **state})
        except RefusedRequest as refused:
            raise _error(refused) from None

    async def list_resources(ctx: _Context, _: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
        try:
            return types.ListResourcesResult.model_validate({"resources": await service.resources(_Client(ctx))})
        except RefusedRequest as refused:
            raise _error(refused) from None

    async def read_resource(ctx: _Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        try:
            contents = await service.resource(_Client(ctx), str(params.uri))
        except RefusedRequest as refused:
            raise _error(refused) from None
        return types.ReadResourceResult.model_validate({"contents": [contents]})

    async def list_prompts(_: _Context, __: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
        return types.ListPromptsResult.model_validate({"prompts": service.prompts()})

    async def get_prompt(_: _Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        try:
            return types.GetPromptResult.model_validate({"messages": service.messages(params.name)})
        except RefusedRequest as refused:
            raise _error(refused) from None

    return _Server(
        "refbrowser",
        version=__version__,
        instructions=service.prompt,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_read_resource=read_resource,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
    )


async def serve_lines(server: Server[Any], lines: Lines, sink: Any = None) -> None:
    """Serves the client of ``lines`` until it closes its end; ``sink`` is written to instead of standard output."""

    async def refuse(refused: Refused) -> None:
        error = types.ErrorData(code=refused.code, message=refused.message)
        await write.send(SessionMessage(types.JSONRPCError(jsonrpc="2.0", id=refused.id, error=error)))

    async with stdio_server(cast("Any", lines), sink) as (read, write):
        lines.refuse_with(refuse)
        await server.run(read, write, server.create_initialization_options())


def session_manager(server: Server[Any], idle_s: float) -> StreamableHTTPSessionManager:
    """Streamable HTTP; sessions without requests for ``idle_s`` end."""
    return StreamableHTTPSessionManager(server, session_idle_timeout=idle_s)


def has_id(line: str) -> bool:
    """Whether the SDK sees a message with an id in the line. Raises ValueError where it sees no message."""
    return not isinstance(types.jsonrpc_message_adapter.validate_json(line, by_name=False), types.JSONRPCNotification)


class _Client:
    """The client of one request, as ``refbrowser.adapters.mcp.requests.Client`` has it."""

    def __init__(self, ctx: _Context, params: types.CallToolRequestParams | None = None) -> None:
        self._ctx = ctx
        self._answers = (params.input_responses if params is not None else None) or {}
        self.state = params.request_state if params is not None else None

    @property
    def name(self) -> str | None:
        client = self._ctx.session.client_params
        return client.client_info.name if client is not None else None

    @property
    def http(self) -> Request | None:
        return self._ctx.request if isinstance(self._ctx.request, Request) else None

    @property
    def has_roots(self) -> bool:
        capabilities = self._ctx.session.client_capabilities
        return capabilities is not None and capabilities.roots is not None

    @property
    def has_forms(self) -> bool:
        capabilities = self._ctx.session.client_capabilities
        offered = capabilities.elicitation if capabilities is not None else None
        # A client that names no mode means forms, which were the only one at first.
        return offered is not None and (offered.form is not None or offered.url is None)

    @property
    def asks_by_answering(self) -> bool:
        return self._ctx.protocol_version in MODERN_PROTOCOL_VERSIONS

    def answer(self, key: str) -> dict[str, Any] | None:
        answer = self._answers.get(key)
        return None if answer is None else answer.model_dump(by_alias=True, mode="json", exclude_none=True)

    async def roots(self) -> list[str]:
        try:
            listed = await self._ctx.session.send_request(types.ListRootsRequest(), types.ListRootsResult)
        except _UNANSWERED as refused:
            raise CannotAsk from refused
        return [str(root.uri) for root in listed.roots]

    async def form(self, message: str, schema: dict[str, Any]) -> dict[str, Any]:
        try:
            answer = await self._ctx.session.elicit_form(message, schema, self._ctx.request_id)
        except _UNANSWERED as refused:
            raise CannotAsk from refused
        return answer.model_dump(by_alias=True, mode="json", exclude_none=True)

    async def tools_changed(self) -> None:
        if not self.asks_by_answering:
            # On the stream of this request: a client need not have another one open.
            await self._ctx.session.send_notification(types.ToolListChangedNotification(), self._ctx.request_id)

    async def progress(self, elapsed_s: float) -> None:
        await self._ctx.session.report_progress(elapsed_s, message=f"{elapsed_s:.0f} s")


def _error(refused: RefusedRequest) -> MCPError:
    return MCPError(code=types.INVALID_PARAMS, message=refused.message, data=refused.data)
