"""A flow over a table of inputs: bounded parallelism, a report a row, resumable, and no effect twice that must come about once.

The report is a file of JSON lines. Before a step marked ``once`` its line is written and synced, and after the row another.
A row of which only the first is there may have been done, and is not begun again.
"""

import asyncio
import csv
import hashlib
import io
import json
import os
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Literal, Self

from refbrowser.errors import CallError, FileError, FlowError, RefbrowserError
from refbrowser.flows.model import Flow
from refbrowser.flows.values import Value, inputs_of
from refbrowser.posix import lock

MOST_ROWS: Final = 100_000
_MOST_BYTES: Final = 200_000_000
_SHOWN: Final = 5

Status = Literal["done", "stopped", "unsure", "skipped"]

RunRow = Callable[["Row", Callable[[str], Awaitable[None]]], Awaitable[dict[str, Any]]]
"""Runs the flow with the inputs of a row, awaiting the given function before a step marked ``once``."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row: its number, counted from 1, its inputs, and a key that stays the same when other rows come before it."""

    number: int
    key: str
    inputs: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class RowReport:
    """What became of a row. ``skipped``: an earlier run did it. ``unsure``: an earlier run may have made a step marked ``once``."""

    row: int
    status: Status
    said: str = ""
    outputs: Mapping[str, Any] = field(default_factory=dict)
    healed: int = 0
    ms: float = 0

    def as_dict(self) -> dict[str, Any]:
        shown = {
            "row": self.row,
            "status": self.status,
            "said": self.said,
            "outputs": self.outputs,
            "healed": self.healed,
            "ms": self.ms,
        }
        return {name: value for name, value in shown.items() if value not in ("", 0) or name == "row"}


def read_rows(path: Path, flow: Flow, given: Mapping[str, Any]) -> list[Row]:
    """Return the rows of a CSV file whose columns are inputs; an empty cell gives none, and ``given`` holds for every row.

    Raises ``file_unreadable``, and ``invalid_arguments`` that names the first wrong rows: then none is run.
    """
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise FileError(
                f"{path} is larger than {_MOST_BYTES // 1_000_000} MB.", code="file_unreadable", details={"path": str(path)}
            )
        table = csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig")), restkey="", strict=True)
        lines = list(table)
    except (OSError, UnicodeDecodeError, csv.Error) as failure:
        raise FileError(f"{path} is no table: {failure}.", code="file_unreadable", details={"path": str(path)}) from None
    columns = table.fieldnames or []
    if unknown := [column for column in columns if column not in flow.inputs]:
        raise CallError(f"{path} has a column {unknown[0][:80]!r}; the inputs of {flow.name}: {', '.join(flow.inputs) or 'none'}.")
    if len(set(columns)) < len(columns) or not 0 < len(lines) <= MOST_ROWS:
        raise CallError(f"{path} must have 1 to {MOST_ROWS} rows, and each column once; it has {len(lines)} rows.")
    rows, wrong, seen = list[Row](), list[str](), Counter[str]()
    for number, line in enumerate(lines, 1):
        try:
            if "" in line or None in line.values():
                raise CallError(f"it has not {len(columns)} cells")
            inputs = inputs_of(flow, {**given, **{name: value for name, value in line.items() if value}})
        except CallError as failure:
            wrong.append(f"row {number}: {failure.message}")
            continue
        written = hashlib.sha256(json.dumps([flow.name, inputs], sort_keys=True).encode()).hexdigest()[:20]
        seen[written] += 1
        rows.append(Row(number, f"{written}-{seen[written]}", inputs))
    if wrong:
        more = f" (and {len(wrong) - _SHOWN} more)" if len(wrong) > _SHOWN else ""
        raise CallError(f"{path}: {'; '.join(wrong[:_SHOWN])}{more}", details={"wrong": wrong[:100]})
    return rows


