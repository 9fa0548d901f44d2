// Labels of form controls: their text is printed once, with the control it names.

/** @type {WeakMap<Node, Map<Element, HTMLLabelElement[]>> | null} per tree (document or shadow root), while a walk runs */
let labelIndex = null;

/**
 * Runs a walk with an index of labels: the platform's own `labels` scans the whole tree for every control that is asked.
 * @param {() => void} walk
 */
function withLabelIndex(walk) {
  labelIndex = new WeakMap();
  try {
    walk();
  } finally {
    labelIndex = null;
  }
}

/** @type {(control: Element) => ArrayLike<HTMLLabelElement> & Iterable<HTMLLabelElement>} the labels of a form control, in tree order */
function labelsOf(control) {
  if (!labelIndex) return /** @type {HTMLInputElement} */ (control).labels ?? [];
  const root = /** @type {Document | ShadowRoot} */ (Node.prototype.getRootNode.call(control));
  let index = labelIndex.get(root);
  if (!index) {
    index = new Map();
    for (const element of queryEvery(root, 'label')) {
      const label = /** @type {HTMLLabelElement} */ (element);
      const named = label.control;
      if (!named) continue;
      const labels = index.get(named);
      if (labels) labels.push(label);
      else index.set(named, [label]);
    }
    labelIndex.set(root, index);
  }
  return index.get(control) ?? [];
}

/** @param {Walk} walk @param {HTMLLabelElement} label */
function visitLabel(walk, label) {
  const control = label.control;
  const kind = control && nativeKind(control, nameOf(control)) && kindOf(control, nameOf(control), explicitRole(control), false, flagsOf(control));
  if (!control || !kind) return walk.visitChildren(label, 'label');
  const inside = contains(label, control);
  let textStays = labelFromAria(control) !== '';
  for (const inner of queryEvery(label, INNER_CONTROLS)) textStays ||= inner !== control;
  const shown = isShownItself(control, label);
  if (textStays && (inside || !shown)) walk.labelled.add(control);
  if (!shown && !walk.printed.has(control)) {
    printLeaf(walk, control, nameOf(control), kind, flagsOf(control), label);
    walk.printed.add(control);
  }
  if (textStays) return walk.visitChildren(label, 'label');
  if (!inside) return undefined;
  const silent = walk.silent;
  walk.silent = true;
  walk.visitChildren(label, 'label');
  walk.silent = silent;
  return undefined;
}
