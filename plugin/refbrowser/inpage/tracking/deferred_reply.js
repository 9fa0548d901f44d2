// A question that goes out together with the input that it asks about: it is answered when the page is done with that.
//
// Text and single keys come so, and no presses: after a press Chromium puts off all tasks but input and the debugger's questions
// until a frame has been drawn, and what a press leads to, as following a link, comes behind the last of its events. Where a press
// has been confirmed by what it did to its control, the question waits for that frame.

import { onNextFrame } from './scheduled.js';

/** @type {Set<string>} the ends of input, `input` or `keyup`, that came since an element was last looked at */
export const came = new Set();

/**
 * `behind`: the input has come, and is answered behind the messages that it led to.
 * @type {{type: string, answer: () => void, behind: boolean} | null}
 */
export let awaited = null;

/** @type {(event: Event) => void} text has come */
export const onText = (event) => ended('input', event);

/** @type {(event: Event) => void} a key comes up; what it did, it did when it went down */
export const onKeyUp = (event) => ended('keyup', event);

/** @type {(type: string, event: Event) => void} */
function ended(type, event) {
  if (!event.isTrusted) return;
  came.add(type);
  if (awaited?.type === type && !awaited.behind) answerBehindMessages(awaited);
}

/**
 * Behind the other handlers of the event, and behind what they have sent to the page itself, as schedulers of frameworks do.
 * @type {(waiting: NonNullable<typeof awaited>) => void}
 */
function answerBehindMessages(waiting) {
  waiting.behind = true;
  const { port1, port2 } = new MessageChannel();
  // The first message is sent before the page has heard of the event.
  port1.onmessage = () => { port1.onmessage = () => waiting.answer(); port2.postMessage(null); };
  port2.postMessage(null);
}

/** What waits for an input that does not come, or for news, waits no longer. */
export function releaseDeferred() {
  if (!awaited?.behind) awaited?.answer();
  awaited = null;
}

/**
 * when that input has ended, or the next `frame` has been drawn, or nothing is waited for any longer; of `messages`, when those have
 * come that the page has sent to itself by now
 * @type {(type: string) => Promise<void>}
 */
export function endOf(type) {
  return new Promise((resolve) => {
    const waiting = { type, answer: () => resolve(), behind: false };
    awaited = waiting;
    if (type === 'frame') onNextFrame(() => { if (awaited === waiting) answerBehindMessages(waiting); });
    else if (type === 'messages' || came.has(type)) answerBehindMessages(waiting);
  });
}
