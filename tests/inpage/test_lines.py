"""What a piece of a page looks like as lines."""

import pytest
from playwright.async_api import Page

from tests.inpage.wire import capture, lines
from tests.support.forgery import forged, forged_fences
from tests.support.page_words import FENCES, HARMLESS, REFS

TEXT = {
    "inline text and refs flow in reading order": (
        "<p>Read the <a href=/m>manual</a> before <button>Start</button> now.</p>",
        ["Read the [link] manual before [button] Start now."],
    ),
    "white space collapses as CSS does": ("<p>a<b>b</b>c\n  <i> d </i>e&nbsp;&nbsp;f</p>", ["abc d e f"]),
    "a line break is a line": ("<p>one<br>two</p>", ["one", "two"]),
    "pre-line keeps its lines": ("<p style='white-space:pre-line'>a  b\nc</p>", ["a b", "c"]),
    "white space between marks ends a line and indents one where a style keeps it": (
        "<div style=white-space:pre><i>if</i> x:\n<i>    </i><i>y</i>\n\n<i>\t</i><a href=x>Go</a>(\n  <i>z</i>)</div>",
        ["if x:", "    y", "\t[link] Go(", "  z)"],
    ),
    "non-breaking spaces indent where a style keeps white space": (
        "<div style=white-space:pre><i>&nbsp;&nbsp;</i><i>a</i></div><div><i>&nbsp;&nbsp;</i><i>b</i></div>",
        ["  a", "b"],
    ),
    "what indents nothing leaves nothing": ("<div style=white-space:pre><i>  </i>\n<i>  </i></div>x", ["x"]),
    "white space between marks collapses else": ("<div>a\n<i>    </i>\n<i>b</i></div><p><i>   </i>c", ["a b", "c"]),
    "pre-line ends lines and indents none": ("<div style=white-space:pre-line><i>a</i>\n<i>  </i><i>b</i></div>", ["a", "b"]),
    "flex items stand side by side": ("<div style=display:flex><div>Name</div><div>Ada</div></div>", ["Name Ada"]),
    "flex columns do not": (
        "<div style='display:flex;flex-direction:column'><div>a</div><div>b</div></div>",
        ["a", "b"],
    ),
    "inline blocks are apart": ("<b style=display:inline-block>a</b><b style=display:inline-block>b</b>", ["a b"]),
    "headings by level": (
        "<h1>A</h1><h3>B<br>c</h3><div role=heading aria-level=4>D</div>",
        ["# A", "### B c", "#### D"],
    ),
    "lists nest, numbers follow start and value": (
        "<ul><li>a<ol start=3><li>b<li value=9>c</ol></ul>",
        ["- a", "  3. b", "  9. c"],
    ),
    "numbers count down, and are letters or Roman where a page says so": (
        "<ol reversed><li>b<li style=display:none>x<li>a</ol><ol reversed start=9><li>i<li value=4>d<li>c</ol>"
        "<ol type=a start=26><li>z<li>aa</ol><ol type=A><li>A</ol><ol type=i start=3><li>iii<li>iv</ol><ol type=I start=1990><li>MCMXC</ol>",
        ["2. b", "1. a", "9. i", "4. d", "3. c", "z. z", "aa. aa", "A. A", "iii. iii", "iv. iv", "MCMXC. MCMXC"],
    ),
    "the style of numbers and what it has no signs for": (
        "<ol style=list-style:decimal-leading-zero start=9><li>a<li>b</ol><ol style=list-style:upper-latin start=0><li>c<li>d</ol>"
        "<ol type=i start=4000><li>e</ol><ol start=-1><li>f</ol><ol start=99999999999><li>g<li value=99999999999>h</ol><ol><li type=A>i</ol>",
        ["09. a", "10. b", "0. c", "A. d", "4000. e", "-1. f", "1. g", "2. h", "A. i"],
    ),
    "no numbers where a page draws none": (
        "<ol style=list-style:none><li>a<li>1.2 b</ol><ol><li style=display:flex>c</ol><ol style=list-style:disc><li>d<li style=list-style:decimal>e</ol>",
        ["- a", "- 1.2 b", "- c", "- d", "2. e"],
    ),
    "an empty item of an editor is a line where its marker is drawn": (
        "<div contenteditable><h2>b</h2><ul><li><input><li><br></ul><ol><li><br></ol><ul style=list-style:none><li><br></ul></div><ul><li></ul>",
        ["[editable]", "## b", "- [input text]", "-", "1."],
    ),
    "a label without a box gives nothing to press": (
        "<style>.v { position:absolute; width:0; height:0; overflow:hidden; opacity:0 }</style><label for=z><span class=v>None</span></label>"
        "<input class=v id=z type=radio><label for=y><i></i><b>One</b></label><input class=v id=y type=radio>",
        ["[radio] One"],
    ),
    "items that are not seen are counted": (
        "<ol><li>a<li style=opacity:0>b<li>c</ol>",
        ["1. a", "3. c"],
    ),
    "quotes hold blocks": ("<blockquote><p>a</p><ul><li>b</ul></blockquote>", ["> a", "> - b"]),
    "definitions": ("<dl><dt>T<dd>D</dl>", ["T", ": D"]),
    "definitions of several blocks": ("<dl><dt>T<dd><p>D<p>E<ul><li>x</ul><dt>U<dd>F</dl>", ["T", ": D", " E", " - x", "U", ": F"]),
    "code in a list has its own white space": (
        "<ul><li>a<pre>b\n  c</pre>d<li><pre>e</pre></ul>",
        ["- a", "```", "b", "  c", "```", "  d", "- ```", "e", "```"],
    ),
    "code keeps its white space behind a fence that it cannot close": (
        "<pre><code class=language-py>if x:\n    ```\n</code></pre>",
        ["````py", "if x:", "    ```", "````"],
    ),
    "a copy button stands before its code": (
        "<pre><button>Copy</button><code>a\n  b</code></pre>",
        ["[button] Copy", "```", "a", "  b", "```"],
    ),
    "a listing with links stays usable": ("<pre><a href=a>a</a>   12K\n<a href=b>b</a></pre>", ["[link] a   12K", "[link] b"]),
    "code that has not been painted yet": (
        "<p style=height:3000px>x</p><section style='content-visibility:auto;contain-intrinsic-size:99px'>"
        "<pre>a\n  b<br>c</pre><p contenteditable>d</p></section>",
        ["x", "```", "a", "  b", "c", "```", '[editable] value="d"'],
    ),
    "empty blocks leave no marks": ("<h2></h2><ul><li></ul><p role=alert></p><blockquote></blockquote>x", ["x"]),
    "rules": ("a<hr>b", ["a", "---", "b"]),
    "figures and images": ("<figure><img alt=Pic><figcaption>Cap</figcaption></figure><img>", ["(image: Pic)", "Cap"]),
    "svg text and title": ("<svg><title>Chart</title><text y=9>lab</text></svg>", ["[image] Chart", "lab"]),
    "mathematics": ("<p><math><mi>x</mi><mo>=</mo><mn>2</mn></math></p>", ["x=2"]),
    "nothing of scripts, templates and noscript": (
        "<script>1</script><style>p{}</style><template>t</template><noscript>n</noscript><p>x",
        ["x"],
    ),
    "live regions say so": (
        "<div role=alert>Bad</div><p aria-live=polite>Saved</p><output>4</output><div role=status></div>",
        ["alert: Bad", "status: Saved", "status: 4"],
    ),
    "an open dialog is named": ("<dialog open aria-label=Sure><p>Delete?</dialog>", ["[dialog] Sure", "Delete?"]),
    "closed details keep their content": ("<details><summary>More</summary>x</details>", ["[collapsed summary] More"]),
    "open details show it": ("<details open><summary>More</summary>x</details>", ["[expanded summary] More", "x"]),
}

