// Structure: headings, lists, quotes, code, live regions, dialogs.

import { visitFormatted } from './formatting.js';
import { visitFrame, visitPicture, writeImage } from './images.js';
import { hasMarker, markerOf, numberOf, numberingOf } from './list_markers.js';
import { visitRow, visitTable } from './tables.js';
import { measured, visitLabel } from './tags.js';
import { CELL_SEPARATOR, COLLECTED_LIMIT } from './writer.js';
import { accessibleName, labelFromAria } from '../aria/names.js';
import { HAS_ARIA_NAME, HAS_LIVE, INNER_CONTROLS } from '../dom/attributes.js';
import {
  ELEMENT_NODE, SKIPPED, attributeOf, eachChild, hasAttribute, innerTextOf, isEditableGetter, nodeTypeGetter, queryOne, textOf,
} from '../dom/dom.js';
import { NAME_LIMIT, TAG_OPEN, clean, oneLine, setOf, shorten, wordsOf } from '../dom/text.js';
import { isReadable } from '../visual/legibility.js';
/** @import { Walk } from './walker.js' */

const LIVE_ROLES = new Set(['alert', 'status', 'log']);
/** Groups whose name is not on the page, and says what their controls are for. */
const NAMED_GROUPS =
  setOf('radiogroup group listbox tablist menu menubar toolbar tree grid treegrid table region article form navigation '
  + 'complementary banner contentinfo search list feed figure tabpanel');
const NAMED_TAGS = setOf('section article form nav aside header footer search ul ol menu dl figure fieldset table');
/** Characters at the start of a group that are searched for its name. */
const MOST_REPEATING = 300;

/**
 * An element that is not a control.
 * @param {Walk} walk @param {Element} element @param {string} name @param {string | null} role @param {number} flags @returns
 *   {void}
 */
export function visitPlain(walk, element, name, role, flags) {
  if (flags & HAS_ARIA_NAME && (role ? NAMED_GROUPS.has(role) : NAMED_TAGS.has(name))) {
    const label = groupName(walk, element);
    if (label) {
      const read = () => walk.loosely(() => visitPlain(walk, element, name, role, flags & ~HAS_ARIA_NAME));
      return walk.writer.separator === null ? walk.writer.named(label, false, read) : walk.writer.namedInCell(label, read);
    }
  }
  if (role || flags & HAS_LIVE) {
    if (isLive(element, role)) return visitLive(walk, element, name, role);
    if (role && visitRole(walk, element, name, role, flags)) return undefined;
  }
  const writer = walk.writer;
  switch (name) {
    case 'h1': case 'h2': case 'h3': case 'h4': case 'h5': case 'h6':
      return role ? walk.visitChildren(element, name) : visitHeading(walk, element, name, Number(name[1]));
    case 'br':
      return writer.line();
    case 'hr':
      return writer.separator === null ? writer.verbatim('---') : undefined;
    case 'img': case 'svg': case 'canvas':
      return visitPicture(walk, element, name);
    case 'pre':
      return visitPre(walk, element);
    case 'blockquote':
      return visitQuote(walk, element);
    case 'ul': case 'ol': case 'menu':
      return visitList(walk, element, name);
    case 'li':
      return visitItem(walk, element, name, null, flags);
    case 'dd':
      return visitItem(walk, element, name, ': ', flags);
    case 'label':
      return visitLabel(walk, /** @type {HTMLLabelElement} */ (element));
    case 'details':
      return visitDetails(walk, element);
    case 'dialog':
      return visitDialog(walk, element, name);
    case 'table':
      return visitTable(walk, element, name, role);
    case 'tr':
      return walk.table && !role ? visitRow(walk, element, name) : walk.visitChildren(element, name);
    case 'output':
      return visitLive(walk, element, name, 'status');
    case 'iframe': case 'frame': case 'embed': case 'object':
      return visitFrame(walk, element, name);
    case 'meter': case 'progress':
      return writer.put(measured(element,
        oneLine(`${accessibleName(element)} ${/** @type {any} */ (element).value}/${/** @type {any} */ (element).max}`)));
    case 'audio': case 'video': case 'input': case 'select': case 'textarea':
      return undefined;
    default:
      return walk.editing ? visitFormatted(walk, element, name) : walk.visitChildren(element, name);
  }
}

