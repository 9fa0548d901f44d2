// Whether scripts have asked to be called back since an action began. The ids of timers, frames and idle callbacks are counted per
// window, for all worlds: so what a script sets shows without a hook in the page. Callbacks of frames and idle times run in the
// order in which they were set: what the page has set has run once one that was set later has. A task of the `scheduler` with a
// delay leaves no trace.

const nothing = () => {};

/** What is set for later: how to set and to end one of the kind, the next id, and how many ids were used up here. */
class Ids {
  /** @param {() => number} used returns an id, which is used up by that */
  constructor(used) {
    this.used = used;
    /** The id when the present action began, or when what had been set by then was waited for; 0 before the first action. */
    this.begun = 0;
    /** How many ids were used up here since. */
    this.own = 0;
    /** The last id that was used up here. */
    this.last = 0;
  }

  take() {
    this.own++;
    this.last = this.used();
    return this.last;
  }

  /** @returns {boolean} whether any script used one since the last was used up here */
  mark() {
    const last = this.last;
    this.begun = this.take();
    this.own = 0;
    return last > 0 && this.begun > last + 1;
  }

  /** Whether a script has used one since the action began. */
  moved() {
    return this.take() - this.begun > this.own;
  }
}

const timers = new Ids(() => {
  const id = Number(setTimeout(nothing, 0));
  clearTimeout(id);
  return id;
});
const frames = new Ids(() => {
  const id = requestAnimationFrame(nothing);
  cancelAnimationFrame(id);
  return id;
});
const idles = new Ids(() => {
  const id = requestIdleCallback(nothing);
  cancelIdleCallback(id);
  return id;
});

/** Scripts ask for frames all the time: they have since the last look at them, and were not seen to stop. */
let restless = false;
/** When what scripts ask for was last looked at, in ms. */
let lookedAt = 0;
/** For how long, in ms, scripts may not ask for a frame where they ask for one all the time, on a slow machine. */
const CALM_MS = 100;
/** @type {{frame: boolean, idle: boolean} | null} whether callbacks have run that were set behind those of the page */
let behind = null;
let looked = false;
let drawn = true;

/** A document is read for the first time: whether its scripts ask for frames all the time shows when it is acted on. */
export function readFirst() {
  if (frames.last) return;
  frames.take();
  idles.take();
  lookedAt = performance.now();
}

/** The next action begins. */
export function markScheduled() {
  timers.mark();
  const asked = [frames.mark(), idles.mark()];
  const calm = performance.now() - lookedAt > CALM_MS;
  restless = asked.includes(true) || (restless && !calm);
  behind = null;
  looked = false;
  drawn = true;
}

/**
 * What is set and has not run yet: a timer, `frames` or idle callbacks, since the action began; `frame` where such were set all the
 * time, and may be.
 * @type {() => '' | 'timer' | 'frames' | 'frame'}
 */
export function scheduled() {
  if (!timers.begun) return '';
  const asked = [timers.moved(), frames.moved(), idles.moved()];
  lookedAt = performance.now();
  if (!looked) {
    looked = true;
    drawn = false;
    onNextFrame(() => { drawn = true; });
  }
  // A view transition changes the page once a frame has been drawn of it as it was.
  const waits = asked[1] || asked[2] || Boolean(/** @type {any} */ (document).activeViewTransition);
  return asked[0] ? 'timer' : hasAsked(waits) ? (restless ? 'frame' : 'frames') : '';
}

/** @type {(callback: () => void) => void} before the next frame is drawn */
export function onNextFrame(callback) {
  frames.last = requestAnimationFrame(callback);
  frames.own++;
}

/** @type {(callback: () => void, ms: number) => void} a timer of our own, which is none of the page's */
export function setOwnTimer(callback, ms) {
  timers.last = Number(setTimeout(callback, ms));
  timers.own++;
}

/** @type {(asked: boolean) => boolean} whether what has been `asked` for since the action began has yet to come */
function hasAsked(asked) {
  if (behind?.frame && behind.idle) {
    if (restless || !asked) return false;
    behind = null;
  }
  if (!behind && (asked || restless)) {
    const ran = { frame: false, idle: false };
    behind = ran;
    frames.begun = requestAnimationFrame(() => { ran.frame = true; });
    idles.begun = requestIdleCallback(() => { ran.idle = true; });
    for (const ids of [frames, idles]) {
      ids.last = ids.begun;
      ids.own = 0;
    }
  }
  return behind !== null;
}

/** @type {() => boolean} something has ever been set for later in the document: a timer, a frame or an idle callback */
export const isScripted = () => [timers, frames, idles].some((ids) => ids.take() > 1);

/** @type {() => boolean} a frame has been drawn since the first look at the present action */
export const hasDrawn = () => drawn;
