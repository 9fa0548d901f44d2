// A question that goes out together with the text that it asks about: it is answered when the page is done with that.
//
// Only text comes so. After a press or a key Chromium puts off all that the page still has to do until a frame has been drawn, but
// not the debugger's next question: one that is sent when the press has been answered is answered sooner than one that waits here.

/** Whether text has come since an element was last looked at. */
let textCame = false;

/** @type {(() => void) | null} */
let answerNow = null;

/** @type {(event: Event) => void} */
function onText(event) {
  if (!event.isTrusted) return;
  textCame = true;
  letCome();
}

/** Text that no event told of has been sent and answered: what waits for it waits no longer. */
function letCome() {
  answerNow?.();
  answerNow = null;
}

/** @type {(body: string) => Promise<string>} never throws */
async function answerBehindText(body) {
  letCome();
  if (!textCame) {
    await new Promise((resolve) => { answerNow = () => resolve(undefined); });
    // Behind the handlers of the event that is being heard.
    await /** @type {any} */ (globalThis).scheduler.postTask(() => undefined, { priority: 'user-blocking' });
  }
  return answer(document, body);
}
