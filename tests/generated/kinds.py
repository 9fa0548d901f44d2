"""What pages are drawn of: controls, places, actions and events, times, effects, backgrounds."""

from dataclasses import dataclass
from typing import Any, Final

CONTROLS: Final = {
    "button": "<button id={id}>{name}</button>",
    "link": "<a id={id} href='#here'>{name}</a>",
    "div": "<div id={id} role=button tabindex=0>{name}</div>",
    "clickable": "<div id={id} style='cursor:pointer'>{name}</div>",
    "nested": "<div id={id} role=button tabindex=0><span><i>{name}</i></span></div>",
    "tab": "<div role=tablist><div id={id} role=tab tabindex=0 aria-selected=false>{name}</div></div>",
    "menuitem": "<div role=menu><div id={id} role=menuitem tabindex=-1>{name}</div></div>",
    "switch": "<button id={id} role=switch aria-checked=false>{name}</button>",
    "checkbox": "<input id={id} type=checkbox aria-label='{name}'>",
    "labelled": "<label><input id={id} type=checkbox> {name}</label>",
    "field": "<input id={id} aria-label='{name}'>",
    "area": "<textarea id={id} aria-label='{name}'></textarea>",
    "select": "<select id={id} aria-label='{name}'><option>One<option>Two</select>",
    "summary": "<details><summary id={id}>{name}</summary>More</details>",
    "input button": "<input id={id} type=button value='{name}'>",
    "svg": "<svg id={id} role=button tabindex=0 aria-label='{name}' width=60 height=20><rect width=60 height=20 fill=teal /></svg>",
    "image": "<img id={id} alt='{name}' width=60 height=24 style='cursor:pointer' src='data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22/>'>",
    "option": "<div role=listbox aria-label=Choices><div role=option>First</div><div id={id} role=option tabindex=0>{name}</div></div>",
    "treeitem": "<ul role=tree><li role=treeitem id={id} tabindex=0>{name}</ul>",
    "rounded": "<button id={id} style='border-radius:50%;width:90px;height:90px'>{name}</button>",
    "wrapped": "<p style='width:50px'>Two <a id={id} href='#here'>{name}</a></p>",
    "search": "<input id={id} type=search role=combobox aria-expanded=false aria-label='{name}'>",
    "editable": "<div id={id} contenteditable role=textbox aria-label='{name}' style='min-height:20px;border:1px solid'></div>",
    "radio": "<input id={id} type=radio aria-label='{name}'>",
}
"""The control has the id; its name is what refs are found by."""

