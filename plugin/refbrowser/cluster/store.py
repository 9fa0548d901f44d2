"""What outlives every process of a cluster: terms, epochs and checkpoints, as files of a shared folder or of S3 (``fsspec``).

Compare and swap is the creation of a file that must not exist: the store refuses the second one. A chat's epoch ``n`` belongs to
the host that created ``epochs/n``, and that file names the checkpoint from which the chat goes on. So what a host writes after its
epoch has ended is never read.
"""

import asyncio
import hashlib
import json
import secrets
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from refbrowser.errors import StateError

if TYPE_CHECKING:
    from fsspec import AbstractFileSystem

KEPT_CHECKPOINTS: Final = 2
"""Checkpoints of an epoch that stay: the newest, and the one before it for a reader that has just chosen that."""

_DIGITS: Final = 8
_DIGEST: Final = 32


@dataclass(frozen=True, slots=True)
class Epoch:
    """One turn of a chat on a host. ``origin`` is the checkpoint that it began with; None for a new chat."""

    number: int
    host: str
    origin: str | None


_threads: Final = ThreadPoolExecutor(16, "refbrowser-store")
"""Of the store alone: where it does not answer, what waits for it takes no thread from anything else."""


class Store:
    """The files below one address of ``fsspec``: a folder, or ``s3://bucket/prefix``. The methods block; see :func:`off_loop`."""

    def __init__(self, address: str) -> None:
        import fsspec

        self.address = address
        own = {} if "://" in address else {"auto_mkdir": True}
        self._files: AbstractFileSystem
        self._files, self._root = fsspec.core.url_to_fs(address, **own)

    def verify(self) -> None:
        """Raise ``unsupported`` for a store that lets a file be created twice: two hosts could hold one chat."""
        name = f"probes/{secrets.token_hex(8)}"
        self._create(name, b"1")
        try:
            if self._create(name, b"2"):
                raise StateError(
                    f"The store {self.address} cannot be used: it does not refuse to create a file that exists "
                    "(for S3: a PUT with If-None-Match). Use another one for cluster_store.",
                    code="unsupported",
                )
        finally:
            self._delete(name)

    # Terms of the directory

    def claim_term(self) -> int:
        """Begin the next term, which ends every earlier one, and return its number."""
        term = max(self._numbers("terms"), default=0)
        while not self._create(f"terms/{(term := term + 1):0{_DIGITS}}", b""):
            continue
        return term

    def superseded(self, term: int) -> bool:
        """Whether a later term has begun."""
        return self._exists(f"terms/{term + 1:0{_DIGITS}}")

    # Epochs of a chat

    def epoch(self, chat: str) -> Epoch | None:
        """The present epoch of a chat; None for a chat that the store does not know."""
        number = max(self._numbers(f"{_folder(chat)}/epochs"), default=0)
        return self._read_epoch(chat, number) if number else None

    def claim(self, chat: str, after: Epoch | None, host: str) -> Epoch | None:
        """Begin the epoch that follows ``after``, for ``host``; None if another one has begun."""
        # What `after` began with is read again: a directory that found the chat on its host knows its number alone.
        origin = self._origin(chat, self._read_epoch(chat, after.number)) if after is not None else None
        epoch = Epoch((after.number if after is not None else 0) + 1, host, origin)
        name = f"{_folder(chat)}/epochs/{epoch.number:0{_DIGITS}}"
        if not self._create(name, json.dumps({**asdict(epoch), "chat": chat}).encode()):
            return None
        return epoch

    def _origin(self, chat: str, after: Epoch) -> str | None:
        """The checkpoint that the chat goes on from after that epoch; None where it has none any more."""
        if (newest := self.newest(chat, after.number)) is not None:
            return newest
        return after.origin if after.origin is not None and self.read_checkpoint(chat, after.origin) is not None else None

    def chats(self) -> list[str]:
        """The names of the chats that the store knows."""
        names = []
        for folder in self._names("chats"):
            numbers = sorted(self._numbers(f"chats/{folder}/epochs"))
            if numbers and (written := self._read(f"chats/{folder}/epochs/{numbers[0]:0{_DIGITS}}")):
                names.append(json.loads(written)["chat"])
        return names

    def forget(self, chat: str) -> None:
        """Delete the checkpoints and effects of a closed chat. Its epochs stay: a number is never given twice."""
        for part in ("checkpoints", "effects"):
            for name in self._names(f"{_folder(chat)}/{part}"):
                self._delete(f"{_folder(chat)}/{part}/{name}")

    # Checkpoints

    def write_checkpoint(self, chat: str, epoch: int, number: int, data: bytes) -> str:
        """Write checkpoint ``number`` of an epoch and return its name. Delete the epoch's older ones."""
        folder = f"{_folder(chat)}/checkpoints"
        name = f"{epoch:0{_DIGITS}}-{number:0{_DIGITS}}-{hashlib.sha256(data).hexdigest()[:_DIGEST]}"
        self._write(f"{folder}/{name}", data)
        for old in sorted(other for other in self._names(folder) if _epoch_of(other) == epoch)[:-KEPT_CHECKPOINTS]:
            self._delete(f"{folder}/{old}")
        return name

    def newest(self, chat: str, epoch: int) -> str | None:
        """The newest whole checkpoint of an epoch."""
        names = sorted(name for name in self._names(f"{_folder(chat)}/checkpoints") if _epoch_of(name) == epoch)
        return next((name for name in reversed(names) if self.read_checkpoint(chat, name) is not None), None)

    def read_checkpoint(self, chat: str, name: str) -> bytes | None:
        """The data of a checkpoint; None if it is missing, or is not what was written."""
        data = self._read(f"{_folder(chat)}/checkpoints/{name}")
        whole = data is not None and hashlib.sha256(data).hexdigest()[:_DIGEST] == name.rpartition("-")[2]
        return data if whole else None

    # Effects: calls that a chat's next host must not perform again

    def write_effects(self, chat: str, epoch: int, effects: dict[str, Any]) -> None:
        """Write down at the end of an epoch which calls have sent input, by their ids. Delete what earlier epochs wrote."""
        folder = f"{_folder(chat)}/effects"
        self._write(f"{folder}/{epoch:0{_DIGITS}}", json.dumps(effects).encode())
        for number in self._numbers(folder):
            if number < epoch:
                self._delete(f"{folder}/{number:0{_DIGITS}}")

    def read_effects(self, chat: str, before: int) -> dict[str, Any]:
        """What the last epoch before that one which wrote any has written."""
        numbers = [number for number in self._numbers(f"{_folder(chat)}/effects") if number < before]
        written = self._read(f"{_folder(chat)}/effects/{max(numbers):0{_DIGITS}}") if numbers else None
        return dict(json.loads(written)) if written else {}

    # Hosts

    def report_end(self, host: str, calls: dict[str, Any]) -> None:
        """Write down that a host and its browser have ended, and what became of its calls: whether their input had been sent."""
        self._write(f"hosts/{host}/ended", json.dumps(calls).encode())

    def ended(self, host: str) -> dict[str, Any] | None:
        """What :meth:`report_end` wrote; None while the host may run."""
        written = self._read(f"hosts/{host}/ended")
        try:
            return json.loads(written) if written else None
        except ValueError:
            return None  # half of it; the rest comes

    def give_up(self, host: str) -> None:
        """Write down that the host's chats are given away: it is never granted a lease again."""
        self._create(f"hosts/{host}/lost", b"")

    def given_up(self, host: str) -> bool:
        """Whether :meth:`give_up` or :meth:`report_end` was called for the host."""
        return self._exists(f"hosts/{host}/lost") or self._exists(f"hosts/{host}/ended")

    # Files

    def _path(self, name: str) -> str:
        return f"{self._root}/{name}"

    def _create(self, name: str, data: bytes) -> bool:
        try:
            self._files.pipe_file(self._path(name), data, mode="create")
        except FileExistsError:
            return False
        return True

    def _write(self, name: str, data: bytes) -> None:
        self._files.pipe_file(self._path(name), data)

    def _read(self, name: str) -> bytes | None:
        try:
            data: bytes = self._files.cat_file(self._path(name))
        except FileNotFoundError:
            return None
        return data

    def _exists(self, name: str) -> bool:
        self._files.invalidate_cache()
        return bool(self._files.exists(self._path(name)))

    def _delete(self, name: str) -> None:
        try:
            self._files.rm_file(self._path(name))
        except FileNotFoundError:
            return

    def _names(self, folder: str) -> list[str]:
        self._files.invalidate_cache()
        try:
            return [path.rstrip("/").rpartition("/")[2] for path in self._files.ls(self._path(folder), detail=False)]
        except FileNotFoundError:
            return []

    def _numbers(self, folder: str) -> list[int]:
        return [int(name) for name in self._names(folder) if name.isdecimal()]

    def _read_epoch(self, chat: str, number: int) -> Epoch:
        written = self._read(f"{_folder(chat)}/epochs/{number:0{_DIGITS}}")
        if not written:
            # Its creator died between the name and the content: nobody has the chat, which goes on where the epoch before ended.
            before = self._read_epoch(chat, number - 1) if number > 1 else None
            return Epoch(number, "", self._origin(chat, before) if before is not None else None)
        told = json.loads(written)
        return Epoch(told["number"], told["host"], told["origin"])


async def off_loop(work: Any, *arguments: Any, within_s: float | None = None) -> Any:
    """Run a blocking method of the store in a thread. Raise ``TimeoutError`` after ``within_s``; the thread goes on."""
    async with asyncio.timeout(within_s):
        return await asyncio.get_running_loop().run_in_executor(_threads, work, *arguments)


def _folder(chat: str) -> str:
    return f"chats/{hashlib.sha256(chat.encode(errors='surrogatepass')).hexdigest()[:_DIGEST]}"


def _epoch_of(checkpoint: str) -> int:
    number = checkpoint.partition("-")[0]
    return int(number) if number.isdecimal() else -1
