// The part of the page that is shown: fingers zoom a page, and then it is smaller than the viewport that everything is laid out in.

/** @typedef {{left: number, top: number, right: number, bottom: number}} Piece edges in CSS pixels */

/** @type {() => Piece} the edges of what is shown of this viewport. A frame shows its whole viewport. */
export function shownPart() {
  const visual = zoomed().visual ? window.visualViewport : null;
  if (!visual) return { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  return {
    left: visual.offsetLeft, top: visual.offsetTop, right: visual.offsetLeft + visual.width,
    bottom: visual.offsetTop + visual.height,
  };
}

/**
 * left, top and scale of what the top page shows, where that is not its whole viewport
 * @type {() => {visual?: [number, number, number]}}
 */
export function zoomed() {
  const visual = window === window.parent ? window.visualViewport : null;
  if (!visual || (visual.scale === 1 && !visual.offsetLeft && !visual.offsetTop)) return {};
  return { visual: [visual.offsetLeft, visual.offsetTop, visual.scale] };
}

/** @type {(x: number, y: number) => [number, number]} a point of a picture of the page, in CSS pixels of the top page's viewport */
export function laidOutPoint(x, y) {
  const [left, top, scale] = zoomed().visual ?? [0, 0, 1];
  return [x / scale + left, y / scale + top];
}
