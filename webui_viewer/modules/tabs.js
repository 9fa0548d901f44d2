// The tab strip and the address bar of the chat in view.

import { glyph, h, keyed, rests, say, set } from './dom.js';

/** @typedef {(message: import('./protocol.js').ToServer) => void} Send */

/** @param {import('./state.js').State} state @param {Send} send */
export function tabStrip(state, send) {
  const list = h('div', { role: 'tablist', 'aria-label': 'Tabs' });
  const follow = h('button', { type: 'button', class: 'follow', click: () => state.select(state.chatId) }, 'Follow the agent');
  /** @type {(name: string, icon: 'plus' | 'cross', to: string) => HTMLButtonElement} */
  const own = (name, icon, to) => h('button', { type: 'button', class: 'quiet icon', title: name, 'aria-label': name, click: () => send({ type: 'go', ...state.about, to }) }, glyph(icon));
  const size = sizes(state, send);
  const mine = [own('Close this tab', 'cross', 'close'), own('New tab', 'plus', 'new_tab'), size];
  const element = h('div', { class: 'strip' }, list, ...mine, follow);

  list.addEventListener('keydown', (event) => {
    const tabs = /** @type {HTMLElement[]} */ ([...list.children]);
    const at = tabs.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined || at < 0) return;
    event.preventDefault();
    const next = tabs[(to + tabs.length) % tabs.length];
    next.focus();
    next.click();
  });

  state.addEventListener('change', () => {
    const chat = state.chat;
    keyed(list, chat?.tabs ?? [], (tab) => `${chat?.id} ${tab.browser_id}`, create, update);
    set(follow, 'hidden', state.pinned === null || !chat);
    for (const button of mine) set(button, 'hidden', !state.inControl);
    set(list, 'hidden', !chat?.tabs.length);
  });

  /** @param {import('./protocol.js').Tab} tab */
  function create(tab) {
    return h('button', { type: 'button', role: 'tab', class: 'tab', 'aria-controls': 'canvas', click: () => state.select(state.chatId, tab.browser_id) },
      h('img', { class: 'icon', alt: '', hidden: true }), h('span', { class: 'mark', 'aria-hidden': 'true' }), h('span', { class: 'title' }), h('span', { class: 'hidden-text' }), h('span', { class: 'active' }));
  }

  /** @param {HTMLElement} button @param {import('./protocol.js').Tab} tab */
  function update(button, tab) {
    const [image, mark, title, condition, active] = /** @type {HTMLElement[]} */ ([...button.children]);
    const selected = tab.browser_id === state.tab?.browser_id;
    const name = tab.title || hostOf(tab.url) || 'New tab';
    const kind = tab.crashed ? 'crashed' : tab.held || tab.handoff ? 'person' : tab.dialogs.length ? 'dialog' : tab.loading ? 'loading' : '';
    button.dataset.mark = kind;
    set(button, 'aria-selected', selected ? 'true' : 'false');
    set(button, 'tabindex', selected ? '0' : '-1');
    set(button, 'title', `${name}\n${tab.url}`);
    say(condition, { crashed: ', crashed', person: ', with a person', dialog: ', a dialog is open', loading: ', loading', '': '' }[kind] ?? '');
    say(title, name);
    set(active, 'hidden', tab.browser_id !== state.chat?.active);
    set(active, 'title', 'The agent’s active tab');
    const icon = kind === '' ? state.icons.get(tab.icon ?? '') : undefined;
    set(image, 'src', icon);
    set(image, 'hidden', !icon);
    set(mark, 'hidden', Boolean(icon));
    say(mark, { crashed: '!', person: '✋', dialog: '?', loading: '', '': (hostOf(tab.url) || '·').replace(/^www\./, '').slice(0, 1) }[kind] ?? '');
  }

  return element;
}

/** Windows that pages are made for, in CSS pixels. */
const SIZES = ['390 × 844', '768 × 1024', '1280 × 720', '1440 × 900', '1920 × 1080'];

/** @type {(state: import('./state.js').State, send: Send) => HTMLSelectElement} the size of the page's window, and those that it may have */
function sizes(state, send) {
  const list = h('select', { class: 'quiet', title: 'Size of the page', 'aria-label': 'Size of the page', change: () => {
    const [width, height] = list.value.split(' × ').map(Number);
    send({ type: 'resize', ...state.about, width, height });
  } });
  state.addEventListener('change', () => {
    const viewport = state.tab?.viewport;
    const size = viewport ? `${viewport.width} × ${viewport.height}` : '';
    const offered = SIZES.includes(size) ? SIZES : [size, ...SIZES];
    keyed(list, offered, (each) => each, (each) => h('option', { value: each, hidden: !each }, each), () => {});
    if (document.activeElement !== list) list.value = size;
  });
  return list;
}

/** @type {(url: string) => string} empty for an address without one */
export function hostOf(url) {
  try {
    return new URL(url).host;
  } catch {
    return '';
  }
}

