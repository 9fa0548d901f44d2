"""The HTTP interface described for programs: OpenAPI 3.1, with one schema per action from the catalog."""

from typing import Any, Final

from refbrowser import __version__
from refbrowser.actions.catalog import ACTIONS
from refbrowser.delegation.tool import TOOL as DELEGATE
from refbrowser.surface.result_kinds import result_kind
from refbrowser.surface.schema import action_schema

_CHAT: Final = {
    "name": "chat",
    "in": "path",
    "required": True,
    "schema": {"type": "string", "minLength": 1, "maxLength": 200},
    "description": "The chat's name. Its first call creates it.",
}
_ENVELOPE: Final = {"$ref": "#/components/schemas/Envelope"}

_OPERATIONS: Final = {
    ("get", "/health"): "getHealth",
    ("get", "/ready"): "getReady",
    ("get", "/metrics"): "getMetrics",
    ("get", "/v1/cluster"): "getCluster",
    ("post", "/v1/cluster"): "commandCluster",
    ("get", "/v1/chats"): "listChats",
    ("get", "/v1/chats/{chat}"): "getChat",
    ("delete", "/v1/chats/{chat}"): "closeChat",
    ("post", "/v1/chats/{chat}/call"): "call",
    ("post", "/v1/chats/{chat}/sleep"): "sleepChat",
    ("post", "/v1/delegate"): "delegateGoal",
    ("post", "/v1/chats/{chat}/connect"): "connectChat",
    ("post", "/v1/chats/{chat}/vision_load"): "loadImages",
    ("get", "/v1/approvals"): "listApprovals",
    ("post", "/v1/approvals"): "answerApproval",
    ("get", "/v1/approvals/{id}/picture"): "getApprovalPicture",
    ("get", "/v1/control"): "getControl",
    ("post", "/v1/control"): "control",
    ("post", "/v1/viewer"): "openViewer",
}
"""The names that generated clients give to the operations."""


