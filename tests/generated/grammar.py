"""Pages drawn at random, whose scripts keep a record of what they received and did: the oracle of the laws.

A page has some controls. Each control answers to one event with one effect, at once or later, on itself, on its neighbour or elsewhere.
"""

import json
import random
from dataclasses import dataclass
from typing import Final

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
}

EVENTS: Final = ("pointerdown", "mousedown", "pointerup", "mouseup", "click")

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
}


USUAL_MS: Final = {
    "timer 30": 30, "timer 90": 90, "timer 250": 250, "timer 800": 800, "frame": 17, "frames": 50, "idle": 50, "animation": 150, "fade": 200,
    "fetch": 100, "worker": 150,
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
    "frames": "(function turn() { clock.style.width = ++ticks % 99 + 'px'; requestAnimationFrame(turn) })()",
}


@dataclass(frozen=True, slots=True)
class Cell:
    """One control and what it does."""

    name: str
    control: str
    place: str
    event: str
    time: str
    effect: str
    on: str

    @property
    def word(self) -> str:
        """What its effect writes."""
        return f"Marker{self.name.removeprefix('Own ')}"

    def __str__(self) -> str:
        return f"{self.control} in {self.place}: {self.effect} on {self.on} by {self.event}, {self.time}"


FIELDS: Final = ("field", "area", "select")
FRAMES: Final = ("frame", "other frame")


def cell(draw: random.Random, number: int) -> Cell:
    """Draw a control and what it does."""
    control, place = draw.choice(list(CONTROLS)), draw.choice(list(PLACES))
    effect = draw.choice(list(EFFECTS))
    on = draw.choice(EFFECTS[effect].on)
    time = draw.choice(list(TIMES))
    if effect in ("window", "download") and time not in ("now", "timer 0", "timer 30"):
        time = "now"
    event = draw.choice(EVENTS)
    if control == "select" and effect == "scroll":
        # While its list is open, Chromium scrolls no page.
        effect = "title"
    if effect in ("dialog", "window", "focus"):
        event = "click"
    return Cell(f"Own {number}", control, place, event, time, effect, on)


def page(cells: list[Cell], background: str, other: str) -> str:
    """The page of ``cells``; ``other`` is the address of another site's page that runs what it is sent."""
    parts = "".join(
        f"<section id=s{i}>{PLACES[one.place].format(CONTROLS[one.control].format(id=f'own{i}', name=one.name))}"
        f"<button id=neighbour{i}>Neighbour {i}</button><p><span id=far{i}>Far {i}</span> and more {i}</p></section>"
        for i, one in enumerate(cells)
    )
    plans = [
        {
            "event": one.event,
            "time": TIMES[one.time],
            "effect": EFFECTS[one.effect].script.replace("@", one.word),
            "on": one.on,
        }
        for one in cells
    ]
    return (
        _PAGE.replace("PARTS", parts)
        .replace("PLANS", json.dumps(plans))
        .replace("BACKGROUND", BACKGROUNDS[background])
        .replace("OTHER", other)
    )


