// Lists and pickers that Chromium draws outside the page, and that the viewer shows instead.

import { h } from './dom.js';
import { putBeside } from './geometry.js';

/** @param {import('./stage.js').Stage} stage @param {import('./state.js').State} state @param {(message: import('./protocol.js').ToServer) => void} send @param {() => void} done returns the focus to the page */
export function popups(stage, state, send, done) {
  /** @type {HTMLElement | null} */
  let open = null;
  /** What it is of. @type {{chat: string | null, picture?: number}} */
  let target = { chat: null };

  function close() {
    if (!open) return;
    const element = open;
    open = null;
    element.remove();
  }

  /** @param {import('./protocol.js').Popup} popup @param {{index?: number, value?: string}} choice */
  function choose(popup, choice) {
    close();
    send({ type: 'choose', ...target, browser_id: popup.browser_id, ref: popup.ref, ...choice });
    done();
  }

  /** @param {import('./protocol.js').Popup} popup */
  function show(popup) {
    close();
    target = state.target ?? { chat: state.watching?.chat ?? state.chatId };
    open = popup.options ? list(popup) : picker(popup);
    open.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') {
        event.stopPropagation();
        close();
        done();
      }
    });
    stage.sheet.append(open);
    putBeside(open, popup.box, stage.page, stage.sheet.getBoundingClientRect());
    (open.querySelector('input') ?? open).focus();
  }

  /** @param {import('./protocol.js').Popup} popup */
  function list(popup) {
    const options = popup.options ?? [];
    const items = options.map((option) => h('div', {
      role: 'option', id: `option-${option.index}`, 'aria-selected': String(option.selected), 'aria-disabled': option.disabled ? 'true' : null,
      click: () => option.disabled || choose(popup, { index: option.index }),
    }, option.label || ' '));
    const element = h('div', { class: 'popup', role: 'listbox', tabindex: '0', 'aria-label': popup.name || 'Options' }, ...items);
    let at = Math.max(0, options.findIndex((option) => option.selected));
    /** @param {number} to */
    const move = (to) => {
      items[at]?.classList.remove('at');
      at = Math.min(Math.max(0, to), items.length - 1);
      items[at]?.classList.add('at');
      items[at]?.scrollIntoView({ block: 'nearest' });
      element.setAttribute('aria-activedescendant', items[at]?.id ?? '');
    };
    element.addEventListener('keydown', (event) => {
      const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1, PageDown: at + 10, PageUp: at - 10 }[event.key];
      const starts = event.key.length === 1 ? options.findIndex((option, index) => index !== at && option.label.toLowerCase().startsWith(event.key.toLowerCase())) : -1;
      if (to !== undefined) move(to);
      else if (event.key === 'Enter' || event.key === ' ') items[at]?.click();
      else if (starts >= 0) move(starts);
      else return;
      event.preventDefault();
    });
    requestAnimationFrame(() => move(at));
    return element;
  }

  /** @param {import('./protocol.js').Popup} popup */
  function picker(popup) {
    const input = h('input', { type: popup.picker ?? 'text', value: popup.value ?? '', step: popup.picker === 'time' ? 'any' : null, 'aria-label': popup.name || 'Value' });
    const form = h('form', { submit: (/** @type {Event} */ event) => {
      event.preventDefault();
      choose(popup, { value: input.value });
    } }, input, h('button', { type: 'submit', class: 'primary' }, 'Set'));
    return h('div', { class: 'popup', role: 'dialog', 'aria-label': popup.name || 'Choose a value' }, form);
  }

  stage.canvas.addEventListener('pointerdown', close, { capture: true });
  state.addEventListener('change', () => (state.inControl && state.chatId === target.chat) || close());
  return { show, close };
}