/** @type {(element: Element, role: string | null) => boolean} */
function isLive(element, role) {
  const value = attributeOf(element, 'aria-live');
  return value ? value === 'polite' || value === 'assertive' : role !== null && LIVE_ROLES.has(role);
}

/**
 * What a role makes of an element.
 * @param {Walk} walk @param {Element} element @param {string} name @param {string} role @param {number} flags @returns {boolean}
 *   whether it has been read
 */
function visitRole(walk, element, name, role, flags) {
  switch (role) {
    case 'dialog': case 'alertdialog':
      visitDialog(walk, element, name);
      return true;
    case 'heading':
      visitHeading(walk, element, name, Number.parseInt(attributeOf(element, 'aria-level') ?? '', 10)
        || Number(/^h([1-6])$/.exec(name)?.[1] ?? 2));
      return true;
    case 'listitem': case 'treeitem':
      visitItem(walk, element, name, null, flags);
      return true;
    case 'row':
      if (!walk.table) return false;
      visitRow(walk, element, name);
      return true;
    case 'progressbar': case 'meter':
      walk.writer.put(measured(element, oneLine(`${accessibleName(element)} ${attributeOf(element, 'aria-valuetext')
        ?? attributeOf(element, 'aria-valuenow') ?? ''}`) || role));
      return true;
    case 'img': {
      const label = accessibleName(element);
      if (label && !walk.silent) writeImage(walk, element, 'image', label);
      return label !== '';
    }
    case 'table': case 'grid': case 'treegrid':
      visitTable(walk, element, name, role);
      return true;
    default:
      return false;
  }
}

/**
 * Return its `aria-label`; '' if its content starts with the same words, or inside a control or heading.
 * @type {(walk: Walk, element: Element) => string}
 */
function groupName(walk, element) {
  if ((walk.writer.separator !== null && walk.writer.separator !== CELL_SEPARATOR) || walk.inControl || walk.silent) return '';
  const label = oneLine(attributeOf(element, 'aria-label') ?? '');
  const start = label && textOf(element).trim().slice(0, MOST_REPEATING).toLowerCase();
  return label && !wordsOf(label).every((word) => start.includes(word)) ? shorten(label, NAME_LIMIT) : '';
}

/** @param {Walk} walk @param {Element} element @param {string} name @param {string | null} role */
function visitLive(walk, element, name, role) {
  const writer = walk.writer;
  const read = () => (name === 'output' || !SKIPPED.has(name) ? walk.visitChildren(element, name) : undefined);
  if (walk.inControl || writer.separator !== null) return read();
  const urgent = attributeOf(element, 'aria-live') === 'assertive' || role === 'alert';
  writer.line();
  const first = writer.lines.length;
  writer.under(urgent ? 'alert: ' : 'status: ', () => walk.loosely(read));
  writer.kept.fill(true, first);
  return undefined;
}

/** @param {Walk} walk @param {Element} element @param {string} name */
function visitDialog(walk, element, name) {
  walk.writer.line();
  const label = labelFromAria(element);
  if (walk.writer.separator === null) walk.writer.verbatim(`${TAG_OPEN}dialog]${label ? ' ' + label : ''}`, true);
  walk.visitChildren(element, name);
}

/** @param {Walk} walk @param {Element} element @param {string} name @param {number} level */
function visitHeading(walk, element, name, level) {
  const writer = walk.writer;
  const read = () => walk.visitChildren(element, name);
  if (writer.separator !== null) return read();
  writer.line();
  writer.under('#'.repeat(Math.min(Math.max(level, 1), 6)) + ' ', () => {
    const text = writer.collect(() => writer.flat(' ', read)).trim();
    if (text) walk.heading = text.slice(0, 120);
    if (writer.buffer) writer.keep = true;
  });
  return undefined;
}

