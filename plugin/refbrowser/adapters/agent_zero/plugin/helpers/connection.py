"""From the host to the browser's own process. Standard library alone: nothing of the host's environment is changed or relied on.

The agents of all chats share one event loop, so nothing here blocks it. A call that is cancelled closes its connection, and so the
browser hears of it.
"""

import asyncio
import json
from pathlib import Path
from typing import Any

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
    return LocalServer(
        str(chosen["home"]),
        command=tuple(command.split() if isinstance(command, str) else command),
        environment={str(name): str(value) for name, value in (chosen.get("environment") or {}).items()},
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


def close_chat(server: LocalServer, chat: str) -> None:
    """Ends the chat's tabs, cookies and storage. Blocks, for seconds at most; a server that does not run is not started."""
    try:
        server.request("DELETE", local_server.address(chat))
    except Unanswered:
        return  # no server, no tabs


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
        raise local_server.lost(record, f"broke the connection ({failure})") from None
    finally:
        writer.close()
