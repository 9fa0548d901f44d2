"""The HTTP interface described for programs: OpenAPI 3.1, with one schema per action from the catalog."""

from typing import Any, Final

from refbrowser import __version__
from refbrowser.actions.catalog import ACTIONS
from refbrowser.surface.schema import action_schema

_CHAT: Final = {
    "name": "chat",
    "in": "path",
    "required": True,
    "schema": {"type": "string", "minLength": 1, "maxLength": 200},
    "description": "The chat's name. Its first call creates it.",
}
_ENVELOPE: Final = {"$ref": "#/components/schemas/Envelope"}


def openapi() -> dict[str, Any]:
    """The document that ``/openapi.json`` answers with."""
    calls = {action.name: _call_schema(action.name, action.summary, action_schema(action)) for action in ACTIONS}
    return {
        "openapi": "3.1.0",
        "info": {"title": "refbrowser", "version": __version__, "description": "A browser that an LLM agent drives by reference."},
        "security": [{"token": []}],
        "paths": {
            "/health": {"get": {**_operation("Version, and whether Chromium runs."), "security": []}},
            "/metrics": {"get": {"summary": "Counters.", "responses": {"200": _content("Prometheus text.", "text/plain")}}},
            "/v1/chats": {"get": _operation("Every chat.")},
            "/v1/chats/{chat}": {
                "parameters": [_CHAT],
                "get": _operation("One chat with its tabs."),
                "delete": _operation("Close the chat's tabs; forget its cookies and storage."),
            },
            "/v1/chats/{chat}/call": {"parameters": [_CHAT], "post": _call()},
            "/v1/chats/{chat}/vision_load": {
                "parameters": [_CHAT],
                "post": {
                    **_operation("Images of the chat for a model, base64."),
                    "requestBody": _body({
                        "type": "object",
                        "properties": {"paths": {"type": "array", "items": {"type": "string"}}},
                        "required": ["paths"],
                    }),
                },
            },
            "/v1/approvals": {
                "get": _operation("The calls that wait for approval; wait_ms waits until the list changes."),
                "post": {
                    **_operation("Answer an approval; the first answer counts."),
                    "requestBody": _body({
                        "type": "object",
                        "properties": {
                            "id": {"type": "string"},
                            "answer": {"enum": ["once", "always_here", "always", "deny"]},
                            "said": {"type": "string", "description": "for the agent"},
                        },
                        "required": ["id", "answer"],
                    }),
                },
            },
            "/v1/approvals/{id}/picture": {
                "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}],
                "get": {"summary": "A picture of the element.", "responses": {"200": _content("JPEG.", "image/jpeg")}},
            },
            "/v1/control": {
                "get": _operation("Whether each chat runs, is paused or is stopped."),
                "post": {
                    **_operation("A person's command for the calls of one chat, or of all."),
                    "requestBody": _body({
                        "type": "object",
                        "properties": {
                            "command": {"enum": ["stop", "pause", "resume", "step"]},
                            "chat": {"type": "string", "description": "this chat; without it all"},
                            "note": {"type": "string", "description": "for the agent"},
                        },
                        "required": ["command"],
                        "additionalProperties": False,
                    }),
                },
            },
            "/v1/viewer": {
                "post": {
                    **_operation("The path of the live viewer, with its own token in the fragment."),
                    "requestBody": _body({
                        "type": "object",
                        "properties": {
                            "chat": {"type": "string", "description": "show only this chat"},
                            "read_only": {"type": "boolean"},
                            "embed_in": {"type": "string", "description": "an origin whose pages may show it in a frame"},
                        },
                        "additionalProperties": False,
                    }),
                },
            },
        },
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "schemas": {"Envelope": _envelope(), **{f"call.{name}": schema for name, schema in calls.items()}},
        },
    }  # fmt: skip


def _call() -> dict[str, Any]:
    names = [action.name for action in ACTIONS]
    body = {
        "oneOf": [{"$ref": f"#/components/schemas/call.{name}"} for name in names],
        "discriminator": {
            "propertyName": "action",
            "mapping": {name: f"#/components/schemas/call.{name}" for name in names},
        },
    }
    answer = _content("The envelope, of a failed call too.", "application/json", _ENVELOPE)
    answer["content"]["text/plain"] = {"schema": {"type": "string"}}
    answer["content"]["text/event-stream"] = {"schema": {"type": "string"}}
    return {"summary": "One call.", "requestBody": _body(body), "responses": _responses(answer)}


def _call_schema(name: str, summary: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "description": summary,
        **schema,
        "properties": {"action": {"const": name}, **schema.get("properties", {})},
        "required": ["action", *schema.get("required", [])],
        "additionalProperties": False,
    }


def _operation(summary: str) -> dict[str, Any]:
    return {"summary": summary, "responses": _responses(_content("The envelope.", "application/json", _ENVELOPE))}


def _responses(answer: dict[str, Any]) -> dict[str, Any]:
    return {"200": answer, "default": _content("A refusal, as an envelope.", "application/json", _ENVELOPE)}


def _body(schema: dict[str, Any]) -> dict[str, Any]:
    return {"required": True, "content": {"application/json": {"schema": schema}}}


def _content(description: str, media_type: str, schema: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"description": description, "content": {media_type: {"schema": schema or {"type": "string"}}}}


def _envelope() -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {
            "ok": {"type": "boolean"},
            "result": {"description": "What the action answers, when ok."},
            "error": {"type": "string"},
            "code": {"type": "string"},
            "retryable": {"type": "boolean"},
            "remedy": {"type": ["object", "null"]},
            "details": {"type": "object"},
        },
        "required": ["ok"],
    }
