// Whether scripts have asked to be called back since an action began. The ids of timers, frames and idle callbacks are counted per
// window, for all worlds: so this shows without a hook in the page. A task of the `scheduler` with a delay leaves no trace.

const nothing = () => {};

/** @type {() => number[]} the next id of each kind, which is used up by that */
function nextIds() {
  const [timer, frame, idle] = [setTimeout(nothing, 0), requestAnimationFrame(nothing), requestIdleCallback(nothing)];
  clearTimeout(timer);
  cancelAnimationFrame(frame);
  cancelIdleCallback(idle);
  return [Number(timer), frame, idle];
}

/** @type {number[]} as they were when the present action began, or at the last look */
let begun = [];
/** @type {number[]} */
let seen = [];
/** How many ids the looks since have used up. */
let looks = 0;

/** The next action begins. */
export function markScheduled() {
  begun = seen = nextIds();
  looks = 0;
}

/** @type {() => '' | 'timer' | 'frame'} what is set and may not have run yet: a timer since the action began, or a frame or idle callback since the last look */
export function scheduled() {
  if (!begun.length) return '';
  const now = nextIds();
  looks++;
  const [timers, , ] = now.map((id, kind) => id - begun[kind] - looks);
  const [, frames, idles] = now.map((id, kind) => id - seen[kind] - 1);
  seen = now;
  return timers > 0 ? 'timer' : frames > 0 || idles > 0 ? 'frame' : '';
}
