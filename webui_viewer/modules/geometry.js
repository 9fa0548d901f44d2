// Conversion of coordinates between the canvas and the page, for any canvas size and device pixel ratio.

/** @typedef {{width: number, height: number}} Size */

/** The largest size with the page's proportions that fits into the room, at most the page's size. @type {(page: Size, room: Size) => Size} */
export function fitted(page, room) {
  const scale = Math.min(1, room.width / page.width, room.height / page.height);
  return { width: Math.max(1, page.width * scale), height: Math.max(1, page.height * scale) };
}

/**
 * The point of the page (CSS pixels of its viewport) under a point of the window, clamped to the page.
 * @type {(client: {clientX: number, clientY: number}, canvas: DOMRect, page: Size) => {x: number, y: number}}
 */
export function pagePoint({ clientX, clientY }, canvas, page) {
  const within = (/** @type {number} */ value, /** @type {number} */ most) => Math.min(Math.max(0, value), most - 1);
  return {
    x: round(within(((clientX - canvas.left) / canvas.width) * page.width, page.width)),
    y: round(within(((clientY - canvas.top) / canvas.height) * page.height, page.height)),
  };
}

/** @type {(value: number) => number} */
const round = (value) => Math.round(value * 100) / 100;

/** Positions an element over a box of the page. @type {(element: HTMLElement, box: import('./protocol.js').Box, page: Size) => void} */
export function layOver(element, [x, y, width, height], page) {
  element.style.left = `${(x / page.width) * 100}%`;
  element.style.top = `${(y / page.height) * 100}%`;
  element.style.width = `${(width / page.width) * 100}%`;
  element.style.height = `${(height / page.height) * 100}%`;
}

/** Positions an element next to a box, inside the layer. @type {(element: HTMLElement, box: import('./protocol.js').Box, page: Size, layer: DOMRect) => void} */
export function putBeside(element, [x, y, , height], page, layer) {
  const scale = layer.width / page.width;
  const { offsetWidth, offsetHeight } = element;
  const below = (y + height) * scale + 4;
  const top = below + offsetHeight <= layer.height ? below : y * scale - offsetHeight - 4;
  element.style.left = `${Math.max(0, Math.min(x * scale, layer.width - offsetWidth))}px`;
  element.style.top = `${Math.max(0, Math.min(top, layer.height - offsetHeight))}px`;
}
