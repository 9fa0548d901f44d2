"""What a control looks like: kind, states, name, value."""

import pytest
from playwright.async_api import Page

from tests.inpage.wire import capture, lines

FIELDS = {
    "text": (
        "<label for=e>Email</label><input id=e placeholder=you@ value=a@b>",
        '[input text] Email placeholder="you@" value="a@b"',
    ),
    "a wrapped label is printed once": ("<label>Name <input></label>", "[input text] Name"),
    "states stand before the kind": (
        "<input aria-label=A required readonly value=x>",
        '[readonly required input text] A value="x"',
    ),
    "password": ("<input type=password value=hunter2 aria-label=P>", '[input password] P value="•••"'),
    "card number": ("<input autocomplete='billing cc-number' value=4111 aria-label=C>", '[input text] C value="•••"'),
    "masked by style": ("<input style='-webkit-text-security:disc' value=s aria-label=S>", '[input text] S value="•••"'),
    "empty secrets look empty": ("<input type=password aria-label=P>", "[input password] P"),
    "a box that scrolls down": ("<div style='height:30px;overflow:auto'><p>One<p>Two</div>", "[scrollable]\nOne\nTwo"),
    "a box that hides the rest": ("<div style='height:30px;overflow:hidden'><p>One<p>Two</div>", "One\nTwo"),
    "a box whose content fits": ("<div style='height:300px;overflow:auto'><p>One<p>Two</div>", "One\nTwo"),
    "a box that scrolls and has a tab stop": (
        "<div tabindex=0 style='height:30px;overflow:auto'><p>One<p>Two</div>"
        "<div tabindex=0 role=region aria-label=Log style='height:30px;overflow:auto'><p>One<p>Two</div>",
        "[scrollable]\nOne\nTwo\n[scrollable] Log\nOne\nTwo",
    ),
    "a box that scrolls and is pressed": (
        "<div tabindex=0 onclick=1 style='height:30px;overflow:auto'><p>One<p>Two</div>",
        "[clickable] One\nTwo",
    ),
    "a number with signs in its limits": (
        "<input type=number min='1&#xE0041;&#x200B;' max='5&#x1B;[2J\r[button 7]' aria-label=N>",
        "[spinbutton] N min=1 max=5[2J (button 7)",
    ),
    "number": ("<input type=number min=1 max=5 value=2 aria-label=N>", '[spinbutton] N value="2" min=1 max=5'),
    "range": ("<input type=range aria-label=R>", '[slider] R value="50"'),
    "date": ("<input type=date value=2026-01-02 aria-label=D>", '[input date] D value="2026-01-02"'),
    "placeholder that says no more than the name": ("<input aria-label='Your name' placeholder=Name>", "[input text] Your name"),
    "placeholder that says more": ("<input aria-label=Name placeholder='Your name'>", '[input text] Name placeholder="Your name"'),
    "placeholder of signs": ("<input aria-label=Price placeholder=$>", '[input text] Price placeholder="$"'),
    "placeholder as name": ("<input type=search placeholder=Search>", "[input search] Search"),
    "checked": ("<label><input type=checkbox checked> Remember</label>", "[checked checkbox] Remember"),
    "radios in a fieldset": (
        "<fieldset><legend>Size</legend><label><input type=radio name=s>S</label> "
        "<label><input type=radio name=s checked>M</label></fieldset>",
        "Size\n[radio] S [checked radio] M",
    ),
    "select": ("<select aria-label=L><option>A<option selected>B</select>", "[select] L options=A | *B"),
    "long select": (
        "<select aria-label=L>" + "".join(f"<option>{n}" for n in range(10)) + "</select>",
        "[select] L options=*0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 (+2)",
    ),
    "select of something further down": (
        "<select aria-label=L>" + "".join(f"<option{' selected' if n == 9 else ''}>{n}" for n in range(10)) + "</select>",
        '[select] L value="9" options=0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 (+2)',
    ),
    "select without words": ("<select aria-label=L><option><option>A</select>", "[select] L options=*(empty) | A"),
    "multiple select": (
        "<select multiple aria-label=L><option selected>a<option selected>b</select>",
        "[listbox] L options=*a | *b",
    ),
    "blanks of a value": ("<input aria-label=T value='a  b '>", '[input text] T value="a  b "'),
    "lines and tabs of a value": ("<textarea aria-label=T>a\\b\n\tc\n</textarea>", r'[textarea] T value="a\\b\n\tc\n"'),
    "what the browser suggests": (
        "<input aria-label=T list=l><datalist id=l><option>Bonn<option label=Bern value=BE></datalist>",
        "[combobox] T options=Bonn | Bern",
    ),
    "textarea": ("<textarea aria-label=T>hi\nyou</textarea>", r'[textarea] T value="hi\nyou"'),
    "file": ("<input type=file aria-label=F accept=.png multiple>", '[file] F accept=".png" multiple'),
    "editable": ("<div contenteditable aria-label=Note>hi <span>you</span></div>", '[editable] Note value="hi you"'),
    "what an editor has made of its words": (
        "<div contenteditable aria-label=E><h2>Head <b>x</b></h2><p>One <b>bold </b>and <i><b>both</b></i>, <u>under</u> <s>old</s>"
        " <code>c</code><strong> lead</strong><em> </em><strong></strong></p><ul><li><em>a</em></ul><b>two<br>lines</b></div>",
        "[editable] E\n## Head **x**\nOne **bold** and ***both***, <u>under</u> ~~old~~ `c` **lead**\n- *a*\ntwo\nlines",
    ),
    "an editor of a word in bold, of code, and with an empty mark": (
        "<div contenteditable aria-label=B>a <b>b</b></div><div contenteditable aria-label=C><pre><code>def <i style=x>f</i></code></pre></div>"
        "<div contenteditable aria-label=D><p><b></b></p></div><p>no <b>editor</b></p>",
        '[editable] B\na **b**\n[editable] C\n```\ndef f\n```\n[editable] D\nno editor',
    ),
    "described": ("<input aria-label=A aria-describedby=d><p id=d hidden>max 10</p>", '[input text] A description="max 10"'),
    "a label with a link keeps its text": (
        "<label><input type=checkbox> I agree to the <a href=t>terms</a></label>",
        "[checkbox] I agree to the [link] terms",
    ),
    "a cell that holds a field": (
        "<div role=grid aria-label=G><div role=row><div role=gridcell tabindex=-1><div><input value=Ada></div></div>"
        "<div role=gridcell tabindex=-1>20</div></div></div>",
        'G:\n[gridcell] [input text] value="Ada" | [gridcell] 20',
    ),
    "a description of several": (
        "<p id=d hidden>Drag it</p><p id=e hidden>Or not</p><button aria-describedby=d>A</button> <button aria-describedby=d>B</button> "
        "<button aria-describedby=e>C</button> <input aria-label=D aria-describedby=d>",
        '[button] A description="Drag it" [button] B [button] C description="Or not" [input text] D',
    ),
    "how columns are sorted": (
        "<table><thead><tr><th aria-sort=ascending onclick=1>Price<th aria-sort=none>Name<th aria-sort=descending><button>Age</button>"
        "</thead><tr><td>1<td>x<td>2</table><div role=grid><div role=row><div role=columnheader tabindex=0 aria-sort=descending>Day</div>"
        "<div role=columnheader>Hour</div></div></div>",
        "[clickable] Price sort=ascending | Name | [button] Age sort=descending\n-|-|-\n1 | x | 2\n\n"
        "[columnheader] Day sort=descending | Hour\n-|-",
    ),
    "label text that is not the name stays": ("<label for=q>Seen</label><input id=q aria-label=Other>", "Seen [input text] Other"),
}

