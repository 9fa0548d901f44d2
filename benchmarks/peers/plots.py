"""One picture for each metric, as SVG."""

from collections.abc import Mapping
from pathlib import Path
from statistics import median
from typing import Any, Final

import matplotlib as mpl
from matplotlib.figure import Figure

from benchmarks.peers.baselines import OWN
from benchmarks.peers.goals import SIZES, STEP_NAMES
from benchmarks.peers.reading import Comparison, Step
from benchmarks.peers.starting import Starts
from benchmarks.sampling import Samples

FOLDER: Final = Path(__file__).parents[1] / "plots"

_SETTINGS: Final[dict[Any, Any]] = {
    "svg.hashsalt": "refbrowser",
    "svg.fonttype": "none",
    "font.size": 9,
    "axes.grid": True,
    "grid.alpha": 0.3,
}
"""A fixed salt, and text as text: the same numbers make the same file."""


def draw(comparison: Comparison) -> list[str]:
    """Writes the pictures; returns their names."""
    with mpl.rc_context(_SETTINGS):
        _save("content-time", _content_time(comparison))
        _save("size-in-tokens", _tokens(comparison))
    return ["content-time", "size-in-tokens"]


def draw_acting(presses: Samples, starts: Starts) -> list[str]:
    """Writes the pictures of presses, cold starts and memory; returns their names."""
    with mpl.rc_context(_SETTINGS):
        _save("latency", _bars("press of a button on a page of 1 000 elements", "ms", {"": presses}))
        _save("cold-start", _bars("from nothing to the content of 1 000 elements", "ms", {"": starts.took_ms}))
        _save(
            "memory",
            _bars("memory with one page of 1 000 elements", "MiB", {"Chromium": starts.browser_mib, "tool": starts.tool_mib}),
        )
    return ["latency", "cold-start", "memory"]


def _bars(title: str, unit: str, stacked: Mapping[str, Samples]) -> Figure:
    """One bar for each tool; where there are several ``stacked``, on top of each other."""
    figure = Figure(figsize=(9, 2.5), layout="constrained")
    axes = figure.subplots()
    names = list(reversed(next(iter(stacked.values()))))
    ends = [0.0] * len(names)
    for label, samples in stacked.items():
        lengths = [median(samples[name]) for name in names]
        axes.barh(names, lengths, left=ends, label=label)
        ends = [end + length for end, length in zip(ends, lengths, strict=True)]
    if len(stacked) > 1:
        axes.legend(fontsize=7)
    axes.set(title=title, xlabel=unit)
    return figure


def _content_time(comparison: Comparison) -> Figure:
    figure = Figure(figsize=(9, 4), layout="constrained")
    steps: tuple[Step, ...] = ("sum", "again")
    for axes, step in zip(figure.subplots(1, len(steps), sharey=True), steps, strict=True):
        for name in comparison.peers:
            points = [
                (elements, median(samples[name]))
                for page, elements in SIZES.items()
                if name in (samples := comparison.took_ms[step].get(page, {}))
            ]
            axes.plot(*zip(*points, strict=True), marker="o", markersize=3, linewidth=2.5 if name == OWN else 1, label=name)
        axes.set(xscale="log", yscale="log", title=STEP_NAMES[step], xlabel="elements", ylabel="ms")
    figure.axes[0].legend(fontsize=7)
    return figure


def _tokens(comparison: Comparison) -> Figure:
    figure = Figure(figsize=(9, 4), layout="constrained")
    axes = figure.subplots()
    pages = [page for page in comparison.pages if not page.moving]
    width = 0.8 / len(comparison.peers)
    for number, name in enumerate(comparison.peers):
        shown = [comparison.shown[page.name].get(name) for page in pages]
        heights = [entry.tokens or 0 if entry else 0 for entry in shown]
        axes.bar([place + number * width for place in range(len(pages))], heights, width, label=name)
    axes.set(yscale="log", title="content of a page, tokens (o200k_base)", ylabel="tokens")
    axes.set_xticks([place + 0.4 - width / 2 for place in range(len(pages))], [page.name for page in pages])
    axes.legend(fontsize=7)
    return figure


def _save(name: str, figure: Figure) -> None:
    FOLDER.mkdir(exist_ok=True)
    figure.savefig(FOLDER / f"{name}.svg", metadata={"Date": None})
