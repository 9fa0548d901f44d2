// Whether a field that was typed into has yet to show the suggestions that it announces: pages wait for the next key first, and ask a
// server then.

import { POPUPS, isTextField, nativeOffer, openPopups, promisesOptions } from './options.js';
import { expandedState } from '../aria/states.js';
import { closest, isRendered, matches, queryOne } from '../dom/dom.js';
import { arrivedElements, expanded } from '../tracking/appearing.js';
import { lastEntry } from '../tracking/changes.js';

/** Fields of widgets that announce their list by a class alone. */
const WIDGETS = '.ui-autocomplete-input,.tt-input,.pac-target-input,.awesomplete input,.select2-search__field';
/** Without one of these a field announces no list itself. */
const HINTS = '[list],[role],[class],[aria-autocomplete],[aria-haspopup],[aria-controls],[aria-owns],[aria-activedescendant]';
/** What suggestions are made of. */
const SUGGESTIONS = `${POPUPS},[role=option],[role=dialog],option,li,tr`;

/** @type {() => boolean} */
export function awaitsSuggestions() {
  const field = lastEntry();
  if (!field || !(matches(field, HINTS) || closest(field, '[role=combobox],.awesomplete')) || !isTextField(field)) return false;
  const native = nativeOffer(field);
  if (native ? native.options.length > 0 : !(matches(field, WIDGETS) || promisesOptions(field))) return false;
  if (expanded && expandedState(field) && openPopups().some((popup) => queryOne(popup, '[role=option],li,tr') !== null && !isBusy(popup)))
    return false;
  return !arrivedElements().some(suggests);
}

/** @type {(element: Element) => boolean} what it will show is being loaded */
const isBusy = (element) => closest(element, '[aria-busy=true]') !== null;

/** @type {(element: Element) => boolean} it is a list or a part of one that is shown, and no note that one is being loaded */
const suggests = (element) => (queryOne(element, SUGGESTIONS) !== null || closest(element, SUGGESTIONS) !== null)
  && (isRendered(element) || matches(element, 'option')) && !isBusy(element);
