// What needs a person anywhere but in the tab in view: requests for help, dialogs, crashes, calls that fail again and again. Approvals of
// all chats are cards of their own.

import { h, keyed, say, set } from './dom.js';
import { hostOf } from './tabs.js';

/**
 * @typedef {{key: string, chat: string, browserId: number | null, kind: 'person' | 'dialog' | 'bad', title: string, text: string, sinceMs: number | null}} Need
 */

/** The times a call has to fail in a row until a person is told. */
const FAILS = 3;

/** @param {import('./state.js').State} state @param {() => void} gone shows the page, in a narrow window too */
export function needs(state, gone) {
  const element = h('section', { class: 'needs', 'aria-label': 'Needs you', 'aria-live': 'polite' });
  state.addEventListener('change', () => keyed(element, state.status === 'open' ? needed(state) : [], (need) => need.key, create, update));
  return element;

  /** @param {Need} need */
  function create(need) {
    const go = h('button', { type: 'button', click: () => {
      state.select(need.chat, need.browserId);
      gone();
    } }, 'Go there');
    return h('section', { class: `notice ${need.kind}` },
      h('div', { class: 'what' }, h('strong', {}), h('span', { class: 'page-text' }), h('span', { class: 'muted' })), h('div', { class: 'answers' }, go));
  }

  /** @param {HTMLElement} section @param {Need} need */
  function update(section, need) {
    const [title, text, since] = /** @type {Element} */ (section.firstElementChild).children;
    say(title, need.title);
    say(text, need.text);
    say(since, need.sinceMs === null ? '' : `since ${new Date(need.sinceMs).toLocaleTimeString()}`);
    set(since, 'hidden', need.sinceMs === null);
  }
}

/** @param {import('./state.js').State} state @returns {Need[]} all but what the tab in view shows itself, in the order of the chats */
function needed(state) {
  /** @type {Need[]} */
  const found = [];
  for (const chat of state.chats) {
    const name = shortened(chat.id);
    for (const tab of chat.tabs) {
      if (!state.onWall && chat.id === state.chatId && tab.browser_id === state.tab?.browser_id) continue;
      const at = { chat: chat.id, browserId: tab.browser_id };
      const site = hostOf(tab.url) || 'a new tab';
      if (tab.handoff) found.push({ ...at, key: `help ${chat.id} ${tab.browser_id}`, kind: 'person', title: `${name} asks for your help on ${site}`, text: tab.handoff.reason, sinceMs: tab.handoff.since_ms });
      for (const dialog of tab.dialogs) found.push({ ...at, key: `dialog ${chat.id} ${dialog.dialog_id}`, kind: 'dialog', title: `${name}: a dialog of ${site} is open`, text: dialog.message || '(no text)', sinceMs: null });
      if (tab.crashed) found.push({ ...at, key: `crash ${chat.id} ${tab.browser_id}`, kind: 'bad', title: `${name}: the page of ${site} crashed`, text: tab.title, sinceMs: null });
    }
    const failing = state.states.get(chat.id)?.failing;
    if (failing && failing.times >= FAILS && (state.onWall || chat.id !== state.chatId)) {
      found.push({ chat: chat.id, browserId: null, key: `fails ${chat.id} ${failing.action}`, kind: 'bad', title: `${name}: ${failing.action.replaceAll('_', ' ')} failed ${failing.times} times in a row`, text: failing.code, sinceMs: null });
    }
  }
  return found;
}

/** How many places need a person, with the one in view. @param {import('./state.js').State} state @param {number} approvals @returns {number} */
export function countOfNeeds(state, approvals) {
  const here = state.tab && !state.onWall ? Number(Boolean(state.tab.handoff)) + state.tab.dialogs.length + Number(state.tab.crashed) : 0;
  return approvals + here + needed(state).length;
}

/** @param {string} name @param {number} [longest] @returns {string} the name, or its head and tail: names of one host differ by their ends */
export function shortened(name, longest = 26) {
  const end = Math.floor(longest / 2) - 1;
  return name.length <= longest ? name : `${name.slice(0, longest - 1 - end)}…${name.slice(-end)}`;
}
