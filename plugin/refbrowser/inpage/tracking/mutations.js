// Everything that the engine listens for in a document: mutations, entries, scrolling, presses.

import { noteAppearing, noteAttribute } from './appearing.js';
import { REQUEST_EVENTS, onRequest } from './browser_requests.js';
import {
  countBeat, countChange, countEntry, markGone, noteScroll, observed, onInvalid, onNavigate, onSubmit, restyled,
} from './changes.js';
import { onKeyUp, onText } from './deferred_reply.js';
import { MEDIA_EVENTS, onDragEnd, onDragStart, onMedia } from './effects.js';
import { aim, onEarly, onGuarded, onPress, unguard } from './press_guard.js';
import { noteLook } from './looks.js';
import { beginBatch, entries, noteArrivals } from './refs.js';
import { watchSheets } from './sheets.js';
import { typedInto } from './silent_states.js';
import { onFocus } from './style_reactions.js';
import { areBeats, countScroll } from './tickers.js';
import { collectedFor, collectGeneratorsIn } from '../aria/generated_text.js';
import { EARLY_EVENT, GUARDED_EVENTS, GUARD_EVENT, guardOptions } from '../dom/guarded_events.js';
import { ELEMENT_NODE, PASSIVE, isConnectedGetter, nodeTypeGetter } from '../dom/dom.js';
import { requests, watchedShadows } from '../dom/trees.js';
import { collectSuspectsIn } from '../visual/suspects.js';

/** Whether the listeners are there: `document.open()` takes them all away, and the root element with them. */
let armed = false;

/**
 * Called for each batch of mutations: what holds nodes of the document lets go of them, as they may be out of it;
 * null where what is known of nodes has changed, and not they.
 * @type {{observed: (records: MutationRecord[] | null) => void}}
 */
export const mutations = { observed() {} };

const observer = new MutationObserver(onMutations);

const OBSERVED = { childList: true, subtree: true, attributes: true, attributeOldValue: true, characterData: true };

/** @type {(records: MutationRecord[]) => void} */
function onMutations(records) {
  const now = performance.now();
  const ticks = areBeats(records);
  if (ticks) countBeat();
  else countChange();
  beginBatch();
  mutations.observed(records);
  for (const record of records) {
    if (!ticks) noteLook(record);
    if (record.attributeName === 'style') restyled.set(record.target, now);
    noteAttribute(record.attributeName);
    if (record.type !== 'childList') continue;
    if (record.target === document) {
      armed = false;
      // A document that is opened anew on the way of a press has no listeners left.
      if (aim) arm();
    }
    noteArrivals(record.addedNodes);
    noteAppearing(record.addedNodes, now);
    if (!entries.length) continue;
    for (const node of record.removedNodes)
      if (nodeTypeGetter.call(node) === ELEMENT_NODE && !isConnectedGetter.call(node)) markGone(/** @type {Element} */ (node));
  }
}

/** Handles mutations that the platform has not delivered yet. */
export function settleMutations() {
  const records = observer.takeRecords();
  if (records.length) onMutations(records);
}

/** @type {(root: Node) => void} watches a document or an open shadow root */
export function observe(root) {
  if (observed.has(root)) return;
  observed.add(root);
  observer.observe(root, OBSERVED);
  if (root === document) return;
  watchedShadows.push(new WeakRef(/** @type {ShadowRoot} */ (root)));
  // The event does not leave its tree.
  root.addEventListener('scroll', onScroll, PASSIVE);
  if (collectedFor !== requests) return;
  collectGeneratorsIn(/** @type {ShadowRoot} */ (root));
  collectSuspectsIn(/** @type {ShadowRoot} */ (root));
}

/** @type {(event: Event) => void} an event that a script sends is not an entry: nothing was typed */
function onEntry(event) {
  countChange();
  onFocus();
  if (!event.isTrusted) return;
  const field = event.composedPath()[0];
  countEntry(field);
  typedInto.add(field);
}

/** @type {(event: Event) => void} */
function onScroll(event) {
  const box = event.composedPath()[0];
  countScroll(box === document ? document.scrollingElement : box);
  noteScroll();
}

/**
 * Arms every listener. To add one that is there already would do nothing, but leave garbage of the kind that the debugger counts.
 */
export function arm() {
  if (armed) return;
  armed = true;
  for (const type of ['input', 'change']) addEventListener(type, onEntry, PASSIVE);
  for (const type of ['focusin', 'focusout']) addEventListener(type, onFocus, PASSIVE);
  for (const type of ['beforetoggle', 'toggle', 'popstate', 'hashchange', 'resize']) addEventListener(type, countChange, PASSIVE);
  for (const type of REQUEST_EVENTS) addEventListener(type, onRequest, PASSIVE);
  for (const type of MEDIA_EVENTS) addEventListener(type, onMedia, PASSIVE);
  addEventListener('dragstart', onDragStart, PASSIVE);
  addEventListener('dragend', onDragEnd, PASSIVE);
  addEventListener('scroll', onScroll, PASSIVE);
  addEventListener('input', onText, PASSIVE);
  addEventListener('keyup', onKeyUp, PASSIVE);
  unguard();
  addEventListener(GUARD_EVENT, onGuarded);
  addEventListener(EARLY_EVENT, onEarly);
  for (const type of GUARDED_EVENTS) addEventListener(type, onPress, guardOptions(type));
  addEventListener('submit', onSubmit, PASSIVE);
  addEventListener('invalid', onInvalid, PASSIVE);
  /** @type {any} */ (globalThis).navigation?.addEventListener('navigate', onNavigate);
  observe(document);
  watchSheets();
}
