// The texts that the document draws, and where: what must not be seen is painted over in a picture of it.

import { collectGenerators, generatedText, mayGenerate } from '../aria/generated_text.js';
import { isSecret } from '../aria/states.js';
import {
  CDATA_NODE, ELEMENT_NODE, TEXT_NODE, XHTML, attributeOf, checkVisibility, dataGetter, documentElementGetter, eachChild,
  isEditableGetter, nameOf, nodeTypeGetter, parentNodeGetter, queryEvery, rectOf, scrollGetters, styleOf,
} from '../dom/dom.js';
import { shadowRoots } from '../dom/trees.js';
import { suspectsUnseen } from '../tracking/debugger_hints.js';
import { round } from '../tracking/describe.js';
import { documentToken } from '../tracking/refs.js';
import { shownPart } from '../visual/visual_viewport.js';
import { usedText } from './face_decorations.js';
import { addOwnStyle, collectStyled } from './styled_texts.js';
/** @import { DrawnBoxes, DrawnBoxesRequest, DrawnTexts, TooManyTexts } from '../wire.d.ts' */

/** A document that draws more characters, or more texts, or has more nodes, is painted over as a whole. */
const MOST_CHARACTERS = 1_000_000;
const MOST_TEXTS = 50_000;
const MOST_NODES = 500_000;
/** Answers whose places are still asked for: several pictures may be taken at once. */
const MOST_ANSWERS = 8;
/** And one in which so many of them are painted over. */
const MOST_PLACES = 200;
/** Attributes that are drawn as text. */
const DRAWN = ['placeholder', 'alt', 'label'];
const VISIBLE = { visibilityProperty: true };
const PSEUDO_ELEMENTS = ['::before', '::after', '::marker'];

/** @typedef {() => Iterable<DOMRect> | null} Places null where no script is given them */
/** @typedef {{text: string, boxes: Places}} Drawn */
/**
 * @typedef {(text: string, boxes: Places, kind?: 'text' | 'field' | 'secret') => void} Add field: of what a person or a page fills;
 *   secret: of one that is known to hold a secret
 */

/** @type {Map<number, Drawn[]>} by the number of the answer, the oldest first */
const answers = new Map();
let answered = 0;

/** @type {() => null} */
const nowhere = () => null;

/** @type {(texts: string[], attributes: Set<string>, elements: Element[]) => string[]} with the values of the attributes */
const stringsOf = (texts, attributes, elements) =>
  [...texts, ...[...attributes].flatMap((name) => elements.map((element) => attributeOf(element, name) ?? '').filter(Boolean))];

/** @type {() => DrawnTexts | TooManyTexts} Report all texts that the document draws; keep their places for `drawn_boxes`. */
export function drawnTexts() {
  collectGenerators();
  const styled = collectStyled();
  if (!styled) return tooMany();
  /** @type {Drawn[]} */
  const drawn = [];
  /** @type {number[]} */
  const secret = [];
  /** @type {number[]} */
  const fields = [];
  /** @type {Element[]} */
  const elements = [];
  let characters = 0;
  let nodes = 0;
  /** @type {Add} */
  const add = (text, boxes, kind = 'text') => {
    if (kind === 'secret' ? !text : !text.trim()) return;
    if (kind === 'secret') secret.push(drawn.length);
    if (kind === 'field') fields.push(drawn.length);
    characters += text.length;
    drawn.push({ text, boxes });
  };
  /** @type {Node[]} what is still to be gone through, the next one last */
  const ahead = [documentElementGetter.call(document)].filter(Boolean);
  for (let node = ahead.pop(); node; node = ahead.pop()) {
    if (characters > MOST_CHARACTERS || drawn.length > MOST_TEXTS || ++nodes > MOST_NODES) return tooMany();
    const type = nodeTypeGetter.call(node);
    if (type === TEXT_NODE || type === CDATA_NODE) addText(/** @type {Text} */ (node), add);
    if (type !== ELEMENT_NODE) continue;
    const element = /** @type {Element} */ (node);
    const name = nameOf(element);
    if (!checkVisibility(element) && styleOf(element).display === 'none') continue;
    addElement(element, name, add);
    addOwnStyle(element, styled);
    elements.push(element);
    /** @type {Node[]} */
    const content = [];
    eachChild(element, name, (child) => content.push(child));
    while (content.length) ahead.push(/** @type {Node} */ (content.pop()));
  }
  // Behind all others: a letter that is drawn twice would part a word.
  for (const element of elements) if (nameOf(element) === 'use') add(usedText(element), () => [rectOf(element)]);
  const { anywhere, placed, takesUp } = styled;
  for (const { texts, attributes } of takesUp ? [anywhere, placed] : [anywhere])
    for (const text of stringsOf(texts, attributes, elements)) add(text, nowhere);
  answers.set(++answered, drawn);
  for (const old of answers.keys()) if (old <= answered - MOST_ANSWERS) answers.delete(old);
  return {
    doc: documentToken, origin: self.origin, unseen: suspectsUnseen(), answer: answered,
    texts: drawn.map(({ text }) => text), secret, fields,
    placed: stringsOf(placed.texts, placed.attributes, elements), closed: shadowRoots().some(({ mode }) => mode === 'closed'),
  };
}

