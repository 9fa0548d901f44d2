"""The part of ``RESULTS.md`` that compares with other tools. Every number in it is the run's."""

from collections.abc import Callable, Mapping, Sequence
from statistics import median
from typing import Final

from benchmarks.machine import LONGEST_UNREST_S, REST_S
from benchmarks.peers.baselines import FLOOR, OWN
from benchmarks.peers.goals import STEP_NAMES, Verdict, growth, paired, verdicts
from benchmarks.peers.lineup import LONGEST_S, VERSIONS
from benchmarks.peers.reading import CLOSE_ROUNDS, QUICK_MS, SLOW_S, STEPS, Comparison, Shown, Step
from benchmarks.table import table

HEADING: Final = "## Against the peers"

_METHOD: Final = f"""\
Written by `./dev bench --only reading-peers`, which also installs the tools, from npm and PyPI, in the versions named below. Every tool
drives the same browser program, headless, viewport 1280x720, one page each, started with the switches that the tool itself gives it,
through the interface that an agent would use: MCP over stdio for the MCP servers, the command line for agent-browser and, as *agent-browser, socket*, the daemon behind it
without a process for each command, JSON calls for refbrowser. All are alive at once and one works at a time: each begins when the machine rests ({REST_S * 1000:.0f} ms in which all
processes together work less than a fifth of that), since a browser goes on painting after its answer, and the next tool would feel
that; at the latest after {LONGEST_UNREST_S:.0f} s. The order alternates from round to round. A round navigates and then reads the page
twice: *first content* is the first reading, text in hand, *content again* the second, of a page that has not changed since; where
that takes less than {QUICK_MS} ms, the middle one of three in a row. Times are medians in milliseconds, ratios are medians of the
rounds' own ratios. On 10 000 elements and on the two documents refbrowser and raw Playwright take part in {CLOSE_ROUNDS} rounds, the
others in the first of these: a few rounds do not decide between two that take nearly the same time. A step that fails or takes more
than {LONGEST_S} s is a tool's last on that page, and is named below; so is, unnamed, a round of more than {SLOW_S} s.

Each tool is set to show the whole page. Playwright MCP makes a snapshot inside `browser_navigate` too and writes it to a file, so its sum
is the fairer number. agent-browser's is its full `snapshot`. browser-use runs with its waits, highlights and extensions off; it shows the
viewport and 1 000 pixels around it, so its sizes are of less than a page. Agent Zero's way is reconstructed from the
behaviour of its plugin: the same questions of the page, as often, without its fixed waits. Raw Playwright is the floor: `goto`,
which waits for the page to load, and `evaluate` of `document.body.innerText`, nothing to act by.

The generated pages are named by their elements, about a quarter of them links, buttons and fields; *moving* pages change 20 times a
second; *stdtypes* is a page of Python's documentation and *bookindex* the index of PostgreSQL's. Tokens are of `o200k_base`, of the
first reading of a page in a session; refbrowser's numbers go on over a chat, and one of four digits is a token longer. The share of
controls is the number of refs of each kind that the output has, as far as the page has as many visible native and ARIA controls of that
kind. The share of words counts each word of `innerText` as often as it occurs, without the options of closed selects; words of a tool's
own grammar can stand in for words of the page. Buttons in a row stand apart for this, which `innerText` joins."""


def reading_section(comparison: Comparison, facts: Mapping[str, str], plots: Sequence[str]) -> str:
    """The whole part, as markdown, from its heading on."""
    judged = list(verdicts(comparison))
    return "\n\n".join((
        HEADING,
        _METHOD,
        "\n".join(f"- {name}: {value}" for name, value in {**facts, **_tools(comparison)}.items()),
        "### Goals against the peers",
        _goals(judged),
        "### Where a peer wins",
        _lost(comparison),
        *(part for step in STEPS for part in _times(comparison, step)),
        "### Growth of time from 10 000 to 50 000 elements, exponent",
        _growth(comparison),
        *(part for title, value in SIZES.items() for part in _shown(comparison, title, value)),
        *(f"![{name}](plots/{name}.svg)" for name in plots),
    )) + "\n"  # fmt: skip