class Ledger:
    """The report's file, which one run at a time has.

    Raises ``file_unwritable`` where another has it, ``file_unreadable`` where it is no report of the flow.
    """

    def __init__(self, path: Path, flow: Flow) -> None:
        self._path, self._flow = path, flow
        self.ended: dict[str, dict[str, Any]] = {}
        self.begun_once: dict[str, str] = {}
        self._descriptor = -1

    def __enter__(self) -> Self:
        try:
            self._descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
            lock(self._descriptor)
        except BlockingIOError:
            os.close(self._descriptor)
            raise FileError(
                f"Another run writes {self._path}.", code="file_unwritable", details={"path": str(self._path)}
            ) from None
        except OSError as failure:
            raise FileError(
                f"{self._path} cannot be written: {failure.strerror}.", code="file_unwritable", details={"path": str(self._path)}
            ) from None
        try:
            self._read()
        except BaseException:
            os.close(self._descriptor)
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        os.close(self._descriptor)

    def write(self, **line: Any) -> None:
        """Append a line, and have it on the disk before going on. Raises ``file_unwritable``."""
        data = json.dumps(line, ensure_ascii=False).encode() + b"\n"
        try:
            if os.write(self._descriptor, data) != len(data):
                raise OSError(28, "the disk is full")
            os.fsync(self._descriptor)
        except OSError as failure:
            raise FileError(
                f"{self._path} cannot be written: {failure.strerror}.", code="file_unwritable", details={"path": str(self._path)}
            ) from None

    def _read(self) -> None:
        text = self._path.read_bytes()
        lines = text.split(b"\n")
        entries = [entry for entry in map(_entry, lines) if entry is not None]
        if not entries:
            if text.strip():
                raise self._no_report()
            self.write(report=1, flow=self._flow.name)
            return
        if entries[0].get("flow") != self._flow.name or entries[0].get("report") != 1:
            raise self._no_report()
        if lines[-1]:
            # The process ended while it wrote its last line: what that would have announced was not begun.
            os.write(self._descriptor, b"\n")
        for entry in entries[1:]:
            key = str(entry.get("key"))
            if "once" in entry:
                self.begun_once[key] = str(entry["once"])
            elif entry.get("status") == "done":
                self.ended[key] = entry

    def _no_report(self) -> FileError:
        return FileError(
            f"{self._path} is no report of {self._flow.name}: name another file.",
            code="file_unreadable",
            details={"path": str(self._path)},
        )


def _entry(line: bytes) -> dict[str, Any] | None:
    try:
        entry = json.loads(line)
    except ValueError:
        return None
    return entry if isinstance(entry, dict) else None


async def run_rows(rows: Sequence[Row], ledger: Ledger, jobs: int, run: RunRow) -> AsyncIterator[RowReport]:
    """Run the rows that no earlier run did, at most ``jobs`` at once; yield the report of each as it ends."""
    reports: asyncio.Queue[RowReport | None] = asyncio.Queue()
    waiting = iter(rows)

    async def work() -> None:
        for row in waiting:
            reports.put_nowait(await _row(row, ledger, run))

    async def all_rows() -> None:
        try:
            async with asyncio.TaskGroup() as workers:
                for _ in range(min(jobs, len(rows))):
                    workers.create_task(work())
        finally:
            reports.put_nowait(None)

    working = asyncio.ensure_future(all_rows())
    try:
        while (report := await reports.get()) is not None:
            yield report
    finally:
        working.cancel()
        ended = (await asyncio.gather(working, return_exceptions=True))[0]
    if isinstance(ended, BaseExceptionGroup):
        raise ended.exceptions[0]


async def _row(row: Row, ledger: Ledger, run: RunRow) -> RowReport:
    if (earlier := ledger.ended.get(row.key)) is not None:
        return RowReport(row.number, "skipped", "an earlier run did it", earlier.get("outputs") or {})
    if (step := ledger.begun_once.get(row.key)) is not None:
        return RowReport(
            row.number, "unsure", f"an earlier run may have made step {step}, which must not be made twice: look at the site"
        )

    async def before_once(step: str) -> None:
        ledger.write(key=row.key, row=row.number, once=step)

    try:
        result = await run(row, before_once)
    except RefbrowserError as failure:
        if isinstance(failure, FileError) and failure.code == "file_unwritable":
            raise
        details = failure.details if isinstance(failure, FlowError) else {}
        report = RowReport(row.number, "stopped", failure.message, details.get("outputs") or {})
        ledger.write(key=row.key, **report.as_dict())
        return report
    report = RowReport(row.number, "done", "", result["outputs"], len(result["healed"]), result["ms"])
    ledger.write(key=row.key, **report.as_dict())
    return report
