// The colour that a text is painted with, as Chromium itself mixes it: of any colour space, under filters and blend modes.

/** @type {OffscreenCanvasRenderingContext2D | undefined} one pixel to paint on, made when first asked for */
let ink;

export function inkContext() {
  ink ??= /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true }));
  return ink;
}

/** @type {(color: string) => [number, number, number, number]} red, green, blue of 255 and opacity, as painted */
export function paintedColor(color) {
  const context = inkContext();
  context.clearRect(0, 0, 1, 1);
  context.fillStyle = '#000';
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, alpha / 255];
}

/**
 * what is seen of a colour over another one, through a filter and in a blend mode
 * @type {(color: string, behind: string, filter: string, blend: string) => string}
 */
export function seenColor(color, behind, filter, blend) {
  const context = inkContext();
  context.clearRect(0, 0, 1, 1);
  context.fillStyle = behind;
  context.fillRect(0, 0, 1, 1);
  context.filter = filter;
  context.globalCompositeOperation = /** @type {GlobalCompositeOperation} */ (blend === 'normal' ? 'source-over' : blend);
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  context.filter = 'none';
  context.globalCompositeOperation = 'source-over';
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
  return `rgb(${red}, ${green}, ${blue})`;
}

/** @type {(text: string) => string[]} the colours in a computed value */
export const colorsIn = (text) => text.match(/(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\((?:[^()]|\([^()]*\))*\)/g) ?? [];