BUTTONS = {
    "button": ("<button>Save <b>all</b></button>", "[button] Save all"),
    "on one line": ("<button>Save<br>all<div>now</div></button>", "[button] Save all now"),
    "submit": ("<input type=submit>", "[button] Submit"),
    "image": ("<input type=image alt=Go>", "[button] Go"),
    "explicit name over decoration": ("<button aria-label=Close><span aria-hidden=true>×</span></button>", "[button] Close"),
    "text outside the name is kept": ("<a href=x aria-label='About dogs'>More…</a>", "[link] About dogs (More…)"),
    "text of the name is not repeated": ("<a href=x aria-label='Cart, 3 items'>3</a>", "[link] Cart, 3 items"),
    "hidden text names an icon": (
        "<button><i aria-hidden=true>★</i><span style='position:absolute;clip-path:inset(50%)'>Star</span></button>",
        "[button] Star",
    ),
    "an icon by its file": ("<a href=/cart><img src=/i/basket.png width=9 height=9></a>", "[link] (icon basket)"),
    "figures are no decoration": (
        "<a href=x><b aria-hidden=true>1.2.</b> Scope <i aria-hidden=true>home</i></a>",
        "[link] 1.2. Scope",
    ),
    "an icon by its class": ("<button><i class='fa fa-trash'></i></button>", "[button] (fa fa-trash)"),
    "classes without what they say of a state": (
        "<button class='handle round ui-state-default is-active wide big'></button><button class='like active'></button>",
        "[button] (handle round wide) [button] (like)",
    ),
    "a link by its target": ("<a href=/a/report.pdf style='padding:9px'></a>", "[link] (report.pdf)"),
    "another host is named": ("<a href=https://example.org/a>Ex</a>", "[link] Ex ↗example.org"),
    "states": (
        "<button disabled>A</button> <button aria-pressed=true>B</button> "
        "<button aria-expanded=false aria-haspopup=menu>C</button>",
        "[disabled button] A [pressed button] B [collapsed button] C (menu)",
    ),
    "inert and aria-disabled reach inward": (
        "<div inert><a href=x>A</a></div><div aria-disabled=true><button>B</button></div>",
        "[disabled link] A\n[disabled button] B",
    ),
    "pointer-events none": ("<button style=pointer-events:none>A</button>", "[blocked button] A"),
    "headings in links stay headings": ("<a href=x><h2>T</h2><p>d</p></a>", "## [link] T\nd"),
}

