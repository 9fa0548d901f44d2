"""The document of a plan: it does what its cells say, and keeps a record of the trusted events that it received."""

import json
from typing import Final

from tests.generated.grammar import BACKGROUNDS, CONTROLS, EFFECTS, PLACES, TIMES, Plan


def document(plan: Plan, other: str) -> str:
    """The page of the plan; ``other`` is the address of another site's page that runs what it is sent."""
    parts = "".join(
        f"<section id=s{i}>{PLACES[one.place].format(CONTROLS[one.control].format(id=f'own{i}', name=one.name))}"
        f"<button id=neighbour{i}>Neighbour {i}</button><p><span id=far{i}>Far {i}</span> and more {i}</p></section>"
        for i, one in enumerate(plan.cells)
    )
    plans = [
        {
            "event": one.event,
            "time": TIMES[one.time],
            "effect": EFFECTS[one.effect].script.replace("@", one.word),
            "on": one.on,
        }
        for one in plan.cells
    ]
    return (
        _PAGE.replace("PARTS", parts)
        .replace("PLANS", json.dumps(plans))
        .replace("BACKGROUND", BACKGROUNDS[plan.background])
        .replace("OTHER", other)
    )


_PAGE: Final = """<!doctype html><title>Start</title><style>.hot { color: #c00 } section { margin: 2px 0 } section > * { margin: 1px 0 }
section div[role=button] { width: 130px }</style>
<button id=rest>Rest</button> <input id=field aria-label=Field> <span id=clock>Tick 0</span>
<script>
let ticks = 0, outstanding = 0, took = 0;
record = [];
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
const COUNTED = ['pointerdown', 'mousedown', 'click', 'dblclick', 'contextmenu', 'keydown', 'input', 'pointerover', 'focusin'];
const read = (type, own) => type !== 'input' ? null : own.type === 'checkbox' ? own.checked : own.value;
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
for (const type of COUNTED) addEventListener(type, event => { if (event.isTrusted && !/^(pointerover|focusin)$/.test(type) && event.composedPath()[0].id !== 'rest' && !event.composedPath().some(node => /^(own\\d|neighbour)/.test(node.id ?? '')) && !roots.has(event.target) && event.target.localName !== 'iframe') count('elsewhere', type) }, true);
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
  for (const type of data.counted) own.addEventListener(type, event => { if (event.isTrusted) parent.postMessage({ count: [data.index, type, type !== 'input' ? null : own.type === 'checkbox' ? own.checked : own.value] }, '*') });
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
