// Reading style sheets: rules and the parts of their selectors.

import { queryOne } from './dom.js';

export const MOST_GENERATING_RULES = 20_000;

/** Characters of a `content` that are read. */
export const MOST_CONTENT = 2_000;

/** @type {(sheet: CSSStyleSheet | null) => CSSRuleList | null} null where it comes from another origin and cannot be read */
export function rulesOf(sheet) {
  try {
    return sheet && sheet.cssRules;
  } catch {
    return null;
  }
}

/** @type {(selector: string) => string[]} what stands between its commas, but for those in brackets and quotes */
export const selectorParts = (selector) =>
  selector.match(/(?:[^,()[\]"]|"(?:[^"\\]|\\.)*"|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|\[[^\]]*\])+/g) ?? [];

/** @type {(selector: string) => boolean} it can be asked for */
export function isSelector(selector) {
  try {
    queryOne(document.createDocumentFragment(), selector);
    return true;
  } catch {
    return false;
  }
}