WIDGETS = {
    "boxes in each other that are pressed": (
        "<style>.p { cursor: pointer }</style><div class=p onclick='1'><span class=p onclick='2'>Same</span></div>"
        "<div class=p onclick='1'><span class=p onclick='2'>Part</span> and more</div><div onclick='1'><div class=p onclick='2'>One</div></div>",
        "[clickable] Same\n[clickable] [clickable] Part[/] and more\n[clickable] One",
    ),
    "the end of what is pressed in running text": (
        "<style>i { cursor: pointer; font-style: normal }</style><p>A <i onclick='1'>non</i>. Male <i onclick='1'>two</i> <b>words</b>, "
        "<i onclick='1'>last</i></p><p><i onclick='1'>alone</i></p>",
        "A [clickable] non[/]. Male [clickable] two[/] words, [clickable] last\n[clickable] alone",
    ),
    "days whose names have what they show": (
        "<style>span { cursor: pointer }</style><span aria-label='May 28, 2024' onclick='1'>28</span>"
        "<button aria-label='Tuesday, May 28th, 2024'>28</button><button aria-label='Close it'>×</button>",
        "[clickable] May 28, 2024 [button] Tuesday, May 28th, 2024 [button] Close it",
    ),
    "tabs": ("<div role=tab aria-selected=true tabindex=0>A</div><div role=tab>B</div>", "[selected tab] A\n[tab] B"),
    "listbox": (
        "<div role=listbox tabindex=0 aria-label=Colour><div role=option aria-selected=true>Red</div></div>",
        "[listbox] Colour\n[selected option] Red",
    ),
    "combobox keeps its input": (
        "<div role=combobox aria-expanded=false aria-label=City><input aria-label=Filter></div>",
        "[collapsed combobox] City [input text] Filter",
    ),
    "a combobox shows what is chosen": (
        "<div role=combobox tabindex=0 aria-label=Age>Ten</div>",
        '[combobox] Age value="Ten"',
    ),
    "input combobox": ("<input role=combobox aria-label=C>", "[combobox] C"),
    "tree": (
        "<ul role=tree><li role=treeitem aria-expanded=true>src<ul role=group><li role=treeitem>a</ul></ul>",
        "- [expanded treeitem] src\n  - [treeitem] a",
    ),
    "slider": ("<div role=slider aria-label=V aria-valuenow=3></div>", '[slider] V value="3"'),
    "mixed": ("<div role=checkbox aria-checked=mixed>All</div>", "[mixed checkbox] All"),
    "group names": (
        "<div role=radiogroup aria-label=Rating><span role=radio aria-checked=true>1</span></div>",
        "Rating:\n[checked radio] 1",
    ),
    "tabindex": ("<span tabindex=0>A</span>", "[clickable] A"),
    "tabindex -1 alone is nothing": ("<span tabindex=-1>A</span>", "A"),
    "inline handler": ("<div onclick=1>A</div>", "[clickable] A"),
    "hand cursor once": ("<div style=cursor:pointer>A <em>b</em></div>", "[clickable] A b"),
    "a drag handle": ("<div class=grip style='cursor:col-resize;width:9px;height:9px'></div>", "[clickable] (grip)"),
    "draggable": ("<div draggable=true>A</div>", "[clickable] A (draggable)"),
    "a container never swallows": (
        "<form tabindex=0><h3>Card</h3>text <a href=x>in</a><input aria-label=I></form>",
        "### [clickable] Card\ntext [link] in [input text] I",
    ),
    "a hand cursor around one link adds nothing": ("<ul><li style=cursor:pointer><a href=x>A</a></ul>", "- [link] A"),
    "a hand cursor around one menu item adds nothing": (
        "<ul><li style=cursor:pointer><div role=menuitem tabindex=-1>A</div></ul>",
        "- [menuitem] A",
    ),
    "boxes of many colours": (
        "<p>"
        + "".join(
            f"<i onclick=1 class=swatch style='display:inline-block;padding:9px;background:{colour}'></i>"
            for colour in ("red", "#3b82f6", "#ccf")
        ),
        "[clickable] (swatch, red, 1 of 3) [clickable] (swatch, blue, 2 of 3) [clickable] (swatch, light blue, 3 of 3)",
    ),
    "boxes of one colour": (
        "<ul>" + "<li><button></button></li>" * 2 + "</ul>",
        "- [button] (1 of 2)\n- [button] (2 of 2)",
    ),
    "boxes that their icons distinguish": (
        "<p><button class=b><i class=trash></i></button> <button class=b><i class=pen></i></button>",
        "[button] (trash) [button] (pen)",
    ),
    "an abbreviation next to its name": ("<button aria-label=Italic>I</button>", "[button] Italic (I)"),
    "a list that hears presses for its items": (
        "<ul onclick=1><li>A<li>B <button>Del</button></ul><table onclick=1><tr><td>1<td>2<tr><td>3<td>4</table>",
        "- [clickable] A\n- B [button] Del\n[clickable] 1 | [clickable] 2\n[clickable] 3 | [clickable] 4",
    ),
    "a list of one item": ("<ul onclick=1><li>A</ul>", "- [clickable] A"),
    "a box that scrolls has a line before its heading or items": (
        "<div style='height:30px;overflow:auto'><h2>A</h2>B</div>"
        "<ul style='height:30px;overflow:auto' aria-label=Mail><li>A<li>B<li>C</ul>",
        "[scrollable]\n## A\nB\n[scrollable] Mail\n- A\n- B\n- C",
    ),
    "a tab that is a link": (
        "<div role=tablist><li role=tab aria-selected=true><a href=#a>A</a></li><li role=tab><a href=#b>B</a> <button>×</button></li></div>",
        "[selected tab] A\n[tab] [link] B [button] ×",
    ),
    "what is shown of a control of several lines stands on its first": (
        "<a href=https://example.org/><h3>T</h3></a><div role=slider tabindex=0 aria-label=V aria-valuenow=3><div>x</div></div>"
        "<a href=https://example.org/><p>A</p><p>B</p></a>",
        '### [link] T ↗example.org\n[slider] V value="3"\nx\n[link] A ↗example.org\nB',
    ),
    "buttons alike in the rows of a table": (
        "<table><tr><td>Ada<td><button class=del></button><tr><td>Bob<td><button class=del></button></table>",
        "Ada | [button] (del, 1 of 2)\nBob | [button] (del, 2 of 2)",
    ),
    "several buttons alike in each of several rows": (
        "<div class=r>A<p><button class=b></button><p><button class=b></button></div>" * 2,
        "A\n[button] (b, 1 of 2)\n[button] (b, 2 of 2)\nA\n[button] (b, 1 of 2)\n[button] (b, 2 of 2)",
    ),
    "a text that labels one field is printed there": (
        "<p id=a>Fruit</p><div role=combobox tabindex=0 aria-labelledby=a>Apple</div>"
        "<h2 id=b>Sizes</h2><ul role=listbox tabindex=0 aria-labelledby=b><li role=option>S</ul>"
        "<b id=c>Both</b><input aria-labelledby=c><input aria-labelledby=c><p id=d>Gone</p><input hidden aria-labelledby=d>",
        '[combobox] Fruit value="Apple"\n## Sizes\n[listbox] Sizes\n[option] S\nBoth [input text] Both [input text] Both\nGone',
    ),
    "a description that is on the page": (
        "<p id=d>At least 8</p><input aria-label=P aria-describedby=d>",
        "At least 8\n[input text] P",
    ),
    "a canvas": ("<canvas onclick=1 width=50 height=40></canvas>", "[canvas] (50×40)"),
    "pictures and boxes that react to the pointer": (
        "<style>img:hover { opacity: .5 } .f:hover > .c { visibility: visible } .c { visibility: hidden } tr:hover { color: red }"
        ".m li:hover ul { display: block } .m ul { display: none }</style><img alt=I width=9 height=9>"
        "<div class=f>Ada<p class=c>age <a href=x>View</a></div><ul class=m><li><a href=x>Top</a><ul><li>Sub</ul></ul>"
        "<div class=ui-sortable-handle>Drag</div>",
        "[image] I\n[clickable] Ada\n- [link] Top\n[clickable] Drag",
    ),
    "anchor without href": ("<a onclick=1>A</a>", "[link] A"),
    "a tooltip says more than the picture under it": (
        "<div onclick=1 title='Pencil'><img alt=icon width=9 height=9></div><div onclick=1 title=More>+</div>",
        "[clickable] Pencil\n[clickable] More (+)",
    ),
    "a control under a tooltip keeps its ref": (
        "<div onclick=1 title=Shapes><img alt=icon width=9 height=9><i onclick=1 class=handle style=padding:4px></i></div>",
        "[clickable] Shapes (image: icon) [clickable] (handle)",
    ),
    "a tooltip of the box around it": ("<p title=Colour><i onclick=1 style=padding:4px></i>", "[clickable] Colour"),
    "a link whose picture did not load": ("<a href=x><img alt='' src=data:,></a>A", "A"),
    "a tooltip says what a sign stands for": (
        "<button title=Close>×</button> <button title=Send>Go</button>",
        "[button] × (Close) [button] Go",
    ),
    "what is nowhere drawn is nothing to press": ("<div tabindex=0 style=height:0></div><div onclick=1><i></i></div>A", "A"),
    "interactive image": ("<img alt=I onclick=1 width=9 height=9>", "[image] I"),
    "image map": (
        "<img alt=M usemap=#m width=9 height=9><map name=m><area href=n alt=North></map>",
        "(image: M) [link] North",
    ),
    "image map in a shadow root": (
        "<div><template shadowrootmode=open><img alt=M usemap=#m width=9 height=9><map name=m><area href=n alt=North></map></template></div>"
        "<map name=m><area href=s alt=South></map>",
        "(image: M) [link] North",
    ),
}