/** @param {import('./state.js').State} state @param {Send} send @param {(subject: 'console' | 'network', from: HTMLElement) => void} inspect @param {() => boolean} engage puts the focus on the page; whether it could */
export function addressLine(state, send, inspect, engage) {
  /** @type {(to: string, extra?: object) => void} */
  const go = (to, extra = {}) => send({ type: 'go', ...state.about, to, ...extra });
  /** @type {(name: 'back' | 'forward' | 'reload', label: string) => HTMLButtonElement} */
  const step = (name, label) => h('button', { type: 'button', class: 'quiet icon', 'aria-label': label, title: label, click: () => go(name) }, glyph(name));
  const [back, forward, reload] = [step('back', 'Back'), step('forward', 'Forward'), step('reload', 'Reload')];
  const input = h('input', { type: 'text', inputmode: 'url', 'aria-label': 'Address', spellcheck: 'false', autocomplete: 'off' });
  const secure = h('span', {}, glyph('globe'));
  const counts = h('span', { role: 'status' });
  const behind = h('button', { type: 'button', class: 'counts quiet', title: 'Console and network', click: () => inspect(state.tab?.console_errors || !state.tab?.failed_requests ? 'console' : 'network', behind) },
    counts, glyph('terminal'), h('span', { class: 'hidden-text' }, 'Console and network'));
  const form = h('form', { submit: (/** @type {Event} */ event) => {
    event.preventDefault();
    go('url', { url: input.value });
    input.blur();
  } }, h('div', { class: 'line' }, secure, input, behind));
  const control = h('button', { type: 'button', class: 'primary' });
  const pick = h('button', { type: 'button', class: 'quiet icon', 'aria-label': 'Point at an element for the agent', title: 'Point at an element for the agent', click: () => tool('pick') }, glyph('pencil'));
  const box = h('button', { type: 'button', class: 'quiet icon', 'aria-label': 'Mark a region for the agent', title: 'Mark a region for the agent', click: () => tool('box') }, glyph('box'));
  const rested = rests(control);
  let wasInControl = false;
  /** The page has still to get the focus. */
  let engages = false;
  control.addEventListener('click', () => {
    if (!rested()) return;
    const message = { type: /** @type {'take' | 'hand_back'} */ (control.value), ...state.about };
    if (message.type === 'take') state.takeOver();
    send(message);
  });

  /** @param {'pick' | 'box'} name */
  function tool(name) {
    state.tool = state.tool === name ? null : name;
    state.changed();
  }

  state.addEventListener('change', () => {
    const { tab, inControl, readOnly } = state;
    const held = tab?.held;
    set(back, 'disabled', !inControl || !tab?.can_go_back);
    set(forward, 'disabled', !inControl || !tab?.can_go_forward);
    set(reload, 'disabled', !(inControl || (tab?.crashed && !readOnly)));
    set(input, 'readonly', !inControl);
    const url = state.lookback ? state.lookbackAddress : tab?.url ?? '';
    if (document.activeElement !== input && input.value !== url) input.value = url;
    set(input, 'title', url || null);
    secure.replaceChildren(glyph((state.lookback ? url.startsWith('https:') : tab?.secure) ? 'lock' : 'globe'));
    countsOf(counts, tab);
    set(behind, 'hidden', !tab);
    for (const button of [control, pick, box]) set(button, 'hidden', readOnly || !tab);
    set(pick, 'aria-pressed', String(state.tool === 'pick'));
    set(box, 'aria-pressed', String(state.tool === 'box'));
    const mine = held?.by === state.viewer;
    set(control, 'disabled', (held && !mine) || (mine && !held?.granted) || (tab?.crashed && !mine));
    control.value = held ? 'hand_back' : 'take';
    say(control, !held ? 'Take over' : !mine ? 'In use' : held.granted ? 'Hand back' : 'Waiting for the agent…');
    // What a person types from now on is for the page, and a space does not hand it back.
    if (inControl !== wasInControl) engages = inControl && !tab?.dialogs.length;
    if (engages && (document.activeElement === control || document.activeElement === document.body)) engages = !engage();
    wasInControl = inControl;
  });

  return h('div', { class: 'address' }, back, forward, reload, form, pick, box, control);
}

/** @type {(element: HTMLElement, tab: import('./protocol.js').Tab | undefined) => void} */
function countsOf(element, tab) {
  const parts = [];
  if (tab?.http_status && tab.http_status >= 400) parts.push(`HTTP ${tab.http_status}`);
  if (tab?.console_errors) parts.push(`${tab.console_errors} console error${tab.console_errors === 1 ? '' : 's'}`);
  if (tab?.failed_requests) parts.push(`${tab.failed_requests} failed request${tab.failed_requests === 1 ? '' : 's'}`);
  const text = parts.join(' · ');
  say(element, text);
}
