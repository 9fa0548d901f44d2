"""Which of a group of alike controls `content` marks as the one that looks selected."""

import re

import pytest

from refbrowser import Chat
from tests.support.calls import do
from tests.support.server import Site

STYLE = """<style>.sel, .active, .on { background: #c33 } .today { font-weight: 700 } .primary { background: #06c } .taken { opacity: .5 }
.seat { display: inline-block; width: 40px; cursor: pointer }</style>"""

SEATS = "".join(f"<div class='seat {{{index}}}'>A{index}</div>" for index in range(4))


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
