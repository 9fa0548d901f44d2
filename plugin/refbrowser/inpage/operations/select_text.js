// Words in a field or on the page, found as they read and selected as a person selects them by dragging.

import { otherDocument, resolve } from './healing.js';
import { scrollBoxOf } from './scroll.js';
import { isTextControl } from './text_field.js';
import { FIELD_TAGS, isSecret } from '../aria/states.js';
import {
  CDATA_NODE, ELEMENT_NODE, SKIPPED, TEXT_NODE, checkVisibility, closest, dataGetter, documentElementGetter,
  eachChild, focusedElement, hostsDocument, isEditableGetter, isWithin, nameOf, nodeTypeGetter, parentOf, rectOf, scrollGetters,
  styleOf,
} from '../dom/dom.js';
import { clean } from '../dom/text.js';
import { hostsSuspected } from '../tracking/debugger_hints.js';
import { documentToken, entryFor, idsWithoutNumber } from '../tracking/refs.js';
/** @import { ElementGone, SelectTextRequest, WordsFound } from '../wire.d.ts' */

/** Stands where no selection leads on: from a shadow root into what is around it, or from a page into an editor. */
const EDGE = '\u0000';
/** What a reader of the page does not see, and `clean` leaves out. */
const UNSEEN = '[\\u00ad\\u200b-\\u200f\\u2060]*';

/** @typedef {{start: number, node: Text}} Part a text node, and where its text begins in the whole */
/** @typedef {Omit<WordsFound, 'doc' | 'hosts' | 'fresh'>} Answer */

/** @type {Answer} */
const NOTHING = { matches: 0, refused: null, field: false, holders: [], selected: false, already: false, offset: null };

/** @type {(request: SelectTextRequest) => WordsFound | ElementGone} Select words, or find them; report which elements hold them. */
export function selectText(request) {
  if (request.doc && request.doc !== documentToken) return otherDocument();
  let scope = documentElementGetter.call(document);
  if (request.id) {
    const found = resolve(request.id);
    if (!found.element) return { doc: documentToken, status: found.status, reason: found.reason };
    scope = found.element;
  }
  const answer = scope ? selectIn(scope, request) : NOTHING;
  return { doc: documentToken, ...answer, hosts: hostsSuspected(), fresh: idsWithoutNumber() };
}

/** @type {(scope: Element, request: SelectTextRequest) => Answer} */
function selectIn(scope, request) {
  // Whoever may ask whether a secret holds some words has guessed it in the end.
  if (isInSecret(scope)) return { ...NOTHING, refused: 'secret' };
  if (isTextControl(scope)) return inField(scope, request);
  return FIELD_TAGS.has(nameOf(scope)) ? { ...NOTHING, refused: 'whole' } : inText(scope, request);
}

/** @type {(scope: Element) => boolean} */
function isInSecret(scope) {
  for (let node = /** @type {Element | null} */ (scope); node; node = parentOf(node)) if (isSecret(node)) return true;
  return false;
}

/** @type {(field: HTMLInputElement | HTMLTextAreaElement, request: SelectTextRequest) => Answer} */
function inField(field, request) {
  const { selectionStart, selectionEnd } = field;
  if (selectionStart === null) return { ...NOTHING, refused: 'whole' };
  const found = matchesIn(field.value, request.text);
  const match = found[request.occurrence - 1];
  if (!match) return { ...NOTHING, matches: found.length };
  const [start, end] = match;
  const id = entryFor(field).id;
  const answer = { ...NOTHING, matches: found.length, field: true, holders: [id] };
  if (!request.within?.includes(id)) return answer;
  (field instanceof HTMLInputElement ? HTMLInputElement
    : HTMLTextAreaElement).prototype.setSelectionRange.call(field, start, end);
  bringIntoField(field, start);
  return { ...answer, selected: true, already: selectionStart === start && selectionEnd === end };
}

/**
 * Scroll a field so that the character is in its middle. No script is told where a character stands, only which one stands at a
 * point.
 * @type {(field: HTMLInputElement | HTMLTextAreaElement, at: number) => void}
 */
