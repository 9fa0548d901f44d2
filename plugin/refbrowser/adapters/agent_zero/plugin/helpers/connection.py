"""From the host to the browser's own process. Standard library alone: nothing of the host's environment is changed or relied on.

The agents of all chats share one event loop, so nothing here blocks it. A call that is cancelled closes its connection, and so the
browser is notified.
"""

import asyncio
import json
import shlex
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from helpers import plugins
from usr.plugins.refbrowser.helpers import local_server
from usr.plugins.refbrowser.helpers.local_server import LocalServer, Unanswered

INSTALLED = Path(__file__).parent.parent / "installed.json"


def chat_name(context_id: str) -> str:
    """The browser's chat of one of the host's."""
    return f"a0-{context_id}"


def server_of(agent: Any = None) -> LocalServer:
    """The server that the plugin's configuration means; what is not configured is as it was installed."""
    installed = json.loads(INSTALLED.read_text(encoding="utf-8"))
    configured = plugins.get_plugin_config("refbrowser", agent=agent) or {}
    chosen = {**installed, **{key: value for key, value in configured.items() if value}}
    command = chosen["command"]
    settings = (line.partition("=") for line in str(chosen.get("settings") or "").splitlines() if "=" in line)
    return LocalServer(
        str(chosen["home"]),
        command=tuple(shlex.split(command) if isinstance(command, str) else command),
        environment={**installed["environment"], **{name.strip(): value.strip() for name, _, value in settings}},
    )


async def call(server: LocalServer, chat: str, request: dict[str, Any]) -> dict[str, Any]:
    """The envelope of one call, with the ``text`` that a model reads. Never raises for what goes wrong."""
    try:
        record = server.record() or await asyncio.to_thread(server.ensure)
        message = server.message(record, "POST", f"{local_server.address(chat)}/call?text=true", request)
        async with asyncio.timeout(server.patience_s(request)):
            received = await _exchanged(record, message)
        status, _, body = local_server.answered(received, record)
        envelope = local_server.envelope_of(status, body)
    except TimeoutError:
        envelope = local_server.lost(record, "did not answer in time").envelope
    except Unanswered as unanswered:
        envelope = unanswered.envelope
    if "text" not in envelope:
        envelope["text"] = f"error {envelope['code']}: {envelope['error']}"
    return envelope


def viewer_of(server: LocalServer, chat: str, origin: str) -> dict[str, Any]:
    """``{"ok": True, "address"}`` of the live viewer of one chat, which pages of ``origin`` may then show in a frame; or the
    error. Blocks, for seconds at most; a server that does not run is not started, since nothing is to be seen there."""
    record = server.record()
    if record is None:
        return {"ok": False, "error": "The agent has not used its browser yet."}
    try:
        _, _, body = server.request("POST", "/v1/viewer", {"chat": chat, "embed_in": origin})
        envelope = json.loads(body)
    except Unanswered as unanswered:
        envelope = unanswered.envelope
    if not envelope["ok"]:
        return {"ok": False, "error": envelope["error"]}
    configured = (plugins.get_plugin_config("refbrowser") or {}).get("viewer_address")
    # The name by which the person reached the host: "localhost" may be another machine for them than for us.
    base = str(configured or f"http://{_host(origin)}:{record['port']}")
    return {"ok": True, "address": base.rstrip("/") + envelope["result"]["path"]}


def close_chat(server: LocalServer, chat: str) -> None:
    """Ends the chat's tabs, cookies and storage. Blocks, for seconds at most; a server that does not run is not started."""
    try:
        server.request("DELETE", local_server.address(chat))
    except Unanswered:
        return  # no server, no tabs


def _host(origin: str) -> str:
    """The name or address in an origin, as it stands in a URL."""
    host = urlsplit(origin).hostname or "127.0.0.1"
    return f"[{host}]" if ":" in host else host


async def _exchanged(record: dict[str, Any], message: bytes) -> bytes:
    try:
        async with asyncio.timeout(local_server.CONNECT_S):
            reader, writer = await asyncio.open_connection(record["host"], record["port"])
    except OSError as refused:
        raise local_server.refusing(record, refused) from None
    try:
        writer.write(message)
        received = bytearray()
        while len(received) < local_server.MOST_BYTES and (part := await reader.read(65536)):
            received += part
        return bytes(received)
    except OSError as failure:
        raise local_server.lost(record, f"closed the connection ({failure})") from None
    finally:
        writer.close()
