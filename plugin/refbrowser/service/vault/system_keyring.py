"""The system's keyring as a store of secrets."""

from collections.abc import Callable
from functools import partial
from typing import Any

from refbrowser.extras import require
from refbrowser.keyring_reads import KeyringHangs, keyring_read
from refbrowser.service.vault.listing import Listed
from refbrowser.service.vault.stores import no_value


async def kept(listed: Listed) -> str | None:
    """The value of ``listed``, None where the keyring has none. Raises ``secret_unknown`` where the keyring fails, or does not
    respond in time."""
    try:
        return await keyring_read((str(listed.place), listed.name), partial(_get, listed)).awaited()
    except KeyringHangs as hangs:
        raise no_value(listed.name, f"the system's keyring does not respond ({hangs})") from None


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
