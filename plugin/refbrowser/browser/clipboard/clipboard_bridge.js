// Runs in every document before its own scripts, where the setting asks for it: what a page copies and pastes by `navigator.clipboard`
// or `document.execCommand` is the chat's clipboard, and not the one that all pages of the browser share.
(() => {
  'use strict';
  if (!globalThis.Clipboard) return;
  const ask = async (operation, text = '', html = null) => {
    const answer = await globalThis.refbrowserClipboard(operation, text, html);
    if (!answer) throw new DOMException('The document is not allowed to use the clipboard without a press.', 'NotAllowedError');
    return answer;
  };
  const textOf = async (items, type) => {
    const item = [...items].find((one) => one.types.includes(type));
    return item ? (await item.getType(type)).text() : null;
  };
  const methods = {
    async readText() {
      return (await ask('read')).text;
    },
    async read() {
      const { text, html } = await ask('read');
      const parts = { 'text/plain': text, ...(html === null ? {} : { 'text/html': html }) };
      return [new ClipboardItem(Object.fromEntries(Object.entries(parts).map(([type, part]) => [type, new Blob([part], { type })])))];
    },
    async writeText(text) {
      await ask('write', String(text));
    },
    async write(items) {
      await ask('write', (await textOf(items, 'text/plain')) ?? '', await textOf(items, 'text/html'));
    },
  };
  for (const [name, method] of Object.entries(methods)) {
    Object.defineProperty(Clipboard.prototype, name, { value: method, writable: true, enumerable: true, configurable: true });
  }
  const copied = (event) => {
    const { defaultPrevented: made, clipboardData: data } = event;
    const field = document.activeElement;
    const inField = field && typeof field.selectionStart === 'number' && field.type !== 'password';
    const selected = inField ? field.value.slice(field.selectionStart, field.selectionEnd) : String(getSelection());
    const text = made ? data.getData('text/plain') : selected;
    if (text) ask('write', text, made ? data.getData('text/html') || null : null).catch(() => {});
  };
  // `execCommand('copy')` says what it copies in an event: read behind all of the page's own listeners.
  for (const kind of ['copy', 'cut']) {
    addEventListener(kind, (event) => {
      if (event.isTrusted) addEventListener(kind, copied, { once: true });
    }, true);
  }
})();
