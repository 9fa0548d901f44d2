// Page text as it may be shown: well-formed, without invisible characters, unable to forge a ref.

/**
 * of words with a blank between them: as an array, a long list takes more of the script that goes into every document
 * @type {(words: string) => Set<string>}
 */
export const setOf = (words) => new Set(words.split(' '));

/** How much of a name identifies a control. */
export const NAME_LIMIT = 200;

/** How much of a name is printed: label text appears nowhere else. */
export const TEXT_LIMIT = 2000;

/** Opens a genuine ref tag: page text can never contain it, nor any of the marks below. */
export const TAG_OPEN = '\u0004';
export const NUMBER_OPEN = '\u0001';
export const NUMBER_CLOSE = '\u0002';
export const FRAME_OPEN = '\u0003';
const STATE_OPEN = '\u0005';
const STATE_TEXT = '\u0006';
const STATE_CLOSE = '\u0007';
/** The name of a group of lines, and the end of the group. */
export const GROUP_OPEN = '\u000e';
export const GROUP_NAMED = '\u0010';
export const GROUP_CLOSE = '\u000f';
/** Where a line stands in the content of a box that is gone through. */
export const PLACE_OPEN = '\u0011';
export const PLACE_CLOSE = '\u0012';

/** The owner of states that no receipt compares. */
export const NOBODY = '0';

/** The owner of text that changes by itself all the time, which receipts do not compare either, and show. */
export const TICKER = '00';

/** The owner of the place of a control among those alike, which is compared by no receipt and shown. */
export const PLACE = '000';

/** The owner of the empty state behind the tag of an image that is no control. */
export const IMAGE = '0000';

/**
 * a state or value, marked as that of the control whose number or placeholder `owner` is; without one as it is
 * @type {(owner: string, text: string) => string}
 */
export const stateOf = (owner, text) => (owner ? STATE_OPEN + owner + STATE_TEXT + text + STATE_CLOSE : text);

const SUSPECT = /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\u00a0\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff\ue000-\uf8ff]/;
export const SPACES = /[ \t\n\r\f]+/g;

/**
 * with no-break spaces as spaces, invisible characters dropped, direction overrides spelled out
 * @type {(text: string) => string}
 */
export const clean = (text) => (SUSPECT.test(text) ? cleaned(text) : text);

// Patterns with classes of Unicode take Chromium up to a millisecond to build, so those that few texts need stand where they do.

/** @type {(text: string) => string} */
function cleaned(text) {
  // Private letters are the pictures of icon fonts.
  const invisible = /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\ue000-\uf8ff]|[\u{e0000}-\u{e0fff}\u{f0000}-\u{10fffd}]/gu;
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
export const wordsOf = (text) => text.toLowerCase().match(BEYOND_ASCII.test(text) ? /[\p{L}\p{N}_]+/gu : /[a-z0-9_]+/g) ?? [];

/** @type {(text: string) => boolean} there is a letter or a digit in it */
export const hasLetter = (text) => /[a-z0-9]/i.test(text) || (BEYOND_ASCII.test(text) && /[\p{L}\p{N}]/u.test(text));

/**
 * one line: cleaned, white space collapsed and trimmed, nothing in it that reads like a ref or a fence
 * @type {(text: string) => string}
 */
export const oneLine = (text) => sealed(clean(text).replace(SPACES, ' ').trim());

/** @type {(text: string, limit: number) => string} at most `limit` characters, an ellipsis when cut, no half character */
export const shorten = (text, limit) => (text.length > limit ? text.slice(0, limit - 1).toWellFormed().replace(/\ufffd$/, '') + '…'
  : text);

/** @type {(text: string, limit?: number) => string} a one-line value in double quotes */
export const quoted = (text, limit = 120) => `"${shorten(oneLine(text), limit)}"`;

const BREAKS = /[\n\r\t\f]/;

/**
 * A value in double quotes with its blanks as they are, so that it can be typed again. One with line breaks or tabs has those, and
 * its backslashes, escaped.
 * @type {(text: string, limit?: number) => string}
 */
export function quotedExactly(text, limit = 120) {
  let exact = clean(text);
  if (BREAKS.test(exact)) {
    exact = exact.replaceAll('\\', '\\\\').replace(/\r?\n|\r/g, '\\n').replaceAll('\t', '\\t').replaceAll('\f', '\\f');
  }
  return `"${shorten(sealed(exact), limit)}"`;
}

// What reads like a ref or like the fence around page text, also to a reader who sees through styles of letters. Python's
// page_text.py does the same.

