// What other ways of pointing at the page mean: an element that a selector found, what has the focus.

import { bodyGetter, focusedElement, hostsDocument } from '../dom/dom.js';
import { suspectHosts } from '../tracking/debugger_hints.js';
import { tabbedFrom } from './tab_order.js';
import { documentToken, entryFor, idsWithoutNumber } from '../tracking/refs.js';
/** @import { Focused, FocusedRequest, Identified, PlainRequest } from '../wire.d.ts' */

/**
 * Report the element that the preceding selector in Playwright's chain has found.
 * @type {(request: PlainRequest, root: unknown) => Identified}
 */
export function identify(_, root) {
  if (!(root instanceof Element)) throw new TypeError('no selector precedes the request');
  return { doc: documentToken, id: entryFor(root).id, fresh: idsWithoutNumber() };
}

/** @type {(request: FocusedRequest) => Focused} Report what has the focus, or what Tab gives it to where nothing has. */
export function focused(request) {
  const body = bodyGetter.call(document);
  const element = focusedElement() ?? (request.tab && body ? tabbedFrom(body, request.tab === 'backwards').at(-1) ?? null : null);
  const hosts = Boolean(request.exact && element && suspectHosts([element]));
  const id = element && entryFor(element).id;
  return { doc: documentToken, id, frame: element !== null && hostsDocument(element), hosts, fresh: idsWithoutNumber() };
}
