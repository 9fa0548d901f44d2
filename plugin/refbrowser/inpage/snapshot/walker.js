// One pass over the document: what a person sees, in reading order.

import { visitPlain } from './blocks.js';
import { LEAF_TAGS, listensForItems, isNowhere, isNumbering, isWholeOption, visitControl } from './controls.js';
import { visitFlat } from './flat.js';
import { numberOf } from './list_markers.js';
import { isOutsideMain } from './scope.js';
import { rowsInOrder } from './tables.js';
import { isLabelOfField, isShownByLabel, printStoodFor } from './tags.js';
import { WalkState } from './walk_state.js';
import { repeats } from '../aria/field_parts.js';
import { collectGenerators, generatingKinds, generators, mayGenerate, visitGenerated } from '../aria/generated_text.js';
import { isNamedForScrolling, kindOf } from '../aria/kinds.js';
import { fieldsByLabel, labelsOf } from '../aria/labels.js';
import { delegating, explicitRole, extraInteractive, hasHandCursor } from '../aria/roles.js';
import { FIELD_TAGS, isSwitchedOff, takesTextForScript } from '../aria/states.js';
import { HAS_ARIA_HIDDEN, HAS_DRAGGABLE, HAS_ID, HAS_INERT, HAS_ROLE, HAS_SORT, HAS_TABINDEX, flagsOf } from '../dom/attributes.js';
import {
  CDATA_NODE, ELEMENT_NODE, SKIPPED, TEXT_NODE, assignedTo, attributeOf, dataGetter, documentElementGetter, firstContentOf,
  hasAttribute, nameOf, nextSiblingGetter, nodeTypeGetter, parentOf, queryOne, rectOf, styleOf, textOf,
} from '../dom/dom.js';
import { noting } from '../dom/reads.js';
import { SPACES, TICKER, clean, stateOf } from '../dom/text.js';
import { isUnpressable } from '../pressing/cover.js';
import { MOST_RAISED, isRaised } from '../pressing/raised.js';
import { isInStandIn } from '../pressing/proxy_control.js';
import { mayHoldInternals } from '../tracking/element_internals.js';
import { anyTicker, isTicking } from '../tracking/tickers.js';
import { FAINTEST } from '../visual/background.js';
import { blankFamilies, collectBlankFonts, isBlank } from '../visual/blank_fonts.js';
import { MOST_TAKEN } from '../visual/covers.js';
import { opacityOf } from '../visual/fading.js';
import { collectHighlights, highlighted, withoutVanishing } from '../visual/highlights.js';
import { isReadable, spotIn, spotOf } from '../visual/legibility.js';
import { isScrollable } from '../visual/scroll_boxes.js';
import { collectSuspects, isMoved, isSuspect } from '../visual/suspects.js';
import { isCutOff, isTextVanished, isVanished } from '../visual/vanished.js';
import { isBoxHidden, isShownItself, showsHandle } from '../visual/visibility.js';

/** Text that needs no cleaning and no collapsing: most of it. */
const SIMPLE_TEXT = /^[!-~](?:[!-~]| (?=[!-~]))*$/;
/** Boxes that a table lays out: never clipped away on their own. */
const TABLE_PARTS = new Set(['tbody', 'td', 'th', 'thead', 'tr']);
const ROW_TAGS = new Set(['tr', 'li', 'article']);
const ROW_ROLES = new Set(['row', 'listitem', 'option', 'treeitem', 'article']);
/** How deep structure is followed; what lies deeper is still read, but flat. Each level costs four stack frames. */
const DEPTH_LIMIT = 800;

const ticksBy = noting(isTicking);

export class Walk extends WalkState {
  /** @param {Element} root where to begin */
  read(root) {
    collectGenerators();
    collectSuspects();
    collectHighlights();
    collectBlankFonts();
    // In a part of the page, the field may be outside.
    if (root === documentElementGetter.call(document) && this.mode !== 'viewport') this.fieldsByLabel = fieldsByLabel();
    const parent = parentOf(root);
    if (parent) this.inHand = handOver(styleOf(parent));
    this.inert = this.outer.disabled || (parent !== null && isSwitchedOff(parent));
    this.spot = spotIn(parent);
    this.visitElement(root);
    this.writer.line();
  }

