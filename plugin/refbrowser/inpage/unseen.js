// What the debugger sees and no script can, told from outside: who listens for a press, and shadow roots that the page keeps closed.

/** Of a listener with so much inside, what is inside is what is pressed: it hears for its parts. */
const DELEGATE = { elements: 30, text: 300 };
/** Elements other than custom ones that can have a shadow root (DOM, 4.9). */
const HOST_TAGS = new Set(['article', 'aside', 'blockquote', 'div', 'footer', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'main', 'nav', 'p', 'section', 'span']);
/** How many are looked into for each reading; each takes the debugger 0.2 ms. */
const MOST_SUSPECTS = 60;
let plainSuspectsLeft = 20;
/** @type {WeakSet<Element>} */
const examined = new WeakSet();
/** @type {Element[]} */
let suspects = [];

/** @type {(nodes: Node[]) => boolean} that they listen; whether that makes any of them something to press */
function markInteractive(nodes) {
  let marked = false;
  for (const node of nodes) {
    if (nodeTypeGetter.call(node) !== ELEMENT_NODE) continue;
    const element = /** @type {Element} */ (node);
    const root = Node.prototype.getRootNode.call(element);
    if (nodeTypeGetter.call(root) === FRAGMENT_NODE) marked = adoptShadowRoots([/** @type {ShadowRoot} */ (root)]) || marked;
    if (extraInteractive.has(element) || !isPressedItself(element)) continue;
    extraInteractive.add(element);
    marked = true;
  }
  if (marked) version++;
  return marked;
}

/** @type {(element: Element) => boolean} a press is meant for it, and not for one of its parts */
function isPressedItself(element) {
  const name = nameOf(element);
  if (name === 'html' || name === 'body' || name === 'form' || name === 'main') return false;
  const inner = queryEvery(element, '*');
  const count = /** @type {NodeListOf<Element>} */ (inner).length;
  if (count <= DELEGATE.elements && textOf(element).length <= DELEGATE.text) return true;
  return count <= DELEGATE.elements && !queryOne(element, INNER_CONTROLS);
}

/** @type {(roots: ShadowRoot[]) => boolean} from now on captures read these closed roots; whether any is new */
function adoptShadowRoots(roots) {
  let adopted = false;
  for (const root of roots) {
    const host = root.host;
    if (!host || shadowRootOf(host)) continue;
    closedRoots.set(host, root);
    hasClosedRoots = true;
    adopted = true;
  }
  if (adopted) version++;
  return adopted;
}

/** @type {(element: Element, name: string, first: Node | null) => void} remembers an element without an open root that may have a closed one */
function suspectHost(element, name, first) {
  if (examined.has(element) || suspects.length >= MOST_SUSPECTS) return;
  if (!name.includes('-')) {
    // What holds nothing and yet takes room is mostly an icon or a spacer: a few are looked into.
    if (first || !HOST_TAGS.has(name) || plainSuspectsLeft <= 0 || rectOf(element).height < 1) return;
    plainSuspectsLeft--;
  }
  examined.add(element);
  suspects.push(element);
}

/** @type {() => Element[]} what was suspected since the last call */
function takeSuspects() {
  const taken = suspects;
  suspects = [];
  return taken;
}
