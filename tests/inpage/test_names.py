"""Names agree with the W3C's accessible name computation 1.2 and with HTML's accessibility mappings, case by case."""

import asyncio
import json

import pytest
from playwright.async_api import Page

from tests.inpage.wire import ask, capture

PIXEL = "src=data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw=="

# The element with id `t` has the name. Where it is no control, it is the target of aria-labelledby of one that is.
CASES = {
    # Labelled by
    "itself and another": ("<i id=o>all</i><button id=t aria-label=Delete aria-labelledby='t o'>x</button>", "Delete all"),
    "spaces between references": (
        "<button id=t aria-labelledby='a b c'></button><i id=a>one</i><i id=b>two</i><i>no</i><i id=c>three</i>",
        "one two three",
    ),
    "the same twice": ("<button id=t aria-labelledby='a a'></button><i id=a>one</i>", "one"),
    "nothing that is there": ("<button id=t aria-labelledby='none' aria-label=Close>x</button>", "Close"),
    "something empty": ("<button id=t aria-labelledby='a' aria-label=Close>x</button><i id=a></i>", "Close"),
    "the spelling that is often found": ("<button id=t aria-labeledby=a>x</button><i id=a>one</i>", "one"),
    "the right spelling first": ("<button id=t aria-labelledby=b aria-labeledby=a>x</button><i id=a>one</i><i id=b>two</i>", "two"),
    "no references of references": (
        "<button id=t aria-labelledby=a></button><i id=a aria-labelledby=b>one</i><i id=b>two</i>",
        "one",
    ),
    "a reference to a labelled element": ("<button id=t aria-labelledby=a></button><i id=a aria-label=one>x</i>", "one"),
    "a reference to a picture": (f"<button id=t aria-labelledby=a></button><img id=a alt=Dog {PIXEL}>", "Dog"),
    "references inside content": (
        f"<button id=t><a aria-labelledby=i>first</a> <a>second <img id=i alt=image {PIXEL}> third</a></button>",
        "image second third",
    ),
    # What is hidden
    "hidden content does not count": (
        "<button id=t><i aria-hidden=true>a</i> <i hidden>b</i> <i style=visibility:hidden>c</i> d</button>",
        "d",
    ),
    "what is visible in what is invisible": (
        "<button id=t>a <i style=visibility:hidden>b <u style=visibility:visible>c</u></i></button>",
        "a c",
    ),
    "a hidden reference": ("<button id=t aria-labelledby=a></button><p id=a hidden>foo <i hidden>bar</i> <i>baz</i></p>", "foo bar baz"),
    "a reference in what is hidden": ("<button id=t aria-labelledby=a></button><p hidden><i id=a>foo <u>bar</u></i></p>", "foo bar"),
    "an invisible reference": (
        "<button id=t aria-labelledby=a></button><i id=a style=visibility:hidden>foo <u style=visibility:hidden>bar</u></i>",
        "foo bar",
    ),
    "a collapsed reference": (
        "<button id=t aria-labelledby=a></button><i id=a style=visibility:collapse>foo <u style=visibility:hidden>bar</u></i>",
        "foo bar",
    ),
    "an aria-hidden reference": (
        "<button id=t aria-labelledby=a></button><i id=a aria-hidden=true>foo <u aria-hidden=true>bar</u></i>",
        "foo bar",
    ),
    "hidden parts of a visible reference": (
        "<button id=t aria-labelledby=a></button><i id=a>foo <u hidden>b</u> <u aria-hidden=true>c</u> <u style=visibility:hidden>d</u></i>",
        "foo",
    ),
    "a label that is not displayed": ("<label for=t style=display:none>label</label><input id=t>", "label"),
    "a label that is invisible": ("<label for=t style=visibility:hidden>label</label><input id=t>", "label"),
    "a label with aria-hidden": ("<label for=t aria-hidden=true>label</label><input id=t type=checkbox>", "label"),
    "a hidden label": ("<label for=t hidden>a <i hidden>label</i></label><input id=t type=range>", "a label"),
    "a label with aria-hidden around its field": ("<label aria-hidden=true><input id=t>label</label>", "label"),
    "a field that is invisible": ("<button id=t>Page <input style=visibility:hidden value=3></button>", "Page"),
    "a picture that is invisible": (f"<button id=t>Save <img style=visibility:hidden alt=no {PIXEL}></button>", "Save"),
    "a label of what is invisible": (
        "<button id=t>Save <i style=visibility:hidden aria-label=no title=no>b <u style=visibility:visible>now</u></i></button>",
        "Save now",
    ),
    "closed details": ("<h2 id=t>More <details><summary>about</summary>no</details> us</h2>", "More about us"),
    "open details": ("<h2 id=t>More <details open><summary>about</summary>all</details> us</h2>", "More about all us"),
    "content that is kept from view": (
        "<button id=t>Go <span style='display:block;content-visibility:hidden'>no</span></button>",
        "Go",
    ),
    "hidden until it is found": ("<h2 id=t>Go <div hidden=until-found>no</div></h2>", "Go"),
    # Embedded controls
    "a field in a label": ("<label><input type=checkbox id=t> Flash the screen <input value=3 aria-label=n> times</label>", "Flash the screen 3 times"),
    "a select in a label": (
        "<label><input type=checkbox id=t> Flash <select><option>1<option selected>3<option>5</select> times</label>",
        "Flash 3 times",
    ),
    "a listbox in a label": (
        "<label><input type=checkbox id=t> Flash <span role=listbox><i role=option>1</i><i role=option aria-selected=true>3</i></span> times</label>",
        "Flash 3 times",
    ),
    "a combobox in a label": (
        "<label><input type=checkbox id=t> Flash <span role=combobox aria-expanded=true><span role=textbox></span><ul role=listbox>"
        "<li role=option>1<li role=option aria-selected=true>2</ul></span> times</label>",
        "Flash 2 times",
    ),
    "a combobox that owns its list": (
        "<label><input type=checkbox id=t> Flash <span role=combobox aria-owns=l>x</span> times</label>"
        "<ul role=listbox id=l><li role=option aria-selected=true>4</ul>",
        "Flash 4 times",
    ),
    "a combobox that is a field": ("<label><input type=checkbox id=t> Flash <input role=combobox value=6> times</label>", "Flash 6 times"),
    "a menu in a label": (
        "<label><input type=checkbox id=t> Flash the <span role=menu><i role=menuitem>screen</i></span> times</label>",
        "Flash the times",
    ),
    "a menu in a label that is a select": (
        "<label><input type=checkbox id=t> Flash <select role=menu><option role=menuitem>screen</select> times</label>",
        "Flash times",
    ),
    "a slider in a label": (
        "<label><input type=checkbox id=t> Flash <span role=slider aria-valuenow=7 aria-valuetext=seven></span> times</label>",
        "Flash seven times",
    ),
    "a native slider in a label": ("<label><input type=checkbox id=t> Flash <input type=range min=0 max=9 value=7> times</label>", "Flash 7 times"),
    "a spin button in a label": (
        "<label><input type=checkbox id=t> Flash <span role=spinbutton aria-valuenow=5>9</span> times</label>",
        "Flash 5 times",
    ),
    "a number in a label": ("<label><input type=checkbox id=t> Flash <input type=number value=5> times</label>", "Flash 5 times"),
    "a text box in a label": ("<label><input type=checkbox id=t> Flash <span role=textbox contenteditable>2</span> times</label>", "Flash 2 times"),
    "a secret in a label": ("<label><input type=checkbox id=t> Keep <input type=password value=hunter2> safe</label>", "Keep safe"),
    "a field's own label": ("<label>Times <input id=t value=3></label>", "Times"),
    "a select's own label": ("<label>Times <select id=t><option>1<option>2</select></label>", "Times"),
    "a combobox's own label": ("<div id=l>Times <span role=combobox tabindex=0 id=t aria-labelledby=l>3</span></div>", "Times"),
    "a field in content": ("<button id=t>Page <input value=3> of 9</button>", "Page 3 of 9"),
    "a field's own label that it is labelled by": ("<label id=l>Times <input id=t aria-labelledby=l value=3></label>", "Times"),
    "a field that it refers to": ("<button id=t aria-labelledby=f></button><label for=f>no</label><input id=f value=Ann>", "Ann"),
    "an empty field that it refers to": ("<button id=t aria-labelledby=f></button><label for=f>Who</label><input id=f>", "Who"),
    "a select that it refers to": ("<button id=t aria-labelledby=f></button><select id=f><option>one<option selected>two</select>", "two"),
    "a slider that it refers to": ("<button id=t aria-labelledby=f></button><i id=f role=slider aria-valuenow=5>no</i>", "5"),
    "a secret that it refers to": ("<button id=t aria-labelledby=f>Log in</button><input type=password id=f value=hunter2>", "Log in"),
    "a secret text that it refers to": (
        "<button id=t aria-labelledby=f>Write</button><textarea id=f autocomplete=one-time-code>123456</textarea>",
        "Write",
    ),
    "a secret text in a label": (
        "<label><input type=checkbox id=t> Keep <textarea autocomplete=one-time-code>123456</textarea> safe</label>",
        "Keep safe",
    ),
    "a secret editable text that it refers to": (
        "<button id=t aria-labelledby=f>Show</button><i id=f contenteditable style=-webkit-text-security:disc>123456</i>",
        "Show",
    ),
    "a secret editable text in a label": (
        "<label><input type=checkbox id=t> Keep <i contenteditable style=-webkit-text-security:disc>123456</i> safe</label>",
        "Keep safe",
    ),
    "a field that is labelled by itself": ("<input id=t aria-labelledby='t a' value=no title=tip><i id=a>all</i>", "tip all"),
    # aria-label, native labels
    "aria-label of white space": ("<button id=t aria-label=' '>Save</button>", "Save"),
    "aria-label over a label": ("<label for=t>no</label><input id=t aria-label=yes>", "yes"),
    "several labels": ("<label for=t>one</label><label for=t>two</label><input id=t>", "one two"),
    "a button's label": ("<label for=t>label</label><input type=button id=t value=x>", "label"),
    "a submit button": ("<input type=submit id=t>", "Submit"),
    "a reset button": ("<input type=reset id=t>", "Reset"),
    "a submit button of no words": ("<input type=submit id=t value='' title=Send>", "Send"),
    "an image button": (f"<input type=image id=t {PIXEL} title=Send>", "Send"),
    "title, then placeholder": ("<input id=t title=tip placeholder=hint>", "tip"),
    "a placeholder alone": ("<input id=t placeholder=hint>", "hint"),
    "a placeholder that is not shown": ("<h2 id=t>All <input type=checkbox placeholder=no></h2>", "All"),
    "a placeholder of a text box": ("<button id=t aria-labelledby=b></button><i id=b role=textbox aria-placeholder=hint></i>", "hint"),
    "an option": ("<button id=t aria-labelledby=o></button><select><option id=o label=Short>no</select>", "Short"),
    "a group of options": ("<button id=t aria-labelledby=g></button><select><optgroup id=g label=Group title=no><option>no</select>", "Group"),
    "a fieldset": ("<button id=t aria-labelledby=f></button><fieldset id=f><legend>Legend</legend><input></fieldset>", "Legend"),
    "a table": ("<button id=t aria-labelledby=f></button><table id=f><caption>Caption</caption><tr><td>x</table>", "Caption"),
    "a figure": ("<button id=t aria-labelledby=f></button><figure id=f>x<figcaption>Caption</figcaption></figure>", "Caption"),
    "a drawing": ("<button id=t><svg role=img width=9 height=9><title>Heart</title></svg></button>", "Heart"),
    "a part of a drawing": (
        "<svg width=9 height=9><g id=t role=button tabindex=0><title>Zoom</title><text>no</text></g></svg>",
        "Zoom",
    ),
    "a part of a drawing inside": ("<a href=x id=t><svg width=9 height=9><g><title>Home</title></g></svg> page</a>", "Home page"),
    "what a drawing does not draw": (
        "<a href=x id=t><svg width=9 height=9><desc>no</desc><defs><text>no</text></defs><text>yes</text></svg></a>",
        "yes",
    ),
    "a link in a drawing": ("<svg width=9 height=9><a id=t href=x xlink:title=Map><path d='M0 0h9v9z'/></a></svg>", "Map"),
    # Content
    "nested": ("<button id=t>a<b>b</b> <i>c <u>d</u></i></button>", "ab c d"),
    "blocks": ("<button id=t><div>a</div><div>b</div>c<span style=display:inline-block>d</span></button>", "a b c d"),
    "an empty block between": ("<button id=t>a<div></div>b</button>", "a b"),
    "line breaks": ("<button id=t>a<br>b</button>", "a b"),
    "comments": ("<button id=t>a<!-- x -->b</button>", "ab"),
    "white space over nested spans": ("<button id=t> <span> a </span>\n<span>\n<span> b</span></span><span> </span><span>c</span> </button>", "a b c"),
    "a picture": (f"<a href=x id=t>See <img alt=Dog {PIXEL}></a>", "See Dog"),
    "a picture with a tooltip": (f"<button id=t><img title=Save {PIXEL}></button>", "Save"),
    "a decorative picture with a tooltip": (f"<button id=t><img alt='' title=Save {PIXEL}></button>", "Save"),
    "a picture that is presentation": (f"<button id=t title=Tip><img role=presentation alt=no title=no {PIXEL}></button>", "Tip"),
    "a presentation around content": ("<button id=t><span role=none title=no>Go</span></button>", "Go"),
    "a presentation that can be focused": (f"<img id=t role=none tabindex=0 alt=Dog {PIXEL}>", "Dog"),
    "a button that calls itself presentation": ("<button id=t role=presentation>Go</button>", "Go"),
    "tooltips of what is empty": ("<button id=t><abbr title=Help></abbr></button>", "Help"),
    "content over a tooltip": ("<button id=t title=Tip>Go</button>", "Go"),
    "an image of text": ("<button id=t><span role=img aria-label=Star>x</span>5</button>", "Star5"),
    "a menu item": ("<div role=menuitem id=t>Open<ul role=menu><li role=menuitem>Inner</ul></div>", "Open"),
    "a tree item": ("<div role=treeitem id=t>Fruit<ul role=group><li role=treeitem>Apple</ul></div>", "Fruit"),
    "a group in a tree item": ("<div role=treeitem id=t><fieldset><legend>Fruit</legend></fieldset></div>", "Fruit"),
    # aria-owns
    "owned text": ("<a href=x id=t aria-owns=w>Site </a><div aria-hidden=true><i id=w>(new window)</i></div>", "Site (new window)"),
    "owned inside what is hidden in itself": ("<button id=t aria-owns=p><i aria-hidden=true><u id=p>Play</u><u>no</u></i></button>", "Play"),
    "owned by what is hidden": ("<button id=t><i hidden aria-owns=m>no</i> <b id=m>treasure</b></button>", "treasure"),
    "owned but hidden": ("<a href=x id=t aria-owns=w>Site</a><i id=w hidden>no</i>", "Site"),
    "owned in what is hidden": ("<a href=x id=t aria-owns=w>Site</a><div hidden><i id=w>no</i></div>", "Site"),
    "owned with aria-hidden": ("<a href=x id=t aria-owns=w>Site</a><i id=w aria-hidden=true>no</i>", "Site"),
    # Shadow trees
    "slotted": (
        "<button id=t aria-labelledby=l></button><p id=l><x-a><template shadowrootmode=open>foo <slot></slot> bar</template>slotted</x-a>",
        "foo slotted bar",
    ),
    "a slot's own content": (
        "<button id=t aria-labelledby=l></button><p id=l><x-a><template shadowrootmode=open>foo <slot>own</slot> bar</template></x-a>",
        "foo own bar",
    ),
    "a slot with a label": (
        "<button id=t aria-labelledby=l></button><p id=l><x-a><template shadowrootmode=open>foo <slot aria-label=no></slot> bar</template>in</x-a>",
        "foo in bar",
    ),
    "slots in a button": ("<button id=t><x-a><template shadowrootmode=open><b>(</b><slot></slot><b>)</b></template>5</x-a></button>", "(5)"),
}  # fmt: skip


@pytest.mark.rows(1)
@pytest.mark.parametrize("part", range(3))
async def test_names(page: Page, part: int) -> None:
    """A third of the cases on one page, each in a shadow root, where its ids mean nothing outside."""
    cases = dict(list(CASES.items())[part::3])
    await page.set_content(
        "<!doctype html><body>"
        + "".join(
            f"<div id=c{n}><template shadowrootmode=open>{html}</template></div>" for n, (html, _) in enumerate(cases.values())
        )
    )
    await capture(page)
    identify = 'refbrowser={"op":"identify"}'
    replies = await asyncio.gather(*(page.locator(f"#c{n} #t >> {identify}").text_content() for n in range(len(cases))))
    probes = await asyncio.gather(*(ask(page, "probe", id=json.loads(reply or "")["id"]) for reply in replies))
    found = {case: probe["name"] for case, probe in zip(cases, probes, strict=True)}
    assert found == {case: name for case, (_, name) in cases.items()}
