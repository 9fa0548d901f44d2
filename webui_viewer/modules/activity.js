// The agent's calls, newest first, with their results; the chat's downloads; the film strip with pictures of earlier steps.

import { h, keyed, say, set } from './dom.js';

const SHOWN = 120;
/** Pictures of earlier steps that are kept of a chat. */
export const PICTURES = 40;

/** @typedef {import('./state.js').Call} Call */

/** @param {import('./state.js').State} state @param {HTMLElement} aside */
export function activityList(state, aside) {
  const list = h('ol', { class: 'calls', tabindex: '0', 'aria-label': 'Calls, newest first' });
  const nothing = h('p', { class: 'nothing' }, 'Nothing yet.');
  const downloads = h('ul');
  const downloadPart = h('section', { class: 'downloads', 'aria-label': 'Downloads' }, h('h2', {}, 'Downloads'), downloads);
  aside.append(h('h2', {}, 'Activity'), nothing, list, downloadPart);

  state.addEventListener('change', () => {
    const calls = state.shownCalls.slice(-SHOWN).reverse();
    set(nothing, 'hidden', calls.length > 0);
    set(list, 'hidden', calls.length === 0);
    keyed(list, calls, (call) => `${state.chatId} ${call.id}`, create, update);
    const files = [...(state.chat?.downloads ?? [])].reverse();
    set(downloadPart, 'hidden', !files.length);
    keyed(downloads, files, (file) => `${state.chatId} ${file.download_id}`, () => h('li', {}, h('span', { class: 'name' }), h('span', { class: 'muted' })), (item, file) => {
      say(item.children[0], file.name);
      set(item.children[0], 'title', file.name);
      say(item.children[1], file.state === 'complete' ? sizeOf(file.size ?? 0) : file.state.replace('_', ' '));
    });
  });

  /** @param {Call} call */
  function create(call) {
    const button = h('button', { type: 'button', 'aria-expanded': 'false', click: () => toggle(item, button, call) },
      h('span', { class: 'dot' }), h('span', { class: 'action' }), h('span', { class: 'took' }), h('span', { class: 'about' }));
    const item = h('li', { class: 'call' }, button);
    return item;
  }

  /** @param {HTMLElement} item @param {HTMLElement} button @param {Call} call */
  function toggle(item, button, call) {
    const open = item.querySelector('dl');
    open?.remove();
    if (!open) item.append(details(call));
    set(button, 'aria-expanded', open ? 'false' : 'true');
  }

  /** @param {HTMLElement} item @param {Call} call */
  function update(item, call) {
    const held = state.isHeld(call);
    if (item.dataset.state === call.state && (call.state !== 'running' || (item.dataset.held === 'true') === held)) return;
    item.dataset.state = call.state;
    item.dataset.held = String(held);
    const [, action, took, about] = /** @type {HTMLElement[]} */ ([.../** @type {Element} */ (item.firstElementChild).children]);
    say(action, call.action);
    say(took, call.state === 'running' ? (held ? 'waits' : 'running') : durationOf(call.durationMs));
    say(about, aboutOf(call));
    set(about, 'title', aboutOf(call));
    item.querySelector('dl')?.replaceWith(details(call));
  }
}

/** @type {(call: Call) => string} the action and what it was about, in one line */
export const headline = (call) => `${call.action} ${aboutOf(call)}`;

/** @type {(call: Call) => string} the call as the journal numbers it, with its action */
export const numbered = (call) => [call.step?.[1], call.action.replaceAll('_', ' ')].filter(Boolean).join(': ');

/** @type {(call: Call) => HTMLElement} the call's arguments and result as lines of text */
export function details(call) {
  /** @type {Record<string, unknown>} */
  const parts = { at: new Date(call.atMs).toLocaleTimeString(), flow: stepOf(call), tab: call.browserId, ...call.arguments };
  if (call.state === 'failed') parts.error = `${call.code}: ${textOf(call.outcome)}`;
  else if (call.outcome && typeof call.outcome === 'object' && !Array.isArray(call.outcome)) {
    const { action, ...rest } = call.outcome;
    Object.assign(parts, typeof action === 'object' ? action : {}, rest);
  } else parts.result = call.outcome;
  const lines = h('dl');
  for (const [name, value] of Object.entries(parts)) {
    const text = name === 'navigation' ? journey(value) : name === 'visual_diff' ? difference(value) : textOf(value);
    if (text) lines.append(h('dt', {}, name.replaceAll('_', ' ')), h('dd', {}, text));
  }
  return lines;
}

