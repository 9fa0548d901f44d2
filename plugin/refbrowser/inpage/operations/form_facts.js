// What a policy asks of an element before it gets input: where its document is from, what the input activates, where that leads,
// what its form holds.

import { calledName } from '../aria/fallback_label.js';
import { FIELD_TAGS, isSecret } from '../aria/states.js';
import { attributeOf, closest, matches, nameOf, parentOf, queryEvery } from '../dom/dom.js';
import { currentKind } from '../tracking/describe.js';
import { faceOf, writtenOnFace } from './face.js';
import { identityOf, shapeOf, valuesOf } from './form_state.js';
import { tabbedFrom } from './tab_order.js';
import { besideInToolbar, completedBy, hasTooManyItems, reachedByKeys, reachedByText, titlesOfOption } from './key_reach.js';
/** @import { FormFacts } from '../wire.d.ts' */

/** How many fields of a form are looked at for what they are. */
const MOST_FIELDS = 5_000;
/** Kinds of boxes around other things: they count where nothing in them is the control. */
const AROUND = new Set(['clickable', 'scrollable']);
/** Kinds that are called as their elements are. */
const OWN_KINDS = /^(button|option|select|summary|textarea)$/;
/** Addresses that a link notifies, and animations of a document, that are looked at. */
const MOST_PINGS = 50;
const MOST_ANIMATIONS = 2_000;
const TAB = /^(Shift\+)?Tab$|^\t$/;
const XLINK = 'http://www.w3.org/1999/xlink';
// A field of that name would shadow what a form has by the platform.
const rootOf = Node.prototype.getRootNode;
const elementsOf = Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, 'elements')?.get;

/** @type {[string, RegExp][]} by autocomplete, name, id and label */
const KINDS = [
  ['card', /\bcc-|card.?(num|no\b|nr)|cardnumber|ccnum|\bcvc\b|\bcvv2?\b|\bcsc\b|security.?code|credit.?card|kartennummer/],
  ['one-time-code', /one-time-code|one.?time|\botp\b|\btotp\b|\b2fa\b|\bmfa\b|verification.?code|auth.?code|\btan\b/],
  ['password', /(current|new)-password|passw|\bpwd\b|passcode|passphrase|kennwort/],
  ['email', /\bemail\b|e-mail|username/],
  ['telephone', /\btel\b|phone|mobile/],
  ['address', /street|address-line|postal|\bzip\b|\bcity\b/],
];

/**
 * `struck`: what a press on the element lands on, where that is something else; `sent`: what would be sent counts, as `clicked`
 * without the boxes that it checks, which are checked before their click comes; `options`: those that the input chooses, as `kind:
 * name`
 * @type {(element: Element, struck?: (Element | null)[], sent?: 'all' | 'clicked' | 'none', options?: string[]) => FormFacts}
 */
export function formFacts(element, struck = [], sent = 'all', options = []) {
  const way = wayOf([element, ...struck]);
  const form = formOf(element) ?? way.map(formOf).find(Boolean) ?? null;
  const fields = form ? Array.from(/** @type {any} */ (elementsOf).call(form)).filter(isField)
    // Outside of every form the fields of the document may be what the element's script sends.
    : Array.from(queryEvery(/** @type {Document | ShadowRoot} */ (rootOf.call(element)), 'input,textarea,select'));
  const kinds = new Set([element, ...fields.slice(0, MOST_FIELDS)].flatMap(kindsOf));
  const url = /^https?:$/.test(location.protocol) && self.origin !== 'null' ? location.href : self.origin;
  const controls = controlsOn(way);
  const around = new Set(way);
  // Where it is painted changes under the pointer, and is read once.
  const faces = controls.map((control) =>
    (sent === 'all' ? faceOf(control, around) : { shown: writtenOnFace(control), unread: [] }));
  const leads = way.flatMap(leadsOf);
  const button = form && defaultButtonOf(form);
  const sending = button && sent === 'all' && !around.has(button) ? faceOf(button, around) : { shown: [], unread: [] };
  return {
    url, leads_to: leads[0] ?? null, leads, fields: Array.from(kinds), controls: controls.map(titleOf),
    shown: [...faces.flatMap(({ shown }) => shown), ...options], unread: [...new Set(faces.flatMap(({ unread }) => unread))],
    submit: button ? titleOf(button) : null, submit_shown: sending.shown, submit_unread: sending.unread,
    submit_leads_to: button ? leadsOf(button)[0] ?? null : null, identity: identityOf(element),
    ...(sent === 'none' ? { shape: 0, values: [] } : {
      shape: shapeOf(element, way, form, button),
      values: valuesOf(sent === 'all' ? fields : fields.filter((field) => !way.some((node) => isToggledBy(node, field)))),
    }),
  };
}

