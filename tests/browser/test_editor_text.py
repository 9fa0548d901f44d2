"""What an editor holds, read back as its lines are drawn; and editors that a script draws, which are typed into by an EditContext or a
field that nobody sees."""

from typing import Any

import pytest

from refbrowser import Chat
from tests.support.calls import do, evaluated, navigated
from tests.support.server import Site

LINES = [
    ("<p><br></p>", ""),
    ("<p>one</p><p><br></p><p>two</p><p>three</p>", "one\n\ntwo\nthree"),
    ("one<div><br></div><div>two</div>", "one\n\ntwo"),
    ("one<br><br>two<br>", "one\n\ntwo"),
    ("<div><div><p>one</p></div><blockquote><p>two</p></blockquote></div>", "one\ntwo"),
    ("<div><div><span><span>one</span></span></div></div><div><div><span><br></span></div></div>", "one\n"),
    ("<h1>one</h1><ul><li>two</li><li><p>three</p></li></ul><pre>four\n  five\n</pre>six", "one\ntwo\nthree\nfour\n  five\nsix"),
    ("<div style='white-space: pre-wrap'>one\n\n  two  \n</div>", "one\n\n  two  "),
    ("<span style='white-space: pre-line'>one   two\nthree</span>", "one two\nthree"),
    ("<p>a &nbsp;b&nbsp;</p>\n<p>  c <b> d</b> </p>", "a  b \nc d"),
    ("<p><span>\ufeff<br></span></p><p>\u200bone\u2060</p>", "\none"),
    ("<p style='min-height: 1em'></p><p></p><p>one</p>", "\none"),
    ("<p>one<span contenteditable=false style='position: absolute'>Write here</span></p>", "one"),
    ("<p style='text-transform: uppercase'>one</p><p style='display: none'>two</p><p style='visibility: hidden'>three</p>", "one"),
    ("<div><select contenteditable=false><option>Plain<option>Python</select>one</div>", "one"),
    ("<p style='content-visibility: auto'>one</p><p>two</p>", "one\ntwo"),
    ("<table><tr><td>one</td><td>two</td></tr></table>", "one\ttwo"),
    ("<div style='display: flex'><div>one</div></div><div style='display: contents'>two</div>", "one\ntwo"),
]


async def test_an_editor_is_read_as_its_lines_are_drawn(common_chat: Chat, site: Site) -> None:
    editors = "".join(f"<div contenteditable aria-label=E{at}e>{html}</div>" for at, (html, _) in enumerate(LINES))
    refs = await navigated(common_chat, site.page(editors))
    calls = [{"action": "detail", "ref": refs[f"E{at}e"]} for at in range(len(LINES))]
    values = [one["result"]["value"] for one in await do(common_chat, "multi", calls=calls)]
    assert values == [text for _, text in LINES]


@pytest.mark.parametrize("around", ["%s", "<x-shadow></x-shadow><template>%s</template><script>const root = document.querySelector('x-shadow').attachShadow({ mode: 'closed' });"
    " root.innerHTML = document.querySelector('template').innerHTML</script>"], ids=["document", "shadow"])  # fmt: skip
async def test_what_was_typed_is_read_back_with_its_blank_lines(common_chat: Chat, site: Site, around: str) -> None:
    editors = {"Blocks": "<p><br></p>", "Plain": "", "Kept": ""}
    styles = {"Kept": " style='white-space: pre-wrap'"}
    html = "".join(f"<div contenteditable{styles.get(name, '')} aria-label={name}>{inner}</div>" for name, inner in editors.items())
    refs = await navigated(common_chat, site.page(around % html))
    for name in editors:
        for text in ("one\n\ntwo\nthree", "x\n\n\ny", "a b "):
            receipt = (await do(common_chat, "type", ref=refs[name], text=text))["action"]
            assert (receipt["value"], "differs_from_typed" in receipt) == (text, False)


async def test_blank_lines_that_a_page_takes_away_differ(common_chat: Chat, site: Site) -> None:
    refs = await navigated(
        common_chat,
        site.page(
            "<div contenteditable aria-label=E oninput='for (const one of [...children]) if (!one.textContent) one.remove()'></div>"
        ),
    )
    receipt = (await do(common_chat, "type", ref=refs["E"], text="one\n\ntwo"))["action"]
    assert (receipt["value"], receipt["differs_from_typed"]) == ("one\ntwo", True)


