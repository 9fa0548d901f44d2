"""What a page's script changes, and what a receipt has to say of it: one row per kind of change.

Expected is one of

- ``SHOWN``: the text that a model reads matches ``says``, and claims nothing else;
- ``LATER``: as ``SHOWN``, or the receipt says that something is pending;
- ``NOTHING``: a person could notice nothing and nothing was sent: the receipt says that no effect was observed;
- ``UNSEEN``: a person could notice it in a picture only, or not at all without developer tools, but it is no text, value, state or
  structure: either is right. It must not be pending and no line may be invented.
- ``UNTIED``: it comes of a timer long after the action: any answer is right, but it must not be attributed to the next action.
"""

from dataclasses import dataclass

SHOWN, LATER, NOTHING, UNSEEN, UNTIED = "shown", "later", "nothing", "unseen", "untied"


@dataclass(frozen=True, slots=True)
class Outcome:
    name: str
    stage: str
    act: str
    says: str = "Marker"
    expected: str = SHOWN
    ready: str = ""


def _frame(name: str, source: str, act: str, says: str) -> Outcome:
    return Outcome(name, f"<iframe id=f title=Frame {source}></iframe>", act, says)


_POST = "f.contentWindow.postMessage(`%s`, '*') /* did */"
_SRCDOC = 'srcdoc="<p id=t>Before</p><input id=i aria-label=Inner>"'

TEXT = Outcome("text", "<p id=t>Before</p>", "t.textContent = 'Marker'")
VALUE = Outcome("value", "<input id=i aria-label=Field>", "i.value = 'Marker'")
IDLE = Outcome("idle", "<p>Rest</p>", "", "", NOTHING)