PLACES: Final = {
    "page": "{0}",
    "table": "<table><tr><th>Head<th>Other<tr><td>Cell<td>{0}</table>",
    "list": "<ul><li>First<li>{0}</ul>",
    "scroller": "<div style='height:90px;overflow:auto'><div style='height:300px'>Above</div>{0}<div style='height:300px'></div></div>",
    "reversed": "<div style='display:flex;flex-direction:column-reverse;height:90px;overflow:auto'><p style='flex:none;height:200px;margin:0'>Last</p><div style='flex:none'>{0}</div><p style='flex:none;height:200px;margin:0'>First</p></div>",
    "sideways": "<div style='width:200px;overflow:auto;display:flex'><div style='flex:none;width:400px'>Left</div><div style='flex:none'>{0}</div></div>",
    "open shadow": "<x-open>{0}</x-open>",
    "closed shadow": "<x-closed>{0}</x-closed>",
    "slot": "<x-slot>{0}</x-slot>",
    "frame": "<iframe data-origin=own title=Frame style='width:600px;height:80px'>{0}</iframe>",
    "other frame": "<iframe data-origin=other title=Frame style='width:600px;height:80px'>{0}</iframe>",
    "dialog": "<dialog open style='position:static;margin:0'><form method=dialog onsubmit='return false'>{0}</form></dialog>",
    "grid": "<div role=grid><div role=row><div role=columnheader>Head</div></div><div role=row><div role=gridcell>{0}</div></div></div>",
    "vertical": "<div style='writing-mode:vertical-rl;height:200px;width:140px;overflow:auto'>Down {0}</div>",
    "scaled": "<div style='transform:scale(.8);transform-origin:0 0'>{0}</div>",
    "zoomed": "<div style='zoom:1.4'>{0}</div>",
    "turned": "<div style='transform:rotate(12deg);margin:30px;width:200px'>{0}</div>",
    "deep": "<div style='transform:perspective(400px) rotateY(30deg);transform-style:preserve-3d;width:200px;margin:20px'>{0}</div>",
    "fixed": "<div class=beside style='position:fixed;left:1000px;background:#fff;z-index:5'>{0}</div>",
    "sticky": "<div><div style='position:sticky;top:0;background:#fff;z-index:4'>{0}</div><div style='height:60px'></div></div>",
    "right to left": "<div dir=rtl style='width:220px;overflow:auto;white-space:nowrap'><span style='display:inline-block;width:400px'>First</span>{0}</div>",
    "snap": "<div style='height:90px;overflow:auto;scroll-snap-type:y mandatory'><div style='height:90px;scroll-snap-align:start'>One</div><div style='height:90px;scroll-snap-align:start'>{0}</div><div style='height:90px;scroll-snap-align:start'>Three</div></div>",
    "columns": "<div style='columns:3;height:60px'><p>One</p><p>Two</p>{0}<p>Three</p></div>",
    "unrendered": "<div style='content-visibility:auto;contain-intrinsic-size:300px 60px'>{0}</div>",
    "popover": "<div class=beside popover=manual style='position:fixed;inset:auto;left:700px;margin:0'>{0}</div>",
    "both ways": "<div style='height:80px;overflow:auto'><div style='height:200px'>Up</div><div style='width:180px;overflow:auto;white-space:nowrap'><span style='display:inline-block;width:300px'>Left</span>{0}</div><div style='height:200px'></div></div>",
    "fieldset": "<fieldset><legend>Group</legend>{0}</fieldset>",
    "under glass": "<div style='position:relative'>{0}<div style='position:absolute;inset:0;pointer-events:none;background:rgba(0,0,255,.05)'></div></div>",
}

PRESS_EVENTS: Final = ("pointerdown", "mousedown", "pointerup", "mouseup", "click")
KEYED: Final = (
    "button",
    "link",
    "div",
    "nested",
    "tab",
    "switch",
    "checkbox",
    "field",
    "summary",
    "input button",
    "svg",
    "option",
    "treeitem",
    "rounded",
    "wrapped",
    "search",
    "editable",
    "radio",
)


@dataclass(frozen=True, slots=True)
class Action:
    """``call`` is the call without its ref; ``presses`` how many presses the control receives, None for one at most. ``on``: the
    controls that take it, all if empty. ``value``: what the control holds then."""

    call: dict[str, Any]
    events: tuple[str, ...]
    presses: int | None
    on: tuple[str, ...] = ()
    value: str | bool | None = None
    often: int = 1


