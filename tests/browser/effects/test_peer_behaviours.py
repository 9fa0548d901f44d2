"""What users of Playwright MCP are used to, tried here: 60 behaviours that its own tests hold it to, written down anew.

Each row has the name that its tool has there, a page, calls, and what the last answer says. ``differs`` says where the same end is
reached on purpose in another way; a row without it is the same but for names and form.
"""

import re
from dataclasses import dataclass
from typing import Any

import pytest

from tests.browser.effects.ground import Ground


@dataclass(frozen=True, slots=True)
class Behaviour:
    name: str
    page: str
    calls: tuple[dict[str, Any], ...]
    says: str
    differs: str = ""


def b(name: str, page: str, *calls: dict[str, Any], says: str, differs: str = "") -> Behaviour:
    return Behaviour(name, page, calls, says, differs)


def c(action: str, **arguments: Any) -> dict[str, Any]:
    return {"action": action, **arguments}


KEYS = "<div id=d></div><button>Submit</button><script>onclick = e => { d.textContent = `c${+e.ctrlKey} m${+e.metaKey} s${+e.shiftKey} a${+e.altKey}` }</script>"
SELECT = "<select aria-label=Pick {}><option value=foo>Foo<option value=bar>Bar<option value=baz>Baz</select>"
FORM = "<form><label><input name=n> Name</label><label><input type=email> Email</label><label><input type=range min=18 max=100> Age</label><select aria-label=Country><option>Choose<option value=us>United States</select><label><input type=checkbox> News</label></form>"
CONFIRM = "<button onclick='document.body.textContent = confirm(`Sure`)'>Submit</button>"
PROMPT = "<button onclick='document.body.textContent = prompt(`Who`)'>Submit</button>"
LOGS = "console.debug('dbg'); console.log('plain'); console.warn('warned'); console.error('broke'); setTimeout(() => { throw new Error('unhandled') }); await fetch('/missing'); await new Promise(done => setTimeout(done, 20))"
DRAG = "<button draggable=true id=p>Piece</button><button id=z ondragover='event.preventDefault()' ondrop='event.preventDefault(); z.textContent = `Dropped`'>Zone</button>"
MOUSE = "<style>body{margin:0}</style><p id=o>None</p><script>for (const t of ['mousedown', 'mouseup', 'click', 'dblclick', 'wheel']) addEventListener(t, e => { o.textContent += ` ${t}${e.button}@${e.clientX},${e.clientY}` })</script><div style='height:3000px'></div>"

