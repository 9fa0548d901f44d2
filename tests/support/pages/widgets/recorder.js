// What a test reads afterwards: `state`, which each page fills, and the input events that no person gave.
window.state = {};
window.untrusted = [];
window.received = 0;
for (const type of ['pointerdown', 'pointerup', 'pointermove', 'mousedown', 'mouseup', 'click', 'dblclick', 'keydown', 'keyup', 'input', 'change', 'wheel']) {
  addEventListener(type, (event) => {
    received++;
    if (!event.isTrusted) untrusted.push(type);
  }, true);
}
