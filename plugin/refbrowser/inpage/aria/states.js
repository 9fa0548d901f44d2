// States and values of controls, as the tags and extras of a ref. Secret values are not among them.

import { editorText } from './editor_text.js';
import { labelsOf } from './labels.js';
import { BUTTON_TYPES, explicitRole, hasTabStop, isEditingHost } from './roles.js';
import { FORM_CONTROLS } from '../dom/attributes.js';
import {
  attributeOf, closest, editContextOf, hasAttribute, innerTextOf, internals, matches, nameOf, parentOf, queryOne, styleOf, textOf,
} from '../dom/dom.js';
import { oneLine } from '../dom/text.js';
import { groundUnder, isFaint, isTransparent } from '../visual/background.js';
import { singled } from '../visual/suspects.js';
import { isShownItself } from '../visual/visibility.js';
/** @import { Ground } from '../visual/background.js' */

const SECRET_AUTOCOMPLETE = /\b(cc-number|cc-csc|cc-exp|cc-exp-month|cc-exp-year|one-time-code|current-password|new-password)\b/;
/** Of names and ids, without what stands between their words. */
const SECRET_NAME = /passw|passphrase|passcode|pwd|secret|apikey|accesskey|accesstoken|cardnum|cardno|ccnum|cvc|cvv|pincode|securitycode|verificationcode|onetime/;
/** Of labels, in some languages. */
const SECRET_LABEL = /\b(password|passcode|passphrase|pin|cvv|cvc|csc|otp|(security|verification|one[- ]time|authentication) code|card number|(api|secret|access) (key|token)|passwort|kennwort|kartennummer|prüfziffer|contraseña|mot de passe|numéro de carte|senha|wachtwoord|hasło)\b|пароль|密码|密碼|パスワード|비밀번호/iu;
const LONGEST_LABEL = 60;
/** Roles of elements whose text is their value. */
const SHOWS_VALUE = new Set(['combobox', 'textbox', 'searchbox']);
/** What text a secret is typed into by. */
const TYPED = new Set(['text', 'tel', 'number', 'search']);

/** Fields that were secret once: a button that shows a password makes a field of plain text of it. @type {WeakSet<Element>} */
const onceSecret = new WeakSet();

/** @type {(element: Element) => void} from now on the field's content is never shown */
export function markSecret(element) {
  onceSecret.add(element);
}

/** @type {(element: Element) => boolean} a field whose value is never shown */
export function isSecret(element) {
  const name = nameOf(element);
  if (name === 'input' && /** @type {HTMLInputElement} */ (element).type === 'password') {
    onceSecret.add(element);
    return true;
  }
  if (SECRET_AUTOCOMPLETE.test((attributeOf(element, 'autocomplete') ?? '').toLowerCase()) && !keepsFillingOff(element)) return true;
  if (name !== 'input' && name !== 'textarea' && !isEditingHost(element) && !SHOWS_VALUE.has(explicitRole(element) ?? ''))
    return false;
  if (onceSecret.has(element) || (name === 'input' && isNamedSecret(/** @type {HTMLInputElement} */ (element)))) return true;
  const security = /** @type {any} */ (styleOf(element)).webkitTextSecurity;
  return security !== undefined && security !== 'none' && security !== '';
}

/**
 * Return whether it chooses from a list, and says `new-password` because Chromium fills in no address there.
 * @type {(element: Element) => boolean}
 */
const keepsFillingOff = (element) => explicitRole(element) === 'combobox' && hasAttribute(element, 'aria-expanded')
  && attributeOf(element, 'autocomplete') === 'new-password';

/** @type {(input: HTMLInputElement) => boolean} its name, id or label says so */
function isNamedSecret(input) {
  if (!input.value || !TYPED.has(input.type)) return false;
  const names = [attributeOf(input, 'name'), attributeOf(input, 'id')];
  if (names.some((one) => one && SECRET_NAME.test(one.slice(0, LONGEST_LABEL).replace(/[^a-zA-Z]/g, '').toLowerCase())))
    return true;
  const labels = [attributeOf(input, 'aria-label'), attributeOf(input, 'placeholder'),
    ...Array.from(labelsOf(input)).slice(0, 3).map(textOf)];
  return labels.some((one) => one && one.length <= LONGEST_LABEL && SECRET_LABEL.test(one));
}

/** @type {(element: Element) => boolean} */
export function isDisabled(element) {
  if (matches(element, ':disabled')) return true;
  return isSwitchedOff(element);
}

/** @type {(element: Element) => boolean} it, or what it is in, is inert or says that it is disabled */
export function isSwitchedOff(element) {
  if (closest(element, '[inert],[aria-disabled="true"]') !== null) return true;
  if (!internals.any) return false;
  for (let node = /** @type {Element | null} */ (element); node; node = parentOf(node))
    if (attributeOf(node, 'aria-disabled') === 'true') return true;
  return false;
}

