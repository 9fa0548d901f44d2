// Everything about one element, and what an action did to it.

import { factsOf } from './actionability.js';
import { otherDocument, resolve } from './healing.js';
import { isTextControl } from './text_field.js';
import { awaitsSuggestions } from './suggestions.js';
import { editorText } from '../aria/editor_text.js';
import { accessibleDescription } from '../aria/names.js';
import { isEditingHost, roleOf } from '../aria/roles.js';
import {
  checkedState, expandedState, isDisabled, isDrawnElsewhere, isFilled, isInvalid, isReadonly, isSecret, pressedState, switchedOffBy,
  valueOf,
} from '../aria/states.js';
import { FORM_CONTROLS } from '../dom/attributes.js';
import {
  attributeOf, closest, documentScroll, focusedElement, hasAttribute, innerTextOf, internals, isEditableGetter, matches, nameOf,
  styleOf, titleGetter,
} from '../dom/dom.js';
import { asText, oneLine, shorten } from '../dom/text.js';
import { capture } from '../snapshot/capture.js';
import { arrivals } from '../tracking/appearing.js';
import { changedBox } from '../tracking/boxes.js';
import { settleTaken } from '../tracking/browser_requests.js';
import { beats, entered, takeSignals, version } from '../tracking/changes.js';
import { blinks, dragging, runningAnimation } from '../tracking/effects.js';
import { endKeys } from '../tracking/key_guard.js';
import { endAim } from '../tracking/press_guard.js';
import { changedLooks } from '../tracking/looks.js';
import { documentToken, entryOf, liveElement } from '../tracking/refs.js';
import { hasDrawn, isScripted, scheduled } from '../tracking/scheduled.js';
import { newSelection } from '../tracking/selected.js';
import { settleStates, takeStates } from '../tracking/silent_states.js';
import { endInput, isTitleTicking, namesOfTicked, stayActing } from '../tracking/tickers.js';
/** @import { AfterRequest, Detail, Effects, ElementFacts, ElementGone, ElementRequest, FieldContent, News } from '../wire.d.ts' */
/** @import { Refusal, SelectOption, Signal, TargetState } from '../wire.d.ts' */

/** @type {(request: ElementRequest) => Detail | ElementGone} Report everything about one element. */
export function detail(request) {
  if (request.doc && request.doc !== documentToken) return otherDocument();
  const resolved = resolve(request.id);
  if (!resolved.element) return { doc: documentToken, status: resolved.status, reason: resolved.reason };
  const { element, status } = resolved;
  const name = nameOf(element);
  const facts = factsOf(element, null);
  const secret = isSecret(element);
  /** @type {Record<string, string>} */
  const attributes = {};
  for (const attribute of Array.from(Object.getOwnPropertyDescriptor(Element.prototype, 'attributes')?.get?.call(element) ?? [])
    .slice(0, 40)) {
    const { name: key, value } = /** @type {Attr} */ (attribute);
    attributes[key] = secret && key === 'value' ? '•••' : shorten(oneLine(value), 200);
  }
  const form = /** @type {any} */ (element).form instanceof HTMLFormElement ? /** @type {any} */ (element).form
    : closest(element, 'form');
  const href = /** @type {any} */ (element).href;
  const source = /** @type {any} */ (element).currentSrc || /** @type {any} */ (element).src;
  return {
    doc: documentToken, status, kind: facts.kind, role: roleOf(element), name: facts.name,
    description: accessibleDescription(element), tag: name,
    value: secret ? (isFilled(element) ? '•••' : '') : facts.value, ...(secret ? { secret: true } : {}),
    states: {
      disabled: isDisabled(element), readonly: isReadonly(element),
      required: hasAttribute(element, 'required') || attributeOf(element, 'aria-required') === 'true',
      invalid: isInvalid(element), focused: focusedElement() === element, expanded: expandedState(element),
      checked: checkedState(element),
      pressed: attributeOf(element, 'aria-pressed'), selected: attributeOf(element, 'aria-selected'), visible: facts.visible,
      in_viewport: facts.in_viewport,
    },
    ...(typeof href === 'string' && href ? { href } : {}),
    ...(typeof source === 'string' && source ? { src: shorten(source, 500) } : {}), box: facts.box,
    ...(name === 'select' ? { options: optionsOf(/** @type {HTMLSelectElement} */ (element)) } : {}),
    ...(form ? { form: { id: attributeOf(form, 'id'), name: attributeOf(form, 'name'), action: attributeOf(form, 'action'),
      method: attributeOf(form, 'method') } } : {}),
    attributes, text: isEditingHost(element) && secret ? '' : shorten(oneLine(innerTextOf(element)), 500),
    ...(facts.covered_by ? { blocked_by: facts.covered_by } : {}), ...whyBlocked(element, facts),
  };
}

