// A reading of which one block, or a few, is read anew, in a document in which nothing but texts has changed since.
//
// All else would be read as it was: the walk depends on nodes, which are observed; on styles, of which Chromium counts the
// computations, so that who asks finds whether there were any, and which follow from what is compared where a text is another node
// now; on boxes and texts, whose reading is noted; on fields, places and the focus, which are compared; and on what it remembers from
// element to element, which must be the same behind a block as before.

import { LISTS, Recording, areAlike, forget, recall, standAs } from './recording.js';
import { isAsLeft } from './reuse.js';
import { nearIn } from './writer.js';
import { collectGenerators } from '../aria/generated_text.js';
import { withLabelIndex } from '../aria/labels.js';
import {
  ELEMENT_NODE, TEXT_NODE, attributeOf, dataGetter, isConnectedGetter, isWithin, nameOf, nodeTypeGetter, parentNodeGetter, parentOf,
} from '../dom/dom.js';
import { noted } from '../dom/reads.js';
import { areSame, styleState } from '../dom/style_state.js';
import { setOf } from '../dom/text.js';
import { findCover } from '../pressing/cover.js';
import { MOST_RAISED } from '../pressing/raised.js';
import { version } from '../tracking/changes.js';
import { hostsSuspected } from '../tracking/debugger_hints.js';
import { documentToken, entries } from '../tracking/refs.js';
import { anyTicker } from '../tracking/tickers.js';
import { blankFamilies, collectBlankFonts } from '../visual/blank_fonts.js';
import { MOST_TAKEN } from '../visual/covers.js';
import { collectHighlights, highlighted } from '../visual/highlights.js';
import { collectSuspects } from '../visual/suspects.js';
/** @import { Fact } from '../dom/reads.js' */
/** @import { StyleState } from '../dom/style_state.js' */
/** @import { Block, Standing } from './recording.js' */
/** @import { LastReading } from './reuse.js' */
/** @import { Seen } from './walk_state.js' */
/** @import { Walk } from './walker.js' */

/** How many texts may change, and in how many blocks, until the whole document is read. */
const MOST_TEXTS = 200;
const MOST_BLOCKS = 20;
/** How many recordings of a document may be of no use, one behind the other, until one is made for so many readings alone. */
const MOST_FAILURES = 5;
const SELDOM = 8;
/** What shows, or is, something else than the text in it. */
const OTHERWISE_SHOWN = setOf('option optgroup datalist select textarea title style script template noscript svg math object audio '
  + 'video canvas iframe');
/** A number that was still to come as the line was written. */
const TO_COME = /\x01(\d+)\x02/g;

/**
 * The last reading of the whole document, and what has changed since. walk: null where that was not noted; batches: of
 * changes; replaced: elements in which texts came and went; ticks: there were tickers.
 * @typedef {{walk: Walk | null, last: LastReading, version: number, batches: number, texts: Set<Text>, replaced: Map<Element,
 *   Replaced>, ticks: boolean}} Kept
 * @type {Kept | null}
 */
let kept = null;
let failures = 0;
/** How many readings were not recorded for that. */
let passed = 0;
/** Pages change texts by other nodes here. */
let replaces = false;

/** What the element held first of those that went, and how many more came than went. @typedef {{first: Node, grown: number}} Replaced */

/** @type {() => Recording | null} what to note of the next walk: only texts have changed, and may again */
export function newRecording() {
  if (!kept || !(kept.texts.size + kept.replaced.size)) return null;
  return failures < MOST_FAILURES || ++passed % SELDOM === 0 ? new Recording() : null;
}

/** @type {(walk: Walk, last: LastReading) => void} */
export function keep(walk, last) {
  const { recording } = walk;
  const usable = recording !== null && isRenewable(walk, recording);
  if (recording) {
    recording.blank = blank();
    // What is renewed is styled as it was.
    recording.styles ??= usable && replaces && !hostsSuspected() ? styleState() : null;
  }
  if (recording && !usable) failures++;
  kept = {
    walk: usable ? walk : null, last, version, batches: 0, texts: new Set(), replaced: new Map(), ticks: anyTicker(),
  };
}

