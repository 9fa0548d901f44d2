// The engine that Playwright asks: a local id finds the element, a JSON request is answered by the text of a detached element.

/** @type {Record<string, (request: any, root: unknown) => object | string>} */
const OPERATIONS = {
  capture, probe, begin, news, frames, place, outward, after, detail, reveal, scroll, identify, selection, options, enter, held, pick, paste, copy, activated, secrets, witness,
};
const createElement = Document.prototype.createElementNS;

/** @type {(root: unknown, body: string) => string} the reply, which also tells of a failure */
function answer(root, body) {
  try {
    const request = JSON.parse(body);
    countRequest();
    settleMutations();
    arm();
    settleReactions();
    if (request.numbers) setNumbers(request.numbers);
    const operation = OPERATIONS[request.op];
    if (!operation) return JSON.stringify({ doc: documentToken, error: 'unknown_op', message: String(request.op) });
    const reply = operation(request, root);
    return typeof reply === 'string' ? reply : JSON.stringify(reply);
  } catch (error) {
    const { name, message, stack } = /** @type {Error} */ (error);
    return JSON.stringify({ doc: documentToken, error: 'engine_failed', message: `${name}: ${message}`, stack: String(stack).slice(0, 1000) });
  }
}

discoveries.shadow = observe;
discoveries.host = suspectHost;

const engine = {
  /** @type {(root: unknown, body: string) => Element[]} never throws */
  queryAll(root, body) {
    if (!body.startsWith('{')) {
      const element = liveElement(Number(body));
      return element ? [element] : [];
    }
    const carrier = createElement.call(document, XHTML, 'div');
    carrier.textContent = answer(root, body);
    return [carrier];
  },
  /** @type {(root: unknown, body: string) => Element | null} never throws */
  query(root, body) {
    return engine.queryAll(root, body)[0] ?? null;
  },
};

// The debugger asks here, in the isolated world's own global, and tells what it sees and no script can: closed shadow roots, and who listens.
Object.defineProperty(globalThis, 'refbrowser', {
  value: {
    engine,
    /** @type {(body: string) => string} never throws */
    ask: (body) => answer(document, body),
    askBehind: answerBehind,
    arm,
    /** @type {(element: Element) => number | null} */
    idOf: (element) => entryOf.get(element)?.id ?? null,
    markListing,
    letCome,
    markInteractive,
    propose,
    takeProposed,
    adoptShadowRoots,
    takeUnseen,
  },
  configurable: true,
});