/**
 * as above, of an element that gets `keys`, or a whole `text`
 * @type {(element: Element, keys: string[], struck: (Element | null)[], sent?: 'all' | 'clicked' | 'none', text?: string) =>
 *   FormFacts}
 */
export function keyFacts(element, keys, struck, sent = 'all', text = '') {
  const reached = reachedByKeys(element, keys);
  const isOption = (/** @type {Element} */ one) => nameOf(one) === 'option';
  const focused = keys.flatMap((key) => (TAB.test(key) ? tabbedFrom(element, key.startsWith('Shift')) : besideInToolbar(element, key)));
  const options = [
    ...reached.filter(isOption).flatMap(titlesOfOption), ...(text ? reachedByText(element, text) : []),
    ...completedBy(element, [...keys.filter((key) => key.length === 1), text].filter(Boolean)),
    ...[...focused, ...reached.filter((one) => !isOption(one))].flatMap(readOn),
  ];
  const facts = formFacts(element, [...struck, ...reached.filter((one) => !isOption(one))], sent, options);
  if ((keys.length || text) && hasTooManyItems(element)) facts.unread.push('length');
  return facts;
}

/** @type {(control: Element) => string[]} its names, with its kind and without */
const readOn = (control) => [titleOf(control), calledName(control), ...writtenOnFace(control)];

/**
 * all that a policy's verdict on the element depends on, and where it is `bound` to what a person saw, what would be sent, in one
 * text
 * @type {(element: Element, struck: (Element | null)[], bound: boolean, keys?: string[]) => string}
 */
export function judgedFacts(element, struck, bound, keys = []) {
  return JSON.stringify([element.isConnected, titleOf(element), keyFacts(element, keys, struck, bound ? 'clicked' : 'none')]);
}

/**
 * where events of a press on them come by, in the flattened tree: also those of the controls that labels stand for
 * @type {(starts: (Element | null)[]) => Element[]}
 */
function wayOf(starts) {
  /** @type {Set<Element>} */
  const way = new Set();
  for (const start of starts) {
    for (let node = start; node && !way.has(node); node = parentOf(node)) {
      way.add(node);
      if (nameOf(node) === 'label') starts.push(/** @type {HTMLLabelElement} */ (node).control);
    }
  }
  return Array.from(way);
}

/** @type {(way: Element[]) => Element[]} the controls on it */
function controlsOn(way) {
  /** @type {Element[]} */
  const found = [];
  for (const node of way) {
    const kind = currentKind(node);
    if ((kind !== nameOf(node) || OWN_KINDS.test(kind)) && !(found.length && AROUND.has(kind))) found.push(node);
  }
  return found;
}

/** @type {(element: Element) => string} */
const titleOf = (element) => `${currentKind(element)}: ${calledName(element)}`;

/** @type {(node: any, field: any) => boolean} */
const isToggledBy = (node, field) => (node === field && field.type === 'checkbox')
  || (node.type === 'radio' && field.type === 'radio' && node.name === field.name);

/** @type {(node: any) => boolean} */
const isField = (node) => FIELD_TAGS.has(nameOf(node));