/** @param {Walk} walk @param {Element} element @returns {void} */
function visitPre(walk, element) {
  const plain = walk.writer.separator !== null || walk.inControl || walk.silent || !isReadable(walk, walk.spot);
  if (plain) return walk.visitChildren(element, 'pre');
  if (!queryOne(element, INNER_CONTROLS)) return printCode(walk, element, element);
  const code = queryOne(element, ':scope > code');
  if (!code || queryOne(code, INNER_CONTROLS)) return walk.visitChildren(element, 'pre');
  return eachChild(element, 'pre', (child) => {
    if (child === code) printCode(walk, element, code);
    else if (nodeTypeGetter.call(child) === ELEMENT_NODE) walk.visitElement(/** @type {Element} */ (child));
  });
}

/** @param {Walk} walk @param {Element} block says which language it is @param {Element} code @returns {void} */
function printCode(walk, block, code) {
  const writer = walk.writer;
  const text = clean(innerTextOf(code)).replace(/^\n+/, '').trimEnd();
  if (!text) return;
  const classes = `${attributeOf(block, 'class') ?? ''} ${attributeOf(queryOne(block, 'code') ?? block, 'class') ?? ''}`;
  const language = /\b(?:lang|language|highlight-source)-([\w+#-]+)/.exec(classes)?.[1] ?? '';
  let fence = '```';
  while (text.includes(fence)) fence += '`';
  // At the margin, also in a list: every line then has the white space that it has on the page, and no more.
  const indent = writer.indent;
  writer.indent = indent.includes('>') ? indent : '';
  writer.verbatim(fence + language);
  for (const line of text.split('\n')) writer.verbatim(line.trimEnd());
  writer.verbatim(fence);
  writer.indent = indent;
  const start = oneLine(text.slice(0, COLLECTED_LIMIT));
  for (const collector of writer.collectors) if (collector.text.length < COLLECTED_LIMIT) collector.text += ' ' + start;
}

/** @param {Walk} walk @param {Element} element */
function visitQuote(walk, element) {
  const writer = walk.writer;
  const indent = writer.indent;
  writer.line();
  writer.indent += '> ';
  if (writer.head !== null) writer.head += '> ';
  walk.visitChildren(element, 'blockquote');
  writer.line();
  writer.indent = indent;
}

/** @param {Walk} walk @param {Element} element @param {string} name */
function visitList(walk, element, name) {
  const numbering = walk.numbering;
  walk.numbering = name === 'ol' ? numberingOf(element) : null;
  walk.visitChildren(element, name);
  walk.writer.line();
  walk.numbering = numbering;
}

/** @param {Walk} walk @param {Element} element @param {string} name @param {string | null} marker @param {number} flags */
function visitItem(walk, element, name, marker, flags) {
  const writer = walk.writer;
  const numbering = walk.numbering;
  const number = numbering && name === 'li' ? numberOf(numbering, element) : null;
  if (writer.separator !== null) return walk.visitChildren(element, name);
  const head = numbering && number !== null ? markerOf(numbering, number, element, walk.style) : marker ?? '- ';
  writer.line();
  const { indent, lines: { length: before } } = writer;
  walk.numbering = null;
  writer.under(head, () => {
    // A blank is part of the token of the word behind it; a second one costs a token on every line of a long definition.
    writer.indent = indent + (marker === ': ' ? ' ' : '  ');
    const label = flags & HAS_ARIA_NAME ? groupName(walk, element) : '';
    const read = () => walk.visitChildren(element, name);
    if (label) writer.named(label, true, () => walk.loosely(read));
    else read();
  });
  writer.indent = indent;
  // In an editor that is where text goes next.
  if (writer.lines.length === before && name === 'li' && isEditableGetter.call(element) && hasMarker(element))
    writer.verbatim(head.trimEnd());
  walk.numbering = numbering;
  return undefined;
}

/** @param {Walk} walk @param {Element} element */
function visitDetails(walk, element) {
  if (hasAttribute(element, 'open')) return walk.visitChildren(element, 'details');
  const summary = queryOne(element, ':scope > summary');
  if (summary) walk.visitElement(summary);
  walk.hidden++;
  return undefined;
}