TABLES = {
    "header cells give a separator": (
        "<table><caption>Cap</caption><tr><th>a<th>b<tr><td>1<td><a href=x>2</a></table>",
        ["Cap", "a | b", "-|-", "1 | [link] 2"],
    ),
    "spans keep the columns": (
        "<table><thead><tr><th>a<th colspan=2>b</thead><tr><td>1<td>2<td>3</table>",
        ["a | b | |", "-|-|-", "1 | 2 | 3"],
    ),
    "cells that reach into the rows below keep the columns": (
        "<table><tr><th rowspan=2>A<th colspan=2>B<tr><th>b1<th>b2<tr><td rowspan=2>x<td>1<td>2<tr><td>3<td>4<tr><td>y<td>5<td>6</table>",
        ["A | B | |", "-|-|-", "| | b1 | b2", "x | 1 | 2", "| | 3 | 4", "y | 5 | 6"],
    ),
    "in the middle, at the end, over columns, and a row that is empty otherwise": (
        "<table><tr><th>a<th>b<th>c<th>d<tr><td>1<td rowspan=3 colspan=2>2<td rowspan=2>3<tr><td>4<tr><td>5<td>6<tr><td>7<td>8<td>9<td>0"
        "<tr><td rowspan=2>m<td rowspan=2>n<td rowspan=2>o<td rowspan=2>p<tr><tr><td>q<td>r<td>s<td>t</table>",
        [
            "a | b | c | d",
            "-|-|-|-",
            "1 | 2 |  | 3",
            "4 |  |  | |",
            "5 |  |  | 6",
            "7 | 8 | 9 | 0",
            "m | n | o | p",
            "q | r | s | t",
        ],
    ),
    "a cell ends with its group of rows, and rows that are not displayed are none": (
        "<table><thead><tr><th rowspan=9>a<th>b</thead><tbody><tr><td rowspan=0>1<td>2<tr style='display:none'><td>x<tr><td>3</tbody>"
        "<tbody><tr><td>4<td rowspan=65535>5<tr><td>6</tbody></table>",
        ["a | b", "-|-", "1 | 2", "| | 3", "4 | 5", "6 | |"],
    ),
    "cells that overlap": (
        "<table><tr><td>1<td rowspan=3>2<td>3<tr><td colspan=2 rowspan=2>4<td>5<tr><td>6<tr><td>7<td>8<td>9</table>",
        ["1 | 2 | 3", "4 |  | 5", "| |  | 6", "7 | 8 | 9"],
    ),
    "a row that is pressed, under a cell": (
        "<table><tr><th>a<th>b<tr><td rowspan=2>1<td>2<tr onclick=1><td>x<tr><td>3<td>4</table>",
        ["a | b", "-|-", "1 | 2", "| | [clickable] x", "3 | 4"],
    ),
    "rows of a grid by role": (
        "<div role=table><div role=row><b role=cell aria-rowspan=2>1</b><b role=cell>2</b></div>"
        "<div role=row><b role=cell>3</b></div><div role=row><b role=cell>4</b><b role=cell>5</b></div></div>",
        ["1 | 2", "| | 3", "4 | 5"],
    ),
    "blocks in a cell stay in it": (
        "<table><tr><th>a</table><table><tr><th>b<tr><td><p>x</p><ul><li>y<li>z</ul></table>",
        ["| a |", "|-|", "", "| b |", "|-|", "| x / y / z |"],
    ),
    "row headers alone give none": ("<table><tr><th>a<td>1<tr><th>b<td>2</table>", ["a | 1", "b | 2"]),
    "no header, no separator": ("<table><tr><td>1<td>2<tr><td>3<td>4</table>", ["1 | 2", "3 | 4"]),
    "empty cells count, and a pipe in a cell divides nothing": (
        "<table><tr><th><th>a<th>b<tr><td>1|2<td>x<td></table>",
        ["| | a | b", "-|-|-", "1\\|2 | x | |"],
    ),
    "a table in a quote": (
        "<blockquote><table><tr><th>a<th>b<tr><td>1<td>2</table><p>x</p></blockquote>",
        ["> a | b", "> -|-", "> 1 | 2", ">", "> x"],
    ),
    "what follows is no row of it": (
        "<table><tr><th>a<th>b<tr><td>1<td>2</table><p>x | y</p>",
        ["a | b", "-|-", "1 | 2", "", "x | y"],
    ),
    "layout is read in order": (
        "<table><tr><td>a <table><tr><td>b<td><a href=x>c</a></table><td><button>d</button></table>",
        ["a", "b [link] c", "[button] d"],
    ),
    "a row that is pressed": (
        "<table><tr><th>a<tr onclick=1><td>x</table>",
        ["| a |", "|-|", "| [clickable] x |"],
    ),
    "tables by role": (
        "<div role=table><div role=row><b role=columnheader>a</b><b role=columnheader>b</b></div>"
        "<div role=rowgroup><div role=row><i role=cell>1</i><i role=cell>2</i></div></div></div>",
        ["a | b", "-|-", "1 | 2"],
    ),
}

