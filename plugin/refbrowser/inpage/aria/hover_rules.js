// What reacts by style sheets alone: to the pointer that rests on it, by showing more, or to a library's drag by its classes.

import { extraInteractive, hovered } from './roles.js';
import { ANY_CONTROL } from '../dom/attributes.js';
import { shownWithin } from '../dom/trees.js';
import { checkVisibility, closest, isRendered, queryEvery } from '../dom/dom.js';

export const MOST_HOVER_SELECTORS = 100;
/** More that a selector matches are rows and cells, whose controls a person finds otherwise. */
const MOST_HOVERED = 40;
const MOST_INNER_CONTROLS = 20;
/** jQuery UI listens for presses on what these mark on the document alone. */
const DRAGGED = '.ui-sortable-handle,.ui-draggable-handle';

/**
 * a selector of the elements for which the pointer shows what was hidden; of pictures that change at all
 * @type {(part: string, style: CSSStyleDeclaration) => string | null}
 */
export function hoveredOf(part, style) {
  const found = /^([^:]*(?::(?!hover)[^:]*)*):hover\b([^\s>+~]*)(.*)$/s.exec(part);
  if (!found || part.includes('&') || /:(host|:|active|focus)/.test(part)) return null;
  const [, before, rest, behind] = found;
  const base = before + rest === '' || /[\s>+~]$/.test(before) ? `${before}*${rest}` : before + rest;
  if (!behind.trim()) return `img:is(${base})`;
  if (!(style.display || style.visibility || style.opacity || style.transform || style.height || style.maxHeight)) return null;
  // The revealed element must have content: empty ones only add colour.
  const shown = behind.replaceAll(':hover', '').trim();
  return /::|:has|^[>+~]?$/.test(shown) ? base : `${base}:has(${shown}:is(:not(:empty),img,svg,input))`;
}

/** @param {Document | ShadowRoot} root @param {string[]} selectors */
export function collectHovered(root, selectors) {
  for (const selector of selectors) {
    const found = /** @type {NodeListOf<Element>} */ (queryEvery(root, selector));
    if (found.length > MOST_HOVERED) continue;
    for (const element of found) if (!holdsShownControl(element)) hovered.add(element);
  }
  for (const element of queryEvery(root, DRAGGED)) extraInteractive.add(element);
}

/** @type {(element: Element) => boolean} a pointer on the control in it, or around it, is on the element too */
function holdsShownControl(element) {
  let left = MOST_INNER_CONTROLS;
  if (closest(element, ANY_CONTROL)) return true;
  for (const control of shownWithin(element, ANY_CONTROL)) {
    if (left-- <= 0 || (checkVisibility(control, { opacityProperty: true, visibilityProperty: true }) && isRendered(control)))
      return true;
  }
  return false;
}
