"""Navigation actions."""

from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field

from refbrowser.actions.acting import arrived
from refbrowser.actions.arguments import ArrivingArguments, PartArguments, TabArguments, WaitUntilArgument
from refbrowser.actions.conduct import no_input
from refbrowser.actions.secrets import SecretArgument, secret_credentials
from refbrowser.actions.spec import ActionContext, action
from refbrowser.actions.uses import LOADED, LOGIN, SECRET, SENT
from refbrowser.browser.network.http_auth import Authentication, Credentials
from refbrowser.browser.tab import navigation
from refbrowser.errors import CallError
from refbrowser.policy.urls import openable


class HttpAuth(PartArguments):
    username: Annotated[str | None, SENT, Field(max_length=1000)] = None
    password: Annotated[str | None, SENT, Field(max_length=1000)] = None
    secret: Annotated[SecretArgument, replace(SECRET, sent=True)] = None


class NavigateArguments(TabArguments, ArrivingArguments):
    url: Annotated[str, LOADED, Field(max_length=2_000_000)]
    wait_until: WaitUntilArgument = "domcontentloaded"
    http_auth: Annotated[HttpAuth | None, LOGIN, Field(description="username and password, or secret; for this origin alone")] = (
        None
    )


@action(
    "navigate",
    group="navigation",
    effect="navigate",
    arguments=NavigateArguments,
    starts_browser=True,
    revives_tab=True,
    conduct=no_input(tier="navigation"),
)
async def navigate(context: ActionContext, arguments: NavigateArguments) -> dict[str, Any]:
    """Load a url; opens a tab if none is open."""
    url = openable(arguments.url, allow_file_urls=context.session.settings.allow_file_urls)
    if context.tab.crashed:
        await context.session.revive(context.tab, context.deadline)
    credentials = await _credentials(context, url, arguments.http_auth)
    authentication = Authentication(credentials, context.session.routes) if credentials is not None else None
    extra = await navigation.go(context.tab, url, arguments.wait_until, context.deadline, authentication)
    return {**await arrived(context, arguments), **extra}


async def _credentials(context: ActionContext, url: str, given: HttpAuth | None) -> Credentials | None:
    # Not in the model: no schema that hosts take can say it.
    if given is None:
        return None
    if given.secret is not None and given.password is None:
        return await secret_credentials(context, url, given.username, given.secret)
    if given.secret is not None or given.username is None or given.password is None:
        raise CallError("http_auth takes username and password, or secret; a secret that is not user:password needs username too.")
    return Credentials(given.username, given.password)


class HistoryArguments(TabArguments, ArrivingArguments):
    wait_until: WaitUntilArgument = "domcontentloaded"


@action("back", group="navigation", effect="navigate", arguments=HistoryArguments, conduct=no_input(tier="history"))
async def back(context: ActionContext, arguments: HistoryArguments) -> dict[str, Any]:
    """Go back one page."""
    extra = await navigation.step(context.tab, "back", arguments.wait_until, context.deadline, context.act.gate)
    return {**await arrived(context, arguments), **extra}


@action("forward", group="navigation", effect="navigate", arguments=HistoryArguments, conduct=no_input(tier="history"))
async def forward(context: ActionContext, arguments: HistoryArguments) -> dict[str, Any]:
    """Go forward one page."""
    extra = await navigation.step(context.tab, "forward", arguments.wait_until, context.deadline, context.act.gate)
    return {**await arrived(context, arguments), **extra}


@action(
    "reload", group="navigation", effect="navigate", arguments=HistoryArguments, revives_tab=True, conduct=no_input(tier="history")
)
async def reload(context: ActionContext, arguments: HistoryArguments) -> dict[str, Any]:
    """Reload the page."""
    tab = context.tab
    if tab.crashed:
        url = tab.url
        await context.session.revive(tab, context.deadline)
        extra = await navigation.go(tab, url, arguments.wait_until, context.deadline)
    else:
        extra = await navigation.reload(tab, arguments.wait_until, context.deadline, context.act.gate)
    return {**await arrived(context, arguments), **extra}
