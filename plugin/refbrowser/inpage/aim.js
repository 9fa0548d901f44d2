// A press is meant for one element. Between the look and the press a page may have moved another one there: what would land beside
// its target is kept from the page, and told.

/** Events of a press. */
const PRESS_EVENTS = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'auxclick', 'dblclick', 'contextmenu'];
/** How long a press may be on its way; a later one is another's. */
const AIM_MS = 2_000;

/** In CSS pixels: what a press's place loses on its way. */
const ROUNDING = 2;

/** @type {{element: Element, target: Element, x: number, y: number, until: number, missed: string} | null} what the press on its way is meant for */
let aim = null;

/** @type {(element: Element, target: Element, point: number[]) => void} the next press there is meant for the element, whose `target` is drawn and pressed for it */
function takeAim(element, target, [x, y]) {
  aim = { element, target, x, y, until: performance.now() + AIM_MS, missed: '' };
}

/** @type {(x: number, y: number) => boolean} the press at that point is not the one that is on its way; in a frame, which may have moved itself, no point tells */
function isAnothers(x, y) {
  if (!aim || performance.now() > aim.until) return true;
  return window === window.parent && (Math.abs(x - aim.x) > ROUNDING || Math.abs(y - aim.y) > ROUNDING);
}

/** @type {() => string} ends the aim: what would have been pressed instead, '' when nothing was */
function endAim() {
  const missed = aim?.missed ?? '';
  aim = null;
  return missed;
}

/** @type {(event: Event) => void} */
function onPress(event) {
  if (!aim || !event.isTrusted) return;
  if (!aim.missed) {
    const { clientX, clientY } = /** @type {MouseEvent} */ (event);
    const hit = hitAt(clientX, clientY);
    if (isAnothers(clientX, clientY) || !hit || reaches(aim.element, aim.target, hit)) {
      aim = null;
      return;
    }
    aim.missed = describeElement(hit);
  }
  event.stopImmediatePropagation();
  // A pointer event that is prevented would take the mouse events with it, which are prevented each by itself.
  if (!event.type.startsWith('pointer')) event.preventDefault();
}
