// The capture: a walk over the document or a part of it, as a header line and markdown.

import { withLabelIndex } from '../aria/labels.js';
import { checkVisibility, contains, documentElementGetter, documentScroll, queryEvery, titleGetter } from '../dom/dom.js';
import { oneLine, sealTags } from '../dom/text.js';
import { hasCollected, isAsRead, markMoment, momentUpToDate, rememberReading } from './reuse.js';
import { mainContent } from './scope.js';
import { Walk } from './walker.js';
import { entered, version } from '../tracking/changes.js';
import { suspectsUnseen } from '../tracking/debugger_hints.js';
import { rememberStates } from '../tracking/effects.js';
import { documentToken, entryOf, idsWithoutNumber, judgeTheDead, keepSightings, liveElement } from '../tracking/refs.js';
import { markCovered } from '../visual/cover.js';

/**
 * @param {any} request op capture; with `known`, a whole reading is remembered, and not made again while all is as the known one found it
 * @returns {string} a JSON line, then the markdown
 */
export function capture(request) {
  if (request.doc && request.doc !== documentToken) return JSON.stringify({ doc: documentToken, error: 'stale_document' });
  if (request.known !== undefined && isAsRead(request.known)) {
    return JSON.stringify({ doc: documentToken, unchanged: true, unseen: suspectsUnseen(), collected: hasCollected(), ended: markMoment() });
  }
  const mode = request.mode ?? 'full';
  /** @type {Element[]} */
  let roots = [];
  if (request.root) {
    const root = liveElement(request.root);
    if (!root) return JSON.stringify({ doc: documentToken, error: 'removed' });
    roots = [root];
  } else if (request.selector) {
    try {
      roots = Array.from(queryEvery(document, request.selector));
    } catch (error) {
      return JSON.stringify({ doc: documentToken, error: 'selector_invalid', message: String(/** @type {any} */ (error).message) });
    }
    if (!roots.length) return JSON.stringify({ doc: documentToken, error: 'selector_no_match', message: `nothing matches ${request.selector}` });
    const all = roots;
    roots = all.filter((one) => !all.some((other) => other !== one && contains(other, one)));
  } else {
    const whole = mode === 'main' ? mainContent() : documentElementGetter.call(document);
    if (whole) roots = [whole];
  }
  const remembered = request.known !== undefined;
  const collected = remembered && hasCollected();
  const begun = remembered ? momentUpToDate() : '';
  const partial = Boolean(request.root || request.selector || mode === 'viewport' || mode === 'main');
  if (!partial) judgeTheDead();
  const walk = new Walk({ mode, dry: false });
  withLabelIndex(() => {
    for (const root of roots) if (checkVisibility(root)) walk.read(root);
  });
  if (!partial) keepSightings(walk.seen);
  if (remembered) rememberReading(walk);
  if (!partial) rememberStates(walk);
  const { lines, kept } = walk.writer;
  const body = markCovered(walk, (mode === 'interactive' ? lines.filter((_, index) => kept[index]) : lines).join('\n'));
  const header = {
    doc: documentToken, url: location.href, title: oneLine(titleGetter.call(document)), fresh: idsWithoutNumber(), frames: walk.frames, sourced: walk.sourced, unseen: suspectsUnseen(), collected,
    scroll: documentScroll(), counts: { refs: walk.seen.length, hidden: walk.hidden, elements: walk.elements, outside: walk.outside }, version, entered,
    focused: walk.focused ? entryOf.get(walk.focused)?.id ?? null : null, begun, ended: remembered ? markMoment() : '',
  };
  return JSON.stringify(header) + '\n' + sealTags(body);
}