/** @type {() => string} the fonts that show nothing */
const blank = () => Array.from(blankFamilies).join();

/** @type {(walk: Walk, recording: Recording) => boolean} */
function isRenewable(walk, recording) {
  return !recording.reads.lost && !walk.embedded.length && !walk.cover
    && !highlighted.length && walk.taken.length < MOST_TAKEN && walk.raised.length < MOST_RAISED && walk.moved.length < MOST_TAKEN;
}

/** What may have changed is more than texts. */
export function dropKept() {
  kept = null;
}

/** @type {(records: MutationRecord[]) => void} */
export function noteTexts(records) {
  if (!kept) return;
  kept.batches++;
  for (const record of records) {
    if (isText(record.target)) kept.texts.add(/** @type {Text} */ (record.target));
    else if (!noteReplaced(kept.replaced, record)) return dropKept();
    if (kept.texts.size + kept.replaced.size > MOST_TEXTS) return dropKept();
  }
}

/** @type {(node: Node) => boolean} */
const isText = (node) => nodeTypeGetter.call(node) === TEXT_NODE;

/** @type {(replaced: Map<Element, Replaced>, record: MutationRecord) => boolean} whether only texts came and went in an element */
function noteReplaced(replaced, { type, target, addedNodes, removedNodes }) {
  if (type !== 'childList' || nodeTypeGetter.call(target) !== ELEMENT_NODE
    || ![...addedNodes, ...removedNodes].every(isText)) return false;
  const element = /** @type {Element} */ (target);
  const known = replaced.get(element);
  const first = known?.first ?? removedNodes[0];
  if (!first) return false;
  replaced.set(element, { first, grown: (known?.grown ?? 0) + addedNodes.length - removedNodes.length });
  replaces = true;
  return true;
}

/**
 * the walk of the known reading with the blocks read anew whose texts have changed, by their data alone or by other nodes; null where
 * the document has to be read
 * @type {(known: {doc: string, version: number}) => {walk: Walk, by: 'data' | 'nodes', last: LastReading} | null}
 */
export function renewed(known) {
  const before = kept;
  const walk = before?.walk;
  if (!before || !walk?.recording) return null;
  kept = null;
  const only = known.doc === documentToken && known.version === before.version
    && version - before.version === before.batches && before.ticks === anyTicker() && isAsLeft(before.last);
  const texts = only && !findCover() ? changedTexts(before, walk.recording.styles) : null;
  const renewal = texts !== null && texts.size > 0 && renewBlocks(walk, walk.recording, texts);
  failures = renewal ? 0 : failures + 1;
  return renewal ? { walk, by: before.replaced.size ? 'nodes' : 'data', last: before.last } : null;
}

/**
 * the texts that have changed, each with the node that it was; null where more may have
 * @type {(before: Kept, styles: StyleState | null) => Map<Text, Node> | null}
 */
function changedTexts({ texts, replaced }, styles) {
  /** @type {Map<Text, Node>} */
  const changed = new Map();
  for (const [element, { first, grown }] of replaced) {
    const [text, ...others] = element.childNodes;
    // Where one text stood in an element, and one does now, all else in the document is where it was.
    if (grown !== 0 || others.length || !text || !isText(text) || !dataGetter.call(text) || !dataGetter.call(first)) return null;
    changed.set(/** @type {Text} */ (text), first);
  }
  for (const text of texts) if (isConnectedGetter.call(text) && !changed.has(text)) changed.set(text, text);
  return replaced.size && !(Array.from(changed.keys()).every(isSetLeftToRight) && areSame(styles, styleState())) ? null : changed;
}

/** @type {(text: Text) => boolean} no element around it takes its direction from it */
function isSetLeftToRight(text) {
  for (let node = parentOf(text); node; node = parentOf(node))
    if (nameOf(node) === 'bdi' || /^\s*auto\s*$/i.test(attributeOf(node, 'dir') ?? '')) return false;
  return true;
}

