// Where what an action goes to is, and how large: dragging moves or resizes it, or the box whose edge it is.

import { describeElement } from './describe.js';
import { bodyGetter, isConnectedGetter, parentOf, rectOf } from '../dom/dom.js';

/** How many boxes around it are remembered, as the one whose edge or corner is dragged. */
const LEVELS = 3;

/** @typedef {{left: number, top: number, width: number, height: number}} Box in the page */
/** @type {{element: WeakRef<Element>, box: Box}[]} */
let remembered = [];

/** @type {(element: Element) => Box} */
function boxOf(element) {
  const { left, top, width, height } = rectOf(element);
  return { left: left + scrollX, top: top + scrollY, width, height };
}

/** @type {(element: Element) => void} */
export function rememberBoxes(element) {
  remembered = [];
  const body = bodyGetter.call(document);
  for (let node = /** @type {Element | null} */ (element); node && node !== body && remembered.length < LEVELS; node = parentOf(node))
    remembered.push({ element: new WeakRef(node), box: boxOf(node) });
}

/** @type {() => string} how the innermost of them that has another size now has changed, else how the first has moved */
export function changedBox() {
  let moved = '';
  for (const [level, { element: reference, box: was }] of remembered.entries()) {
    const element = reference.deref();
    if (!element || !isConnectedGetter.call(element)) continue;
    const now = boxOf(element);
    const [width, height] = [Math.round(now.width), Math.round(now.height)];
    const [widthThen, heightThen] = [Math.round(was.width), Math.round(was.height)];
    if (width !== widthThen || height !== heightThen)
      return `${widthThen} × ${heightThen} → ${width} × ${height}${level ? ` of ${describeElement(element)}` : ''}`;
    const [right, down] = [Math.round(now.left - was.left), Math.round(now.top - was.top)];
    if (!level && (right || down)) moved = `moved ${right} to the right, ${down} down`;
  }
  return moved;
}