  /** @param {string} data a text node's @param {Node} [node] @returns {void} */
  visitText(data, node) {
    if (this.silent) return;
    const writer = this.writer;
    const simple = SIMPLE_TEXT.test(data);
    if (!simple && !/[^ \t\n\r\f]/.test(data)) return this.visitSpace(data);
    if ((this.covered.size && node && this.covered.has(node))
      || !isReadable(this, this.spot) || (node && this.spot.suspect && isTextVanished(this, node))
      || (blankFamilies.size && this.style && isBlank(this.style, data))) {
      this.hidden++;
      return;
    }
    if (node && highlighted.length) {
      const seen = withoutVanishing(this, node, data);
      if (seen !== data) {
        this.hidden++;
        return this.visitText(seen);
      }
    }
    if (simple) return this.putText(data);
    let text = clean(data);
    if (/[\t\n\r\f]| {2}/.test(text)) {
      const collapse = this.style ? /** @type {any} */ (this.style).whiteSpaceCollapse : 'collapse';
      if (collapse !== 'collapse') return this.putLines(collapse === 'preserve-breaks' ? text.replace(/[ \t]+/g, ' ') : text);
      text = text.replace(SPACES, ' ');
    }
    const spaceBefore = text.charCodeAt(0) === 32;
    const spaceAfter = text.charCodeAt(text.length - 1) === 32;
    if (spaceBefore || spaceAfter) text = text.trim();
    if (spaceBefore) writer.space();
    if (text) this.putText(text);
    if (spaceAfter) writer.space();
  }

  /** @param {string} text visible, without white space at its end */
  putText(text) {
    this.writer.put(text, this.ticking ? stateOf(TICKER, text) : text);
  }

  /**
   * @param {string} data white space alone: where a style keeps it, as between the words of a code, it ends a line or indents one
   */
  visitSpace(data) {
    const shows = this.writer.buffer ? /[\n\r\f]/.test(data) : /^(\t|[ \t]{2,})$/.test(data);
    const collapse = shows && this.style ? /** @type {any} */ (this.style).whiteSpaceCollapse : 'collapse';
    if (collapse !== 'collapse') this.putLines(collapse === 'preserve-breaks' ? data.replace(/[ \t]+/g, '') : data);
    else if (data) this.writer.space();
  }

  /** @param {string} text whose line breaks are kept */
  putLines(text) {
    const writer = this.writer;
    const parts = text.split(/\r\n|[\n\r\f]/);
    parts.forEach((part, index) => {
      if (index) writer.line();
      const kept = part.trimEnd();
      if (kept) this.putText(kept);
      else writer.pad(part);
      if (kept !== part) writer.space();
    });
  }

  /** @param {Element} element @param {string} name */
  visitChildren(element, name) {
    if (this.depth >= DEPTH_LIMIT) return visitFlat(this, element);
    this.depth++;
    const { style, sideBySide, ticking } = this;
    // One that becomes a ticker counts as a change.
    if (anyTicker() && isTicking(element)) this.ticking ||= ticksBy(element);
    const assigned = assignedTo(element, name) ?? (this.table && rowsInOrder(element));
    let index = 0;
    let child = assigned ? assigned[0] : firstContentOf(element, name);
    const generates = (generators.size || generatingKinds) && !this.editing && mayGenerate(element);
    if (generates) {
      if (name === 'li') visitGenerated(this, element, '::marker');
      visitGenerated(this, element, '::before');
    }
    while (child) {
      const type = nodeTypeGetter.call(child);
      if (type === TEXT_NODE || type === CDATA_NODE) {
        this.visitText(dataGetter.call(child), child);
      } else if (type === ELEMENT_NODE) {
        this.visitElement(/** @type {Element} */ (child));
        this.style = style;
        this.sideBySide = sideBySide;
      }
      child = assigned ? assigned[++index] : nextSiblingGetter.call(child);
    }
    if (generates) visitGenerated(this, element, '::after');
    this.ticking = ticking;
    this.depth--;
  }

