// The person's keys, input method and clipboard as input for the page. An invisible text field has the focus, because only a text
// field receives compositions, pastes and the keyboard of a phone.

import { h } from './dom.js';
import { LONGEST_TEXT } from './protocol.js';

/**
 * Whether the character came about with Option, which on a Mac is no part of a shortcut; nor is Alt with a character that no shortcut has.
 * @param {KeyboardEvent} event
 */
const isOption = (event) => event.altKey && !event.ctrlKey && !event.metaKey && (navigator.platform.startsWith('Mac') || event.key > '~');

/** @param {import('./stage.js').Stage} stage @param {import('./state.js').State} state @param {(message: import('./protocol.js').ToServer) => void} send @param {(files: File[], chat: string) => Promise<string[]>} uploaded @param {(text: string) => void} complain @param {(text: string, why: string) => void} keep what was typed and is for no page */
export function keyboard(stage, state, send, uploaded, complain, keep) {
  const field = h('textarea', {
    class: 'typing', tabindex: '-1', rows: '1', autocapitalize: 'off', autocomplete: 'off', spellcheck: 'false', 'aria-label': 'Keys for the page',
  });
  stage.sheet.append(field);
  /** What is typed is for what the picture shows; while there is none, the server is asked for nothing, and the person is told. */
  const target = () => state.target ?? { chat: state.chatId, browser_id: state.tab?.browser_id, picture: 0 };
  /** Keys that are pressed in the page. @type {Map<string, KeyboardEvent>} */
  const down = new Map();
  let composing = false;

  /** @param {'down' | 'up'} kind @param {KeyboardEvent} event */
  function forward(kind, event) {
    const composed = event.key.length === 1 && (event.getModifierState('AltGraph') || isOption(event));
    send({ type: 'key', kind, ...target(), key: event.key, code: event.code, key_code: event.keyCode, composed });
  }

  /** Whether a dialog is open, so that no key reaches the page. */
  const isAnswering = () => Boolean(state.tab?.dialogs.length);

  /** @param {string} text @param {string} html @param {File[]} files */
  async function paste(text, html, files) {
    const begun = target();
    try {
      send({ type: 'paste', ...begun, text, html, paths: await uploaded(files, begun.chat ?? '') });
    } catch (failure) {
      complain(failure instanceof Error ? failure.message : String(failure));
    }
  }

  field.addEventListener('keydown', (event) => {
    if ((!state.inControl || isAnswering()) && (event.key.length === 1 || event.key === 'Enter') && !event.ctrlKey && !event.metaKey) {
      const why = isAnswering() ? 'A dialog is open, and nothing of this was typed.' : state.lookback ? 'You are looking at an earlier step, and nothing of this was typed.' : 'You do not have this tab any more, and nothing of this was typed. Take it over again.';
      complain(why);
      keep(event.key === 'Enter' ? '\n' : event.key, why);
    }
    if (!state.inControl || isAnswering() || event.isComposing || event.key === 'Process' || event.key === 'Unidentified' || event.key === 'Dead') return;
    if (event.key === 'Escape' && event.shiftKey) {
      event.preventDefault();
      stage.canvas.focus();
      return;
    }
    const shortcut = event.ctrlKey || event.metaKey;
    if (shortcut && 'cvx'.includes(event.key.toLowerCase())) {
      // The clipboard events that follow contain the text, or request it.
      if (event.key.toLowerCase() !== 'v') {
        event.preventDefault();
        send({ type: 'copy', ...target(), cut: event.key.toLowerCase() === 'x' });
      }
      return;
    }
    event.preventDefault();
    down.set(event.code || event.key, event);
    forward('down', event);
  });
  field.addEventListener('keyup', (event) => {
    if (!down.delete(event.code || event.key)) return;
    event.preventDefault();
    forward('up', event);
  });
  field.addEventListener('compositionstart', () => (composing = true));
  field.addEventListener('compositionupdate', (event) => send({ type: 'compose', ...target(), text: event.data, start: event.data.length, end: event.data.length }));
  field.addEventListener('compositionend', (event) => {
    composing = false;
    if (event.data) send({ type: 'insert', ...target(), text: event.data });
    else send({ type: 'compose', ...target(), text: '', start: 0, end: 0 });
    field.value = '';
  });
  // Input without usable key events: the keyboard of a phone, emoji pickers, dictation. Keys that were sent insert nothing in the field.
  field.addEventListener('beforeinput', (event) => {
    if (composing || !state.inControl || isAnswering() || event.inputType.startsWith('insertComposition')) return;
    const text = event.data ?? event.dataTransfer?.getData('text/plain');
    if (['insertText', 'insertReplacementText', 'insertFromYank', 'insertFromDrop'].includes(event.inputType) && text) send({ type: 'insert', ...target(), text });
    const key = { deleteContentBackward: 'Backspace', deleteContentForward: 'Delete', insertLineBreak: 'Enter', insertParagraph: 'Enter' }[event.inputType];
    if (key) for (const kind of ['down', 'up']) send({ type: 'key', kind, ...target(), key, code: key });
    if (!event.inputType.includes('Paste')) event.preventDefault();
  });
  field.addEventListener('paste', (event) => {
    event.preventDefault();
    const text = event.clipboardData?.getData('text/plain') ?? '';
    const html = event.clipboardData?.getData('text/html') ?? '';
    const files = [...(event.clipboardData?.files ?? [])];
    if (text.length > LONGEST_TEXT) complain('The text has more than a million characters, which is too long to paste.');
    else if ((text || html || files.length) && state.inControl && !isAnswering()) void paste(text, html.length > LONGEST_TEXT ? '' : html, files);
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

  return {
    /** Puts the focus on the page; returns whether it is there, as it is not while there is no picture. */
    focus: () => {
      field.focus({ preventScroll: true });
      return document.activeElement === field;
    },
  };
}