STRUCTURE = (
    TEXT,
    Outcome("text_data", "<p id=t>Before</p>", "t.firstChild.data = 'Marker'"),
    Outcome("number_only", "<p id=t>Cart 1</p>", "t.textContent = 'Cart 2'", "Cart 2"),
    Outcome("added", "", "stage.append(Object.assign(document.createElement('p'), {textContent: 'Marker'}))"),
    Outcome("added_same", "<p>Twin</p>", "stage.insertAdjacentHTML('beforeend', '<p>Twin</p>')", r"\+ Twin"),
    Outcome("removed", "<p id=t>Marker</p>", "t.remove()", "- Marker"),
    Outcome("removed_twin", "<p>Twin</p><p id=t>Twin</p>", "t.remove()", "- Twin"),
    Outcome("moved", "<ul id=l><li>First</li><li>Second</li><li id=b>Third</li></ul>", "l.prepend(b)", "Third"),
    Outcome("replaced", "<p id=t>Before</p>", "t.outerHTML = '<p id=t>Marker</p>'"),
    Outcome("all_replaced", "<p>Before</p>", "stage.innerHTML = '<h2>Marker</h2>'"),
    Outcome("button_added", "", "stage.insertAdjacentHTML('beforeend', '<button>Marker</button>')", r"\[button \d+\] Marker"),
    Outcome("alert_region", "<div role=alert id=t></div>", "t.textContent = 'Marker'"),
    Outcome("hidden_style", "<p id=t>Marker</p>", "t.style.display = 'none'", "- Marker"),
    Outcome("shown_hidden", "<p id=t hidden>Marker</p>", "t.hidden = false", r"\+ Marker"),
    Outcome("shown_class", "<style>.off{display:none}</style><p id=t class=off>Marker</p>", "t.className = ''", r"\+ Marker"),
    Outcome("shown_visibility", "<p id=t style='visibility:hidden'>Marker</p>", "t.style.visibility = 'visible'", r"\+ Marker"),
    Outcome("shown_opacity", "<p id=t style='opacity:0'>Marker</p>", "t.style.opacity = 1", r"\+ Marker"),
    Outcome("shown_by_sheet", "<style>#t{display:none}</style><p id=t>Marker</p>", "document.styleSheets[1].deleteRule(0)", r"\+ Marker"),
    Outcome("shown_by_checkbox_css", "<style>#c:checked ~ #t{display:block}</style><input type=checkbox id=c aria-label=Tick><p id=t style='display:none'>x</p>", "c.checked = true", "checked"),
    Outcome("generated_text", "<style>.on::after{content:'Marker'}</style><p id=t>Before</p>", "t.className = 'on'"),
    Outcome("offscreen_in", "<p id=t style='position:absolute;left:-9999px'>Marker</p>", "t.style.left = '0'", r"\+ Marker"),
    Outcome("adopted_sheet", "<p id=t>Marker</p>", "const s = new CSSStyleSheet(); s.replaceSync('#t{display:none}'); document.adoptedStyleSheets = [s]", "- Marker"),
    Outcome("image_alt", "<img id=t alt=Before width=20 height=20 src='data:image/gif;base64,R0lGODlhAQABAAAAACw='>", "t.alt = 'Marker'"),
    Outcome("svg_text", "<svg width=99 height=30><text id=t y=20>Before</text></svg>", "t.textContent = 'Marker'"),
    Outcome("title", "", "document.title = 'Marker'"),
    Outcome("far_below", "<p id=t style='margin-top:5000px'>Before</p>", "t.textContent = 'Marker'"),
    Outcome("shadow_open", "<x-box id=x></x-box>", "x.shadowRoot.querySelector('p').textContent = 'Marker'", ready="x.attachShadow({mode: 'open'}).innerHTML = '<p>Before</p>'"),
    Outcome("shadow_closed", "<x-box id=x></x-box>", "root.querySelector('p').textContent = 'Marker'", ready="root = x.attachShadow({mode: 'closed'}); root.innerHTML = '<p>Before</p>'"),
    Outcome("shadow_value", "<x-box id=x></x-box>", "x.shadowRoot.querySelector('input').value = 'Marker'", ready="x.attachShadow({mode: 'open'}).innerHTML = '<input aria-label=Inner>'"),
    Outcome("closed_value", "<x-box id=x></x-box>", "root.querySelector('input').value = 'Marker'", ready="root = x.attachShadow({mode: 'closed'}); root.innerHTML = '<input aria-label=Inner>'"),
    Outcome("shadow_attached", "<div id=x></div>", "x.attachShadow({mode: 'open'}).innerHTML = '<p>Marker</p>'"),
    Outcome("slotted", "<x-box id=x><p slot=b id=t>Marker</p></x-box>", "t.slot = 'a'", r"\+ Marker", ready="x.attachShadow({mode: 'open'}).innerHTML = '<slot name=a></slot>'"),
    Outcome("custom_state", "<style>x-s::after{content:'Off'} x-s:state(on)::after{content:'Marker'}</style><x-s id=x></x-s>", "x.internals.states.add('on')", ready="customElements.define('x-s', class extends HTMLElement { internals = this.attachInternals() })"),
    Outcome("custom_checked", "<x-c id=x tabindex=0>Choice</x-c>", "x.internals.ariaChecked = 'true'", "checked", ready="customElements.define('x-c', class extends HTMLElement { constructor() { super(); this.internals = this.attachInternals(); this.internals.role = 'checkbox'; this.internals.ariaChecked = 'false' } })"),
    _frame("frame_text", _SRCDOC, "f.contentDocument.getElementById('t').textContent = 'Marker'", "Marker"),
    _frame("frame_value", _SRCDOC, "f.contentDocument.getElementById('i').value = 'Marker'", "Marker"),
    _frame("same_origin_text", "src=/framed", _POST % "t.textContent = 'Marker'", "Marker"),
    _frame("same_origin_checked", "src=/framed", _POST % "c.checked = true", "checked"),
    _frame("cross_origin_text", "src=OTHER/framed", _POST % "t.textContent = 'Marker'", "Marker"),
    _frame("cross_origin_value", "src=OTHER/framed", _POST % "i.value = 'Marker'", "Marker"),
    _frame("cross_origin_checked", "src=OTHER/framed", _POST % "c.checked = true", "checked"),
    _frame("cross_origin_scroll", "src=OTHER/framed", _POST % "scrollTo(0, 900)", "scroll"),
    _frame("frame_gone", _SRCDOC, "f.remove()", "- .*frame"),
    _frame("frame_loads", "src=/framed", "f.onload = () => note(); f.src = '/goal'", "The goal"),
    Outcome("frame_added", "", "const f = document.createElement('iframe'); f.srcdoc = '<p>Marker</p>'; f.onload = () => note(); stage.append(f)"),
)  # fmt: skip