ACTIONS: Final = {
    "click": Action({"action": "click"}, PRESS_EVENTS, 1, often=12),
    "double_click": Action({"action": "double_click"}, (*PRESS_EVENTS, "dblclick"), 2, often=3),
    "right_click": Action({"action": "right_click"}, (*PRESS_EVENTS, "contextmenu", "auxclick"), 1, often=3),
    "hover": Action({"action": "hover"}, ("pointerover", "mouseover", "mousemove", "pointerenter", "mouseenter"), 0, often=2),
    "focus": Action({"action": "focus"}, ("focus", "focusin"), 0, (*KEYED, "area", "select")),
    "enter": Action({"action": "keyboard", "key": "Enter"}, ("keydown", "keyup"), 0, KEYED),
    "space": Action(
        {"action": "keyboard", "key": "Space"},
        ("keydown", "keyup"),
        0,
        ("button", "div", "switch", "checkbox", "summary", "svg", "option", "rounded", "radio"),
    ),
    "letter": Action(
        {"action": "keyboard", "key": "a"}, ("keydown", "keyup", "input"), None, ("field", "area", "search", "editable"), "a"
    ),
    "arrow": Action({"action": "keyboard", "key": "ArrowDown"}, ("keydown", "keyup", "input"), None, ("select",), "Two"),
    "set_checked": Action(
        {"action": "set_checked", "checked": True},
        ("click", "input", "change"),
        1,
        ("checkbox", "labelled", "radio"),
        True,
        often=4,
    ),
    "type": Action(
        {"action": "type", "text": "ab"}, ("input", "beforeinput"), None, ("field", "area", "search", "editable"), "ab", often=4
    ),
    "type slowly": Action(
        {"action": "type", "text": "ab", "slowly": True},
        ("keydown", "keyup", "input"),
        None,
        ("field", "area", "search", "editable"),
        "ab",
        often=2,
    ),
    "fill_form": Action(
        {"action": "fill_form", "value": "ab"},
        ("input", "beforeinput"),
        None,
        ("field", "area", "search", "editable"),
        "ab",
        often=2,
    ),
    "fill_form box": Action(
        {"action": "fill_form", "value": True}, ("click", "input", "change"), 1, ("checkbox", "labelled", "radio"), True, often=2
    ),
    "select_option": Action({"action": "select_option", "value": "Two"}, ("input", "change"), None, ("select",), "Two", often=4),
}
"""A key is pressed once the control has the focus."""

TIMES: Final = {
    "now": "act()",
    "microtask": "Promise.resolve().then(act)",
    "timer 0": "setTimeout(act)",
    "timer 30": "setTimeout(act, 30)",
    "timer 90": "setTimeout(act, 90)",
    "timer 250": "setTimeout(act, 250)",
    "timer 800": "setTimeout(act, 800)",
    "frame": "requestAnimationFrame(act)",
    "frames": "requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(act)))",
    "idle": "requestIdleCallback(act)",
    "animation": "own.animate([{ opacity: 1 }, { opacity: .5 }, { opacity: 1 }], 150).finished.then(act)",
    "fade": "{ let left = 12; const step = () => { own.style.opacity = left / 12; if (--left) requestAnimationFrame(step); else { own.style.opacity = ''; act() } }; step() }",
    "fetch": "fetch('/slow?ms=80', { mode: 'no-cors' }).then(act, act)",
    "worker": "{ const worker = new Worker(URL.createObjectURL(new Blob(['setTimeout(() => postMessage(1), 120)']))); worker.onmessage = () => { worker.terminate(); act() } }",
    "channel": "{ const channel = new MessageChannel(); channel.port1.onmessage = act; channel.port2.postMessage(1) }",
    "XHR": "{ const request = new XMLHttpRequest(); request.onloadend = act; request.open('GET', '/slow?ms=80'); request.send() }",
    "image": "{ const image = new Image(); image.onload = image.onerror = act; image.src = '/slow?ms=80&' + Math.random() }",
    "script": "{ const script = document.createElement('script'); script.onload = script.onerror = act; script.src = '/late.js?' + Math.random(); document.head.append(script) }",
    "style sheet": "{ const link = document.createElement('link'); link.rel = 'stylesheet'; link.onload = link.onerror = act; link.href = '/slow?ms=80&' + Math.random(); document.head.append(link) }",
    "transition": "own.style.transition = 'opacity 150ms'; own.style.opacity = .9; own.addEventListener('transitionend', act, { once: true })",
    "resize observer": "new ResizeObserver((_, observer) => { observer.disconnect(); act() }).observe(own)",
    "intersection": "new IntersectionObserver((_, observer) => { observer.disconnect(); act() }).observe(own)",
    "mutation": "new MutationObserver((_, observer) => { observer.disconnect(); act() }).observe(own, { attributes: true }); own.dataset.at = '1'",
    "task": "scheduler.postTask(act)",
    "yield": "scheduler.yield().then(() => scheduler.yield()).then(act)",
    "broadcast": "{ const [from, to] = [new BroadcastChannel('here'), new BroadcastChannel('here')]; to.onmessage = () => { from.close(); to.close(); act() }; from.postMessage(1) }",
    "timers": "setTimeout(() => setTimeout(() => setTimeout(act, 40), 40), 40)",
    "fetch, timer": "fetch('/slow?ms=60', { mode: 'no-cors' }).then(() => setTimeout(act, 60), () => setTimeout(act, 60))",
    "fetches": "fetch('/slow?ms=50', { mode: 'no-cors' }).catch(() => 0).then(() => fetch('/slow?ms=50', { mode: 'no-cors' })).then(act, act)",
    "file": "{ const reader = new FileReader(); reader.onload = act; reader.readAsText(new Blob(['x'])) }",
    "digest": "crypto.subtle ? crypto.subtle.digest('SHA-256', new Uint8Array(1e6)).then(act) : act()",
    "long task": "{ for (const from = performance.now(); performance.now() - from < 150;); act() }",
    "message": "addEventListener('message', ({ data }) => data === 'own' && act()); postMessage('own', '*')",
}
"""An answer of IndexedDB is left out: no sign of it is seen before it comes, some milliseconds after its event."""

