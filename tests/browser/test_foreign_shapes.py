"""Calls in the shapes of other tools, on one page: what they name is found, and nothing else is."""

from typing import Any

from refbrowser import Chat
from tests.support.calls import do, evaluated, failure, navigated, ok, page_text
from tests.support.server import Site

PAGE = """<title>Shapes</title><style>#under { display: block; height: 3000px }</style>
<button id=ask onclick="log.push('ask')">Ask name</button><label>Name <input id=name></label><label for=mail>Mail</label><input id=mail>
<input id=search placeholder="Search products"><button id=save onclick="log.push('save')">Save</button>
<button onclick="log.push('save all')">Save all</button><h2>Save changes</h2>
<label><input type=checkbox id=news> News</label><label><input type=radio id=fast name=r> Fast</label>
<select id=land aria-label=Country><option value=ch>Switzerland</option><option value=de>Germany</option></select>
<p>Twice</p><p>Twice</p><p>Copyable words</p><a id=under href="#end">Under</a>
<script>window.log = []; addEventListener('keydown', event => log.push((event.ctrlKey ? 'ctrl ' : event.metaKey ? 'meta ' : '') + event.key))</script>"""


async def test_calls_of_other_tools_do_what_they_mean(common_chat: Chat, site: Site) -> None:
    refs = await navigated(common_chat, site.page(PAGE))
    name, save = refs["Name"], refs["Save"]
    effects: list[tuple[dict[str, Any], str, Any]] = [
        ({"action": "click", "text": "Save"}, "log.splice(0)", ["save"]),
        ({"click": save}, "log.splice(0)", ["save"]),
        ({"name": "browser", "arguments": {"action": "tap", "index": save, "x": 0, "y": 0}}, "log.splice(0)", ["save"]),
        ({"action": "click", "selector": f"[button {save}]"}, "log.splice(0)", ["save"]),
        ({"action": "click", "role": "button", "name": "Save all"}, "log.splice(0)", ["save all"]),
        ({"action": "click", "selector": "text=ask"}, "log.splice(0)", ["ask"]),
        ({"action": "type", "label": "Name", "text": "Ada"}, "document.querySelector('#name').value", "Ada"),
        ({"action": "type", "selector": "label=Mail", "text": "a@b"}, "document.querySelector('#mail').value", "a@b"),
        ({"action": "type", "selector": "placeholder=Search products", "text": "desk"}, "document.querySelector('#search').value", "desk"),
        ({"action": "clear", "element": name}, "document.querySelector('#name').value", ""),
        ({"action": "fill_form", "fields": {"Name": "Eve", "News": True}}, "[document.querySelector('#name').value, document.querySelector('#news').checked]", ["Eve", True]),
        ({"action": "uncheck", "text": "News"}, "document.querySelector('#news').checked", False),
        ({"action": "select", "element_id": refs["Country"], "option_text": "Germany"}, "document.querySelector('#land').value", "de"),
        ({"action": "press", "key": "{Tab}", "ref": name}, "[log.splice(0).at(-1), document.activeElement.id]", ["Tab", "mail"]),
        ({"action": "keyboard", "key": "Ctrl + J"}, "log.splice(0).at(-1)", "ctrl j"),
        ({"action": "press", "key": "ctrl-shift-j"}, "log.splice(0).at(-1)", "ctrl J"),
        ({"action": "evaluate", "function": "(a, b) => a + b", "args": [4, 5]}, "log.splice(0)", []),
        ({"action": "scroll", "delta_y": 400}, "scrollY > 300", True),
    ]  # fmt: skip
    for call, script, effect in effects:
        ok(await common_chat.call(call))
        assert await evaluated(common_chat, script) == effect, call
    assert "Copyable words" in page_text(await do(common_chat, "content", selector="text=Copyable"))
    assert "Under" not in page_text(await do(common_chat, "content", selectors=["text=Copyable", "#save"]))
    assert (await do(common_chat, "wait", selector="label=Name"))["held"] == "selector"
    assert (await do(common_chat, "expect", selector="text=Save", count=3))["passed"] == "count"


async def test_a_whole_text_goes_before_a_part_and_a_control_before_text(common_chat: Chat, site: Site) -> None:
    await navigated(common_chat, site.page(PAGE + "<h3>Save</h3><b>Ask</b>"))
    await do(common_chat, "click", selector="text=Save")
    assert await evaluated(common_chat, "log.splice(0)") == ["save"]
    for selector in ("text=Twice", "text=Twic"):
        answer = failure(await common_chat.call({"action": "click", "selector": selector}), "selector_ambiguous")
        assert answer["details"]["count"] == 2
    await do(common_chat, "click", text="Ask")
    assert await evaluated(common_chat, "log") == []


async def test_addresses_are_relative_to_the_page(common_chat: Chat, site: Site) -> None:
    await do(common_chat, "navigate", url="about:blank")
    for relative in ("/echo", "./echo", "?a=1", "#a"):
        failure(await common_chat.call({"action": "navigate", "url": relative}), "invalid_arguments")
    base = site.page("<p>Here")
    await do(common_chat, "navigate", url=base)
    for relative, loaded in (
        ("/echo?a=1", site.url("/echo?a=1")), ("?b=2", site.url("/echo?b=2")), ("#end", site.url("/echo?b=2#end")),
        ("./echo", site.url("/echo")), ("//" + site.url("/echo?c").partition("//")[2], site.url("/echo?c")),
    ):  # fmt: skip
        assert (await do(common_chat, "navigate", url=relative))["url"] == loaded
    opened = await do(common_chat, "open", url="../echo?d")
    assert opened["state"]["url"] == site.url("/echo?d")
    await do(common_chat, "close", browser_id=opened["browser_id"])


async def test_an_action_on_another_kind_of_control_names_the_one_for_it(common_chat: Chat, site: Site) -> None:
    await navigated(common_chat, site.page(PAGE))
    for call, code, named in (
        (
            {"action": "type", "selector": "#land", "text": "Germany"},
            "not_editable",
            {"action": "select_option", "value": "Germany"},
        ),
        (
            {"action": "type", "selector": "text=Mail", "text": "a@b"},
            "not_editable",
            {"action": "type", "selector": "label=Mail", "text": "a@b"},
        ),
        ({"action": "select_option", "selector": "#fast", "value": "Fast"}, "ref_kind", {"action": "set_checked", "checked": True}),
    ):
        remedy = failure(await common_chat.call(call), code)["remedy"]
        assert remedy.items() >= named.items()
        ok(await common_chat.call({key: value for key, value in remedy.items() if key != "hint"}))


async def test_kinds_are_read_in_the_plural_and_in_capitals_and_no_others(common_chat: Chat, site: Site) -> None:
    await navigated(common_chat, site.page(PAGE))
    for action, own, others in (
        ("find", "button", ("Buttons", "BUTTON")), ("find", "input text", ("text", "Input text")),
        ("network", "document", ("Document", "documents")),
    ):  # fmt: skip
        part, counted = ({"regex": "."}, "count") if action == "find" else ({}, "total")
        native = (await do(common_chat, action, kinds=[own], **part))[counted]
        assert native > 0
        for other in others:
            assert (await do(common_chat, action, kinds=[other], **part))[counted] == native
        answer = failure(await common_chat.call({"action": action, "kinds": ["gadget"], **part}), "invalid_arguments")
        assert f"{own.split()[0]}," in answer["error"]
