// Runs in a world of its own in each new document, before any script of the page: it is the first to receive events of presses and keys.
// It reports each to the engine, which comes later, by an event whose name no page can guess. What the engine cancels is kept from
// the page.
(() => {
  // A press that was sent, or aimed, before this document was there is meant for the one before it. It is kept from the page unless
  // the engine has taken aim here, and the engine hears of it when it asks.
  const born = performance.now();
  const keptEarly = { mousedown: false, mouseup: false };
  const isEarly = (event) => event.timeStamp < born && dispatchEvent(new Event('@guard@early', { cancelable: true }));
  addEventListener('@guard@asked', (event) => {
    const type = event.detail ? 'mouseup' : 'mousedown';
    if (keptEarly[type]) event.preventDefault();
    keptEarly[type] = false;
  });
  const types = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'auxclick', 'dblclick', 'contextmenu', 'keydown', 'keypress', 'beforeinput', 'input'];
  const report = (event) => {
    if (!event.isTrusted) return;
    if (isEarly(event)) {
      if (event.type in keptEarly) keptEarly[event.type] = true;
      return keep(event);
    }
    const { clientX, clientY } = event;
    const relatedTarget = event.composedPath()[0] ?? null;
    const reported = new MouseEvent('@guard@', { detail: types.indexOf(event.type), relatedTarget, clientX, clientY, cancelable: true });
    if (!dispatchEvent(reported)) keep(event);
  };
  const keep = (event) => {
    event.stopImmediatePropagation();
    // A pointer event that is prevented would take the mouse events with it, which are prevented one by one.
    if (!event.type.startsWith('pointer')) event.preventDefault();
  };
  for (const type of types) addEventListener(type, report, { capture: true });
})();
