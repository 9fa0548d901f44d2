// What lies deeper than structure is followed.

import { LEAF_TAGS } from './controls.js';
import { fieldExtras, tagOf } from './tags.js';
import { kindOf } from '../aria/kinds.js';
import { accessibleName } from '../aria/names.js';
import { explicitRole } from '../aria/roles.js';
import { flagsOf } from '../dom/attributes.js';
import { SKIPPED, TEXT_NODE, checkVisibility, dataGetter, nameOf, nodeTypeGetter, parentNodeGetter, styleOf } from '../dom/dom.js';
import { UNJUDGED } from '../visual/legibility.js';
/** @import { Walk } from './walker.js' */

/** Text and controls of a subtree too deep to be followed as structure. @param {Walk} walk @param {Element} root */
export function visitFlat(walk, root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  walk.style = null;
  walk.spot = UNJUDGED;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = /** @type {Element} */ (nodeTypeGetter.call(node) === TEXT_NODE ? parentNodeGetter.call(node) : node);
    const name = nameOf(element);
    if (SKIPPED.has(name) || !checkVisibility(element, { opacityProperty: true, visibilityProperty: true })) continue;
    if (element !== node) walk.visitText(dataGetter.call(node));
    else {
      const style = styleOf(element);
      const flags = flagsOf(element);
      const kind = kindOf(element, name, explicitRole(element), false, flags);
      if (style.display !== 'inline') walk.writer.line();
      if (kind) walk.writer.tag(tagOf(walk, element, kind, flags, { text: accessibleName(element) }));
      if (kind && LEAF_TAGS.has(name)) walk.writer.extra(fieldExtras(walk, element, name, flags, ''));
    }
  }
}
