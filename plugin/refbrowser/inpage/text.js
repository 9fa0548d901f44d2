// Page text as it may be shown: well-formed, without invisible characters, unable to forge a ref.

/** Opens a genuine ref tag until the page's own brackets have been checked; page text can never contain it. */
const TAG_OPEN = '\u0004';
const NUMBER_OPEN = '\u0001';
const NUMBER_CLOSE = '\u0002';
const FRAME_OPEN = '\u0003';

const SUSPECT = /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\u00a0\u00ad\u061c\u115f\u1160\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb\ud800-\udfff\ue000-\uf8ff]/;
const SPACES = /[ \t\n\r\f]+/g;

/** @type {(text: string) => string} with no-break spaces as spaces, invisible characters dropped, direction overrides spelled out */
const clean = (text) => (SUSPECT.test(text) ? cleaned(text) : text);

// Patterns with classes of Unicode take Chromium up to a millisecond to build, so those that few texts need stand where they do.

/** @type {(text: string) => string} */
function cleaned(text) {
  // Private letters are the pictures of icon fonts.
  const invisible = /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180b-\u180f\u200b\u200e\u200f\u2060-\u2065\u206a-\u206f\u3164\ufeff\ufff9-\ufffb\ue000-\uf8ff]|[\u{e0000}-\u{e0fff}\u{f0000}-\u{10fffd}]/gu;
  // A joiner means something inside an emoji or between letters of scripts that join; elsewhere it only hides.
  const strayJoiner = /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}])[\u200c\u200d]/gu;
  return text
    .toWellFormed()
    .replace(/[\u00a0\u2028\u2029]/g, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, (mark) => `<U+${mark.charCodeAt(0).toString(16).toUpperCase()}>`)
    .replace(invisible, '')
    .replace(strayJoiner, '');
}

const BEYOND_ASCII = /[^\0-\x7f]/;

/** @type {(text: string) => string[]} its words in lower case */
const wordsOf = (text) => text.toLowerCase().match(BEYOND_ASCII.test(text) ? /[\p{L}\p{N}_]+/gu : /[a-z0-9_]+/g) ?? [];

/** @type {(text: string) => boolean} there is a letter or a digit in it */
const hasLetter = (text) => /[a-z0-9]/i.test(text) || (BEYOND_ASCII.test(text) && /[\p{L}\p{N}]/u.test(text));

/** @type {(text: string) => string} one line: cleaned, white space collapsed and trimmed */
const oneLine = (text) => clean(text).replace(SPACES, ' ').trim();

/** @type {(text: string, limit: number) => string} at most `limit` characters, an ellipsis when cut, no half character */
const shorten = (text, limit) => (text.length > limit ? text.slice(0, limit - 1).toWellFormed().replace(/\ufffd$/, '') + '…' : text);

/** @type {(text: string, limit?: number) => string} a one-line value in double quotes */
const quoted = (text, limit = 120) => `"${shorten(oneLine(text), limit)}"`;

/** @type {(body: string) => string} page text that reads like a ref loses its bracket, genuine tags get theirs */
function sealTags(body) {
  // Words, the last with a letter in it, and a number: not the lists and sums of numbers that code is full of.
  const safe = body.includes('[') ? body.replace(/\[(?=\s*(?:[^\s[\]]+\s+){0,8}[^\s[\]\p{L}]*\p{L}[^\s[\]]*\s+\p{Nd}+\s*\])/gu, '［') : body;
  return safe.replaceAll(TAG_OPEN, '[');
}
