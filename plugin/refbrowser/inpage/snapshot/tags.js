// A control's tag: its ref, its states, and what it is called.

import { fallbackLabel } from '../aria/fallback_label.js';
import { isUndrawnChoice, kindOf, standInOf } from '../aria/kinds.js';
import { OWN_MEANING, isFormAssociated, labelsOf } from '../aria/labels.js';
import { accessibleName, labelFromAria, unseenDescription } from '../aria/names.js';
import { BUTTON_TYPES, explicitRole, extraInteractive, hasHandCursor, isFilledIn, nativeKind } from '../aria/roles.js';
import {
  FIELD_TAGS, checkedState, expandedState, isInvalid, isReadonly, isRequired, isSecret, optionSummary, takesTextForScript, valueOf,
} from '../aria/states.js';
import {
  ANY_CONTROL, FORM_CONTROLS, HAS_DESCRIPTION, HAS_STATE, HAS_VALUE, INNER_CONTROLS, flagsOf,
} from '../dom/attributes.js';
import {
  ELEMENT_NODE, TEXT_NODE, attributeOf, byId, contains, idsIn, isRendered, isWithin, matches, nameOf, nextSiblingGetter,
  nodeTypeGetter, queryEvery, queryOne, styleOf, textOf,
} from '../dom/dom.js';
import { noting } from '../dom/reads.js';
import {
  IMAGE, NAME_LIMIT, NOBODY, NUMBER_CLOSE, NUMBER_OPEN, TAG_OPEN, TEXT_LIMIT, TICKER, hasLetter, oneLine, quoted, quotedExactly,
  shorten, stateOf, wordsOf,
} from '../dom/text.js';
import { shownWithin } from '../dom/trees.js';
import { drawnPart, isBlocked, isReachedUnseen } from '../pressing/cover.js';
import { entryFor, entryOf } from '../tracking/refs.js';
import { STATED, doesStateTick } from '../tracking/tickers.js';
import { isShownItself } from '../visual/visibility.js';
/** @import { Label } from './controls.js' */
/** @import { Seen } from './walk_state.js' */
/** @import { Walk } from './walker.js' */

/** A page can give an element ever other roles. */
const MOST_KINDS = 8;

/** @type {(walk: Walk, element: Element, kind: string, flags: number, label: Label) => string} the opening of a ref */
export function tagOf(walk, element, kind, flags, label) {
  const seen = sightedAs(walk, element, kind, label);
  walk.writer.forgetRecent();
  walk.seen.push(seen);
  if (FIELD_TAGS.has(nameOf(element))) walk.fields.push(element);
  const number = numberOf(element);
  seen.tag = `${TAG_OPEN}${stateTags(walk, element, number, flags)}${kind} ${number || 0}]`;
  return seen.tag;
}

/** @type {(walk: Walk, element: Element, kind: string, label: Label) => string} the ref of an image that is no control */
export function imageTag(walk, element, kind, label) {
  walk.images.push(sightedAs(walk, element, kind, label));
  return `${TAG_OPEN}${kind} ${numberOf(element) || 0}]${stateOf(IMAGE, '')}`;
}

/** @type {(walk: Walk, element: Element, kind: string, label: Label) => Seen} */
function sightedAs(walk, element, kind, label) {
  const kinds = walk.dry ? [] : entryFor(element).kinds;
  if (!kinds.includes(kind) && kinds.length < MOST_KINDS) kinds.push(kind);
  const { recent, run } = walk.writer;
  return {
    element,
    sighting: { kind, label, path: walk.path, row: walk.row, near: walk.writer.near(), heading: walk.heading, url: walk.url },
    tag: '', recent, run, judged: false,
  };
}

/** @type {(element: Element) => string} its number, or the placeholder of the number that it gets; empty where it has no id */
export function numberOf(element) {
  const entry = entryOf.get(element);
  return entry ? String(entry.number || NUMBER_OPEN + entry.id + NUMBER_CLOSE) : '';
}

/**
 * A control without content of its own.
 * @param {Walk} walk @param {Element} element @param {string} name @param {string} kind @param {number} flags @param {Element}
 *   [stand] the label that is drawn in its stead
 */
export function printLeaf(walk, element, name, kind, flags, stand = element) {
  const writer = walk.writer;
  const label = { text: accessibleName(element, TEXT_LIMIT) };
  writer.tag(tagOf(walk, element, kind, flags, label));
  if (label.text && (writer.takeLine(label.text) || !walk.labelled.has(element)))
    writer.put(label.text, named(element, label.text));
  const fallback = label.text ? '' : named(element, shownOnce(walk, fallbackLabel(stand, true) || fallbackLabel(element, true)));
  writer.extra((fallback + fieldExtras(walk, element, name, flags, label.text)).trimStart());
}

