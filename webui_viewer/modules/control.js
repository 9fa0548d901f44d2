// A person's control of the agent's calls: stop, pause, resume, step, for the chat in view or for all.

import { glyph, h, rests, say, set } from './dom.js';

/** @typedef {(message: import('./protocol.js').ToServer) => void} Send */
/** @typedef {'stop' | 'pause' | 'resume' | 'step'} Command */

/** How long the buttons rest after another chat has come into view, in ms: a press that was under way was for the one before. */
const REST_MS = 400;

/** How often the time since when it has been so is told, in ms. */
const TELL_MS = 1000;

/** The bar of the chat in view. @param {import('./state.js').State} state @param {Send} send */
export function controlBar(state, send) {
  const what = h('span', { role: 'status' }), time = h('span', { class: 'time' });
  const status = h('span', { class: 'status' }, what, time);
  const note = h('input', { type: 'text', maxlength: 2000, placeholder: 'Note for the agent', 'aria-label': 'Note for the agent, sent with Pause and Stop' });
  const hold = button('Pause', 'pause', () => rested() && execute(/** @type {Command} */ (hold.value)));
  const rested = rests(hold);
  const step = button('Step', 'step', () => execute('step'));
  const stop = button('Stop', 'stop', () => execute('stop'));
  stop.classList.add('bad');
  const element = h('div', { class: 'control', role: 'group', 'aria-label': 'The agent’s calls' }, hold, step, stop, status, note);

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
    // What another person has stopped since is not to be resumed.
    const since_ms = state.chat?.control.since_ms;
    send({ type: 'control', command, chat: state.chatId, ...(since_ms && command !== 'stop' ? { since_ms } : {}), ...(text ? { note: text } : {}) });
    if (text) note.value = '';
  }

  state.addEventListener('change', () => {
    if (state.chatId !== chatId) turnTo();
    const control = state.chat?.control;
    set(element, 'hidden', !control);
    if (!control) return;
    const running = control.state === 'running';
    const connected = state.status === 'open';
    const asks = control.state === 'running' && state.states.get(state.chatId ?? '')?.doing === 'waits_for_person';
    element.dataset.state = !connected ? 'unknown' : asks ? 'asks' : control.state;
    tell();
    set(status, 'title', control.note ? `Your note: ${control.note}` : null);
    for (const part of [hold, step, stop, note]) set(part, 'hidden', state.readOnly);
    for (const part of [hold, stop]) set(part, 'disabled', !connected);
    hold.value = running ? 'pause' : 'resume';
    label(hold, running ? 'Pause' : 'Resume', running ? 'pause' : 'resume');
    hold.classList.toggle('primary', !running);
    set(hold, 'title', running ? 'Hold the next call of every tab' : 'Let the calls run again');
    set(step, 'disabled', running || !connected);
    set(step, 'title', running ? 'Pause first' : 'Let one call through');
    set(stop, 'title', 'End the call under way; later calls are refused until you resume');
  });
  setInterval(tell, TELL_MS);
  return element;

  function tell() {
    const control = state.chat?.control;
    if (!control || document.hidden) return;
    const [text, since] = state.status === 'open' ? words(control, state.states.get(state.chatId ?? '')) : ['Not connected', null];
    say(what, text);
    // Apart from the words, which a screen reader reads when they change.
    say(time, since === null ? '' : elapsed(Date.now() - since));
  }
}

/** Pause, resume and stop for every chat; hidden from viewers of one chat. @param {import('./state.js').State} state @param {Send} send */
export function controlOfAll(state, send) {
  const hold = button('Pause all', 'pause', () => rested() && send({ type: 'control', command: hold.value }));
  const rested = rests(hold);
  const stop = button('Stop all', 'stop', () => send({ type: 'control', command: 'stop' }));
  stop.classList.add('bad');
  const element = h('div', { class: 'all-control', role: 'group', 'aria-label': 'The calls of all chats' }, hold, stop);
  const held = () => state.chats.length > 0 && state.chats.every((chat) => chat.control.state !== 'running');

  state.addEventListener('change', () => {
    set(element, 'hidden', state.readOnly || state.oneChat || !state.chats.length);
    hold.value = held() ? 'resume' : 'pause';
    for (const part of [hold, stop]) set(part, 'disabled', state.status !== 'open');
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

/**
 * What the chat is doing, in words, and since when.
 * @param {import('./protocol.js').Control} control @param {import('./protocol.js').ChatState | undefined} state @returns {[string, number | null]}
 */
export function words(control, state) {
  const since = state?.since_ms ?? null;
  if (control.state === 'stopped') return ['Stopped', since];
  const asked = state?.doing === 'waits_for_person' && { approval: 'for your approval', help: 'for your help', dialog: 'for an answer to a dialog' }[state.waits_for ?? 'help'];
  if (asked) return [`Waits ${asked}`, since];
  const call = state?.call ? state.call.action.replaceAll('_', ' ') : '';
  if (control.state === 'running') {
    if (state?.doing === 'working') return [`Working: ${call}`, since];
    if (state?.doing === 'held') return [`Waits for the tab that a person has: ${call}`, since];
    if (state?.doing === 'asleep') return ['Asleep until the next call', since];
    return state?.doing === 'crashed' ? ['The page crashed', null] : ['No call under way', since];
  }
  const waiting = control.waiting ? ` · ${control.waiting === 1 ? '1 call waits' : `${control.waiting} calls wait`}` : '';
  return [`Paused${waiting}`, since];
}

/** @param {number} ms @returns {string} */
export function elapsed(ms) {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}