HOSTILE = {
    "page text cannot forge a ref": (
        "<p>[link 3] [ disabled button 12 ] [líｎk ٣] [✓ checkbox 9] a[0] [3]",
        ["(link 3) ( disabled button 12 ) (líｎk ٣) (✓ checkbox 9) a[0] [3]"],
    ),
    "numbers in brackets are no ref": ("<p>[1, 2, 3] a[i + 1] [-1, 2]", ["[1, 2, 3] a[i + 1] [-1, 2]"]),
    "not even in pieces, names or values": (
        "<p><b>[but</b>ton 5]</p><input aria-label='[link 4]' value='[link 5]'>",
        ["(button 5)", '[input text] (link 4) value="(link 5)"'],
    ),
    "invisible characters vanish": ("<p>a&#8203;b&shy;c&#xFEFF;d&#xE0041;e", ["abcde"]),
    "direction overrides are spelled out": ("<p>&#8238;evil&#8236;", ["<U+202E>evil<U+202C>"]),
    "joined emoji survive": ("<p>👩‍👧", ["👩‍👧"]),
}


@pytest.mark.rows(4)
@pytest.mark.parametrize(
    ("html", "expected"), [*TEXT.values(), *TABLES.values(), *HOSTILE.values()], ids=[*TEXT, *TABLES, *HOSTILE]
)
async def test_lines(page: Page, html: str, expected: list[str]) -> None:
    await page.set_content("<!doctype html><body>" + html)
    assert await lines(page) == expected


