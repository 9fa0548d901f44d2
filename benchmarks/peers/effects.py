"""What tools say of what an action changed: the cells of ``tests/browser/effects``, asked of each tool in turn.

The pages keep a record of what happened, which is the tests' business; here every act of the table does happen. A cell's verdict is one of

- ``reported``: the answer of the action has the effect's own words;
- ``in a file``: the answer names a file in which a snapshot of the page has them (a second call reads it);
- ``pending``: the answer says that something is still under way;
- ``silent``: it says nothing of it, and does not claim to have looked;
- ``false``: it claims that nothing changed, or an effect where there was none;
- ``quiet``: nothing happened, and nothing else is said. ``failed``: the tool failed.
"""

import re
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.peers.agent_browser import AgentBrowser
from benchmarks.peers.installation import cache
from benchmarks.peers.lineup import ENTRANTS, Lineup, lineup
from benchmarks.peers.peer import Ground as PeerGround
from benchmarks.peers.peer import Peer
from benchmarks.peers.playwright_mcp import PlaywrightMcp
from benchmarks.table import table
from refbrowser import Browser, Settings
from tests.browser.effects.causes import CAUSES, CLICK, Cause
from tests.browser.effects.ground import Ground, made
from tests.browser.effects.outcomes import IDLE, NOTHING, STATES, STRUCTURE, TEXT, TIME, UNSEEN, UNTIED, VALUE, WORLD, Outcome
from tests.support.server import Site

OWN: Final = "refbrowser"
PEERS: Final = ("Playwright MCP", "agent-browser")
HEADING: Final = "## Against the peers: what is said of an action's effects"

_METHOD: Final = """\
Written by `./dev bench --only effects`. *Cells* are pages on which one action changes one thing (or nothing); they are those of
`tests/browser/effects`. Each tool reads the page, acts by its own ref, and its answer to the action is judged: `reported`, `in a file` (the answer
names a snapshot file that has it), `pending`, `silent`, `false` (it claims that nothing changed while something did, or the other way round),
`quiet` (rightly nothing). Changes that no text can hold, such as colours, are not asked."""

_NO_CHANGE: Final = re.compile(r"none observed|no (visible )?changes?\b|nothing changed", re.IGNORECASE)
_FILE: Final = re.compile(r"\]\((\S+?\.(?:yml|md|log))\)")

_PEER_WORDS: Final[Mapping[str, str]] = {
    "checked": r"checked", "unchecked": r'checkbox "Field"(?! \[checked)', "radio_other": r'"Two" \[(?:active, )?checked', "indeterminate": "mixed",
    "selected_index": r'"Marker".*\[selected', "option_selected": r'"Marker".*\[selected', "options_two": r'"Three".*\[selected', "disabled": r"\[disabled",
    "expanded": r"\[expanded", "pressed": r"\[pressed", "tab_selected": r"\[selected", "popup": r"1: |opened|popup|new tab", "blank_link": r"1: |opened|new tab",
    "blank_form": r"1: |opened|new tab", "popup_closes_itself": "Marker", "leaves": "/goal", "leaves_by_form": "/goal", "push_state": "page=2",
    "replace_state": "page=3", "hash": "#part", "back": "/goal", "focus_moves": r'"Field" \[active', "frame_loads": "The goal", "same_origin_checked": r"\[checked",
    "cross_origin_checked": r"\[checked", "custom_checked": r"\[checked", "number_only": "Cart 2", "download_attachment": r"report.bin", "download_blob": r"report.txt",
    "covered": "blocked|covered", "inert": "inert", "enabled": r'"Other"(?!.*\[disabled)',
}  # fmt: skip
"""What says it in the words of Playwright's snapshots, where the product's pattern is of its own form."""

_AWAY: Final = (
    "removed",
    "hidden_style",
    "adopted_sheet",
    "details_closed",
    "modal_closed",
    "popover_closed",
    "fade_out",
    "fade_out_transition",
    "accordion_closes",
    "frame_gone",
    "value_cleared",
)

