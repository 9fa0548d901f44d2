"""The part of ``RESULTS.md`` about the live viewer, measured and written. Every number in it is the run's."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.contestants.refbrowser_chat import RefbrowserChat
from benchmarks.sampling import p95
from benchmarks.table import table
from benchmarks.watching.audience import audience
from benchmarks.watching.clicks import CLICKS, PAINTING, SCENES, STALLED, Clicks, clicks
from benchmarks.watching.pictures import MOVING, STILL, Pictures, bare_pictures, first_pictures_ms, pictures, presses_ms
from refbrowser import Browser, Settings
from refbrowser.browser.launch.executables import Executable
from refbrowser.viewer import serve

HEADING: Final = "## The live viewer"
CHAT: Final = "watched"
MOST_COST: Final = 0.10
FEWEST: Final = 25.0
MOST_CORES: Final = 1.1
FIRST_MS: Final = 300.0
PRESS_MS: Final = 100.0

_METHOD: Final = f"""\
Written by `./dev bench --only viewers`. *Clicks*: an agent's `click` with nobody there and with {PAINTING + STALLED} viewers at 1280x720, {STALLED} of
which takes nothing from the wire after its first picture; both in every round, {CLICKS} clicks each, in an order that alternates. **Cost** is what being watched
adds to the median of all clicks; in brackets to their lower quartile, which other work on the machine disturbs least.
*Pictures*: what one viewer is sent, and the processor time of Chromium, the driver and Python together. *First picture*: from the beginning
of a connection. *Press to picture*: in a second Chromium that shows the viewer, from the press of a mouse button until the pixel
on the canvas has changed; that Chromium shares the machine's cores."""


@dataclass
class Watched:
    """One run."""

    clicks: dict[str, Clicks] = field(default_factory=dict)
    pictures: dict[str, Pictures] = field(default_factory=dict)
    floor: Pictures | None = None
    first_ms: Sequence[float] = ()
    presses_ms: Sequence[float] = ()


async def watch(address: str, executable: Executable, rounds: int) -> Watched:
    """Shows each result as it comes."""
    run = Watched()
    with TemporaryDirectory(prefix="refbrowser-bench-", ignore_cleanup_errors=True) as folder:
        settings = Settings(executable_path=str(executable.path), home=Path(folder) / "home")
        async with Browser(settings) as browser, audience() as people:
            agent, viewer = RefbrowserChat(browser, CHAT), await serve(browser)
            for name, document in (("animating page", MOVING), ("still page", STILL)):
                run.pictures[name] = await pictures(agent, CHAT, viewer.url, people, document)
                print(f"{name}: {run.pictures[name]}", flush=True)
            run.floor = await bare_pictures(executable, MOVING)
            print(f"floor: {run.floor}", flush=True)
            run.first_ms = await first_pictures_ms(agent, CHAT, viewer.url, people)
            run.presses_ms = await presses_ms(agent, viewer.url, executable)
            print(f"first picture {median(run.first_ms):.0f} ms, press to picture {median(run.presses_ms):.0f} ms", flush=True)
            for scene in SCENES:
                run.clicks[scene.name] = await clicks(agent, CHAT, viewer.url, address, people, scene, rounds)
                print(f"{scene.name}: watched {run.clicks[scene.name].cost:+.0%}", flush=True)
            await viewer.close()
    return run


def viewers_section(run: Watched, facts: Mapping[str, str]) -> str:
    """The whole part, as markdown, from its heading on."""
    return "\n\n".join((
        HEADING,
        _METHOD,
        "\n".join(f"- {name}: {value}" for name, value in facts.items()),
        "### Against the goals of the viewer",
        _goals(run),
        "### Clicks, ms",
        table(
            ("", "nobody there", "watched", "cost", "clicks"),
            [
                (name, f"{median(one.alone):.1f}", f"{median(one.watched):.1f}", _cost(one), str(len(one.alone)))
                for name, one in run.clicks.items()
            ],
        ),
    )) + "\n"  # fmt: skip


def _goals(run: Watched) -> str:
    moving, still, floor = run.pictures["animating page"], run.pictures["still page"], run.floor
    assert floor is not None
    worst = max(run.clicks.values(), key=lambda one: one.cost)
    lines = [
        ("pictures a second, animating page", f"{moving.per_second:.1f}", f"≥ {FEWEST:g}", moving.per_second >= FEWEST),
        ("cores, animating page", f"{moving.cores:.2f}", f"≤ {MOST_CORES:g}", moving.cores <= MOST_CORES),
        ("cores of Playwright alone, as many pictures of it that nobody is sent", f"{floor.cores:.2f}", "", None),
        (
            "cores against that",
            f"{moving.cores / floor.cores:.2f} ×",
            f"≤ {MOST_CORES:g} ×",
            moving.cores <= MOST_CORES * floor.cores,
        ),
        ("pictures a second, still page", f"{still.per_second:.1f}", "0", still.per_second == 0),
        ("cores, still page", f"{still.cores:.2f}", "", None),
        _timed("first picture, ms (p95)", run.first_ms, FIRST_MS),
        _timed("press to picture, ms (p95)", run.presses_ms, PRESS_MS),
        ("cost of five viewers to a click, the worst of those below", _cost(worst), f"≤ {MOST_COST:.0%}", worst.cost <= MOST_COST),
    ]
    return table(("", "measured", "goal", ""), [(*line, {True: "met", False: "**missed**", None: ""}[met]) for *line, met in lines])


def _timed(name: str, values: Sequence[float], goal: float) -> tuple[str, str, str, bool]:
    return name, f"{median(values):.0f} ({p95(values):.0f})", f"≤ {goal:g}", median(values) <= goal


def _cost(one: Clicks) -> str:
    return f"{one.cost:+.0%} ({one.quick_cost:+.0%})"
