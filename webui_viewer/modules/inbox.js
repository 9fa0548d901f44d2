// The agent's calls that wait for a person's yes or no: one card for each, with what would be done, where, and why it is asked.
// Cards keep their places, the newest comes last, and one that has come or moved takes no answer until it has rested: what a person was
// about to press was another one.

import { h, inOrder, keyed } from './dom.js';

/** @typedef {import('./protocol.js').Approval} Approval */

/** How long a card has to rest before it takes an answer, in ms. */
const REST_MS = 400;

/** @param {HTMLElement} place @param {import('./state.js').State} state @param {(message: import('./protocol.js').ToServer) => void} send */
export function inbox(place, state, send) {
  /** @type {Approval[]} */
  let waiting = [];

  /** @type {Map<string, {top: number, restedAt: number}>} where each card lies, and since when */
  const places = new Map();

  /** @param {Approval} card @param {string} answer @param {string} said */
  function decide(card, answer, said) {
    if (performance.now() < (places.get(String(card.id))?.restedAt ?? Infinity)) return;
    send({ type: 'decide', chat: card.chat, id: card.id, answer, ...(said ? { said } : {}) });
  }

  /** @param {Approval} card */
  function create(card) {
    const said = h('input', { type: 'text', maxlength: 2000, placeholder: 'Why not, for the agent', 'aria-label': 'Why not, for the agent' });
    /** @type {(text: string, answer: string, kind?: string) => HTMLButtonElement} */
    const button = (text, answer, kind = '') => h('button', { type: 'button', class: kind, click: () => decide(card, answer, answer === 'deny' ? said.value.trim() : '') }, text);
    said.addEventListener('keydown', (event) => event.key === 'Enter' && decide(card, 'deny', said.value.trim()));
    return h('section', { class: 'card', 'aria-label': `${card.action} on ${card.site}` },
      h('header', {}, h('strong', {}, `${what(card)} on ${card.site}`), h('span', { class: 'why' }, card.reason)),
      picture(card),
      h('dl', {}, ...facts(card).flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, whole(value))])),
      state.readOnly ? h('p', { class: 'why' }, 'You may only look on.') : h('div', { class: 'answers' },
        button('Once', 'once', 'primary'), button('Always here', 'always_here'), button('Always', 'always'), said, button('No', 'deny', 'bad')));
  }

  /** @param {Approval} card */
  function picture(card) {
    if (card.picture === null) return null;
    const bytes = Uint8Array.from(atob(card.picture), (character) => character.charCodeAt(0));
    const address = URL.createObjectURL(new Blob([bytes], { type: 'image/jpeg' }));
    return h('img', { src: address, alt: card.element ? `The page around ${card.element}` : 'The page', load: () => URL.revokeObjectURL(address) });
  }

  return {
    get count() {
      return waiting.length;
    },
    /** @param {Approval[]} approvals */
    show(approvals) {
      waiting = approvals;
      place.hidden = !waiting.length;
      keyed(place, waiting, (card) => card.id, create, () => {});
      rest();
    },
  };

  /** Has the cards that came or moved take no answer for a while. */
  function rest() {
    for (const name of places.keys()) if (!waiting.some((card) => String(card.id) === name)) places.delete(name);
    for (const card of /** @type {Iterable<HTMLElement>} */ (place.children)) {
      const name = card.dataset.key ?? '', top = Math.round(card.getBoundingClientRect().top);
      if (places.get(name)?.top === top) continue;
      const here = { top, restedAt: performance.now() + REST_MS };
      places.set(name, here);
      for (const button of card.querySelectorAll('.answers button')) button.setAttribute('aria-disabled', 'true');
      setTimeout(() => {
        if (places.get(name) === here) for (const button of card.querySelectorAll('.answers button')) button.removeAttribute('aria-disabled');
      }, REST_MS);
    }
  }
}

/** Characters of a value that stands open. */
const MOST_OPEN = 300;

/** @param {string} value @returns {string | HTMLElement} it, or its head and tail, with how much lies between, which opens */
function whole(value) {
  if (value.length <= MOST_OPEN) return value;
  return h('details', {}, h('summary', {}, `${value.slice(0, MOST_OPEN / 2)} … ${value.slice(-MOST_OPEN / 2)} (press for all ${value.length} characters)`), value);
}

/** @param {Approval} card @returns {[string, string][]} */
function facts(card) {
  /** @type {[string, string | null | undefined][]} */
  const rows = [
    ['Chat', card.chat], ['Address', card.url], ['Element', card.element], ['It reads', card.shown.join(', ')], ['Cannot be read', card.unread.join(', ')], ['It activates', card.activates.join(', ')],
    ['Its form contains', card.form_fields.join(', ')], ['Leads to', card.leads_to.join(', ')],
    ['Sends text from', card.carries.join(', ')], ['Sends it to', card.carries_to.join(', ')], ['Sends besides', card.sends.join('\n')],
    ['Call', card.action === 'multi' ? '' : JSON.stringify(card.arguments)],
    ...(card.calls ?? []).map((call, place) => /** @type {[string, string]} */ (card.action === 'multi' ? [`${place + 1}`, listed(call)] : ['And', JSON.stringify(call)])),
    ['Rule', card.rule],
  ];
  return rows.flatMap(([label, text]) => (text ? [/** @type {[string, string]} */ ([label, inOrder(text)])] : []));
}

/** @param {Approval} card */
function what(card) {
  return card.action === 'multi' ? `${card.calls?.length} calls` : card.action.replaceAll('_', ' ');
}

/** One call of a batch, in words. @param {Record<string, any>} call */
function listed(call) {
  const parts = [`${call.action.replaceAll('_', ' ')} on ${call.site}`, call.element, JSON.stringify(call.arguments)];
  if (call.shown.length) parts.push(`reads ${call.shown.join(', ')}`);
  if (call.unread.length) parts.push(`cannot be read: ${call.unread.join(', ')}`);
  if (call.activates.length) parts.push(`activates ${call.activates.join(', ')}`);
  if (call.form_fields.length) parts.push(`its form contains ${call.form_fields.join(', ')}`);
  if (call.leads_to.length) parts.push(`leads to ${call.leads_to.join(', ')}`);
  return parts.filter(Boolean).join(' · ');
}
