"""The four ways in which hosts speak to models, for an endpoint that plays the model: what a request holds, and what an answer is."""

import json
from dataclasses import dataclass, field
from itertools import count
from typing import Any

Json = dict[str, Any]


@dataclass(frozen=True)
class Say:
    """The model answers with words, and the host is done."""

    text: str


@dataclass(frozen=True)
class Use:
    """The model uses a tool. The host may have put something before the tool's name."""

    tool: str
    arguments: Json = field(default_factory=dict)


Turn = Say | Use
_numbers = count(1)


def strings(value: Any) -> list[str]:
    """Every text in a value as JSON has it."""
    if isinstance(value, str):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for part in parts for text in strings(part)]


class Dialect:
    """One interface. ``paths`` are the addresses below the endpoint's root to which requests come."""

    paths: tuple[str, ...]

    def messages(self, request: Json) -> list[Json]:
        """The conversation so far."""
        raise NotImplementedError

    def is_models(self, message: Json) -> bool:
        """Whether the model said this."""
        raise NotImplementedError

    def tools(self, request: Json) -> list[str]:
        """The names of the tools that are offered."""
        raise NotImplementedError

    def answer(self, turn: Turn, request: Json) -> Json:
        """The response's body."""
        raise NotImplementedError

    def heard(self, request: Json) -> list[str]:
        """Every text that came since the model spoke last: what its tools answered."""
        messages = self.messages(request)
        last = max((index for index, message in enumerate(messages) if self.is_models(message)), default=-1)
        return strings(messages[last + 1 :]) if last >= 0 else []

    def tool_name(self, wanted: str, request: Json) -> str:
        """The name by which the host offers a tool."""
        return next((name for name in self.tools(request) if name == wanted or name.endswith(f"_{wanted}")), wanted)


class ChatCompletions(Dialect):
    """OpenAI's first interface, which most endpoints speak."""

    paths = ("/v1/chat/completions",)

    def messages(self, request: Json) -> list[Json]:
        return list(request["messages"])

    def is_models(self, message: Json) -> bool:
        return message.get("role") == "assistant"

    def tools(self, request: Json) -> list[str]:
        return [tool["function"]["name"] for tool in request.get("tools") or []]

    def answer(self, turn: Turn, request: Json) -> Json:
        message: Json = {"role": "assistant", "content": turn.text if isinstance(turn, Say) else None}
        if isinstance(turn, Use):
            function = {"name": self.tool_name(turn.tool, request), "arguments": json.dumps(turn.arguments)}
            message["tool_calls"] = [{"id": f"call_{next(_numbers)}", "type": "function", "function": function}]
        reason = "stop" if isinstance(turn, Say) else "tool_calls"
        usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
        choice = {"index": 0, "finish_reason": reason, "message": message, "logprobs": None}
        return {"id": "chat_1", "object": "chat.completion", "created": 1, "model": "scripted", "choices": [choice], "usage": usage}

    def streamed(self, body: Json) -> bytes:
        """The same answer as a stream of one chunk."""
        (choice,) = body["choices"]
        delta = dict(choice["message"])
        if calls := delta.get("tool_calls"):
            delta["tool_calls"] = [{"index": index, **call} for index, call in enumerate(calls)]
        chunk = {**body, "object": "chat.completion.chunk", "choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
        end = {**chunk, "choices": [{"index": 0, "delta": {}, "finish_reason": choice["finish_reason"]}]}
        return b"".join(b"data: " + json.dumps(part).encode() + b"\n\n" for part in (chunk, end)) + b"data: [DONE]\n\n"


class Responses(Dialect):
    """OpenAI's second interface."""

    paths = ("/v1/responses",)

    def messages(self, request: Json) -> list[Json]:
        given = request["input"]
        return [{"role": "user", "content": given}] if isinstance(given, str) else list(given)

    def is_models(self, message: Json) -> bool:
        return message.get("type") == "function_call" or message.get("role") == "assistant"

    def tools(self, request: Json) -> list[str]:
        return [tool["name"] for tool in request.get("tools") or [] if tool["type"] == "function"]

    def answer(self, turn: Turn, request: Json) -> Json:
        number = next(_numbers)
        if isinstance(turn, Use):
            name = self.tool_name(turn.tool, request)
            item = {"type": "function_call", "id": f"fc_{number}", "call_id": f"call_{number}", "name": name, "status": "completed"}
            item["arguments"] = json.dumps(turn.arguments)
        else:
            text = {"type": "output_text", "text": turn.text, "annotations": []}
            item = {"type": "message", "id": f"msg_{number}", "role": "assistant", "status": "completed", "content": [text]}  # type: ignore[dict-item]
        details = {"input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0}}
        return {
            "id": f"resp_{number}", "object": "response", "created_at": 1, "status": "completed", "model": "scripted",
            "output": [item], "parallel_tool_calls": False, "tool_choice": "auto", "tools": [], "error": None,
            "incomplete_details": None, "instructions": None, "metadata": {}, "temperature": 1.0, "top_p": 1.0,
            "usage": {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2, **details},
        }  # fmt: skip


class Messages(Dialect):
    """Anthropic's interface."""

    paths = ("/v1/messages",)

    def messages(self, request: Json) -> list[Json]:
        return list(request["messages"])

    def is_models(self, message: Json) -> bool:
        return message.get("role") == "assistant"

    def tools(self, request: Json) -> list[str]:
        return [tool["name"] for tool in request.get("tools") or []]

    def answer(self, turn: Turn, request: Json) -> Json:
        number = next(_numbers)
        block: Json = {"type": "text", "text": turn.text} if isinstance(turn, Say) else {
            "type": "tool_use", "id": f"toolu_{number}", "name": self.tool_name(turn.tool, request), "input": turn.arguments,
        }  # fmt: skip
        reason = "end_turn" if isinstance(turn, Say) else "tool_use"
        usage = {"input_tokens": 1, "output_tokens": 1}
        return {
            "id": f"msg_{number}", "type": "message", "role": "assistant", "model": "scripted", "content": [block],
            "stop_reason": reason, "stop_sequence": None, "usage": usage,
        }  # fmt: skip


class GenerateContent(Dialect):
    """Gemini's interface."""

    paths = ("/v1/models/scripted:generateContent", "/v1beta/models/scripted:generateContent")

    def messages(self, request: Json) -> list[Json]:
        return list(request["contents"])

    def is_models(self, message: Json) -> bool:
        return message.get("role") == "model"

    def tools(self, request: Json) -> list[str]:
        declared = [one for tool in request.get("tools") or [] for one in tool.get("functionDeclarations", [])]
        return [one["name"] for one in declared]

    def answer(self, turn: Turn, request: Json) -> Json:
        part: Json = {"text": turn.text} if isinstance(turn, Say) else {
            "functionCall": {"name": self.tool_name(turn.tool, request), "args": turn.arguments}
        }  # fmt: skip
        candidate = {"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}
        return {
            "candidates": [candidate],
            "usageMetadata": {"promptTokenCount": 1, "totalTokenCount": 2},
            "modelVersion": "scripted",
        }


DIALECTS = (ChatCompletions(), Responses(), Messages(), GenerateContent())
