"""The route action: rules for the chat's requests."""

import re
from dataclasses import replace
from typing import Annotated, Any, Final, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from refbrowser.actions.acting import held_tabs
from refbrowser.actions.arguments import NUMBER, PartArguments, TabArguments
from refbrowser.actions.conduct import no_input
from refbrowser.actions.spec import ActionContext, action
from refbrowser.actions.uses import LOCAL, OPERATION, REPLY, SENT, SENT_FILE
from refbrowser.browser.network.routes import Reply
from refbrowser.errors import CallError, Remedy
from refbrowser.page_text import truncated
from refbrowser.policy.files import readable_path

_NAME: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}")
_VALUE: Final = re.compile(r"[^\r\n\0]{0,8000}")
_MOST_HEADERS: Final = 50


def _headers(headers: dict[str, str]) -> dict[str, str]:
    if len(headers) > _MOST_HEADERS:
        raise ValueError(f"at most {_MOST_HEADERS} headers are allowed")
    for name, value in headers.items():
        if not _NAME.fullmatch(name) or not _VALUE.fullmatch(value):
            raise ValueError(
                f"{truncated(name, 100)!r} is not a valid header name, or its value contains a line break or is too long"
            )
    return headers


Headers = Annotated[dict[str, str], AfterValidator(_headers)]


class Fulfil(PartArguments):
    """Text, or the file at ``path``."""

    status: Annotated[int, Field(ge=200, le=599), NUMBER] = 200
    headers: Annotated[Headers, SENT] = Field(default_factory=dict)
    body: Annotated[str | None, SENT, Field(max_length=5_000_000)] = None
    path: Annotated[str | None, SENT_FILE, Field(min_length=1, max_length=4000)] = None

    @model_validator(mode="after")
    def _one_source(self) -> Self:
        if self.body is not None and self.path is not None:
            raise ValueError("body and path exclude each other")
        return self


class RouteArguments(TabArguments):
    operation: Annotated[Literal["add", "list", "remove"], OPERATION]
    url: Annotated[str | None, LOCAL, Field(min_length=1, max_length=2000, description="route: glob")] = None
    abort: bool = False
    fulfil: Annotated[Fulfil | None, REPLY] = None
    headers: Annotated[Headers | None, SENT, Field(description="to send")] = None

    @model_validator(mode="after")
    def _one_effect(self) -> Self:
        given = [name for name in ("abort", "fulfil", "headers") if getattr(self, name) not in (None, False)]
        if self.operation == "add" and (len(given) != 1 or self.url is None):
            raise ValueError("add takes a url and exactly one of abort, fulfil, headers")
        if self.operation != "add" and given:
            raise ValueError(f"{given[0]} goes with add")
        return self


@action(
    "route",
    group="session",
    effect="session",
    arguments=RouteArguments,
    starts_browser=True,
    conduct=replace(no_input("call", "high_risk"), everywhere=True),
)
async def route(context: ActionContext, arguments: RouteArguments) -> dict[str, Any]:
    """Block, answer or change requests."""
    session = context.session
    routes, url = session.routes, arguments.url
    async with context.deadline.waiting_for("the routes to be set"):
        if arguments.operation == "add":
            assert url is not None
            reply = _reply(context, arguments.fulfil) if arguments.fulfil is not None else None
            await routes.add(session.context, url, reply=reply, headers=arguments.headers)
        elif arguments.operation == "remove":
            removed = await routes.remove(session.context, url)
            if not removed and url is not None:
                raise CallError(
                    f"No route has the url {url!r}; list the routes for the exact globs.",
                    remedy=Remedy("route", {"operation": "list"}),
                )
            return {
                "removed": [rule.as_dict() for rule in removed],
                "routes": [rule.as_dict() for rule in routes.rules],
                **_held(context),
            }
    return {"routes": [rule.as_dict() for rule in routes.rules], **_held(context)}


def _held(context: ActionContext) -> dict[str, str]:
    """What does not have the routes yet."""
    if context.session.routes.confirmed:
        return {}
    return {"unconfirmed": f"{held_tabs(context)}: the routes hold there when it goes on"}


def _reply(context: ActionContext, wanted: Fulfil) -> Reply:
    session = context.session
    roots = session.files.readable
    path = readable_path(wanted.path, roots=roots) if wanted.path is not None else None
    return Reply(wanted.status, wanted.headers, wanted.body or "", path)