BEHAVIOURS = (
    b("navigate", "<title>Title</title>Hello, world!", c("content"), says="Title(.|\n)*Hello, world!", differs="a snapshot is asked for with content, or observe"),
    b("navigate: data url", "", c("navigate", url="data:text/html,<h1>Hello</h1>"), c("content"), says="# Hello|url_blocked|scheme"),
    b("navigate: file blocked", "", c("navigate", url="file:///etc/passwd"), says="error (policy_denied|url_blocked|invalid_url|navigation_blocked|address_denied)"),
    b("navigate: empty url", "", c("navigate", url=""), says="error ", differs="there a no-op; here an address that is none is refused"),
    b("navigate: connection refused", "", c("navigate", url="http://127.0.0.1:1/"), says="error navigation_failed.*(ERR_CONNECTION_REFUSED|ERR_UNSAFE_PORT)"),
    b("navigate: 404 is said", "", c("navigate", url="SITE/missing"), says="404"),
    b("navigate back", "<title>One</title>", c("navigate", url="SITE/goal"), c("back"), says="Tab .*One"),
    b("navigate back: none", "", c("open"), c("back", browser_id=None), says="error no_history"),
    b("click", "<button onclick='this.focus()'>Submit</button>", c("click", ref="SUBMIT"), says=r"click \[button \d+\] Submit"),
    b("click: double", "<h1 tabindex=0 ondblclick='this.textContent = `Twice`'>Submit</h1>", c("double_click", selector="h1"), says="Twice"),
    b("click: right", "<button oncontextmenu='this.textContent = `Right`; return false'>Submit</button>", c("right_click", ref="SUBMIT"), says=r"~ \[button \d+\] Right"),
    b("click: Control", KEYS, c("click", ref="SUBMIT", modifiers=["Control"]), says="c1 m0 s0 a0"),
    b("click: Shift and Alt", KEYS, c("click", ref="SUBMIT", modifiers=["Shift", "Alt"]), says="c0 m0 s1 a1"),
    b("click: navigation by a timer", "<button onclick='setTimeout(() => { location = `/goal` }, 100)'>Submit</button>", c("click", ref="SUBMIT"), c("wait", url="*/goal"), says="url", differs="there the click waits half a second for it; here the call that needs the page does"),
    b("click: by selector", "<button data-tid=submit>Submit</button>", c("click", selector="[data-tid=submit]"), says=r"\[button \d+\] Submit"),
    b("click: many match", "<button>One</button><button>Two</button>", c("click", selector="button"), says="error (selector_ambiguous|ambiguous)"),
    b("click: none match", "", c("click", selector="#nowhere", timeout_ms=500), says="error (selector|not_found|no_match|target)"),
    b("old ref", "<button onclick='document.querySelectorAll(`button`)[1].remove()'>Submit</button><button>Two</button>", c("click", ref="SUBMIT"), c("click", ref="TWO"), says="error ref_stale"),
    b("unknown ref", "", c("click", ref=987654), says="error ref_(unknown|stale)"),
    b("hidden parent, visible child", "<div style='visibility:hidden'><div style='visibility:visible'><button>Submit</button></div></div>", c("content"), says=r"\[button \d+\] Submit"),
    b("select_option", SELECT.format(""), c("select_option", ref="PICK", values=["bar"]), says="Bar"),
    b("select_option: many", SELECT.format("multiple"), c("select_option", ref="PICK", values=["bar", "baz"]), says="Bar.*Baz"),
    b("select_option: unknown", SELECT.format(""), c("select_option", ref="PICK", value="qux"), says="error .*(Foo|Bar)"),
    b("resize", "<p id=o>None</p><script>onresize = () => { o.textContent = `${innerWidth}x${innerHeight}` }</script>", c("set_viewport", width=390, height=780), c("wait", text="390x780"), c("content"), says="390x780"),
    b("type", "<input aria-label=Name onkeypress='console.log(`key`)'>", c("type", ref="NAME", text="Hi!"), says="Hi!"),
    b("type: and submit", "<form onsubmit='o.textContent = `Sent ` + n.value; return false'><input id=n aria-label=Name></form><p id=o>", c("type_submit", ref="NAME", text="Hi!"), says="Sent Hi!"),
    b("type: slowly", "<input aria-label=Name onkeydown='console.error(event.key)'>", c("type", ref="NAME", text="ab", slowly=True), c("console"), says="a(.|\n)*b"),
    b("type: into a textarea", "<textarea aria-label=Name></textarea>", c("type", ref="NAME", text="one\ntwo"), says="one(.|\n)*two"),
    b("press_key", "<p id=o>None</p><script>onkeydown = e => { o.textContent = `Key ${e.key}` }</script>", c("press_key", key="ArrowLeft"), says="Key ArrowLeft"),
    b("press_key: unknown", "", c("press_key", key="Nokey"), says="error .*Nokey"),
    b("fill_form", FORM, c("fill_form", fields=[{"ref": "NAME", "value": "Ada"}, {"ref": "EMAIL", "value": "a@b.test"}, {"ref": "AGE", "value": "25"}, {"ref": "COUNTRY", "value": "United States"}, {"ref": "NEWS", "value": True}]), c("content"), says=r'Ada(.|\n)*a@b.test(.|\n)*25(.|\n)*\*United States(.|\n)*checked checkbox'),
    b("hover", "<button onmouseenter='this.textContent = `Over`'>Submit</button>", c("hover", ref="SUBMIT"), says="Over"),
    b("drag", DRAG, c("drag", ref="PIECE", target_ref="ZONE"), says="Dropped"),
    b("mouse_move_xy", "<p id=o>None</p><script>onmousemove = e => { o.textContent = `At ${e.clientX},${e.clientY}` }</script>", c("mouse", event_type="move", x=120, y=80), says="At 120,80"),
    b("mouse_click_xy", MOUSE, c("mouse", event_type="click", x=120, y=80), says="click0@120,80"),
    b("mouse_click_xy: right", MOUSE, c("mouse", event_type="click", x=120, y=80, button="right"), says="mousedown2@120,80"),
    b("mouse_wheel", MOUSE, c("wheel", x=100, y=100, delta_y=200), says="wheel|scrolled"),
    b("mouse_drag_xy", "<input type=range min=0 max=100 value=0 id=r aria-label=Level style='position:fixed;left:0;top:0;width:200px;margin:0'>", c("drag", x=8, y=8, to_x=192, to_y=8), c("evaluate", script="+r.value > 90"), says="true"),
    b("dialog: alert", "<button onclick='alert(`Hey`)'>Submit</button>", c("click", ref="SUBMIT"), says="alert dialog.*Hey"),
    b("dialog: holds other tools", "<button onclick='alert(`Hey`)'>Submit</button>", c("click", ref="SUBMIT"), c("click", ref="SUBMIT"), says="error dialog_open.*Hey"),
    b("dialog: two alerts", "<button onclick='alert(`Hey 1`); alert(`Hey 2`)'>Submit</button>", c("click", ref="SUBMIT"), c("dialog", operation="accept"), says="Hey 2"),
    b("dialog: confirm yes", CONFIRM, c("click", ref="SUBMIT"), c("dialog", operation="accept"), says="true"),
    b("dialog: confirm no", CONFIRM, c("click", ref="SUBMIT"), c("dialog", operation="dismiss"), says="false"),
    b("dialog: prompt", PROMPT, c("click", ref="SUBMIT"), c("dialog", operation="accept", text="Answer"), says="Answer"),
    b("dialog: by a timer", "<button onclick='setTimeout(() => alert(`Hey`), 100)'>Submit</button>", c("click", ref="SUBMIT"), c("wait", time_ms=200), says="Hey", differs="there the click waits half a second; here the next answer has it at the latest"),
    b("dialog: none open", "", c("dialog", operation="accept"), says="error "),
    b("console_messages", "<script>console.log('Hello'); console.error('Bad')</script>", c("console"), says="Hello(.|\n)*Bad"),
    b("console_messages: page error", "<script>throw new Error('In script')</script>", c("console"), says="In script"),
    b("console_messages: all sorts", "", c("evaluate", script=LOGS), c("console"), says=r"plain(.|\n)*warned(.|\n)*broke(.|\n)*unhandled"),
    b("console_messages: errors only", "", c("evaluate", script=LOGS), c("console", level="error"), says=r"\A(?!(.|\n)*(plain|warned))(.|\n)*broke(.|\n)*unhandled"),
    b("console: of the action", "<button onclick='console.log(`Logged`)'>Submit</button>", c("click", ref="SUBMIT"), c("console"), says="Logged", differs="there the click's answer has every message, here errors alone"),
    b("network_requests", "<script>fetch('/api?x=1')</script>", c("wait", load_state="networkidle"), c("network"), says=r"/api\?x=1"),
    b("evaluate", "<title>Title</title>", c("evaluate", script="() => document.title"), says="Title"),
    b("evaluate: element", "<button>Submit</button>", c("evaluate", script="e => e.textContent", ref="SUBMIT"), says="Submit"),
    b("evaluate: error", "", c("evaluate", script="nothere()"), says="error script_error.*nothere"),
    b("tabs: new and list", "", c("open", url="SITE/goal"), c("list"), says="Tab 1(.|\n)*Goal"),
    b("wait_for: text", "<p id=o>None</p><script>setTimeout(() => { o.textContent = `There` }, 100)</script>", c("wait", text="There"), says="text"),
    b("wait_for: text gone", "<p id=o>Leaves</p><script>setTimeout(() => o.remove(), 100)</script>", c("wait", text_gone="Leaves"), says="text_gone"),
    b("wait_for: never", "", c("wait", text="Never", timeout_ms=300), says="error .*Never"),
    b("iframes", "<iframe title=Frame srcdoc='<button onclick=\"this.textContent = `Pressed`\">Submit</button>'></iframe>", c("click", ref="SUBMIT"), says="Pressed"),
    b("screenshot", "<p>Here", c("screenshot"), says=r"\.jpe?g"),
    b("pdf", "<p>Here", c("pdf"), says=r"\.pdf"),
    b("find", "<h2>Part</h2><p>A needle here</p>", c("find", text="needle"), says="A needle here"),
    b("file_upload: pending chooser", "<input type=file aria-label=Doc>", c("click", ref="DOC"), says="file|upload", differs="there a modal state; here upload_file takes the field, and the click says what a chooser is for"),
    b("download: link", "<a href=/file download=test.txt>Submit</a>", c("click", ref="SUBMIT"), says="report.bin|test.txt"),
    b("download: navigating", "", c("navigate", url="SITE/file"), says="report.bin"),
    b("offline", "", c("emulate", offline=True), c("evaluate", script="navigator.onLine"), says="false"),
)  # fmt: skip


def _row(behaviour: Behaviour) -> Any:
    name = "peer/" + re.sub(r"\W+", "_", behaviour.name)
    return pytest.param(behaviour, id=name)


@pytest.mark.rows(2)
@pytest.mark.parametrize("behaviour", [_row(behaviour) for behaviour in BEHAVIOURS])
async def test_it_is_as_users_of_playwright_mcp_are_used_to(ground: Ground, behaviour: Behaviour) -> None:
    await ground.visit(behaviour.page)
    text = ""
    for call in behaviour.calls:
        url = call.get("url")
        text = (await ground.call(**(call | {"url": url.replace("SITE", ground.site.url(""))} if url else call))).text
    await ground.tidy()
    await ground.call(action="emulate", offline=False)
    await ground.call(action="set_viewport", width=1280, height=720)
    assert re.search(behaviour.says, text), text.replace("\n", " | ")
