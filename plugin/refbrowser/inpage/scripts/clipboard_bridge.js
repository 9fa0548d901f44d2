// Runs in every document before its own scripts, where the setting asks for it: what a page copies and pastes by
// `navigator.clipboard` or `document.execCommand` is the chat's clipboard, and not the one that all pages of the browser share.

/** @typedef {{text: string, html: string | null}} Clip */

/** @type {(operation: 'read' | 'write', text?: string, html?: string | null) => Promise<Clip>} */
async function ask(operation, text = '', html = null) {
  const { refbrowserClipboard } = /** @type {{refbrowserClipboard: (operation: string, text: string, html: string | null) => Promise<Clip | null>}} */ (/** @type {unknown} */ (globalThis));
  const answer = await refbrowserClipboard(operation, text, html);
  if (!answer) throw new DOMException('The document is not allowed to use the clipboard without a press.', 'NotAllowedError');
  return answer;
}

/** @param {Iterable<ClipboardItem>} items @param {string} type */
async function textOf(items, type) {
  const item = [...items].find((one) => one.types.includes(type));
  return item ? (await item.getType(type)).text() : null;
}

const methods = {
  async readText() {
    return (await ask('read')).text;
  },
  async read() {
    const { text, html } = await ask('read');
    const parts = { 'text/plain': text, ...(html === null ? {} : { 'text/html': html }) };
    return [new ClipboardItem(Object.fromEntries(Object.entries(parts).map(([type, part]) => [type, new Blob([part], { type })])))];
  },
  /** @param {unknown} text */
  async writeText(text) {
    await ask('write', String(text));
  },
  /** @param {Iterable<ClipboardItem>} items */
  async write(items) {
    await ask('write', (await textOf(items, 'text/plain')) ?? '', await textOf(items, 'text/html'));
  },
};

/** @param {Element | null} field @returns {string | null} the selected text of a text field; null for other elements */
function selectedIn(field) {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return null;
  const { selectionStart, selectionEnd } = field;
  if (typeof selectionStart !== 'number' || typeof selectionEnd !== 'number' || field.type === 'password') return null;
  return field.value.slice(selectionStart, selectionEnd);
}

/** @param {Event} event */
function copied(event) {
  const { defaultPrevented: made, clipboardData: data } = /** @type {ClipboardEvent} */ (event);
  const text = made ? data?.getData('text/plain') : selectedIn(document.activeElement) ?? String(getSelection());
  if (text) ask('write', text, (made && data?.getData('text/html')) || null).catch(() => {});
}

if (globalThis.Clipboard) {
  for (const [name, method] of Object.entries(methods)) {
    Object.defineProperty(Clipboard.prototype, name, { value: method, writable: true, enumerable: true, configurable: true });
  }
  // `execCommand('copy')` says what it copies in an event: read behind all of the page's own listeners.
  for (const kind of ['copy', 'cut']) {
    addEventListener(kind, (event) => {
      if (event.isTrusted) addEventListener(kind, copied, { once: true });
    }, true);
  }
}

export {};