STATES = (
    VALUE,
    Outcome("textarea_value", "<textarea id=i aria-label=Field></textarea>", "i.value = 'Marker'"),
    Outcome("value_cleared", "<input id=i aria-label=Field value=Marker>", "i.value = ''", "Field"),
    Outcome("password_value", "<input type=password id=i aria-label=Field>", "i.value = 'secret'", "•••"),
    Outcome("password_other", "<input type=password id=i aria-label=Field value=first>", "i.value = 'second'", "Field|password"),
    Outcome("number_value", "<input type=number id=i aria-label=Field value=1>", "i.value = 77", "77"),
    Outcome("range_value", "<input type=range id=i aria-label=Field value=1>", "i.value = 77", "77"),
    Outcome("date_value", "<input type=date id=i aria-label=Field>", "i.value = '2031-02-03'", "2031-02-03"),
    Outcome("progress_value", "<progress id=i aria-label=Field value=10 max=100></progress>", "i.value = 77", "77"),
    Outcome("meter_value", "<meter id=i aria-label=Field value=10 max=100></meter>", "i.value = 77", "77"),
    Outcome("slider_aria", "<div role=slider tabindex=0 id=i aria-label=Field aria-valuenow=1>Knob</div>", "i.ariaValueNow = '77'", "77"),
    Outcome("checked", "<input type=checkbox id=i aria-label=Field>", "i.checked = true", r"\[checked checkbox"),
    Outcome("unchecked", "<input type=checkbox id=i aria-label=Field checked>", "i.checked = false", r"\[checkbox"),
    Outcome("radio_other", "<input type=radio name=r aria-label=One checked><input type=radio name=r id=i aria-label=Two>", "i.checked = true", r"\[checked radio \d+\] Two"),
    Outcome("indeterminate", "<input type=checkbox id=i aria-label=Field>", "i.indeterminate = true", "mixed"),
    Outcome("selected_index", "<select id=i aria-label=Field><option>One<option>Marker</select>", "i.selectedIndex = 1", r"\*Marker"),
    Outcome("option_selected", "<select id=i aria-label=Field multiple><option>One<option>Marker<option>Three</select>", "i.options[1].selected = true", r"\*Marker"),
    Outcome("options_two", "<select id=i aria-label=Field multiple><option selected>One<option>Marker<option>Three</select>", "i.options[1].selected = i.options[2].selected = true", r"\*Marker.*\*Three"),
    Outcome("option_added", "<select id=i aria-label=Field><option>One</select>", "i.add(new Option('Marker'))"),
    Outcome("editable", "<div contenteditable id=i aria-label=Field role=textbox>Before</div>", "i.textContent = 'Marker'"),
    Outcome("details_open", "<details id=i><summary>More</summary><p>Marker</p></details>", "i.open = true"),
    Outcome("details_closed", "<details id=i open><summary>More</summary><p>Marker</p></details>", "i.open = false", "- Marker"),
    Outcome("modal_open", "<dialog id=i><p>Marker</p></dialog>", "i.showModal()"),
    Outcome("modal_closed", "<dialog id=i open><p>Marker</p></dialog>", "i.close()", "- .*Marker"),
    Outcome("popover_open", "<div popover id=i><p>Marker</p></div>", "i.showPopover()"),
    Outcome("popover_closed", "<div popover=manual id=i><p>Marker</p></div>", "i.hidePopover()", "- .*Marker", ready="i.showPopover()"),
    Outcome("disabled", "<button id=i>Other</button>", "i.disabled = true", "disabled button"),
    Outcome("enabled", "<button id=i disabled>Other</button>", "i.disabled = false", r"~ .*\[button \d+\] Other"),
    Outcome("readonly", "<input id=i aria-label=Field>", "i.readOnly = true", "readonly"),
    Outcome("required", "<input id=i aria-label=Field>", "i.required = true", "required"),
    Outcome("expanded", "<button id=i aria-expanded=false>Other</button>", "i.ariaExpanded = 'true'", r"\[expanded"),
    Outcome("pressed", "<button id=i aria-pressed=false>Other</button>", "i.ariaPressed = 'true'", r"\[pressed"),
    Outcome("tab_selected", "<div role=tablist><div role=tab tabindex=0 id=i aria-selected=false>Other</div></div>", "i.ariaSelected = 'true'", r"\[selected tab"),
    Outcome("aria_invalid", "<input id=i aria-label=Field>", "i.ariaInvalid = 'true'", "invalid"),
    Outcome("renamed", "<button id=i aria-label=Before>x</button>", "i.ariaLabel = 'Marker'"),
    Outcome("placeholder", "<input id=i aria-label=Field>", "i.placeholder = 'Marker'"),
    Outcome("inert", "<div id=i><button>Other</button></div>", "i.inert = true", "Other"),
    Outcome("covered", "<button style='position:absolute;top:200px;left:0'>Other</button><div id=i style='display:none;position:fixed;top:150px;left:0;width:500px;height:300px;background:red'></div>", "i.style.display = 'block'", "blocked"),
    Outcome("reported_invalid", "<form><input id=i aria-label=Field></form>", "i.setCustomValidity('Marker'); i.reportValidity()"),
    Outcome("custom_invalid", "<form><input id=i aria-label=Field></form>", "i.setCustomValidity('Wrong')", "invalid|Wrong"),
    Outcome("focus_moves", "<input id=i aria-label=Field>", "i.focus()", "focus"),
    Outcome("focus_lost", "<input id=i aria-label=Field>", "i.focus(); i.blur()", "focus", UNSEEN),
    Outcome("scrolled", "<p style='margin-top:4000px'>Far", "scrollTo(0, 900)", "scroll"),
    Outcome("scrolled_smooth", "<p style='margin-top:4000px'>Far", "scrollTo({top: 900, behavior: 'smooth'})", "scroll", LATER),
    Outcome("scrolled_box", "<div id=i style='height:80px;overflow:auto'><p style='margin:0 0 900px'>One</p><p>Two</p></div>", "i.scrollTop = 300", "scroll"),
    Outcome("scrolled_sideways", "<div id=i style='width:80px;overflow:auto'><p style='width:3000px'>One</p></div>", "i.scrollLeft = 300", "scroll"),
    Outcome("scrolled_into_view", "<p id=i style='margin-top:4000px'>Far", "i.scrollIntoView()", "scroll"),
    Outcome("scrolled_in_shadow", "<x-box id=x></x-box>", "x.shadowRoot.firstChild.scrollTop = 300", "scroll", ready="x.attachShadow({mode: 'open'}).innerHTML = '<div style=\"height:80px;overflow:auto\"><p style=\"margin:0 0 900px\">One</p></div>'"),
)  # fmt: skip

