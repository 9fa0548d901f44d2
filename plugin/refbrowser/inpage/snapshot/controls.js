// Controls on the page: the tag of the ref, its label, and what else an agent must know to use it.

import { visitPlain } from './blocks.js';
import { isFormatted } from './formatting.js';
import { MOST_AFTER, fieldExtras, isInText, named, printLeaf, saysAllOf, tagOf, valueExtra } from './tags.js';
import { editorText } from '../aria/editor_text.js';
import { fallbackLabel } from '../aria/fallback_label.js';
import { generatedPlaceholder } from '../aria/generated_text.js';
import { itemsOf } from '../aria/items.js';
import { accessibleName, labelFromAria } from '../aria/names.js';
import { OPTION_ROLES, STAND_IN_LEVELS, explicitRole, extraInteractive, isEditingHost } from '../aria/roles.js';
import { isSecret, showsPlaceholder, valueOf } from '../aria/states.js';
import {
  HAS_ARIA_NAME, HAS_DRAGGABLE, HAS_EDITABLE, HAS_POPUP, HAS_TABINDEX, HAS_TITLE, HAS_VALUE, INNER_CONTROLS,
} from '../dom/attributes.js';
import {
  attributeOf, childrenOf, hasAttribute, innerTextOf, matches, nameOf, nextSiblingGetter,
  parentOf, queryEvery, queryOne, rectOf,
  shadowRootOf, styleOf, textOf,
} from '../dom/dom.js';
import { NAME_LIMIT, hasLetter, oneLine, quoted, setOf, shorten } from '../dom/text.js';
import { drawnPart, isEmptyBox, wholeOf } from '../pressing/cover.js';
import { isTransparent } from '../visual/background.js';
/** @import { Walk } from './walker.js' */

/** Controls that show no content of the page inside themselves. */
export const LEAF_TAGS = setOf('input select textarea audio video canvas img');
/** Kinds whose content is their label. */
const CONTENT_KINDS = setOf('button checkbox columnheader gridcell image link menuitem menuitemcheckbox '
  + 'menuitemradio option radio rowheader summary switch tab');
/** Kinds of containers whose items are controls. */
const COMPOSITES = setOf('listbox menu menubar tree grid treegrid tablist');
/** Kinds whose name a page may say and show. */
const REPEATED = setOf('clickable treeitem');
const INNER_STRUCTURE = 'h1,h2,h3,h4,h5,h6,[role=heading],iframe';

/** Characters of an editor's text that stand on the line of its ref. */
const LONGEST_ON_LINE = 120;
const ROW_ITEMS = /^(row|option|listitem|treeitem|gridcell|cell)$/;

/** @typedef {{text: string}} Label what names a control; filled in once its content has been read */

/**
 * @param {Walk} walk @param {Element} element @param {string} name @param {string | null} role @param {string} kind @param {number}
 *   flags
 */
export function visitControl(walk, element, name, role, kind, flags) {
  if (walk.printed.has(element)) return;
  if (LEAF_TAGS.has(name)) printLeaf(walk, element, name, kind, flags);
  else if (kind === 'textbox' || kind === 'searchbox' || kind === 'editable'
    || (flags & (HAS_EDITABLE | HAS_TABINDEX) && isEditingHost(element))) visitEditable(walk, element, name, kind, flags);
  else if (kind === 'combobox' && !queryOne(element, INNER_CONTROLS)) printChoice(walk, element, name, kind, flags);
  else if (CONTENT_KINDS.has(kind)) visitNamedByContent(walk, element, name, kind, flags);
  else visitContainer(walk, element, name, role, kind, flags);
}

/**
 * A control that holds others: its ref, then everything inside.
 * @param {Walk} walk @param {Element} element @param {string} name @param {string | null} role @param {string} kind @param {number}
 *   flags
 */
