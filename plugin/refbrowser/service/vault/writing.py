"""Putting values of listed secrets into the stores that can be written: the system's keyring, and encrypted files."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from refbrowser.errors import CallError, FileError
from refbrowser.extras import require
from refbrowser.masking import SHORTEST
from refbrowser.service.vault import system_keyring
from refbrowser.service.vault.listing import Listed, Listing
from refbrowser.service.vault.stores import MOST_VALUE, is_text, no_value, passphrase_of, read_file, write_file
from refbrowser.service.vault.vault import code_of

_LOCK_WAIT_S: Final = 10.0
"""Another command derives its key and writes in less than a second."""


def store_value(listed: Listed, listing: Listing, folder: Path, value: str) -> None:
    """Store ``value``, in place of an earlier one. ``folder`` is the listing's.

    Raises ``invalid_arguments`` for a store that cannot be written, and for a value that is too short to be masked, too long,
    or not UTF-8; ``secret_unknown`` for a locked file and for a value that is not a key for one-time codes.
    """
    if not SHORTEST <= len(value) <= MOST_VALUE:
        raise CallError(f"The value of {listed.name} has {len(value)} characters; it must have {SHORTEST} to {MOST_VALUE}.")
    if not is_text(value):
        raise CallError(f"The value of {listed.name} is not UTF-8.")
    if listed.kind == "otp":
        code_of(listed, value)
    if listed.store == "keyring":
        system_keyring.store(listed, value)
        return
    path = _writable(listed, folder)
    with _locked(path):
        passphrase = passphrase_of(listing)
        values = read_file(path, passphrase) if path.exists() else {}
        write_file(path, {**values, listed.name: value}, passphrase)


def remove_value(listed: Listed, listing: Listing, folder: Path) -> None:
    """Delete the stored value; the listing keeps its entry. Raises ``secret_unknown`` where there is none, and what
    :func:`store_value` raises."""
    if listed.store == "keyring":
        system_keyring.remove(listed)
        return
    path = _writable(listed, folder)
    with _locked(path):
        passphrase = passphrase_of(listing)
        values = read_file(path, passphrase)
        if values.pop(listed.name, None) is None:
            raise no_value(listed.name, "its file has none")
        write_file(path, values, passphrase)


def _writable(listed: Listed, folder: Path) -> Path:
    if listed.store != "file":
        raise CallError(
            f"The value of {listed.name} comes from its {listed.store}, which refbrowser does not write; change it there.",
            details={"secret": listed.name, "store": listed.store},
        )
    # The file that a link leads to is replaced, not the link.
    return (folder / str(listed.place)).resolve()


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """One writer at a time, so that none undoes another's change. Raises ``file_unwritable``."""
    require("secrets", "An encrypted file of secrets")
    from filelock import FileLock, Timeout

    lock = FileLock(path.with_name(f".{path.name}.lock"), mode=0o600)
    try:
        lock.acquire(timeout=_LOCK_WAIT_S)
    except Timeout:
        raise FileError(
            f"{path} is being changed by another process; try again when that has ended.", code="file_unwritable"
        ) from None
    except OSError as failure:
        raise FileError(f"{path} cannot be locked: {failure.strerror or failure}.", code="file_unwritable") from None
    try:
        yield
    finally:
        lock.release()