  /** @param {Element} element @param {CSSStyleDeclaration} [style] its own @param {string} [display] of that, where it is known */
  visitElement(element, style, display) {
    const name = nameOf(element);
    if (SKIPPED.has(name)) return;
    this.elements++;
    style ??= styleOf(element);
    display ??= style.display;
    if (display === 'none') return this.leaveOut(element, name);
    if (name.includes('-') && mayHoldInternals(element)) this.customs.push(element);
    const flags = flagsOf(element);
    const role = flags & HAS_ROLE ? explicitRole(element) : null;
    const inline = display === 'inline' || display === 'contents' || display.endsWith('math');
    const { astray, opacity } = this;
    const soft = !inline && (this.sideBySide || display === 'table-cell' || display.startsWith('inline-'));
    const block = this.recording && !inline && !soft ? this.recording.begin(this, element) : null;
    this.suspect = isSuspect(element, flags);
    if (this.isLeftOut(element, name, role, flags, style, inline)) {
      if (this.numbering && name === 'li') numberOf(this.numbering, element);
      this.opacity = opacity;
      return;
    }

    const writer = this.writer;
    const { path, row, inHand, inert, spot } = this;
    if (soft) writer.space();
    else if (!inline) writer.line();
    this.style = style;
    // In fields stands no text that a walk would read, and nothing in them shows a hand of its own.
    const field = FIELD_TAGS.has(name);
    if (!field) this.spot = spotOf(this, element, name, flags, style, inline);
    this.sideBySide = (display === 'flex' || display === 'inline-flex') && style.flexDirection.startsWith('row');
    this.path += `>${name}${role ? '.' + role : ''}${flags & HAS_ID ? '#' + attributeOf(element, 'id') : ''}`;
    if (flags & HAS_INERT) this.inert ||= hasAttribute(element, 'inert') || attributeOf(element, 'aria-disabled') === 'true';
    const isRow = ROW_TAGS.has(name) || (role !== null && ROW_ROLES.has(role));
    if (isRow) {
      this.row = { text: '' };
      writer.collectors.push(this.row);
    }

    // What is grabbed may hold what is pressed.
    if (!field && (!inHand || inHand.startsWith('grab'))) this.inHand = handOver(style);
    let kind = kindOf(element, name, role, this.inHand !== '' && this.inHand !== inHand, flags);
    if (this.clips && (kind === null || isNamedForScrolling(element, kind, flags)) && isScrollable(element, style))
      kind = 'scrollable';
    const listens = kind === 'clickable' ? !(flags & (HAS_TABINDEX | HAS_DRAGGABLE))
      : delegating.any && delegating.boxes.has(element);
    if (listens && !this.inControl && listensForItems(element) && kind === 'clickable') kind = null;
    if (element === this.whole) kind = null;
    if (kind && isUnpressable(this, element, name, flags, spot)) {
      kind = null;
      if (field) this.hidden++;
    }
    if (kind && style.visibility === 'visible' && !(kind === 'clickable'
      && (this.silent || isInStandIn(this, element) || (this.inControl && isWholeOption(element))
      || (this.control && !(flags & HAS_DRAGGABLE) && repeats(element, this.control)) || isNowhere(element)))) {
      const control = kind;
      this.loosely(() => visitControl(this, element, name, role, control, flags));
      // The name of a link says what the buttons behind it are for; that of a button or field says it of nothing else.
      if (kind !== 'link') writer.forgetRecent();
    } else if (!(flags & HAS_ID && this.fieldsByLabel.size && !kind && isLabelOfField(this, element)))
      visitPlain(this, element, name, role, flags);

    if (isRow) {
      writer.collectors.pop();
      this.row = row;
    }
    const sorted = flags & HAS_SORT && /(a|de)scending/.exec(attributeOf(element, 'aria-sort') ?? '');
    if (sorted) writer.extra('sort=' + sorted[0]);
    this.path = path;
    this.inHand = inHand;
    this.inert = inert;
    this.spot = spot;
    this.astray = astray;
    this.opacity = opacity;
    if (soft) writer.space();
    else if (!inline) writer.line();
    if (block) this.recording?.end(this, block);
  }

  /** Read what an element around it may still add to. @template T @param {() => T} run @returns {T} */
  loosely(run) {
    const { firm } = this;
    this.firm = false;
    const result = run();
    this.firm = firm;
    return result;
  }

