// The platform's own accessors, taken from the prototypes. A control named `children` shadows that property of its form, and an
// image named `body` shadows that of the document, in every world: what is read here cannot be shadowed.

import { loseReads, noteText, noted, noting } from './reads.js';
import { setOf } from './text.js';

export const SKIPPED = setOf('script style template noscript head title meta link option optgroup datalist param '
  + 'source track base col colgroup defs symbol clipPath metadata desc rp');

export const PASSIVE = { capture: true, passive: true };

/**
 * @param {object} prototype
 * @param {string} name
 * @returns {any} the prototype's own getter
 */
const getterOf = (prototype, name) => Object.getOwnPropertyDescriptor(prototype, name)?.get;

/** @type {(prototype: object, name: string) => {call: (node: any) => any}} the same, noted where it is read */
function notedGetterOf(prototype, name) {
  const getter = getterOf(prototype, name);
  return { call: noting((node) => getter.call(node)) };
}

const localNameGetter = getterOf(Element.prototype, 'localName');
const firstChildGetter = getterOf(Node.prototype, 'firstChild');
export const nextSiblingGetter = getterOf(Node.prototype, 'nextSibling');
export const firstElementGetter = getterOf(Element.prototype, 'firstElementChild');
export const nextElementGetter = getterOf(Element.prototype, 'nextElementSibling');
export const previousElementGetter = getterOf(Element.prototype, 'previousElementSibling');
export const nodeTypeGetter = getterOf(Node.prototype, 'nodeType');
export const parentNodeGetter = getterOf(Node.prototype, 'parentNode');
export const isConnectedGetter = getterOf(Node.prototype, 'isConnected');
export const ownerDocumentGetter = getterOf(Node.prototype, 'ownerDocument');
const textContentGetter = getterOf(Node.prototype, 'textContent');
const assignedSlotGetter = getterOf(Element.prototype, 'assignedSlot');
const innerTextGetter = getterOf(HTMLElement.prototype, 'innerText');
export const offsetParentGetter = notedGetterOf(HTMLElement.prototype, 'offsetParent');
export const offsetWidthGetter = notedGetterOf(HTMLElement.prototype, 'offsetWidth');
export const offsetHeightGetter = notedGetterOf(HTMLElement.prototype, 'offsetHeight');
const shadowRootGetter = getterOf(Element.prototype, 'shadowRoot');
export const dataGetter = getterOf(CharacterData.prototype, 'data');
/** @type {(node: Node) => string} the data of a text that is read for something else than to be written where it stands */
export function dataOf(node) {
  noteText(node);
  return dataGetter.call(node);
}
export const scrollGetters = {
  left: notedGetterOf(Element.prototype, 'scrollLeft'),
  top: notedGetterOf(Element.prototype, 'scrollTop'),
  width: notedGetterOf(Element.prototype, 'scrollWidth'),
  height: notedGetterOf(Element.prototype, 'scrollHeight'),
  clientWidth: notedGetterOf(Element.prototype, 'clientWidth'),
  clientHeight: notedGetterOf(Element.prototype, 'clientHeight'),
};
export const documentElementGetter = getterOf(Document.prototype, 'documentElement');
const activeElementGetter = getterOf(Document.prototype, 'activeElement');
export const bodyGetter = getterOf(Document.prototype, 'body');
const designModeGetter = getterOf(Document.prototype, 'designMode');
export const isEditableGetter = getterOf(HTMLElement.prototype, 'isContentEditable');
const editContextGetter = getterOf(HTMLElement.prototype, 'editContext');
const sheetGetters = {
  document: getterOf(Document.prototype, 'styleSheets'), documentAdopted: getterOf(Document.prototype, 'adoptedStyleSheets'),
  shadow: getterOf(ShadowRoot.prototype, 'styleSheets'), shadowAdopted: getterOf(ShadowRoot.prototype, 'adoptedStyleSheets'),
};
export const titleGetter = getterOf(Document.prototype, 'title');
const getAttributeMethod = Element.prototype.getAttribute;
const hasAttributeMethod = Element.prototype.hasAttribute;
export const attributeNamesMethod = Element.prototype.getAttributeNames;
const matchesMethod = Element.prototype.matches;
const closestMethod = Element.prototype.closest;
export const elementsByTag = Element.prototype.getElementsByTagName;
export const addListener = EventTarget.prototype.addEventListener;
/** How many listeners the engine has added and removed on targets of input: Chromium counts each until garbage is collected. */
export let ownListeners = 0;