_MCP: Final[Mapping[str, tuple[str, dict[str, object]]]] = {
    "click": ("browser_click", {}), "double": ("browser_click", {"doubleClick": True}), "right": ("browser_click", {"button": "right"}),
    "hover": ("browser_hover", {}), "enter": ("browser_press_key", {"key": "Enter"}), "type": ("browser_type", {"text": "Typed"}),
    "select": ("browser_select_option", {"values": ["Two"]}),
}  # fmt: skip
_COMMANDS: Final[Mapping[str, tuple[str, ...]]] = {
    "click": ("click", "@"), "double": ("dblclick", "@"), "hover": ("hover", "@"), "enter": ("press", "Enter"), "type": ("fill", "@", "Typed"),
    "select": ("select", "@", "Two"), "check": ("check", "@"),
}  # fmt: skip

Cell = tuple[Outcome, Cause]
Verdicts = dict[str, dict[str, str]]
"""The verdict of each tool by cell."""


def cells() -> list[Cell]:
    """Every kind of change by a click, and each way to act that both peers have with three kinds of change."""
    asked = [outcome for outcome in (*STRUCTURE, *STATES, *TIME, *WORLD, IDLE) if outcome.expected not in (UNSEEN, UNTIED)]
    ways = [cause for cause in CAUSES if cause.name in {*_MCP, *_COMMANDS} - {"click"}]
    return [*((outcome, CLICK) for outcome in asked), *((outcome, cause) for cause in ways for outcome in (TEXT, VALUE, IDLE))]


def verdict(cell: Cell, answer: str, filed: str, *, own: bool) -> str:
    """How the answer of an action, and the file that it names, stand to what happened."""
    outcome, cause = cell
    claims_none = bool(_NO_CHANGE.search(answer))
    if outcome.expected == NOTHING:
        if "pending" in answer or "Ghost" in answer + filed or (cause.own and claims_none):
            return "false"
        return "quiet"
    if claims_none:
        return "false"
    words = outcome.says if own else _PEER_WORDS.get(outcome.name, re.sub(r"^\\\+ \+?|^- (\.\*)?", "", outcome.says))
    for text, where in ((answer, "reported"), (filed, "in a file")):
        if text and (bool(re.search(words, text)) != (not own and outcome.name in _AWAY and where == "in a file")):
            return where
    return "pending" if "pending" in answer else "silent"


async def _own(cell: Cell, ground: Ground) -> str:
    outcome, cause = cell
    if "hover" in cause.name:
        # Where the pointer lies already nothing moves.
        await ground.call(action="mouse", event_type="move", x=900, y=600, observe="none")
    await ground.show(outcome.stage, outcome.act, cause.html, outcome.ready + ";" + cause.ready)
    text = (await ground.call(**cause.call)).text
    await ground.tidy()
    return text


async def _mcp(peer: PlaywrightMcp, cause: Cause) -> str:
    tool, arguments = _MCP[cause.name]
    named = {} if tool == "browser_press_key" else {"target": _ref(await peer.content(), r"\[ref=(\w+)\]")}
    return await peer.call(tool, **named, **arguments)


async def _command(peer: AgentBrowser, cause: Cause) -> str:
    target = _ref(await peer.content(), r"ref=(\w+)")
    return await peer.run(*(f"@{target}" if word == "@" else word for word in _COMMANDS[cause.name]))


def _ref(content: str, pattern: str) -> str:
    match = re.search(rf'"Go".*?{pattern}', content)
    if match is None:
        raise LookupError("the snapshot has no control called Go")
    return match[1]


