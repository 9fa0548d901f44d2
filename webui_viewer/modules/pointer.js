// The person's mouse, wheel and touch on the picture as input for the page.

import { pagePoint } from './geometry.js';

const BUTTONS = /** @type {const} */ (['left', 'middle', 'right']);
const LINE_PX = 16;
const FINGERS = 10;

/** @param {import('./stage.js').Stage} stage @param {import('./state.js').State} state @param {(message: import('./protocol.js').ToServer) => void} send @param {() => void} engaged the person has started to work in the page @param {(text: string) => void} hint */
export function pointer(stage, state, send, engaged, hint) {
  const { canvas } = stage;
  const active = () => state.inControl && !state.tool && (pressed ?? state.target) !== null;
  const at = (/** @type {{clientX: number, clientY: number}} */ event) => pagePoint(event, canvas.getBoundingClientRect(), stage.page);
  /** What the button went down on: it comes up there, whatever is in view by then. @type {import('./protocol.js').Target | null} */
  let pressed = null;
  const target = () => pressed ?? state.target;
  /** @type {{x: number, y: number} | null} */
  let moved = null;
  /** @type {{x: number, y: number, dx: number, dy: number} | null} */
  let turned = null;
  let clicks = 1;
  let scheduled = false;

  /** Moves and wheel deltas are sent once per animation frame; more would not be visible. */
  function schedule() {
    if (scheduled) return;
    scheduled = true;
    requestAnimationFrame(flush);
  }

  function flush() {
    scheduled = false;
    if (moved && target()) send({ type: 'pointer', kind: 'move', ...target(), ...moved });
    if (turned && target()) send({ type: 'wheel', ...target(), x: turned.x, y: turned.y, delta_x: turned.dx, delta_y: turned.dy });
    moved = turned = null;
  }

  canvas.addEventListener('pointerdown', (event) => {
    if (state.tab && !state.inControl && !state.tool && !state.lookback && !state.readOnly) hint('You are watching. Take over to press something here.');
    else if (state.inControl && !state.tool && !state.target) hint('The page has just changed. Press again when you see it.');
    if (!active() || event.pointerType === 'touch') return;
    event.preventDefault();
    canvas.setPointerCapture(event.pointerId);
    engaged();
    flush();
    clicks = counted(event);
    pressed = state.target;
    send({ type: 'pointer', kind: 'down', ...pressed, ...at(event), button: BUTTONS[event.button] ?? 'left', clicks });
  });
  canvas.addEventListener('pointermove', (event) => {
    if (!(active() || pressed) || event.pointerType === 'touch') return;
    moved = at(event);
    schedule();
  });
  for (const type of /** @type {const} */ (['pointerup', 'pointercancel'])) canvas.addEventListener(type, (event) => {
    if (!pressed || event.pointerType === 'touch') return;
    flush();
    send({ type: 'pointer', kind: 'up', ...pressed, ...at(event), button: BUTTONS[event.button] ?? 'left', clicks });
    if (!event.buttons || type === 'pointercancel') pressed = null;
  });
  canvas.addEventListener('contextmenu', (event) => active() && event.preventDefault());
  canvas.addEventListener('wheel', (event) => {
    if (!active()) return;
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : event.deltaMode === WheelEvent.DOM_DELTA_PAGE ? stage.page.height : 1;
    turned = { ...at(event), dx: (turned?.dx ?? 0) + event.deltaX * unit, dy: (turned?.dy ?? 0) + event.deltaY * unit };
    schedule();
  }, { passive: false });

  /** @type {{time: number, x: number, y: number, button: number, count: number}} */
  let last = { time: 0, x: 0, y: 0, button: -1, count: 0 };
  /** The click count of a double or triple click, which pointerdown does not report. @param {PointerEvent} event */
  function counted(event) {
    const again = event.timeStamp - last.time < 500 && Math.hypot(event.clientX - last.x, event.clientY - last.y) < 6 && event.button === last.button;
    last = { time: event.timeStamp, x: event.clientX, y: event.clientY, button: event.button, count: again ? (last.count % 3) + 1 : 1 };
    return last.count;
  }

  /** @type {(kind: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel') => (event: TouchEvent) => void} */
  const touch = (kind) => (event) => {
    if (!active()) return;
    event.preventDefault();
    if (kind === 'touchStart') engaged();
    // The message contains the touches on the picture; an end contains those that were lifted.
    const fingers = kind === 'touchEnd' ? event.changedTouches : kind === 'touchCancel' ? [] : event.targetTouches;
    const points = [...fingers].slice(0, FINGERS).map((finger) => ({ ...at(finger), id: finger.identifier % 100 }));
    send({ type: 'touch', kind, ...target(), points });
  };
  canvas.addEventListener('touchstart', touch('touchStart'), { passive: false });
  canvas.addEventListener('touchmove', touch('touchMove'), { passive: false });
  canvas.addEventListener('touchend', touch('touchEnd'), { passive: false });
  canvas.addEventListener('touchcancel', touch('touchCancel'), { passive: false });
}
