"""One server for a home folder: a lock that only a living process holds, a record that clients read, and the token."""

import json
import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final, Self

from refbrowser import __version__, posix
from refbrowser.adapters.client import LocalServer, process_started
from refbrowser.errors import Remedy, ServerError
from refbrowser.files import private_folder, write_private

_TOKEN_BYTES: Final = 32
_SHORTEST_TOKEN: Final = 16


class Registration:
    """The right to serve ``home``, held while entered. The system takes the lock back when the process ends, however it ends."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.folder = home / "server"
        self._lock: IO[str] | None = None

    def __enter__(self) -> Self:
        """Raises ``server_running``, naming the process that serves this home."""
        try:
            private_folder(self.folder)
            lock = (self.folder / "lock").open("a")
        except OSError as failure:
            raise ServerError(f"{self.folder} cannot be written: {failure}.", details={"path": str(self.folder)}) from failure
        try:
            posix.lock(lock.fileno())
        except OSError:
            lock.close()
            raise _running(self.home) from None
        posix.make_private(lock.fileno())
        self._lock = lock
        try:
            self._forget()
        except OSError as failure:  # a folder stands there, say
            lock.close()
            raise ServerError(f"{failure.filename} cannot be replaced: {failure}.") from failure
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        self._forget()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def token(self, file: Path | None = None) -> str:
        """The secret of the given file, or of the home's own, which is made on first use and stays the same from start to start.

        Raises ``token_required`` for a given file that cannot be read, or holds less than 16 characters.
        """
        if file is not None:
            return _given_token(file)
        path = self.folder / "token"
        try:
            # A token that other users could read is not secret.
            if path.stat().st_mode & 0o077 == 0 and len(token := path.read_text(encoding="ascii").strip()) >= _SHORTEST_TOKEN:
                return token
        except (OSError, ValueError):
            pass
        made = secrets.token_urlsafe(_TOKEN_BYTES)
        write_private(path, made.encode())
        return made

    def announce(
        self,
        host: str,
        port: int,
        *,
        timeout_ms: int,
        approval_ms: int = 0,
        token_file: Path | None = None,
        replaceable: bool = False,
        settings: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Writes the record by which clients find this process, and returns it. ``replaceable``: a client of another version may
        end it while it has no chats. ``settings``: those that were given, each with its value and where it comes from."""
        shown = f"[{host}]" if ":" in host else host
        record: dict[str, Any] = {
            "pid": os.getpid(),
            "started": process_started(os.getpid()),
            "host": host,
            "port": port,
            "url": f"http://{shown}:{port}",
            "version": __version__,
            "timeout_ms": timeout_ms,
            "approval_ms": approval_ms,
            "settings": dict(settings or {}),
        }
        if replaceable:
            record["replaceable"] = True
        if token_file is not None:
            record["token_file"] = str(token_file.absolute())
        write_private(self.folder / "server.json", json.dumps(record).encode())
        if self._lock is not None:
            # A second copy, which outlasts a damaged first one.
            self._lock.truncate(0)
            self._lock.write(json.dumps(record))
            self._lock.flush()
        return record

    def _forget(self) -> None:
        (self.folder / "server.json").unlink(missing_ok=True)
        if self._lock is not None:
            self._lock.truncate(0)


def _running(home: Path) -> ServerError:
    record = LocalServer(str(home)).record()
    who = f"process {record['pid']}, at {record['url']}" if record else "a process that is just starting or ending"
    return ServerError(
        f"{home} is already served by {who}.",
        code="server_running",
        remedy=Remedy(command="refbrowser stop", hint="or use the running server"),
        details=record or {"lock": str(home / "server" / "lock")},
    )


def _given_token(file: Path) -> str:
    try:
        token = file.read_text(encoding="ascii").strip()
    except (OSError, ValueError) as failure:
        raise ServerError(f"The token file {file} cannot be read: {failure}.", code="token_required") from failure
    if len(token) < _SHORTEST_TOKEN or any(character.isspace() for character in token):
        raise ServerError(
            f"The token file {file} must hold one word of at least {_SHORTEST_TOKEN} characters.", code="token_required"
        )
    return token
