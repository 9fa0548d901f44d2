// The list of chats, with those that are working and those that wait for a person.

import { h, keyed, say, set } from './dom.js';
import { shortened } from './needs.js';

/** Chats from which on they can be searched. */
const MANY = 6;

/** Characters of a chat's name that are shown. */
const LONGEST = 16;

/** @param {import('./state.js').State} state @param {HTMLElement} nav @param {() => void} chosen */
export function chatList(state, nav, chosen) {
  const list = h('ul');
  const nothing = h('p', { class: 'nothing' }, 'No chats yet.');
  const search = h('input', { type: 'search', placeholder: 'Find a chat', 'aria-label': 'Find a chat', hidden: true, input: () => state.changed() });
  nav.append(h('h2', {}, 'Chats'), search, list, nothing);

  /** @param {string} id */
  const choose = (id) => {
    state.select(id);
    chosen();
  };

  state.addEventListener('change', () => {
    set(nothing, 'hidden', state.chats.length > 0 || !state.loaded);
    set(search, 'hidden', state.chats.length < MANY && !search.value);
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = state.chats.filter((chat) => words.every((word) => textOf(chat).includes(word)));
    keyed(list, found, (chat) => chat.id, create, update);
  });

  /** @type {(chat: import('./protocol.js').Chat) => boolean} */
  const asksForPerson = (chat) => state.status === 'open' && state.states.get(chat.id)?.doing === 'waits_for_person';

  /** @param {import('./protocol.js').Chat} chat */
  function create(chat) {
    const button = h('button', { type: 'button', class: 'chat', click: () => choose(chat.id) },
      h('span', { class: 'name' }), h('span', { class: 'badge' }), h('span', { class: 'about' }));
    return h('li', {}, button);
  }

  /** @param {HTMLElement} item @param {import('./protocol.js').Chat} chat */
  function update(item, chat) {
    const button = /** @type {HTMLElement} */ (item.firstElementChild);
    const [name, badge, about] = /** @type {HTMLElement[]} */ ([...button.children]);
    const active = chat.tabs.find((tab) => tab.browser_id === chat.active);
    const doing = state.status === 'open' ? state.states.get(chat.id)?.doing : undefined;
    const asks = asksForPerson(chat);
    const working = doing === 'working';
    set(button, 'aria-current', chat.id === state.chatId ? 'true' : null);
    say(name, shortened(chat.id, LONGEST));
    set(name, 'title', chat.id);
    const held = chat.control.state === 'running' ? '' : chat.control.state;
    say(badge, asks ? 'needs you' : held || (working || doing === 'crashed' ? doing : String(chat.tabs.length)));
    set(badge, 'title', asks || held || working || doing === 'crashed' ? null : chat.tabs.length === 1 ? '1 tab' : `${chat.tabs.length} tabs`);
    badge.className = `badge${asks || held ? ' person' : working ? ' working' : ''}`;
    say(about, active ? active.title || active.url : 'No open tab');
  }
}

/** What a chat is found by. @param {import('./protocol.js').Chat} chat */
const textOf = (chat) => [chat.id, ...chat.tabs.flatMap((tab) => [tab.title, tab.url])].join(' ').toLowerCase();