USUAL_MS: Final = {
    "timer 30": 30, "timer 90": 90, "timer 250": 250, "timer 800": 800, "frame": 17, "frames": 50, "idle": 50, "animation": 150, "fade": 200,
    "fetch": 100, "worker": 150,
    "XHR": 100, "image": 100, "script": 100, "style sheet": 100, "transition": 150, "resize observer": 50, "intersection": 50, "timers": 120,
    "fetch, timer": 140, "fetches": 140, "digest": 30, "long task": 150,
}  # fmt: skip
"""How long after its event an effect comes on a machine that keeps up."""


@dataclass(frozen=True, slots=True)
class Effect:
    """``script`` changes ``it``; ``told`` is what a receipt says of that (``@`` is a word of the page's own). ``only``: on which
    element it makes sense."""

    script: str
    told: str
    on: tuple[str, ...] = ("own", "neighbour", "far")


EFFECTS: Final = {
    "nothing": Effect("", ""),
    "text": Effect("it.textContent = '@'", "@", ("neighbour", "far")),
    "name": Effect("it.ariaLabel = '@'", "@", ("neighbour",)),
    "role": Effect("it.role = 'link'", r"changes", ("neighbour",)),
    "state": Effect("it.ariaPressed = 'true'", r"pressed", ("neighbour",)),
    "disabled": Effect("it.disabled = true", r"disabled", ("neighbour",)),
    "class": Effect("it.classList.add('hot')", r"looks changed"),
    "colour": Effect("it.style.background = 'gold'", r"looks changed"),
    "position": Effect("it.style.marginLeft = '30px'", r"looks changed", ("far",)),
    "added": Effect("it.insertAdjacentHTML('afterend', '<p>@</p>')", "@", ("neighbour", "far")),
    "button added": Effect("it.insertAdjacentHTML('afterend', '<button>@</button>')", r"\[button \d+\] @", ("neighbour", "far")),
    "removed": Effect("it.remove()", r"changes", ("neighbour", "far")),
    "order": Effect("it.parentNode.append(it)", r"changes", ("far",)),
    "focus": Effect("field.focus()", r"focus", ("far",)),
    "scroll": Effect("scrollTo(0, 300)", r"scroll", ("far",)),
    "value": Effect("field.value = '@'", "@", ("far",)),
    "title": Effect("document.title = '@'", "@", ("far",)),
    "address": Effect("history.pushState(0, '', '?@')", "@", ("far",)),
    "dialog": Effect("alert('@')", "@", ("far",)),
    "rebuilt": Effect("it.outerHTML = it.outerHTML", "", ("far",)),
    "data": Effect("it.firstChild.data = '@'", "@", ("neighbour", "far")),
    "checked": Effect("box.checked = !box.checked", r"changes", ("far",)),
    "chosen": Effect("list.selectedIndex ^= 1", r"changes", ("far",)),
    "open": Effect("more.open = !more.open", r"changes", ("far",)),
    "popover": Effect("pop.togglePopover()", r"changes", ("far",)),
    "progress": Effect("bar.value += 7", r"changes", ("far",)),
    "slider": Effect("slider.value = +slider.value + 7", r"changes", ("far",)),
    "list turned": Effect("steps.append(steps.firstElementChild)", r"changes", ("far",)),
    "row": Effect("rows.insertRow().insertCell().textContent = '@'", "@", ("far",)),
    "option": Effect("list.add(new Option('@'))", "changes", ("far",)),
    "expanded": Effect("it.ariaExpanded = it.ariaExpanded === 'true' ? 'false' : 'true'", r"expanded|collapsed", ("neighbour",)),
    "hidden": Effect("it.hidden = true", r"changes", ("neighbour", "far")),
    "unseen": Effect("it.style.visibility = 'hidden'", r"changes", ("neighbour", "far")),
    "faded": Effect("it.style.opacity = '.4'", r"looks changed", ("neighbour", "far")),
    "bold": Effect("it.style.fontWeight = 'bold'", r"looks changed", ("neighbour", "far")),
    "struck": Effect("it.style.textDecoration = 'line-through'", r"looks changed|changes", ("neighbour", "far")),
    "large": Effect("it.style.fontSize = '30px'", r"looks changed", ("neighbour", "far")),
    "border": Effect("it.style.borderLeft = '5px solid red'", r"looks changed", ("neighbour", "far")),
    "outline": Effect("it.style.outline = '3px solid red'", r"looks changed", ("neighbour", "far")),
    "shadow": Effect("it.style.boxShadow = '0 0 9px red'", r"looks changed", ("neighbour", "far")),
    "moved": Effect("it.style.transform = 'translateX(40px)'", r"looks changed", ("neighbour",)),
    "rule": Effect(
        "document.head.insertAdjacentHTML('beforeend', `<style>#${it.id} { color: rgb(200, 0, 0) }</style>`)",
        r"looks changed",
        ("neighbour", "far"),
    ),
    "adopted": Effect(
        "{ const sheet = new CSSStyleSheet(); sheet.replaceSync(`#${it.id} { color: rgb(200, 0, 0) }`); document.adoptedStyleSheets.push(sheet) }",
        r"looks changed",
        ("neighbour", "far"),
    ),
    "theme": Effect("document.body.classList.toggle('dark')", r"looks changed", ("far",)),
    "generated": Effect(
        "document.head.insertAdjacentHTML('beforeend', `<style>#${it.id}::after { content: ' @' }</style>`)",
        "@",
        ("neighbour", "far"),
    ),
    "fill": Effect("dot.setAttribute('fill', dot.getAttribute('fill') === 'red' ? 'teal' : 'red')", r"looks changed", ("far",)),
    "placeholder": Effect("field.placeholder = '@'", "@", ("far",)),
    "invalid": Effect("field.ariaInvalid = field.ariaInvalid === 'true' ? 'false' : 'true'", r"invalid", ("far",)),
    "read only": Effect("field.readOnly = !field.readOnly", r"readonly|read.only", ("far",)),
    "selection": Effect("getSelection().selectAllChildren(it)", r"selection", ("far",)),
    "inner scroll": Effect("log.scrollTop = log.scrollTop ? 0 : 90", r"scroll", ("far",)),
    "frame": Effect("it.insertAdjacentHTML('afterend', '<iframe srcdoc=\"<p>@</p>\"></iframe>')", "@", ("far",)),
    "shadow tree": Effect(
        "{ const host = document.createElement('div'); host.attachShadow({ mode: 'closed' }).innerHTML = '<p>@</p>'; it.after(host) }",
        "@",
        ("far",),
    ),
    "inert": Effect("it.inert = true", r"changes|blocked|inert", ("neighbour",)),
    "console": Effect("console.error('@')", "@", ("far",)),
    "error": Effect("setTimeout(() => { throw new Error('@') })", "@", ("far",)),
    # Chromium prints no two pages shortly after one another.
    "print": Effect("took = 1e9; addEventListener('beforeprint', () => { took = 0 }, { once: true }); print()", r"print", ("far",)),
    "clipboard": Effect("navigator.clipboard.writeText('@')", r"[Cc]lipboard", ("far",)),
    "fragment": Effect("location.hash = '@'", "@", ("far",)),
    "transition": Effect("document.startViewTransition(() => { it.textContent = '@' })", "@", ("far",)),
    "toast": Effect("it.insertAdjacentHTML('afterend', '<p role=status>@</p>')", "@", ("far",)),
    "link": Effect("it.insertAdjacentHTML('afterend', '<a href=/goal>@</a>')", r"\[link \d+\] @", ("neighbour", "far")),
    "list": Effect("it.insertAdjacentHTML('afterend', '<ul><li>One @<li>Two @</ul>')", "@", ("far",)),
    "heading": Effect("it.insertAdjacentHTML('beforebegin', '<h3>@</h3>')", "@", ("far",)),
    "window": Effect("open('/goal')", "opened", ("far",)),
    "download": Effect(
        "{ const a = document.createElement('a'); a.download = '@.txt'; a.href = URL.createObjectURL(new Blob(['x'])); a.click() }",
        "@",
        ("far",),
    ),
}

