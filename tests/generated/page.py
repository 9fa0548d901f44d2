"""The document of a plan: it does what its cells say, and keeps a record of the trusted events that it received."""

import json
from typing import Final

from tests.generated.grammar import Plan
from tests.generated.kinds import BACKGROUNDS, EFFECTS, PLACES, TIMES

LOADED: Final = "<link rel=stylesheet href=/component/LIBRARY.css><script type=module src=/component/LIBRARY.js></script>"
"""How a page has the script of its library."""


def loaded(plan: Plan) -> str:
    """What loads the plan's library."""
    return LOADED.replace("LIBRARY", plan.library) if plan.library else ""


def document(plan: Plan, other: str) -> str:
    """The page of the plan; ``other`` is the address of another site's page that runs what it is sent."""
    parts = "".join(
        f"<section id=s{i}>{PLACES[one.place].format(plan.markup(one).format(id=f'own{i}', name=one.name))}"
        f"<button id=neighbour{i}>Neighbour {i}</button><p><span id=far{i}>Far {i}</span> and more {i}</p></section>"
        for i, one in enumerate(plan.cells)
    )
    plans = [
        {
            "event": one.event,
            "time": TIMES[one.time],
            "effect": EFFECTS[one.effect].script.replace("@", one.word),
            "on": one.on,
            "kind": plan.plain(one) if plan.library else "",
        }
        for one in plan.cells
    ]
    return (
        _PAGE.replace("LOADED", loaded(plan))
        .replace("LIBRARY", plan.library)
        .replace("HELD", HELD)
        .replace("STIRRED", STIRRED if plan.library else "")
        .replace("PARTS", parts)
        .replace("PLANS", json.dumps(plans))
        .replace("BACKGROUND", BACKGROUNDS[plan.background])
        .replace("OTHER", other)
    )


HELD: Final = """
// What a component holds, by the kind of plain control that it stands for.
function held(own, kind) {
  if (own.localName.includes('-')) return kind === 'checkbox' ? Boolean(own.checked ?? own.selected) : own.value;
  if (kind === 'select') return /Two/.test(own.innerText) ? 'Two' : own.innerText;
  const field = own.querySelector('input, textarea'), box = own.querySelector('[aria-checked]');
  return kind === 'checkbox' ? (field ? field.checked : box.ariaChecked === 'true') : field.value;
}
"""

STIRRED: Final = """
// How often a page of components has changed, in whatever document or shadow root: they change by themselves, as where the focus leaves them.
let stirred = 0;
const observer = new MutationObserver(records => { stirred += records.filter(({ target }) => target.parentNode !== clock && target !== clock && target.localName !== 'title').length });
window.watch = root => observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
const { attachShadow } = Element.prototype;
Element.prototype.attachShadow = function (options) { const root = attachShadow.call(this, options); watch(root); return root };
// What only style sheets show or hide, as where the pointer rests, is no mutation.
const documents = () => [document, ...Array.from(document.querySelectorAll('iframe[data-origin=own]'), frame => frame.contentDocument)];
const visible = one => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
window.appearance = () => [stirred, ...documents().map(one => Array.from(one.querySelectorAll('*')).filter(visible).length)].join();
for (const type of ['input', 'scroll', 'toggle', 'transitionrun', 'animationstart']) addEventListener(type, () => { stirred++ }, true);
watch(document);
"""

