"""The script that a call brings along, for the policy: as a script, or as a document of the agent's own, which may hold any."""

import base64
import binascii
import json
import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final
from urllib.parse import unquote_to_bytes

from refbrowser.actions.uses import CallUses
from refbrowser.policy.scripts import reach_of

_INERT: Final = re.compile(
    r"(?:$|text/(?:plain|css|csv|markdown)$|application/(?:json|pdf|octet-stream)$|(?:audio|video|font)/|image/(?!svg))"
)
"""Media types in which Chromium runs no script; an address without one is plain text."""

_UNSEEN: Final = frozenset({"unclear"})
"""What a document does that cannot be read here."""


def does_of(uses: CallUses, opened: str | None) -> frozenset[str] | None:
    """Of :data:`refbrowser.policy.scripts.REACHES`, what the scripts in the arguments reach; None where there is none. ``opened``
    is the address that the call loads in a tab. A document counts as a script, whatever is in it."""
    if uses.script is not None:
        return reach_of(uses.script)
    if uses.command is not None and _brings_script(uses.command, uses.parameters):
        return reach_of(json.dumps(uses.parameters))
    if opened is not None and (document := _data_document(opened)) is not None:
        return reach_of(document) | _UNSEEN
    if (reply := uses.reply) is not None and _is_document(reply.headers):
        return reach_of(reply.body) if reply.body is not None else _UNSEEN
    return None


def _brings_script(method: str, params: Mapping[str, Any]) -> bool:
    """Whether a raw command runs a script, or puts markup into the page."""
    if method == "Page.reload":
        return bool(params.get("scriptToEvaluateOnLoad"))
    return method.startswith(("Runtime.", "DOM.set", "Page.setDocumentContent"))


def _data_document(url: str) -> str | None:
    """The text of a ``data:`` address that is a document; None for any other address."""
    if not url.startswith("data:"):
        return None
    described, _, text = url.removeprefix("data:").partition(",")
    kind, *parameters = (part.strip().lower() for part in described.split(";"))
    if _INERT.match(kind):
        return None
    data = unquote_to_bytes(text)
    if "base64" in parameters:
        with suppress(binascii.Error):
            data = base64.b64decode(data)
    return data.decode(errors="replace")


def _is_document(headers: dict[str, str]) -> bool:
    kinds = [value for name, value in headers.items() if name.lower() == "content-type"]
    return not kinds or not _INERT.match(kinds[-1].split(";")[0].strip().lower() or "unknown")
