// Assembles the page.

import { activityList, filmStrip } from './activity.js';
import { chatList } from './chats.js';
import { controlBar, controlOfAll } from './control.js';
import { glyph, h, say, set } from './dom.js';
import { files } from './files.js';
import { inbox } from './inbox.js';
import { inspector } from './inspector.js';
import { journal } from './journal.js';
import { keyboard } from './keyboard.js';
import { countOfNeeds, needs } from './needs.js';
import { leaseLine, notices } from './notices.js';
import { pointer } from './pointer.js';
import { popups } from './popups.js';
import { ISSUER } from './protocol.js';
import { remarks } from './remarks.js';
import { Socket } from './socket.js';
import { Stage } from './stage.js';
import { State } from './state.js';
import { addressLine, tabStrip } from './tabs.js';
import { timeline } from './timeline.js';
import { unsent } from './unsent.js';
import { Wall } from './wall.js';

const TOAST_MS = 6000;

/** @type {(id: string) => HTMLElement} */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const token = takeToken();
const viewer = kept('viewer', () => crypto.getRandomValues(new Uint32Array(4)).join('-'));
const address = new URL('.', location.href);
const state = new State();

const typed = unsent();
const stage = new Stage(state, (sequence) => socket.send({ type: 'painted', sequence }), () => watch());
const upload = files(stage, state, send, address, token, (text) => toast(text, true));
const keys = keyboard(stage, state, send, upload.uploaded, (text) => toast(text, true), typed.keep);
const lists = popups(stage, state, send, keys.focus);
const behind = inspector(state, send);
const cards = inbox(part('inbox'), state, send);
const remark = remarks(stage, state, send, toast);
pointer(stage, state, send, keys.focus, toast);
const past = journal(state, address, token);
const wall = new Wall(state, (message) => socket.send(message), () => view('page'));

topbar();
chatList(state, part('chats'), () => view('page'));
part('chats').querySelector('h2')?.after(controlOfAll(state, send));
activityList(state, part('activity'));
part('page').append(
  tabStrip(state, send),
  addressLine(state, send, behind.show, keys.focus),
  controlBar(state, send),
  stage.element,
  timeline(state, stage, filmStrip(state)),
);
stage.element.append(behind.element);
part('page').after(wall.element);
// The last one stands first: what concerns the page in view.
beside(needs(state, () => view('page')), (element) => stage.element.after(element));
beside(part('inbox'), (element) => document.body.append(element));
beside(typed.element, (element) => stage.element.after(element));
beside(notices(state, send, (chosen) => void upload.give(chosen), keys.focus), (element) => stage.element.after(element));
view('page');

/** The last `watch` message that was sent. */
let watched = '';
const socket = new Socket(address, token, viewer, { message: hear, picture: (picture) => void (wall.paint(picture) || stage.show(picture)), status });
state.addEventListener('change', watch);
document.addEventListener('visibilitychange', watch);

/** @param {import('./protocol.js').ToServer} message */
function send(message) {
  const numbered = typed.numbered(message);
  if (socket.send(numbered)) return;
  if (numbered.number) typed.refused(numbered.number, 'The viewer was not connected.');
  toast('Not connected: your input was not sent.', true);
}

function watch() {
  const { width, height } = stage.pixels;
  const wish = { type: /** @type {const} */ ('watch'), chat: state.chatId, browser_id: state.pinned, width, height, hidden: document.hidden || wall.shown };
  const text = JSON.stringify(wish);
  if (state.chatId !== null && text !== watched && state.status === 'open' && socket.send(wish)) watched = text;
}

/** @param {import('./socket.js').Status} now */
function status(now) {
  state.status = now;
  if (now === 'open') watched = '';
  else typed.ended();
  state.changed();
}

/** @param {import('./protocol.js').FromServer} message */
function hear(message) {
  switch (message.type) {
    case 'welcome':
      state.reconnected();
      // Its number was given by the connection before.
      stage.latestOf = state.painted = null;
      state.viewer = message.viewer;
      sessionStorage.setItem(ISSUER, message.issuer);
      state.readOnly = message.read_only;
      state.oneChat = message.chat !== null;
      if (message.chat !== null) state.select(message.chat, state.pinned);
      break;
    case 'overview':
      state.setChats(message.chats);
      remark.overview();
      break;
    case 'chat_state':
      state.setState(message);
      break;
    case 'icon':
      state.setIcon(message);
      break;
    case 'watching':
      stage.newest = 0;
      if (message.chat !== state.watching?.chat || message.browser_id !== state.watching.browser_id) stage.clear();
      state.watching = message;
      break;
    case 'tile':
      wall.begin(message);
      break;
    case 'history':
      state.setHistory(message);
      void past.load(message.chat);
      break;
    case 'call_began':
      state.began(message);
      break;
    case 'call_aimed':
      if (inView(message)) stage.aim(message, state.calls.get(message.chat)?.findLast((call) => call.state === 'running' && call.browserId === message.browser_id)?.action ?? '');
      break;
    case 'call_ended': {
      const call = state.ended(message);
      if (call && inView(message)) stage.ended(call);
      break;
    }
    case 'step_pictured':
      state.stepPictured(message);
      break;
    case 'still':
      stage.still(message);
      break;
    case 'popup':
      lists.show(message);
      break;
    case 'picked':
      remark.picked(message);
      break;
    case 'annotated':
      remark.sent(message);
      break;
    case 'copied':
      navigator.clipboard?.writeText(message.text).catch(() => toast('The browser did not allow the copy.', true));
      break;
    case 'inspected':
      behind.hear(message);
      break;
    case 'approvals':
      cards.show(message.approvals);
      break;
    case 'taken':
      typed.taken(message.number);
      break;
    case 'refused':
      typed.refused(message.number, message.message);
      toast(message.message, true);
      break;
    case 'problem':
      toast(message.message, true);
      break;
  }
  state.changed();
}

