// What the copies and pastes of a document carry while Chromium's clipboard, which the pages of all chats share, is lent to its
// chat: a page of another chat may write to it in the same moment. The press guard watches from the start, the engine asks.

/** The event by which the engine lends the clipboard (its detail is the lent text), and asks what became of that (null). */
export const LENT_EVENT = '@guard@lent';

/** The event that answers the question; its detail is a {@link ClipboardReport}. */
export const LENT_REPORT_EVENT = '@guard@lent-report';

/** How long the clipboard is lent at most. */
const LENT_MS = 10_000;

/**
 * @typedef {object} ClipboardReport
 * @property {boolean} kept a paste of another text was kept from the page, or it read another one
 * @property {boolean} awaited the browser was left to insert the text into a field, and has not done so
 * @property {boolean} copied the document was asked to copy or cut
 * @property {string | null} text what it copied; null where its listeners let nobody see that
 */

/** @type {(text: string) => string} the text as any clipboard hands it on */
export const handedOn = (text) => text.replace(/\r\n?/g, '\n').replaceAll('\0', '');

/** @type {() => ClipboardReport} */
const nothing = () => ({ kept: false, awaited: false, copied: false, text: null });

/** @type {string | null} */
let lent = null;
let until = 0;
let report = nothing();

/** @type {(event: Event) => boolean} */
const isLent = (event) => event.isTrusted && lent !== null && performance.now() <= until;

/** @param {Event} event */
function onPaste(event) {
  if (!isLent(event) || keptFrom(event)) return;
  // Behind all of the page's own listeners: data that is written over is empty from then on, also in an event that has begun.
  addEventListener('paste', (last) => {
    if (!keptFrom(last)) report.awaited = !last.defaultPrevented && isEditable(last.composedPath()[0]);
  }, { once: true });
}

/** @type {(event: Event) => boolean} Keep a paste of another text than the lent one from the page. */
function keptFrom(event) {
  if (handedOn(/** @type {ClipboardEvent} */ (event).clipboardData?.getData('text/plain') ?? '') === lent) return false;
  keep(event);
  return true;
}

/** @param {Event} event */
function keep(event) {
  report.kept = true;
  event.stopImmediatePropagation();
  event.preventDefault();
}

/** @type {(target: EventTarget | undefined) => boolean} */
const isEditable = (target) =>
  target instanceof HTMLElement && (target.isContentEditable || /** @type {Partial<HTMLInputElement>} */ (target).readOnly === false);

/** @param {Event} event The browser reads the clipboard once more for this event, and again as it inserts. */
function onInsertion(event) {
  const { inputType, data, dataTransfer } = /** @type {InputEvent} */ (event);
  if (inputType !== 'insertFromPaste' || lent === null || !isLent(event)) return;
  if (words(data ?? dataTransfer?.getData('text/plain') ?? '') !== words(lent)) keep(event);
  else addEventListener('beforeinput', (last) => { if (last.defaultPrevented) report.awaited = false; }, { once: true });
}

/** @param {Event} event */
function onInput(event) {
  if (event.isTrusted && /** @type {InputEvent} */ (event).inputType === 'insertFromPaste') report.awaited = false;
}

/** @type {(text: string) => string} the text without its blanks: a field of one line leaves line breaks out */
const words = (text) => text.replace(/\s+/g, '');

/** @param {Event} event */
function onCopy(event) {
  if (!event.isTrusted) return;
  report.copied = true;
  report.text = null;
  // Behind all of the page's own listeners.
  addEventListener(event.type, (last) => {
    report.text = last.defaultPrevented
      ? /** @type {ClipboardEvent} */ (last).clipboardData?.getData('text/plain') ?? '' : selectedText(last);
  }, { once: true });
}

/** @type {(event: Event) => string} */
function selectedText(event) {
  const field = event.composedPath()[0];
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return String(getSelection() ?? '');
  const { selectionStart: start, selectionEnd: end } = field;
  return start === null || end === null ? '' : field.value.slice(start, end);
}

/** Watches this document from now on, and answers the engine. */
export function watchClipboard() {
  addEventListener('paste', onPaste, true);
  addEventListener('beforeinput', onInsertion, true);
  addEventListener('input', onInput, true);
  addEventListener('copy', onCopy, true);
  addEventListener('cut', onCopy, true);
  addEventListener(LENT_EVENT, (event) => {
    event.preventDefault();
    const { detail: text } = /** @type {CustomEvent<string | null>} */ (event);
    if (text === null) dispatchEvent(new CustomEvent(LENT_REPORT_EVENT, { detail: report }));
    report = nothing();
    lent = text === null ? null : handedOn(text);
    until = performance.now() + LENT_MS;
  });
}
