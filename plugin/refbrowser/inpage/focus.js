// Whether a move of the focus changed what the page shows. It does only where a style rule looks at the focus and does more than paint.

/** What a rule may set without showing, hiding or moving anything. */
const PAINT_ONLY = /^(--|outline|border|box-shadow|background|color$|text-decoration|text-underline|text-shadow|transition|caret|accent|cursor|fill|stroke|z-index|will-change|appearance|-webkit-appearance|-webkit-tap)/;
const MOST_RULES = 20_000;
const MOST_FOCUS_SELECTORS = 50;
const MOST_MATCHES = 200;

/** @type {{size: number, selectors: [ParentNode, string][] | null}} selectors are null where the rules cannot be known */
let focusRules = { size: -1, selectors: [] };
/** @type {Element[][] | null} what each of them matched when last asked */
let focusMatches = null;
let focusMoved = false;

const onFocus = () => {
  focusMoved = true;
};

/** Counts a change if the focus moved since the last question and a style rule answered to it. */
function settleFocus() {
  if (!focusMoved) return;
  focusMoved = false;
  const { selectors } = readFocusRules();
  const before = focusMatches;
  focusMatches = selectors?.map(([root, selector]) => Array.from(queryEvery(root, selector)).slice(0, MOST_MATCHES)) ?? null;
  if (selectors && !selectors.length) return;
  if (!before || !focusMatches || !sameMatches(before, focusMatches)) version++;
}

/** @type {(before: Element[][], now: Element[][]) => boolean} */
const sameMatches = (before, now) => before.length === now.length
  && before.every((matches, index) => matches.length === now[index].length && matches.every((element, place) => element === now[index][place]));

/** @type {() => typeof focusRules} */
function readFocusRules() {
  const roots = [document, ...shadowRoots()];
  try {
    const sheets = roots.flatMap((root) => [...root.styleSheets, ...root.adoptedStyleSheets].map((sheet) => /** @type {const} */ ([root, sheet])));
    const size = sheets.reduce((sum, [, sheet]) => sum + 1 + sheet.cssRules.length, 0);
    if (size !== focusRules.size) {
      /** @type {[ParentNode, string][]} */
      const selectors = [];
      let left = MOST_RULES;
      for (const [root, sheet] of sheets) {
        for (const selector of focusSelectors(sheet.cssRules, () => left-- > 0)) selectors.push([root, selector]);
      }
      focusRules = { size, selectors: left > 0 && selectors.length <= MOST_FOCUS_SELECTORS ? selectors : null };
      focusMatches = null;
    }
  } catch {
    // Rules from another origin cannot be read, and some selectors cannot be asked for: nothing is known then.
    focusRules = { size: -1, selectors: null };
  }
  return focusRules;
}

/** @type {(rules: CSSRuleList, more: () => boolean) => Generator<string>} throws for a selector that has no meaning by itself */
function* focusSelectors(rules, more) {
  for (const rule of rules) {
    if (!more()) return;
    if (rule instanceof CSSImportRule) {
      if (rule.styleSheet) yield* focusSelectors(rule.styleSheet.cssRules, more);
      continue;
    }
    const { selectorText, style, cssRules } = /** @type {any} */ (rule);
    if (selectorText?.includes(':focus') && Array.from(style).some((property) => !PAINT_ONLY.test(/** @type {string} */ (property)))) {
      document.createDocumentFragment().querySelector(selectorText);
      if (selectorText.includes('&')) throw new SyntaxError('a nested rule');
      yield selectorText;
    }
    if (cssRules?.length) yield* focusSelectors(cssRules, more);
  }
}