/**
 * Return the label to print: '' if the text before the control on its line says it. Text on a line of its own is removed there.
 * @type {(walk: Walk, label: string) => string}
 */
function shownOnce({ writer, seen }, label) {
  const last = seen[seen.length - 1];
  last.judged = true;
  const { near } = last.sighting;
  if (!label || (near.trimEnd().endsWith(label) && writer.buffer.replace(/[\s|]+$/, '').endsWith(label))) return '';
  writer.takeLine(label);
  return label;
}

/** Maximum number of following siblings to search for text. */
export const MOST_AFTER = 5;

/** @type {(element: Element) => boolean} text goes on behind it on its line, so that its end does not show */
export function isInText(element) {
  let next = nextSiblingGetter.call(element);
  for (let left = MOST_AFTER; next && left > 0 && !/\S/.test(textOf(next)); left--) next = nextSiblingGetter.call(next);
  if (!next || styleOf(element).display !== 'inline') return false;
  if (nodeTypeGetter.call(next) === TEXT_NODE) return true;
  const other = /** @type {Element} */ (next);
  return nodeTypeGetter.call(next) === ELEMENT_NODE && styleOf(other).display === 'inline'
    && !matches(other, ANY_CONTROL) && !extraInteractive.has(other) && !hasHandCursor(styleOf(other));
}

/** @type {(name: string, content: string) => boolean} every word of the content is one of the name: 28 also where that has 28th */
export function saysAllOf(name, content) {
  const words = new Set(wordsOf(name).flatMap((word) => [word, word.replace(/^(\d+)(st|nd|rd|th)$/, '$1')]));
  return wordsOf(content).every((word) => words.has(word));
}

/** @param {Walk} walk @param {HTMLLabelElement} label */
export function visitLabel(walk, label) {
  const control = label.control;
  const kind = control && (nativeKind(control, nameOf(control)) || isFormAssociated(control))
    && kindOf(control, nameOf(control), explicitRole(control), false, flagsOf(control));
  if (!control || !kind) return walk.visitChildren(label, 'label');
  const inside = contains(label, control);
  const name = labelFromAria(control);
  let textStays = name !== '';
  for (const inner of queryEvery(label, INNER_CONTROLS)) textStays ||= inner !== control;
  const shown = isSeenOrReached(walk, control, label);
  // A label without a box, as that of a rating's nought, gives nothing to press.
  if (!shown && (isFilledIn(control) || !drawnPart(label))) return walk.visitChildren(label, 'label');
  if (isFaceOfHost(walk, control)) {
    walk.printed.add(control);
    return walk.visitChildren(label, 'label');
  }
  if (textStays && (inside || !shown) && !isNamedAtField(walk, control) && saysAllOf(textOf(label), name))
    walk.labelled.add(control);
  if (!shown && !walk.printed.has(control)) {
    printLeaf(walk, control, nameOf(control), kind, flagsOf(control), label);
    walk.printed.add(control);
  }
  if (textStays) return walk.visitChildren(label, 'label');
  if (!inside) return undefined;
  const silent = walk.silent;
  walk.silent = true;
  walk.visitChildren(label, 'label');
  walk.silent = silent;
  return undefined;
}

/** @type {(control: Element) => boolean} where it is invisible it is printed at a label of its, also while it has the focus */
export const isShownByLabel = (control) => FORM_CONTROLS.has(nameOf(control)) && !isFilledIn(control)
  && Array.from(labelsOf(control)).some((label) => isRendered(label) && drawnPart(label) !== null);

/**
 * Return whether the text that labels it is printed at the control alone, as {@link isLabelOfField} has it.
 * @type {(walk: Walk, control: Element) => boolean}
 */
const isNamedAtField = (walk, control) =>
  idsIn(attributeOf(control, 'aria-labelledby') ?? '').some((id) => walk.fieldsByLabel.get(id) === control);

/**
 * Return whether it is the native box of the component that is being read as one: both are the same control.
 * @type {(walk: Walk, control: Element) => boolean}
 */
