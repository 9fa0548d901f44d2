"""``refbrowser serve --detach``: the server in a process of its own, which outlives the one that starts it."""

import json
import os
import sys
from typing import Any, Final

from refbrowser.adapters.server.run import Where, serve
from refbrowser.errors import ServerError
from refbrowser.settings import Settings

_LOG_BYTES: Final = 1_000_000
"""A log that has grown beyond this is begun anew at the next start."""


def detached(settings: Settings, where: Where) -> dict[str, Any]:
    """Starts the server and returns its record once it takes connections.

    Raises what :func:`serve` raises there. Must be called before this process has threads.
    """
    settings.home.mkdir(parents=True, exist_ok=True)
    (settings.home / "server").mkdir(exist_ok=True, mode=0o700)
    reading, writing = os.pipe()
    if os.fork() == 0:
        os.close(reading)
        _serve_detached(settings, where, writing)
    os.close(writing)
    with open(reading, encoding="utf-8") as pipe:
        said = pipe.read()
    try:
        word = json.loads(said)
    except ValueError:
        log = settings.home / "server" / "log"
        raise ServerError(f"The server ended while it started; its log is {log}.", details={"log": str(log)}) from None
    if word.get("ok") is False:
        raise ServerError(word["error"], code=word["code"], details=word["details"])
    return dict(word)


def _serve_detached(settings: Settings, where: Where, writing: int) -> None:
    """The child's whole life: it has nothing of the parent's terminal, tells the pipe how the start went, and never returns."""

    def tell(word: dict[str, Any]) -> None:
        os.write(writing, json.dumps(word).encode())
        os.close(writing)

    code = 1
    try:
        os.setsid()
        null = os.open(os.devnull, os.O_RDWR)
        log = os.open(settings.home / "server" / "log", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        if os.fstat(log).st_size > _LOG_BYTES:
            os.ftruncate(log, 0)
        for descriptor, stream in ((null, 0), (log, 1), (log, 2)):
            os.dup2(descriptor, stream)
        try:
            serve(settings, where, ready=tell)
            code = 0
        except ServerError as failure:
            tell(failure.as_dict())
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        os._exit(code)
