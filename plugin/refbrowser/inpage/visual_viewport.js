// The part of the page that is shown: fingers zoom a page, and then it is smaller than the viewport that everything is laid out in.

/**
 * The edges of what a window shows, in CSS pixels of its viewport. A frame shows its whole viewport.
 * @type {(view: any) => Piece}
 */
function shownPart(view) {
  const visual = view === view.parent ? view.visualViewport : null;
  if (!visual || (visual.scale === 1 && !visual.offsetLeft && !visual.offsetTop)) return { left: 0, top: 0, right: view.innerWidth, bottom: view.innerHeight };
  return { left: visual.offsetLeft, top: visual.offsetTop, right: visual.offsetLeft + visual.width, bottom: visual.offsetTop + visual.height };
}

/** @type {() => number} how much larger the page is shown than it is laid out; 1 where a frame of another origin cannot tell */
function pageZoom() {
  try {
    return /** @type {Window} */ (window.top).visualViewport?.scale ?? 1;
  } catch {
    return 1;
  }
}

/** @type {(x: number, y: number) => [number, number]} a point of a picture of the page, in CSS pixels of the top page's viewport */
function laidOutPoint(x, y) {
  const { left, top } = shownPart(window);
  const zoom = window === window.parent ? pageZoom() : 1;
  return [x / zoom + left, y / zoom + top];
}