/** @type {(element: Element) => HTMLFormElement | null} */
function formOf(element) {
  const own = /** @type {any} */ (element).form;
  if (own instanceof HTMLFormElement) return own;
  return element instanceof HTMLFormElement ? element : /** @type {HTMLFormElement | null} */ (closest(element, 'form'));
}

/** @type {(node: Element) => boolean} */
const submits = (node) => /^(button|input)$/.test(nameOf(node))
  && /^(submit|image)$/.test(/** @type {HTMLButtonElement} */ (node).type);

/** @type {(form: HTMLFormElement) => Element | null} the button that Enter presses, or `submit` in its stead */
function defaultButtonOf(form) {
  const root = rootOf.call(form);
  for (const one of queryEvery(root instanceof ShadowRoot ? root : document, 'button,input'))
    if (submits(one) && /** @type {HTMLButtonElement} */ (one).form === form && matches(one, ':enabled')) return one;
  return null;
}

/**
 * where the link, or the form of the button or field, leads, and whom the browser notifies of it
 * @type {(node: Element) => string[]}
 */
function leadsOf(node) {
  const name = nameOf(node);
  if (name === 'a' || name === 'area') {
    const pings = (attributeOf(node, 'ping') ?? '').split(/\s+/, MOST_PINGS).filter(Boolean);
    return [attributeOf(node, 'href') ?? node.getAttributeNS(XLINK, 'href'), ...animatedAddresses(node),
      ...pings].flatMap(resolved);
  }
  const form = name === 'form' || /** @type {any} */ (node).form ? formOf(node) : null;
  return form ? resolved((submits(node) ? attributeOf(node, 'formaction') : null) ?? attributeOf(form, 'action')) : [];
}

/** @type {(link: Element) => string[]} where animations lead an SVG link, now or at any time */
function animatedAddresses(link) {
  if (!(link instanceof SVGElement)) return [];
  const root = /** @type {Document | ShadowRoot} */ (rootOf.call(link));
  const id = attributeOf(link, 'id');
  const animations = Array.from(queryEvery(root, 'animate,set')).slice(0, MOST_ANIMATIONS).filter((one) => {
    const target = attributeOf(one, 'href') ?? one.getAttributeNS(XLINK, 'href');
    return /(^|:)href$/.test(attributeOf(one, 'attributeName') ?? '')
      && (target === null ? parentOf(one) === link : id !== null && target === `#${id}`);
  });
  const now = /** @type {any} */ (link).href?.animVal;
  const values = animations.flatMap((one) =>
    ['from', 'to', 'by', 'values'].flatMap((name) => (attributeOf(one, name) ?? '').split(';')));
  return [now, ...values].filter((value) => typeof value === 'string').map((value) => value.trim()).filter(Boolean);
}

/** @type {(address: string | null) => string[]} */
function resolved(address) {
  if (address === null) return [];
  try {
    return [new URL(address, document.baseURI).href];
  } catch {
    return [];
  }
}

/** @type {(field: Element) => string[]} */
function kindsOf(field) {
  const name = nameOf(field);
  if (name !== 'input' && name !== 'textarea' && name !== 'select') return [];
  const type = name === 'input' ? /** @type {HTMLInputElement} */ (field).type : '';
  if (type === 'hidden') return [];
  const labels = Array.from(/** @type {HTMLInputElement} */ (field).labels ?? []).slice(0, 3).map((label) =>
    label.textContent ?? '');
  const words = ['autocomplete', 'name', 'id', 'aria-label', 'placeholder'].map((attribute) => attributeOf(field, attribute) ?? '');
  const said = [...words, ...labels].join(' ').slice(0, 500).toLowerCase();
  const found = KINDS.filter(([, pattern]) => pattern.test(said)).map(([kind]) => kind);
  if (type === 'password' || (isSecret(field) && !found.length)) found.push('password');
  if (type === 'email') found.push('email');
  if (type === 'tel') found.push('telephone');
  if (type === 'file') found.push('file');
  return found;
}