function isFaceOfHost(walk, control) {
  const type = nameOf(control) === 'input' ? /** @type {HTMLInputElement} */ (control).type : '';
  if (!walk.control || (type !== 'checkbox' && type !== 'radio') || !CHECKABLE.test(explicitRole(walk.control) ?? '')) return false;
  return /** @type {any} */ (Node.prototype.getRootNode.call(control)).host === walk.control;
}

const CHECKABLE = /^(checkbox|radio|switch)$/;

/** @type {(walk: Walk, control: Element, label?: Element) => boolean} */
const isSeenOrReached = (walk, control, label) => isShownItself(control, label) || isReachedUnseen(walk, control);

/** @type {(walk: Walk, element: Element) => boolean} it is nothing but the label of a field that is shown, and is printed there */
export function isLabelOfField(walk, element) {
  const field = walk.fieldsByLabel.get(attributeOf(element, 'id') ?? '');
  if (!field || matches(element, OWN_MEANING) || byId(field, attributeOf(element, 'id') ?? '') !== element) return false;
  return !isWithin(field, element) && !isWithin(element, field)
    && !queryOne(element, INNER_CONTROLS) && textOf(element).length <= NAME_LIMIT && isRendered(field)
    && (!isFilledIn(field) || isSeenOrReached(walk, field));
}

/** How many fields of a transparent box are looked at. */
const MOST_UNSEEN = 20;

/**
 * invisible controls, it or in it, have been printed: where a box is drawn for one, or where one is reached
 * @type {(walk: Walk, element: Element) => boolean}
 */
export function printStoodFor(walk, element) {
  const before = walk.seen.length;
  for (const control of FIELD_TAGS.has(nameOf(element)) || takesTextForScript(element) || isUndrawnChoice(element) ? [element]
    : shownWithin(element, 'input,select,textarea').slice(0, MOST_UNSEEN)) {
    const standIn = walk.printed.has(control) ? null : standInOf(control) ?? (isReachedUnseen(walk, control) ? control : null);
    const flags = flagsOf(control);
    const kind = standIn && kindOf(control, nameOf(control), explicitRole(control), false, flags);
    if (!kind) continue;
    walk.standIns.add(standIn);
    walk.printed.add(control);
    printLeaf(walk, control, nameOf(control), kind, flags, standIn);
    walk.writer.space();
  }
  return walk.seen.length > before;
}

/**
 * the tags before the kind, each followed by a space
 * @type {(walk: Walk, element: Element, number: string, flags: number) => string}
 */
function stateTags(walk, element, number, flags) {
  const name = nameOf(element);
  const native = FORM_CONTROLS.has(name);
  const isDisabled = walk.inert || (native && matches(element, ':disabled'));
  let tags = isDisabled ? stateOf(ticks.disabled(element) ? TICKER : '', 'disabled ') : '';
  // Without an attribute for a state a field may still be invalid, a box ticked, and a summary open.
  const hasState = flags & HAS_STATE;
  if (hasState && isReadonly(element)) tags += 'readonly ';
  if (hasState && isRequired(element)) tags += 'required ';
  if ((hasState || FIELD_TAGS.has(name)) && isInvalid(element)) tags += 'invalid ';
  if (element === walk.focused) tags += stateOf(NOBODY, 'focused ');
  const expanded = hasState || name === 'summary' ? expandedState(element) : null;
  if (expanded !== null) tags += stateOf(ticks.expanded(element) ? TICKER : '', expanded ? 'expanded ' : 'collapsed ');
  const checked = hasState || name === 'input' ? checkedState(element) : null;
  if (checked) tags += stateOf(ticks.checked(element) ? TICKER : number, checked === 'mixed' ? 'mixed ' : 'checked ');
  if (hasState && attributeOf(element, 'aria-pressed') === 'true')
    tags += stateOf(ticks.pressed(element) ? TICKER : number, 'pressed ');
  if (hasState && attributeOf(element, 'aria-selected') === 'true')
    tags += stateOf(ticks.selected(element) ? TICKER : '', 'selected ');
  return isBlocked(walk, element) ? tags + 'blocked ' : tags;
}

/**
 * @param {Walk} walk
 * @param {Element} element
 * @param {string} name its local name
 * @param {number} flags its attributes
 * @param {string} label the label already printed
 * @returns {string} what follows the label, each part after a space: placeholder, value, options, limits, description, error
 */
