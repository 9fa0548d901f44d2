"""A flow over a table: each row at most once where that is asked for, whatever ends the run in between."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from refbrowser.errors import CallError, FileError, FlowError
from refbrowser.flows.checking import read_flow
from refbrowser.flows.table import Ledger, Row, RowReport, read_rows, run_rows

FLOW = read_flow(
    "flow: 1\nname: order\nsite: https://shop.example\ninputs: {query: {}, many: {type: integer, default: 1}}\nsteps: [{action: navigate, with: {url: '/?q=${query}&n=${many}'}}]\n",
    "x",
)
TABLE = "query,many\nlamp,2\ndesk,\nlamp,2\nmug,3\n"


class Killed(BaseException):
    """The process ends here."""


class Shop:
    """What a site would have in its log. ``fails`` says what happens before, at or after the step that must come about once."""

    def __init__(self, fails: dict[str, tuple[str, BaseException]] | None = None) -> None:
        self.orders: list[str] = []
        self.fails = fails or {}
        self.at_once = self.most = 0

    async def run(self, row: Row, before_once: Callable[[str], Awaitable[None]]) -> dict[str, Any]:
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        await asyncio.sleep(0)
        try:
            query = str(row.inputs["query"])
            when, failure = self.fails.get(query, ("", Killed()))
            if when == "before":
                raise failure
            await before_once("5")
            if when == "at":
                raise failure
            self.orders.append(query)
            if when == "after":
                raise failure
            return {"outputs": {"order": len(self.orders)}, "healed": [], "ms": 1.0}
        finally:
            self.at_once -= 1


def rows(tmp_path: Path, text: str = TABLE) -> list[Row]:
    (path := tmp_path / "orders.csv").write_text(text, encoding="utf-8")
    return read_rows(path, FLOW, {})


async def all_of(tmp_path: Path, shop: Shop, jobs: int = 2, text: str = TABLE) -> dict[int, RowReport]:
    with Ledger(tmp_path / "report.jsonl", FLOW) as ledger:
        return {report.row: report async for report in run_rows(rows(tmp_path, text), ledger, jobs, shop.run)}


async def test_each_row_is_done_once_also_when_it_is_run_again_or_rows_come_before_it(tmp_path: Path) -> None:
    shop = Shop()
    reports = await all_of(tmp_path, shop)
    assert {report.status for report in reports.values()} == {"done"}
    assert sorted(shop.orders) == ["desk", "lamp", "lamp", "mug"]
    assert shop.most == 2
    again = await all_of(tmp_path, shop, text=TABLE.replace("many\n", "many\nnew,1\n"))
    assert [again[number].status for number in range(1, 6)] == ["done", "skipped", "skipped", "skipped", "skipped"]
    assert len(shop.orders) == 5
    # A third lamp with the same values is one more.
    await all_of(tmp_path, shop, text=TABLE + "lamp,2\n")
    assert shop.orders.count("lamp") == 3
    lines = [json.loads(line) for line in (tmp_path / "report.jsonl").read_text().splitlines()]
    assert [line["status"] for line in lines if line.get("row") == 1 and "status" in line] == ["done", "done"]


@pytest.mark.parametrize(
    ("when", "first", "second", "orders"),
    [("before", 0, "done", 1), ("at", 0, "unsure", 0), ("after", 1, "unsure", 1)],
)
@pytest.mark.parametrize("ends", ["killed", "stopped"])
async def test_a_row_that_may_have_been_done_is_not_begun_again(
    tmp_path: Path, when: str, first: int, second: str, orders: int, ends: str
) -> None:
    failure: BaseException = Killed() if ends == "killed" else FlowError("stopped", details={"outputs": {}})
    shop = Shop({"desk": (when, failure)})
    if ends == "killed":
        with pytest.raises(Killed):
            await all_of(tmp_path, shop, jobs=1)
    else:
        assert (await all_of(tmp_path, shop, jobs=1))[2].status == "stopped"
    assert shop.orders.count("desk") == first
    # The last line was being written when the process ended.
    with (tmp_path / "report.jsonl").open("a") as file:
        file.write('{"key": "x", "stat')
    shop.fails = {}
    reports = await all_of(tmp_path, shop)
    assert reports[2].status == second
    assert shop.orders.count("desk") == orders
    assert sorted(shop.orders) == sorted([*["desk"] * orders, "lamp", "lamp", "mug"])
    assert (await all_of(tmp_path, shop))[4].status == "skipped"


def test_a_wrong_table_runs_nothing(tmp_path: Path) -> None:
    for text, said in [
        ("query,mny\nlamp,2\n", "a column 'mny'"), ("query,many\nlamp,two\n", "row 1: The input many of order is a whole number, not 'two'"),
        ("query,many\n,2\n", "row 1: The input query of order has no value"), ("query,many\nlamp,1,3\n", "row 1: it has not 2 cells"), ("query\n", "it has 0 rows"),
        ("query,query\na,b\n", "each column once"),
    ]:  # fmt: skip
        with pytest.raises(CallError) as wrong:
            rows(tmp_path, text)
        assert said in wrong.value.message, wrong.value.message
    (tmp_path / "orders.csv").write_bytes(b"query\n\xff\xfe\n")
    with pytest.raises(FileError):
        read_rows(tmp_path / "orders.csv", FLOW, {})


def test_one_run_at_a_time_has_a_report_and_no_other_file_is_taken_for_one(tmp_path: Path) -> None:
    with Ledger(tmp_path / "report.jsonl", FLOW), pytest.raises(FileError) as taken:
        Ledger(tmp_path / "report.jsonl", FLOW).__enter__()
    assert taken.value.code == "file_unwritable"
    (tmp_path / "notes.txt").write_text("my notes")
    with pytest.raises(FileError):
        Ledger(tmp_path / "notes.txt", FLOW).__enter__()
    assert (tmp_path / "notes.txt").read_text() == "my notes"
