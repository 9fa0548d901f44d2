// Notices that need the person: requests for help, dialogs, file choosers, a lost connection.

import { numbered } from './activity.js';
import { h, keyed, say, set } from './dom.js';
import { hostOf } from './tabs.js';

/** @typedef {{key: string, kind: string, title: string, text: string, create: () => HTMLElement}} Notice */

/** @param {import('./state.js').State} state @param {(message: import('./protocol.js').ToServer) => void} send @param {(files: File[]) => void} giveFiles @param {() => void} done returns the focus to the page */
export function notices(state, send, giveFiles, done) {
  const element = h('div', { class: 'notices', 'aria-live': 'polite' });
  /** @type {(type: 'take' | 'hand_back' | 'handoff_done' | 'dialog' | 'go', extra?: object) => void} */
  const about = (type, extra = {}) => send({ type, ...state.about, ...extra });
  /** @type {(text: string, primary: boolean, click: () => void) => HTMLButtonElement} */
  const button = (text, primary, click) => h('button', { type: 'button', class: primary ? 'primary' : '', click }, text);

  state.addEventListener('change', () => {
    const open = state.inControl ? element.querySelectorAll('.dialog').length : 0;
    keyed(element, current(), (one) => one.key, create, update);
    const dialogs = element.querySelectorAll('.dialog');
    // An open dialog has the focus, as Chromium's own does.
    if (state.inControl && dialogs.length > open) /** @type {HTMLElement | null} */ (dialogs[dialogs.length - 1].querySelector('input[type=text], .primary'))?.focus();
  });
  element.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('.dialog')?.querySelector('.answers button:last-of-type'))?.click();
  });

  /** @returns {Notice[]} */
  function current() {
    const { tab, inControl, readOnly, status, lookback } = state;
    /** @type {Notice[]} */
    const found = [];
    if (status === 'lost' || (status === 'connecting' && state.loaded)) {
      found.push({ key: 'lost', kind: 'bad', title: 'Connection lost', text: 'Reconnecting. The picture may be out of date.', create: () => h('span') });
    }
    if (lookback || state.onWall) return found;
    for (const remark of state.chat?.remarks ?? []) {
      found.push({
        key: `remark ${remark.id} ${readOnly}`, kind: 'waits', title: 'Your remark waits for the agent’s next answer', text: remark.comment || 'A marked place',
        create: () => h('div', { class: 'answers' }, readOnly ? null : button('Take back', false, () => {
          state.takenBack.add(remark.id);
          send({ type: 'take_back', chat: state.chatId, browser_id: remark.browser_id, id: remark.id });
        })),
      });
    }
    const control = state.chat?.control;
    if (control?.note) {
      const reader = state.shownCalls.findLast((call) => call.marks.includes('words') && call.atMs + call.durationMs >= (control.since_ms ?? 0));
      found.push({
        key: `note ${control.since_ms} ${control.note} ${control.note_read} ${readOnly}`, kind: 'waits', text: control.note,
        title: control.note_read ? `The agent has read your note${reader ? ` with its call ${numbered(reader)}` : ''}` : 'Your note is sent, and not read yet',
        create: () => h('div', { class: 'answers' }, readOnly || control.note_read ? null : button('Take back', false, () => send({ type: 'control', command: 'retract_note', chat: state.chatId }))),
      });
    }
    if (!tab) return found;
    if (tab.crashed) found.push({ key: 'crashed', kind: 'bad', title: 'This page crashed', text: readOnly ? 'This is the last picture of it. Reload the page to restore it.' : 'This is the last picture of it.', create: () => readOnly ? h('span') : button('Reload', true, () => about('go', { to: 'reload' })) });
    if (tab.failure) found.push({ key: `failure ${tab.url}`, kind: 'bad', title: 'The page could not be loaded', text: `${tab.failure.replace('net::', '')}: ${tab.url}`, create: () => h('span') });
    if (tab.handoff) {
      found.push({
        key: `handoff ${tab.browser_id} ${tab.handoff.since_ms} ${inControl} ${readOnly}`, kind: 'person', title: 'The agent asks for your help', text: tab.handoff.reason,
        create: () => h('div', { class: 'answers' }, ...(readOnly ? [] : [inControl ? null : button('Take over', true, () => {
          state.takeOver();
          about('take');
        }), button('Done', inControl, () => about('handoff_done', { since_ms: tab.handoff?.since_ms }))])),
      });
    }
    for (const dialog of tab.dialogs) {
      found.push({ key: `dialog ${dialog.dialog_id} ${readOnly}`, kind: 'dialog', title: dialogTitle(dialog, hostOf(tab.url)), text: dialog.message || '(no text)', create: () => readOnly ? h('span') : answers(dialog) });
    }
    if (inControl && tab.awaits_files) found.push({ key: `files ${tab.awaits_files}`, kind: 'dialog', title: 'The page asks for a file', text: 'Choose one here, or drop it on the page.', create: () => chooser(tab.awaits_files === 'several') });
    return found;
  }

  /** @param {Notice} notice */
  function create(notice) {
    return h('section', { class: `notice ${notice.kind}` },
      h('div', { class: 'what' }, h('strong', {}, notice.title), h('span', { class: 'page-text' })), notice.create());
  }

  /** @param {HTMLElement} section @param {Notice} notice */
  function update(section, notice) {
    const title = section.querySelector('strong');
    if (title) say(title, notice.title);
    const text = section.querySelector('.page-text');
    if (text) say(text, notice.text);
  }

  /** @param {import('./protocol.js').DialogView} dialog */
  function answers(dialog) {
    const input = dialog.type === 'prompt' ? h('input', { type: 'text', 'aria-label': 'Answer', value: dialog.default_prompt ?? '' }) : null;
    /** @type {(accept: boolean) => void} */
    const answer = (accept) => {
      about('dialog', { dialog_id: dialog.dialog_id, accept, ...(input && accept ? { text: input.value } : {}) });
      if (state.inControl) done();
    };
    const accept = button(dialog.type === 'beforeunload' ? 'Leave' : 'OK', true, () => answer(true));
    const dismiss = dialog.type === 'alert' ? null : button(dialog.type === 'beforeunload' ? 'Stay' : 'Cancel', false, () => answer(false));
    input?.addEventListener('keydown', (event) => event.key === 'Enter' && answer(true));
    return h('div', { class: 'answers' }, input, accept, dismiss);
  }

  /** @param {boolean} several */
  function chooser(several) {
    const input = h('input', { type: 'file', multiple: several, 'aria-label': 'Files for the page' });
    input.addEventListener('change', () => giveFiles([...(input.files ?? [])]));
    return h('div', { class: 'answers' }, input, button('Cancel', false, () => send({ type: 'cancel_files', chat: state.chatId, browser_id: state.tab?.browser_id })));
  }

  return element;
}

/** @type {(dialog: import('./protocol.js').DialogView, site: string) => string} */
function dialogTitle(dialog, site) {
  const page = site ? `The page of ${site}` : 'The page';
  return { confirm: `${page} asks`, prompt: `${page} asks for text`, beforeunload: `Leave the page${site ? ` of ${site}` : ''}?` }[dialog.type] ?? `${page} says`;
}

/** Who controls the tab in view, in a few words. @param {import('./state.js').State} state */
export function leaseLine(state) {
  const element = h('span', { class: 'lease', role: 'status' });
  state.addEventListener('change', () => {
    const { tab, inControl } = state;
    const waiting = tab?.held?.waiting ?? 0;
    const waits = waiting ? ` · the agent waits with ${waiting === 1 ? 'a call' : `${waiting} calls`}` : '';
    const text = inControl ? `You have this tab${waits}` : tab?.held?.granted ? 'A person has this tab' : tab?.held ? 'The agent’s call is ending…' : '';
    say(element, text);
    set(element, 'hidden', !text);
    set(element, 'title', inControl ? 'What you type goes to the page and is not recorded. Shift+Escape leaves the page.' : null);
  });
  return element;
}
