"""A chat of the host that ends takes its tabs with it."""

import threading
from typing import Any

from usr.plugins.refbrowser.helpers.connection import chat_name, close_chat, server_of


def close_behind(data: dict[str, Any] | None) -> None:
    """Closes the browser's chat of the host's chat whose reset or removal begins. Does not wait for it: the host calls this in the
    middle of its own work, and an ending chat has no one to notify."""
    given = data or {}
    arguments = given.get("args") or ()
    # ``reset`` is a method of the chat; ``remove`` is given its id, by position or by name.
    chat = arguments[0] if arguments else (given.get("kwargs") or {}).get("id")
    context_id = chat if isinstance(chat, str) else getattr(chat, "id", None)
    if context_id:
        # Bounded by the request's own timeouts; a daemon, so that it never keeps the host from ending.
        threading.Thread(target=close_chat, args=(server_of(), chat_name(str(context_id))), daemon=True).start()
