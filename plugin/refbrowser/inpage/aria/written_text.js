// What is written on a control, whatever it is called: in shadow roots and slots, on pictures, by style sheets.

import { generatedText, mayGenerate } from './generated_text.js';
import { ELEMENT_NODE, SKIPPED, TEXT_NODE, attributeOf, dataGetter, eachChild, nameOf, nodeTypeGetter, styleOf } from '../dom/dom.js';
import { oneLine } from '../dom/text.js';

/** How many nodes of a control are read. */
const MOST_NODES = 300;
const BUTTON_TYPES = /^(button|submit|reset)$/;

/** @type {(element: Element, limit: number) => string[]} it, at most `limit` characters, as one word where words stand in boxes of their own, and as several; nothing where nothing is written */
export function writtenOn(element, limit) {
  /** @type {string[]} */
  const parts = [];
  let nodes = MOST_NODES;
  let room = limit;
  /** @param {string | null | undefined} text */
  const add = (text) => {
    if (text) parts.push(text.slice(0, room));
    room -= text?.length ?? 0;
  };
  /** @param {Node} node */
  const visit = (node) => {
    if (nodes-- <= 0 || room <= 0) return;
    const type = nodeTypeGetter.call(node);
    if (type === TEXT_NODE) add(dataGetter.call(node));
    if (type !== ELEMENT_NODE) return;
    const inner = /** @type {Element} */ (node);
    const name = nameOf(inner);
    if (SKIPPED.has(name) || (inner !== element && styleOf(inner).display === 'none')) return;
    if (name === 'img') add(attributeOf(inner, 'alt'));
    else if (name === 'input' && BUTTON_TYPES.test(/** @type {HTMLInputElement} */ (inner).type)) add(/** @type {HTMLInputElement} */ (inner).value);
    const generates = mayGenerate(inner);
    if (generates) add(generatedText(inner, '::before')?.text);
    eachChild(inner, name, visit);
    if (generates) add(generatedText(inner, '::after')?.text);
  };
  visit(element);
  return [...new Set([parts.join(''), parts.join(' ')].map(oneLine))].filter(Boolean);
}
