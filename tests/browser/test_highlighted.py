"""Which of a group of alike controls `content` marks as the one that looks selected."""

import re

import pytest

from refbrowser import Chat
from tests.support.calls import do, navigated
from tests.support.server import Site

STYLE = """<style>.sel, .active, .on { background: #c33 } .today { font-weight: 700 } .primary { background: #06c } .taken, .off { opacity: .5 }
[data-selected], [aria-current], .picked > div, .is-on { background: #0c6 }
.seat { display: inline-block; width: 40px; cursor: pointer }</style>"""

SEATS = "".join(f"<div class='seat {{{index}}}'>A{index}</div>" for index in range(4))


@pytest.mark.rows(7)
@pytest.mark.parametrize(
    ("html", "marked"),
    [
        (SEATS.format("", "sel", "", ""), ["A1"]),
        (SEATS.format("sel", "sel", "", ""), ["A0", "A1"]),
        (SEATS.format("", "", "", ""), []),
        (SEATS.format("sel", "sel", "sel", "sel"), []),
        (SEATS.format("taken", "taken", "", ""), []),
        (SEATS.format("taken", "sel", "", "taken"), ["A1"]),
        (SEATS.format("", "nameless", "", "") + "<style>.nameless { background: gold }</style>", ["A1"]),
        (SEATS.format("", "unseen", "", ""), []),
        (SEATS.format("' style='background: gold", "", "", ""), ["A0"]),
        ("<button class=seat>One</button><button class='seat active'>Two</button>", ["Two"]),
        ("<button class=seat>Cancel</button><button class='seat primary'>Save</button>", []),
        ("<button>Back</button><button>Skip</button><button class=primary>Next</button>", []),
        ("<button>Back</button><button>Skip</button><button style='background: gold'>Next</button>", ["Next"]),
        ("<ul><li><a href=#a>Home</a><li><a class=on href=#b>News</a><li><a href=#c>About</a></ul>", ["News"]),
        ("<button aria-pressed=true class=on>Bold</button><button aria-pressed=false>Italic</button>", []),
        (SEATS.format("", "", "off' aria-disabled='true", "off' aria-disabled='true"), []),
        (
            "<button class='n was-on' disabled>First</button><button class=n disabled>Back</button>"
            "<button class='n is-on'>1</button><button class='n is-on'>2</button>",
            [],
        ),
        (
            "<table><tr><td><button class=day>1</button><td><button class=day data-selected=true>2</button><td><button class=day>3</table>",
            ["2"],
        ),
        (
            "<table><tr><td class=day onclick=1><div>1</div><td class='day picked' onclick=1><div>2</div><td class=day onclick=1><div>3</div></table>",
            ["2"],
        ),
        ("<a class=n href=#a>Home</a><a class=n href=#b aria-current=page>Shop</a><a class=n href=#c>About</a>", ["Shop"]),
        (
            "<div role=option tabindex=0 class=today>1</div><div role=option tabindex=0>2</div><div role=option tabindex=0>3</div>",
            ["1"],
        ),
    ],
)
async def test_the_one_that_looks_selected_is_highlighted(common_chat: Chat, site: Site, html: str, marked: list[str]) -> None:
    await do(common_chat, "navigate", url=site.page(STYLE + "<div id=m onclick='void 0'>" + html + "</div>"))
    text = await do(common_chat, "content")
    assert re.findall(r"\[highlighted [^\]]*\] (\w+)", text) == marked


@pytest.mark.parametrize("words", [("", "free", "", ""), ("n-001", "n-002", "n-003", "n-004")])
async def test_what_the_mouse_rests_on_is_not_highlighted_for_that(common_chat: Chat, site: Site, words: tuple[str, ...]) -> None:
    seats = SEATS.format(*words)
    style = "<style>.seat:hover { background: gold }</style>"
    await do(common_chat, "navigate", url=site.page(STYLE + style + "<div onclick='void 0'>" + seats + "</div>"))
    await do(common_chat, "hover", selector="text=A0")
    assert "highlighted" not in await do(common_chat, "content")


async def test_a_highlight_that_a_press_gives_is_no_effect_of_the_next(common_chat: Chat, site: Site) -> None:
    rows = "".join(f"<div class=row style='top: {number}px'>Row {number}</div>" for number in range(4))
    script = "<script>const draw = chosen => { for (const one of document.querySelectorAll('.row')) one.style.background = one === chosen ? '#def' : '#fff' }; draw(); onclick = ({ target }) => draw(target)</script>"
    style = "<style>.row { cursor: pointer; position: relative }</style>"
    found = await navigated(common_chat, site.page(f"{style}<button>Rest</button><div>{rows}</div>{script}"))
    pressed = (await do(common_chat, "click", ref=found["Row 2"]))["action"]
    assert "[highlighted clickable" in str(pressed["changes"])
    assert "[highlighted clickable" in await do(common_chat, "content")
    hovered = (await do(common_chat, "hover", ref=found["Rest"]))["action"]
    assert "highlighted" not in str(hovered)


async def test_the_ring_of_the_focus_takes_no_highlight_away(common_chat: Chat, site: Site) -> None:
    buttons = "".join(
        f"<button{' style=text-decoration:line-through' if number == 2 else ''}>B{number}</button>" for number in range(5)
    )
    found = await navigated(common_chat, site.page(f"<div>{buttons}</div><button>Rest</button>"))
    await do(common_chat, "keyboard", key="Tab")
    assert "[highlighted button" in await do(common_chat, "content")
    assert "changes" not in (await do(common_chat, "click", ref=found["Rest"]))["action"]
