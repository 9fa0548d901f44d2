// One question before acting: is the element there, can a person press it, and where.

import { judgedFacts, keyFacts } from './form_facts.js';
import { isMoving } from './frame_geometry.js';
import { forgetRevealed, isRevealed, resolve } from './healing.js';
import { meaningOf } from './meaning.js';
import { nativeOffer } from './options.js';
import { awaitsChoice, enterField, isTextControl } from './text_field.js';
import { calledName } from '../aria/fallback_label.js';
import { isEditingHost } from '../aria/roles.js';
import { checkedState, isDisabled, isFilled, isReadonly, isSecret, pressedState, scaleOf, takesTextForScript, valueOf } from '../aria/states.js';
import { matches, nameOf } from '../dom/dom.js';
import { pressTarget, reaches, visiblePiece } from '../pressing/cover.js';
import { pressPoint } from '../pressing/proxy_control.js';
import { came } from '../tracking/deferred_reply.js';
import { currentKind, describeCover, round } from '../tracking/describe.js';
import { begin } from '../tracking/effects.js';
import { aimKeys } from '../tracking/key_guard.js';
import { endAim, takeAim } from '../tracking/press_guard.js';
import { documentToken, entries, idsWithoutNumber } from '../tracking/refs.js';
import { hitAt } from '../visual/hit_test.js';
import { boxOf, drawnBy, isDrawn } from '../visual/image_map.js';
import { zoomed } from '../visual/visual_viewport.js';
/** @import { DeadProbe, ElementFacts, Probe } from '../wire.d.ts' */

/** @param {any} request op probe @returns {Probe | DeadProbe} */
export function probe(request) {
  if (request.doc && request.doc !== documentToken) return { doc: documentToken, status: 'stale_document', reason: 'the page has navigated' };
  came.clear();
  // Looked at again, its action may have begun to act: what that did is kept for the receipt.
  const before = request.begins ? begin(request) : null;
  if (request.begins) forgetRevealed();
  // What lies at a point of an element is looked at while a press on that is on its way.
  const press = request.at && !request.aim ? null : endAim();
  const resolved = resolve(request.id);
  if (!resolved.element) return { doc: documentToken, status: resolved.status, reason: resolved.reason, before, press };
  const { element, status } = resolved;
  /** @type {ElementFacts & Pick<Probe, 'offer' | 'entered' | 'form'>} */
  const facts = factsOf(element, request.offset ?? null, request.at);
  const ready = facts.visible && facts.enabled;
  const takesInput = request.offer ? facts.point_hits && awaitsChoice(element, request.offer) : facts.editable && isTextControl(element) && !facts.drawn;
  if (request.offer) facts.offer = nativeOffer(element);
  if (request.form) facts.form = keyFacts(element, request.chooses ?? [], struckBy(element, facts.point_hits || request.force ? hitAt(facts.point[0], facts.point[1]) : null), 'all', request.typed);
  if (request.keys) aimKeys(element, true, () => judgedFacts(element, [], request.bound, request.chooses));
  if (request.enter && ready && takesInput) facts.entered = enterField(element);
  const aimed = Boolean(request.aim && ready);
  const at = performance.timeOrigin + performance.now();
  // The top document's navigation is in the receipt; a frame's may come before the frame is asked what it received.
  const moment = window === top ? '' : `pressed ${documentToken} ${at}`;
  if (aimed) takeAim(element, request.at ? element : (request.force && hitAt(facts.point[0], facts.point[1])) || pressTarget(element), request.aim, facts.point, facts.name, request.form ? (hit) => judgedFacts(element, struckBy(element, hit), request.bound) : null, moment, isRevealed(element) ? () => resolve(request.id).element !== element : null);
  const meaning = request.meaning ? { meaning: meaningOf(element) } : {};
  return { doc: documentToken, status, kinds: entries[request.id - 1].kinds, ...facts, ...meaning, aimed, at, press, before, fresh: idsWithoutNumber() };
}

/** @type {(element: Element, hit: Element | null) => (Element | null)[]} what a press on it lands on: what is drawn for it, and what lies there */
const struckBy = (element, hit) => [pressTarget(element), hit];

/** @type {(input: HTMLInputElement) => Pick<ElementFacts, 'input_type' | 'scale'>} */
const inputFacts = (input) => ({ input_type: input.type, ...(input.type === 'range' ? { scale: scaleOf(input) } : {}) });

/** @type {(element: Element, offset: [number, number] | null, at?: [number, number] | null) => ElementFacts} `at`: where it is pressed, in place of a point of its own */
export function factsOf(element, offset, at = null) {
  const target = pressTarget(element);
  const box = boxOf(target);
  const visible = isDrawn(target);
  const piece = visible ? visiblePiece(target) : null;
  const point = at ? at : offset ? [box.left + offset[0], box.top + offset[1]] : piece ? pressPoint(element, target, piece) : [box.left + box.width / 2, box.top + box.height / 2];
  const hit = visible && piece ? hitAt(point[0], point[1]) : null;
  const hits = reaches(element, target, hit);
  const name = nameOf(element);
  const secret = isSecret(element);
  const disabled = isDisabled(element);
  const field = name === 'input' || name === 'textarea' || isEditingHost(element);
  const drawn = field && takesTextForScript(element) && (name !== 'textarea' || target !== element);
  return {
    kind: currentKind(element), name: calledName(element), tag: name, ...(name.includes('-') && matches(element, ':defined') ? { custom: true } : {}),
    ...(name === 'input' ? inputFacts(/** @type {HTMLInputElement} */ (element)) : {}),
    visible, enabled: !disabled, editable: field ? !disabled && !isReadonly(element) : null, checked: checkedState(element) ?? pressedState(element),
    value: valueOf(element), ...(secret ? { secret: true, filled: isFilled(element) } : {}), ...(drawn ? { drawn } : {}), stable: !isMoving(drawnBy(target)), in_viewport: piece !== null,
    box: [box.x, box.y, box.width, box.height].map(round), point: point.map(round), point_hits: hits,
    covered_by: hits || !hit ? null : describeCover(hit, target), viewport_width: innerWidth, ...zoomed(),
  };
}