PLAIN = """<div id=e role=textbox tabindex=0 aria-label=Code style="height: 40px; white-space: pre"></div><script>
    const context = new EditContext(); e.editContext = context;
    context.addEventListener('textupdate', () => { e.textContent = context.text });
    window.model = () => context.text;
</script>"""
CANVAS = """<canvas id=e tabindex=0 aria-label=Code width=200 height=40></canvas><script>
    const context = new EditContext(); e.editContext = context;
    window.model = () => context.text;
</script>"""
LIKE_MONACO = """<style>#out { height: 60px; white-space: pre } #box { position: relative } #box > :not(#out) { position: absolute; z-index: -1; top: 0; left: 9px }</style>
<div id=box><div id=e role=textbox tabindex=0 aria-label=Code style="width: 0; height: 19px; overflow: scroll"></div>
<textarea readonly aria-hidden=true tabindex=-1></textarea><div id=out></div></div><script>
    const context = new EditContext(); e.editContext = context;
    let text = 'old\\ntext', at = [0, 0];
    window.model = () => text;
    const draw = () => requestAnimationFrame(() => {
        out.textContent = text;
        context.updateText(0, context.text.length, text.slice(at[0], at[1]));
        context.updateSelection(0, context.text.length);
    });
    addEventListener('mousedown', event => { event.preventDefault(); e.focus() });
    e.addEventListener('keydown', event => {
        if (!event.ctrlKey || !['a', 'End'].includes(event.key)) return;
        event.preventDefault(); event.stopPropagation();
        at = [event.key === 'a' ? 0 : text.length, text.length];
        draw();
    });
    context.addEventListener('textupdate', event => {
        const start = at[0] + event.updateRangeStart, end = at[0] + event.updateRangeEnd;
        text = text.slice(0, start) + event.text + text.slice(end);
        at = [start + event.text.length, start + event.text.length];
        draw();
    });
    draw();
</script>"""
BY_TEXTAREA = """<div id=box style="position: relative"><div style="overflow: hidden; position: relative; width: 3px; height: 0">
<textarea id=e tabindex=0 spellcheck=false aria-label=Code style="position: absolute; bottom: -1em; width: 1px; height: 1em; padding: 0; border: 0"></textarea></div><pre id=out style="height: 60px"></pre></div><script>
    let text = 'old\\ntext', at = text.length;
    window.model = () => text;
    const draw = () => { out.textContent = text; e.value = '' };
    addEventListener('mousedown', event => { event.preventDefault(); e.focus() });
    e.addEventListener('keydown', event => { if (event.ctrlKey && event.key === 'a') { event.preventDefault(); at = 0 } if (event.ctrlKey && event.key === 'End') at = text.length;
        if (event.key === 'Delete' && at === 0) { text = ''; draw() } });
    e.addEventListener('input', () => { text = (at ? text : '') + e.value; at = text.length; draw() });
    draw();
</script>"""


@pytest.mark.rows(2)
@pytest.mark.parametrize("page", [PLAIN, CANVAS, LIKE_MONACO, BY_TEXTAREA], ids=["plain", "canvas", "monaco", "textarea"])
async def test_an_editor_that_a_script_draws_is_typed_into(common_chat: Chat, site: Site, page: str) -> None:
    refs = await navigated(common_chat, site.page(page))
    assert list(refs) == ["Code"]
    for text, arguments, model in (
        ("let a = 1", {}, "let a = 1"),
        ("let b", {}, "let b"),
        (" = 2", {"clear": False}, "let b = 2"),
        ("one\n\ntwo", {}, "one\n\ntwo"),
        ("slow", {"slowly": True}, "slow"),
        ("", {}, ""),
    ):  # fmt: skip
        receipt = (await do(common_chat, "type", ref=refs["Code"], text=text, **arguments))["action"]
        assert await evaluated(common_chat, "model()") == model
        assert "differs_from_typed" not in receipt
        assert page is LIKE_MONACO or "pending" not in receipt
    await do(common_chat, "fill_form", fields=[{"ref": refs["Code"], "value": "filled"}])
    field = await _filled(common_chat, refs["Code"], "filled again")
    assert (await evaluated(common_chat, "model()"), "differs_from_typed" in field) == ("filled again", False)
    await do(common_chat, "click", ref=refs["Code"])
    await do(common_chat, "key_chord", keys=["Control", "End"])
    await do(common_chat, "keyboard", text=" xy")
    assert await evaluated(common_chat, "model()") == "filled again xy"


async def _filled(chat: Chat, ref: int, value: str) -> dict[str, Any]:
    fields: list[dict[str, Any]] = (await do(chat, "fill_form", fields=[{"ref": ref, "value": value}]))["action"]["fields"]
    return fields[0]