/** @type {(navigation: any) => string} */
const journey = ({ to, http_status: status, pending }) => [`to ${to}`, status && `HTTP ${status}`, pending && 'still loading'].filter(Boolean).join(' · ');

/** @type {(found: any) => string} */
const difference = ({ changed_percent: percent, not_compared: why, ...rest }) => (percent === undefined ? why ?? textOf(rest) : `${percent} % of the picture`);

/** @type {(call: Call) => string} the flow and its step that make the call; nothing for an agent's own call */
const stepOf = ({ flow }) => (flow ? `${flow.flow}, step ${flow.step}${flow.steps ? ` of ${flow.steps}` : ''}` : '');

/** @type {(call: Call) => string} one line: the step of a flow, then the element, the URL, or the error */
const aboutOf = (call) => [stepOf(call), subjectOf(call)].filter(Boolean).join(': ');

/** @type {(call: Call) => string} */
function subjectOf(call) {
  if (call.state === 'failed') return [`${call.code}: ${textOf(call.outcome)}`, call.marks.includes('words') ? '· read your words' : ''].filter(Boolean).join(' ');
  const receipt = call.outcome?.action ?? {};
  const { url, ref, selector, key, keys, direction, reason, operation, name } = call.arguments;
  const target = receipt.element ?? url ?? reason ?? selector ?? (ref ? `ref ${ref}` : null) ?? key ?? keys?.join?.('+') ?? direction ?? ([operation, name].filter(Boolean).join(' '));
  const effect = receipt.navigation?.to ? `→ ${receipt.navigation.to}` : receipt.effect ? `· ${receipt.effect === 'none observed' ? 'no effect observed' : receipt.effect}` : '';
  const tab = call.browserId ? `tab ${call.browserId}` : '';
  const read = call.marks.includes('words') ? '· read your words' : '';
  return [target, effect, read].filter(Boolean).join(' ') || tab;
}

/** @type {(value: unknown) => string} simple values as words, nested ones as JSON */
function textOf(value) {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  const parts = typeof value === 'object' ? Object.entries(value) : [];
  if (!parts.length || parts.some(([, part]) => typeof part === 'object')) return JSON.stringify(value);
  return Array.isArray(value) ? value.join(', ') : parts.map(([name, part]) => `${name.replaceAll('_', ' ')} ${part}`).join(', ');
}

/** @type {(ms: number) => string} */
const durationOf = (ms) => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`);

/** @type {(bytes: number) => string} */
const sizeOf = (bytes) => (bytes < 1000 ? `${bytes} B` : bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);

/** @param {import('./state.js').State} state */
export function filmStrip(state) {
  const strip = h('div', { class: 'steps' });
  const nothing = h('p', { class: 'muted' }, 'Pictures of earlier steps appear here.');
  const element = h('div', { class: 'film', role: 'group', 'aria-label': 'Earlier steps', tabindex: '0' }, nothing, strip);
  /** @type {Map<Blob, string>} */
  const urls = new Map();

  state.addEventListener('change', () => {
    const withPicture = state.shownCalls.filter((call) => call.picture && call.state !== 'running');
    for (const call of withPicture.slice(0, -PICTURES)) if (call !== state.pictureStep) call.picture = null;
    const calls = withPicture.slice(-PICTURES);
    const atEnd = element.scrollLeft + element.clientWidth >= element.scrollWidth - 20;
    set(nothing, 'hidden', calls.length > 0);
    keyed(strip, calls, (call) => `${state.chatId} ${call.id}`, create, update);
    const used = new Set(calls.map((call) => call.picture));
    for (const [blob, url] of urls) if (!used.has(blob)) {
      URL.revokeObjectURL(url);
      urls.delete(blob);
    }
    if (atEnd) element.scrollLeft = element.scrollWidth;
  });

  /** @param {Call} call */
  function create(call) {
    const look = () => {
      state.lookback = state.lookback === call ? null : call;
      state.lookbackBefore = false;
      state.changed();
    };
    return h('button', { type: 'button', click: look }, h('img', { alt: '' }), h('span', { class: 'label' }));
  }

  /** @param {HTMLElement} button @param {Call} call */
  function update(button, call) {
    const [image, label] = button.children;
    if (call.picture && !urls.has(call.picture)) urls.set(call.picture, URL.createObjectURL(call.picture));
    set(image, 'src', call.picture ? urls.get(call.picture) : null);
    set(button, 'aria-pressed', String(state.lookback === call));
    set(button, 'aria-label', `${call.action}, ${new Date(call.atMs).toLocaleTimeString()}: look at it`);
    say(label, call.action);
    label.className = `label${call.state === 'failed' ? ' failed' : ''}`;
  }

  return element;
}