/** @type {(count: number) => void} */
export function countOwnListeners(count) {
  ownListeners += count;
}
export const removeListener = EventTarget.prototype.removeEventListener;
const rectMethod = Element.prototype.getBoundingClientRect;

export const ELEMENT_NODE = 1;
const DOCUMENT_NODE = 9;
export const FRAGMENT_NODE = 11;
export const TEXT_NODE = 3;
export const CDATA_NODE = 4;
const BLOCKS = new Set(['div', 'p', 'li']);
export const XHTML = 'http://www.w3.org/1999/xhtml';

/**
 * Shadow roots that the page keeps closed, handed in by the browser's debugger: host → root.
 * @type {WeakMap<Element, ShadowRoot>}
 */
const closedRoots = new WeakMap();
let hasClosedRoots = false;

/** @type {(host: Element, root: ShadowRoot) => void} from now on it is read as an open one */
export function openClosedRoot(host, root) {
  closedRoots.set(host, root);
  hasClosedRoots = true;
}

/**
 * Called as content is gone through: for each shadow root, and for each element without one that may have a closed one.
 * @type {{shadow: (root: ShadowRoot) => void, host: (element: Element, name: string, first: Node | null) => void}}
 */
export const discoveries = { shadow() {}, host() {} };

/**
 * What the debugger has reported of custom elements that keep it from attributes, as if it stood there.
 * @type {{reported: WeakMap<Element, Record<string, string>>, any: boolean}}
 */
export const internals = { reported: new WeakMap(), any: false };

/** @type {(element: Element, name: string) => string | null} */
export const attributeOf = (element, name) =>
  getAttributeMethod.call(element, name) ?? (internals.any ? internals.reported.get(element)?.[name] ?? null : null);
/** @type {(element: Element, name: string) => boolean} */
export const hasAttribute = (element, name) => hasAttributeMethod.call(element, name);
/** @type {(element: Element) => string} */
export const nameOf = (element) => localNameGetter.call(element);
/** @type {(element: Element, selector: string) => boolean} */
export const matches = (element, selector) => matchesMethod.call(element, selector);
/** @type {(element: Element, selector: string) => Element | null} */
export const closest = (element, selector) => closestMethod.call(element, selector);
/** @type {(element: Element) => DOMRect} */
export const rectOf = noting((element) => rectMethod.call(element));
/** @type {(element: Element) => void} what is read of it next may depend on its box */
export function noteBox(element) {
  if (noted.of) rectOf(element);
}
/** @type {(node: Node) => DOMRect} around all that is in a node */
export const contentRectOf = noting((node) => {
  const range = document.createRange();
  range.selectNodeContents(node);
  return range.getBoundingClientRect();
});
/** @type {(element: Element) => string} its text as laid out; raw where there is no layout of text, as in SVG */
export function innerTextOf(element) {
  if (element.namespaceURI !== XHTML) return textOf(element);
  noteText(element);
  const text = innerTextGetter.call(element);
  // What `content-visibility: auto` has not painted yet has no layout, and would have no text.
  return text === '' && !checkVisibility(element, { contentVisibilityAuto: true }) ? textWithBreaks(element) : text;
}

/** @type {(element: Element) => string} raw, a line break where one is marked or a block ends */
function textWithBreaks(element) {
  let text = '';
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (nodeTypeGetter.call(node) === TEXT_NODE) text += dataGetter.call(node);
    else {
      const name = nameOf(/** @type {Element} */ (node));
      if (name === 'br' || (BLOCKS.has(name) && text && !text.endsWith('\n'))) text += '\n';
    }
  }
  return text;
}
/** @type {(outer: Element, inner: Node) => boolean} in the node tree */
export const contains = (outer, inner) => Node.prototype.contains.call(outer, inner);
/** @type {(element: Element, options?: CheckVisibilityOptions) => boolean} */
export function checkVisibility(element, options) {
  if (options?.contentVisibilityAuto) loseReads();
  return Element.prototype.checkVisibility.call(element, options);
}
/** @type {(node: Node) => string} */
export function textOf(node) {
  noteText(node);
  return textContentGetter.call(node) ?? '';
}
/** @type {(element: Element) => ShadowRoot | null} open, or closed and handed in */
export const shadowRootOf = (element) =>
  shadowRootGetter.call(element) ?? (hasClosedRoots ? closedRoots.get(element) ?? null : null);

