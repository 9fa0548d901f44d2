"""``refbrowser serve --detach``: the server in a process of its own, which outlives the one that starts it."""

import contextlib
import json
import os
import select
import sys
from typing import Any, Final

from refbrowser.adapters.server.run import Extensions, Where, serve
from refbrowser.errors import RefbrowserError, ServerError
from refbrowser.files import private_folder
from refbrowser.posix import kill
from refbrowser.settings import Settings

_PATIENCE_S: Final = 600.0
"""How long a start may take on a machine that has next to no time for it. Clients wait less, and leave it to go on."""

_LOG_BYTES: Final = 1_000_000
"""A log that has grown beyond this is begun anew at the next start."""

_DESCRIPTORS: Final = 1024


def detached(settings: Settings, where: Where, extensions: Extensions) -> dict[str, Any]:
    """Starts the server and returns its record once it takes connections.

    Raises what :func:`serve` raises there. Must be called before this process has threads.
    """
    if sys.platform == "win32":
        raise ServerError("On Windows a server runs in the foreground alone: refbrowser serve.", code="unsupported")
    log = settings.home / "server" / "log"
    try:
        private_folder(log.parent)
    except OSError as failure:
        raise ServerError(f"{log.parent} cannot be written: {failure}.", details={"path": str(log.parent)}) from failure
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _serve_detached(settings, where, extensions, writing)
    os.close(writing)
    word = _heard(reading)
    if word is None:
        with contextlib.suppress(ProcessLookupError):
            kill(child)
        raise ServerError(f"The server did not start; see its log, {log}.", details={"log": str(log)})
    if word.get("ok") is False:
        raise ServerError(word["error"], code=word["code"], details=word["details"])
    return word


def _heard(reading: int) -> dict[str, Any] | None:
    """What the child says of its start; None when it says nothing in time, or ends without a word."""
    with open(reading, encoding="utf-8") as pipe:
        ready, _, _ = select.select([pipe], [], [], _PATIENCE_S)
        try:
            return dict(json.loads(pipe.read())) if ready else None
        except ValueError:
            return None


def _serve_detached(settings: Settings, where: Where, extensions: Extensions, writing: int) -> None:
    """The child's whole life: it has nothing of the parent's terminal, writes to the pipe how the start went, and never returns."""

    def report(word: dict[str, Any]) -> None:
        os.write(writing, json.dumps(word).encode())
        os.close(writing)

    code = 1
    try:
        if sys.platform != "win32":
            os.setsid()
        null = os.open(os.devnull, os.O_RDWR)
        log = os.open(settings.home / "server" / "log", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        if os.fstat(log).st_size > _LOG_BYTES:
            os.ftruncate(log, 0)
        for descriptor, stream in ((null, 0), (log, 1), (log, 2)):
            os.dup2(descriptor, stream)
        # Above all the lock of those who start a server, which is free when the start is over.
        os.closerange(3, writing)
        os.closerange(writing + 1, _DESCRIPTORS)
        try:
            serve(settings, where, extensions, ready=report)
            code = 0
        except RefbrowserError as failure:
            report(failure.as_dict())
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        os._exit(code)
