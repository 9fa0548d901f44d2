"""A plugin of pytest: the flows of a folder called ``flows`` are tests, which pass if they run to their end.

``-p refbrowser.adapters.pytest_flows`` loads it. The option ``--flow-base`` or the ini value ``flow_base`` is the origin to use
instead of each flow's site.
"""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from refbrowser.page_text import escaped

if TYPE_CHECKING:
    from refbrowser.adapters.commands.checking_flows import Checked

FOLDER = "flows"
ENDINGS = (".yaml", ".yml", ".json")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option and the ini value."""
    parser.getgroup("refbrowser").addoption("--flow-base", metavar="URL", help="the origin to use instead of each flow's site")
    parser.addini("flow_base", "the origin to use instead of each flow's site")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect the files of flows."""
    if file_path.suffix in ENDINGS and file_path.parent.name == FOLDER:
        return FlowFile.from_parent(parent, path=file_path)
    return None


class FlowFile(pytest.File):
    """The file of a flow, which is one test."""

    def collect(self) -> Iterator[pytest.Item]:
        yield FlowItem.from_parent(self, name=self.path.stem)


class FlowStopped(Exception):
    """The flow stopped; the message says where and why."""


class FlowItem(pytest.Item):
    """A flow that is run with the defaults of its inputs."""

    def runtest(self) -> None:
        base = self.config.getoption("--flow-base") or self.config.getini("flow_base") or None
        result = asyncio.run(_checked(self.path, base))
        if result.said:
            self.add_report_section("call", "flow", escaped(result.said))
        if not result.passed:
            raise FlowStopped(escaped(result.said))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return what differs, without a trace of refbrowser's own code."""
        return str(excinfo.value) if isinstance(excinfo.value, FlowStopped) else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return what pytest prints of the test."""
        return self.path, None, f"flow {self.name}"


async def _checked(path: Path, base: str | None) -> "Checked":
    from refbrowser import Browser
    from refbrowser.adapters.commands.checking_flows import checked

    async with Browser() as browser:
        return await checked(browser, path, base=base)
