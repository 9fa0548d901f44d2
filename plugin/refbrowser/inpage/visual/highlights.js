// Words that a highlight of the page (`::highlight()`) paints as their ground is.

import { groundUnder, isFaint } from './background.js';
import { parentOf } from '../dom/dom.js';
import { requests } from '../dom/trees.js';
/** @import { Walk } from '../snapshot/walker.js' */

const MOST_RANGES = 200;

/** @type {{name: string, range: Range}[]} for the present request */
export const highlighted = [];
let collectedFor = -1;

/** At the beginning of a walk. */
export function collectHighlights() {
  if (collectedFor === requests) return;
  collectedFor = requests;
  highlighted.length = 0;
  for (const [name, highlight] of /** @type {Iterable<[string, Iterable<AbstractRange>]>} */ (/** @type {unknown} */ (CSS.highlights
    ?? []))) {
    for (const marked of highlight) {
      if (highlighted.length >= MOST_RANGES) return;
      const range = document.createRange();
      try {
        range.setStart(marked.startContainer, marked.startOffset);
        range.setEnd(marked.endContainer, marked.endOffset);
      } catch {
        // A static range may name places that are gone.
        continue;
      }
      highlighted.push({ name, range });
    }
  }
}

/** @type {(walk: Walk, node: Node, data: string) => string} Return the text of a node without what highlights make vanish. */
export function withoutVanishing(walk, node, data) {
  const { element, ground, opacity } = walk.spot;
  const around = parentOf(node);
  let seen = data;
  for (const { name, range } of highlighted) {
    if (!element || !around || !range.intersectsNode(node)) continue;
    const { color, backgroundColor } = getComputedStyle(around, `::highlight(${CSS.escape(name)})`);
    if (!isFaint(color, groundUnder(backgroundColor, element, ground), opacity)) continue;
    const from = range.startContainer === node ? range.startOffset : 0;
    const to = range.endContainer === node ? range.endOffset : data.length;
    seen = seen.slice(0, from) + ' '.repeat(Math.max(0, to - from)) + seen.slice(to);
  }
  return seen;
}