/** @type {(walk: Walk, recording: Recording, texts: Map<Text, Node>) => boolean} */
function renewBlocks(walk, recording, texts) {
  /** @type {Map<Block, Text[]>} */
  const blocks = new Map();
  for (const text of texts.keys()) {
    const block = blockAround(recording, text);
    if (!block) return false;
    blocks.set(block, [...blocks.get(block) ?? [], text]);
  }
  const chosen = [...blocks.keys()];
  // One within another would be read twice.
  if (chosen.length > MOST_BLOCKS || chosen.some((one) => chosen.some((other) => other !== one && isInside(one, other)))) return false;
  if (chosen.reduce((sum, { before, after }) => sum + after.elements - before.elements, 0) * 2 > walk.elements) return false;
  for (const [block, inside] of blocks)
    if (inside.some((text) => isReadElsewhere(recording, text, block) || isReadElsewhere(recording, texts.get(text) ?? text, block))
      || isComparedElsewhere(walk, block)) return false;
  const { reads } = recording;
  if (reads.outdated().some((fact) => !chosen.some((block) => isReadIn(fact, block)))) return false;
  numberTags(walk);
  try {
    noted.of = reads;
    return withLabelIndex(() => {
      collectGenerators();
      collectSuspects();
      collectHighlights();
      collectBlankFonts();
      return !highlighted.length && recording.blank === blank() && chosen.every((block) => renewBlock(walk, recording, block));
    });
  } finally {
    noted.of = null;
  }
}

/** @type {(one: Block, other: Block) => boolean} */
const isInside = (one, other) => other.before.elements < one.before.elements && one.before.elements <= other.after.elements;

/** @type {(fact: Fact, block: Block) => boolean} it was read in the block alone, of something in that */
function isReadIn({ node, step }, { element, before, after }) {
  const inner = nodeTypeGetter.call(node) === ELEMENT_NODE ? /** @type {Element} */ (node) : parentOf(node);
  // A text that was replaced is in nothing now.
  return before.step <= step && step < after.step && (inner === null || isWithin(inner, element));
}

/** @type {(recording: Recording, text: Text) => Block | null} the innermost one that it is in; null where it is not read as text */
function blockAround(recording, text) {
  let block = null;
  for (let node = parentOf(text); node; node = parentOf(node)) {
    if (OTHERWISE_SHOWN.has(nameOf(node))) return null;
    block ??= recording.blocks.get(node) ?? null;
  }
  return block;
}

/** @type {(recording: Recording, text: Node, block: Block) => boolean} what is not in the block was read with that text */
function isReadElsewhere({ reads }, text, { before, after }) {
  for (let node = /** @type {Node | null} */ (text); node; node = parentNodeGetter.call(node) ?? /** @type {any} */ (node).host ?? null)
    if (reads.areBeyond(node, before.step, after.step)) return true;
  for (let node = parentOf(text); node; node = parentOf(node)) if (reads.areBeyond(node, before.step, after.step)) return true;
  return false;
}

/** @type {(walk: Walk, block: Block) => boolean} a line of it was compared with what is behind it, or one before it with it */
const isComparedElsewhere = ({ writer }, { before, after }) => writer.compared.some((line, index) =>
  (index >= after.compared ? line < after.lines : index >= before.compared && line < before.lines));

/** @type {(walk: Walk) => void} Write the numbers that have come since, and the tags as they were before they were highlighted. */
function numberTags(walk) {
  /** @type {(text: string) => string} */
  const number = (text) => (text.includes('\x01') ? text.replace(TO_COME, (place, id) => String(entries[Number(id) - 1]?.number || place)) : text);
  walk.writer.lines = walk.writer.lines.map(number);
  for (const seen of walk.seen) {
    seen.tag = number(seen.bare ?? seen.tag);
    seen.bare = undefined;
  }
}

