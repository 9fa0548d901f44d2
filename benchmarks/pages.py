"""The pages that are measured: generated, so that they are the same everywhere."""

from itertools import count
from typing import Final

SIZES: Final = (100, 1_000, 10_000, 50_000)
"""Elements per page; about a quarter of them are links, buttons and fields."""

BUTTONS: Final = 24
"""Buttons at the top of every page, named ``Press 0`` and so on, with the ids ``press-0`` and so on."""

FIELD: Final = "Remarks"
"""The label of the text field at the top of every page; its id is ``remarks``."""

CHOICE: Final = "Colour"
"""The label of the select at the top of every page; its id is ``colour``."""

CHOICES: Final = ("red", "green", "blue")

BOX: Final = "Urgent"
"""The label of the checkbox at the top of every page; its id is ``urgent``."""

LINK: Final = "Onward"
"""The name of a link at the top of every page, to the same page under another address; its id is ``onward``."""

_WORDS: Final = [
    "amber",
    "basin",
    "cedar",
    "delta",
    "ember",
    "fjord",
    "grove",
    "harbor",
    "inlet",
    "juniper",
    "kelp",
    "lagoon",
    "meadow",
    "nectar",
    "orchard",
    "prairie",
    "quarry",
    "ridge",
    "summit",
    "tundra",
    "upland",
    "valley",
    "willow",
    "yarrow",
    "zephyr",
]


def page(elements: int) -> str:
    """A document of ``elements`` elements (at least 60): a toolbar, then sections of prose, links, a table, a form and nested boxes.

    A press on a toolbar button is noted in the script variable ``presses`` as ``[id, isTrusted]``; while ``window.answers`` is set,
    it also rewrites the status line.
    """
    parts = [_toolbar()]
    left = elements - BUTTONS - 20
    for number in count():
        section, size = _section(number)
        if size > left:
            break
        parts.append(section)
        left -= size
    parts.append("".join(f"<p>{_prose(index, 9)}</p>" for index in range(left)))
    body = "\n".join(parts)
    return f"<!doctype html><html lang=en><head><title>{elements} elements</title><style>{_STYLE}</style></head><body>\n{body}\n</body></html>"


def answering(document: str) -> str:
    """``document`` with a status line that counts the presses of its toolbar's buttons."""
    return document.replace("</body>", "<script>answers = true</script></body>")


def moving(document: str) -> str:
    """``document`` with a script that changes it 20 times a second: the status line is rewritten, a line comes and a line goes."""
    return document.replace("</body>", f"<script>{_UNREST}</script></body>")


_STYLE: Final = (
    "body{font:14px sans-serif;margin:8px} nav a{margin-right:8px} table{border-collapse:collapse} td,th{border:1px solid #ccc}"
    " .box{border:1px solid #eee;padding:2px} .box .box{color:#333} .hidden{display:none}"
)

_SCRIPT: Final = (
    "var presses = []; addEventListener('click', event => { if (!event.target.id.startsWith('press-')) return;"
    " presses.push([event.target.id, event.isTrusted]);"
    " if (window.answers) document.getElementById('status').textContent = 'Pressed ' + presses.length; });"
)

_UNREST: Final = (
    "let ticks = 0; setInterval(() => { ticks += 1; const status = document.getElementById('status'); status.textContent = 'Tick ' + ticks;"
    " const line = document.createElement('p'); line.className = 'tick'; line.textContent = 'Line ' + ticks; status.after(line);"
    " const lines = document.querySelectorAll('.tick'); if (lines.length > 10) lines[lines.length - 1].remove(); }, 50);"
)


def _toolbar() -> str:
    buttons = "".join(f"<button id=press-{number} type=button>Press {number}</button>" for number in range(BUTTONS))
    field = f"<label for=remarks>{FIELD}</label> <input id=remarks>"
    choice = (
        f"<label for=colour>{CHOICE}</label> <select id=colour>{''.join(f'<option>{name}</option>' for name in CHOICES)}</select>"
    )
    box = f"<label><input id=urgent type=checkbox> {BOX}</label>"
    link = f'<a id=onward href="?onward">{LINK}</a>'
    fields = f"<p>{field} {choice} {box} {link}</p>"
    return f"<script>{_SCRIPT}</script><h1>Toolbar</h1><div>{buttons}</div>{fields}<p id=status>Pressed nothing</p>"


def _section(number: int) -> tuple[str, int]:
    """One section and the number of its elements."""
    links = "".join(f'<li><a href="/{size}?{number}">{_prose(number + size, 2)}</a></li>' for size in range(4))
    rows = "".join(
        f"<tr><td>{_prose(number + row, 1)}</td><td>{number * 7 + row}</td><td><a href=#r{number}-{row}>open {row}</a></td></tr>"
        for row in range(3)
    )
    markup = (
        f"<section><h2>{_prose(number, 3)}</h2><p>{_prose(number + 1, 14)} <b>{_prose(number + 2, 1)}</b> {_prose(number + 3, 9)}</p>"
        f"<ul>{links}</ul>"
        f"<table><tbody><tr><th>Name</th><th>Count</th><th>Action</th></tr>{rows}</tbody></table>"
        f"<form><label>Name {number} <input name=n{number} placeholder=name></label>"
        f"<label><input type=checkbox name=c{number}> Keep</label>"
        f"<select name=s{number}><option>small</option><option>large</option></select><button type=button>Save {number}</button></form>"
        f"<div class=box><div class=box><div class=box><span>{_prose(number + 4, 6)}</span></div></div></div>"
        f"<p class=hidden>{_prose(number + 5, 5)}</p><button type=button>More {number}</button></section>"
    )
    return markup, markup.count("<") - markup.count("</")


def _prose(seed: int, words: int) -> str:
    return " ".join(_WORDS[(seed * 7 + index * index + index) % len(_WORDS)] for index in range(words))
