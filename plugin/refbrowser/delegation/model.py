"""The specialist's model: any endpoint with OpenAI's chat completions API."""

import os
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Final, Self

import httpx

from refbrowser.errors import DelegationError, Remedy
from refbrowser.redact import redacted
from refbrowser.settings import Settings

_MOST_TEXT: Final = 300
_CHARACTERS_PER_TOKEN: Final = 4


@dataclass(frozen=True, slots=True)
class Turn:
    """One answer of the model: the message for the conversation, its text, its tool calls, and the tokens that it cost."""

    message: dict[str, Any]
    text: str
    tool_calls: list[dict[str, Any]] = field(default_factory=list)
    tokens: int = 0


class Model:
    """The endpoint of the settings ``model_url``, ``model_name`` and ``model_key_variable``; an async context manager.

    Raises :class:`DelegationError` (``model_unconfigured``) without these settings.
    """

    def __init__(self, settings: Settings) -> None:
        if not settings.model_url or not settings.model_name:
            raise DelegationError(
                "No model is configured for delegated goals; set model_url and model_name.",
                code="model_unconfigured",
                remedy=Remedy(command="export REFBROWSER_MODEL_URL=… REFBROWSER_MODEL_NAME=…"),
            )
        self._name = settings.model_name
        key = os.environ.get(settings.model_key_variable)
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        self._http = httpx.AsyncClient(base_url=settings.model_url, headers=headers)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self._http.aclose()

    async def turn(self, messages: list[dict[str, Any]], tools: list[dict[str, Any]], timeout_s: float) -> Turn:
        """Return the model's next answer. Raises :class:`DelegationError` (``model_failed``) when the endpoint gives none."""
        request = {"model": self._name, "messages": messages, "tools": tools}
        try:
            response = await self._http.post("chat/completions", json=request, timeout=timeout_s)
            response.raise_for_status()
            answer = response.json()
            message = answer["choices"][0]["message"]
            return Turn(
                message=message,
                text=str(message.get("content") or ""),
                tool_calls=[_tool_call(call) for call in message.get("tool_calls") or []],
                tokens=_tokens(answer, request),
            )
        except httpx.HTTPStatusError as failure:
            body = failure.response.text[:_MOST_TEXT]
            raise _failed(f"answered {failure.response.status_code}: {body}") from None
        except httpx.HTTPError as failure:
            raise _failed(f"cannot be reached ({type(failure).__name__}: {failure})") from None
        except (ValueError, KeyError, IndexError, TypeError, AttributeError) as failure:
            raise _failed(f"answered without a message ({type(failure).__name__})") from None


def _tool_call(call: dict[str, Any]) -> dict[str, Any]:
    function = call["function"]
    return {"id": call["id"], "name": str(function["name"]), "arguments": function.get("arguments") or "{}"}


def _tokens(answer: dict[str, Any], request: dict[str, Any]) -> int:
    """Return the tokens that the endpoint reports, or an estimate from the length of the request."""
    counted = (answer.get("usage") or {}).get("total_tokens")
    return counted if isinstance(counted, int) else len(str(request["messages"])) // _CHARACTERS_PER_TOKEN


def _failed(what: str) -> DelegationError:
    return DelegationError(redacted(f"The model's endpoint {what}."), code="model_failed")
