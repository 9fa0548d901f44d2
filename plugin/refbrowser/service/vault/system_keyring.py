"""The system's keyring. Its backends are other makers' programs, which fail in ways of their own and may wait for a person."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from refbrowser.extras import require
from refbrowser.service.vault.listing import Listed
from refbrowser.service.vault.stores import no_value

_reading: dict[tuple[str, str], asyncio.Future[str | None]] = {}
"""Reads under way. A backend that hangs is asked once, however many calls wait for it."""


async def kept(listed: Listed) -> str | None:
    """The value of ``listed``, None where the keyring has none. Raises ``secret_unknown`` where the keyring fails.

    The read has a thread of its own: one that never ends takes no worker from others, and does not keep the program from ending.
    """
    entry = (str(listed.place), listed.name)
    loop = asyncio.get_running_loop()
    future = _reading.get(entry)
    if future is None or future.get_loop() is not loop:
        future = _reading[entry] = loop.create_future()
        future.add_done_callback(lambda ended: _forget(entry, ended))
        threading.Thread(target=_read, args=(listed, loop, future), name="keyring", daemon=True).start()
    # Shielded: the call that started the read may be cancelled while others wait for it.
    return await asyncio.shield(future)


def store(listed: Listed, value: str) -> None:
    """Put ``value`` into the keyring. Raises ``secret_unknown`` where the keyring fails."""
    _done(listed, lambda keyring: keyring.set_password(listed.place, listed.name, value))


def remove(listed: Listed) -> None:
    """Delete the value. Raises ``secret_unknown`` where the keyring has none, or fails."""
    if _get(listed) is None:
        raise no_value(listed.name, "its keyring has none")
    _done(listed, lambda keyring: keyring.delete_password(listed.place, listed.name))


def _get(listed: Listed) -> str | None:
    value = _done(listed, lambda keyring: keyring.get_password(listed.place, listed.name))
    return None if value is None else str(value)


def _done(listed: Listed, work: Callable[[Any], Any]) -> Any:
    require("secrets", "The system's keyring")
    import keyring

    try:
        return work(keyring)
    except Exception as failure:
        # A backend raises what its libraries raise. Its text may hold what was to be stored.
        raise no_value(listed.name, f"the system's keyring failed ({type(failure).__name__})") from None


def _read(listed: Listed, loop: asyncio.AbstractEventLoop, future: "asyncio.Future[str | None]") -> None:
    try:
        value = _get(listed)
    except Exception as failure:
        settle = partial(_settle, future, None, failure)
    else:
        settle = partial(_settle, future, value, None)
    # A loop that was closed while the backend waited has nobody to answer.
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(settle)


def _settle(future: "asyncio.Future[str | None]", value: str | None, failure: Exception | None) -> None:
    if future.done():
        return
    if failure is not None:
        future.set_exception(failure)
    else:
        future.set_result(value)


def _forget(entry: tuple[str, str], ended: "asyncio.Future[str | None]") -> None:
    if _reading.get(entry) is ended:
        del _reading[entry]
    if not ended.cancelled():
        # Read, so that a failure for which no call waits any more is not logged as one that nobody saw.
        ended.exception()
