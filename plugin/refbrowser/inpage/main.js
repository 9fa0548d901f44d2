// The engine that Playwright asks: a local id finds the element of one document, a JSON request is answered by the text of a
// detached element.

import { XHTML, discoveries } from './dom/dom.js';
import { asText } from './dom/text.js';
import { countRequest, shadowRoots } from './dom/trees.js';
import { drawn, pick } from './operations/at_point.js';
import { activated, copy, lent, paste, selection } from './operations/clipboard.js';
import { after, detail, held, news } from './operations/detail.js';
import { drawnBoxes, drawnTexts } from './operations/drawn_texts.js';
import { beneath, frames, outward, place, surroundings } from './operations/frame_geometry.js';
import { focused, identify } from './operations/identify.js';
import { seek } from './operations/meaning.js';
import { options } from './operations/options.js';
import { probe } from './operations/probe.js';
import { remember, restore } from './operations/remember.js';
import { reveal, scroll } from './operations/scroll.js';
import { enterSecret } from './operations/secret_entry.js';
import { secrets } from './operations/secrets.js';
import { selectText } from './operations/select_text.js';
import { aimKeysAt, caret, enter } from './operations/text_field.js';
import { traverse } from './operations/traverse.js';
import { capture } from './snapshot/capture.js';
import { dropKept, noteTexts } from './snapshot/renewing.js';
import { forgetReading, markInner, markListing } from './snapshot/reuse.js';
import { beats, version } from './tracking/changes.js';
import { adoptShadowRoots, markInteractive, propose, suspectHost, takeProposed, takeUnseen } from './tracking/debugger_hints.js';
import { endOf, releaseDeferred } from './tracking/deferred_reply.js';
import { escape } from './tracking/browser_requests.js';
import { begin } from './tracking/effects.js';
import { takeCandidates, reportInternals } from './tracking/element_internals.js';
import { arm, mutations, observe, settleMutations } from './tracking/mutations.js';
import { witness } from './tracking/press_guard.js';
import { documentToken, entryOf, liveElement, setNumbers } from './tracking/refs.js';
import { settleSheets } from './tracking/sheets.js';
import { settleReactions } from './tracking/style_reactions.js';
/** @import { Operations } from './wire.d.ts' */

/**
 * @typedef {{[Name in keyof Operations]: (request: Operations[Name]['request'], root: unknown) =>
 *   Reply<Operations[Name]['reply']>}} Answers
 */
/** @template T @typedef {T | [T, string]} Reply with a text behind it, as the second, or without */

/** @type {Answers} */
const OPERATIONS = {
  activated, after, aim_keys: aimKeysAt, begin, beneath, capture, caret, copy, detail, drawn, drawn_boxes: drawnBoxes,
  drawn_texts: drawnTexts,
  enter, enter_secret: enterSecret, escape, focused, frames, held, identify, lent, news, options, outward, paste,
  pick, place, probe, remember, restore, reveal,
  scroll, secrets, seek, select_text: selectText, selection, surroundings, traverse, witness,
};
const createElement = Document.prototype.createElementNS;

/** @type {(root: unknown, body: string) => string} the reply, also after a failure */
function answer(root, body) {
  try {
    const request = JSON.parse(body);
    countRequest();
    settleMutations();
    arm();
    settleReactions();
    settleSheets();
    if (request.numbers) setNumbers(request.numbers);
    const operation = /** @type {Record<string, (request: object, root: unknown) => object>} */ (OPERATIONS)[request.op];
    if (!operation) return JSON.stringify({ doc: documentToken, error: 'unknown_op', message: String(request.op) });
    return asText(operation(request, root));
  } catch (error) {
    const { name, message, stack } = /** @type {Error} */ (error);
    return JSON.stringify({
      doc: documentToken, error: 'engine_failed', message: `${name}: ${message}`, stack: String(stack).slice(0, 1000),
    });
  }
}

discoveries.shadow = observe;
discoveries.host = suspectHost;
mutations.observed = (records) => {
  forgetReading();
  if (records) noteTexts(records);
  else dropKept();
};

/**
 * What is learned in this way changes what a reading in any mode shows.
 * @template {any[]} T
 * @param {(...facts: T) => boolean} learn @returns {(...facts: T) => boolean} whether any of it is new
 */
function forgetting(learn) {
  return (...facts) => {
    const news = learn(...facts);
    if (news) {
      forgetReading();
      dropKept();
    }
    return news;
  };
}

export const engine = {
  /**
   * throws for an element of another document: Playwright would wait for it until its deadline, or take what has the same id here.
   * `closed` is for Playwright to go on from: the closed shadow roots that are known
   * @type {(root: unknown, body: string) => Element[]}
   */
  queryAll(root, body) {
    if (body === 'closed') return /** @type {any[]} */ (shadowRoots().filter((shadow) => shadow.mode === 'closed'));
    if (!body.startsWith('{')) {
      const [id, doc = documentToken] = body.split('@');
      if (doc !== documentToken) throw new Error('The element belongs to another document');
      const element = liveElement(Number(id));
      return element ? [element] : [];
    }
    const carrier = createElement.call(document, XHTML, 'div');
    carrier.textContent = answer(root, body);
    return [carrier];
  },
  /** @type {(root: unknown, body: string) => Element | null} as queryAll */
  query(root, body) {
    return engine.queryAll(root, body)[0] ?? null;
  },
};

// The debugger asks here, in the isolated world's own global, and reports what only it sees: closed shadow roots, and listeners.
Object.defineProperty(globalThis, 'refbrowser', {
  value: {
    engine,
    token: documentToken,
    /** @type {(body: string) => string} never throws */
    ask: (body) => answer(document, body),
    askBehind: answerBehind,
    arm,
    /** @type {(element: Element) => number | null} */
    idOf: (element) => entryOf.get(element)?.id ?? null,
    /** @type {(doc: string, id: number) => Element | null} of this document only, by its token */
    elementOf: (doc, id) => (doc === documentToken ? liveElement(id) : null),
    markListing,
    markInner,
    releaseDeferred,
    markInteractive: forgetting(markInteractive),
    propose,
    takeProposed,
    adoptShadowRoots: forgetting(adoptShadowRoots),
    takeUnseen,
    takeCandidates,
    reportInternals: forgetting(reportInternals),
  },
  configurable: true,
});

/**
 * never throws; `news` comes with the first change but those of tickers, after as many as the question names
 * @type {(body: string) => Promise<string>}
 */
async function answerBehind(body) {
  const { behind: type, version: known } = JSON.parse(body);
  releaseDeferred();
  if (type !== 'news' || version - beats === known) await endOf(type);
  return answer(document, body);
}