/** @type {(element: Element) => string} by which of the two, of one that is */
export const switchedOffBy = (element) => (closest(element, '[inert]') ? 'inert' : 'aria-disabled');

/** @type {(element: Element) => boolean | 'mixed' | null} null when being checked means nothing for it */
export function checkedState(element) {
  if (nameOf(element) === 'input') {
    const input = /** @type {HTMLInputElement} */ (element);
    if (input.type === 'checkbox' || input.type === 'radio')
      return input.type === 'checkbox' && input.indeterminate ? 'mixed' : input.checked;
  }
  return stateFrom(element, 'aria-checked');
}

/** @type {(element: Element) => boolean | 'mixed' | null} of a toggle button */
export const pressedState = (element) => stateFrom(element, 'aria-pressed');

/** @type {(element: Element, attribute: string) => boolean | 'mixed' | null} */
function stateFrom(element, attribute) {
  const value = attributeOf(element, attribute);
  return value === 'mixed' ? 'mixed' : value === 'true' ? true : value === 'false' ? false : null;
}

/** @type {(element: Element) => boolean | null} */
export function expandedState(element) {
  const value = attributeOf(element, 'aria-expanded');
  if (value === 'true' || value === 'false') return value === 'true';
  if (nameOf(element) === 'summary') {
    const details = parentOf(element);
    return details ? hasAttribute(details, 'open') : null;
  }
  return null;
}

/** @type {(element: Element) => boolean} */
export function isReadonly(element) {
  const name = nameOf(element);
  if ((name === 'input' || name === 'textarea') && /** @type {HTMLInputElement} */ (element).readOnly) return true;
  return attributeOf(element, 'aria-readonly') === 'true';
}

/** @type {(element: Element) => boolean} */
export function isInvalid(element) {
  const value = attributeOf(element, 'aria-invalid');
  if (value && value !== 'false') return true;
  const name = nameOf(element);
  return (name === 'input' || name === 'select' || name === 'textarea') && matches(element, ':user-invalid');
}
export const FIELD_TAGS = new Set(['input', 'select', 'textarea']);

/** @type {(element: Element) => boolean} */
export function isRequired(element) {
  return attributeOf(element, 'aria-required') === 'true'
    || (FORM_CONTROLS.has(nameOf(element)) && hasAttribute(element, 'required'));
}

/**
 * it takes the text of an editor that a script draws: no form sends it, and nothing in it is corrected
 * @type {(element: Element) => boolean}
 */
export const takesTextForScript = (element) => (nameOf(element) === 'textarea'
  ? !hasAttribute(element, 'name') && attributeOf(element, 'spellcheck') === 'false' && hasTabStop(element) && !isReadonly(element)
  : editContextOf(element) !== null);

/**
 * the same, and the editor is drawn around it: what it holds is what the script needs there, not the editor's text
 * @type {(element: Element) => boolean}
 */
export const isDrawnElsewhere = (element) => takesTextForScript(element) && !isShownItself(element);

/** @type {(element: Element) => boolean} Return whether a scripted field is empty and its text is a placeholder. */
export function showsPlaceholder(element) {
  if (/^(true)?$/.test(attributeOf(element, 'data-placeholder') ?? 'false')) return true;
  const role = explicitRole(element);
  if (role === 'spinbutton') return isEditingHost(element) && hasAttribute(element, 'aria-valuetext')
    && !hasAttribute(element, 'aria-valuenow');
  return role === 'combobox' && !FIELD_TAGS.has(nameOf(element))
    && (matches(element, PLACEHOLDER) || (queryOne(element, PLACEHOLDER) !== null
    && innerTextOf(element).trim() === innerTextOf(/** @type {Element} */ (queryOne(element, PLACEHOLDER))).trim()));
}

const PLACEHOLDER = '[class~=placeholder],[class*="-placeholder"],[data-placeholder=true],[data-placeholder=""]';

/**
 * the current value of a control; null when it has none, it is secret, or it is not known
 * @type {(element: Element) => string | null}
 */
export function valueOf(element) {
  if (isSecret(element)) return null;
  const name = nameOf(element);
  if (name === 'select') return Array.from(/** @type {HTMLSelectElement} */ (element).selectedOptions, (option) => option.label)
    .join(', ');
  if (name === 'input') {
    const input = /** @type {HTMLInputElement} */ (element);
    if (input.type === 'file') return Array.from(input.files ?? [], (file) => file.name).join(', ');
    if (input.type === 'checkbox' || input.type === 'radio' || BUTTON_TYPES.has(input.type)) return null;
    return input.value;
  }
  if (name === 'textarea') return isDrawnElsewhere(element) ? null : /** @type {HTMLTextAreaElement} */ (element).value;
  if (showsPlaceholder(element)) return '';
  if (isEditingHost(element)) return isDrawnElsewhere(element) ? null : editorText(element);
  return attributeOf(element, 'aria-valuetext')
    ?? attributeOf(element, 'aria-valuenow') ?? (SHOWS_VALUE.has(explicitRole(element) ?? '') ? innerTextOf(element) : null);
}

