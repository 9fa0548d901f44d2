// Whether scripts have asked to be called back since an action began. The ids of timers, frames and idle callbacks are counted per
// window, for all worlds: so this shows without a hook in the page. A task of the `scheduler` with a delay leaves no trace.

const nothing = () => {};

/** What sets a callback, and what takes it back: of timers, frames and idle times. @type {[(run: () => void) => number, (id: number) => void][]} */
const KINDS = [
  [(run) => Number(setTimeout(run, 0)), (id) => clearTimeout(id)],
  [(run) => requestAnimationFrame(run), (id) => cancelAnimationFrame(id)],
  [(run) => requestIdleCallback(run), (id) => cancelIdleCallback(id)],
];

/** The last id of each kind that has been seen. @type {number[]} */
let seen = [];
let timers = false;
/** Callbacks of this script that run behind those of the page; null where none of the page's is known to wait. @type {({ran: boolean} | null)[]} */
let behind = [null, null];

/** @type {(kind: number) => number} the next id of a kind, which is used up by that */
function nextId(kind) {
  const [set, unset] = KINDS[kind];
  const id = set(nothing);
  unset(id);
  return id;
}

/** The next action begins. */
export function markScheduled() {
  seen = KINDS.map((_, kind) => nextId(kind));
  timers = false;
  behind = [null, null];
}

/** @type {(run: () => void) => void} runs with the next frame, and is not counted as the page's */
export function ownFrame(run) {
  requestAnimationFrame(run);
  if (seen.length) seen[1]++;
}

/** @type {() => '' | 'timer' | 'frame'} what is set and may not have run yet: a timer since the action began, a frame or an idle callback */
export function scheduled() {
  if (!seen.length) return '';
  const ids = KINDS.map((_, kind) => nextId(kind));
  timers ||= ids[0] - seen[0] > 1;
  for (const kind of [1, 2]) {
    if (ids[kind] - seen[kind] > 1) {
      // Callbacks of one kind run in the order in which they were set.
      const mine = { ran: false };
      behind[kind - 1] = mine;
      ids[kind] = KINDS[kind][0](() => { mine.ran = true; });
    }
  }
  seen = ids;
  return timers ? 'timer' : behind.some((mine) => mine && !mine.ran) ? 'frame' : '';
}
