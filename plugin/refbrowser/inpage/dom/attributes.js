// What an element's attributes say of it, and the selectors of what is natively a control.

import { attributeNamesMethod, internals } from './dom.js';
import { setOf } from './text.js';

export const INNER_CONTROLS =
  'a[href],button,input:not([type=hidden]),select,textarea,summary,[tabindex],[onclick],[role=button],[role=link],[role=checkbox]';

export const FORM_CONTROLS = new Set(['input', 'select', 'textarea', 'button']);

export const ANY_CONTROL = 'a[href],button,input:not([type=hidden]),select,textarea,summary,label,[role=button],[role=link],[role=checkbox],[role=radio],[role=switch],[role=combobox],[role=listbox],[role=option],[role=menuitem],[role=menuitemcheckbox],[role=menuitemradio],[role=treeitem],[role=tab],[role=slider],[role=spinbutton],[role=textbox]';

// Read once per element, so that most questions need no further look.
export const HAS_ROLE = 1;
export const HAS_ID = 2;
export const HAS_HANDLER = 4;
export const HAS_TABINDEX = 8;
export const HAS_DRAGGABLE = 16;
export const HAS_EDITABLE = 32;
export const HAS_ARIA_NAME = 64;
export const HAS_STATE = 128;
export const HAS_ARIA_HIDDEN = 256;
export const HAS_LIVE = 512;
export const HAS_DESCRIPTION = 1024;
export const HAS_VALUE = 2048;
export const HAS_INERT = 4096;
export const HAS_POPUP = 8192;
/** Something by which a style sheet can single it out. */
export const HAS_STYLING = 16384;
export const HAS_TITLE = 32768;
export const HAS_CLASS = 65536;
/** Something else than a class or an id by which a style sheet can single it out. */
export const HAS_OWN_LOOK = 131072;
export const HAS_SORT = 262144;
/** By these sheets do so seldom, and never to hide. */
const ORDINARY = setOf('href rel target title name type value for src alt width height colspan rowspan scope '
  + 'lang dir start');

/** @type {Map<string, number>} */
const ATTRIBUTE_FLAGS = new Map([
  ['role', HAS_ROLE], ['id', HAS_ID | HAS_STYLING], ['class', HAS_STYLING | HAS_CLASS], ['style', HAS_STYLING | HAS_OWN_LOOK],
  ['color', HAS_STYLING | HAS_OWN_LOOK], ['hidden', HAS_STYLING | HAS_OWN_LOOK], ['tabindex', HAS_TABINDEX],
  ['draggable', HAS_DRAGGABLE], ['contenteditable', HAS_EDITABLE],
  ['aria-label', HAS_ARIA_NAME], ['aria-labelledby', HAS_ARIA_NAME], ['aria-labeledby', HAS_ARIA_NAME],
  ['aria-hidden', HAS_ARIA_HIDDEN], ['aria-live', HAS_LIVE],
  ['aria-describedby', HAS_DESCRIPTION], ['aria-description', HAS_DESCRIPTION], ['aria-valuenow', HAS_VALUE],
  ['aria-valuetext', HAS_VALUE],
  ['aria-haspopup', HAS_POPUP], ['aria-sort', HAS_SORT], ['inert', HAS_INERT], ['aria-disabled', HAS_INERT | HAS_STATE],
  ['required', HAS_STATE], ['readonly', HAS_STATE], ['title', HAS_TITLE],
  ...['expanded', 'checked', 'pressed', 'selected', 'required', 'readonly', 'invalid', 'current'].map((state) =>
    /** @type {[string, number]} */ ([`aria-${state}`, HAS_STATE])),
  ...['click', 'mousedown', 'mouseup', 'pointerdown', 'pointerup', 'dblclick', 'contextmenu', 'touchstart', 'touchend',
    'keydown', 'dragstart', 'drop']
    .map((event) => /** @type {[string, number]} */ ([`on${event}`, HAS_HANDLER])),
]);

/** @type {(element: Element) => number} which of the attributes above it has, as bits */
export function flagsOf(element) {
  let flags = 0;
  for (const name of attributeNamesMethod.call(element))
    flags |= ATTRIBUTE_FLAGS.get(name) ?? (ORDINARY.has(name) ? 0 : HAS_OWN_LOOK);
  if (internals.any) for (const name in internals.reported.get(element)) flags |= ATTRIBUTE_FLAGS.get(name) ?? 0;
  return flags;
}
