// What a person cannot see, and so what a capture leaves out.

/** @type {(element: Element, style: CSSStyleDeclaration, flags: number, clipsContent?: boolean) => boolean} the box is clipped away, empty, or where no scrolling reaches */
function isBoxHidden(element, style, flags, clipsContent = style.overflowX !== 'visible') {
  if (flags & HAS_STYLING && /** @type {any} */ (style).contentVisibility === 'hidden') return true;
  const position = style.position;
  const taken = position === 'absolute' || position === 'fixed';
  if (isClippedAway(style, taken)) return true;
  if (!clipsContent && !taken) return false;
  // What the body clips, the viewport clips in its stead.
  if (nameOf(element) === 'body') return false;
  const box = rectOf(element);
  if (clipsContent && (box.width < 1 || box.height < 1 || (taken && box.width <= 1 && box.height <= 1))) return true;
  return taken && (isScaledAway(element, box) || isOutOfReach(element, box));
}

/** @type {(element: Element, box: DOMRect) => boolean} it has a size, and a transform that makes nothing of it */
const isScaledAway = (element, box) => box.width === 0 && box.height === 0 && element.namespaceURI === XHTML && offsetWidthGetter.call(element) > 0;

/** @type {(style: CSSStyleDeclaration, taken: boolean) => boolean} */
function isClippedAway(style, taken) {
  const clip = taken ? style.clip : '';
  if (clip !== 'auto' && clip !== '') {
    const edges = clip.match(/-?[\d.]+/g);
    if (edges && edges.length === 4 && (+edges[1] - +edges[3] <= 1 || +edges[2] - +edges[0] <= 1)) return true;
  }
  const path = style.clipPath;
  return path !== 'none' && /^circle\(0|^inset\((5\d|[6-9]\d|100)(\.\d+)?%/.test(path);
}

/** @type {(element: Element, box: DOMRect) => boolean} wholly left of or above the document's origin, with nothing scrolled that would bring it back */
function isOutOfReach(element, box) {
  if (box.width === 0 && box.height === 0) return false;
  const left = box.right + scrollX <= 0 && styleOf(documentElementGetter.call(document)).direction !== 'rtl';
  const above = box.bottom + scrollY <= 0;
  if (!left && !above) return false;
  for (let scroller = parentOf(element); scroller; scroller = parentOf(scroller)) {
    if ((left && scrollGetters.left.call(scroller) > 0) || (above && scrollGetters.top.call(scroller) > 0)) return false;
  }
  return true;
}

/**
 * @param {Element} control
 * @param {Element} [label] one that is known to be shown, and so is everything around it
 * @returns {boolean} whether a person sees and can press the control itself, rather than a label that stands for it
 */
function isShownItself(control, label) {
  const style = styleOf(control);
  if (style.visibility !== 'visible') return false;
  const box = rectOf(control);
  if (box.width <= 1 || box.height <= 1 || isBoxHidden(control, style, 0)) return false;
  if (style.opacity === '0' && (box.width < 8 || box.height < 8 || style.pointerEvents === 'none')) return false;
  for (let ancestor = parentOf(control); ancestor && !(label && contains(ancestor, label)); ancestor = parentOf(ancestor)) {
    const around = styleOf(ancestor);
    if (around.opacity === '0' || (around.display !== 'inline' && isBoxHidden(ancestor, around, HAS_STYLING))) return false;
  }
  return true;
}