/**
 * What is ours stands beside the picture, never in it: a page can draw whatever it likes there.
 * @param {HTMLElement} element @param {(element: HTMLElement) => void} putNarrow where it stands in a narrow window
 */
function beside(element, putNarrow) {
  const narrow = matchMedia('(max-width: 820px)');
  const place = () => (narrow.matches ? putNarrow(element) : part('activity').prepend(element));
  narrow.addEventListener('change', place);
  place();
}

/** @type {(message: {chat: string, browser_id: number | null}) => boolean} */
function inView(message) {
  return message.chat === state.watching?.chat && (message.browser_id === state.watching.browser_id || message.browser_id === null);
}

function topbar() {
  const link = h('span', { class: 'link', role: 'status' }, h('span'));
  const where = h('span', { class: 'where' });
  const theme = h('button', { type: 'button', class: 'quiet icon', title: 'Light or dark', 'aria-label': 'Light or dark', click: () => setTheme(isDark() ? 'light' : 'dark') });
  const all = h('button', { type: 'button', class: 'quiet', title: 'All chats at a glance', 'aria-pressed': 'false', click: () => room(wall.shown ? 'chat' : 'wall') }, glyph('wall'), h('span', {}, 'Wall'));
  const views = /** @type {const} */ ([['chats', 'Chats', 'list'], ['page', 'Page', 'page'], ['activity', 'Activity', 'pulse']]).map(([name, label, icon]) =>
    h('button', { type: 'button', class: 'quiet icon', title: label, 'aria-label': label, 'data-view': name, click: () => view(name) }, glyph(icon)));
  part('topbar').append(h('h1', {}, h('img', { src: 'icon.svg', alt: '' }), h('span', {}, 'refbrowser')), all, where, h('span', { class: 'space' }), leaseLine(state), link, h('div', { class: 'views', role: 'group', 'aria-label': 'View' }, ...views), theme);
  setTheme(localStorage.getItem('theme'));
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => setTheme(null));
  state.addEventListener('change', () => {
    const words = { connecting: 'Connecting', open: state.readOnly ? 'Live, read-only' : 'Live', lost: 'Reconnecting', denied: 'No access', restarted: 'Server restarted', outdated: 'Reload needed' };
    link.dataset.status = state.status;
    say(link.firstElementChild ?? link, words[state.status]);
    set(link, 'title', words[state.status]);
    say(where, wall.shown ? 'All chats' : state.chatId ?? '');
    set(all, 'aria-pressed', String(wall.shown));
    set(all, 'hidden', state.oneChat);
    const asked = state.status === 'open' ? countOfNeeds(state, cards.count) : 0;
    document.title = `${asked ? `(${asked}) ` : ''}${state.chatId ? `${state.chatId} · ` : ''}refbrowser`;
    set(/** @type {Element} */ (document.querySelector('link[rel=icon]')), 'href', asked ? 'icon-asks.svg' : 'icon.svg');
  });

  function isDark() {
    return document.documentElement.dataset.theme === 'dark' || (!document.documentElement.dataset.theme && matchMedia('(prefers-color-scheme: dark)').matches);
  }

  /** @param {string | null} name */
  function setTheme(name) {
    if (name === 'dark' || name === 'light') {
      document.documentElement.dataset.theme = name;
      localStorage.setItem('theme', name);
    }
    theme.replaceChildren(glyph(isDark() ? 'sun' : 'moon'));
  }
}

/** @param {'wall' | 'chat'} name what stands in the middle */
function room(name) {
  document.body.dataset.room = name;
  wall.show(name === 'wall');
  if (name === 'wall') showPart('page');
  state.changed();
}

/** @param {'chats' | 'page' | 'activity'} name the part that a narrow window shows; the page of the chat in a wide one, too */
function view(name) {
  if (name === 'page') room('chat');
  showPart(name);
}

/** @param {'chats' | 'page' | 'activity'} name */
function showPart(name) {
  document.body.dataset.view = name;
  for (const button of document.querySelectorAll('.views button')) set(button, 'aria-pressed', String(/** @type {HTMLElement} */ (button).dataset.view === name));
}

/** @param {string} text @param {boolean} [bad] */
function toast(text, bad = false) {
  const toasts = part('toasts');
  for (const old of [...toasts.children]) if (old.textContent === text) old.remove();
  const element = h('div', { class: `toast${bad ? ' bad' : ''}` }, text);
  toasts.append(element);
  setTimeout(() => element.remove(), TOAST_MS);
}

/** The token in the URL's fragment. It is stored for reloads of this window and removed from the URL, so that bookmarks do not contain it. */
function takeToken() {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given) {
    sessionStorage.setItem('token', given);
    history.replaceState(null, '', location.pathname + location.search);
  }
  return given ?? sessionStorage.getItem('token') ?? '';
}

/** @type {(name: string, make: () => string) => string} */
function kept(name, make) {
  const value = sessionStorage.getItem(name) ?? make();
  sessionStorage.setItem(name, value);
  return value;
}
