"""One delegation: the specialist's turns until it finishes, fails, or a limit is reached."""

import asyncio
import json
import time
import uuid
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from refbrowser.actions.catalog import BY_NAME
from refbrowser.actions.spec import Action
from refbrowser.delegation.schema import problems
from refbrowser.errors import DelegationError
from refbrowser.resources import folder
from refbrowser.service.chats.chat import Chat
from refbrowser.service.chats.manager import Browser
from refbrowser.service.oversight.permissions import actions_of, refusal
from refbrowser.surface.render import failure
from refbrowser.surface.schema import browser_tool, vision_tool
from refbrowser.tools import BrowserTools, ToolAnswer, prompt

if TYPE_CHECKING:
    from refbrowser.delegation.model import Model

_JOURNAL_TEXT: Final = 500

_SHAPE: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {"success": {"type": "boolean"}, "answer": {"type": "string"}},
    "required": ["success", "answer"],
    "additionalProperties": False,
}
_FINISH: Final = {
    "name": "finish",
    "description": "End the task. Put into answer what was found or done, or why the task failed.",
    "input_schema": _SHAPE,
}

_NOT_FINISHED: Final = "That ends nothing. Call finish with success and answer, or go on with the task."
_MOST_TALK: Final = 3
"""How many turns in a row without a call end the delegation: a model that only says that it is done has not finished."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a delegation: ``steps`` (turns of the model), ``time_ms``, and ``tokens`` of the model."""

    steps: int = 30
    time_ms: int = 300_000
    tokens: int = 300_000


@dataclass(slots=True)
class _Progress:
    """The progress of a delegation."""

    began: float = field(default_factory=time.monotonic)
    steps: int = 0
    tokens: int = 0
    journal: list[dict[str, Any]] = field(default_factory=list)

    @property
    def elapsed_ms(self) -> int:
        return round((time.monotonic() - self.began) * 1000)


OnStep = Callable[[dict[str, Any]], Awaitable[bool | None]]
"""Gets ``{step, tokens, elapsed_ms, calls}`` after each turn, ``calls`` as in the journal; False ends the delegation."""


async def delegate(
    browser: Browser,
    goal: str,
    limits: Limits | None = None,
    *,
    groups: Collection[str] = (),
    chat_id: str | None = None,
    schema: Mapping[str, Any] | None = None,
    on_step: OnStep | None = None,
) -> dict[str, Any]:
    """Delegate ``goal`` to the model of the settings, with the actions of ``groups``, in a separate chat that is closed afterwards.

    Returns ``{outcome, answer, reason, steps, tokens, elapsed_ms, chat, journal}``. ``outcome`` is ``done``, ``failed`` (the model
    said so, or its endpoint gave no answer) or ``stopped`` (by a limit, by ``on_step``, or because the model talked and did not
    finish); ``reason`` explains it. ``journal`` lists every call with its outcome. With ``schema``, a JSON Schema, it is done only
    with a ``result`` that the schema takes. Raises :class:`DelegationError` (``model_unconfigured``), and :class:`CallError`
    for an unknown group.
    """
    # It loads an HTTP client, which servers that only offer the tool do without.
    from refbrowser.delegation.model import Model

    limits = limits or Limits()
    actions = actions_of(groups)
    chat = browser.chat(chat_id or f"delegate-{uuid.uuid4().hex[:8]}", goal=goal)
    progress = _Progress()
    try:
        async with Model(browser.settings) as model:
            specialist = _Specialist(chat, model, {action.name for action in actions}, progress, schema, on_step)
            try:
                async with asyncio.timeout(limits.time_ms / 1000):
                    ended = await specialist.work(goal, definitions(actions, schema), limits)
            except TimeoutError:
                ended = {"outcome": "stopped", "answer": "", "reason": f"the time limit of {limits.time_ms} ms was reached"}
            except DelegationError as failed:
                ended = {"outcome": "failed", "answer": "", "reason": f"{failed.code}: {failed.message}"}
    finally:
        await chat.close()
    return {
        **ended,
        "steps": progress.steps,
        "tokens": progress.tokens,
        "elapsed_ms": progress.elapsed_ms,
        "chat": chat.id,
        "journal": progress.journal,
    }


