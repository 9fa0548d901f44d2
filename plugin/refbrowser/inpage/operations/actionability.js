// What acting on an element has to know of it: can a person press it, and where. Asking changes nothing.

import { isMoving } from './frame_geometry.js';
import { calledName } from '../aria/fallback_label.js';
import { isEditingHost } from '../aria/roles.js';
import {
  checkedState, dialOf, isDisabled, isFilled, isReadonly, isSecret, pressedState, scaleOf, takesTextForScript, valueOf,
} from '../aria/states.js';
import { matches, nameOf } from '../dom/dom.js';
import { pressTarget, reaches, visiblePiece } from '../pressing/cover.js';
import { pressPoint } from '../pressing/proxy_control.js';
import { currentKind, describeCover, round } from '../tracking/describe.js';
import { hitAt } from '../visual/hit_test.js';
import { boxOf, drawnBy, isDrawn } from '../visual/image_map.js';
import { zoomed } from '../visual/visual_viewport.js';
/** @import { ElementFacts } from '../wire.d.ts' */

/** @type {(input: HTMLInputElement) => Pick<ElementFacts, 'input_type' | 'scale'>} */
const inputFacts = (input) => ({ input_type: input.type, ...(input.type === 'range' ? { scale: scaleOf(input) } : {}) });

/**
 * `at`: where it is pressed, in place of a point of its own
 * @type {(element: Element, offset: [number, number] | null, at?: [number, number] | null) => ElementFacts}
 */
export function factsOf(element, offset, at = null) {
  const target = pressTarget(element);
  const box = boxOf(target);
  const visible = isDrawn(target);
  const piece = visible ? visiblePiece(target) : null;
  const point = at ? at : offset ? [box.left + offset[0], box.top + offset[1]] : piece ? pressPoint(element, target, piece)
    : [box.left + box.width / 2, box.top + box.height / 2];
  const hit = visible && piece ? hitAt(point[0], point[1]) : null;
  const hits = reaches(element, target, hit);
  const name = nameOf(element);
  const secret = isSecret(element);
  const disabled = isDisabled(element);
  const field = name === 'input' || name === 'textarea' || isEditingHost(element);
  const kind = currentKind(element);
  const dial = kind === 'slider' && !field ? dialOf(element) : null;
  const drawn = field && takesTextForScript(element) && (name !== 'textarea' || target !== element);
  return {
    kind, name: calledName(element), tag: name,
    ...(name.includes('-') && matches(element, ':defined') ? { custom: true } : {}),
    ...(name === 'input' ? inputFacts(/** @type {HTMLInputElement} */ (element)) : {}),
    visible, enabled: !disabled, editable: field || dial ? !disabled && !isReadonly(element) : null,
    checked: checkedState(element) ?? pressedState(element),
    value: valueOf(element), ...(secret ? { secret: true, filled: isFilled(element) } : {}), ...(drawn ? { drawn } : {}), ...(dial ? { dial } : {}),
    stable: !isMoving(drawnBy(target)), in_viewport: piece !== null,
    box: [box.x, box.y, box.width, box.height].map(round), point: point.map(round), point_hits: hits,
    covered_by: hits || !hit ? null : describeCover(hit, target), viewport_width: innerWidth, ...zoomed(),
  };
}