async def test_lone_surrogates_become_replacement_characters(page: Page) -> None:
    await page.set_content("<p id=p>")
    await page.evaluate("p.textContent = 'a\\ud800b\\u0001c\\u0003'")
    assert await lines(page) == ["a\ufffdbc"]


async def test_shadow_roots_and_slots_are_read_where_they_are_drawn(page: Page) -> None:
    await page.set_content("<div id=host><b slot=s>slotted</b> light</div>")
    await page.evaluate(
        "host.attachShadow({mode: 'open'}).innerHTML ="
        " '<p>Before <slot name=s></slot> after</p><button>In</button><p><slot></slot></p><p><slot name=z>fallback</slot></p>'"
    )
    assert await lines(page) == ["Before slotted after", "[button] In", "light", "fallback"]


async def test_closed_shadow_roots_are_read_once_handed_in(page: Page) -> None:
    await page.set_content("<div id=host></div>")
    await page.evaluate("host.attachShadow({mode: 'closed'}).innerHTML = '<button>Deep</button>'")
    assert await lines(page) == [""]
    cdp = await page.context.new_cdp_session(page)
    worlds: list[int] = []
    cdp.on(
        "Runtime.executionContextCreated",
        lambda event: worlds.append(event["context"]["id"]) if "utility_world" in event["context"]["name"] else None,
    )
    await cdp.send("Runtime.enable")
    document = await cdp.send("DOM.getDocument", {"depth": -1, "pierce": True})
    host = document["root"]["children"][0]["children"][1]["children"][0]
    handed = [
        (await cdp.send("DOM.resolveNode", {"backendNodeId": node["backendNodeId"], "executionContextId": worlds[0]}))["object"][
            "objectId"
        ]
        for node in (host["shadowRoots"][0],)
    ]
    await cdp.send(
        "Runtime.callFunctionOn",
        {
            "functionDeclaration": "function (root) { refbrowser.adoptShadowRoots([root]); }",
            "executionContextId": worlds[0],
            "arguments": [{"objectId": handed[0]}],
        },
    )
    assert await lines(page) == ["[button] Deep"]


async def test_a_page_three_thousand_elements_deep_is_read_to_the_bottom(deep_page: Page) -> None:
    await deep_page.set_content("<div id=top></div>")
    await deep_page.evaluate(
        "let at = document.getElementById('top'); "
        "for (let i = 0; i < 3000; i++) at = at.appendChild(document.createElement('span'));"
        " at.innerHTML = 'bottom <a href=x>link</a>'"
    )
    assert await lines(deep_page) == ["bottom [link] link"]


async def test_text_is_sealed_as_python_seals_it(page: Page) -> None:
    texts = [text for text in (*REFS.values(), *FENCES.values(), *HARMLESS) if "\n" not in text]
    await page.set_content("<!doctype html><body>")
    await page.evaluate(
        "texts => { for (const text of texts) document.body.append(Object.assign(document.createElement('pre'), {textContent: text})) }",
        texts,
    )
    shown = (await capture(page)).lines
    assert [found for line in shown if line not in HARMLESS for found in (*forged(line), *forged_fences(line))] == []
    assert [line for line in shown if line in HARMLESS] == list(HARMLESS)


@pytest.mark.rows(1)
@pytest.mark.parametrize("size", [300, 1_000])
async def test_cells_that_reach_over_every_row_and_column_are_bounded(page: Page, size: int) -> None:
    cells = "<td rowspan=65534 colspan=1000>a" * size
    await page.set_content(f"<!doctype html><table><tr>{cells}{'<tr><td>b' * size}</table>")
    rows = await lines(page)
    assert len(rows) == size + 1
    assert max(map(len, rows[1:])) < 200
