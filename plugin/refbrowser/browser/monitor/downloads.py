"""Downloads go to the chat's folder under their real, sanitised name, with size, type and checksum."""

import asyncio
import hashlib
import mimetypes
import re
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, Final, Protocol

from playwright.async_api import Download, Error

from refbrowser.browser.monitor.download_progress import Arriving, DownloadProgress
from refbrowser.browser.playwright_internals.wording import Wording, first_line, says
from refbrowser.files import new_private_file, private_folder
from refbrowser.masking import Masker
from refbrowser.page_text import truncated
from refbrowser.redact import redacted
from refbrowser.tasks import Tasks

LONGEST_NAME: Final = 120
KEPT: Final = 100

_FORBIDDEN: Final = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*]')
_RESERVED: Final = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)


@dataclass(slots=True)
class DownloadRecord:
    """One download; ``path``, ``size`` (bytes) and ``sha256`` are known once ``state`` is complete."""

    download_id: int
    browser_id: int
    url: str
    name: str
    state: str = "in_progress"
    path: str | None = None
    size: int | None = None
    mime: str | None = None
    sha256: str | None = None
    error: str | None = None

    def as_dict(self) -> dict[str, Any]:
        names = ("download_id", "browser_id", "url", "name", "state", "path", "size", "mime", "sha256", "error")
        fields = {name: value for name in names if (value := getattr(self, name)) is not None}
        return {**fields, "read_with": self.read_with} if self.read_with is not None else fields

    @property
    def read_with(self) -> dict[str, str] | None:
        """The call that returns the text of a PDF that has arrived."""
        return {"action": "read", "path": self.path} if self.path is not None and self.mime == "application/pdf" else None


class Admission(Protocol):
    """Whether downloads may be kept. Each answer is a reason against it, which the record shows, or None."""

    def begin(self) -> str | None:
        """Count one more download."""
        ...

    async def judge(self, browser_id: int, name: str, url: str) -> str | None:
        """By its name and address; may wait for a person."""
        ...

    def room(self) -> int | None:
        """How many bytes the next file may have; None is no limit."""
        ...

    def finish(self, size: int) -> str | None:
        """Count the bytes of a file that has arrived."""
        ...


