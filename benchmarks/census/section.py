"""The census part of ``RESULTS.md``. Every number in it is the run's."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from benchmarks.census.counting import PRESSES, Census, Count
from benchmarks.census.readers import OWN, PRESS_MS, RIVAL
from benchmarks.table import table

HEADING: Final = "## The census of real pages"

_METHOD: Final = f"""\
Written by `./dev bench --only census`, which also fetches the packages, from Debian and npm, in the versions named below. The pages are
their documentation and demonstrations, written by others for people; where a package has more than are taken, they are spread evenly
over its files. Both tools drive the same browser program, headless, viewport 1280x720, and read each page when it has rested for 300 ms:
refbrowser with `content`, Playwright with `aria_snapshot(mode="ai")`, which is what Playwright MCP's `browser_snapshot` shows. Pages load
nothing from the network. A page that one of them cannot read is left out for both, and named.

What is true of a page is found by a script of the benchmark alone, which the server puts before the page's own
(`benchmarks/census/truth.js`). *Seen* is what has a box of more than a pixel that no box around it cuts off, no `display`, `visibility` or
`opacity` hides, and scrolling reaches.

- **Words**: those of text that is seen, each as often as it occurs, and what closed selects show.
- **Native and ARIA controls**: seen; links with an address, buttons, fields, selects, summaries, players with controls, editing hosts, and
  the widget roles. Found is one whose element a ref names.
- **Controls by a listener alone**: seen; the page has called `addEventListener` on them, or set an `on…` handler, for click, dblclick,
  contextmenu, or a mouse, pointer or touch button going down or up. Not counted: native and ARIA controls, what `tabindex` brings into
  the order of focus, and parts of these and of labels; boxes around a control, another listener or a part with a cursor that invites a
  press or a drag, and boxes of more than a quarter of the viewport, which hear for their parts; `html`, `body`, `main`, `form`; what
  `pointer-events: none` keeps presses from.
- **Presses**: up to {PRESSES} refs of a page, evenly spread over those that a model would press (refbrowser: not disabled or
  blocked, no frame or box to scroll; Playwright: a widget role or a hand cursor, not disabled), pressed with trusted input within {PRESS_MS} ms. The page hears nothing of
  it and the browser does nothing about it, so that no press changes what the next one meets. A press lands when its event is sent to the
  element that the ref names, its label, or a part that is no other control (or one that says all there is, as a link that fills a tab),
  and something on the way up takes presses: a control, a listener, or a listener of the whole document and a cursor that invites a press
  or a drag. Disabled controls, what no point of its box would let a person press, and what was seen and has gone since, are not counted.
- **Characters**: of what is shown of the page; neither refbrowser's header and fence nor the lines that Playwright MCP puts around a
  snapshot."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One of the five figures, and what the product must reach: at least a percentage, or at most a ratio to the other tool."""

    name: str
    value: Callable[[Count], float | None]
    least: float | None = None
    most: float | None = None

    def shown(self, count: Count) -> str:
        """Empty where there is nothing to report."""
        value = self.value(count)
        return "" if value is None else f"{value:.0f}" if self.most is not None else f"{value:.2f}"


FIGURES: Final = (
    Figure("visible words shown, %", lambda count: count.words.percent, least=99.95),
    Figure("native and ARIA controls with a ref, %", lambda count: count.known.percent, least=99.9),
    Figure("controls by a listener alone with a ref, %", lambda count: count.listeners.percent, least=95),
    Figure("presses that land, %", lambda count: count.presses.percent, least=99.5),
    Figure("characters", lambda count: float(count.characters), most=0.35),
)


def census_section(census: Census, facts: Mapping[str, str]) -> str:
    """The whole part, as markdown, from its heading on."""
    whole = _total(census, "")
    return "\n\n".join((
        HEADING,
        _METHOD,
        "\n".join(f"- {name}: {value}" for name, value in {**facts, **_circumstances(census)}.items()),
        "### Goals of the census",
        _goals(whole),
        "### By group of pages (refbrowser / Playwright's AI snapshot)",
        _groups(census),
        "### Pages of the census",
        _pages(census),
    )) + "\n"  # fmt: skip


def reached(figure: Figure, totals: Mapping[str, Count]) -> float | None:
    """The figure as its goal is set: a percentage, or a ratio to the other tool."""
    own = figure.value(totals[OWN])
    if own is None or figure.most is None:
        return own
    rival = figure.value(totals[RIVAL])
    return own / rival if rival else None


def is_met(figure: Figure, totals: Mapping[str, Count]) -> bool:
    """Whether the product reaches what it must."""
    value = reached(figure, totals)
    return value is not None and (value >= figure.least if figure.least is not None else value <= (figure.most or 0))


def _total(census: Census, group: str) -> dict[str, Count]:
    totals = {name: Count() for name in (OWN, RIVAL)}
    for page, by_tool in census.counts.items():
        if group in ("", page.group):
            for name, count in by_tool.items():
                totals[name].add(count)
    return totals


def _circumstances(census: Census) -> dict[str, str]:
    counted = {shelf.package.name: shelf.version for shelf in census.shelves if shelf.package.pages}
    return {
        "pages": str(len(census.counts)),
        "packages": ", ".join(f"{name} {version}" for name, version in counted.items()),
    } | {f"not to be had: {name}": why for name, why in census.missing.items()}


def _goals(totals: Mapping[str, Count]) -> str:
    lines = []
    for figure in FIGURES:
        value = reached(figure, totals)
        limit = f"≥ {figure.least:g}" if figure.least is not None else f"≤ {figure.most:g} ×"
        if figure.most is not None and value is not None:
            limit += f" (is {value:.2f} ×)"
        lines.append((
            figure.name, *(figure.shown(totals[name]) for name in (OWN, RIVAL)), limit, "met" if is_met(figure, totals) else "**missed**"
        ))  # fmt: skip
    return table(("figure", OWN, RIVAL, "goal", ""), lines)


def _groups(census: Census) -> str:
    groups = sorted({page.group for page in census.counts})
    lines = []
    for group in groups:
        totals = _total(census, group)
        pages = sum(page.group == group for page in census.counts)
        numbers = [totals[OWN].known.present, totals[OWN].listeners.present]
        cells = [" / ".join(figure.shown(totals[name]) or "–" for name in (OWN, RIVAL)) for figure in FIGURES]
        lines.append((group, str(pages), *map(str, numbers), *cells))
    head = ("group", "pages", "native and ARIA controls", "controls by a listener", *(figure.name for figure in FIGURES))
    return table(head, lines)


def _pages(census: Census) -> str:
    lines = []
    for package, pages in groupby(census.counts, key=lambda page: page.package):
        lines.append(f"- {package}: {', '.join(f'`{page.path}`' for page in pages)}")
    lines += [f"- left out: {page.package} `{page.path}`: {why}" for page, why in census.left_out.items()]
    return "\n".join(lines)
