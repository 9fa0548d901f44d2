// What a partial capture leaves out: what is around the main content, what is outside the viewport.

import {
  SKIPPED, bodyGetter, checkVisibility, childrenOf, closest, documentElementGetter, isRendered, isWithin, matches,
  nameOf, parentOf, queryEvery,
  queryOne, rectOf, scrollGetters, shadowRootOf, styleOf, textOf,
} from '../dom/dom.js';
import { treeRoots } from '../dom/trees.js';
import { hitAt } from '../visual/hit_test.js';

/** @type {() => Element | null} the main content: a landmark, else the block that holds most of the text */
export function mainContent() {
  const landmark = queryOne(document, 'main,[role=main]') ?? queryOne(document, 'article,[role=article]');
  if (landmark && checkVisibility(landmark)) return landmark;
  let best = bodyGetter.call(document);
  for (;;) {
    const length = best ? textOf(best).length : 0;
    let next = null;
    for (const child of best ? childrenOf(best) : [])
      if (!SKIPPED.has(nameOf(child)) && textOf(child).length > 0.7 * length) next = child;
    if (!next) return best;
    best = next;
  }
}

/** Maximum number of dialogs to add. */
const MOST_DIALOGS = 10;

/**
 * Return the open dialogs outside the main content that block it or may come to lie over the centre of the viewport.
 * @type {(main: Element) => Element[]}
 */
const dialogsAround = (main) => treeRoots()
  .flatMap((root) => Array.from(queryEvery(root, 'dialog:modal,[role=dialog],[role=alertdialog]')))
  .filter((dialog) => !isWithin(dialog, main) && !isWithin(main, dialog) && isRendered(dialog));

/**
 * Return those of them that block it or lie there now, and whether there are others.
 * @type {(main: Element) => [Element[], boolean]}
 */
export function dialogsBeside(main) {
  const around = dialogsAround(main);
  const found = around.filter((dialog) => matches(dialog, ':modal,[aria-modal=true]') || isInFront(dialog));
  const outermost = found.filter((dialog) => !found.some((other) => other !== dialog && isWithin(dialog, other)));
  return [outermost.slice(0, MOST_DIALOGS), found.length < around.length];
}

/** @type {(dialog: Element) => boolean} */
function isInFront(dialog) {
  const hit = hitAt(innerWidth / 2, innerHeight / 2);
  return hit !== null && isWithin(hit, dialog);
}

const OUTSIDE_MAIN_ROLES = new Set(['navigation', 'complementary', 'banner', 'contentinfo', 'search']);

/** @type {(element: Element, name: string, role: string | null) => boolean} navigation and the like around the main content */
export function isOutsideMain(element, name, role) {
  if (role) return OUTSIDE_MAIN_ROLES.has(role);
  if (name === 'nav' || name === 'aside') return true;
  return (name === 'header' || name === 'footer') && !closest(element, 'article,main,section,[role=main]');
}

/**
 * The visible area for the content of an element, in CSS pixels of the viewport.
 * @typedef {{left: number, top: number, right: number, bottom: number}} Window
 */

/** Computes and caches the visible area inside boxes that clip their content. */
export class Windows {
  /** @type {Map<Element, Window>} */
  #within = new Map();
  #viewport = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };

  /**
   * @param {Element} element @param {CSSStyleDeclaration} style its own @returns {boolean} whether nothing of it is visible,
   *   including its overflow
   */
  isOutside(element, style) {
    const box = rectOf(element);
    if (box.width === 0 && box.height === 0) return false;
    const overflows = style.overflowX === 'visible';
    const down = overflows ? Math.max(0, scrollGetters.height.call(element) - box.height) : 0;
    const across = overflows ? Math.max(0, scrollGetters.width.call(element) - box.width) : 0;
    const { left, top, right, bottom } = this.#around(element, style.position);
    return box.bottom + down <= top || box.right + across <= left || box.top - down >= bottom || box.left - across >= right;
  }

  /** @param {Element} element @param {string} position @returns {Window} */
  #around(element, position) {
    if (position === 'fixed') return this.#viewport;
    let outer = parentOf(element);
    while (outer && position === 'absolute' && isStatic(styleOf(outer))) outer = parentOf(outer);
    return outer && outer !== bodyGetter.call(document) && outer !== documentElementGetter.call(document)
      ? this.#inside(outer) : this.#viewport;
  }

  /** @param {Element} element @returns {Window} */
  #inside(element) {
    const known = this.#within.get(element);
    if (known) return known;
    const style = styleOf(element);
    let found = this.#around(element, style.position);
    if (style.overflowX !== 'visible' && style.display !== 'inline') {
      const box = rectOf(element);
      found = {
        left: Math.max(found.left, box.left), top: Math.max(found.top, box.top), right: Math.min(found.right, box.right),
        bottom: Math.min(found.bottom, box.bottom),
      };
    }
    this.#within.set(element, found);
    return found;
  }
}

/**
 * Return whether absolutely positioned descendants are placed relative to an ancestor of the box instead.
 * @type {(style: CSSStyleDeclaration) => boolean}
 */
const isStatic = (style) => style.position === 'static' && style.transform === 'none';

/**
 * boxes taken out of the flow that are in sight, with all their ancestors: a parent out of sight must not hide them
 * @type {(scope: ParentNode, windows: Windows, found: Set<Element>) => Set<Element>}
 */
export function boxesInSight(scope, windows, found) {
  for (const element of queryEvery(scope, '*')) {
    const shadow = shadowRootOf(element);
    if (shadow) boxesInSight(shadow, windows, found);
    const style = styleOf(element);
    if ((style.position !== 'fixed' && style.position !== 'absolute') || windows.isOutside(element, style)) continue;
    for (let node = /** @type {Element | null} */ (element); node && !found.has(node); node = parentOf(node)) found.add(node);
  }
  return found;
}