/** @type {(element: Element, facts: ElementFacts) => Pick<Detail, 'why_blocked'>} */
function whyBlocked(element, facts) {
  if (!facts.enabled) return { why_blocked: matches(element, ':disabled') ? 'disabled' : switchedOffBy(element) };
  if (!facts.visible) return { why_blocked: 'not visible' };
  if (styleOf(element).pointerEvents === 'none') return { why_blocked: 'pointer-events: none' };
  if (facts.covered_by) return { why_blocked: `covered by ${facts.covered_by.description}` };
  return facts.in_viewport ? {} : { why_blocked: 'outside the viewport' };
}

/** @type {(select: HTMLSelectElement) => SelectOption[]} */
const optionsOf = (select) => Array.from(select.options).slice(0, 200).map((option) => ({
  label: oneLine(option.label), value: option.value, selected: option.selected, disabled: matches(option, ':disabled'),
}));

/**
 * nothing changed since but tickers, or nothing but those and what was typed
 * @type {(baseline: NonNullable<AfterRequest['baseline']>, typed: boolean) => boolean}
 */
const isAsIn = ([versionThen, enteredThen, beatsThen], typed) =>
  version - beats - (typed ? entered : 0) === versionThen - beatsThen - (typed ? enteredThen : 0);

/** @type {(element: Element | null) => boolean} keys change it before any script of the page does, which need not be all they do */
const answersKeys = (element) => element instanceof HTMLElement
  && (/^(input|textarea|select|summary)$/.test(nameOf(element)) || isEditableGetter.call(element));

/** @type {(signal: Signal) => boolean} another document is likely on its way */
const leavesDocument = (signal) => (signal.type === 'navigate' && !signal.same_document)
  || (signal.type === 'submit' && !signal.prevented);

/**
 * Report what changed since the last question; read the page if it did.
 * @type {(request: AfterRequest) => Effects | Refusal | [Effects, string]}
 */
export function after(request) {
  if (request.doc && request.doc !== documentToken) return { doc: documentToken, error: 'stale_document' };
  const [press, keys] = [endAim(), endKeys()];
  const target = request.id ? targetState(request.id) : null;
  const focused = focusedElement();
  settleStates();
  endInput();
  settleTaken();
  /** @type {Effects} */
  const reply = {
    doc: documentToken, version, entered, beats, ticked: namesOfTicked(), title_ticks: isTitleTicking(), looks: changedLooks(),
    scheduled: scheduled(), signals: takeSignals(), target, press, keys, ...takeStates(),
    animation: runningAnimation(request.id ? liveElement(request.id) : null),
    focused: focused ? entryOf.get(focused)?.id ?? null : null, url: location.href, title: oneLine(titleGetter.call(document)),
    ready_state: document.readyState, scroll: documentScroll(), ...(awaitsSuggestions() ? { awaits_list: true } : {}),
    ...(answersKeys(focused) ? { answers_keys: true } : {}),
    ...newSelection(), ...boxOf(request.id),
  };
  // Who knows what the page was like asks for what it has become in the same question.
  if (!request.baseline || isAsIn(request.baseline, request.typed) || reply.signals.some(leavesDocument)) return reply;
  return [reply, asText(capture({ op: 'capture', mode: 'full' }))];
}

/** @type {(id: number | null | undefined) => {box?: string}} how the box of the element has changed, if it has */
function boxOf(id) {
  const box = id ? changedBox() : '';
  return box ? { box } : {};
}

/** @type {() => News} Report whether anything has changed. */
export function news() {
  settleStates();
  stayActing();
  return {
    doc: documentToken, version, beats, title: oneLine(titleGetter.call(document)), drawn: hasDrawn(), blinks: blinks(), dragging,
    arrived: arrivals, scripted: isScripted(),
  };
}

/** @type {(id: number) => TargetState} */
function targetState(id) {
  const element = liveElement(id);
  if (!element) return { connected: false };
  const secret = isSecret(element);
  // What was reported of its internals may be so no longer: the debugger is asked again.
  const reported = internals.reported.has(element);
  return {
    connected: true, value: reported ? null : valueOf(element), ...(secret ? { secret: true, filled: isFilled(element) } : {}),
    ...(reported ? {} : {
      checked: checkedState(element), pressed: pressedState(element), expanded: expandedState(element),
      selected: attributeOf(element, 'aria-selected'),
    }),
    ...(nameOf(element) === 'select' ? { chosen: Array.from(/** @type {HTMLSelectElement} */ (element).selectedOptions,
      (option) => option.index) } : {}),
    focused: focusedElement() === element,
    validation: FORM_CONTROLS.has(nameOf(element)) ? oneLine(/** @type {HTMLInputElement} */ (element).validationMessage) : '',
  };
}

/**
 * End the aim of the keys, and report on it and on what the field holds, a secret's text too.
 * @type {(request: ElementRequest) => FieldContent}
 */
export function held(request) {
  if (request.doc && request.doc !== documentToken) return { doc: documentToken, target: null, keys: null };
  const element = liveElement(request.id);
  const keys = endKeys();
  const known = element && !isDrawnElsewhere(element);
  const text = !known ? null : isTextControl(element) ? element.value : isEditingHost(element) ? editorText(element) : null;
  return { doc: documentToken, target: element && { ...targetState(request.id), value: text }, keys };
}
