"""The secret that profiles are sealed with: a variable's text, else one of the operating system's keyring."""

import os
import secrets
from collections.abc import Mapping
from typing import Final

import keyring

from refbrowser.errors import ProfileError, Remedy
from refbrowser.keyring_reads import KeyringHangs, KeyringRead, keyring_read
from refbrowser.page_text import truncated

VARIABLE: Final = "REFBROWSER_PROFILE_KEY"
_SERVICE: Final = "refbrowser"
_ENTRY: Final = "profile key"
_SHORTEST: Final = 12
"""Characters; scrypt slows guessing down, but does not save a short secret."""


def profile_secret(environment: Mapping[str, str] | None = None) -> bytes:
    """The secret, at least 12 characters. The first use of a keyring makes a random one there.

    Raises ``profile_locked`` where the variable is too short, or is not set and no keyring answers in time.
    """
    if (given := _given(os.environ if environment is None else environment)) is not None:
        return given
    try:
        return _read().result()
    except KeyringHangs as hangs:
        raise _no_answer(str(hangs)) from None


async def awaited_profile_secret() -> bytes:
    """As :func:`profile_secret`. A keyring that waits for a person holds no thread of the pool."""
    if (given := _given(os.environ)) is not None:
        return given
    try:
        return await _read().awaited()
    except KeyringHangs as hangs:
        raise _no_answer(str(hangs)) from None


def _given(environment: Mapping[str, str]) -> bytes | None:
    given = environment.get(VARIABLE)
    if given is None:
        return None
    if len(given) < _SHORTEST:
        raise ProfileError(
            f"{VARIABLE} has {len(given)} characters; a key for profiles needs at least {_SHORTEST}.",
            code="profile_locked",
            remedy=Remedy(command=f"export {VARIABLE}=$(openssl rand -base64 32)", hint="store it for later runs"),
        )
    return given.encode(errors="surrogateescape")


def _read() -> KeyringRead[bytes]:
    return keyring_read((_SERVICE, _ENTRY), _of_keyring)


def _of_keyring() -> bytes:
    try:
        stored = keyring.get_password(_SERVICE, _ENTRY)
        if stored is None:
            keyring.set_password(_SERVICE, _ENTRY, secrets.token_urlsafe(32))
            stored = keyring.get_password(_SERVICE, _ENTRY)
    except Exception as failure:
        # Backends are other makers' programs, and raise more than KeyringError.
        reason = (str(failure).splitlines() or [type(failure).__name__])[0]
        raise _no_answer(truncated(reason, 200)) from None
    if not stored:
        # Some backends accept a secret and keep nothing: what they hold must be what was read back.
        raise _no_key("this system's keyring stores nothing")
    return stored.encode()


def _no_answer(why: str) -> ProfileError:
    return _no_key(f"this system's keyring does not respond ({why})")


def _no_key(why: str) -> ProfileError:
    return ProfileError(
        f"Profiles are encrypted, and there is no key: {VARIABLE} is not set, and {why}.",
        code="profile_locked",
        remedy=Remedy(command=f"export {VARIABLE}=$(openssl rand -base64 32)", hint="store it for later runs"),
    )