@pytest.mark.rows(4)
@pytest.mark.parametrize(
    ("html", "expected"), [*FIELDS.values(), *BUTTONS.values(), *WIDGETS.values()], ids=[*FIELDS, *BUTTONS, *WIDGETS]
)
async def test_control(page: Page, html: str, expected: str) -> None:
    await page.set_content("<!doctype html><body>" + html)
    assert "\n".join(await lines(page)) == expected


async def test_an_invisible_input_under_its_label_is_one_usable_control(page: Page) -> None:
    await page.set_content("""<style>.a{position:absolute;opacity:0;width:1px;height:1px} .n{display:none}</style>
        <p><label><input type=checkbox class=a checked><span>Wrapped</span></label></p>
        <p><input type=radio class=a id=b><label for=b>Beside</label></p>
        <p><label for=d>ListenerDiscovery</label><input type=checkbox id=d style=visibility:hidden></p>
        <p><input type=radio class=n id=e><label for=e>Plan <a href=m>more</a></label></p>
        <p><label class=slide><input type=checkbox class=a><i style="cursor:pointer;padding:9px"></i></label></p>
        <p><label for=c>Upload</label><input type=file class=n id=c></p>
        <div style="position:relative;width:40px;height:20px">
        <input type=checkbox aria-label=Switch style="opacity:0;width:100%;height:100%"></div>""")
    assert await lines(page) == [
        "[checked checkbox] Wrapped",
        "[radio] Beside",
        "[checkbox] ListenerDiscovery",
        "[radio] Plan [link] more",
        "[checkbox] (slide)",
        "[file] Upload",
        "[checkbox] Switch",
    ]


