// Where this frame's document stands in the page, and in the top page's viewport as far as the frames around it are of the same origin.

/** How deep frames are nested at most. */
const MOST_FRAMES = 32;

/** @typedef {{left: number, top: number, right: number, bottom: number}} Piece edges in CSS pixels */

/**
 * @typedef {object} Placement
 * @property {[number, number]} origin of this frame's viewport, in CSS pixels of what the top page shows of its viewport
 * @property {Piece} shown the part of this frame's viewport that the frames around it show, in CSS pixels of this frame's viewport
 */

/** @type {() => Placement | null} null where a frame around is of another origin, or transformed */
function framePlacement() {
  /** @type {[number, number]} */
  const origin = [0, 0];
  const shown = shownPart(window);
  let view = /** @type {any} */ (window);
  try {
    for (let depth = 0; view !== view.parent; depth++) {
      const frame = view.frameElement;
      if (!frame || depth === MOST_FRAMES) return null;
      const [left, top] = contentOrigin(frame);
      origin[0] += left;
      origin[1] += top;
      view = view.parent;
      intersect(shown, shownPart(view), origin);
      let position = 'static';
      for (let node = frame; node; node = parentOf(node)) {
        const style = view.getComputedStyle(node);
        if (style.transform !== 'none' || style.scale !== 'none' || style.rotate !== 'none' || style.translate !== 'none' || (style.zoom && style.zoom !== '1')) return null;
        if (node !== frame && clips(node, style, position)) intersect(shown, rectOf(node), origin);
        if (position !== 'fixed' && style.position !== 'static') position = style.position;
      }
    }
    const { left, top } = shownPart(view);
    return { origin: [origin[0] - left, origin[1] - top], shown };
  } catch {
    return null;
  }
}

/** @type {(frame: Element) => [number, number]} where the document in a frame element begins, in CSS pixels of the viewport that the element is in */
function contentOrigin(frame) {
  const box = rectOf(frame);
  const style = ownerDocumentGetter.call(frame).defaultView.getComputedStyle(frame);
  return [box.left + frame.clientLeft + (Number.parseFloat(style.paddingLeft) || 0), box.top + frame.clientTop + (Number.parseFloat(style.paddingTop) || 0)];
}

/**
 * What is in the box, with that `position`, is cut off at its edges. The overflow of the root and of the body is the viewport's.
 * @type {(box: Element, style: CSSStyleDeclaration, position: string) => boolean}
 */
function clips(box, style, position) {
  if (style.overflowX === 'visible' && style.overflowY === 'visible') return false;
  if (position === 'fixed' || (position === 'absolute' && style.position === 'static')) return false;
  const name = nameOf(box);
  return name !== 'html' && name !== 'body';
}

/** @type {(piece: Piece, other: Piece, origin: [number, number]) => void} cuts `piece` down to `other`, whose coordinates are those in which the piece's own begin at `origin` */
function intersect(piece, other, [x, y]) {
  piece.left = Math.max(piece.left, other.left - x);
  piece.top = Math.max(piece.top, other.top - y);
  piece.right = Math.min(piece.right, other.right - x);
  piece.bottom = Math.min(piece.bottom, other.bottom - y);
}

/**
 * What lies over this frame at a point of its viewport, in any frame around it; null when nothing does, or that cannot be seen from here.
 * @type {(x: number, y: number) => Element | null}
 */
function coverOfFrame(x, y) {
  let view = /** @type {any} */ (window);
  try {
    for (let depth = 0; view !== view.parent && depth < MOST_FRAMES; depth++) {
      const frame = view.frameElement;
      if (!frame) return null;
      const [left, top] = contentOrigin(frame);
      x += left;
      y += top;
      view = view.parent;
      const hit = hitAt(x, y, view.document);
      if (hit && hit !== frame) return hit;
    }
  } catch {
    return null;
  }
  return null;
}

/** How many frames of a document are told apart. */
const MOST_SIBLINGS = 1_000;

/** @type {(parent: any, window: any) => number} the frame's place among those of its parent, which every origin may ask for; -1 in a shadow root */
function placeAmong(parent, window) {
  const count = Math.min(parent.length, MOST_SIBLINGS);
  for (let place = 0; place < count; place++) if (parent[place] === window) return place;
  return -1;
}

/** @param {any} _ op place @returns {object} this frame's place among those of its parent, or its element's id there where the parent is of the same origin */
function place(_) {
  let owner = null;
  try {
    const element = window.frameElement;
    owner = element ? /** @type {any} */ (window.parent).refbrowser?.idOf(element) ?? null : null;
  } catch {
    // The parent is of another origin.
  }
  return { doc: documentToken, owner, place: placeAmong(window.parent, window) };
}

/** @param {any} _ op frames @returns {object} the frame elements that have an id, with their places among the document's frames */
function frames(_) {
  const found = [];
  for (const root of treeRoots()) {
    for (const element of queryEvery(root, 'iframe,frame')) {
      const id = entryOf.get(element)?.id;
      if (id) found.push([id, placeAmong(window, /** @type {any} */ (element).contentWindow)]);
    }
  }
  return { doc: documentToken, frames: found };
}
