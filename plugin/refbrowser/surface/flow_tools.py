"""Flows as a model's tools, each with its inputs as arguments."""

from pathlib import Path
from typing import Any, Final

from refbrowser.errors import RefbrowserError
from refbrowser.flows.store import ENDINGS, FlowFolder
from refbrowser.flows.values import input_schema

PREFIX: Final = "flow_"
MOST: Final = 100
"""Tools of flows that are offered: a model reads all of them every turn."""


def flow_tools(folder: Path | None) -> list[dict[str, Any]]:
    """Return the tools of the folder's flows: ``[{name, description, input_schema}]``. A file that is wrong is none."""
    if folder is None:
        return []
    flows, tools = FlowFolder(folder), list[dict[str, Any]]()
    for name in flows.names()[:MOST]:
        try:
            flow = flows.read(name).flow
        except RefbrowserError:
            continue
        outputs = f" Returns {', '.join(flow.outputs)}." if flow.outputs else ""
        about = (flow.description or f"Run the flow {name} on {flow.site}.").strip() + outputs
        tools.append({"name": PREFIX + name, "description": about[:1_000], "input_schema": input_schema(flow)})
    return tools


def call_of_flow(tool: str, arguments: dict[str, Any] | None) -> dict[str, Any]:
    """Return the call that a use of a flow's tool means."""
    return {"action": "flow", "operation": "run", "name": tool.removeprefix(PREFIX), "inputs": arguments or {}}


def version_of(folder: Path | None) -> tuple[tuple[str, int, int], ...]:
    """Return what is different once a flow of the folder is."""
    if folder is None or not folder.is_dir():
        return ()
    found = [(path.name, path.stat()) for path in folder.iterdir() if path.suffix in ENDINGS]
    return tuple(sorted((name, seen.st_mtime_ns, seen.st_size) for name, seen in found))
