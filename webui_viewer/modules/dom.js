// Helpers that create and update elements. Strings from pages and chats become text, never markup.

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} [attributes] a function becomes an event listener
 * @param {...(Node | string | null)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else set(element, name, value);
  }
  for (const child of children) if (child !== null) element.append(child);
  return element;
}

/** Sets or removes an attribute. @type {(element: Element, name: string, value: string | number | boolean | null | undefined) => void} */
export function set(element, name, value) {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value === true ? '' : value)) element.setAttribute(name, value === true ? '' : String(value));
}

/** Control characters, and marks that change the direction of text. */
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** @type {(text: string) => string} in the order in which it is written: each mark of direction is spelled out */
export const inOrder = (text) => text.replace(OBEYED, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** @type {(element: Element, text: string) => void} changes the document only if the text differs, so that selections survive */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Updates a list of children to match `items`. Items that stay keep their element, and with it focus and scroll position.
 * @template T
 * @param {Element} parent @param {T[]} items @param {(item: T) => string | number} key
 * @param {(item: T) => HTMLElement} create @param {(element: HTMLElement, item: T) => void} update
 */
export function keyed(parent, items, key, create, update) {
  /** @type {Map<string, HTMLElement>} */
  const known = new Map();
  for (const child of parent.children) known.set(/** @type {HTMLElement} */ (child).dataset.key ?? '', /** @type {HTMLElement} */ (child));
  let place = parent.firstElementChild;
  for (const item of items) {
    const name = String(key(item));
    let element = known.get(name);
    if (element) known.delete(name);
    else {
      element = create(item);
      element.dataset.key = name;
    }
    update(element, item);
    if (element === place) place = place.nextElementSibling;
    else parent.insertBefore(element, place);
  }
  for (const gone of known.values()) gone.remove();
}

/** How long a button rests after it has become another command, in ms: a press that was under way was meant for the one before. */
const REST_MS = 400;

/**
 * Whether what the button says has stood for long enough to have been read.
 * @param {HTMLElement} button @returns {() => boolean}
 */
export function rests(button) {
  let shown = '';
  /** @type {number | undefined} */
  let resting;
  new MutationObserver(() => {
    if (button.textContent === shown) return;
    if (shown) {
      clearTimeout(resting);
      set(button, 'aria-disabled', 'true');
      resting = setTimeout(() => {
        resting = undefined;
        set(button, 'aria-disabled', null);
      }, REST_MS);
    }
    shown = button.textContent ?? '';
  }).observe(button, { childList: true, characterData: true, subtree: true });
  return () => resting === undefined;
}

const SVG = 'http://www.w3.org/2000/svg';
const GLYPHS = {
  back: 'M15 5l-7 7 7 7', forward: 'M9 5l7 7-7 7', reload: 'M19 12a7 7 0 1 1-2.2-5.1M17 3v4h-4',
  lock: 'M7 11V8a5 5 0 0 1 10 0v3M6 11h12v9H6z', globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M5 19l1.4-1.4M17.6 6.4 19 5',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z', list: 'M4 6h16M4 12h16M4 18h16', page: 'M3 5h18v14H3zM3 9h18', wall: 'M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z',
  cross: 'M6 6l12 12M18 6 6 18', plus: 'M12 5v14M5 12h14', terminal: 'M3 5h18v14H3zM7 9l3 3-3 3M12 15h5',
  pause: 'M8 5v14M16 5v14', resume: 'M7 5l12 7-12 7z', step: 'M5 5l9 7-9 7zM18 5v14', stop: 'M6 6h12v12H6z',
  pulse: 'M3 12h4l3-7 4 14 3-7h4', pencil: 'M4 20l1-4L16 5l3 3L8 19z', box: 'M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4',
};

/** A small icon, hidden from screen readers. @type {(name: keyof typeof GLYPHS) => SVGElement} */
export function glyph(name) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'glyph');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', GLYPHS[name]);
  svg.append(path);
  return svg;
}
