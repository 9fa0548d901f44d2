"""Every message to Playwright's driver, just before it is sent: the one place that all input to pages goes through.

Only hosts of a cluster have a guard; elsewhere the driver's connection stays as it is.
"""

from asyncio import Future
from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, Protocol

from playwright.async_api import Playwright

from refbrowser.errors import LaunchFailed

_ENDING: Final = frozenset(
    {"abort", "close", "closePage", "continue", "detach", "dispose", "disposeHandle", "fulfill", "kill", "stop", "__waitInfo__"}
)
"""Messages that end something, or let a request go on: they pass at any time."""

_INPUT: Final = frozenset(
    {
        "accept", "check", "click", "dblclick", "dispatchEvent", "dragAndDrop", "evaluateExpression", "evaluateExpressionHandle",
        "fill", "goBack", "goForward", "goto", "hover", "press", "reload", "selectOption", "setContent", "setInputFiles", "tap",
        "type", "uncheck",
    }
)  # fmt: skip
_DEVICES: Final = ("keyboard", "mouse", "touchscreen")
_COMMANDS: Final = ("Input.", "Page.navigate", "Page.reload", "Page.handleJavaScriptDialog", "DOM.setFileInputFiles")

_MOVES: Final = frozenset({"mouseMove", "mouseMoved", "mouseWheel", "touchMove", "dragEnter", "dragOver"})
_OPENINGS: Final = frozenset({"mouseDown", "mousePressed", "keyboardDown", "keyDown", "rawKeyDown", "touchStart"})

_SENDERS: Final = ("send_message_to_server", "_send_message_to_server")
"""What the connection's method is called, by release."""


class Guard(Protocol):
    """Decides about messages."""

    def check(self) -> None:
        """Raise where nothing may be sent to pages any more."""
        ...

    def sending(self, *, opening: bool) -> object | None:
        """Input of the present call is about to be sent. ``opening``: it is the first half of a press, and nothing is done before
        the second. Return what :meth:`settled` is given, if it is to be called."""
        ...

    def settled(self, token: Any, *, carried_out: bool) -> None:
        """The driver has answered."""
        ...


_guards: list[Guard] = []


def guard_input(guard: Guard) -> None:
    """Have ``guard`` decide about the messages of every driver that this process starts from now on."""
    _guards[:] = [guard]


def watch_messages(playwright: Playwright) -> None:
    """Put this process's guard, if it has one, before the driver's connection. Raises ``launch_failed`` for a Playwright whose
    connection is not found: what cannot be held back must not be driven."""
    if not _guards:
        return
    client = getattr(getattr(playwright.stop, "__self__", None), "_client", None)
    impl = getattr(playwright, "_impl_obj", None)
    for connection in (getattr(impl, "_connection", None), getattr(client, "_connection", None)):
        for name in _SENDERS:
            if (send := getattr(connection, name, None)) is not None:
                setattr(connection, name, _guarded(send, _guards[0]))
                return
    raise LaunchFailed("This release of Playwright cannot be held back when a host loses its lease; install another one.")


def _guarded(send: Callable[..., Any], guard: Guard) -> Callable[..., Any]:
    def guarded(sender: object, method: str, parameters: Any, *rest: Any, **named: Any) -> Any:
        if method in _ENDING:
            return send(sender, method, parameters, *rest, **named)
        guard.check()
        effect = _effect(method, parameters)
        token = guard.sending(opening=effect == "opening") if effect is not None else None
        answer = send(sender, method, parameters, *rest, **named)
        if token is not None:
            future: Future[Any] = getattr(answer, "future", answer)
            future.add_done_callback(
                lambda done: guard.settled(token, carried_out=not done.cancelled() and done.exception() is None)
            )
        return answer

    return guarded


def _effect(method: str, parameters: Any) -> Literal["opening", "acting"] | None:
    """What the message does to a page. To move the pointer does nothing that a repetition would do twice."""
    if method == "send":
        if not isinstance(parameters, Mapping) or not parameters.get("method", "").startswith(_COMMANDS):
            return None
        method = parameters.get("params", {}).get("type", "")
    elif method not in _INPUT and not method.startswith(_DEVICES):
        return None
    if method in _MOVES:
        return None
    return "opening" if method in _OPENINGS else "acting"