def definitions(actions: Iterable[Action], schema: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
    """Return the specialist's tools, each as ``{name, description, input_schema}``; with ``schema``, finish takes a result."""
    finish = _FINISH
    if schema is not None:
        # Definitions are named from the root of a schema.
        asked = {name: part for name, part in schema.items() if name != "$defs"}
        shape = {**_SHAPE, "properties": {**_SHAPE["properties"], "result": asked}}
        finish = {
            **_FINISH,
            "description": f"{_FINISH['description']} With success, result is required.",
            "input_schema": {**shape, **({"$defs": schema["$defs"]} if "$defs" in schema else {})},
        }
    return [browser_tool(actions), vision_tool(), finish]


class _Specialist:
    """The conversation with the model, and the execution of its tool calls."""

    def __init__(
        self,
        chat: Chat,
        model: "Model",
        allowed: Collection[str],
        progress: _Progress,
        schema: Mapping[str, Any] | None,
        on_step: OnStep | None,
    ) -> None:
        self._tools = BrowserTools(chat)
        self._model = model
        self._allowed = allowed
        self._progress = progress
        self._schema = schema
        self._on_step = on_step

    async def work(self, goal: str, offered: list[dict[str, Any]], limits: Limits) -> dict[str, Any]:
        """Work on ``goal`` and return ``{outcome, answer, reason}``. Raises :class:`DelegationError` (``model_failed``)."""
        rules = (folder("prompts") / "specialist.md").read_text(encoding="utf-8")
        messages: list[dict[str, Any]] = [
            {"role": "system", "content": f"{rules}\n{prompt(BY_NAME[name] for name in self._allowed)}"},
            {"role": "user", "content": goal},
        ]
        tools = [
            {
                "type": "function",
                "function": {"name": tool["name"], "description": tool["description"], "parameters": tool["input_schema"]},
            }
            for tool in offered
        ]
        talk = 0
        while self._progress.steps < limits.steps:
            turn = await self._model.turn(messages, tools, limits.time_ms / 1000)
            self._progress.steps += 1
            self._progress.tokens += turn.tokens
            messages.append(turn.message)
            talk = 0 if turn.tool_calls else talk + 1
            if talk == _MOST_TALK:
                return {"outcome": "stopped", "answer": turn.text, "reason": "the model answered without calling finish"}
            if talk:
                messages.append({"role": "user", "content": _NOT_FINISHED})
            pictures: list[dict[str, Any]] = []
            recorded = len(self._progress.journal)
            for call in turn.tool_calls:
                wrong: list[str] = []
                if call["name"] == "finish" and (finished := _finish(call["arguments"], self._schema, wrong)) is not None:
                    return finished
                text, images = await self._performed(call["name"], call["arguments"], wrong)
                messages.append({"role": "tool", "tool_call_id": call["id"], "content": text})
                pictures += [_picture(image) for image in images]
            if pictures:
                messages.append({"role": "user", "content": pictures})
            if not await self._goes_on(recorded):
                return {"outcome": "stopped", "answer": "", "reason": "the caller ended it"}
            if self._progress.tokens >= limits.tokens:
                return {"outcome": "stopped", "answer": "", "reason": f"the limit of {limits.tokens} tokens was reached"}
        return {"outcome": "stopped", "answer": "", "reason": f"the limit of {limits.steps} steps was reached"}

    async def _goes_on(self, recorded: int) -> bool:
        if self._on_step is None:
            return True
        progress = self._progress
        seen = {"step": progress.steps, "tokens": progress.tokens, "elapsed_ms": progress.elapsed_ms}
        return await self._on_step({**seen, "calls": list(progress.journal[recorded:])}) is not False

    async def _performed(self, name: str, arguments: str, wrong: Sequence[str]) -> tuple[str, Sequence[dict[str, Any]]]:
        """The text and pictures of a call's answer; ``wrong``: why the result of a finish is not taken."""
        began = time.monotonic()
        # Recorded before the call, so that the journal includes a call that the time limit cuts off.
        entry: dict[str, Any] = {
            "step": self._progress.steps,
            "tool": name,
            "call": _readable(arguments),
            "ok": False,
            "code": "cancelled",
        }
        self._progress.journal.append(entry)
        try:
            refused = refusal(_readable(arguments), self._allowed) if name == "browser" else None
            if wrong:
                answer = ToolAnswer(text := f"The task is not finished: {'; '.join(wrong)}.", {"ok": False, "error": text})
            elif refused is not None:
                answer = ToolAnswer(failure(refused.as_dict()), refused.as_dict())
            else:
                answer = await self._tools.call(name, arguments)
            entry |= {"ok": answer.envelope["ok"], "code": answer.envelope.get("code"), "text": answer.text[:_JOURNAL_TEXT]}
            return answer.text, answer.images
        finally:
            entry["elapsed_ms"] = round((time.monotonic() - began) * 1000)


def _finish(arguments: str, schema: Mapping[str, Any] | None, wrong: list[str]) -> dict[str, Any] | None:
    """Return the result that the model declares, or None if its arguments are malformed, or its result is none that ``schema``
    takes (``wrong`` gets why); the model then gets an error."""
    arguments_read = _readable(arguments)
    if not isinstance(arguments_read, dict) or not isinstance(arguments_read.get("success"), bool):
        return None
    ended = {"answer": str(arguments_read.get("answer", "")), "reason": "the model called finish"}
    if not arguments_read["success"]:
        return {"outcome": "failed", **ended}
    if schema is None:
        return {"outcome": "done", **ended}
    wrong += problems(schema, arguments_read["result"]) if "result" in arguments_read else ["result is missing"]
    return None if wrong else {"outcome": "done", **ended, "result": arguments_read["result"]}


def _readable(arguments: str) -> Any:
    try:
        return json.loads(arguments)
    except ValueError:
        return arguments


def _picture(image: dict[str, Any]) -> dict[str, Any]:
    return {"type": "image_url", "image_url": {"url": f"data:{image['mime']};base64,{image['data']}"}}
