// What lies over the page and keeps a press from reaching what is drawn beneath.

/** How many controls of one capture are tested against a cover; each test costs as much as reading some hundred elements. */
const COVER_TESTS = 150;

/** @typedef {{element: Element, modal: boolean, tests: number}} Cover modal: all else is inert; otherwise what is beneath must be tested */

/** @type {() => Cover | null} an open modal dialog, or a box over most of the viewport */
function findCover() {
  let dialog = null;
  for (const one of queryEvery(document, 'dialog:modal')) dialog = one;
  if (dialog) return { element: dialog, modal: true, tests: 0 };
  /** @type {Map<Element, number>} */
  const hits = new Map();
  for (const [x, y] of [[0.5, 0.5], [0.1, 0.15], [0.9, 0.15], [0.1, 0.85], [0.9, 0.85]]) {
    const box = overlayAt(innerWidth * x, innerHeight * y);
    if (box) hits.set(box, (hits.get(box) ?? 0) + 1);
  }
  for (const [element, count] of hits) if (count >= 3) return { element, modal: false, tests: COVER_TESTS };
  return null;
}

/** @type {(x: number, y: number) => Element | null} the outermost box at a point that is taken out of the flow and spans most of the viewport */
function overlayAt(x, y) {
  let found = null;
  for (let node = hitAt(x, y); node; node = parentOf(node)) {
    const position = styleOf(node).position;
    if (position !== 'fixed' && position !== 'absolute') continue;
    const box = rectOf(node);
    if (box.width >= innerWidth / 2 && box.height >= innerHeight / 2) found = node;
  }
  return found;
}

/** @type {(outer: Element, inner: Element) => boolean} in the flattened tree */
function holds(outer, inner) {
  for (let node = /** @type {Element | null} */ (inner); node; node = parentOf(node)) if (node === outer) return true;
  return false;
}

/** @type {(walk: Walk, element: Element) => boolean} nothing presses it where it is drawn */
function isBlocked(walk, element) {
  if (walk.style?.pointerEvents === 'none') return true;
  const cover = walk.cover;
  if (!cover || holds(cover.element, element)) return false;
  if (cover.modal) return true;
  if (cover.tests <= 0) return false;
  cover.tests--;
  const target = pressTarget(element);
  const piece = visiblePiece(target);
  if (!piece) return false;
  const hit = hitAt((piece.left + piece.right) / 2, (piece.top + piece.bottom) / 2);
  return hit !== null && !reaches(element, target, hit);
}

/** How many boxes out of the flow are looked at for what lies under them, and how many controls are tested under them. */
const MOST_TAKEN = 60;
const SMALL_COVER_TESTS = 40;

/** @type {(walk: Walk, body: string) => string} with the tags of the controls marked that a small box covers: which boxes there are, the walk knows only at its end */
function markCovered(walk, body) {
  if (walk.cover) return body;
  const covers = walk.taken.map((element) => ({ element, box: rectOf(element) }))
    .filter(({ element, box }) => box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight && styleOf(element).pointerEvents !== 'none');
  if (!covers.length) return body;
  let tests = SMALL_COVER_TESTS;
  for (const { element, tag, sighting } of walk.seen) {
    const { left, top, width, height } = rectOf(element);
    const [x, y] = [left + width / 2, top + height / 2];
    const under = covers.some(({ element: cover, box }) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom && !isWithin(element, cover) && !isWithin(cover, element));
    if (!under || tag.includes('blocked ') || sighting.kind === 'scrollable') continue;
    if (tests-- <= 0) break;
    const target = pressTarget(element);
    const piece = visiblePiece(target);
    if (!piece) continue;
    const [pressX, pressY] = pressPoint(element, target, piece);
    const hit = hitAt(pressX, pressY);
    const at = tag.lastIndexOf(sighting.kind + ' ');
    if (hit && !reaches(element, target, hit)) body = body.replace(tag, () => `${tag.slice(0, at)}blocked ${tag.slice(at)}`);
  }
  return body;
}

/** @type {(element: Element) => Element} what is drawn and pressed for it: itself, or the label or the box of an invisible control, or what overflows an empty box */
function pressTarget(element) {
  if (!FORM_CONTROLS.has(nameOf(element))) return wholeOf(element, explicitRole(element) ?? '') ?? drawnPart(element) ?? element;
  const labels = labelsOf(element);
  if (!labels.length) return standInOf(element) ?? element;
  if (isShownItself(element)) return element;
  for (const label of labels) if (isRendered(label)) return label;
  return element;
}

/** In how many of its parts one that is drawn is looked for. */
const MOST_PARTS = 20;

/** @type {(element: Element) => Element | null} itself, or where its own box is empty (its content floats, or has the boxes in its stead) the first part that has one */
function drawnPart(element) {
  if (!isEmptyBox(element)) return element;
  let left = MOST_PARTS;
  for (const part of queryEvery(shadowRootOf(element) ?? element, '*')) {
    if (left-- <= 0) break;
    if (!isEmptyBox(part) && isRendered(part)) return part;
  }
  return null;
}

/** @type {(element: Element) => boolean} it has a box that is drawn */
function isRendered(element) {
  if (!checkVisibility(element) || styleOf(element).visibility !== 'visible') return false;
  const box = rectOf(element);
  return box.width > 0 && box.height > 0;
}

/**
 * The innermost element at a viewport point, through shadow roots. Each step goes into the shadow root of what was hit, and nowhere
 * else: slotted text is a hit on its host in every tree, also in one that passes its slot on, and would lead back out.
 * @type {(x: number, y: number) => Element | null}
 */
function hitAt(x, y) {
  let hit = Document.prototype.elementFromPoint.call(document, x, y);
  while (hit) {
    const shadow = shadowRootOf(hit);
    const inner = shadow && elementIn(shadow, x, y);
    if (!inner) break;
    hit = inner;
  }
  return hit;
}

/** @type {(shadow: ShadowRoot, x: number, y: number) => Element | null} the topmost element of this tree at the point; under slotted text, what is drawn right beneath it holds the slot */
function elementIn(shadow, x, y) {
  const isOwn = (/** @type {Element} */ one) => Node.prototype.getRootNode.call(one) === shadow;
  const top = shadow.elementFromPoint(x, y);
  return top && isOwn(top) ? top : shadow.elementsFromPoint(x, y).find(isOwn) ?? null;
}

/** @type {(element: Element, target: Element, hit: Element | null) => boolean} pressing `hit` presses the element */
function reaches(element, target, hit) {
  for (let node = hit; node; node = parentOf(node)) {
    if (node === element || node === target) return true;
    if (nameOf(node) === 'label' && /** @type {HTMLLabelElement} */ (node).control === element) return true;
  }
  return hit !== null && isFieldBox(hit, element);
}

/** @type {(target: Element) => Piece | null} its largest piece inside the part of the viewport that is shown */
function visiblePiece(target) {
  const shown = shownPart();
  let best = null;
  let bestArea = 0;
  for (const rect of Element.prototype.getClientRects.call(target)) {
    const left = Math.max(rect.left, shown.left);
    const top = Math.max(rect.top, shown.top);
    const right = Math.min(rect.right, shown.right);
    const bottom = Math.min(rect.bottom, shown.bottom);
    const area = Math.max(0, right - left) * Math.max(0, bottom - top);
    if (area > bestArea) {
      best = { left, top, right, bottom };
      bestArea = area;
    }
  }
  return best;
}
