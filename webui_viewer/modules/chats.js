// The list of chats, with those that are working and those that wait for a person.

import { h, keyed, say, set } from './dom.js';

/** @param {import('./state.js').State} state @param {HTMLElement} nav @param {() => void} chosen */
export function chatList(state, nav, chosen) {
  const list = h('ul');
  const nothing = h('p', { class: 'nothing' }, 'No chats yet.');
  nav.append(h('h2', {}, 'Chats'), list, nothing);

  /** @param {string} id */
  const choose = (id) => {
    state.select(id);
    chosen();
  };

  state.addEventListener('change', () => {
    set(nothing, 'hidden', state.chats.length > 0 || !state.loaded);
    keyed(list, state.chats, (chat) => chat.id, create, update);
  });

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
    const asks = doing === 'waits_for_person';
    const working = doing === 'working';
    set(button, 'aria-current', chat.id === state.chatId ? 'true' : null);
    say(name, chat.id);
    const held = chat.control.state === 'running' ? '' : chat.control.state;
    say(badge, asks ? 'needs you' : held || (working || doing === 'crashed' ? doing : String(chat.tabs.length)));
    set(badge, 'title', asks || held || working || doing === 'crashed' ? null : chat.tabs.length === 1 ? '1 tab' : `${chat.tabs.length} tabs`);
    badge.className = `badge${asks || held ? ' person' : working ? ' working' : ''}`;
    say(about, active ? active.title || active.url : 'No open tab');
  }
}