/** @type {(walk: Walk, recording: Recording, block: Block) => boolean} whether all behind it stands as it did */
function renewBlock(walk, recording, block) {
  const { writer } = walk;
  const { before, after } = block;
  const rest = {
    lines: writer.lines.splice(before.lines).slice(after.lines - before.lines),
    kept: writer.kept.splice(before.lines).slice(after.lines - before.lines),
    compared: writer.compared.splice(before.compared).slice(after.compared - before.compared),
    lists: LISTS.map((name, index) => /** @type {any[]} */ (walk[name]).splice(before.lists[index])
      .slice(after.lists[index] - before.lists[index])),
  };
  const { elements, hidden } = walk;
  const memories = recording.memories.splice(before.memories);
  const own = memories.slice(0, after.memories - before.memories);
  forget(memories);
  for (const [element, { before: start }] of recording.blocks)
    if (start.elements > before.elements && start.elements <= after.elements) recording.blocks.delete(element);
  recording.reads.forget(before.step, after.step);
  const { around, written } = recording.standing(walk);
  // The block itself is counted before it begins.
  standAs(walk, { ...before, elements: before.elements - 1 });
  walk.visitElement(block.element);
  const made = recording.blocks.get(block.element);
  if (!made || made === block || made.after.elements !== after.elements) return false;
  if (!areAlike(own, recording.memories.slice(before.memories)) || !standsAs(made.after, after)) return false;
  if (isComparedElsewhere(walk, { ...made, after: { ...made.after, compared: Infinity } })) return false;
  const [seen, images] = rest.lists;
  if (!takeUp(recording, made, [...seen.slice(0, 1), ...images], after)) return false;
  shift(recording, made, after);
  standAs(walk, { ...made.after, around, written, elements, hidden: hidden + made.after.hidden - after.hidden });
  recall(memories.slice(own.length));
  recording.memories.push(...memories.slice(own.length));
  const grown = writer.lines.length - after.lines;
  writer.lines.push(...rest.lines);
  writer.kept.push(...rest.kept);
  writer.compared.push(...rest.compared.map((line) => line + grown));
  LISTS.forEach((name, index) => /** @type {any[]} */ (walk[name]).push(...rest.lists[index]));
  return true;
}

/** @type {(one: Standing, other: Standing) => boolean} what comes behind is read alike, but for the text before it */
const standsAs = (one, other) => one.around.every((value, index) => value === other.around[index])
  && one.written.every((value, index) => value === other.written[index]);

/**
 * The text before the next control, and before images and blocks until there, begins with that of the block. Return whether it could
 * be made.
 * @type {(recording: Recording, made: Block, next: Seen[], then: Standing) => boolean}
 */
function takeUp(recording, made, next, then) {
  const now = made.after;
  if (now.recent === then.recent && now.run === then.run) return true;
  const goesOn = (/** @type {{recent: string, run: object}} */ one) => one.run === then.run;
  const standings = standingsBehind(recording, made, then).filter(goesOn);
  const sighted = next.filter(goesOn);
  const following = [...standings, ...sighted];
  if (following.some(({ recent }) => !recent.startsWith(then.recent)) || (!then.recent !== !now.recent && following.length)) return false;
  if (sighted.some(({ judged }) => judged)) return false;
  for (const one of following) Object.assign(one, { recent: now.recent + one.recent.slice(then.recent.length), run: now.run });
  for (const { sighting, recent } of sighted) sighting.near = nearIn(recent);
  return true;
}

/** @type {(recording: Recording, made: Block, then: Standing) => Standing[]} */
const standingsBehind = ({ blocks }, made, then) => [...blocks.values()]
  .flatMap((block) => (block === made || isInside(block, made) ? [] : [block.before, block.after]))
  .filter(({ elements }) => elements >= then.elements);

/** @type {(recording: Recording, made: Block, then: Standing) => void} Move what was noted behind the block. */
function shift(recording, made, then) {
  const now = made.after;
  for (const standing of standingsBehind(recording, made, then)) {
    standing.hidden += now.hidden - then.hidden;
    standing.lines += now.lines - then.lines;
    standing.compared += now.compared - then.compared;
    standing.memories += now.memories - then.memories;
    standing.lists = standing.lists.map((length, index) => length + now.lists[index] - then.lists[index]);
  }
}
