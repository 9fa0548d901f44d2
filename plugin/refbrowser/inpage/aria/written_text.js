// What is written on a control, whatever it is called: in shadow roots and slots, on pictures, by style sheets.

import { generatedText, mayGenerate } from './generated_text.js';
import {
  ELEMENT_NODE, SKIPPED, TEXT_NODE, attributeOf, dataOf, eachChild, nameOf, nodeTypeGetter, styleOf,
} from '../dom/dom.js';
import { oneLine } from '../dom/text.js';

/** How many nodes of a control are read. */
const MOST_NODES = 300;
const BLANKS = /\s+/g;
/** @type {(text: string) => boolean} */
const hasText = (text) => /\S/.test(text);
const BUTTON_TYPES = /^(button|submit|reset)$/;

/**
 * it, at most `limit` characters, as one word where words stand in boxes of their own, and as several; nothing where nothing is
 * written
 * @type {(element: Element, limit: number) => string[]}
 */
export const writtenOn = (element, limit) => readWritten(element, limit, MOST_NODES).texts;

/**
 * @param {Element} element
 * @param {number} limit in characters
 * @param {number} most nodes that are read; comments and blanks do not count
 * @param {(node: Node, style: CSSStyleDeclaration | null) => void} [onNode] called with each element and text that is read
 * @returns {{texts: string[], cut: boolean}} `texts`: see `writtenOn`; `cut`: there is more
 */
export function readWritten(element, limit, most, onNode) {
  /** @type {string[]} */
  const parts = [];
  let nodes = most;
  let room = limit;
  let cut = false;
  /** @param {string | null | undefined} text */
  const add = (text) => {
    if (!text) return;
    const line = hasText(text) ? text.replace(BLANKS, ' ') : ' ';
    if (line.length > room) cut = true;
    parts.push(line.slice(0, room));
    if (line !== ' ') room -= Math.min(room, line.length);
  };
  /** @param {Node} node */
  const visit = (node) => {
    if (nodes <= 0) {
      cut = true;
      return;
    }
    const type = nodeTypeGetter.call(node);
    if (type === TEXT_NODE) {
      const text = dataOf(node);
      if (hasText(text)) {
        nodes--;
        onNode?.(node, null);
      }
      add(text);
    }
    if (type !== ELEMENT_NODE) return;
    nodes--;
    const inner = /** @type {Element} */ (node);
    const name = nameOf(inner);
    if (SKIPPED.has(name)) return;
    const style = styleOf(inner);
    if (inner !== element && style.display === 'none') return;
    onNode?.(inner, style);
    if (name === 'img') add(attributeOf(inner, 'alt'));
    else if (name === 'input' && BUTTON_TYPES.test(/** @type {HTMLInputElement} */ (inner).type))
      add(/** @type {HTMLInputElement} */ (inner).value);
    const generates = mayGenerate(inner);
    if (generates) add(generatedText(inner, '::before')?.text);
    eachChild(inner, name, visit);
    if (generates) add(generatedText(inner, '::after')?.text);
  };
  visit(element);
  return { texts: [...new Set([parts.join(''), parts.join(' ')].map(oneLine))].filter(Boolean), cut };
}