export function fieldExtras(walk, element, name, flags, label) {
  const native = name === 'input' || name === 'textarea' || name === 'select';
  if (!native && !(flags & (HAS_VALUE | HAS_DESCRIPTION))) return '';
  let extras = '';
  if (name === 'select') extras = selectExtras(/** @type {HTMLSelectElement} */ (element));
  else if (native) extras = inputExtras(/** @type {HTMLInputElement} */ (element), label);
  else if (flags & HAS_VALUE) extras = valueExtra(element, attributeOf(element, 'aria-valuetext')
    ?? attributeOf(element, 'aria-valuenow') ?? '');
  const description = flags & HAS_DESCRIPTION ? unseenDescription(element) : '';
  if (description && description !== label && !walk.described.has(description))
    extras += ` description=${quoted(description, 200)}`;
  walk.described.add(description);
  if (native && matches(element, ':user-invalid')) {
    const message = /** @type {HTMLInputElement} */ (element).validationMessage;
    if (message) extras += ` error=${quoted(message, 200)}`;
  }
  return extras;
}

/**
 * Whether what an element states changes by itself, by what that is; noted only where it is so: to become so is a change.
 * @type {Record<keyof STATED, (element: Element) => boolean>}
 */
const ticks = /** @type {any} */ (Object.fromEntries(Object.keys(STATED).map((what) => {
  const is = (/** @type {Element} */ element) => doesStateTick(element, /** @type {keyof STATED} */ (what));
  const isNoted = noting(is);
  return [what, (/** @type {Element} */ element) => is(element) && isNoted(element)];
})));

/** @type {(element: Element, value: string) => string} what a control holds, after a space */
export const valueExtra = (element, value) =>
  ' ' + stateOf(ticks.value(element) ? TICKER : numberOf(element), `value=${quotedExactly(value)}`);

/** @type {(element: Element, text: string) => string} what an element is called by its attributes */
export const named = (element, text) => (text && ticks.name(element) ? stateOf(TICKER, text) : text);

/** @type {(element: Element, text: string) => string} what it is called, and holds */
export const measured = (element, text) => (ticks.value(element) ? stateOf(TICKER, text) : named(element, text));

/** @type {(name: string, value: string) => string} a limit of a number, as its author wrote it */
const bound = (name, value) => (value ? ` ${name}=${shorten(oneLine(value), 40)}` : '');

/** @type {(select: HTMLSelectElement) => string} */
function selectExtras(select) {
  const { labels, more, beyond } = optionSummary(select);
  const owner = ticks.value(select) ? TICKER : numberOf(select);
  const shown = labels.map(({ text, selected }) => (selected ? stateOf(owner, '*') : '') + text).join(' | ');
  return (beyond ? valueExtra(select, valueOf(select) ?? '') : '') + ` options=${shown}${more ? ` (+${more})` : ''}`;
}

/** How much of a list of suggestions is shown: how many, and how many characters. */
const SUGGESTIONS = { most: 8, length: 160 };

/** @type {(list: HTMLDataListElement) => string} what the browser suggests for a field */
function suggestionsExtra(list) {
  let shown = '';
  let count = 0;
  for (const option of list.options) {
    const text = oneLine(option.label || option.value);
    if (count === SUGGESTIONS.most || shown.length + text.length > SUGGESTIONS.length) break;
    if (text) shown += (shown && ' | ') + text;
    count++;
  }
  const more = list.options.length - count;
  return shown ? ` options=${shown}${more ? ` (+${more})` : ''}` : '';
}

/** @type {(input: HTMLInputElement, label: string) => string} an input's or a textarea's */
function inputExtras(input, label) {
  const type = input.type;
  if (type === 'checkbox' || type === 'radio') return '';
  if (BUTTON_TYPES.has(type)) {
    const written = type === 'image' ? '' : oneLine(input.value);
    return written && !label.includes(written) ? ` (${shorten(written, 60)})` : '';
  }
  if (type === 'file') {
    const files = valueOf(input);
    return (input.accept ? ` accept=${quoted(input.accept)}` : '')
      + (input.multiple ? ' multiple' : '') + (files ? valueExtra(input, files) : '');
  }
  const placeholder = oneLine(input.placeholder ?? '');
  let extras = placeholder && placeholder !== label && !(hasLetter(placeholder) && saysAllOf(label, placeholder))
    ? named(input, ` placeholder=${quoted(placeholder)}`) : '';
  if (isSecret(input)) return extras + (input.value ? valueExtra(input, '•••') : '');
  if (input.value) extras += valueExtra(input, input.value);
  if (input.list) extras += suggestionsExtra(input.list);
  if (type === 'range' || type === 'number') extras += bound('min', input.min) + bound('max', input.max);
  return extras;
}