/** @type {(slider: HTMLInputElement) => number[]} the least and the greatest value of a native one, and its step, 0 for any */
export function scaleOf({ min, max, step }) {
  const or = (/** @type {string} */ given, /** @type {number} */ usual) =>
    (Number.isFinite(Number.parseFloat(given)) ? Number.parseFloat(given) : usual);
  const low = or(min, 0);
  return [low, Math.max(low, or(max, 100)), step.toLowerCase() === 'any' ? 0 : Math.max(0, or(step, 1)) || 1];
}

/** @type {(slider: Element) => number[] | null} the least, the greatest and the present value of one that a script draws */
export function dialOf(slider) {
  const [low, high, now] = ['min', 'max', 'now'].map((part) => Number.parseFloat(attributeOf(slider, `aria-value${part}`) ?? ''));
  return Number.isFinite(now) ? [Number.isFinite(low) ? low : 0, Number.isFinite(high) ? high : 100, now] : null;
}

/** @type {(element: Element) => boolean} whether a field holds anything, asked also of secret ones */
export const isFilled = (element) => Boolean(isEditingHost(element) ? editContextOf(element)?.text ?? textOf(element)
  : /** @type {any} */ (element).value);

/** @typedef {(field: any) => string | number} Content what is in a field, equal as long as it is shown alike */

/** @type {Content} */
const chosenOne = (select) => select.selectedIndex;
/** @type {Content} */
const chosenMany = (select) => Array.from(select.selectedOptions, (option) => option.index).join();
/** @type {Content} */
const tickOf = (box) => (box.indeterminate ? 2 : Number(box.checked));
/** @type {Content} */
const filesOf = (input) => valueOf(input) ?? '';
/** @type {Content} */
const enteredText = (field) => field.value;

/** @type {(field: any) => Content} how to read the content of an input, a select or a textarea, valid until a node changes */
export function contentOfField(field) {
  if (nameOf(field) === 'select') return field.multiple ? chosenMany : chosenOne;
  const type = field.type;
  if (type === 'checkbox' || type === 'radio') return tickOf;
  return type === 'file' ? filesOf : enteredText;
}

/** How many options of a select that its list does not show are skipped for its summary. */
const MOST_HIDDEN_OPTIONS = 40;

/** @type {(option: Element) => boolean} the list that opens does not have it */
export function isOptionHidden(option) {
  const group = parentOf(option);
  return styleOf(option).display === 'none'
    || (group !== null && nameOf(group) === 'optgroup' && styleOf(group).display === 'none');
}

/** @type {(element: Element, ground: Ground | null) => boolean} nobody can read its text: a select's, or an option's */
function isUnread(element, ground) {
  // Reading a property takes as long as all else.
  const style = /** @type {any} */ (styleOf(element));
  const color = style.webkitTextFillColor;
  if (isTransparent(color)) return style.textShadow === 'none';
  if (style.fontSize === '0px') return true;
  const own = groundUnder(style.backgroundColor, element, ground);
  return own !== null && isFaint(color, own, 1) && style.backgroundImage === 'none' && style.textShadow === 'none';
}

/**
 * the first options; how many more there are, and whether one of those is chosen
 * @type {(select: HTMLSelectElement) => {labels: {text: string, selected: boolean}[], more: number, beyond: boolean}}
 */
export function optionSummary(select) {
  const labels = [];
  let length = 0;
  let chosen = select.selectedOptions.length;
  let hidden = 0;
  const ground = groundUnder(styleOf(select).backgroundColor, select, null);
  const showsChosen = select.size < 2 && !select.multiple && !isUnread(select, null);
  /** Of those without a look of their own. */
  let isPlainUnread = /** @type {boolean | null} */ (null);
  for (const option of select.options) {
    const isPlain = !hasAttribute(option, 'class')
      && !hasAttribute(option, 'style') && !hasAttribute(option, 'id') && !singled.has(option);
    const isUnseen = !(option.selected && showsChosen)
      && (isPlain ? (isPlainUnread ??= isUnread(option, ground)) : isUnread(option, ground));
    if (hidden < MOST_HIDDEN_OPTIONS && (isUnseen || (!option.selected && isOptionHidden(option)))) {
      if (option.selected) chosen--;
      hidden++;
      continue;
    }
    const text = oneLine(option.label) || '(empty)';
    if (labels.length === 8 || length + text.length > 160) break;
    labels.push({ text, selected: option.selected });
    if (option.selected) chosen--;
    length += text.length + 3;
  }
  return { labels, more: select.options.length - labels.length - hidden, beyond: chosen > 0 };
}
