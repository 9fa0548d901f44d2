// Accessible names and descriptions, by the W3C's accessible name computation 1.2.

/** How much of a name identifies a control. */
const NAME_LIMIT = 200;
/** How much of a name is printed: label text appears nowhere else. */
const TEXT_LIMIT = 2000;
const NOT_CONTENT = new Set(['script', 'style', 'template', 'noscript', 'head', 'datalist']);

/**
 * @param {Element} element
 * @param {number} [limit] in characters
 * @returns {string} its accessible name, one line, '' when it has none
 */
function accessibleName(element, limit = NAME_LIMIT) {
  return shorten(oneLine(computeName(element, { visited: new Set(), referenced: false, embedded: false })), limit);
}

/** @type {(element: Element) => string} the text of aria-labelledby or aria-label, '' when neither says anything */
function labelFromAria(element) {
  const ids = attributeOf(element, 'aria-labelledby');
  if (ids) {
    const text = textOfReferences(element, ids);
    if (text) return text;
  }
  return oneLine(attributeOf(element, 'aria-label') ?? '');
}

/** @type {(element: Element, ids: string) => string} */
function textOfReferences(element, ids) {
  const visited = new Set();
  const parts = [];
  for (const id of ids.split(/\s+/)) {
    const target = id && byId(element, id);
    if (target) parts.push(computeName(target, { visited, referenced: true, embedded: false }));
  }
  return oneLine(parts.join(' '));
}

/**
 * @param {Element} element
 * @returns {string} its accessible description: aria-describedby, aria-description
 */
function accessibleDescription(element) {
  const ids = attributeOf(element, 'aria-describedby');
  const text = ids ? textOfReferences(element, ids) : '';
  return shorten(text || oneLine(attributeOf(element, 'aria-description') ?? ''), NAME_LIMIT);
}

/**
 * @typedef {{visited: Set<Element>, referenced: boolean, embedded: boolean}} NameStep
 * visited: elements already used; referenced: reached by an id, so that hidden text counts; embedded: inside another name
 */

/** @type {(element: Element, step: NameStep) => string} */
function computeName(element, step) {
  if (step.visited.has(element)) return '';
  const name = nameOf(element);
  if (NOT_CONTENT.has(name)) return '';
  if (!step.referenced && step.embedded && isUnrendered(element)) return '';
  step.visited.add(element);
  if (!step.embedded && !step.referenced) {
    const ids = attributeOf(element, 'aria-labelledby');
    const text = ids ? textOfReferences(element, ids) : '';
    if (text) return text;
  }
  const role = roleOf(element);
  if (step.embedded || step.referenced) {
    const value = embeddedValue(element, name, role);
    if (value !== null && step.embedded) return value;
  }
  const label = attributeOf(element, 'aria-label');
  if (label?.trim()) return label;
  const native = nativeName(element, name, role, step);
  if (native) return native;
  if (step.embedded || step.referenced || NAME_FROM_CONTENT.has(role) || name === 'summary' || name === 'label' || name === 'legend') {
    const content = contentName(element, name, step);
    if (content.trim()) return content;
  }
  return attributeOf(element, 'title') ?? (name === 'input' || name === 'textarea' ? attributeOf(element, 'placeholder') ?? '' : '');
}

/** @type {(element: Element) => boolean} */
function isUnrendered(element) {
  if (attributeOf(element, 'aria-hidden') === 'true') return true;
  const style = styleOf(element);
  return style.display === 'none' || style.visibility !== 'visible';
}

/** @type {(element: Element, name: string, role: string) => string | null} what a control contributes to the name of its label */
function embeddedValue(element, name, role) {
  if (name === 'input' && isSecret(element)) return '';
  if (role === 'textbox' || role === 'searchbox' || role === 'combobox' || role === 'listbox' || role === 'spinbutton' || role === 'slider') {
    if (name === 'select') return Array.from(/** @type {HTMLSelectElement} */ (element).selectedOptions, (option) => option.label).join(' ');
    if (name === 'input' || name === 'textarea') return /** @type {HTMLInputElement} */ (element).value;
    return attributeOf(element, 'aria-valuetext') ?? attributeOf(element, 'aria-valuenow') ?? (role === 'textbox' ? textOf(element) : null);
  }
  return null;
}

/** @type {(element: Element, name: string, role: string, step: NameStep) => string} */
function nativeName(element, name, role, step) {
  if (name === 'input' || name === 'select' || name === 'textarea' || name === 'button' || name === 'meter' || name === 'progress' || name === 'output') {
    const labels = labelsOf(element);
    if (labels.length) {
      const parts = Array.from(labels, (label) => computeName(label, { visited: step.visited, referenced: false, embedded: true }));
      const text = parts.join(' ');
      if (text.trim()) return text;
    }
  }
  switch (name) {
    case 'input': {
      const input = /** @type {HTMLInputElement} */ (element);
      if (input.type === 'image') return input.alt || input.value || attributeOf(element, 'title') || 'Submit';
      if (input.type === 'submit') return input.value || 'Submit';
      if (input.type === 'reset') return input.value || 'Reset';
      return input.type === 'button' ? input.value : '';
    }
    case 'img':
    case 'area':
      return attributeOf(element, 'alt') ?? '';
    case 'fieldset':
      return childName(element, 'legend', step);
    case 'figure':
      return childName(element, 'figcaption', step);
    case 'table':
      return childName(element, 'caption', step);
    case 'svg':
      return childName(element, 'title', step);
    case 'iframe':
      return attributeOf(element, 'title') ?? '';
    default:
      return '';
  }
}

/** @type {(element: Element, childTag: string, step: NameStep) => string} */
function childName(element, childTag, step) {
  const child = queryOne(element, `:scope > ${childTag}`);
  return child ? contentName(child, childTag, step) : '';
}

/** @type {(element: Element, name: string, step: NameStep) => string} */
function contentName(element, name, step) {
  let text = '';
  const inner = { visited: step.visited, referenced: false, embedded: true };
  const walkHidden = step.referenced && isUnrendered(element);
  if (walkHidden) return textOf(element);
  eachChild(element, name, (child) => {
    if (text.length > TEXT_LIMIT) return;
    const type = nodeTypeGetter.call(child);
    if (type === TEXT_NODE) text += dataGetter.call(child);
    else if (type === ELEMENT_NODE) {
      if (nameOf(/** @type {Element} */ (child)) === 'br') {
        text += ' ';
        return;
      }
      const part = computeName(/** @type {Element} */ (child), inner);
      const inline = styleOf(/** @type {Element} */ (child)).display === 'inline';
      text += inline ? part : ` ${part} `;
    }
  });
  return text;
}
