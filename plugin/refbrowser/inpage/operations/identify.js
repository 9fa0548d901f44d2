// What other ways of pointing at the page mean: an element that a selector found, what has the focus.

import { focusedElement, hostsDocument } from '../dom/dom.js';
import { suspectHosts } from '../tracking/debugger_hints.js';
import { documentToken, entryFor, idsWithoutNumber } from '../tracking/refs.js';

/**
 * The element that the preceding selector in Playwright's chain has found.
 * @param {any} _ op identify @param {unknown} root
 * @returns {object} its local id
 */
export function identify(_, root) {
  if (!(root instanceof Element)) return { doc: documentToken, error: 'no_element' };
  return { doc: documentToken, id: entryFor(root).id, fresh: idsWithoutNumber() };
}

/** @param {any} request op focused; `exact`: as the debugger sees it @returns {object} the local id of what has the focus, and whether it is a frame; null where nothing has it; `hosts`: it may have a closed shadow root that the debugger has not reported */
export function focused(request) {
  const element = focusedElement();
  const hosts = Boolean(request.exact && element && suspectHosts([element]));
  const id = element && entryFor(element).id;
  return { doc: documentToken, id, frame: element !== null && hostsDocument(element), hosts, fresh: idsWithoutNumber() };
}
