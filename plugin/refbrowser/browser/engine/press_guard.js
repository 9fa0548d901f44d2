// Runs in a world of its own in each new document, before any script of the page: it is the first to receive events of presses and keys.
// It reports each to the engine, which comes later, by an event whose name no page can guess. What the engine cancels is kept from
// the page.
(() => {
  const types = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'auxclick', 'dblclick', 'contextmenu', 'keydown', 'keypress', 'beforeinput', 'input'];
  const report = (event) => {
    if (!event.isTrusted) return;
    const { clientX, clientY } = event;
    const relatedTarget = event.composedPath()[0] ?? null;
    const reported = new MouseEvent('@guard@', { detail: types.indexOf(event.type), relatedTarget, clientX, clientY, cancelable: true });
    if (dispatchEvent(reported)) return;
    event.stopImmediatePropagation();
    // A pointer event that is prevented would take the mouse events with it, which are prevented one by one.
    if (!event.type.startsWith('pointer')) event.preventDefault();
  };
  for (const type of types) addEventListener(type, report, { capture: true });
})();
