"""Where values lie in this process and on disk: the environment, an encrypted file."""

import base64
import json
import os
from pathlib import Path
from typing import Any, Final

from refbrowser.errors import PolicyError
from refbrowser.extras import require
from refbrowser.files import write_private
from refbrowser.service.vault.listing import Listing

MOST_VALUE: Final = 10_000

_MOST_FILE: Final = 16_000_000
"""Bytes of an encrypted file: some hundred of the longest values, and far more of the usual ones."""

_SALT_BYTES: Final = 16
_COST: Final = 2**15
"""Of scrypt: some 0.1 s and 32 MB for each guess at the passphrase."""


def no_value(name: str, why: str) -> PolicyError:
    """The secret is listed, and cannot be had."""
    return PolicyError(f"The secret {name} has no value: {why}.", code="secret_unknown", details={"secret": name})


def is_text(value: str) -> bool:
    """Whether ``value`` can be encoded in UTF-8: other bytes of the environment and of standard input arrive as lone surrogates."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def passphrase_of(listing: Listing) -> str:
    """Raises ``secret_unknown`` where no passphrase is given."""
    variable = listing.passphrase_variable
    if variable is None or not (passphrase := os.environ.get(variable)):
        raise PolicyError(
            "The encrypted file of secrets is locked: passphrase_variable must name an environment variable with the passphrase.",
            code="secret_unknown",
        )
    return passphrase


def read_file(path: Path, passphrase: str) -> dict[str, str]:
    """The values of an encrypted file by name. Raises ``secret_unknown`` when it is missing, damaged, or locked otherwise."""
    require("secrets", "An encrypted file of secrets")
    from cryptography.fernet import Fernet, InvalidToken

    try:
        with open(path, "rb") as file:
            data = file.read(_MOST_FILE + 1)
        if len(data) > _MOST_FILE:
            raise ValueError(f"it is larger than {_MOST_FILE} bytes")
        values: Any = json.loads(Fernet(_key(passphrase, data[:_SALT_BYTES])).decrypt(data[_SALT_BYTES:]))
    except (OSError, InvalidToken, ValueError) as failure:
        why = "the passphrase is wrong, or the file is damaged" if isinstance(failure, InvalidToken) else type(failure).__name__
        raise PolicyError(f"The file of secrets {path} cannot be opened: {why}.", code="secret_unknown") from None
    return {str(name): str(value) for name, value in values.items()}


def write_file(path: Path, values: dict[str, str], passphrase: str) -> None:
    """Writes the encrypted file, for its owner alone."""
    require("secrets", "An encrypted file of secrets")
    from cryptography.fernet import Fernet

    salt = os.urandom(_SALT_BYTES)
    write_private(path, salt + Fernet(_key(passphrase, salt)).encrypt(json.dumps(values).encode()))


def _key(passphrase: str, salt: bytes) -> bytes:
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

    return base64.urlsafe_b64encode(
        Scrypt(salt=salt, length=32, n=_COST, r=8, p=1).derive(passphrase.encode(errors="surrogateescape"))
    )
