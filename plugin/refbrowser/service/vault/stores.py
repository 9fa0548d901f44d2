"""Where values lie: the environment, a command, the system's keyring, an encrypted file."""

import base64
import json
import os
import subprocess
from pathlib import Path
from typing import Any, Final

from refbrowser.errors import PolicyError
from refbrowser.extras import require
from refbrowser.files import write_private
from refbrowser.service.vault.listing import Listed, Listing

COMMAND_S: Final = 60
"""How long a command may take: it may ask a person to unlock it."""

MOST_VALUE: Final = 10_000

_SALT_BYTES: Final = 16
_COST: Final = 2**15
"""Of scrypt: some 0.1 s and 32 MB for each guess at the passphrase."""


def value_of(listed: Listed, listing: Listing, folder: Path) -> str:
    """The value as it lies there; of a one-time code, its key. Blocks. Raises ``secret_unknown`` where there is none."""
    match listed.store:
        case "environment":
            value = os.environ.get(listed.place)
        case "command":
            value = _printed(listed)
        case "keyring":
            require("secrets", "The system's keyring")
            import keyring

            value = keyring.get_password(listed.place, listed.name)
        case _:
            value = read_file(folder / listed.place, passphrase_of(listing)).get(listed.name)
    if not value or len(value) > MOST_VALUE:
        raise no_value(listed.name, f"its {listed.store} has none")
    return value


def no_value(name: str, why: str) -> PolicyError:
    """The secret is listed, and cannot be had."""
    return PolicyError(f"The secret {name} has no value: {why}.", code="secret_unknown", details={"secret": name})


def _printed(listed: Listed) -> str:
    """What the command prints, without the line break at its end. What it says of a failure may hold a secret."""
    try:
        ended = subprocess.run(listed.place, capture_output=True, timeout=COMMAND_S, check=False, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired) as failure:
        raise no_value(listed.name, f"its command failed ({type(failure).__name__})") from None
    if ended.returncode:
        raise no_value(listed.name, f"its command exited with status {ended.returncode}")
    return ended.stdout.decode(errors="replace").removesuffix("\n").removesuffix("\r")


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
        data = path.read_bytes()
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

    return base64.urlsafe_b64encode(Scrypt(salt=salt, length=32, n=_COST, r=8, p=1).derive(passphrase.encode()))