  /**
   * @param {Element} element @param {string} name @param {string | null} role @param {number} flags
   * @param {CSSStyleDeclaration} style @param {boolean} inline
   * @returns {boolean} whether the whole subtree stays out of the capture
   */
  isLeftOut(element, name, role, flags, style, inline) {
    if (style.opacity !== '1') {
      this.opacity *= opacityOf(element, Number(style.opacity));
      this.raise(element);
    }
    if (this.opacity < FAINTEST && !(name === 'input' && isShownItself(element)
      && attributeOf(element, 'aria-hidden') !== 'true')) {
      return printStoodFor(this, element) || this.leaveOut(element, name);
    }
    this.clips = false;
    // A field may be drawn by what lies over it, and inside of a control hidden text names a picture.
    if (this.suspect && !this.inControl && !FIELD_TAGS.has(name) && isVanished(element, style))
      return this.standInOrNothing(element, name);
    if (isMoved(element, flags) && this.isMovedAway(element, name)) return this.standInOrNothing(element, name);
    if (flags & HAS_ARIA_HIDDEN && this.skipDecoration && attributeOf(element, 'aria-hidden') === 'true'
      && !isNumbering(element) && !extraInteractive.has(element)) return true;
    if (inline) return false;
    if (style.overflowX !== 'visible') {
      // How far a field is scrolled shows none of its text or hides it: what it holds is read whole.
      if (!LEAF_TAGS.has(name)) this.scrollers.push(element);
      this.clips = !this.inControl;
    }
    if (!this.inControl && !TABLE_PARTS.has(name) && (element !== this.focused || isShownByLabel(element))
      && isBoxHidden(element, style, flags, this.clips, this.positionOf(element, style))) {
      if (this.clips || !showsHandle(element, style)) return this.standInOrNothing(element, name);
      this.astray = true;
    }
    if (this.mode === 'main') return isOutsideMain(element, name, role);
    if (!this.windows || this.inSight.has(element) || !this.windows.isOutside(element, style)) return false;
    this.outside++;
    return true;
  }

  /**
   * @param {Element} element @param {string} name @returns {boolean} out of a box around it, of which nobody can scroll it into
   *   sight
   */
  isMovedAway(element, name) {
    if (this.moved.length < MOST_TAKEN) this.moved.push(element);
    return !this.inControl && name !== 'body' && !FIELD_TAGS.has(name) && isCutOff(element);
  }

  /** @param {Element} element @param {CSSStyleDeclaration} style */
  positionOf(element, style) {
    const position = style.position;
    if ((position === 'absolute' || position === 'fixed') && this.taken.length < MOST_TAKEN) this.taken.push(element);
    if (isRaised(style, position)) this.raise(element);
    return position;
  }

  /** @param {Element} element Note a box that may lie over others, seen or not. */
  raise(element) {
    if (this.raised.length < MOST_RAISED && this.raised[this.raised.length - 1] !== element) this.raised.push(element);
  }

  /** @param {Element} element @param {string} name @returns {true} hidden, but for a control in it that the box around it draws */
  standInOrNothing(element, name) {
    return ((mayStandBehind(element, name) || isSpeck(element)) && printStoodFor(this, element)) || this.leaveOut(element, name);
  }

  /** @param {Element} element @param {string} name @returns {true} a hidden subtree: counted, not read */
  leaveOut(element, name) {
    if (name === 'input' ? !labelsOf(element).length : /\S/.test(textOf(element))) this.hidden++;
    return true;
  }
}

/**
 * a field for which something else may be drawn, or a box that keeps the one of an editor out of sight
 * @type {(element: Element, name: string) => boolean}
 */
const mayStandBehind = (element, name) =>
  name === 'input' || takesTextForScript(element) || queryOne(element, 'textarea[spellcheck=false]:not([name])') !== null;

/** CSS pixels: the size of a box that hides its content from all but assistive technology. */
const SPECK = 2;

/** @type {(style: CSSStyleDeclaration) => string} the cursor that invites a press or a drag, if it is one */
const handOver = (style) => (hasHandCursor(style) ? style.cursor : '');

/** @type {(element: Element) => boolean} */
function isSpeck(element) {
  const { width, height } = rectOf(element);
  return width <= SPECK && height <= SPECK;
}