function bringIntoField(field, at) {
  const isLine = field instanceof HTMLInputElement;
  if (isLine && styleOf(field).direction === 'rtl') return;
  const box = rectOf(field);
  const root = Node.prototype.getRootNode.call(field);
  const options = root instanceof ShadowRoot ? { shadowRoots: [root] } : {};
  const { width, height, clientWidth, clientHeight } = scrollGetters;
  let low = 0;
  let high = isLine ? width.call(field) - clientWidth.call(field) : height.call(field) - clientHeight.call(field);
  while (high - low > 1) {
    const middle = (low + high) / 2;
    Reflect.apply(Element.prototype.scrollTo, field, [{ [isLine ? 'left' : 'top']: middle, behavior: 'instant' }]);
    const there = /** @type {any} */ (document).caretPositionFromPoint(box.left + box.width / 2, box.top + box.height / 2, options);
    if (there?.offsetNode !== field) return;
    if (there.offset < at) low = middle;
    else high = middle;
  }
}

/** @type {(scope: Element, request: SelectTextRequest) => Answer} */
function inText(scope, request) {
  const { text, parts } = textIn(scope);
  const found = matchesIn(text, request.text);
  const match = found[request.occurrence - 1];
  if (!match) return { ...NOTHING, matches: found.length };
  const [start, end] = match;
  const [first, last] = [partAt(parts, start), partAt(parts, end - 1)];
  const around = parts.slice(first, last + 1).filter(({ node }) => dataGetter.call(node).trim())
    .map(({ node }) => /** @type {Element} */ (parentOf(node)));
  const holders = Array.from(new Set(around), (holder) => entryFor(holder).id);
  const answer = { ...NOTHING, matches: found.length, holders };
  if (!around.every(isSelectable)) return { ...answer, refused: 'unselectable' };
  if (!holders.every((holder) => request.within?.includes(holder))) return answer;
  const range = document.createRange();
  range.setStart(parts[first].node, start - parts[first].start);
  range.setEnd(parts[last].node, end - parts[last].start);
  const [holder] = around;
  const already = select(range, holder);
  if (scrollBoxOf(holder) === holder) bringIntoBox(range, holder);
  const [box, words] = [rectOf(holder), range.getBoundingClientRect()];
  return { ...answer, selected: true, already, offset: [words.left - box.left, words.top - box.top] };
}

/** @type {(holder: Element) => boolean} a person can select its text */
const isSelectable = (holder) => styleOf(holder).userSelect !== 'none' && closest(holder, '[inert]') === null;

/**
 * Scroll the text of a box that scrolls: the boxes around it are scrolled for the box, and not for its text.
 * @type {(range: Range, box: Element) => void}
 */
function bringIntoBox(range, box) {
  const [outer, words] = [rectOf(box), range.getBoundingClientRect()];
  const [left, top] = [words.left - outer.left - outer.width / 2, words.top - outer.top - outer.height / 2];
  Reflect.apply(Element.prototype.scrollBy, box, [{ left, top, behavior: 'instant' }]);
}

/** @type {(range: Range, holder: Element) => boolean} whether it had been selected, and keys and copying went to it */
function select(range, holder) {
  const selection = /** @type {Selection} */ (getSelection());
  const already = isSelected(selection, range) && hasKeys(holder);
  // A person's press on the text would have moved the focus too. An editor gets it from Chromium.
  if (window !== window.parent) window.focus();
  const focused = focusedElement();
  if (focused && !isWithin(holder, focused)) HTMLElement.prototype.blur.call(focused);
  selection.setBaseAndExtent(range.startContainer, range.startOffset, range.endContainer, range.endOffset);
  return already;
}

/** @type {(selection: Selection, range: Range) => boolean} */
function isSelected(selection, range) {
  const root = Node.prototype.getRootNode.call(range.startContainer);
  const shadowRoots = root instanceof ShadowRoot ? [root] : [];
  const inShadow = /** @type {any} */ (selection).getComposedRanges;
  const before = selection.rangeCount ? selection.getRangeAt(0) : null;
  const now = shadowRoots.length && inShadow ? inShadow.call(selection, { shadowRoots })[0] : before;
  return Boolean(now) && now.startContainer === range.startContainer && now.startOffset === range.startOffset
    && now.endContainer === range.endContainer && now.endOffset === range.endOffset;
}