/** @type {() => TooManyTexts} */
const tooMany = () => ({ doc: documentToken, origin: self.origin, too_many: true, unseen: false });

/** @type {(request: DrawnBoxesRequest) => DrawnBoxes} Report the boxes of some texts of an answer, and forget the answer. */
export function drawnBoxes(request) {
  const { left, top } = shownPart();
  const drawn = answers.get(request.answer);
  answers.delete(request.answer);
  /** @type {DrawnBoxes['boxes']} */
  const boxes = [];
  let all = false;
  for (const index of request.indexes) {
    const places = drawn?.[index]?.boxes();
    if (!places) all = true;
    else for (const { x, y, width, height } of places)
      if (width > 0 && height > 0) boxes.push([round(x - left), round(y - top), round(width), round(height)]);
  }
  all ||= boxes.length > MOST_PLACES;
  return { doc: documentToken, boxes: all ? [] : boxes, all, viewport_width: innerWidth };
}

/**
 * @param {Text} node
 * @param {Add} add
 */
function addText(node, add) {
  const text = dataGetter.call(node);
  if (!text.trim()) return;
  const parent = parentNodeGetter.call(node);
  const owner = nodeTypeGetter.call(parent) === ELEMENT_NODE ? parent : /** @type {ShadowRoot} */ (parent).host;
  // What lies hidden between two parts of a word does not part them. An element without a box of its own is no visible one.
  if (!checkVisibility(owner, VISIBLE) && (styleOf(owner).visibility !== 'visible' || !boxesOf(node).length)) return;
  add(text, () => boxesOf(node).map((box) => withShadow(box, styleOf(owner).textShadow)), isEditor(owner) ? 'field' : 'text');
}

/** @type {(element: Element) => boolean} */
const isEditor = (element) => element.namespaceURI === XHTML && isEditableGetter.call(element);

/** @type {(node: Text) => DOMRect[]} */
function boxesOf(node) {
  const range = document.createRange();
  range.selectNodeContents(node);
  return Array.from(range.getClientRects());
}

const LENGTH = /(-?[\d.]+)px/g;

/**
 * with what its shadows take around it: offset to the right and down, and blur
 * @type {(box: DOMRect, shadow: string) => DOMRect}
 */
function withShadow(box, shadow) {
  if (shadow === 'none') return box;
  const most = Math.max(0, ...Array.from(shadow.matchAll(LENGTH), ([, length]) => 2 * Math.abs(Number(length))));
  return new DOMRect(box.x - most, box.y - most, box.width + 2 * most, box.height + 2 * most);
}

/**
 * What an element draws that is not in its text: what its fields hold, and what its attributes and style sheets say.
 * @param {Element} element
 * @param {string} name its local name
 * @param {Add} add
 */
function addElement(element, name, add) {
  const own = () => [rectOf(element)];
  if (name === 'input' || name === 'textarea')
    add(/** @type {HTMLInputElement} */ (element).value, own, isSecret(element) ? 'secret' : 'field');
  if (name === 'select') for (const option of queryEvery(element, 'option,optgroup'))
    add(/** @type {HTMLOptionElement} */ (option).label, own);
  for (const attribute of DRAWN) add(attributeOf(element, attribute) ?? '', own);
  if (name === 'li' && styleOf(element).listStyleType.startsWith('"')) add(styleOf(element).listStyleType.slice(1, -1), () => null);
  if (!mayGenerate(element)) return;
  add(/** @type {any} */ (styleOf(element)).quotes, own);
  for (const pseudo of PSEUDO_ELEMENTS) add(generatedText(element, pseudo)?.text ?? '', () => placesOfGenerated(element, pseudo));
}

/** @type {(element: Element, pseudo: string) => Iterable<DOMRect> | null} the element's, where the text stands within it */
function placesOfGenerated(element, pseudo) {
  const { position, float, transform } = getComputedStyle(element, pseudo);
  const isInside = pseudo !== '::marker' && position === 'static' && float === 'none' && transform === 'none';
  const { width, height, clientWidth, clientHeight } = scrollGetters;
  const overflows = width.call(element) > clientWidth.call(element) || height.call(element) > clientHeight.call(element);
  return isInside && !overflows ? Element.prototype.getClientRects.call(element) : null;
}