class Downloads:
    """The downloads of one chat, newest last; the records of the last 100 are kept, the files of all."""

    def __init__(
        self,
        folder: Path,
        announce: Callable[[], None] = lambda: None,
        masker: Masker | None = None,
        refusal_of: Callable[[str], str | None] = lambda _: None,
    ) -> None:
        """``refusal_of`` says of an address what came, or why nothing did, in place of a file; None where that is not known."""
        self.admission: Admission | None = None
        self._refusal_of = refusal_of
        self._folder = folder
        self._masker = masker or Masker()
        self._announce = announce
        self._records: list[DownloadRecord] = []
        self._tasks = Tasks()
        self._progress = DownloadProgress(lambda: self.admission.room() if self.admission is not None else None)
        self._count = 0
        self._reported = 0
        self._changed = asyncio.Condition()

    @property
    def under_way(self) -> bool:
        """Whether any has not ended yet."""
        return len(self._tasks) > 0

    def of_tab(self, browser_id: int, count: int) -> list[DownloadRecord]:
        """The last ``count`` downloads of a tab."""
        return [record for record in self._records if record.browser_id == browser_id][-count:] if count else []

    @property
    def records(self) -> list[DownloadRecord]:
        return list(self._records)

    def started(self, browser_id: int, download: Download) -> None:
        """Playwright's listener."""
        self._count += 1
        record = DownloadRecord(
            self._count,
            browser_id,
            truncated(redacted(download.url), 500),
            safe_name(self._masker.text(download.suggested_filename)),
        )
        self._records.append(record)
        del self._records[:-KEPT]
        self._announce()
        refusal = self.admission.begin() if self.admission is not None else None
        self._tasks.spawn(self._save(record, download) if refusal is None else self._refuse(record, download, refusal))

    async def next_ended(self) -> DownloadRecord:
        """The oldest download that has ended, well or badly, and that no call has waited for yet; waits for it if need be."""
        async with self._changed:
            while True:
                for record in self._records:
                    if record.download_id > self._reported and record.state != "in_progress":
                        self._reported = record.download_id
                        return record
                await self._changed.wait()

    async def _refuse(self, record: DownloadRecord, download: Download, refusal: str) -> None:
        """Cancel the download and delete what has arrived of it."""
        record.state, record.error = "failed", truncated(refusal, 300)
        with suppress(Error):  # it has ended in the meantime, or its context is closed; its temporary file goes with that
            await download.cancel()
            await download.delete()
        await self._ended()

    async def _save(self, record: DownloadRecord, download: Download) -> None:
        admission = self.admission
        if admission is not None and (refusal := await admission.judge(record.browser_id, record.name, download.url)) is not None:
            await self._refuse(record, download, refusal)
            return
        path: Path | None = None
        arriving = Arriving(download)
        try:
            path = await asyncio.to_thread(self._free_path, record.name)
            if (refusal := await self._arrive(arriving, path)) is not None:
                await self._refuse(record, download, refusal)
                return
            # The driver copies the mode of its own file too.
            path.chmod(0o600)
            size, record.sha256 = await asyncio.to_thread(_measured, path)
            record.size = size
            if admission is not None and (refusal := admission.finish(size)) is not None:
                record.sha256 = None
                record.state, record.error = "failed", refusal
            else:
                record.path, record.mime, record.state = str(path), mimetypes.guess_type(path.name)[0], "complete"
        except (Error, OSError) as failure:
            reason = self._reason(failure, arriving) if isinstance(failure, Error) else str(failure)
            record.state, record.error = "failed", truncated(redacted(reason), 300)
        finally:
            # The name was reserved by an empty file: none is left of what was not kept, also when the chat closes before the end.
            if path is not None and record.state != "complete":
                path.unlink(missing_ok=True)
        await self._ended()

    def _reason(self, failure: Error, arriving: Arriving) -> str:
        """Why the download failed: Chromium calls each that ends early cancelled."""
        reason = first_line(failure)
        if not says(failure, Wording.DOWNLOAD_CANCELED):
            return reason
        refusal = self._refusal_of(arriving.download.url)
        if arriving.most:
            of = f" of {arriving.total}" if arriving.total else ""
            return f"the connection broke off after {arriving.most}{of} bytes" + (f"; then {refusal}" if refusal else "")
        if refusal is not None:
            return refusal
        what = "no file came" if arriving.reported else "not all of the file came"
        return f"{what}: the server answered with an error, or the connection failed"

    async def _arrive(self, arriving: Arriving, path: Path) -> str | None:
        """Wait for the file. Returns why it was cancelled before all of it had arrived, or None. Raises :class:`Error`."""
        with self._progress.watching(arriving):
            try:
                await arriving.download.save_as(path)
            except Error:
                refusal = self.admission.finish(arriving.excess) if self.admission is not None and arriving.excess else None
                if refusal is None:
                    raise
                return refusal
        return None

    def progressed(self, event: dict[str, Any]) -> None:
        """The listener of ``Page.downloadProgress`` of every tab: one that grows beyond a limit is cancelled."""
        self._progress.report(event)

    async def _ended(self) -> None:
        self._announce()
        async with self._changed:
            self._changed.notify_all()

    def _free_path(self, name: str) -> Path:
        private_folder(self._folder)
        stem, dot, suffix = name.partition(".")
        for number in count(1):
            path = self._folder / (name if number == 1 else f"{stem} ({number}){dot}{suffix}")
            with suppress(FileExistsError):
                new_private_file(path).close()
                break
        return path

    def stop(self) -> None:
        """Gives up what is still under way."""
        self._tasks.cancel_others()
        self._progress.stop()


def safe_name(name: str) -> str:
    """A file name out of what a site suggests: no folders, no control or reserved characters, not hidden, not too long."""
    plain = unicodedata.normalize("NFC", name.replace("\\", "/").rsplit("/", 1)[-1])
    plain = "".join(character for character in plain if unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp"))
    plain = _FORBIDDEN.sub("_", plain).strip(" .")
    if not plain or _RESERVED.fullmatch(plain):
        plain = f"download_{plain}" if plain else "download"
    if len(plain) > LONGEST_NAME:
        stem, dot, suffix = plain.rpartition(".")
        plain = f"{stem[: LONGEST_NAME - len(suffix) - 1]}{dot}{suffix}" if dot and len(suffix) <= 12 else plain[:LONGEST_NAME]
    return plain


def _measured(path: Path) -> tuple[int, str]:
    digest = hashlib.sha256()
    size = 0
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
            size += len(block)
    return size, digest.hexdigest()