/** @type {WeakMap<Element, CSSStyleDeclaration>} */
const styles = new WeakMap();

/** @type {(element: Element) => CSSStyleDeclaration} its computed style: live, so that it is made once per element */
export function styleOf(element) {
  let style = styles.get(element);
  if (!style) {
    style = getComputedStyle(element);
    styles.set(element, style);
  }
  return style;
}

/** @type {(root: Document | ShadowRoot) => CSSStyleSheet[]} */
export const sheetsOf = (root) => (nodeTypeGetter.call(root) === DOCUMENT_NODE
  ? [...sheetGetters.document.call(root), ...sheetGetters.documentAdopted.call(root)]
  : [...sheetGetters.shadow.call(root), ...sheetGetters.shadowAdopted.call(root)]);

/** @type {(scope: Node) => ParentNode} by node type: `instanceof` fails for what has moved here from another document's realm */
function prototypeOf(scope) {
  const type = nodeTypeGetter.call(scope);
  return type === DOCUMENT_NODE ? Document.prototype : type === ELEMENT_NODE ? Element.prototype : DocumentFragment.prototype;
}

/** @type {(scope: ParentNode, selector: string) => Element | null} */
export function queryOne(scope, selector) {
  return prototypeOf(scope).querySelector.call(scope, selector);
}

/** @type {(scope: ParentNode, selector: string) => Iterable<Element>} */
export function queryEvery(scope, selector) {
  return prototypeOf(scope).querySelectorAll.call(scope, selector);
}

/**
 * @param {Node} node
 * @param {string} id
 * @returns {Element | null} the element with that id in the node's own tree (document or shadow root)
 */
export function byId(node, id) {
  const root = Node.prototype.getRootNode.call(node);
  const type = nodeTypeGetter.call(root);
  if (type === DOCUMENT_NODE) return Document.prototype.getElementById.call(root, id);
  return type === FRAGMENT_NODE ? DocumentFragment.prototype.getElementById.call(root, id) : null;
}

/** @type {(parent: Element) => Element[]} its own child elements: `:scope > *` would look at everything below it */
export function childrenOf(parent) {
  const children = [];
  for (let child = firstElementGetter.call(parent); child; child = nextElementGetter.call(child)) children.push(child);
  return children;
}

/** How many ids of one attribute are followed. */
export const MOST_IDS = 50;

/** @type {(attribute: string) => string[]} the ids that an attribute lists, each once */
export const idsIn = (attribute) => [...new Set(attribute.split(/[ \t\n\r\f]+/, MOST_IDS).filter(Boolean))];

/** The properties by which scripts set elements in place of ids; the attribute is empty then. @type {Map<string, () => any>} */
const elementsGetters = new Map(['labelledBy', 'describedBy', 'controls', 'owns', 'activeDescendant'].map((name) => [
  `aria-${name.toLowerCase()}`,
  getterOf(Element.prototype, `aria${name[0].toUpperCase()}${name.slice(1)}Element${name === 'activeDescendant' ? '' : 's'}`),
]));

/** @type {(element: Element, attribute: string) => Element[]} the elements that it names by their ids, or that a script has set */
export function referencesOf(element, attribute) {
  const ids = attributeOf(element, attribute);
  if (ids) return idsIn(ids).flatMap((id) => byId(element, id) ?? []);
  return ids === null ? [] : [elementsGetters.get(attribute)?.call(element) ?? []].flat().slice(0, MOST_IDS);
}

/**
 * the slot in the closed shadow root of its parent that shows it, which the platform does not name
 * @type {(element: Element) => Element | null}
 */
function closedSlotOf(element) {
  const parent = parentNodeGetter.call(element);
  const root = parent && closedRoots.get(parent);
  if (!root) return null;
  const name = attributeOf(element, 'slot');
  return queryOne(root, name ? `slot[name=${JSON.stringify(name)}]` : 'slot:not([name]),slot[name=""]');
}

/** @type {(node: Node) => Element | null} the parent in the flattened tree: through slots and shadow roots to the host */
export function parentOf(node) {
  const element = nodeTypeGetter.call(node) === ELEMENT_NODE ? /** @type {Element} */ (node) : null;
  const slot = element && (assignedSlotGetter.call(element) ?? (hasClosedRoots ? closedSlotOf(element) : null));
  if (slot) return slot;
  const parent = parentNodeGetter.call(node);
  if (!parent) return null;
  const type = nodeTypeGetter.call(parent);
  if (type === FRAGMENT_NODE) return /** @type {ShadowRoot} */ (parent).host ?? null;
  return type === ELEMENT_NODE ? /** @type {Element} */ (parent) : null;
}