def openapi() -> dict[str, Any]:
    """The document that ``/openapi.json`` answers with."""
    calls = {action.name: _call_schema(action.name, action.summary, action_schema(action)) for action in ACTIONS}
    document: dict[str, Any] = {
        "openapi": "3.1.0",
        "info": {"title": "refbrowser", "version": __version__, "description": "A browser that an LLM agent drives by reference."},
        "security": [{"token": []}],
        "paths": {
            "/health": {"get": {**_operation("Version, and whether Chromium runs."), "security": []}},
            "/ready": {"get": {**_operation("Whether a call finds a browser: 200 or 503."), "security": []}},
            "/v1/cluster": {
                "get": _operation("Hosts of the cluster, chats awake and asleep."),
                "post": _operation("Drain a host, move a chat, or have it sleep."),
            },
            "/metrics": {"get": {"summary": "Counters.", "responses": {"200": _content("Prometheus text.", "text/plain")}}},
            "/v1/chats": {"get": _operation("Every chat.")},
            "/v1/delegate": {
                "post": {
                    **_operation("Hand a goal to another model, or go on at a checkpoint."),
                    "requestBody": _body(DELEGATE["input_schema"]),
                }
            },
            "/v1/chats/{chat}": {
                "parameters": [_CHAT],
                "get": _operation("One chat with its tabs."),
                "delete": _operation("Close the chat's tabs; forget its cookies and storage."),
            },
            "/v1/chats/{chat}/call": {"parameters": [_CHAT], "post": _call()},
            "/v1/chats/{chat}/sleep": {"parameters": [_CHAT], "post": _operation("Close the chat's tabs until its next call.")},
            "/v1/chats/{chat}/connect": {
                "parameters": [_CHAT],
                "post": {
                    **_operation("Move the chat to another running browser, or back."),
                    "requestBody": _body({
                        "type": "object",
                        "properties": {
                            "to": {
                                "type": ["string", "null"],
                                "description": "An address, auto (the person's), or null: the settings'.",
                            }
                        },
                        "required": ["to"],
                    }),
                },
            },
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
                "get": {
                    **_operation("The calls that wait for approval; wait_ms waits until the list changes."),
                    "parameters": [
                        _query("wait_ms", "How long to wait for a change.", type="integer", minimum=0, maximum=60_000),
                        _query("known", "The ids that the client knows, separated by commas."),
                    ],
                },
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
    for (method, path), name in _OPERATIONS.items():
        document["paths"][path][method]["operationId"] = name
    document["paths"] |= {path: {"parameters": [_CHAT], **operations} for path, operations in _file_paths().items()}
    document["paths"]["/v1/events"] = {"get": _events("listEvents", "What happens in all chats.")}
    document["paths"]["/v1/chats/{chat}/events"] = {
        "parameters": [_CHAT], "get": _events("listChatEvents", "What happens in the chat."),
    }  # fmt: skip
    document["components"]["schemas"] |= _result_schemas()
    return document


def _file_paths() -> dict[str, dict[str, Any]]:
    name = {"name": "name", "in": "path", "required": True, "schema": {"type": "string"}, "description": "It may have slashes."}
    binary = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
    sent = {"200": {"description": "The file.", "content": binary}, "default": _refusal()}
    received = {"required": True, "content": binary}
    return {
        "/v1/chats/{chat}/files": {
            "get": {**_operation("The chat's files, newest first.", "FileList"), "operationId": "listFiles"},
        },
        "/v1/chats/{chat}/files/{name}": {
            "get": {"operationId": "getFile", "summary": "One file.", "parameters": [name], "responses": sent},
            "put": {
                "operationId": "putFile", "summary": "Send a file for upload_file, into the chat's folder uploads.",
                "parameters": [name], "requestBody": received,
                "responses": {"201": _content("The envelope.", "application/json", _envelope_of("File")), "default": _refusal()},
            },
        },
    }  # fmt: skip


def _events(name: str, summary: str) -> dict[str, Any]:
    answer = _content("Events ready, call, receipt, approvals, dialogs.", "text/event-stream")
    return {"operationId": name, "summary": summary, "responses": {"200": answer, "default": _refusal()}}


def _query(name: str, description: str, **schema: Any) -> dict[str, Any]:
    return {"name": name, "in": "query", "schema": schema or {"type": "string"}, "description": description}


def _envelope_of(name: str) -> dict[str, Any]:
    return {"allOf": [_ENVELOPE, {"properties": {"result": {"$ref": f"#/components/schemas/{name}"}}}]}


def _result_schemas() -> dict[str, Any]:
    """What the actions answer, as far as programs read it: further parts may come with a release."""
    state: dict[str, Any] = {
        "browser_id": {"type": "integer"},
        "context_id": {"type": "string"},
        "url": {"type": "string"},
        "title": {"type": "string"},
        "active": {"type": "boolean"},
        "loading": {"type": "boolean"},
        "can_go_back": {"type": "boolean"},
        "can_go_forward": {"type": "boolean"},
        "http_status": {"type": ["integer", "null"]},
        "viewport": {"type": ["object", "null"]},
        "scroll": {"type": ["object", "null"]},
        "dialogs": {"type": "array", "items": {"type": "object"}},
        "crashed": {"type": "boolean"},
    }
    file = {
        "name": {"type": "string"},
        "path": {"type": "string"},
        "href": {"type": "string"},
        "size": {"type": "integer"},
        "mime": {"type": "string"},
        "modified_ms": {"type": "integer"},
    }
    receipt = {"type": "object", "description": "What was dispatched, and what observably happened.", "additionalProperties": True}
    schemas: dict[str, Any] = {
        "TabState": {"type": "object", "properties": state, "required": list(state)},
        "Acted": _object({"action": receipt, "state": _ref("TabState")}, ["action"]),
        "Opened": _object(
            {"browser_id": {"type": "integer"}, "state": _ref("TabState"), "content": {"type": "string"}}, ["browser_id"]
        ),
        "TabList": _object(
            {"browsers": {"type": "array", "items": _ref("TabState")}, "last_interacted_browser_id": {"type": ["integer", "null"]}},
            ["browsers", "last_interacted_browser_id"],
        ),
        "File": _object(file, ["name", "size", "mime"]),
        "FileList": _object(
            {"files": {"type": "array", "items": _ref("File")}, "left_out": {"type": "integer"}}, ["files", "left_out"]
        ),
        "Page": {"type": "string", "description": "Markdown with typed refs."},
        "Other": {"description": "Described on the action's page."},
    }
    return schemas | {f"result.{action.name}": _ref(result_kind(action)) for action in ACTIONS}


def _object(properties: dict[str, Any], required: list[str]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": True}


def _ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}"}


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
    query = [
        _query("profile", "The profile that keeps the chat's cookies, storage and tabs; with its first call."),
        _query("text", "true: add the text that a model reads to the envelope.", type="string", enum=["true"]),
    ]
    return {"summary": "One call.", "parameters": query, "requestBody": _body(body), "responses": _responses(answer)}


def _call_schema(name: str, summary: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "description": summary,
        **schema,
        "properties": {"action": {"const": name}, **schema.get("properties", {})},
        "required": ["action", *schema.get("required", [])],
        "additionalProperties": False,
    }


def _operation(summary: str, result: str | None = None) -> dict[str, Any]:
    envelope = _ENVELOPE if result is None else _envelope_of(result)
    return {"summary": summary, "responses": _responses(_content("The envelope.", "application/json", envelope))}


def _responses(answer: dict[str, Any]) -> dict[str, Any]:
    return {"200": answer, "default": _refusal()}


def _refusal() -> dict[str, Any]:
    return _content("A refusal, as an envelope.", "application/json", _ENVELOPE)


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