async def effects(executable: Path) -> tuple[Verdicts, dict[str, str]]:
    """The verdicts, and why some tools are not there."""
    found: Verdicts = {}
    with TemporaryDirectory(prefix="refbrowser-peers-", ignore_cleanup_errors=True) as folder, Site() as site:
        async with Browser(Settings(home=Path(folder) / "home", executable_path=str(executable))) as browser:
            ground = Ground(browser.chat("effects"), site)
            await ground.start()
            for cell in cells():
                answer = await _own(cell, ground)
                found.setdefault(_name(cell), {})[OWN] = verdict(cell, answer, "", own=True)
        print("refbrowser is judged", flush=True)
        entrants = {name: ENTRANTS[name] for name in PEERS}
        async with lineup(PeerGround(executable, Path(folder), cache()), entrants) as tools:
            for peer in tools.present:
                await _judge(tools, peer, site, found, Path(folder))
                print(f"{peer.name} is judged", flush=True)
        return found, tools.absent


async def _judge(tools: Lineup, peer: Peer, site: Site, found: Verdicts, folder: Path) -> None:
    """The answers of one peer. A step that fails is one cell's failure, and the tool goes on with the next."""
    for cell in cells():
        outcome, cause = cell
        if cause.name not in (_MCP if isinstance(peer, PlaywrightMcp) else _COMMANDS):
            continue
        key = f"/cell/{len(site.requests)}"
        url = site.page(made(site, key, outcome.stage, outcome.act, cause.html, f"{outcome.ready};{cause.ready}"), key)
        act: Callable[[], Awaitable[str]]
        if isinstance(peer, PlaywrightMcp):
            act = lambda peer=peer, cause=cause: _mcp(peer, cause)  # type: ignore[misc]  # noqa: E731
        else:
            assert isinstance(peer, AgentBrowser)
            act = lambda peer=peer, cause=cause: _command(peer, cause)  # type: ignore[misc]  # noqa: E731
        opened = await tools.timed(peer, f"{_name(cell)}, opening", lambda peer=peer, url=url: peer.navigate(url))  # type: ignore[misc]
        done = await tools.timed(peer, _name(cell), act) if opened else None
        if done is None:
            found[_name(cell)][peer.name] = "failed"
        else:
            answer = done[0][1]
            found[_name(cell)][peer.name] = verdict(cell, answer, _filed(answer, folder), own=False)
        await _cleared(peer, outcome)


def _filed(answer: str, folder: Path) -> str:
    """What stands in the snapshot file that an answer names."""
    named = _FILE.search(answer)
    path = folder / "playwright-mcp" / named[1] if named else None
    return path.read_text(encoding="utf-8") if path and path.exists() else ""


async def _cleared(peer: Peer, outcome: Outcome) -> None:
    """A dialog would hold the next page too, and a tab in front of it would keep it from being pressed."""
    dialog = re.search(r"alert\(|confirm\(|prompt\(", outcome.act)
    tab = re.search(r"window\.open|_blank", outcome.act + outcome.ready + outcome.stage)
    try:
        if isinstance(peer, PlaywrightMcp):
            if dialog:
                await peer.call("browser_handle_dialog", accept=True)
            if tab:
                await peer.call("browser_tabs", action="close", index=1)
        elif isinstance(peer, AgentBrowser) and dialog:
            await peer.run("dialog", "accept")
    except RuntimeError:
        return  # It was answered or closed already.


def _name(cell: Cell) -> str:
    return f"{cell[0].name}, {cell[1].name}"


def effects_section(found: Verdicts, absent: Mapping[str, str], facts: Mapping[str, str]) -> str:
    """The whole part, as markdown, from its heading on: the counts, then the cells."""
    names = [OWN, *(name for name in PEERS if name not in absent)]
    facts = {**facts, **{f"left out: {name}": why for name, why in absent.items()}}
    counts = {name: Counter(row[name] for row in found.values() if name in row) for name in names}
    kinds = sorted({kind for counted in counts.values() for kind in counted})
    return "\n\n".join((
        HEADING,
        _METHOD,
        "\n".join(f"- {name}: {value}" for name, value in facts.items()),
        table(("", *kinds), [(name, *(str(counts[name][kind]) for kind in kinds)) for name in names]),
        table(("cell", *names), [(cell, *(row.get(name, "") for name in names)) for cell, row in found.items()]),
    )) + "\n"  # fmt: skip