async def test_validation_messages_appear_after_interaction(page: Page) -> None:
    await page.set_content("<form><input aria-label=A required><button>Go</button></form>")
    assert await lines(page) == ["[required input text] A [button] Go"]
    await page.get_by_role("button").click()
    assert '[required invalid focused input text] A error="' in (await lines(page))[0]


async def test_secrets_of_an_editing_host_stay_secret(page: Page) -> None:
    await page.set_content("<div contenteditable aria-label=S style='-webkit-text-security:disc'>hunter2</div>")
    assert await lines(page) == ['[editable] S value="•••"']


async def test_focus_shows(page: Page) -> None:
    await page.set_content("<button>A</button><button id=b>B</button>")
    await page.focus("#b")
    captured = await capture(page)
    assert captured.kind_of(" B") == "focused button"
    assert captured.header["focused"] == captured.id_of(" B")


async def test_a_modal_dialog_blocks_the_rest(page: Page) -> None:
    await page.set_content("<button>Under</button><dialog id=d aria-label=D><button>In</button></dialog>")
    await page.evaluate("d.showModal()")
    assert await lines(page) == ["[blocked button] Under", "[dialog] D", "[focused button] In"]


async def test_an_overlay_blocks_what_it_covers(page: Page) -> None:
    await page.set_content(
        "<button>Under</button><div style='position:fixed;inset:0'></div>"
        "<div style='position:fixed;inset:30%'><button>OK</button></div>"
    )
    assert await lines(page) == ["[blocked button] Under", "[button] OK"]


async def test_a_small_box_blocks_what_it_covers(page: Page) -> None:
    box = "<div style='position:relative;width:200px;height:50px'><button style='width:200px;height:50px'>"
    await page.set_content(
        f"<!doctype html><body>{box}Under</button><div style='position:absolute;inset:0'>Busy</div></div>"
        f"{box}Around</button><div style='position:absolute;left:90px;top:20px;width:20px'>!</div></div>"
        f"{box}Through</button><div style='position:absolute;inset:0;pointer-events:none'>Hint</div></div>"
        f"{box}Inside<i style='position:absolute;inset:0'></i></button></div>"
        "<div style='position:relative'><input id=q><label for=q style='position:absolute;inset:0'>Name</label></div>"
    )
    assert await lines(page) == [
        "[blocked button] Under",
        "Busy",
        "[button] Around",
        "!",
        "[button] Through",
        "Hint",
        "[button] Inside",
        "[input text] Name",
    ]