BACKGROUNDS: Final = {
    "still": "",
    "ticker": "setInterval(() => { clock.textContent = 'Tick ' + ++ticks }, 50)",
    "slow ticker": "setInterval(() => { clock.textContent = 'Tick ' + ++ticks }, 180)",
    "title": "setInterval(() => { document.title = 'Tick ' + ++ticks }, 70)",
    "log": "setInterval(() => { clock.insertAdjacentHTML('beforeend', ` <i>Line ${++ticks}</i>`); if (clock.children.length > 4) clock.firstElementChild.remove() }, 120)",
    "poll": "(async function turn() { await fetch('/slow?ms=30').catch(() => 0); clock.textContent = 'Tick ' + ++ticks; setTimeout(turn, 60) })()",
    "colour": "setInterval(() => { clock.style.background = ++ticks % 2 ? 'gold' : 'pink' }, 90)",
    "attribute": "setInterval(() => { clock.dataset.ticks = ++ticks }, 60)",
    "animation": "clock.animate([{ opacity: 1 }, { opacity: .4 }], { duration: 700, iterations: Infinity }); setInterval(() => ++ticks, 60)",
    "scroll": "setInterval(() => { log.scrollTop = ++ticks % 90 }, 80)",
    "name": "setInterval(() => { slider.ariaLabel = 'Tick ' + ++ticks }, 60)",
    "sight": "{ let turns = 0; setInterval(() => { clock.style.display = ++turns % 2 ? 'none' : ''; ticks += turns % 2 }, 40) }",
    "error": "setInterval(() => { console.error('Tick ' + ++ticks) }, 150)",
    "request": "setInterval(() => { ticks++; fetch('/slow?ms=20&' + ticks) }, 150)",
    "sheet": "{ const sheet = new CSSStyleSheet(); sheet.replaceSync('#clock { color: red }'); document.adoptedStyleSheets.push(sheet); let turns = 0; setInterval(() => { sheet.cssRules[0].style.color = ++turns % 2 ? 'red' : 'blue'; ticks += turns % 2 }, 150) }",
    "bar": "setInterval(() => { bar.value = ++ticks % 99 }, 80)",
    "worker": "{ const worker = new Worker(URL.createObjectURL(new Blob(['setInterval(() => postMessage(1), 60)']))); worker.onmessage = () => { clock.textContent = 'Tick ' + ++ticks } }",
    "frames": "(function turn() { clock.style.width = ++ticks % 99 + 'px'; requestAnimationFrame(turn) })()",
}
