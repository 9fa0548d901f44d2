// Copying, cutting and pasting as a page receives them: events that carry the data, since all chats share the browser's own
// clipboard.

import { isSecret } from '../aria/states.js';
import { LENT_EVENT, LENT_REPORT_EVENT, watchClipboard } from '../dom/clipboard_watch.js';
import { bodyGetter, focusedElement, nameOf } from '../dom/dom.js';
import { documentToken } from '../tracking/refs.js';
import { selectedIn } from '../tracking/selected.js';
/** @import { Activated, ClipboardSelection, Copied, CopyRequest, Lent, LentReport, Pasted, PasteRequest } from '../wire.d.ts' */
/** @import { SelectionRequest } from '../wire.d.ts' */

/** @type {() => Element | null} what clipboard events go to; null where the focus is in another frame */
function clipboardTarget() {
  const focused = focusedElement();
  if (focused && (nameOf(focused) === 'iframe' || nameOf(focused) === 'frame')) return null;
  if (window !== window.parent && !Document.prototype.hasFocus.call(document)) return null;
  if (focused) return focused;
  const selected = getSelection()?.focusNode ?? null;
  return (selected instanceof Element ? selected : selected?.parentElement) ?? bodyGetter.call(document);
}

/**
 * Report what is selected in the text field with the focus, else in the document. With `lend`, keep pastes of another text from the
 * page.
 * @type {(request: SelectionRequest) => ClipboardSelection}
 */
export function selection(request) {
  const focused = clipboardTarget();
  if (!focused) return { doc: documentToken, focused: false, text: '', secret: false, origin: self.origin };
  if (typeof request.lend === 'string') lend(request.lend);
  const secret = isSecret(focused);
  return { doc: documentToken, focused: true, text: secret ? '' : selectedIn(focused), secret, origin: self.origin };
}

/** @type {(text: string | null) => boolean} the document is watched */
const lend = (text) => !dispatchEvent(new CustomEvent(LENT_EVENT, { detail: text, cancelable: true })) || watchAndLend(text);

/** @type {(text: string | null) => boolean} the document was there before the press guard, or has taken all listeners away */
function watchAndLend(text) {
  watchClipboard();
  return !dispatchEvent(new CustomEvent(LENT_EVENT, { detail: text, cancelable: true }));
}

/** @type {() => Lent} End the lending of the clipboard; report what became of it. */
export function lent() {
  /** @type {LentReport | null} */
  let report = null;
  addEventListener(LENT_REPORT_EVENT, (event) => {
    report = /** @type {CustomEvent<LentReport>} */ (event).detail;
  }, { once: true });
  lend(null);
  return { doc: documentToken, report };
}

/**
 * whether the page replaces what the browser would do
 * @type {(kind: 'copy' | 'cut' | 'paste', target: Element, data: DataTransfer) => boolean}
 */
const handledByPage = (kind, target, data) =>
  !EventTarget.prototype.dispatchEvent.call(target, new ClipboardEvent(kind, {
    clipboardData: data, bubbles: true, cancelable: true, composed: true,
  }));

/** @type {(request: PasteRequest) => Pasted} Fire `paste` at the focus; report whether anything is left to be inserted. */
export function paste(request) {
  const target = clipboardTarget();
  if (!target) return { doc: documentToken, handled: null };
  const data = new DataTransfer();
  for (const [type, text] of Object.entries(request.data)) data.setData(type, text);
  for (const { name, type, base64 } of request.files) {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    data.items.add(new File([bytes], name, { type }));
  }
  return { doc: documentToken, handled: handledByPage('paste', target, data) };
}

/**
 * Fire `copy` or `cut` at the focus; a page that handles it has cut what it wants to be cut.
 * @type {(request: CopyRequest) => Copied}
 */
export function copy(request) {
  const target = clipboardTarget();
  if (!target) return { doc: documentToken, handled: null, text: '' };
  const text = isSecret(target) ? '' : selectedIn(target);
  const data = new DataTransfer();
  const handled = handledByPage(request.cut ? 'cut' : 'copy', target, data);
  return { doc: documentToken, handled, text: handled ? data.getData('text/plain') : text };
}

/** @type {() => Activated} Report what the browser asks before it gives a page the clipboard. */
export const activated = () => ({ doc: documentToken, active: navigator.userActivation.isActive });