function visitContainer(walk, element, name, role, kind, flags) {
  const writer = walk.writer;
  const first = writer.lines.length;
  const title = flags & HAS_TITLE && isWordless(element) ? oneLine(attributeOf(element, 'title') ?? '') : '';
  const explicit = (flags & HAS_ARIA_NAME ? labelFromAria(element) : '') || title;
  const label = { text: explicit };
  const tag = tagOf(walk, element, kind, flags, label);
  writer.tag(tag);
  // The cells of a row say what it is called.
  if (explicit && !(kind === 'row' && saysAllOf(textOf(element), explicit))) {
    writer.put(explicit);
    writer.space();
  }
  // On the line of what it holds, the ref would seem to be that line's.
  if (kind === 'scrollable' || (!explicit && COMPOSITES.has(kind))) {
    writer.extra('');
    writer.line();
  }
  const undo = explicit ? writer.checkpoint() : null;
  const before = walk.seen.length;
  const { control } = walk;
  if (kind === 'clickable') walk.control = element;
  const text = writer.collect(() => visitPlain(walk, element, name, role, flags & ~HAS_ARIA_NAME)).trim();
  walk.control = control;
  // A tooltip explains the pictures and signs under it.
  if (undo && title && walk.seen.length === before) {
    undo();
    writer.extra(parenthesized(oneLine(textOf(element))).trimStart());
  } else if (undo && text && REPEATED.has(kind) && walk.seen.length === before && saysAllOf(explicit, text)) undo();
  if (kind === 'clickable' && !explicit && isWrapper(walk, element, before)) {
    writer.takeTag(tag, first);
    walk.seen.splice(before - 1, 1);
    return;
  }
  if (kind === 'combobox' && leavesOne(walk, tag, before, first)) return;
  if (kind === 'treeitem' && !explicit) writer.joinName(tag, first);
  if (kind === 'clickable' && text && walk.seen.length === before && isInText(element)) writer.end();
  if (!explicit) label.text = text.slice(0, NAME_LIMIT);
  const extras = fieldExtras(walk, element, name, flags, label.text)
    + (flags & HAS_DRAGGABLE && attributeOf(element, 'draggable') === 'true' ? ' (draggable)' : '');
  if (writer.leads.endsWith(tag + ' ')) {
    label.text = accessibleName(element);
    writer.extra((label.text || fallbackLabel(element, true)) + extras);
  } else if (extras) writer.extraOf(tag, extras.trimStart(), first);
}

/**
 * it holds nothing but one box that is pressed itself, of those that are read from `before` on: a press on that reaches both
 * @type {(walk: Walk, element: Element, before: number) => boolean}
 */
function isWrapper(walk, element, before) {
  if (walk.seen.length !== before + 1) return false;
  const { element: inner, sighting } = walk.seen[before];
  return sighting.kind === 'clickable' && oneLine(textOf(inner)) === oneLine(textOf(element));
}

/**
 * Leave one ref of a combobox and the combobox in it, of those that are read from `before` on: its field, or the box, where the field
 * takes no text. Return whether the box is taken back.
 * @type {(walk: Walk, tag: string, before: number, first: number) => boolean}
 */
function leavesOne(walk, tag, before, first) {
  const inner = walk.seen.slice(before).filter(({ sighting }) => sighting.kind === 'combobox');
  if (inner.length !== 1) return false;
  const [{ element: field, tag: innerTag }] = inner;
  const takesText = nameOf(field) === 'input' && !/(blocked|readonly) /.test(innerTag) && !matches(field, '[inputmode=none]');
  walk.writer.takeTag(takesText ? tag : innerTag, first);
  walk.seen.splice(takesText ? before - 1 : walk.seen.indexOf(inner[0]), 1);
  return takesText;
}

/**
 * A combobox that shows what is chosen as its text.
 * @param {Walk} walk @param {Element} element @param {string} name @param {string} kind @param {number} flags
 */
function printChoice(walk, element, name, kind, flags) {
  const writer = walk.writer;
  const label = { text: accessibleName(element) };
  writer.tag(tagOf(walk, element, kind, flags, label));
  if (label.text) writer.put(label.text);
  const value = valueOf(element);
  const shown = value && oneLine(value) ? valueExtra(element, value) : placeholderExtra(element, label.text);
  writer.extra(((label.text ? '' : fallbackLabel(element, true))
    + shown + fieldExtras(walk, element, name, flags & ~HAS_VALUE, label.text)).trimStart());
}

/**
 * A control whose content is its label.
 * @param {Walk} walk @param {Element} element @param {string} name @param {string} kind @param {number} flags
 */
