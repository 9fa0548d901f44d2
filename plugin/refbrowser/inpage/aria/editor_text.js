// The text of an editor, as its lines are drawn: one for each block and each line break, empty ones too. `innerText` separates
// paragraphs by an empty line that no editor has, and counts the line break that keeps an empty block open.

import {
  ELEMENT_NODE, TEXT_NODE, attributeOf, dataOf, eachChild, editContextOf, nameOf, nodeTypeGetter, rectOf, styleOf, textOf,
} from '../dom/dom.js';

/** Characters that editors put where the caret needs one; they are no text of the document. */
const FILLERS = /[\u200b\u2060\ufeff]/g;

const WITHOUT_TEXT = new Set(['select', 'input', 'textarea', 'script', 'style', 'hr']);

/** Elements in one another that are gone through; what is deeper is read as plain text. */
const DEEPEST = 400;

/**
 * @typedef {object} Lines
 * @property {string[]} ended the lines that have ended
 * @property {string | null} open the line that is being written; null between lines
 * @property {boolean} spaced the open line ends in white space that is not drawn at its end
 * @property {number} left characters until enough is read
 */

/**
 * the text of an editing host; about the first `most` characters of it, or fewer
 * @type {(host: Element, most?: number) => string}
 */
export function editorText(host, most = Infinity) {
  /** @type {Lines} */
  const lines = { ended: [], open: null, spaced: false, left: most };
  addContent(lines, host, 0);
  endLine(lines);
  // An element with an EditContext may draw its text on a canvas.
  return lines.ended.join('\n') || (editContextOf(host)?.text ?? '');
}

/** @type {(lines: Lines, element: Element, depth: number) => void} */
function addContent(lines, element, depth) {
  if (depth > DEEPEST) return addText(lines, textOf(element), 'normal');
  const name = nameOf(element);
  return eachChild(element, name, (child) => {
    if (lines.left <= 0) return;
    const type = nodeTypeGetter.call(child);
    if (type === TEXT_NODE) {
      const style = styleOf(element);
      if (style.visibility === 'visible') addText(lines, dataOf(child), style.whiteSpaceCollapse);
    } else if (type === ELEMENT_NODE) addElement(lines, /** @type {Element} */ (child), depth + 1);
  });
}

/** @type {(lines: Lines, element: Element, depth: number) => void} */
function addElement(lines, element, depth) {
  const name = nameOf(element);
  if (name === 'br') return breakLine(lines);
  if (WITHOUT_TEXT.has(name)) return undefined;
  const style = styleOf(element);
  const display = style.display;
  if (display === 'none' || isPlaceholder(element, style)) return undefined;
  if (display === 'table-cell') {
    if (lines.open !== null) lines.open += '\t';
    return addContent(lines, element, depth);
  }
  const isBlock = !display.startsWith('inline') && display !== 'contents' && !display.startsWith('ruby');
  if (!isBlock) return addContent(lines, element, depth);
  endLine(lines);
  const before = lines.ended.length;
  addContent(lines, element, depth);
  endLine(lines);
  if (lines.ended.length === before && style.visibility === 'visible' && rectOf(element).height > 0) breakLine(lines);
  return undefined;
}

/**
 * it lies over the text, takes no press and no key: what to type, or whose caret is where
 * @type {(element: Element, style: CSSStyleDeclaration) => boolean}
 */
const isPlaceholder = (element, style) =>
  style.position === 'absolute' && (style.pointerEvents === 'none' || attributeOf(element, 'contenteditable') === 'false');

/** @type {(lines: Lines, text: string, collapse: string) => void} `collapse`: which white space is drawn as it is */
function addText(lines, text, collapse) {
  lines.left -= text.length;
  if (collapse === 'collapse') return addCollapsed(lines, text.replace(/[ \t\r\n\f]+/g, ' '));
  const [first, ...others] = (collapse === 'preserve-breaks' ? text.replace(/[ \t\r\f]+/g, ' ') : text).split('\n');
  if (first || !others.length) write(lines, first);
  for (const line of others) {
    breakLine(lines);
    if (line) write(lines, line);
  }
  return undefined;
}

/** @type {(lines: Lines, text: string) => void} of which each run of white space is one space already */
function addCollapsed(lines, text) {
  const shown = (lines.open === null || lines.spaced) && text.startsWith(' ') ? text.slice(1) : text;
  if (!shown) return;
  // A space that must not collapse is one that an editor has made of one that was typed.
  write(lines, shown.replace(/\u00a0/g, ' '));
  lines.spaced = shown.endsWith(' ');
}

/** @type {(lines: Lines, text: string) => void} */
function write(lines, text) {
  lines.open = (lines.open ?? '') + text.replace(FILLERS, '');
  lines.spaced = false;
}

/** @type {(lines: Lines) => void} ends the line that is being written, if one is */
function endLine(lines) {
  if (lines.open === null) return;
  lines.ended.push(lines.spaced ? lines.open.slice(0, -1) : lines.open);
  lines.open = null;
  lines.spaced = false;
}

/** @type {(lines: Lines) => void} ends a line, also an empty one */
function breakLine(lines) {
  lines.open ??= '';
  endLine(lines);
}
