// What a policy asks of an element before it gets input: where its document is from, where it leads, what its form holds.

import { attributeOf, closest, nameOf, queryEvery } from '../dom/dom.js';
import { calledName } from '../aria/fallback_label.js';
import { isSecret } from '../aria/states.js';
import { currentKind } from '../tracking/describe.js';
/** @import { FormFacts } from '../wire.d.ts' */

const SUBMITTERS = 'button:not([type]),button[type=submit],input[type=submit],input[type=image]';
/** How many fields of a form are looked at. */
const MOST_FIELDS = 400;

/** @type {[string, RegExp][]} by autocomplete, name, id and label */
const KINDS = [
  ['card', /\bcc-|card.?(num|no\b|nr)|cardnumber|ccnum|\bcvc\b|\bcvv2?\b|\bcsc\b|security.?code|credit.?card|kartennummer/],
  ['one-time-code', /one-time-code|one.?time|\botp\b|\btotp\b|\b2fa\b|\bmfa\b|verification.?code|auth.?code|\btan\b/],
  ['password', /(current|new)-password|passw|\bpwd\b|passcode|passphrase|kennwort/],
  ['email', /\bemail\b|e-mail|username/],
  ['telephone', /\btel\b|phone|mobile/],
  ['address', /street|address-line|postal|\bzip\b|\bcity\b/],
];

/** @type {(element: Element) => FormFacts} */
export function formFacts(element) {
  const form = formOf(element);
  const around = form ?? /** @type {Document | ShadowRoot} */ (element.getRootNode());
  const fields = Array.from(queryEvery(around, 'input,textarea,select')).slice(0, MOST_FIELDS);
  // Outside of every form the fields of the document may be what the element's script sends.
  const kinds = new Set([element, ...fields].flatMap(kindsOf));
  const url = /^https?:$/.test(location.protocol) && self.origin !== 'null' ? location.href : self.origin;
  return { url, leads_to: leadsTo(element, form), fields: Array.from(kinds), submit: form && submitOf(form), identity: identityOf(element) };
}

/** @type {(element: Element) => string} all that a policy's verdict on the element depends on, in one text */
export function judgedFacts(element) {
  return JSON.stringify([element.isConnected, currentKind(element), calledName(element), formFacts(element)]);
}

/** @type {(element: Element) => HTMLFormElement | null} */
function formOf(element) {
  const own = /** @type {any} */ (element).form;
  if (own instanceof HTMLFormElement) return own;
  return element instanceof HTMLFormElement ? element : /** @type {HTMLFormElement | null} */ (closest(element, 'form'));
}

/** @type {WeakMap<Element, number>} */
const identities = new WeakMap();
let lastIdentity = 0;

/** @type {(element: Element) => number} */
function identityOf(element) {
  const known = identities.get(element);
  if (known) return known;
  identities.set(element, ++lastIdentity);
  return lastIdentity;
}

/** @type {(form: HTMLFormElement) => string | null} the button that Enter presses */
function submitOf(form) {
  const root = form.getRootNode();
  const buttons = Array.from(queryEvery(root instanceof ShadowRoot ? root : document, SUBMITTERS));
  const button = buttons.find((one) => /** @type {HTMLButtonElement} */ (one).form === form);
  return button ? `${currentKind(button)}: ${calledName(button)}` : null;
}

/** @type {(element: Element, form: HTMLFormElement | null) => string | null} */
function leadsTo(element, form) {
  const link = closest(element, 'a[href],area[href]');
  if (link) return /** @type {HTMLAnchorElement} */ (link).href;
  const action = attributeOf(element, 'formaction') ?? (form && attributeOf(form, 'action'));
  if (action === null || action === undefined) return null;
  try {
    return new URL(action, document.baseURI).href;
  } catch {
    return null;
  }
}

/** @type {(field: Element) => string[]} */
function kindsOf(field) {
  const name = nameOf(field);
  if (name !== 'input' && name !== 'textarea' && name !== 'select') return [];
  const type = name === 'input' ? /** @type {HTMLInputElement} */ (field).type : '';
  if (type === 'hidden') return [];
  const labels = Array.from(/** @type {HTMLInputElement} */ (field).labels ?? []).slice(0, 3).map((label) => label.textContent ?? '');
  const words = ['autocomplete', 'name', 'id', 'aria-label', 'placeholder'].map((attribute) => attributeOf(field, attribute) ?? '');
  const said = [...words, ...labels].join(' ').slice(0, 500).toLowerCase();
  const found = KINDS.filter(([, pattern]) => pattern.test(said)).map(([kind]) => kind);
  if (type === 'password' || (isSecret(field) && !found.length)) found.push('password');
  if (type === 'email') found.push('email');
  if (type === 'tel') found.push('telephone');
  if (type === 'file') found.push('file');
  return found;
}