function visitNamedByContent(walk, element, name, kind, flags) {
  const writer = walk.writer;
  const label = { text: '' };
  const undo = writer.checkpoint();
  const first = writer.lines.length;
  const before = walk.seen.length;
  const fields = walk.fields.length;
  const explicit = flags & HAS_ARIA_NAME ? labelFromAria(element) : '';
  const tag = tagOf(walk, element, kind, flags, label);
  writer.tag(explicit ? `${tag} ${named(element, explicit)}` : tag);
  let content = readLabel(walk, element, name, kind, true);
  const alone = walk.seen.length === before + 1;
  if (!content && !explicit && alone) content = readLabel(walk, element, name, kind, false);
  label.text = explicit || content.slice(0, NAME_LIMIT);
  if (explicit && kind === 'link' && alone && !content && !isEmptyBox(element) && textAfter(element).startsWith(explicit)) {
    undo();
    writer.tag(tag);
    return;
  }
  if (explicit && alone) {
    const repeats = saysAllOf(explicit, content);
    if (repeats || content.length <= 80) {
      undo();
      writer.tag(tag);
      const name = repeats ? explicit : `${explicit} (${content})`;
      writer.put(name, named(element, name));
    }
  }
  let extras = '';
  if (!content && alone && ((isEmptyBox(element) && drawnPart(element) === null && !awaitsPicture(walk, element))
    || (!explicit && showsNothing(element)))) {
    undo();
    walk.seen.length = before;
    return;
  }
  if (!label.text) {
    label.text = accessibleName(element);
    // Fields in it have said what they are called and hold.
    if (walk.fields.length === fields) extras = label.text || fallbackLabel(element, true);
  }
  // Its tooltip explains a sign.
  const title = content && !explicit && flags & HAS_TITLE && !/[\p{L}\p{N}]{2}/u.test(content)
    ? oneLine(attributeOf(element, 'title') ?? '') : '';
  if (title !== content) extras += named(element, parenthesized(title));
  if (kind === 'link') extras += linkExtras(element, name, label.text);
  extras += fieldExtras(walk, element, name, flags, label.text);
  if (flags & HAS_POPUP && /^(true|menu)$/.test(attributeOf(element, 'aria-haspopup') ?? '')) extras += ' (menu)';
  if (extras || writer.leads) writer.extraOf(tag, extras.trimStart(), first);
}

/**
 * Return the placeholder of an empty scripted field, unless it equals the label.
 * @type {(element: Element, label: string) => string}
 */
function placeholderExtra(element, label) {
  const text = showsPlaceholder(element) ? oneLine(innerTextOf(element)) : '';
  return text && text !== label ? ` placeholder=${quoted(text)}` : '';
}

/**
 * the text that the content of a control shows
 * @type {(walk: Walk, element: Element, name: string, kind: string, skipDecoration: boolean) => string}
 */
function readLabel(walk, element, name, kind, skipDecoration) {
  const outer = { inControl: walk.inControl, skipDecoration: walk.skipDecoration, whole: walk.whole, control: walk.control };
  walk.control = element;
  walk.whole = wholeOf(element, kind);
  walk.inControl = true;
  walk.skipDecoration = skipDecoration;
  const read = () => walk.visitChildren(element, name);
  const inLine = kind !== 'link' && walk.writer.separator === null && !queryOne(element, INNER_STRUCTURE);
  const text = walk.writer.collect(inLine ? () => walk.writer.flat(' ', read) : read);
  walk.inControl = outer.inControl;
  walk.skipDecoration = outer.skipDecoration;
  walk.whole = outer.whole;
  walk.control = outer.control;
  return text.trim();
}

/**
 * A region that is typed into: its text is its value; a long document is read as content.
 * @param {Walk} walk @param {Element} element @param {string} name @param {string} kind @param {number} flags
 */
function visitEditable(walk, element, name, kind, flags) {
  const writer = walk.writer;
  const label = { text: oneLine(labelFromAria(element) || attributeOf(element, 'title')
    || attributeOf(element, 'aria-placeholder') || attributeOf(element, 'placeholder') || generatedPlaceholder(element)) };
  writer.tag(tagOf(walk, element, kind, flags, label));
  if (label.text) writer.put(label.text);
  const fallback = label.text ? '' : fallbackLabel(element, true);
  if (isSecret(element)) return writer.extra((fallback + (textOf(element) ? valueExtra(element, '•••') : '')).trimStart());
  const value = (isEditingHost(element) && !showsPlaceholder(element) ? editorText(element, LONGEST_ON_LINE + 1)
    : valueOf(element) ?? '').trim();
  if (value.length <= LONGEST_ON_LINE && !value.includes('\n') && !queryOne(element, INNER_CONTROLS)
    && !(value && isFormatted(element))) {
    return writer.extra((fallback + (value ? valueExtra(element, value) : placeholderExtra(element, label.text))).trimStart());
  }
  writer.extra(fallback.trimStart());
  writer.line();
  walk.editing = true;
  walk.visitChildren(element, name);
  walk.editing = false;
  return undefined;
}

/**
 * Mark the items of a box that listens for their presses as controls; return whether there are any.
 * @type {(element: Element) => boolean}
 */
