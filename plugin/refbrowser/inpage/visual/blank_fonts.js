// Fonts of the page whose glyphs are empty.

import { requests } from '../dom/trees.js';

const MOST_FACES = 40;
/** Characters that a text is judged by, and that a font is. */
const MOST_PAINTED = 64;
const SAMPLE = 'abegHMST';
const EVERY_CHARACTER = 'U+0-10FFFF';
const [WIDTH, HEIGHT] = [512, 32];

/** @type {WeakMap<FontFace, boolean>} */
const judgedFaces = new WeakMap();
/** @type {Set<string>} families, for the present request */
export const blankFamilies = new Set();
/** @type {Map<string, boolean>} */
const judgedTexts = new Map();
const MOST_TEXTS = 1_000;
let collectedFor = -1;
/** @type {OffscreenCanvasRenderingContext2D | undefined} */
let context;

/** At the beginning of a walk: which families of the page have a font that paints nothing. */
export function collectBlankFonts() {
  if (collectedFor === requests) return;
  collectedFor = requests;
  blankFamilies.clear();
  judgedTexts.clear();
  let left = MOST_FACES;
  for (const face of document.fonts) {
    // One that is still loading shows its text in a moment.
    if (face.status !== 'loaded') continue;
    if (left-- <= 0) return;
    let blank = judgedFaces.get(face);
    if (blank === undefined) judgedFaces.set(face, blank = !paints(`${face.style} ${face.weight.split(' ')[0]} 16px ${face.family}`,
      sampleOf(face)));
    if (blank) blankFamilies.add(familyOf(face.family));
  }
}

/** @type {(face: FontFace) => string} characters that are of that face, so that no other is loaded for them */
function sampleOf({ unicodeRange }) {
  if (unicodeRange.toUpperCase() === EVERY_CHARACTER) return SAMPLE;
  const [, first, last = first] = /U\+([0-9a-f]+)(?:-([0-9a-f]+))?/i.exec(unicodeRange) ?? [];
  const [from, to] = [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  if (from <= 0x41 && to >= 0x7a) return SAMPLE;
  return Array.from({ length: Math.min(SAMPLE.length, to - from + 1) }, (_, index) => String.fromCodePoint(from + index)).join('');
}

/** @type {(family: string) => string} */
const familyOf = (family) => (family.split(',')[0] ?? '').trim().replace(/^["']|["']$/g, '').toLowerCase();

/** @type {(style: CSSStyleDeclaration, text: string) => boolean} a font without glyphs shows nothing of the text */
export function isBlank({ fontFamily, fontStyle, fontWeight }, text) {
  if (!blankFamilies.has(familyOf(fontFamily))) return false;
  const font = `${fontStyle} ${fontWeight} 16px ${fontFamily}`;
  const key = font + '\n' + text.slice(0, MOST_PAINTED);
  let blank = judgedTexts.get(key);
  if (blank === undefined && judgedTexts.size < MOST_TEXTS) judgedTexts.set(key, blank = !paints(font, text.trim()));
  return blank ?? false;
}

/** @type {(font: string, text: string) => boolean} */
function paints(font, text) {
  context ??= /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(WIDTH, HEIGHT).getContext('2d', { willReadFrequently: true }));
  context.clearRect(0, 0, WIDTH, HEIGHT);
  context.font = font;
  context.fillText(text.slice(0, MOST_PAINTED), 2, HEIGHT * 0.7);
  return context.getImageData(0, 0, WIDTH, HEIGHT).data.some((value) => value !== 0);
}