_FADE = "<style>@keyframes fade{from{opacity:0}to{opacity:1}} #t.on{display:block;animation:fade .3s} @keyframes leave{to{opacity:0}} #t.off{animation:leave .2s forwards}</style>"

TIME = (
    Outcome("microtask", "<p id=t>Before</p>", "Promise.resolve().then(() => { t.textContent = 'Marker' })"),
    Outcome("timer_0", "<p id=t>Before</p>", "setTimeout(() => { t.textContent = 'Marker'; note() })"),
    Outcome("frame_2", "<p id=t>Before</p>", "requestAnimationFrame(() => requestAnimationFrame(() => { t.textContent = 'Marker'; note() }))"),
    Outcome("timer_50", "<p id=t>Before</p>", "setTimeout(() => { t.textContent = 'Marker'; note() }, 50)", expected=LATER),
    Outcome("timer_300", "<p id=t>Before</p>", "setTimeout(() => { t.textContent = 'Marker'; note() }, 300)", expected=LATER),
    Outcome("channel", "<p id=t>Before</p>", "const c = new MessageChannel(); c.port1.onmessage = () => { t.textContent = 'Marker'; note() }; c.port2.postMessage(1)"),
    Outcome("spinner_then", "<p id=t>Before</p>", "t.textContent = 'Loading'; setTimeout(() => { t.textContent = 'Marker'; note() }, 100)", "Loading|Marker"),
    Outcome("fade_in_keyframes", _FADE + "<p id=t style='display:none'>Marker</p>", "t.style.display = ''; t.className = 'on'", r"\+ Marker", LATER),
    Outcome("fade_in_transition", "<p id=t style='opacity:0;transition:opacity .25s'>Marker</p>", "t.style.opacity = 1", r"\+ Marker", LATER),
    Outcome("fade_out", _FADE + "<p id=t>Marker</p>", "t.className = 'off'; t.onanimationend = () => { t.remove(); note() }", "- Marker", LATER),
    Outcome("fade_out_transition", "<p id=t style='opacity:1;transition:opacity .25s'>Marker</p>", "t.style.opacity = 0", "- Marker", LATER),
    Outcome("accordion", "<div id=t style='max-height:0;overflow:hidden;transition:max-height .3s'><p>Marker</p></div>", "t.style.maxHeight = '200px'", r"\+ Marker", LATER),
    Outcome("accordion_closes", "<div id=t style='max-height:200px;overflow:hidden;transition:max-height .3s'><p>Marker</p></div>", "t.style.maxHeight = 0", "- Marker", LATER),
    Outcome("slide_in", "<div id=t style='position:fixed;left:0;top:90px;width:200px;transform:translateX(-400px);transition:transform .3s'><p>Marker</p></div>", "t.style.transform = 'none'", r"\+ Marker", LATER),
    Outcome("web_animation", "<p id=t style='opacity:0'>Marker</p>", "t.animate([{opacity: 0}, {opacity: 1}], {duration: 300, fill: 'forwards'}).finished.then(() => note())", r"\+ Marker", LATER),
    Outcome("animation_delay", "<p id=t style='opacity:0'>Marker</p>", "t.animate([{opacity: 0}, {opacity: 1}], {duration: 100, delay: 200, fill: 'forwards'}).finished.then(() => note())", r"\+ Marker", LATER),
    Outcome("animation_long", "<p id=t style='opacity:0'>Marker</p>", "t.animate([{opacity: 0}, {opacity: 1}], {duration: 2500, fill: 'forwards'})", r"\+ Marker", LATER),
    Outcome("transition_in_shadow", "<x-box id=x></x-box>", "x.shadowRoot.querySelector('p').style.opacity = 1", r"\+ Marker", LATER, "x.attachShadow({mode: 'open'}).innerHTML = '<p style=\"opacity:0;transition:opacity .25s\">Marker</p>'"),
    _frame("transition_in_frame", "srcdoc=\"<p id=t style='opacity:0;transition:opacity .25s'>Marker</p>\"", "f.contentDocument.getElementById('t').style.opacity = 1", r"\+ +Marker|pending"),
    Outcome("idle_spinner", _FADE + "<p style='animation:fade .2s infinite'>Turning</p>", "", "", NOTHING),
    Outcome("fetch_fast", "<p id=t>Before</p>", "fetch('/slow?ms=50').then(() => { t.textContent = 'Marker'; note() })", expected=LATER),
    Outcome("fetch_slow", "<p id=t>Before</p>", "note(); fetch('/slow?ms=3000').then(() => { t.textContent = 'Marker' })", expected=LATER),
    Outcome("xhr", "<p id=t>Before</p>", "const r = new XMLHttpRequest(); r.onload = () => { t.textContent = 'Marker'; note() }; r.open('GET', '/slow?ms=40'); r.send()", expected=LATER),
    Outcome("timer_then_fetch", "<p id=t>Before</p>", "setTimeout(() => fetch('/slow?ms=40').then(() => { t.textContent = 'Marker'; note() }), 20)", expected=LATER),
    Outcome("image_loads", "", "const i = new Image(); i.alt = 'Marker'; i.src = '/missing'; i.onerror = () => note(); stage.append(i)", "Marker|404"),
)  # fmt: skip

