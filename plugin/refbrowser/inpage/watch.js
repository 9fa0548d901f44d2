// What happens in the document between two questions. Everything here listens; nothing is prevented, changed or visible to the page.

/** Counts every change that may alter a capture. */
let version = 1;
/** How many of them were nothing but entries into fields, which touch no node. */
let entered = 0;
/** Counts the batches in which the platform reports mutations: the clock by which arrivals and removals are compared. */
let batch = 1;
/** @type {WeakMap<Node, number>} the batch in which a subtree was inserted */
const arrivals = new WeakMap();
/** The last batch in which anything was inserted. */
let lastArrival = 0;
/** @type {WeakMap<Node, number>} when a script last restyled an element, in ms of the performance clock */
const restyled = new WeakMap();
let lastScroll = -Infinity;
/** @type {WeakSet<Node>} */
const observed = new WeakSet();
/** @type {WeakRef<ShadowRoot>[]} */
const watchedShadows = [];
/** Whether the listeners are there: `document.open()` takes them all away, and the root element with them. */
let armed = false;

/** @type {{type: string, [key: string]: any}[]} */
let signals = [];
/** @type {{event: Event, signal: any}[]} */
let submits = [];
const SIGNAL_LIMIT = 50;

/** Something changed that may alter a capture. */
function countChange() {
  version++;
  if (awaited?.type === 'news') letCome();
}

/** A field of the document was typed into or set by a person. */
function countEntry() {
  entered++;
}

const observer = new MutationObserver(onMutations);
const OBSERVED = { childList: true, subtree: true, attributes: true, characterData: true };

/** @type {(records: MutationRecord[]) => void} */
function onMutations(records) {
  countChange();
  beginBatch();
  forgetReading();
  const now = performance.now();
  for (const record of records) {
    if (record.attributeName === 'style') restyled.set(record.target, now);
    if (record.type !== 'childList') continue;
    if (record.target === document) {
      armed = false;
      // A document that is opened anew on the way of a press has no listeners left.
      if (aim) arm();
    }
    noteArrivals(record.addedNodes);
    if (!entries.length) continue;
    for (const node of record.removedNodes) if (nodeTypeGetter.call(node) === ELEMENT_NODE && !isConnectedGetter.call(node)) markGone(/** @type {Element} */ (node));
  }
}

/** @type {(root: Element) => void} */
function markGone(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
  for (let node = /** @type {Node | null} */ (root); node; node = walker.nextNode()) {
    const entry = entryOf.get(/** @type {Element} */ (node));
    if (entry && !entry.gone) {
      entry.gone = batch;
      countLoss();
    }
  }
}

/** @type {(element: Element) => number} the batch in which it, or an ancestor with it, came; 0 when before watching began */
function arrivalOf(element) {
  let latest = 0;
  for (let node = /** @type {Node | null} */ (element); node; node = parentNodeGetter.call(node) ?? /** @type {any} */ (node).host ?? null) {
    latest = Math.max(latest, arrivals.get(node) ?? 0);
  }
  return latest;
}

/** Handles mutations that the platform has not delivered yet. */
function settleMutations() {
  const records = observer.takeRecords();
  if (records.length) onMutations(records);
}

/** @type {(root: Node) => void} watches a document or an open shadow root */
function observe(root) {
  if (observed.has(root)) return;
  observed.add(root);
  observer.observe(root, OBSERVED);
  if (root === document) return;
  watchedShadows.push(new WeakRef(/** @type {ShadowRoot} */ (root)));
  if (collectedFor === requests) collectGeneratorsIn(/** @type {ShadowRoot} */ (root));
}

/** @type {() => ShadowRoot[]} those that are watched and still in the document */
const shadowRoots = () => watchedShadows.flatMap((known) => {
  const root = known.deref();
  return root && isConnectedGetter.call(root) ? [root] : [];
});

/** @type {() => (Document | ShadowRoot)[]} */
const treeRoots = () => [document, ...shadowRoots()];

/** @type {(event: Event) => void} what a script sends is no entry: what it means was not typed */
function onEntry(event) {
  countChange();
  onFocus();
  if (!event.isTrusted) return;
  countEntry();
  typedInto.add(event.composedPath()[0]);
}

/** @type {(signal: {type: string, [key: string]: any}) => void} */
function note(signal) {
  if (signals.length < SIGNAL_LIMIT) signals.push(signal);
}

/** @type {(event: Event) => void} */
function onSubmit(event) {
  const signal = { type: 'submit', prevented: false };
  note(signal);
  submits.push({ event, signal });
}

/** @type {(event: Event) => void} */
function onInvalid(event) {
  const field = event.composedPath()[0];
  if (!(field instanceof Element)) return;
  note({
    type: 'invalid', id: entryOf.get(field)?.id ?? null, name: accessibleName(field),
    message: oneLine(/** @type {HTMLInputElement} */ (field).validationMessage ?? ''),
  });
}

/** @type {(event: any) => void} */
function onNavigate(event) {
  countChange();
  note({ type: 'navigate', url: event.destination?.url ?? '', same_document: Boolean(event.destination?.sameDocument), navigation_type: event.navigationType ?? '' });
}

const onScroll = () => {
  countChange();
  lastScroll = performance.now();
};

const PASSIVE = { capture: true, passive: true };

/** Arms every listener. To add one that is there already would do nothing, but leave garbage of the kind that the debugger counts. */
function arm() {
  if (armed) return;
  armed = true;
  for (const type of ['input', 'change']) addEventListener(type, onEntry, PASSIVE);
  for (const type of ['focusin', 'focusout']) addEventListener(type, onFocus, PASSIVE);
  for (const type of ['beforetoggle', 'toggle', 'popstate', 'hashchange', 'resize', 'fullscreenchange']) addEventListener(type, countChange, PASSIVE);
  for (const type of MEDIA_EVENTS) addEventListener(type, onMedia, PASSIVE);
  addEventListener('scroll', onScroll, PASSIVE);
  addEventListener('input', onText, PASSIVE);
  addEventListener('keyup', onKeyUp, PASSIVE);
  unguard();
  addEventListener(GUARD_EVENT, onGuarded);
  for (const type of PRESS_EVENTS) addEventListener(type, onPress, { capture: true });
  addEventListener('submit', onSubmit, PASSIVE);
  addEventListener('invalid', onInvalid, PASSIVE);
  /** @type {any} */ (globalThis).navigation?.addEventListener('navigate', onNavigate);
  observe(document);
}

/** @type {() => {type: string, [key: string]: any}[]} what happened since the last call */
function takeSignals() {
  for (const { event, signal } of submits) signal.prevented = event.defaultPrevented;
  const taken = signals;
  signals = [];
  submits = [];
  return taken;
}
