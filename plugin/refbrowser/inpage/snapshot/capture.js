// The capture: a walk over the document or a part of it, as a header line and markdown.

import { markHighlighted } from './highlighted.js';
import { PlacedWalk } from './placed.js';
import { keep, newRecording, dropKept, renewed } from './renewing.js';
import { hasCollected, isAsRead, markMoment, momentUpToDate, rememberAgain, rememberReading } from './reuse.js';
import { dialogsBeside, mainContent } from './scope.js';
import { Walk } from './walker.js';
import { withLabelIndex } from '../aria/labels.js';
import { checkVisibility, contains, documentElementGetter, documentScroll, queryEvery, titleGetter } from '../dom/dom.js';
import { noted } from '../dom/reads.js';
import { oneLine, sealRefs } from '../dom/text.js';
import { pressPoints } from '../pressing/cover.js';
import { markCovered, obstructedFrames } from '../pressing/raised.js';
import { unlisted } from '../tracking/appearing.js';
import { beats, entered, version } from '../tracking/changes.js';
import { hostsSuspected, suspectsUnseen } from '../tracking/debugger_hints.js';
import { round } from '../tracking/describe.js';
import { noteCandidates } from '../tracking/element_internals.js';
import { documentToken, entryFor, entryOf, idsWithoutNumber, judgeTheDead, keepSightings, liveElement } from '../tracking/refs.js';
import { readFirst } from '../tracking/scheduled.js';
import { rememberStates } from '../tracking/silent_states.js';
import { coveredTexts } from '../visual/covers.js';
/** @import { CaptureHeader, CaptureRequest, Refusal, UnchangedPage } from '../wire.d.ts' */

/**
 * Read the document or a part of it as markdown. With `known`, remember the reading, and do not make it while all is as the known
 * one, of the same mode, found it.
 * @type {(request: CaptureRequest) => [CaptureHeader, string] | UnchangedPage | Refusal}
 */
export function capture(request) {
  if (request.doc && request.doc !== documentToken) return refusal('stale_document');
  const mode = request.mode ?? 'full';
  if (request.known !== undefined && isAsRead(request.known, mode)) {
    return { doc: documentToken, unchanged: true, unseen: suspectsUnseen(), collected: hasCollected(), ended: markMoment() };
  }
  readFirst();
  /** @type {Element[]} */
  let roots = [];
  // By scrolling a box outside the main content, a dialog in it may come in front.
  let dialogsMove = false;
  if (request.root) {
    const root = liveElement(request.root);
    if (!root) return refusal('removed');
    roots = [root];
  } else if (request.selector) {
    try {
      roots = Array.from(queryEvery(document, request.selector));
    } catch (error) {
      return refusal('selector_invalid', String(/** @type {any} */ (error).message));
    }
    if (!roots.length) return refusal('selector_no_match');
    const all = roots;
    roots = all.filter((one) => !all.some((other) => other !== one && contains(other, one)));
  } else {
    const whole = mode === 'main' ? mainContent() : documentElementGetter.call(document);
    if (whole) roots = [whole];
    if (whole && mode === 'main') {
      const [dialogs, others] = dialogsBeside(whole);
      roots.unshift(...dialogs);
      dialogsMove = others;
    }
  }
  const remembered = request.known !== undefined;
  const collected = remembered && hasCollected();
  const begun = remembered ? momentUpToDate() : '';
  const box = request.box ? liveElement(request.box) : null;
  if (request.box && !box) return refusal('removed');
  const partial = Boolean(request.root || request.selector || box || mode === 'viewport' || mode === 'main');
  if (!partial) judgeTheDead();
  const outer = request.outer ?? undefined;
  const recorded = remembered && mode === 'full' && !outer;
  const recording = recorded ? newRecording() : null;
  const known = recorded && request.known ? renewed(request.known) : null;
  let walk = known?.walk ?? reading(roots, { mode, outer, recording }, box);
  const covered = coveredTexts(new Set([...walk.taken, ...walk.moved]));
  if (covered.size) walk = reading(roots, { mode, outer, covered }, box);
  if (!partial) keepSightings(walk.sighted);
  const isRenewed = known !== null && walk === known.walk;
  const last = isRenewed ? rememberAgain(mode, known.last)
    : remembered && !dialogsMove ? rememberReading(walk, mode === 'main' ? roots : []) : null;
  if (recorded && last) keep(walk, last);
  else if (recorded) dropKept();
  if (!partial) rememberStates(walk);
  if (walk instanceof PlacedWalk) walk.markPlaces();
  const written = (mode === 'interactive' ? walk.writer.keptLines() : walk.writer.lines).join('\n');
  const body = markCovered(walk, markHighlighted(walk, written), partial ? roots : []);
  /** @type {CaptureHeader} */
  const header = {
    doc: documentToken, url: location.href, title: oneLine(titleGetter.call(document)), fresh: idsWithoutNumber(),
    frames: walk.frames, sourced: walk.sourced, obstructed: obstructedFrames(walk), unseen: suspectsUnseen(),
    hosts: hostsSuspected(), collected, scroll: documentScroll(),
    counts: {
      refs: walk.seen.length + walk.images.length, hidden: walk.hidden, elements: walk.elements, outside: walk.outside,
    },
    customs: noteCandidates(walk.customs, walk.elements, partial), version, entered, beats,
    focused: walk.focused ? entryOf.get(walk.focused)?.id ?? null : null, begun, ended: remembered || unlisted ? markMoment() : '', unlisted,
    ...(isRenewed ? { renewed: known.by } : {}),
    ...(walk.pdfs.length ? { pdfs: walk.pdfs } : {}),
    ...(outer?.beneath ? { points: pointsOf(walk) } : {}),
  };
  return [header, sealRefs(body)];
}

/** @type {(roots: Element[], options: ConstructorParameters<typeof Walk>[0], box: Element | null) => Walk} */
function reading(roots, options, box) {
  const walk = box ? new PlacedWalk(options, box) : new Walk(options);
  noted.of = walk.recording?.reads ?? null;
  try {
    withLabelIndex(() => {
      for (const root of roots) if (checkVisibility(root)) walk.read(root);
    });
  } finally {
    noted.of = null;
  }
  return walk;
}

/** @type {(walk: Walk) => [number, string, number, number][]} where controls are pressed, each with its id and its kind */
const pointsOf = (walk) => pressPoints(walk).map(({ element, kind, point }) =>
  [entryFor(element).id, kind, round(point[0]), round(point[1])]);

/** @type {(error: Refusal['error'], message?: string) => Refusal} */
const refusal = (error, message) => ({ doc: documentToken, error, ...(message ? { message } : {}) });
