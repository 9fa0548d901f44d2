// The person's keys, input method and clipboard, as input for the page. An invisible text field has the focus meanwhile: only a
// text field is given compositions, pastes, and a telephone's keyboard.

import { h } from './dom.js';
import { LONGEST_TEXT } from './protocol.js';

/** @param {import('./stage.js').Stage} stage @param {import('./state.js').State} state @param {(message: import('./protocol.js').ToServer) => void} send @param {(text: string) => void} complain */
export function keyboard(stage, state, send, complain) {
  const field = h('textarea', {
    class: 'typing', tabindex: '-1', rows: '1', autocapitalize: 'off', autocomplete: 'off', spellcheck: 'false', 'aria-label': 'Keys for the page',
  });
  stage.sheet.append(field);
  const tab = () => ({ chat: state.chatId, browser_id: state.tab?.browser_id });
  /** Keys that are down in the page. @type {Map<string, KeyboardEvent>} */
  const down = new Map();
  let composing = false;
  let typed = false;

  /** @param {'down' | 'up'} kind @param {KeyboardEvent} event */
  function forward(kind, event) {
    const composed = event.getModifierState('AltGraph') && event.key.length === 1;
    send({ type: 'key', kind, ...tab(), key: event.key, code: event.code, key_code: event.keyCode, composed });
  }

  field.addEventListener('keydown', (event) => {
    typed = false;
    if (!state.inControl || event.isComposing || event.key === 'Process' || event.key === 'Unidentified' || event.key === 'Dead') return;
    if (event.key === 'Escape' && event.shiftKey) {
      event.preventDefault();
      stage.canvas.focus();
      return;
    }
    const shortcut = event.ctrlKey || event.metaKey;
    if (shortcut && 'cvx'.includes(event.key.toLowerCase())) {
      // The clipboard events that follow carry the text, or fetch it.
      if (event.key.toLowerCase() !== 'v') {
        event.preventDefault();
        send({ type: 'copy', ...tab(), cut: event.key.toLowerCase() === 'x' });
      }
      return;
    }
    event.preventDefault();
    typed = true;
    down.set(event.code || event.key, event);
    forward('down', event);
  });
  field.addEventListener('keyup', (event) => {
    if (!down.delete(event.code || event.key)) return;
    event.preventDefault();
    forward('up', event);
  });
  field.addEventListener('compositionstart', () => (composing = true));
  field.addEventListener('compositionupdate', (event) => send({ type: 'compose', ...tab(), text: event.data, start: event.data.length, end: event.data.length }));
  field.addEventListener('compositionend', (event) => {
    composing = false;
    if (event.data) send({ type: 'insert', ...tab(), text: event.data });
    else send({ type: 'compose', ...tab(), text: '', start: 0, end: 0 });
    field.value = '';
  });
  // A telephone's keyboard sends no keys that say anything; what it does to the field does.
  field.addEventListener('beforeinput', (event) => {
    if (composing || typed || !state.inControl || event.inputType.startsWith('insertComposition')) return;
    if (event.inputType === 'insertText' && event.data) send({ type: 'insert', ...tab(), text: event.data });
    const key = { deleteContentBackward: 'Backspace', deleteContentForward: 'Delete', insertLineBreak: 'Enter' }[event.inputType];
    if (key) for (const kind of ['down', 'up']) send({ type: 'key', kind, ...tab(), key, code: key });
    if (!event.inputType.includes('Paste')) event.preventDefault();
  });
  field.addEventListener('paste', (event) => {
    event.preventDefault();
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text.length > LONGEST_TEXT) complain('That text is too long to paste: more than a million characters.');
    else if (text && state.inControl) send({ type: 'paste', ...tab(), text });
  });
  field.addEventListener('blur', () => {
    for (const event of down.values()) forward('up', event);
    down.clear();
  });
  stage.canvas.addEventListener('keydown', (event) => {
    if (state.inControl && event.key === 'Enter') {
      event.preventDefault();
      field.focus({ preventScroll: true });
    }
  });

  return { focus: () => field.focus({ preventScroll: true }) };
}