/** @type {(element: Element) => string} the local name of its parent element, '' when it has none */
export function parentElementName(element) {
  const parent = parentOf(element);
  return parent ? nameOf(parent) : '';
}

/**
 * @param {Element} element
 * @param {string} name its local name
 * @returns {Node | null} the first child in its flattened content: shadow content, else its own; assigned nodes of slots are not
 *   siblings
 */
export function firstContentOf(element, name) {
  if (name === 'form') return firstChildGetter.call(element);
  const shadow = shadowRootOf(element);
  if (!shadow) {
    const first = firstChildGetter.call(element);
    if (!first || name.includes('-')) discoveries.host(element, name, first);
    return first;
  }
  discoveries.shadow(shadow);
  return firstChildGetter.call(shadow);
}

/**
 * the nodes assigned to a slot, null for other elements and for fallback content
 * @type {(element: Element, name: string) => Node[] | null}
 */
export function assignedTo(element, name) {
  if (name !== 'slot') return null;
  const assigned = HTMLSlotElement.prototype.assignedNodes.call(element);
  return assigned.length ? assigned : null;
}

/**
 * Calls `each` for every child of an element in the flattened tree.
 * @param {Element} element
 * @param {string} name its local name
 * @param {(child: Node) => void} each
 */
export function eachChild(element, name, each) {
  const assigned = assignedTo(element, name);
  if (assigned) return assigned.forEach(each);
  for (let child = firstContentOf(element, name); child; child = nextSiblingGetter.call(child)) each(child);
  return undefined;
}

/**
 * what is pressed in it is pressed in a document of its own: no press there comes to what is around it
 * @type {(element: Element) => boolean}
 */
export function hostsDocument(element) {
  const name = nameOf(element);
  return name === 'iframe' || name === 'frame' || name === 'fencedframe'
    || name === 'embed' || (name === 'object' && /** @type {HTMLObjectElement} */ (element).contentWindow !== null);
}

/** @type {(element: Element) => boolean} it is the body of a document in design mode, which is edited as a whole */
export const isDesigned = (element) => designModeGetter.call(document) === 'on' && element === bodyGetter.call(document);

/**
 * @typedef {{text: string, selectionStart: number, selectionEnd: number, updateSelection: (start: number, end: number) => void}}
 *   EditContext
 */

/**
 * what takes the text that is typed into an element that draws it by a script; such an element has a `tabindex` to be focused
 * @type {(element: Element) => EditContext | null}
 */
export const editContextOf = (element) =>
  (editContextGetter && hasAttributeMethod.call(element, 'tabindex') && element instanceof HTMLElement
  ? editContextGetter.call(element) : null);

/**
 * the focused element, through shadow roots; null when nothing but the body has focus, unless that is edited
 * @type {() => Element | null}
 */
export function focusedElement() {
  let focused = activeElementGetter.call(document);
  while (focused) {
    const inner = shadowRootOf(focused)?.activeElement;
    if (!inner) break;
    focused = inner;
  }
  if (focused !== bodyGetter.call(document) && focused !== documentElementGetter.call(document)) return focused;
  // The body is the active element also where nothing has the focus.
  return focused && isEditableGetter.call(focused) && matches(focused, ':focus') ? focused : null;
}

/**
 * in CSS pixels
 * @type {() => {x: number, y: number, width: number, height: number, viewport_width: number, viewport_height: number}}
 */
export function documentScroll() {
  const scroller = document.scrollingElement ?? documentElementGetter.call(document);
  return {
    x: Math.round(scrollX), y: Math.round(scrollY),
    width: scroller ? scrollGetters.width.call(scroller) : innerWidth,
    height: scroller ? scrollGetters.height.call(scroller) : innerHeight,
    viewport_width: innerWidth, viewport_height: innerHeight,
  };
}

/** @type {(element: Element) => boolean} it has a box that is drawn */
export function isRendered(element) {
  if (!checkVisibility(element) || styleOf(element).visibility !== 'visible') return false;
  const box = rectOf(element);
  return box.width > 0 && box.height > 0;
}

/** @type {(element: Element, ancestor: Element) => boolean} through shadow roots and slots */
export function isWithin(element, ancestor) {
  for (let node = /** @type {Element | null} */ (element); node; node = parentOf(node)) if (node === ancestor) return true;
  return false;
}
