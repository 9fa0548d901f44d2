// What a person has typed and the page has not got: kept, and said, until they have seen it.

import { h, say } from './dom.js';

/** @typedef {import('./protocol.js').ToServer} ToServer */

export function unsent() {
  const words = h('span', { class: 'page-text', role: 'status' }), text = h('p', { class: 'text' });
  const notice = h('section', { class: 'notice bad unsent' },
    h('div', { class: 'what' }, h('strong', {}, 'Not typed'), words, h('details', {}, h('summary', {}, 'Show it'), text)),
    h('div', { class: 'answers' }, h('button', { type: 'button', click: () => show('', '') }, 'Discard')));
  const element = h('div', { class: 'notices' });
  /** What is on its way, by number. @type {Map<number, string>} */
  const onItsWay = new Map();
  let number = 0;

  /** @param {string} lost @param {string} why */
  function show(lost, why) {
    say(text, lost);
    say(words, `${[...lost].length === 1 ? '1 character' : `${[...lost].length} characters`}: ${why}`);
    if (lost) element.append(notice);
    else notice.remove();
  }

  /** @param {string} lost @param {string} why */
  const keep = (lost, why) => lost && show((text.textContent ?? '') + lost, why);

  return {
    element,
    /** The message with a number, if it carries text. @param {ToServer} message @returns {ToServer} */
    numbered(message) {
      const carried = textOf(message);
      if (!carried) return message;
      onItsWay.set(++number, carried);
      return { ...message, number };
    },
    /** @param {number} upTo */
    taken(upTo) {
      for (const one of onItsWay.keys()) if (one <= upTo) onItsWay.delete(one);
    },
    /** @param {number} one @param {string} why */
    refused(one, why) {
      keep(onItsWay.get(one) ?? '', why);
      onItsWay.delete(one);
    },
    /** The connection has ended; what was on its way may have arrived. */
    ended() {
      keep([...onItsWay.values()].join(''), 'The connection broke, and they may not have arrived.');
      onItsWay.clear();
    },
    keep,
  };
}

/** @param {ToServer} message @returns {string} the characters that it types, or enters as a whole */
function textOf({ type, kind, key, text }) {
  if (type === 'key') return kind === 'down' && String(key).length === 1 ? String(key) : '';
  return type === 'insert' || type === 'paste' ? String(text) : '';
}
