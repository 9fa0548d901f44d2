// The lists behind the counts: the tab's console messages and requests.

import { glyph, h, keyed, say, set } from './dom.js';

const AGAIN_MS = 1500;
const SUBJECTS = /** @type {const} */ (['console', 'network']);

/** @typedef {typeof SUBJECTS[number]} Subject */
/** @typedef {{key: number, kind: string, what: string, text: string, about: string, bad: boolean}} Line */

/** @param {import('./state.js').State} state @param {(message: import('./protocol.js').ToServer) => void} send */
export function inspector(state, send) {
  /** @type {Subject} */
  let subject = 'console';
  let asked = '';
  /** @type {HTMLElement | null} */
  let opener = null;
  const list = h('ol', { class: 'lines', tabindex: '0' });
  const nothing = h('p', { class: 'nothing' });
  const more = h('p', { class: 'nothing', hidden: true });
  const badOnly = h('input', { type: 'checkbox' });
  const choices = SUBJECTS.map((name) => h('button', { type: 'button', class: 'quiet', 'aria-pressed': 'false', click: () => show(name) }, name === 'console' ? 'Console' : 'Network'));
  const close = h('button', { type: 'button', class: 'quiet icon', 'aria-label': 'Close', title: 'Close', click: hide }, glyph('cross'));
  const element = h('section', { class: 'inspector', 'aria-label': 'Console and network', hidden: true },
    h('header', {}, h('div', { role: 'group', 'aria-label': 'List' }, ...choices), h('label', { class: 'muted' }, badOnly, 'Errors only'), close),
    nothing, list, more);
  /** @type {import('./protocol.js').Inspected | null} */
  let shown = null;

  badOnly.addEventListener('change', render);
  element.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') hide();
  });
  state.addEventListener('change', () => {
    if (element.hidden) return;
    if (!state.tab) hide();
    else if (asked !== about()) ask();
  });
  setInterval(() => element.hidden || document.hidden || ask(), AGAIN_MS);

  const about = () => `${state.chatId} ${state.tab?.browser_id} ${subject}`;

  function ask() {
    if (!state.tab || state.status !== 'open') return;
    if (asked !== about()) {
      asked = about();
      shown = null;
      render();
    }
    send({ type: 'inspect', chat: state.chatId, browser_id: state.tab.browser_id, subject });
  }

  /** @param {Subject} wanted @param {HTMLElement} [from] gets the focus back when the list closes */
  function show(wanted, from) {
    subject = wanted;
    opener = from ?? opener;
    element.hidden = false;
    choices.forEach((button, index) => set(button, 'aria-pressed', String(SUBJECTS[index] === subject)));
    set(list, 'aria-label', subject === 'console' ? 'Console messages, oldest first' : 'Requests, oldest first');
    ask();
    if (from) list.focus();
  }

  function hide() {
    element.hidden = true;
    asked = '';
    opener?.focus();
    opener = null;
  }

  /** @param {import('./protocol.js').Inspected} message */
  function hear(message) {
    if (message.subject !== subject || message.browser_id !== state.tab?.browser_id) return;
    shown = message;
    render();
  }

  function render() {
    const lines = (shown?.lines ?? []).map((line, index) => subject === 'console' ? ofConsole(line, (shown?.left_out ?? 0) + index) : ofNetwork(line)).filter((line) => line.bad || !badOnly.checked);
    const atEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 8;
    set(list, 'hidden', !lines.length);
    set(nothing, 'hidden', lines.length > 0);
    say(nothing, shown === null ? 'Loading…' : badOnly.checked ? 'No errors.' : subject === 'console' ? 'No console messages.' : 'No requests.');
    set(more, 'hidden', !shown?.left_out);
    say(more, shown?.left_out ? `${shown.left_out} earlier ones are not shown.` : '');
    keyed(list, lines, (line) => `${asked} ${line.key}`, create, update);
    if (atEnd) list.scrollTop = list.scrollHeight;
  }

  return { element, show, hear };
}

function create() {
  return h('li', {}, h('span', { class: 'kind' }), h('span', { class: 'what' }), h('span', { class: 'about' }));
}

/** @param {HTMLElement} item @param {Line} line */
function update(item, line) {
  const [kind, what, about] = item.children;
  item.className = line.bad ? 'bad' : '';
  say(kind, line.kind);
  say(what, [line.what, line.text].filter(Boolean).join(' '));
  say(about, line.about);
  set(about, 'title', line.about);
}

/** @type {(line: any, number: number) => Line} */
function ofConsole({ level, text, uncaught, location }, number) {
  return { key: number, kind: level, what: uncaught ? 'Uncaught' : '', text, about: location ?? '', bad: level === 'error' };
}

/** @type {(line: any) => Line} */
function ofNetwork({ id, method, url, status, type, failure, duration_ms: took, pending }) {
  const about = [type, took !== undefined && `${Math.round(took)} ms`, pending && 'pending'].filter(Boolean).join(' · ');
  return { key: id, kind: String(status ?? (failure ? 'failed' : '…')), what: method, text: failure ? `${url} (${failure})` : url, about, bad: Boolean(failure) || status >= 400 };
}
