"""Text that style sheets generate is part of the page's text and of names."""

import pytest
from playwright.async_api import Page

from tests.inpage.wire import ask, capture, lines

TEXT = {
    "a button": ("button::before { content: 'Save' }", "<button></button>", "[button] Save"),
    "a price": (".p::before { content: '$' } .p::after { content: ' each' }", "<b class=p>42</b>", "$42 each"),
    "legacy notation": ("a:before { content: 'New: ' }", "<a href=x>Shoes</a>", "[link] New: Shoes"),
    "a label": ("label::after { content: ' (required)' }", "<label>Name <input></label>", "[input text] Name (required)"),
    "an attribute": ("b::after { content: ': ' attr(data-v) }", "<b data-v=7>Seats</b>", "Seats: 7"),
    "quotes": ("i::before { content: open-quote } i::after { content: close-quote }", "<q>a</q> <i>b</i>", "“a” “b”"),
    "the alternative to a sign": ("button::before { content: '★' / 'Favourite' }", "<button></button>", "[button] Favourite"),
    "an alternative of several parts": ("i::before { content: '★' / 'Rated ' attr(data-v) }", "<i data-v=4></i>", "Rated 4"),
    "decoration": ("a::before { content: '★' / '' }", "<a href=x>Go</a>", "[link] Go"),
    "pictures": ("a::before { content: url(data:,) ' new ' url('data:,(\")') }", "<a href=x>Go</a>", "[link] new Go"),
    "an icon font": ("a::before { content: '\\f101' }", "<a href=x>Go \ue5cd</a>", "[link] Go"),
    "counters": (
        "i::before { content: counter(n) '. ' } b::before { content: 'Step ' counters(n, '.') }",
        "<i>One</i> <b>Two</b>",
        "One Step Two",
    ),
    "escapes": ("i::before { content: 'say \"a\\\\b\"' }", "<i></i>", 'say "a\\b"'),
    "nested rules": ("p { & b::before { content: 'In ' } }", "<p><b>p</b></p><b>out</b>", "In p\nout"),
    "media": (
        "@media print { i::before { content: 'Printed ' } } @media screen { i::before { content: 'Shown ' } }",
        "<i>x</i>",
        "Shown x",
    ),
    "one of several selectors": ("u::before, p > ::after { content: ' more' } ", "<p><u>a</u></p>", "morea more"),
    "a padded box stands apart": ("b::after { content: '3'; padding-left: 4px }", "<b>Mail</b>", "Mail 3"),
    "a block has a line of its own": ("div::before { content: 'Note'; display: block }", "<div>text</div>", "Note\ntext"),
    "a marker": ("li::marker { content: 'Step: ' }", "<ul><li>Go</ul>", "- Step: Go"),
    "a list's own counter": (
        "ol { list-style: none; counter-reset: n } li { counter-increment: n } li::before { content: counter(n) ') ' }",
        "<ol><li>a<li>b</ol>",
        "1. a\n2. b",
    ),
    "a list's own counter, before a part of each item": (
        "ol { list-style: none } li { counter-increment: n } a::before { content: counter(n) }",
        "<ol><li><a>a</a><li><a>b</a></ol>",
        "1. a\n2. b",
    ),
    "a list's numbers as text": (
        "ol { list-style: none } li:first-child::before { content: '1) ' } li + li::before { content: '2) ' }",
        "<ol><li>a<li>b</ol>",
        "- 1) a\n- 2) b",
    ),
    "a marker in place of numbers": ("li::marker { content: '→ ' }", "<ol><li>a<li>b</ol>", "- → a\n- → b"),
    "in tables": (
        "td::before { content: attr(data-h) ': ' }",
        "<table><tr><td data-h=A>1<td data-h=B>2<tr><td>3<td>4</table>",
        "A: 1 | B: 2\n: 3 | : 4",
    ),
    "an empty editor's placeholder": (
        ".e::before { content: attr(data-p) }",
        "<div contenteditable><p class=e data-p='Write a note'></p></div>",
        "[editable] Write a note",
    ),
    "not shown": (
        "i::before { content: 'a'; display: none } i::after { content: 'b'; opacity: 0 } u::before { content: 'c'; visibility: hidden }"
        " u::after { content: 'd'; font-size: 0 } s::before { content: 'e'; position: absolute; transform: scale(0) }",
        "<i>1</i><u>2</u><s>3</s>",
        "123",
    ),
    "only while it is pointed at": ("b:hover::after { content: 'Tip' }", "<p style='margin-top:99px'><b>x</b>", "x"),
    "not in what is hidden": ("b::after { content: 'Tip' }", "<b hidden>x</b>y", "y"),
    "not the lines of code": ("pre::before { content: 'Copy' }", "<pre>a\nb</pre>", "```\na\nb\n```"),
}


@pytest.mark.rows(2)
@pytest.mark.parametrize(("rules", "html", "expected"), TEXT.values(), ids=TEXT)
async def test_generated_text(page: Page, rules: str, html: str, expected: str) -> None:
    await page.set_content(f"<!doctype html><style>{rules}</style><body>{html}")
    assert "\n".join(await lines(page)) == expected


async def test_the_name_of_a_control_has_it(page: Page) -> None:
    await page.set_content("<style>button::before{content:'Save ' / 'Keep '}</style><button>all</button>")
    await capture(page)
    assert (await ask(page, "probe", id=1))["name"] == "Keep all"


async def test_rules_of_shadow_roots(page: Page) -> None:
    await page.set_content(
        "<div><template shadowrootmode=open><style>button::before{content:'Save'} :host::before{content:'Tools'}"
        " ::slotted(b)::after{content:'!'}</style><button></button> <slot></slot></template><b>Now</b></div>"
    )
    assert await lines(page) == ["Tools [button] Save Now!"]


async def test_rules_that_come_and_go(page: Page) -> None:
    await page.set_content("<b>x</b>")
    assert await lines(page) == ["x"]
    await page.evaluate(
        "(sheet => { sheet.replaceSync('b::before{content:\"new \"}'); document.adoptedStyleSheets = [sheet] })(new CSSStyleSheet)"
    )
    assert await lines(page) == ["new x"]
    await page.evaluate("document.adoptedStyleSheets = []")
    assert await lines(page) == ["x"]


async def test_sheets_that_cannot_be_read(page: Page) -> None:
    await page.route("https://cdn.example/**", lambda route: route.fulfill(body=".p::before{content:'$'}", content_type="text/css"))
    await page.set_content(
        "<link rel=stylesheet href=https://cdn.example/a.css>" + "<i>x</i> " * 20 + "<b class=p>1</b> <b class=p>2</b><b>3</b>"
    )
    assert await lines(page) == ["x " * 20 + "$1 $23"]


async def test_an_element_named_like_a_property_of_the_document(page: Page) -> None:
    await page.set_content(
        "<style>b::before{content:'new '}</style><img name=styleSheets><form name=adoptedStyleSheets></form><b>x</b>"
    )
    assert await lines(page) == ["new x"]


async def test_many_rules_that_generate_text(page: Page) -> None:
    rules = "".join(f".c{n}::before {{ content: '{n} ' }}" for n in range(1000))
    await page.set_content(f"<style>{rules}</style><p class=c7>a</p><p class=c999>b</p><p>c</p><button class=c5>d</button>")
    assert await lines(page) == ["7 a", "999 b", "c", "[button] 5 d"]
    assert (await ask(page, "probe", id=1))["name"] == "5 d"