export function listensForItems(element) {
  const items = isItem(element) ? [] : itemsOf(element);
  for (const item of items) {
    extraInteractive.add(item);
    delegated.add(item);
  }
  return items.length > 0;
}

/** Marked items. @type {WeakSet<Element>} */
const delegated = new WeakSet();
const ROWS = setOf('li tr td th dd option label button a');

/**
 * Return whether it is an item itself: a row, an entry, or one of several siblings that listen.
 * @type {(element: Element) => boolean}
 */
function isItem(element) {
  const name = nameOf(element);
  if (delegated.has(element) || ROWS.has(name) || ROW_ITEMS.test(explicitRole(element) ?? '')) return true;
  if (/^(ul|ol|menu|table|tbody)$/.test(name) || /^(grid|treegrid|table|list|rowgroup)$/.test(explicitRole(element) ?? ''))
    return false;
  return [element.previousElementSibling, element.nextElementSibling].some((one) =>
    one && shapeOf(one) === shapeOf(element) && (extraInteractive.has(one) || hasAttribute(one, 'onclick')));
}

/** @type {(element: Element) => string} Return tag, class and the tags of its children, for comparison with siblings. */
const shapeOf = (element) => [nameOf(element), attributeOf(element, 'class'), ...childrenOf(element).map(nameOf)].join();

/** @type {(element: Element) => string} Return the text of the next sibling that has any. */
function textAfter(element) {
  let left = MOST_AFTER;
  for (let node = nextSiblingGetter.call(element); node && left-- > 0; node = nextSiblingGetter.call(node)) {
    const text = oneLine(textOf(node));
    if (text) return text;
  }
  return '';
}

/** @type {(element: Element) => boolean} figures alone, as before a chapter's title: what is drawn by letters can be an icon */
export const isNumbering = (element) => /^[\s\d.,:()/%+-]*\d[\s\d.,:()/%+-]*$/.test(textOf(element));

/** @type {(control: Element) => boolean} */
const isPressedAsOne = (control) => nameOf(control) === 'button'
  || OPTION_ROLES.has(explicitRole(control) ?? '') || /^(tab|button|switch|radio|checkbox)$/.test(explicitRole(control) ?? '');

/** @type {(element: Element) => boolean} it fills the option, button or tab that it is in: pressing either is the same */
export function isWholeOption(element) {
  for (let node = parentOf(element), level = 0; node && level < STAND_IN_LEVELS; node = parentOf(node), level++) {
    if (!isPressedAsOne(node)) continue;
    const [inner, outer] = [rectOf(element), rectOf(node)];
    return inner.width * inner.height >= 0.8 * outer.width * outer.height;
  }
  return false;
}

/** @type {(element: Element) => boolean} neither it nor anything in it is drawn, so that no press can reach it */
export const isNowhere = (element) => drawnPart(element) === null && !/\S/.test(textOf(element));

/** @type {(walk: Walk, element: Element) => boolean} a picture in it is still to come, and may give it a box */
function awaitsPicture(walk, element) {
  const awaits = Array.from(queryEvery(element, 'img')).some((image) => !(/** @type {HTMLImageElement} */ (image).complete));
  walk.awaitsPicture ||= awaits;
  return awaits;
}

/**
 * Return whether it is an inline link without text, children, padding, border or background.
 * @type {(element: Element) => boolean}
 */
function showsNothing(element) {
  const style = styleOf(element);
  return nameOf(element) === 'a' && style.display === 'inline'
    && style.position === 'static' && !element.childElementCount && !shadowRootOf(element)
    && style.backgroundImage === 'none'
      && isTransparent(style.backgroundColor)
      && style.borderBottomWidth === '0px'
      && style.borderTopWidth === '0px' && style.paddingLeft === '0px' && !accessibleName(element);
}

/** @type {(text: string) => string} */
const parenthesized = (text) => (text ? ` (${shorten(text, 60)})` : '');

/** @type {(element: Element) => boolean} there are at most pictures in it */
const isWordless = (element) => !shadowRootOf(element) && !hasLetter(textOf(element)) && !queryOne(element, 'slot,iframe');

/** @type {(element: Element, name: string, label: string) => string} where a link leads, when that adds to its name */
function linkExtras(element, name, label) {
  const href = attributeOf(element, 'href');
  if (!href || !/^\s*(https?:)?\/\//i.test(href)) return '';
  const host = name === 'a' || name === 'area' ? /** @type {HTMLAnchorElement} */ (element).host : '';
  return host && host !== location.host && host !== label ? ` ↗${host}` : '';
}
