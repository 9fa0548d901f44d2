// Labels of form controls: their text is printed once, with the control it names.

/** @param {Walk} walk @param {HTMLLabelElement} label */
function visitLabel(walk, label) {
  const control = label.control;
  const kind = control && nativeKind(control, nameOf(control));
  if (!control || !kind) return walk.visitChildren(label, 'label');
  const inside = label.contains(control);
  let textStays = labelFromAria(control) !== '';
  for (const inner of queryEvery(label, INNER_CONTROLS)) textStays ||= inner !== control;
  if (textStays && inside) walk.labelled.add(control);
  if (!isShownItself(control, label) && !walk.printed.has(control)) {
    printLeaf(walk, control, nameOf(control), kind, flagsOf(control));
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
