// Scrolling, at once and never animated.

/** @param {any} request op reveal @returns {object} what a probe says once the element is in view */
function reveal(request) {
  const found = request.doc && request.doc !== documentToken ? null : resolve(request.id).element;
  if (found) Element.prototype.scrollIntoView.call(pressTarget(found), { block: 'center', inline: 'center', behavior: 'instant' });
  return probe(request);
}

/** How much of a box must be out of sight for it to be worth a ref, in CSS pixels: less is a matter of rounding. */
const WORTH_SCROLLING = 8;

/** @type {(element: Element, style: CSSStyleDeclaration) => boolean} a box of its own that a person scrolls up and down; the page itself is none */
function isScrollable(element, style) {
  if (!/auto|scroll|overlay/.test(style.overflowY) || element === document.scrollingElement) return false;
  const height = scrollGetters.clientHeight.call(element);
  return height > WORTH_SCROLLING && scrollGetters.height.call(element) > height + WORTH_SCROLLING;
}

/** @type {(element: Element, kind: string, flags: number) => boolean} it is a control by its tab stop alone, which a box that scrolls has for the keyboard */
const isNamedForScrolling = (element, kind, flags) => (flags & HAS_TABINDEX) !== 0 && !(flags & (HAS_HANDLER | HAS_DRAGGABLE))
  && !extraInteractive.has(element) && !WIDGET_ROLES.has(kind) && !/^(listbox|menu|tree)$/.test(kind) && (kind === 'clickable' || KNOWN_ROLES.has(kind)) && !hasHandCursor(styleOf(element));

/** @type {(element: Element | null) => Element | null} it, or the nearest around it that scrolls; null when nothing but the page does */
function scrollBoxOf(element) {
  for (let node = element; node && node !== document.scrollingElement; node = parentOf(node)) {
    const style = styleOf(node);
    const down = scrollGetters.height.call(node) > scrollGetters.clientHeight.call(node) && /auto|scroll|overlay/.test(style.overflowY);
    const across = scrollGetters.width.call(node) > scrollGetters.clientWidth.call(node) && /auto|scroll|overlay/.test(style.overflowX);
    if (down || across) return node;
  }
  return null;
}

/** @type {() => Element | null} what scrolls the page: the document's scroller, or where that has nothing to scroll the box that fills the page */
function pageScroller() {
  const scroller = document.scrollingElement ?? documentElementGetter.call(document);
  if (scroller && scrollGetters.height.call(scroller) > scrollGetters.clientHeight.call(scroller)) return scroller;
  const box = scrollBoxOf(hitAt(innerWidth / 2, innerHeight / 2));
  const size = box && rectOf(box);
  return size && size.width >= innerWidth / 2 && size.height >= innerHeight / 2 ? box : scroller;
}

/** @type {(scroller: Element) => {x: number, y: number, width: number, height: number, viewport_width: number, viewport_height: number}} in CSS pixels */
const positionOf = (scroller) => ({
  x: Math.round(scrollGetters.left.call(scroller)), y: Math.round(scrollGetters.top.call(scroller)),
  width: scrollGetters.width.call(scroller), height: scrollGetters.height.call(scroller),
  viewport_width: scrollGetters.clientWidth.call(scroller), viewport_height: scrollGetters.clientHeight.call(scroller),
});

/** @param {any} request op scroll @returns {object} */
function scroll(request) {
  if (request.doc && request.doc !== documentToken) return { doc: documentToken, status: 'stale_document' };
  let element = null;
  let status = 'live';
  if (request.id) {
    const found = resolve(request.id);
    if (!found.element) return { doc: documentToken, status: found.status, reason: found.reason };
    element = found.element;
    status = found.status;
  }
  const scroller = scrollBoxOf(element) ?? pageScroller();
  if (!scroller) return { doc: documentToken, status: 'unknown', reason: 'the document cannot scroll' };
  const before = positionOf(scroller);
  const top = request.to === 'top' ? 0 : request.to === 'bottom' ? scrollGetters.height.call(scroller) : before.y + (request.dy ?? 0);
  const left = before.x + (request.dx ?? 0);
  Reflect.apply(Element.prototype.scrollTo, scroller, [{ top, left, behavior: 'instant' }]);
  return { doc: documentToken, status, before, after: positionOf(scroller) };
}
