"""The folder of flows: one file for each, by name, and its earlier revisions beside it."""

import difflib
import json
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from refbrowser.errors import CallError, FileError, FlowError, Remedy
from refbrowser.files import private_folder, write_private
from refbrowser.flows.checking import checked, read_flow
from refbrowser.flows.document import MOST_CHARACTERS
from refbrowser.flows.model import Flow
from refbrowser.flows.writing import changed_text
from refbrowser.settings import Settings

FOLDER: Final = "flows"
EARLIER: Final = ".earlier"
"""The folder of earlier revisions, within that of the flows."""

ENDINGS: Final = (".yaml", ".yml", ".json")
MOST_LISTED: Final = 500
_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,58}")
_MOST_BYTES: Final = 4 * MOST_CHARACTERS
_WRITING: Final = threading.Lock()
"""Held while a flow's file is written: two that are saved at once are two revisions."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A flow with its file."""

    path: Path
    text: str
    flow: Flow


def folder_of(settings: Settings) -> "FlowFolder":
    """Return the folder of the settings."""
    return FlowFolder(settings.flows or settings.home / FOLDER)


class FlowFolder:
    """The flows of a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def names(self) -> list[str]:
        """Return the names of all flows, whether or not their files are right."""
        if not self.folder.is_dir():
            return []
        found = {
            path.stem for path in self.folder.iterdir() if path.suffix in ENDINGS and _NAME.fullmatch(path.stem) and path.is_file()
        }
        return sorted(found)[:MOST_LISTED]

    def path(self, name: str) -> Path:
        """Return the file of a flow. Raises ``invalid_arguments`` for what is no name, ``flow_unknown``."""
        checked_name(name)
        for ending in ENDINGS:
            if (path := self.folder / f"{name}{ending}").is_file():
                return path
        names = self.names()
        near = difflib.get_close_matches(name, names, n=1)
        raise FlowError(
            f"There is no flow {name!r}"
            + (f"; did you mean {near[0]}?" if near else f"; there are {', '.join(names[:10]) or 'none'}."),
            code="flow_unknown",
            remedy=Remedy("flow", {"operation": "list"}),
            details={"folder": str(self.folder), "nearest": near},
        )

    def read(self, name: str) -> Kept:
        """Return a flow. Raises as :meth:`path` and :func:`read_kept`; ``flow_invalid`` where its file calls it otherwise."""
        kept = read_kept(self.path(name))
        if kept.flow.name != name:
            raise FlowError(
                f"{kept.path.name} calls its flow {kept.flow.name!r}: the name and that of the file must be the same.",
                code="flow_invalid",
                details={"file": str(kept.path)},
            )
        return kept

    def listed(self) -> Iterator[dict[str, Any]]:
        """Yield each flow in short, with what is wrong with it."""
        for name in self.names():
            try:
                flow = self.read(name).flow
            except (FlowError, FileError, CallError) as wrong:
                yield {"name": name, "wrong": wrong.message}
                continue
            yield {
                "name": name, "revision": flow.revision, "description": flow.description, "inputs": [*flow.inputs],
                "outputs": [*flow.outputs],
            }  # fmt: skip

    def save(self, name: str, text: str) -> tuple[Path, str, int]:
        """Write a new flow, or the next revision of the one that has the name by now. Return its file, text and revision."""
        with _WRITING:
            revision = self.next_revision(name)
            if read_flow(text, name).revision != revision:
                text = changed_text(text, [(("revision",), revision)])
            return self._write(name, text), text, revision

    def replace(self, kept: Kept, text: str) -> Path:
        """Write the next revision of a flow. Raises ``flow_invalid`` where its file has changed since, ``file_unwritable``."""
        with _WRITING:
            if read_text(kept.path) != kept.text:
                raise FlowError(
                    f"{kept.path.name} was changed while its next revision was made: do it again.",
                    code="flow_invalid",
                    details={"file": str(kept.path)},
                )
            return self._write(kept.flow.name, text)

    def _write(self, name: str, text: str, *, ending: str = ".yaml") -> Path:
        before = next((path for each in ENDINGS if (path := self.folder / f"{name}{each}").is_file()), None)
        if before is not None:
            old = before.read_bytes()
            flow, _ = checked(old.decode("utf-8", "replace"))
            self._keep(name, flow.revision if flow is not None else 0, before.suffix, old)
        path = before or self.folder / f"{name}{ending}"
        write_private(path, text.encode("utf-8"), durable=True)
        return path

    def next_revision(self, name: str) -> int:
        """Return the number of the revision that a write of that name makes."""
        checked_name(name)
        try:
            return self.read(name).flow.revision + 1
        except FlowError as wrong:
            return len(self.earlier(name)) + 1 + (wrong.code == "flow_invalid")

    def earlier(self, name: str) -> list[Path]:
        """Return the files of the earlier revisions, oldest first."""
        checked_name(name)
        folder = self.folder / EARLIER / name
        return sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime_ns) if folder.is_dir() else []

    def _keep(self, name: str, revision: int, ending: str, data: bytes) -> None:
        folder = private_folder(self.folder / EARLIER / name)
        same = [path for path in folder.iterdir() if path.stem.partition("-")[0] == str(revision)]
        if any(path.read_bytes() == data for path in same):
            return
        write_private(folder / f"{revision}{f'-{len(same)}' if same else ''}{ending}", data, durable=True, replace=False)


def checked_name(name: str) -> None:
    """Raise ``invalid_arguments`` for what is no name of a flow: a path, for example."""
    if not _NAME.fullmatch(name):
        raise CallError(f"{name[:80]!r} is no name of a flow: letters, figures, _ and -, beginning with a letter, at most 59.")


def read_kept(path: Path) -> Kept:
    """Return the flow of a file. Raises ``file_not_found``, ``file_unreadable``, ``flow_invalid``."""
    text = read_text(path)
    return Kept(path, text, read_flow(text, str(path)))


def read_text(path: Path) -> str:
    """Return the text of a flow's file. Raises ``file_not_found``, ``file_unreadable``."""
    try:
        if not path.is_file():
            raise FileError(f"{path} is no file.", code="file_not_found", details={"path": str(path)})
        if path.stat().st_size > _MOST_BYTES:
            raise FileError(f"{path} is too large for a flow.", code="file_unreadable", details={"path": str(path)})
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FileError(f"{path} is not UTF-8.", code="file_unreadable", details={"path": str(path)}) from None
    except OSError as failure:
        raise FileError(
            f"{path} cannot be read: {failure.strerror}.", code="file_unreadable", details={"path": str(path)}
        ) from None


def diff(before: str, after: str, name: str, revision: int, later: int) -> str:
    """Return what two revisions differ by, as people read differences."""
    lines = difflib.unified_diff(
        before.splitlines(),
        after.splitlines(),
        f"{name} revision {revision}",
        f"{name} revision {later}",
        lineterm="",
        n=2,
    )
    return "\n".join(lines)


def as_json(text: str) -> bool:
    """Whether a flow's text is written in JSON."""
    try:
        json.loads(text)
    except ValueError:
        return False
    return True
