// Recognise the decoration of a field that listens for presses and passes them on: its label, its background, its face.

import { accessibleName } from './names.js';
import { isField } from './related_text.js';
import { STAND_IN_LEVELS, explicitRole } from './roles.js';
import { writtenOn } from './written_text.js';
import { ANY_CONTROL } from '../dom/attributes.js';
import { attributeOf, byId, elementsByTag, idsIn, isWithin, nameOf, parentOf, rectOf } from '../dom/dom.js';
import { NAME_LIMIT, setOf, wordsOf } from '../dom/text.js';
import { shownWithin } from '../dom/trees.js';

/** Maximum number of elements in the box of a field. */
const MOST_PARTS = 30;

/**
 * Return whether the element is the label of the only control near it, or a layer over or under a field.
 * @type {(element: Element, levels?: number, most?: number) => boolean}
 */
export function isPartOfField(element, levels = STAND_IN_LEVELS, most = MOST_PARTS) {
  if (MEDIA.has(nameOf(element))) return false;
  for (let box = parentOf(element), level = 0; box && level < levels; box = parentOf(box), level++) {
    if (elementsByTag.call(box, '*').item(most) !== null) return false;
    const controls = shownWithin(box, ANY_CONTROL, most).filter((one) => nameOf(one) !== 'label');
    if (!controls.length) continue;
    const [control, other] = controls;
    if (other) return false;
    const [text = ''] = writtenOn(element, NAME_LIMIT);
    if (text) return wordsOf(accessibleName(control)).join() === wordsOf(text).join()
      || holdsLabel(element, control) || (isField(control) && isLayer(element, control));
    return (isField(control) || nameOf(control) === 'input') && isLayer(element, control);
  }
  return false;
}

/**
 * Return whether what labels the control, perhaps beside its value, is in the element.
 * @type {(element: Element, control: Element) => boolean}
 */
const holdsLabel = (element, control) => idsIn(attributeOf(control, 'aria-labelledby') ?? '').some((id) => {
  const label = byId(control, id);
  return label !== null && isWithin(label, element);
});

/** Elements with a picture of their own. */
const MEDIA = setOf('canvas img video audio svg');
/**
 * Maximum height of a layer: a multiple of the field's, and at least these CSS pixels, as the input of a drawn checkbox may have no
 * height.
 */
const HIGHER = 4;
const HIGHEST = 80;

/** @type {(element: Element, field: Element) => boolean} */
const isLayer = (element, field) => coversMiddle(element, field)
  && rectOf(element).height <= Math.max(HIGHER * rectOf(field).height, HIGHEST);

/** Roles of controls that are pressed anywhere, however wide the box is that their words stand in. */
const CHECKABLE = /^(checkbox|radio|switch)$/;

/**
 * Return whether the part has all the text of the control and covers its centre: pressing either is the same.
 * @type {(part: Element, control: Element) => boolean}
 */
export function repeats(part, control) {
  if (!CHECKABLE.test(explicitRole(control) ?? '') && !coversMiddle(part, control)) return false;
  const [text] = writtenOn(part, NAME_LIMIT);
  return text !== undefined && text === writtenOn(control, NAME_LIMIT)[0];
}

/** @type {(layer: Element, control: Element) => boolean} */
export function coversMiddle(layer, control) {
  const [outer, { left, top, width, height }] = [rectOf(layer), rectOf(control)];
  const [x, y] = [left + width / 2, top + height / 2];
  return outer.left <= x && x <= outer.right && outer.top <= y && y <= outer.bottom;
}