SIZES: Final[dict[str, Callable[[Shown], str]]] = {
    "Characters": lambda shown: str(shown.characters),
    "Tokens": lambda shown: "" if shown.tokens is None else str(shown.tokens),
    "Visible native and ARIA controls with a ref, %": lambda shown: "" if shown.controls is None else f"{shown.controls:.1f}",
    "Visible words shown, %": lambda shown: "" if shown.words is None else f"{shown.words:.2f}",
}


def _tools(comparison: Comparison) -> dict[str, str]:
    versions = ", ".join(version for name, version in VERSIONS.items() if name in comparison.peers)
    return (
        {"tools": versions or "none"}
        | {f"left out: {name}": why for name, why in comparison.absent.items()}
        | {f"failed: {name}": what for name, what in comparison.failed.items()}
    )


def _goals(judged: Sequence[Verdict]) -> str:
    lines = [
        (
            verdict.what,
            verdict.page,
            f"{verdict.reached:.2f} {verdict.unit}".strip(),
            f"≤ {verdict.most:g}" if verdict.most is not None else f"≥ {verdict.least:g}",
            "met" if verdict.met else "**missed**",
        )
        for verdict in judged
    ]
    return table(("goal", "page", "reached", "limit", ""), lines)


def _lost(comparison: Comparison) -> str:
    """Every median in which a tool that gives refs is below the product's."""
    lines = [
        (
            STEP_NAMES[step],
            page.name,
            name,
            f"{median(samples[name]):.0f} ms",
            f"{median(samples[OWN]):.0f} ms" if OWN in samples else "failed",
        )
        for step in STEPS
        for page in comparison.pages
        for samples in (comparison.took_ms[step][page.name],)
        for name in samples
        if name not in (OWN, FLOOR) and (OWN not in samples or median(samples[name]) < median(samples[OWN]))
    ]
    lines += [
        ("tokens", page.name, name, f"{shown.tokens}", f"{own.tokens}")
        for page in comparison.pages
        for by_peer in (comparison.shown[page.name],)
        for own in (by_peer.get(OWN),)
        for name, shown in by_peer.items()
        if name not in (OWN, FLOOR) and own and shown.tokens and own.tokens and shown.tokens < own.tokens
    ]
    return table(("metric", "page", "peer", "its number", "refbrowser's"), lines) if lines else "Nowhere in this run."


def _times(comparison: Comparison, step: Step) -> tuple[str, str]:
    lines = []
    for name in comparison.peers:
        cells = []
        for page in comparison.pages:
            samples = comparison.took_ms[step][page.name]
            if name not in samples:
                cells.append("")
            elif name == OWN or OWN not in samples:
                cells.append(f"{median(samples[name]):.0f}")
            else:
                fewer = "" if len(samples[name]) >= page.rounds - page.close else f", n = {len(samples[name])}"
                cells.append(f"{median(samples[name]):.0f} ({paired(samples, OWN, name):.2f}{fewer})")
        lines.append((name, *cells))
    title = STEP_NAMES[step].capitalize()
    return f"### {title}, ms (and refbrowser's ratio to it)", table(("", *(page.name for page in comparison.pages)), lines)


def _growth(comparison: Comparison) -> str:
    lines = []
    for name in comparison.peers:
        exponents = (growth(comparison, step, name) for step in STEPS)
        lines.append((name, *("" if exponent is None else f"{exponent:.2f}" for exponent in exponents)))
    return table(("", *(STEP_NAMES[step] for step in STEPS)), lines)


def _shown(comparison: Comparison, title: str, value: Callable[[Shown], str]) -> tuple[str, str]:
    lines = []
    for name in comparison.peers:
        by_page = (comparison.shown[page.name].get(name) for page in comparison.pages)
        lines.append((name, *("" if shown is None else value(shown) for shown in by_page)))
    return f"### {title}", table(("", *(page.name for page in comparison.pages)), lines)
