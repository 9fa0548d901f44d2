// Text fields around what is typed into them: brought into focus before it, read back after it.

/** @type {(element: Element) => element is HTMLInputElement | HTMLTextAreaElement} */
const isTextControl = (element) => element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;

/** @param {any} request op enter @returns {object} what enterField says */
function enter(request) {
  const element = !request.doc || request.doc === documentToken ? liveElement(request.id) : null;
  return { doc: documentToken, entered: element !== null && enterField(element) };
}

/** @type {(element: Element) => boolean} whether the field now has the focus and all text in it is selected, so that what is typed next takes its place */
function enterField(element) {
  HTMLElement.prototype.focus.call(element);
  if (isTextControl(element)) (element instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement).prototype.select.call(element);
  return focusedElement() === element;
}

/** @param {any} request op held @returns {object} what the field holds, a secret's too: it is compared with what was typed and goes no further */
function held(request) {
  if (request.doc && request.doc !== documentToken) return { doc: documentToken, text: null };
  const element = liveElement(request.id);
  return { doc: documentToken, text: !element ? null : isTextControl(element) ? element.value : innerTextOf(element) };
}
