// A person's control of the agent's calls: stop, pause, resume, step, for the chat in view or for all.

import { glyph, h, say, set } from './dom.js';

/** @typedef {(message: import('./protocol.js').ToServer) => void} Send */
/** @typedef {'stop' | 'pause' | 'resume' | 'step'} Command */

/** How long the buttons rest after another chat has come into view, in ms: a press that was under way was for the one before. */
const REST_MS = 400;

/** The bar of the chat in view. @param {import('./state.js').State} state @param {Send} send */
export function controlBar(state, send) {
  const status = h('span', { class: 'status', role: 'status' });
  const note = h('input', { type: 'text', maxlength: 2000, placeholder: 'Note for the agent', 'aria-label': 'Note for the agent, sent with Pause and Stop' });
  const hold = button('Pause', 'pause', () => execute(state.chat?.control.state === 'running' ? 'pause' : 'resume'));
  const step = button('Step', 'step', () => execute('step'));
  const stop = button('Stop', 'stop', () => execute('stop'));
  stop.classList.add('bad');
  const element = h('div', { class: 'control', role: 'group', 'aria-label': 'The agent’s calls' }, status, hold, step, stop, note);

  /** Notes that were not sent yet, by chat. @type {Map<string | null, string>} */
  const notes = new Map();
  /** @type {string | null} */
  let chatId = null;
  let restsUntil = 0;

  /** Each chat has its own note, and a command is for the chat that was in view. */
  function turnTo() {
    notes.set(chatId, note.value);
    restsUntil = chatId === null ? 0 : performance.now() + REST_MS;
    chatId = state.chatId;
    note.value = notes.get(chatId) ?? '';
  }

  /** @param {Command} command */
  function execute(command) {
    if (performance.now() < restsUntil) return;
    const text = command === 'stop' || command === 'pause' ? note.value.trim() : '';
    send({ type: 'control', command, chat: state.chatId, ...(text ? { note: text } : {}) });
    if (text) note.value = '';
  }

  state.addEventListener('change', () => {
    if (state.chatId !== chatId) turnTo();
    const control = state.chat?.control;
    set(element, 'hidden', !control);
    if (!control) return;
    const running = control.state === 'running';
    element.dataset.state = control.state;
    say(status, words(control));
    set(status, 'title', control.note ? `Your note: ${control.note}` : null);
    for (const part of [hold, step, stop, note]) set(part, 'hidden', state.readOnly);
    label(hold, running ? 'Pause' : 'Resume', running ? 'pause' : 'resume');
    hold.classList.toggle('primary', !running);
    set(hold, 'title', running ? 'Hold the next call of every tab' : 'Let the calls run again');
    set(step, 'disabled', running);
    set(step, 'title', running ? 'Pause first' : 'Let one call through');
    set(stop, 'title', 'End the call under way; later calls are refused until you resume');
  });
  return element;
}

/** Pause, resume and stop for every chat; hidden from viewers of one chat. @param {import('./state.js').State} state @param {Send} send */
export function controlOfAll(state, send) {
  const hold = button('Pause all', 'pause', () => send({ type: 'control', command: held() ? 'resume' : 'pause' }));
  const stop = button('Stop all', 'stop', () => send({ type: 'control', command: 'stop' }));
  stop.classList.add('bad');
  const element = h('div', { class: 'all-control', role: 'group', 'aria-label': 'The calls of all chats' }, hold, stop);
  const held = () => state.chats.length > 0 && state.chats.every((chat) => chat.control.state !== 'running');

  state.addEventListener('change', () => {
    set(element, 'hidden', state.readOnly || state.oneChat || !state.chats.length);
    label(hold, held() ? 'Resume all' : 'Pause all', held() ? 'resume' : 'pause');
  });
  return element;
}

/** @param {string} text @param {'stop' | 'pause' | 'resume' | 'step'} icon @param {() => void} click */
function button(text, icon, click) {
  return h('button', { type: 'button', click }, glyph(icon), h('span', {}, text));
}

/** @param {HTMLButtonElement} element @param {string} text @param {'pause' | 'resume'} icon */
function label(element, text, icon) {
  const words = element.lastElementChild;
  if (!words || words.textContent === text) return;
  element.replaceChildren(glyph(icon), h('span', {}, text));
}

/** @param {import('./protocol.js').Control} control */
function words(control) {
  if (control.state === 'running') return 'Running';
  const waiting = control.waiting ? ` · ${control.waiting === 1 ? '1 call waits' : `${control.waiting} calls wait`}` : '';
  return control.state === 'paused' ? `Paused${waiting}` : 'Stopped';
}
