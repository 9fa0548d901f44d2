// What is selected, in the text field with the focus, else in the document: and whether the present action has selected it.

import { isEditingHost } from '../aria/roles.js';
import { isSecret } from '../aria/states.js';
import { focusedElement } from '../dom/dom.js';
import { oneLine, shorten } from '../dom/text.js';

/** Characters of a selection that a receipt shows. */
const MOST_SHOWN = 200;

/** @type {(element: Element | null) => element is HTMLInputElement | HTMLTextAreaElement} with a selection of its own */
const isTextField = (element) =>
  (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) && element.selectionStart !== null;

/** @type {(focused: Element | null) => focused is HTMLInputElement | HTMLTextAreaElement} a script may select beside the focus */
const isSelectedIn = (focused) => isTextField(focused) && getSelection()?.isCollapsed !== false;

/** @type {(focused: Element | null) => string} */
export function selectedIn(focused) {
  if (!isSelectedIn(focused)) return String(getSelection() ?? '');
  return focused.value.slice(focused.selectionStart ?? 0, focused.selectionEnd ?? 0);
}

/** @type {{node: WeakRef<Node> | null, other: WeakRef<Node> | null, start: number, end: number}} ends when the action began */
let begun = { node: null, other: null, start: 0, end: 0 };

/** @type {() => {node: Node | null, other: Node | null, start: number, end: number}} */
function ends() {
  const focused = focusedElement();
  if (isSelectedIn(focused))
    return { node: focused, other: focused, start: focused.selectionStart ?? 0, end: focused.selectionEnd ?? 0 };
  const selection = getSelection();
  return {
    node: selection?.anchorNode ?? null, other: selection?.focusNode ?? null, start: selection?.anchorOffset ?? 0,
    end: selection?.focusOffset ?? 0,
  };
}

/** The next action begins. */
export function markSelection() {
  const { node, other, start, end } = ends();
  begun = { node: node && new WeakRef(node), other: other && new WeakRef(other), start, end };
}

/** @type {(now: ReturnType<typeof ends>) => boolean} */
const isAsBegun = (now) => now.node === (begun.node?.deref() ?? null) && now.other === (begun.other?.deref() ?? null)
  && now.start === begun.start && now.end === begun.end;

/**
 * what has been selected since, or where the caret is now, where that has moved; nothing of a field that hides what it holds
 * @type {() => {selected?: string, caret?: string}}
 */
export function newSelection() {
  const now = ends();
  const focused = focusedElement();
  if (isAsBegun(now) || (focused && isSecret(focused))) return {};
  if (now.node !== now.other || now.start !== now.end) {
    const selected = shorten(oneLine(selectedIn(focused)), MOST_SHOWN);
    return selected ? { selected } : {};
  }
  if (isSelectedIn(focused)) return { caret: `at ${now.end} of ${focused.value.length}` };
  return focused && isEditingHost(focused) ? { caret: 'moved' } : {};
}