const BRACKETED = /[[［【〔〖〚⟦⟨❲⁅⦋⁽❴﹝︹﹇]([^[\]\u0004［【〔〖〚⟦⟨❲⁅⦋⁽❴﹝︹﹇］】〕〗〛⟧⟩❳⁆⦌⁾❵﹞︺﹈]{1,400})[\]］】〕〗〛⟧⟩❳⁆⦌⁾❵﹞︺﹈]/g;
const ANGLED = /[<＜﹤]([^<>＜＞﹤﹥]{1,120})(?:[>＞﹥]|(?=[<＜﹤]))/g;
const SIGNS = /[[<［＜【〔〖〚⟦⟨❲⁅⦋⁽❴﹝︹﹇﹤]/;

/** Brackets in brackets that are looked at. */
const MOST_NESTED = 4;

/** @type {(text: string) => string} what reads like a ref or a fence has round brackets */
const sealed = (text) => (SIGNS.test(text) ? sealedSigns(text) : text);

/** @type {(text: string) => string} */
function sealedSigns(text) {
  for (let pass = 0, before = ''; pass < MOST_NESTED && before !== text; pass++) {
    before = text;
    text = text.replace(BRACKETED, (whole, inner) => (readsAsRef(inner) ? `(${inner})` : whole));
  }
  return text.replace(ANGLED, (whole, inner) => (readsAsFence(inner) ? `(${inner})` : whole));
}

/** @type {(inner: string) => boolean} */
const readsAsFence = (inner) => (BEYOND_ASCII.test(inner) || /page/i.test(inner)) && /^[\s/\\]*page(?![\w-])/.test(plainly(inner));

/** @type {{words: RegExp, kind: RegExp, squeezed: RegExp} | undefined} built when first asked for */
let refLike;

function refLikePatterns() {
  const states = 'disabled|checked|mixed|selected|expanded|collapsed|pressed|invalid|required|readonly|focused|highlighted|blocked';
  const kinds =
    'alert|alertdialog|application|article|button|canvas|cell|checkbox|clickable|columnheader|combobox|dialog|draggable|editable|'
    + 'element|file|frame|grid|gridcell|heading|image|img|input|link|list|listbox|listitem|menu|menubar|menuitem|menuitemcheckbox|'
    + 'menuitemradio|option|radio|ref|row|rowheader|scrollable|scrollbar|searchbox|select|slider|spinbutton|summary|switch|tab|'
    + 'tablist|tabpanel|textarea|textbox|tree|treeitem';
  // What ends in a quotation mark is the list of a programming language.
  const number = `0[0\\s.,_’]*[^\\p{L}\\p{N}_"']*$`;
  const sign = '[^\\p{L}\\p{N}]*';
  return {
    words: new RegExp(`\\p{L}0*(?:\\s+|\\s*\\n[\\s>#|*-]*)${number}`, 'u'),
    kind: new RegExp(`(?:^|\\s)[^\\p{L}\\p{N}\\s]*(?:${kinds})${sign}${number}`, 'u'),
    squeezed: new RegExp(`^${sign}(?:(?:${states})${sign})*(?:${kinds})${sign}${number}`, 'u'),
  };
}

/** @type {(inner: string) => boolean} words and a number, or one of the kinds of refs and a number however that is set off */
function readsAsRef(inner) {
  if (!BEYOND_ASCII.test(inner) && !(/\d[^a-z0-9"']*$/i.test(inner) && /[a-z]/i.test(inner))) return false;
  const plain = plainly(inner);
  refLike ??= refLikePatterns();
  return refLike.words.test(plain) || refLike.kind.test(plain) || refLike.squeezed.test(plain.replace(/[\s\u2800]+/g, ''));
}

/**
 * small letters, 0 for every digit, blanks and signs: no styles of letters, no accents, nothing invisible
 * @type {(text: string) => string}
 */
function plainly(text) {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase().replace(/\d/g, '0');
  return text.replace(/[\u115f\u1160\u2800\u3164\uffa0]/g, ' ').replace(/\p{N}/gu, '0').normalize('NFKD').toLowerCase()
    .replace(/(?![\t\n\r])[\p{M}\p{C}\p{Default_Ignorable_Code_Point}]/gu, '');
}

/** @type {(body: string) => string} page text that reads like a ref loses its brackets */
export const sealRefs = (body) => sealed(body);

/**
 * A reply as it travels: a line of JSON, and the text behind it if it has one.
 * @type {(reply: object | [object, string]) => string}
 */
export const asText = (reply) => (Array.isArray(reply) ? `${JSON.stringify(reply[0])}\n${reply[1]}` : JSON.stringify(reply));