/** @type {(holder: Element) => boolean} the focus is where a press on the text would have put it */
function hasKeys(holder) {
  if (!Document.prototype.hasFocus.call(document) && window !== window.parent) return false;
  const focused = focusedElement();
  const host = editingHostOf(holder);
  return host ? focused !== null && isWithin(focused, host) : focused === null || isWithin(holder, focused);
}

/** @type {(element: Element) => Element | null} the outermost element around it that is edited with it */
function editingHostOf(element) {
  let host = null;
  for (let node = /** @type {Element | null} */ (element); node && isEdited(node); node = parentOf(node)) host = node;
  return host;
}

/** @type {(element: Element) => boolean} */
const isEdited = (element) => element instanceof HTMLElement && isEditableGetter.call(element);

/** @type {(parts: Part[], place: number) => number} which is the last that begins there or before it */
function partAt(parts, place) {
  let [low, high] = [0, parts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (parts[middle].start <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * the shown text in reading order, with a line break where a block begins or ends; nothing that fields or other documents hold
 * @type {(scope: Element) => {text: string, parts: Part[]}}
 */
function textIn(scope) {
  let text = '';
  /** @type {Part[]} */
  const parts = [];
  /** @type {Node | null} what the selection of the text so far stays in */
  let tree = null;
  /** @type {(Node | string)[]} what is still to be gone through, the next one last */
  const ahead = [scope];
  for (let node = ahead.pop(); node !== undefined; node = ahead.pop()) {
    if (typeof node === 'string') {
      text += node;
      continue;
    }
    const type = nodeTypeGetter.call(node);
    if (type === TEXT_NODE || type === CDATA_NODE) {
      const data = dataGetter.call(node);
      const around = data ? parentOf(node) : null;
      if (!around || !isShown(around)) continue;
      const within = editingHostOf(around) ?? Node.prototype.getRootNode.call(node);
      if (tree && within !== tree) text += EDGE;
      tree = within;
      parts.push({ start: text.length, node: /** @type {Text} */ (node) });
      text += data;
    } else if (type === ELEMENT_NODE) {
      const element = /** @type {Element} */ (node);
      const name = nameOf(element);
      const { display } = styleOf(element);
      if (isOpaque(element, name) || display === 'none') continue;
      if (name === 'br' || (display !== 'inline' && display !== 'contents')) {
        text += '\n';
        ahead.push('\n');
      }
      /** @type {Node[]} */
      const content = [];
      eachChild(element, name, (child) => content.push(child));
      while (content.length) ahead.push(/** @type {Node} */ (content.pop()));
    }
  }
  return { text, parts };
}

/** @type {(element: Element, name: string) => boolean} none of the document's own text that may be selected is in it */
const isOpaque = (element, name) =>
  SKIPPED.has(name) || FIELD_TAGS.has(name) || hostsDocument(element) || isSecret(element);

/** @type {(around: Element) => boolean} a person can see the text in it */
function isShown(around) {
  const style = /** @type {any} */ (styleOf(around));
  if (style.visibility !== 'visible' || style.fontSize === '0px') return false;
  if (style.webkitTextSecurity && style.webkitTextSecurity !== 'none') return false;
  return style.display === 'contents' || checkVisibility(around, { opacityProperty: true });
}

/**
 * where it begins and ends, each time: letter case and the kind of white space do not count, nor what is not seen
 * @type {(text: string, wanted: string) => [number, number][]}
 */
function matchesIn(text, wanted) {
  const words = clean(wanted).split(/\s+/).filter(Boolean).map((word) => Array.from(word, escaped).join(UNSEEN));
  if (!words.length) return [];
  const pattern = new RegExp(words.join(`${UNSEEN}\\s[\\s\\u200b]*`), 'giu');
  return Array.from(text.matchAll(pattern), (match) => [match.index, match.index + match[0].length]);
}

/** @type {(character: string) => string} */
const escaped = (character) => character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