_CHILD = "window.open('/goal')"

WORLD = (
    Outcome("request_only", "", "fetch('/api', {method: 'POST', body: '1'}).then(() => note())", "request|/api", LATER),
    Outcome("beacon", "", "navigator.sendBeacon('/api', '1')", "request|/api", LATER),
    Outcome("request_fails", "", "fetch('/missing').catch(() => 0).then(() => note())", "404"),
    Outcome("console_error", "", "console.error('Marker')"),
    Outcome("exception", "", "note(); throw new Error('Marker')"),
    Outcome("rejection", "", "Promise.reject(new Error('Marker'))"),
    Outcome("popup", "", _CHILD, "opened_browser_ids|opened"),
    Outcome("popup_closes_itself", "<p id=t>Before</p>", "const w = window.open('/goal'); setTimeout(() => { w.close(); t.textContent = 'Marker'; note() }, 200)", "opened"),
    Outcome("popup_closed_at_once", "", "window.open('/goal').close()", "opened|closed"),
    Outcome("closes_popup", "", "w.close()", "closed", ready="w = window.open('/goal')"),
    Outcome("alert", "", "note(); alert('Marker')"),
    Outcome("confirm", "", "note(); confirm('Marker')"),
    Outcome("prompt", "", "note(); prompt('Marker')"),
    Outcome("download_blob", "", "const a = document.createElement('a'); a.download = 'report.txt'; a.href = URL.createObjectURL(new Blob(['x'])); a.click()", "report.txt"),
    Outcome("download_attachment", "", "location.href = '/file'", "report.bin"),
    Outcome("push_state", "", "history.pushState(0, '', '?page=2')", r"navigated.*page=2"),
    Outcome("replace_state", "", "history.replaceState(0, '', '?page=3')", r"navigated.*page=3"),
    Outcome("hash", "", "location.hash = 'part'", "navigated.*#part"),
    Outcome("reload", "", "note(); location.reload()", "navigated|reload"),
    Outcome("leaves", "", "note(); location.href = '/goal'", "navigated: .*/goal"),
    Outcome("leaves_by_form", "<form id=f action=/goal></form>", "note(); f.submit()", "navigated: .*/goal"),
    Outcome("form_204", "<form id=f action=/empty method=post></form>", "f.submit()", "204|/empty|request", LATER),
    Outcome("blank_link", "<a id=a target=_blank href=/goal>Away</a>", "a.click()", "opened"),
    Outcome("blank_form", "<form id=f action=/goal target=_blank></form>", "f.submit()", "opened"),
    Outcome("back", "", "note(); history.back()", "navigated"),
    Outcome("class_colour", "<style>.on{color:#c00}</style><p id=t>Before</p>", "t.className = 'on'", "", UNSEEN),
    Outcome("inline_colour", "<p id=t>Before</p>", "t.style.background = 'gold'", "", UNSEEN),
    Outcome("moved_a_little", "<p id=t>Before</p>", "t.style.marginLeft = '40px'", "", UNSEEN),
    Outcome("canvas", "<canvas id=t width=90 height=90></canvas>", "t.getContext('2d').fillRect(0, 0, 50, 50)", "", UNSEEN),
    Outcome("link_goal", "<a id=t href=/goal>Away</a>", "t.href = '/api'", "", UNSEEN),
    Outcome("selection", "<p id=t>Before</p>", "getSelection().selectAllChildren(t)", "", UNSEEN),
    Outcome("storage", "", "localStorage.setItem('a', Math.random())", "", UNSEEN),
    Outcome("variable", "", "window.count = 1", "", NOTHING),
    Outcome("data_attribute", "<p id=t>Before</p>", "t.dataset.count = 1", "", NOTHING),
    Outcome("class_without_rule", "<p id=t>Before</p>", "t.className = 'on'", "", NOTHING),
    Outcome("same_text", "<p id=t>Before</p>", "t.textContent = 'Before'", "", NOTHING),
    Outcome("same_value", "<input id=i aria-label=Field value=Before>", "i.value = 'Before'", "", NOTHING),
    Outcome("there_and_back", "", "const p = document.createElement('p'); p.textContent = 'Ghost'; stage.append(p); p.remove()", "", NOTHING),
    Outcome("hidden_text", "<p id=t hidden>Before</p>", "t.textContent = 'Ghost'", "", NOTHING),
    Outcome("comment", "", "stage.append(document.createComment('Ghost'))", "", NOTHING),
    Outcome("empty_box", "", "stage.append(document.createElement('div'))", "", NOTHING),
    Outcome("rerendered", "<p>Before</p>", "stage.innerHTML = stage.innerHTML", "", NOTHING),
    Outcome("value_there_and_back", "<input id=i aria-label=Field value=Before>", "i.value = 'x'; i.value = 'Before'", "", NOTHING),
    Outcome("timer_of_nothing", "", "setTimeout(() => note(), 20)", "effect|pending", LATER),
)  # fmt: skip
