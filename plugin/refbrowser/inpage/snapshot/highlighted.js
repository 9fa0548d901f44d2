// Which of a group of alike controls looks selected where no state says it: a seat, a star, a swatch, the current page of a menu.

import { attributeOf, childrenOf, hasAttribute, matches, parentOf, styleOf } from '../dom/dom.js';
import { setOf } from '../dom/text.js';
/** @import { Walk } from './walker.js' */

/** @typedef {Walk['seen'][number]} Seen */

/** Kinds that have no state of their own by which a person sees what is chosen. */
const KINDS = setOf('clickable button link image listitem gridcell cell option menuitem');
/** States that say it. */
const SAYS_IT = /(checked|mixed|selected|pressed|expanded) /;
/** Words by which pages call what is selected. */
const SELECTED = /(^|[-_])(sel|selected|active|current|checked|chosen|picked|on|filled|highlight(ed)?)$|(Selected|Active|Current|Checked|Chosen|Picked)$/;
/** Attributes by which pages say it to their style sheets; each with a value is a word. */
const STATED = ['data-selected', 'data-active', 'data-checked', 'data-current', 'data-state', 'aria-current'];
/** What a person sees the difference by. */
const LOOKS = /** @type {const} */ (['color', 'backgroundColor', 'backgroundImage', 'borderTopColor', 'borderBottomColor',
  'borderTopWidth', 'borderBottomWidth', 'outlineStyle', 'outlineColor', 'boxShadow', 'opacity', 'fill',
  'fontWeight', 'textDecorationLine']);
const UNFOCUSED = LOOKS.filter((property) => !/^(outline|boxShadow)/.test(property));
const EMPHASIZED = setOf('button link');
const MOST_GROUPS = 200;
const DEEPEST = 2;

/**
 * with the tags of the controls marked that stand out of their group as selected ones do
 * @type {(walk: Walk, body: string) => string}
 */
export function markHighlighted(walk, body) {
  for (const group of groupsOf(walk.seen)) {
    for (const seen of highlightedIn(group)) {
      const at = seen.tag.lastIndexOf(seen.sighting.kind + ' ');
      const tag = `${seen.tag.slice(0, at)}highlighted ${seen.tag.slice(at)}`;
      body = body.replace(seen.tag, () => tag);
      seen.bare ??= seen.tag;
      seen.tag = tag;
    }
  }
  return body;
}

/**
 * controls of one kind in one box, each in it or in a box of its own there, which are not all written alike
 * @type {(seen: Seen[]) => Seen[][]}
 */
function groupsOf(seen) {
  const controls = seen.filter(({ sighting }) => KINDS.has(sighting.kind));
  // One whose look is its own makes a group worth a look.
  /** @type {Map<Element, Seen[]>} */
  const groups = new Map();
  for (const { element } of controls) {
    if (!hasAttribute(element, 'class') && !hasAttribute(element, 'style')) continue;
    const parent = parentOf(element);
    const outer = parent && parentOf(parent);
    if (parent) groups.set(parent, []);
    if (outer) groups.set(outer, []);
  }
  if (!groups.size) return [];
  for (const one of controls) {
    const parent = parentOf(one.element);
    if (parent) groups.get(parent)?.push(one);
  }
  // A box that holds one control alone stands for that in the box around it.
  for (const one of controls) {
    const parent = parentOf(one.element);
    const outer = parent && (groups.get(parent)?.length ?? 1) < 2 && parentOf(parent);
    if (outer) groups.get(outer)?.push(one);
  }
  // What is switched off looks otherwise for that.
  return [...groups.values()].map((members) => members.filter(({ tag }) => !tag.includes('disabled '))).filter((members) =>
    members.length > 1 && members.every(({ sighting, tag }) => sighting.kind === members[0].sighting.kind && !SAYS_IT.test(tag))
    && members.some(({ element }) => written(element) !== written(members[0].element))).slice(0, MOST_GROUPS);
}

/** @type {(element: Element) => string} */
const written = (element) => `${wordsOf(element).join(' ')}\n${attributeOf(element, 'style') ?? ''}`;

const COLORS_OR_NUMBERS = /\b(?:rgb|hsl|hwb|color|(?:ok)?l(?:ab|ch))a?\([^)]*\)|#[\da-f]+\b|\d+/g;

/** @type {(element: Element) => string} with no other numbers than those of colours */
const unnumbered = (element) => written(element).replace(COLORS_OR_NUMBERS, (match) => (/^\d/.test(match) ? '#' : match));

/** @type {(element: Element) => string[]} */
function wordsOf(element) {
  const words = (attributeOf(element, 'class') ?? '').split(/\s+/);
  for (const attribute of STATED) {
    const value = attributeOf(element, attribute);
    if (value !== null && value !== 'false') words.push(attribute === 'data-state' ? `data-${value}` : attribute);
  }
  return words.filter(Boolean);
}

/**
 * those that look otherwise than the rest, by a word for what is selected, or one of three or more alone
 * @type {(group: Seen[]) => Seen[]}
 */
function highlightedIn(group) {
  const words = group.map(({ element }) => new Set(wordsOf(element)));
  const common = new Set([...words[0]].filter((word) => words.every((own) => own.has(word))));
  const extra = words.map((own) => [...own].filter((word) => !common.has(word)));
  const called = group.filter((_, index) => extra[index].some((word) => SELECTED.test(word)));
  if (called.length && called.length < group.length) {
    const looks = group.map(({ element }) => lookOf(element) + lookInside(element));
    const plain = new Set(looks.filter((_, index) => !called.includes(group[index])));
    return called.filter((one) => !plain.has(looks[group.indexOf(one)]));
  }
  // The class of one button or link says most often how important it is.
  if (group.length < 3 || (EMPHASIZED.has(group[0].sighting.kind) && extra.some((own) => own.length))) return [];
  const looks = group.map(({ element }) => lookOf(element));
  // An outline shows where the focus is, which is no choice.
  const focused = group.findIndex(({ element }) => matches(element, ':focus-within'));
  if (focused >= 0) looks[focused] = lookWithoutFocus(group, looks, focused);
  const alone = group.filter((_, index) => looks.indexOf(looks[index]) === looks.lastIndexOf(looks[index]));
  if (alone.length !== 1 || new Set(looks).size !== 2) return [];
  const one = alone[0].element;
  // Written as another one is but for a number, as days are, it looks otherwise for the mouse on it.
  if (matches(one, ':hover') && group.some(({ element }) => element !== one && unnumbered(element) === unnumbered(one))) return [];
  return alone;
}

/** @type {(group: Seen[], looks: string[], focused: number) => string} the look of those that differ by the focus alone */
function lookWithoutFocus(group, looks, focused) {
  const bare = lookOf(group[focused].element, UNFOCUSED);
  const like = looks.filter((_, index) => index !== focused && lookOf(group[index].element, UNFOCUSED) === bare);
  return like.find((look, index) => like.indexOf(look) !== index) ?? like[0] ?? looks[focused];
}

/** @type {(element: Element) => string} of the boxes that fill it: a day of a calendar is drawn in its cell */
function lookInside(element) {
  let look = '';
  let inner = childrenOf(element);
  for (let depth = 0; depth < DEEPEST && inner.length === 1; depth++) {
    look += `\n${lookOf(inner[0])}`;
    inner = childrenOf(inner[0]);
  }
  return look;
}

/** @type {(element: Element, looks?: readonly (typeof LOOKS[number])[]) => string} */
function lookOf(element, looks = LOOKS) {
  const style = styleOf(element);
  return looks.map((property) => style[property]).join('|');
}