_PAGE: Final = """<!doctype html><title>Start</title>LOADED<style>.hot { color: #c00 } .dark { background: #222; color: #eee } section { margin: 2px 0 } section > * { margin: 1px 0 }
section div[role=button] { width: 130px }</style>
<script>STIRRED</script><button id=rest>Rest</button> <input id=field aria-label=Field> <span id=clock>Tick 0</span>
<p><input type=checkbox id=box aria-label=Box> <select id=list aria-label=List><option>Aa<option>Bb</select> <progress id=bar max=100 value=1></progress>
<input type=range id=slider aria-label=Slider value=5> <svg width=20 height=20><circle id=dot r=9 cx=10 cy=10 fill=teal /></svg></p>
<details id=more><summary>More</summary>Inside</details><ol id=steps><li>First step<li>Second step</ol><table><tbody id=rows><tr><td>Row</table>
<div id=pop popover=manual>Popped up</div><div id=log style="height:40px;overflow:auto"><div style="height:300px">Log</div></div>
<script>
let ticks = 0, outstanding = 0, took = 0;
record = [];
HELD
const count = (name, type, value) => record.push([name, type, value ?? null]);
const ended = () => { outstanding-- };
document.addEventListener('play', () => {});
function shadow(host, mode) { const root = host.attachShadow({ mode }); root.innerHTML = host.innerHTML; host.textContent = ''; return root }
customElements.define('x-open', class extends HTMLElement { constructor() { super(); setTimeout(() => {}) } });
</script>PARTS<div style="height:1200px"></div><script>
const roots = new Map();
for (const host of document.querySelectorAll('x-open')) roots.set(host, shadow(host, 'open'));
for (const host of document.querySelectorAll('x-closed')) roots.set(host, shadow(host, 'closed'));
for (const host of document.querySelectorAll('x-slot')) host.attachShadow({ mode: 'open' }).innerHTML = '<div><slot></slot></div>';
document.querySelectorAll('.beside').forEach((one, at) => { one.style.top = 20 + 120 * at + 'px'; if (one.popover) one.showPopover() });
const plans = PLANS;
window.run = (index, own) => {
  const plan = plans[index];
  const it = plan.on === 'own' ? own : document.getElementById(plan.on + index);
  outstanding++;
  count(index, 'ran');
  let done = false;
  const from = performance.now();
  const act = () => { if (done) return; done = true; took = performance.now() - from; try { eval(plan.effect) } finally { ended() } };
  eval(plan.time);
};
window.heard = count;
const COUNTED = ['pointerdown', 'mousedown', 'click', 'dblclick', 'contextmenu', 'keydown', 'input', 'pointerover', 'focusin'];
const read = (type, own) => type !== 'input' ? null : /checkbox|radio/.test(own.type) ? own.checked : own.value ?? own.textContent;
function arm(own, index) {
  for (const type of COUNTED) own.addEventListener(type, event => { if (event.isTrusted) count(index, type, read(type, own)) });
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
      if (plan.kind) { watch(frame.contentDocument); frame.contentWindow.mount(frame.contentDocument) }
      arm(frame.contentDocument.getElementById('own' + index), index);
      ready--;
    } else frame.contentWindow.postMessage({ html, index, kind: plan.kind, event: plan.event, counted: COUNTED, effect: plan.on === 'own' ? plan.effect : '', time: plan.time }, '*');
    frame.onload = null;
  };
  frame.src = frame.dataset.origin === 'own' ? '/blankLIBRARY' : 'OTHER';
});
addEventListener('message', ({ data }) => {
  if (data.ready) ready--;
  else if (data.count) count(...data.count);
  else if (data.held !== undefined) { count(...data.held); window.answered() }
  else if (data.run !== undefined) run(data.run, null);
  else if (data.began) { outstanding++; count(data.index, 'ran') }
  else if (data.ended) { took = data.took; ended() }
});
// What is pressed elsewhere than on a control.
for (const type of COUNTED) addEventListener(type, event => { if (event.isTrusted && !/^(pointerover|focusin)$/.test(type) && event.composedPath()[0].id !== 'rest' && !event.composedPath().some(node => /^(own\\d|neighbour)/.test(node.id ?? '')) && !roots.has(event.target) && event.target.localName !== 'iframe') count('elsewhere', type) }, true);
for (const one of document.querySelectorAll('[id^=neighbour]')) for (const type of COUNTED) one.addEventListener(type, event => { if (event.isTrusted) count(one.id, type) });
window.whenReady = async () => {
  while (ready) await new Promise(done => setTimeout(done, 10));
  if (!plans[0].kind) return;
  while (!window.mount) await new Promise(done => setTimeout(done, 10));
  for (const root of [document, ...roots.values()]) mount(root);
  for (let count = -1, left = 30; left && stirred !== count; left--) { count = stirred; await new Promise(done => setTimeout(done, 120)) }
};
// What a component holds comes at the end of the record; what changes by itself meanwhile is counted.
window.readHeld = index => {
  const frame = document.getElementById('s' + index).querySelector('iframe');
  if (frame?.dataset.origin === 'other') return new Promise(done => { window.answered = done; frame.contentWindow.postMessage({ ask: index }, '*') });
  const host = [...roots.keys()].find(one => document.getElementById('s' + index).contains(one));
  const own = (frame ? frame.contentDocument : host ? roots.get(host) : document).querySelector('#own' + index);
  count(index, 'held', held(own, plans[index].kind));
};
window.whenDone = async () => { for (const end = Date.now() + 3000; outstanding && Date.now() < end;) await new Promise(done => setTimeout(done, 10)); await new Promise(done => setTimeout(done, 20)); return outstanding };
BACKGROUND
</script>"""

_FRAMED: Final = "<!doctype html>FOLLOWEDLOADED<style>.hot { color: #c00 }</style><body style='margin:0'>"
_OTHER_SITE: Final = (
    _FRAMED
    + """<script>"""
    + HELD
    + """
let asked;
addEventListener('message', ({ data }) => {
  if (data.ask !== undefined) return parent.postMessage({ held: [data.ask, 'held', held(document.querySelector('[id^=own]'), asked.kind)] }, '*');
  if (!data.html) return;
  asked = data;
  document.body.insertAdjacentHTML('beforeend', data.html);
  window.mount?.(document);
  const own = document.querySelector('[id^=own]'), it = own;
  for (const type of data.counted) own.addEventListener(type, event => { if (event.isTrusted) parent.postMessage({ count: [data.index, type, type !== 'input' ? null : /checkbox|radio/.test(own.type) ? own.checked : own.value ?? own.textContent] }, '*') });
  if (own.localName === 'a') own.addEventListener('click', event => event.preventDefault());
  let ran = false;
  own.addEventListener(data.event, event => {
    if (!event.isTrusted || ran) return;
    ran = true;
    if (!data.effect) return parent.postMessage({ run: data.index }, '*');
    parent.postMessage({ began: 1, index: data.index }, '*');
    let done = false;
    const from = performance.now();
    const act = () => { if (done) return; done = true; const took = performance.now() - from; try { eval(data.effect) } finally { parent.postMessage({ ended: 1, took }, '*') } };
    eval(data.time);
  });
  parent.postMessage({ ready: 1 }, '*');
});
</script>"""
)


FOLLOWED: Final = """<script>
const { attachShadow } = Element.prototype;
Element.prototype.attachShadow = function (options) { const root = attachShadow.call(this, options); parent.watch(root); return root };
</script>"""
"""Has the changes of a frame's shadow roots counted with those of the page."""


def framed(plan: Plan) -> str:
    """The document of frames of the page's own site."""
    return _FRAMED.replace("FOLLOWED", FOLLOWED if plan.library else "").replace("LOADED", loaded(plan))


def other_site(plan: Plan) -> str:
    """The document of frames of another site."""
    return _OTHER_SITE.replace("FOLLOWED", "").replace("LOADED", loaded(plan))
