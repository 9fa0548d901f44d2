// The chat's recent calls as a line in time: back through them while the agent goes on, each with the page before and after it, what
// changed, and its receipt; and to the live picture again.

import { details, headline } from './activity.js';
import { glyph, h, keyed, say, set } from './dom.js';
import { layOver } from './geometry.js';

/** @typedef {import('./state.js').Call} Call */

/**
 * @param {import('./state.js').State} state @param {import('./stage.js').Stage} stage
 * @param {HTMLElement} strip the pictures of earlier steps
 */
export function timeline(state, stage, strip) {
  const position = h('input', { type: 'range', min: 0, max: 0, step: 1, 'aria-label': 'Step', input: () => goTo(Number(position.value)), keydown: leave });
  const earlier = button('Earlier step', 'back', () => goTo(at() - 1));
  const later = button('Later step', 'forward', () => goTo(at() + 1));
  const before = h('button', { type: 'button', title: 'The page before this step', click: () => show(() => { state.lookbackBefore = !state.lookbackBefore; }) }, 'Before');
  const receipt = h('button', { type: 'button', 'aria-expanded': 'false', 'aria-controls': 'step', click: () => show(() => { open = !open; }) }, 'Receipt');
  const live = h('button', { type: 'button', class: 'live', click: () => goTo(calls().length) }, 'Live');
  const words = h('p', { class: 'words' });
  const marks = h('div', { class: 'marks', 'aria-hidden': 'true' });
  const bar = h('div', { class: 'bar', role: 'group', 'aria-label': 'Timeline' }, earlier, h('div', { class: 'line' }, position, marks), later, words, before, receipt, live);
  const step = h('section', { class: 'step', id: 'step', tabindex: 0, 'aria-label': 'Receipt of this step' });
  const changed = h('div', { class: 'layer' });
  const element = h('div', { class: 'timeline' }, bar, step, strip);
  stage.sheet.append(changed);
  let open = innerWidth > 820;
  /** @type {Call | null} */
  let shown = null;

  const calls = () => state.shownCalls.filter((call) => call.state !== 'running');
  /** The number of the step in view; behind the last one is the live picture. */
  const at = () => (state.lookback ? calls().indexOf(state.lookback) : calls().length);

  /** @param {number} number */
  function goTo(number) {
    const known = calls();
    show(() => {
      state.lookback = known[Math.max(0, number)] ?? null;
      state.lookbackBefore = false;
    });
  }

  /** @param {() => void} change */
  function show(change) {
    change();
    state.changed();
  }

  /** @param {KeyboardEvent} event */
  function leave(event) {
    if (event.key === 'Escape') goTo(calls().length);
  }

  state.addEventListener('change', () => {
    const known = calls();
    const call = state.lookback;
    if (call && !known.includes(call)) {
      // It is so long ago that it is no longer kept, or of another chat.
      goTo(known.length);
      return;
    }
    set(bar, 'hidden', !known.length);
    set(position, 'max', known.length);
    position.value = String(at());
    keyed(marks, known.map((one, place) => ({ one, place })).filter(({ one }) => one.marks.length), ({ one }) => one.id, () => h('span'), (mark, { one, place }) => {
      mark.className = one.marks.join(' ');
      mark.style.left = `${(place / known.length) * 100}%`;
    });
    const text = call ? `${at() + 1} of ${known.length}: ${headline(call)}${spoken(call)}` : `Live, after ${known.length} ${known.length === 1 ? 'step' : 'steps'}`;
    set(position, 'aria-valuetext', text);
    say(words, text);
    set(words, 'title', text);
    set(earlier, 'disabled', at() === 0);
    set(later, 'disabled', !call);
    set(live, 'aria-pressed', String(!call));
    say(live, call ? 'Back to live' : 'Live');
    set(bar, 'data-live', !call);
    for (const part of [before, receipt]) set(part, 'hidden', !call);
    set(before, 'aria-pressed', String(state.lookbackBefore));
    set(receipt, 'aria-expanded', String(open));
    set(step, 'hidden', !call || !open);
    if (call !== shown) step.replaceChildren(...(call ? [details(call)] : []));
    shown = call;
    const regions = call && state.lookbackPicture ? call.regions : [];
    keyed(changed, regions, (box) => box.join(), () => h('div', { class: 'region' }), (frame, box) => layOver(frame, box, call?.viewport ? { width: call.viewport[0], height: call.viewport[1] } : stage.page));
  });
  return element;
}

/** @type {(call: Call) => string} */
const spoken = ({ marks }) => ['approval', 'person'].filter((mark) => marks.includes(/** @type {any} */ (mark))).map((mark) => ({ approval: ', approved by a person', person: ', after a person had the tab' })[mark]).join('');

/** @param {string} name @param {'back' | 'forward'} icon @param {() => void} click */
function button(name, icon, click) {
  return h('button', { type: 'button', class: 'quiet icon', title: name, 'aria-label': name, click }, glyph(icon));
}
