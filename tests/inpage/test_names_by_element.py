"""Names by element, role and attribute: the rules of accname 1.2 and HTML-AAM, each on all elements that it is about."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Final

import pytest
from playwright.async_api import Page

from tests.inpage.wire import ask, capture

PIXEL: Final = "src=data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw=="

Case = tuple[str, str, str]
"""What is tried, a piece of HTML, and the name of its element with the id `t`."""

TEXT: Final = "some <i aria-hidden=true>words</i>"
NAMELESS: Final = "some words"
"""What an element with that text is called by its text, since it has no name: a name from content has no aria-hidden words."""

_WORD: Final = re.compile(r"[a-z0-9]+")

ROLES: Final = (
    "alert alertdialog application article banner blockquote button cell checkbox columnheader combobox complementary contentinfo "
    "dialog directory document feed figure form grid gridcell group heading img link list listbox listitem log main marquee math menu "
    "menubar menuitem menuitemcheckbox menuitemradio meter navigation note option progressbar radio radiogroup region row rowgroup "
    "rowheader scrollbar search searchbox separator slider spinbutton status switch tab table tablist tabpanel textbox timer toolbar "
    "tooltip tree treegrid treeitem"
)

ELEMENTS: Final = {
    **{
        name: f"<{name} id=t ATTRIBUTES>x</{name}>"
        for name in _WORD.findall(
            "address article aside blockquote button dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header main math meter nav ol "
            "output progress search section textarea ul"
        )
    },
    "a": "<a href=x id=t ATTRIBUTES>x</a>",
    "area": f"<img usemap=#m {PIXEL}><map name=m><area id=t href=x ATTRIBUTES></map>",
    "hr": "<hr id=t ATTRIBUTES>",
    "iframe": "<iframe id=t ATTRIBUTES></iframe>",
    "img": f"<img id=t alt='' {PIXEL} ATTRIBUTES>",
    "checkbox": "<input type=checkbox id=t ATTRIBUTES>",
    "radio": "<input type=radio id=t ATTRIBUTES>",
    "search field": "<input type=search id=t ATTRIBUTES>",
    "text field": "<input id=t ATTRIBUTES>",
    "li": "<ul><li id=t ATTRIBUTES>x</ul>",
    "option": "<select><option id=t ATTRIBUTES>x</select>",
    "select": "<select id=t ATTRIBUTES><option>x</select>",
    "svg": "<svg id=t ATTRIBUTES width=9 height=9><circle cx=5 cy=5 r=4><title>circle</title></circle></svg>",
    "summary": "<details><summary id=t ATTRIBUTES>x</summary>y</details>",
    "table": "<table id=t ATTRIBUTES><tr><td>x</table>",
    **{name: f"<table><tr><{name} id=t ATTRIBUTES>x</{name}></tr></table>" for name in ("td", "th")},
    "thead": "<table><thead id=t ATTRIBUTES><tr><th>x</thead></table>",
    "tr": "<table><tr id=t ATTRIBUTES><td>x</tr></table>",
}

BY_CONTENT: Final = (
    "button checkbox gridcell heading link menuitem menuitemcheckbox menuitemradio option radio switch tab treeitem tooltip"
)
BY_AUTHOR: Final = "alert article banner form group list log main navigation region search status textbox toolbar"

VALUES: Final = {
    "checkbox": "test", "color": "#999999", "date": "2025-01-01", "datetime-local": "2025-01-01T00:01", "email": "a@example.com",
    "month": "2025-01", "number": "2025", "password": "test", "radio": "test", "range": "5", "search": "test", "tel": "123-45-678",
    "text": "test", "time": "00:01", "url": "https://example.com", "week": "2025-W01", "button": "x", "submit": "x", "reset": "x",
}  # fmt: skip

HIDING: Final = {
    "not displayed": "style=display:none", "invisible": "style=visibility:hidden", "collapsed": "style=visibility:collapse",
    "aria-hidden": "aria-hidden=true", "hidden": "hidden",
}  # fmt: skip

CONTENT: Final = {
    "button": "<button id=t class='{}'>label</button>",
    "heading": "<h3 id=t class='{}'>label</h3>",
    "link": "<a href=x id=t class='{}'>label</a>",
}

STYLES: Final = """<style>.before::before { content: 'before'; padding: 0 1px } .after::after { content: 'after'; padding: 0 1px }
.spoken-before::before { content: 'x' / 'spoken'; padding: 0 1px } .spoken-after::after { content: 'x' / 'read'; padding: 0 1px } .silent::before { content: 'x' / '' }
.block::before { content: 'before'; display: block } .gone::after { content: 'after'; display: none }</style>"""


def by_aria() -> Iterator[Case]:
    for role in _WORD.findall(ROLES):
        yield f"aria-label, role {role}", f"<div id=t role={role} aria-label=label>x</div>", "label"
    for element, html in ELEMENTS.items():
        for name, attributes in {
            "label": "aria-label=label title=no",
            "other": "aria-labelledby=o aria-label=no title=no",
        }.items():
            yield f"{element}, {attributes}", f"<p id=o hidden>other</p>{html.replace('ATTRIBUTES', attributes)}", name
    for element in ("address", "search", "group"):
        html = f"<div id=t role=group {{}}>{TEXT}</div>" if element == "group" else f"<{element} id=t {{}}>{TEXT}</{element}>"
        yield f"{element} without a name", html.format(""), NAMELESS
        yield f"{element} with a title", html.format("title=title"), "title"
    for blank in ("", " ", "\t", "\n", "     "):
        yield f"aria-label {blank!r}", f"<button id=t aria-label='{blank}'>my button<i aria-hidden=true>!</i></button>", "my button"
        yield f"aria-label {blank!r} of a text", f"<textarea id=t aria-label='{blank}' title=title>text</textarea>", "title"
    for label in ("label  ", "     label", "\nlabel", "\tlabel", "\flabel"):
        yield f"aria-label {label!r}", f"<a href=x id=t aria-label='{label}'>x</a>", "label"
    yield "aria-label of a blank braille pattern", "<button id=t aria-label='\u2800'>x</button>", "\u2800"


def by_label() -> Iterator[Case]:
    for type_, value in VALUES.items():
        for given in ("", f"value='{value}'"):
            yield f"label for {type_} {given}", f"<label for=t>label</label><input id=t type={type_} {given}>", "label"
            yield f"label around {type_} {given}", f"<label><input id=t type={type_} {given}>label</label>", "label"
            yield f"label before {type_} {given}", f"<label>label <input id=t type={type_} {given}></label>", "label"
        for how, hidden in HIDING.items():
            yield f"{how} label for {type_}", f"<label for=t {hidden}>label</label><input id=t type={type_}>", "label"
            yield f"{how} label around {type_}", f"<label {hidden}><input id=t type={type_}>label</label>", "label"
    for name in ("meter", "output", "progress", "select", "textarea"):
        yield f"label for {name}", f"<label for=t>label</label><{name} id=t></{name}>", "label"
        yield f"label around {name}", f"<label>label <{name} id=t></{name}></label>", "label"
    yield "label for button", "<label for=t>label</label><button id=t>x</button>", "label"
    yield "label that is no label", "<label role=none for=t>label</label><input id=t>", "label"
    yield "label that is no label, around", "<label role=none>label <input id=t></label>", "label"
    yield "a field that calls itself none", "<label for=t>label</label><input id=t role=none>", "label"
    yield "both call themselves none", "<label for=t role=none>label</label><input id=t role=none>", "label"


def by_native_attribute() -> Iterator[Case]:
    for type_ in ("button", "reset", "submit"):
        yield f"{type_}'s value", f"<input id=t type={type_} value=label title=no>", "label"
    yield "image button's alt", f"<input id=t type=image alt=label title=no {PIXEL}>", "label"
    yield "alt", f"<img id=t alt=label title=no {PIXEL}>", "label"
    yield "alt of a picture", f"<picture><source srcset=x><img id=t alt=label {PIXEL}></picture>", "label"
    yield "alt of a picture that is broken", "<img id=t alt=label title=no src=/none.jpg width=9 height=9>", "label"
    yield "title of a picture", f"<img id=t title=label {PIXEL}>", "label"
    yield "alt of an area", f"<img usemap=#m {PIXEL}><map name=m><area id=t href=x alt=label></map>", "label"
    yield "alt of a picture that is presentation", f"<img id=t role=none alt=no class=c {PIXEL}>", "(c)"
    yield "legend", "<fieldset id=t><legend>label</legend><input></fieldset>", "label"
    yield "legend that is none", "<fieldset id=t><legend role=none>label</legend><input></fieldset>", "label"
    yield "legend of what is none", f"<fieldset id=t role=none><legend>{TEXT}</legend></fieldset>", NAMELESS
    yield "legend over title", "<fieldset id=t title=no><legend>label</legend></fieldset>", "label"
    yield "caption", "<table id=t><caption>label</caption><tr><th>x</table>", "label"
    yield "caption that is none", "<table id=t><caption role=none>label</caption><tr><th>x</table>", "label"
    yield "caption of what is none", f"<table id=t role=none><caption>{TEXT}</caption></table>", NAMELESS
    yield "figcaption", "<figure id=t><figcaption>label</figcaption>x</figure>", "label"
    yield "figure without one", f"<figure id=t>{TEXT}</figure>", NAMELESS
    yield "title of a drawing", "<svg id=t role=img width=9 height=9><title>label</title><text>x</text></svg>", "label"
    for type_ in ("text", "email", "password", "search", "tel", "url", "number"):
        yield f"placeholder of {type_}", f"<input id=t type={type_} placeholder=label>", "label"
        yield f"title of {type_}", f"<input id=t type={type_} title=label placeholder=no>", "label"
    for type_ in ("checkbox", "radio", "range", "date", "color"):
        yield f"title of {type_}", f"<input id=t type={type_} title=label>", "label"
    yield "title of a text", "<textarea id=t title=label placeholder=no>text</textarea>", "label"
    yield "title of a select", "<select id=t title=label><option>x</select>", "label"
    yield "title of an abbreviation", "<abbr id=t title=label>x</abbr>", "label"
    yield "title of a key", "<kbd id=t title=label>x</kbd>", "label"
    yield "title of a frame", "<iframe id=t title=label></iframe>", "label"
    yield "title of a link with an empty picture", f"<a href=x id=t title=label><img alt='' {PIXEL}></a>", "label"


def by_reference() -> Iterator[Case]:
    button = "<button id=t aria-labelledby=o></button>"
    for how, hidden in HIDING.items():
        both = f"<p id=o {hidden}>foo <i {hidden}>bar</i> <i {hidden}>baz</i></p>"
        deep = f"<p id=o {hidden}>foo <i {hidden}>bar <u {hidden}>baz</u></i></p>"
        yield f"{how}, with {how} siblings", button + both, "foo bar baz"
        yield f"{how}, with {how} depth", button + deep, "foo bar baz"
        yield f"{how}, of plain content", f"{button}<p id=o {hidden}>foo <i>bar</i> <i>baz</i></p>", "foo bar baz"
        yield f"shown, with {how} siblings", f"{button}<p id=o>foo <i {hidden}>bar</i> <i {hidden}>baz</i></p>", "foo"
        yield f"shown, with {how} depth", f"{button}<p id=o>foo <i {hidden}>bar <u>baz</u></i></p>", "foo"
        yield f"{how} in itself", f"<button id=t aria-labelledby=o>x<i id=o {hidden}>label</i></button>", "label"
        yield (
            f"{how} and nothing else",
            f"<button id=t aria-labelledby=o aria-label=foo><i id=o><u {hidden}>no</u></i>x</button>",
            "foo",
        )
        yield (
            f"{how} in {how}, over aria-label",
            f"<button id=t aria-labelledby=o aria-label=no><i id=o {hidden}><u {hidden}>label</u></i>x</button>",
            "label",
        )
    for attribute in ("aria-labelledby", "aria-labeledby"):
        for element, html in (
            ("link", "<a href=x id=t {}>x</a>"),
            ("button", "<button id=t {}>x</button>"),
            ("group", "<p role=group id=t {}>x"),
        ):
            yield f"{attribute} of a {element}", html.format(f"{attribute}=o title=no") + "<i id=o>first label</i>", "first label"
        yield f"{attribute} over alt", f"<img id=t alt=no {attribute}=o {PIXEL}><i id=o>label</i>", "label"
        yield f"{attribute} over a label", f"<label for=t>no</label><input id=t {attribute}=o><i id=o>label</i>", "label"
        yield f"{attribute} over a heading's text", f"<h1 id=t {attribute}=o>x</h1><i id=o>label</i>", "label"
    yield (
        "a group by itself and a heading",
        "<div role=group id=t aria-label=self aria-labelledby='t h'><h2 id=h>and this</h2></div>",
        "self and this",
    )
    yield (
        "a heading of links and a picture that one names",
        (f"<h3 id=t><a href=x aria-labelledby=i>no</a> <a href=x>two <img id=i alt=image {PIXEL}> three</a></h3>"),
        "image two three",
    )
    yield (
        "that link by itself",
        f"<h3><a href=x aria-labelledby=i>no</a> <a href=x id=t>two <img id=i alt=image {PIXEL}> three</a></h3>",
        "two image three",
    )


def by_content() -> Iterator[Case]:
    for element, html in CONTENT.items():
        for classes, name in {
            "": "label", "before": "before label", "after": "label after", "before after": "before label after",
            "spoken-before spoken-after": "spoken label read", "silent": "label", "block": "before label", "gone": "label",
        }.items():  # fmt: skip
            yield f"{element}, {classes or 'plain'}", STYLES + html.format(classes), name
    for role in _WORD.findall(BY_CONTENT):
        yield f"content of role {role}", f"<div id=t role={role}>some <b>words</b></div>", "some words"
    for role in _WORD.findall(BY_AUTHOR):
        yield f"no content of role {role}", f"<div id=t role={role}>{TEXT}</div>", NAMELESS
    yield "kana that are drawn larger", "<button id=t style=text-transform:full-size-kana>りゅう</button>", "りゅう"
    yield "capitals that are drawn", "<button id=t style=text-transform:uppercase>label</button>", "label"
    yield (
        "a menu item that is a link",
        "<ul role=menu><li role=presentation><a role=menuitem href=x id=t>Description</a></ul>",
        "Description",
    )
    yield (
        "a host's text",
        "<button id=t aria-labelledby=o></button><label id=o><x-a><template shadowrootmode=open>foo</template></x-a></label>",
        "foo",
    )
    yield (
        "a host's label",
        (
            "<button id=t aria-labelledby=o></button><label id=o><x-a><template shadowrootmode=open><p aria-label=bar></p></template></x-a></label>"
        ),
        "bar",
    )


@pytest.mark.long("inpage/test_names.py::test_names")
@pytest.mark.rows(1)
@pytest.mark.parametrize("cases", [by_reference, by_label, by_native_attribute, by_aria, by_content])
async def test_names(page: Page, cases: Callable[[], Iterator[Case]]) -> None:
    """All cases of a rule on one page, each in a shadow root, where its ids mean nothing outside."""
    rows = list(cases())
    pieces = (f"<div id=c{n}><template shadowrootmode=open>{html}</template></div>" for n, (_, html, _) in enumerate(rows))
    await page.set_content("<!doctype html><body>" + "".join(pieces))
    await capture(page)
    found = {}
    for n, (case, _, _) in enumerate(rows):
        reply = await page.locator(f'#c{n} #t >> refbrowser={{"op":"identify"}}').text_content()
        found[case] = (await ask(page, "probe", id=json.loads(reply or "")["id"]))["name"]
    wrong = {case: (found[case], name) for case, _, name in rows if found[case] != name}
    assert not wrong, f"{len(wrong)} of {len(rows)}: {wrong}"
