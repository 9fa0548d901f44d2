// The question before acting, and what is prepared in the same request. Asking is apart from acting: `actionability` asks.

import { factsOf } from './actionability.js';
import { judgedFacts, keyFacts } from './form_facts.js';
import { forgetRevealed, isRevealed, otherDocument, resolve } from './healing.js';
import { meaningOf } from './meaning.js';
import { nativeOffer } from './options.js';
import { awaitsChoice, enterField, isTextControl } from './text_field.js';
import { pressTarget } from '../pressing/cover.js';
import { rememberBoxes } from '../tracking/boxes.js';
import { came } from '../tracking/deferred_reply.js';
import { begin } from '../tracking/effects.js';
import { aimKeys } from '../tracking/key_guard.js';
import { endAim, takeAim } from '../tracking/press_guard.js';
import { documentToken, entries, idsWithoutNumber } from '../tracking/refs.js';
import { hitAt } from '../visual/hit_test.js';
/** @import { DeadProbe, ElementFacts, Probe, ProbePreparation, ProbeRequest } from '../wire.d.ts' */

/** @typedef {ElementFacts & Pick<Probe, 'offer' | 'form' | 'meaning'>} Facts */

/** @type {ProbePreparation} */
const NOTHING = { begins: false, ends: false, aim: null, enters: false, choices: null, keys: false };

/**
 * Report on an element, between the end of the action before and what is prepared for the next.
 * @type {(request: ProbeRequest) => Probe | DeadProbe}
 */
export function probe(request) {
  if (request.doc && request.doc !== documentToken) return otherDocument();
  const prepare = request.prepare ?? NOTHING;
  const { before, press } = end(prepare);
  const resolved = resolve(request.id);
  if (!resolved.element) return { doc: documentToken, status: resolved.status, reason: resolved.reason, before, press };
  const { element, status } = resolved;
  if (prepare.begins) rememberBoxes(element);
  const facts = asked(element, request);
  const prepared = prepareFor(element, facts, request, prepare);
  return {
    doc: documentToken, status, kinds: entries[request.id - 1].kinds, ...facts, ...prepared, press, before,
    fresh: idsWithoutNumber(),
  };
}

/**
 * End the action before, or the aim of this one: what they did is kept for the receipt.
 * @type {(prepare: ProbePreparation) => Pick<Probe, 'before' | 'press'>}
 */
function end(prepare) {
  came.clear();
  const before = prepare.begins ? begin() : null;
  if (prepare.begins) forgetRevealed();
  return { before, press: prepare.ends ? endAim() : null };
}

/** @type {(element: Element, request: ProbeRequest) => Facts} Change nothing. */
function asked(element, request) {
  const { offset, at, force, offer, meaning, policy } = request;
  /** @type {Facts} */
  const facts = factsOf(element, offset ?? null, at);
  if (offer) facts.offer = nativeOffer(element);
  if (policy) {
    const hit = facts.point_hits || force ? hitAt(facts.point[0], facts.point[1]) : null;
    facts.form = keyFacts(element, policy.chooses, struckBy(element, hit), 'all', policy.typed);
  }
  if (meaning) facts.meaning = meaningOf(element);
  return facts;
}

/**
 * Take the aims and give the focus that the next input needs.
 * @type {(element: Element, facts: Facts, request: ProbeRequest, prepare: ProbePreparation) => Pick<Probe, 'aimed' | 'at' |
 *   'entered'>}
 */
function prepareFor(element, facts, { id, at: place, force, policy }, { aim, enters, choices, keys }) {
  const ready = facts.visible && facts.enabled;
  if (keys) aimKeys(element, true, policy && (() => judgedFacts(element, [], policy.bound, policy.chooses)));
  const entered = enters && ready && takesInput(element, facts, choices) ? { entered: enterField(element) } : {};
  const at = performance.timeOrigin + performance.now();
  if (!aim || !ready) return { aimed: false, at, ...entered };
  // The top document's navigation is in the receipt; a frame's may come before the frame is asked what it received.
  const moment = window === top ? '' : `pressed ${documentToken} ${at}`;
  const [x, y] = facts.point;
  const target = place ? element : (force && hitAt(x, y)) || pressTarget(element);
  takeAim(element, target, aim, facts.point, facts.name, {
    judge: policy && ((hit) => judgedFacts(element, struckBy(element, hit), policy.bound)), moment,
    isRecycled: isRevealed(element) ? () => resolve(id).element !== element : null,
  });
  return { aimed: true, at, ...entered };
}

/**
 * the question may give it the focus: a field that is typed into, or a select that has what is chosen
 * @type {(element: Element, facts: ElementFacts, choices: ProbePreparation['choices']) => boolean}
 */
const takesInput = (element, facts, choices) =>
  (choices ? facts.point_hits && awaitsChoice(element, choices)
  : Boolean(facts.editable) && isTextControl(element) && !facts.drawn);

/**
 * what a press on it lands on: what is drawn for it, and what lies there
 * @type {(element: Element, hit: Element | null) => (Element | null)[]}
 */
const struckBy = (element, hit) => [pressTarget(element), hit];