_PAGE: Final = """<!doctype html><title>Start</title><style>.hot { color: #c00 } section { margin: 2px 0 } section > * { margin: 1px 0 }
section div[role=button] { width: 130px }</style>
<button id=rest>Rest</button> <input id=field aria-label=Field> <span id=clock>Tick 0</span>
<script>
let ticks = 0, outstanding = 0, took = 0;
record = [];
const count = (name, type) => record.push([name, type]);
const ended = () => { outstanding-- };
document.addEventListener('play', () => {});
function shadow(host, mode) { const root = host.attachShadow({ mode }); root.innerHTML = host.innerHTML; host.textContent = ''; return root }
customElements.define('x-open', class extends HTMLElement { constructor() { super(); setTimeout(() => {}) } });
</script>PARTS<div style="height:1200px"></div><script>
const roots = new Map();
for (const host of document.querySelectorAll('x-open')) roots.set(host, shadow(host, 'open'));
for (const host of document.querySelectorAll('x-closed')) roots.set(host, shadow(host, 'closed'));
for (const host of document.querySelectorAll('x-slot')) host.attachShadow({ mode: 'open' }).innerHTML = '<div><slot></slot></div>';
const plans = PLANS;
window.run = (index, own) => {
  const plan = plans[index];
  const it = plan.on === 'own' ? own : document.getElementById(plan.on + index);
  outstanding++;
  let done = false;
  const from = performance.now();
  const act = () => { if (done) return; done = true; took = performance.now() - from; try { eval(plan.effect) } finally { ended() } };
  eval(plan.time);
};
window.heard = count;
const COUNTED = ['pointerdown', 'mousedown', 'click', 'dblclick', 'contextmenu', 'keydown'];
function arm(own, index) {
  for (const type of COUNTED) own.addEventListener(type, event => { if (event.isTrusted) count(index, type) });
  let ran = false;
  own.addEventListener(plans[index].event, event => { if (!event.isTrusted || ran) return; ran = true; run(index, own) });
  if (own.localName === 'a') own.addEventListener('click', event => event.preventDefault());
}
let ready = 0;
plans.forEach((plan, index) => {
  const section = document.getElementById('s' + index);
  const frame = section.querySelector('iframe');
  const host = [...roots.keys()].find(one => section.contains(one));
  const own = (host ? roots.get(host) : section).querySelector('#own' + index);
  if (!frame) return arm(own, index);
  ready++;
  const html = frame.textContent;
  frame.onload = () => {
    if (frame.dataset.origin === 'own') {
      frame.contentDocument.body.innerHTML = html;
      arm(frame.contentDocument.getElementById('own' + index), index);
      ready--;
    } else frame.contentWindow.postMessage({ html, index, event: plan.event, counted: COUNTED, effect: plan.on === 'own' ? plan.effect : '', time: plan.time }, '*');
    frame.onload = null;
  };
  frame.src = frame.dataset.origin === 'own' ? '/blank' : 'OTHER';
});
addEventListener('message', ({ data }) => {
  if (data.ready) ready--;
  else if (data.count) count(...data.count);
  else if (data.run !== undefined) run(data.run, null);
  else if (data.began) outstanding++;
  else if (data.ended) { took = data.took; ended() }
});
// What is pressed elsewhere than on a control.
for (const type of COUNTED) addEventListener(type, event => { if (event.isTrusted && event.composedPath()[0].id !== 'rest' && !event.composedPath().some(node => /^(own\\d|neighbour)/.test(node.id ?? '')) && !roots.has(event.target) && event.target.localName !== 'iframe') count('elsewhere', type) }, true);
for (const one of document.querySelectorAll('[id^=neighbour]')) for (const type of COUNTED) one.addEventListener(type, event => { if (event.isTrusted) count(one.id, type) });
window.whenReady = async () => { while (ready) await new Promise(done => setTimeout(done, 10)) };
window.whenDone = async () => { for (const end = Date.now() + 3000; outstanding && Date.now() < end;) await new Promise(done => setTimeout(done, 10)); await new Promise(done => setTimeout(done, 20)); return outstanding };
BACKGROUND
</script>"""

FRAMED: Final = "<!doctype html><style>.hot { color: #c00 }</style><body style='margin:0'>"
OTHER_SITE: Final = (
    FRAMED
    + """<script>
addEventListener('message', ({ data }) => {
  if (!data.html) return;
  document.body.insertAdjacentHTML('beforeend', data.html);
  const own = document.querySelector('[id^=own]'), it = own;
  for (const type of data.counted) own.addEventListener(type, event => { if (event.isTrusted) parent.postMessage({ count: [data.index, type] }, '*') });
  if (own.localName === 'a') own.addEventListener('click', event => event.preventDefault());
  let ran = false;
  own.addEventListener(data.event, event => {
    if (!event.isTrusted || ran) return;
    ran = true;
    if (!data.effect) return parent.postMessage({ run: data.index }, '*');
    parent.postMessage({ began: 1 }, '*');
    let done = false;
    const from = performance.now();
    const act = () => { if (done) return; done = true; const took = performance.now() - from; try { eval(data.effect) } finally { parent.postMessage({ ended: 1, took }, '*') } };
    eval(data.time);
  });
  parent.postMessage({ ready: 1 }, '*');
});
</script>"""
)
