// A reconstruction, from a description of its behaviour, of how Agent Zero's browser plugin (v1.13) reads a page: a walk that asks for
// the computed style of every element and of all its ancestors, markdown with everything escaped, one number for each control.
() => {
  const NEVER = new Set(['HEAD', 'LINK', 'META', 'NOSCRIPT', 'SCRIPT', 'STYLE', 'TEMPLATE']);
  const NATIVE = new Set(['BUTTON', 'INPUT', 'SELECT', 'TEXTAREA', 'SUMMARY']);
  const ROLES = new Set(['button', 'checkbox', 'combobox', 'link', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'option', 'radio',
    'searchbox', 'slider', 'spinbutton', 'switch', 'tab', 'textbox']);
  const EVENTS = ['auxclick', 'change', 'click', 'contextmenu', 'dblclick', 'input', 'keydown', 'keypress', 'keyup', 'mousedown', 'mouseup',
    'pointerdown', 'pointerup', 'submit', 'touchend', 'touchstart'];
  const BLOCKS = new Set(['ADDRESS', 'ARTICLE', 'ASIDE', 'BLOCKQUOTE', 'DETAILS', 'DIALOG', 'DIV', 'DL', 'DD', 'DT', 'FIELDSET', 'FIGURE',
    'FIGCAPTION', 'FOOTER', 'FORM', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'HEADER', 'HR', 'LI', 'MAIN', 'NAV', 'OL', 'P', 'PRE', 'SECTION',
    'TABLE', 'UL']);
  const entries = new Map();

  const styledAway = (element) => {
    const style = getComputedStyle(element);
    return style.display === 'none' || style.visibility === 'hidden' || style.visibility === 'collapse'
      || style.contentVisibility === 'hidden' || Number(style.opacity) <= 0;
  };
  const hidden = (element) => {
    if (NEVER.has(element.tagName) || element.type === 'hidden') return true;
    for (let node = element; node; node = node.parentElement) {
      if (node.hidden || node.getAttribute('aria-hidden') === 'true' || styledAway(node)) return true;
    }
    return false;
  };
  const handled = (element) => EVENTS.some((event) => typeof element[`on${event}`] === 'function')
    || element.getAttributeNames().some((name) => /^(on|@|x-on:|v-on:|ng-)/.test(name) && EVENTS.some((event) => name.includes(event)));
  const interactive = (element) => (element.tagName === 'A' && element.hasAttribute('href')) || NATIVE.has(element.tagName)
    || element.getAttribute('contenteditable') === 'true' || ROLES.has(element.getAttribute('role')) || handled(element);
  const childrenOf = (element) => [...(element.shadowRoot?.childNodes.length ? element.shadowRoot : element).childNodes]
    .flatMap((node) => (node.tagName === 'SLOT' && node.assignedNodes().length ? node.assignedNodes({ flatten: true }) : [node]));

  const escape = (text) => text.replace(/[\\`*_{}[\]()#+\-!|>]/g, '\\$&');
  const collapse = (text) => text.replace(/\s+/g, ' ').trim();
  const cut = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}...` : text);
  const serialised = (text) => /<!doctype|<!--|<(style|script)\b/i.test(text) || (text.length >= 80 && (text.match(/<\/?[a-z][^>]*>/gi) ?? []).length >= 3);

  const kindOf = (element) => {
    const role = element.getAttribute('role');
    if (element.tagName === 'A' || role === 'link') return 'link';
    if (element.tagName === 'IMG') return 'image';
    if (element.tagName === 'BUTTON' || ['button', 'menuitem', 'tab'].includes(role)) return 'button';
    if (element.tagName === 'TEXTAREA' || element.tagName === 'SUMMARY') return element.tagName.toLowerCase();
    if (element.tagName === 'SELECT' || role === 'combobox') return 'select';
    if (element.tagName === 'INPUT') {
      if (['button', 'submit', 'reset'].includes(element.type)) return 'button';
      return ['checkbox', 'radio'].includes(element.type) ? element.type : `input ${element.type || 'text'}`;
    }
    if (element.getAttribute('contenteditable') === 'true') return 'editable';
    if (handled(element)) return 'button';
    return role || element.tagName.toLowerCase();
  };
  const coloured = (element, style) => {
    for (const colour of [style.backgroundColor, style.borderTopColor, style.color]) {
      const [red, green, blue, alpha = 1] = (colour.match(/[\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
      const most = Math.max(red, green, blue) / 255;
      const least = Math.min(red, green, blue) / 255;
      const light = (most + least) / 2;
      const spread = most - least;
      const saturation = spread === 0 ? 0 : spread / (1 - Math.abs(2 * light - 1));
      if (alpha <= 0.15 || saturation < 0.2) continue;
      const sector = most === red / 255 ? ((green - blue) / 255 / spread) % 6 : most === green / 255 ? (blue - red) / 255 / spread + 2 : (red - green) / 255 / spread + 4;
      const hue = (sector * 60 + 360) % 360;
      if ((hue >= 345 || hue < 20) && light >= 0.18 && light <= 0.82) return 'error';
      if (hue >= 20 && hue < 65) return 'warning';
      if (hue >= 65 && hue < 170) return 'success';
      if (hue >= 170 && hue < 280 && alpha > 0.2 && colour === style.backgroundColor && element.tagName === 'BUTTON') return 'primary';
    }
    return '';
  };
  const tagsOf = (element) => {
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const disabled = element.disabled || element.getAttribute('aria-disabled') === 'true' || element.closest('[inert]');
    const blocked = style.pointerEvents === 'none' || (box.width <= 1 && box.height <= 1);
    return [
      disabled && 'disabled',
      blocked && 'blocked',
      (element.checked || element.getAttribute('aria-checked') === 'true') && 'checked',
      element.getAttribute('aria-selected') === 'true' && 'selected',
      (element.getAttribute('aria-invalid') === 'true' || element.matches(':invalid')) && 'invalid',
      element.getAttribute('aria-expanded') === 'true' && 'expanded',
      element.getAttribute('aria-pressed') === 'true' && 'pressed',
      disabled || blocked || Number(style.opacity) <= 0.58 ? 'muted' : coloured(element, style),
    ].filter(Boolean);
  };
  const labelOf = (element) => {
    const pictures = () => [...element.querySelectorAll('img[alt], img[title]')].slice(0, 3).map((image) => image.alt || image.title).join(' ');
    const own = /^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName);
    const candidates = [
      () => [...(element.labels ?? [])].map((label) => label.innerText).join(' '),
      () => element.getAttribute('aria-label'),
      () => element.getAttribute('title'),
      () => (element.tagName === 'IMG' ? element.alt : ''),
      () => (own ? '' : pictures()),
      () => (own ? '' : element.innerText),
      () => (element.tagName === 'A' ? element.pathname + element.search + element.hash : ''),
    ];
    for (const candidate of candidates) {
      const text = collapse(candidate() ?? '');
      if (text) return escape(cut(text, 120));
    }
    return '';
  };
  const reference = (element) => {
    const number = entries.size + 1;
    const tags = tagsOf(element);
    const parts = [`[${[...tags, kindOf(element), number].join(' ')}]`, labelOf(element)];
    // The plugin keeps for each ref the element and its markup at the time of the capture.
    entries.set(number, { element, tags, dom: element.outerHTML, connected: element.isConnected });
    if (element.placeholder) parts.push(`placeholder=${escape(cut(collapse(element.placeholder), 160))}`);
    if (/^(INPUT|TEXTAREA)$/.test(element.tagName) && element.value && !/^(password|checkbox|radio|button|submit|reset)$/.test(element.type)) {
      parts.push(`value=${escape(cut(collapse(element.value), 96))}`);
    }
    if (element.tagName === 'SELECT') parts.push(`selected=${[...element.selectedOptions].map((option) => escape(cut(option.text, 48))).join(' | ')}`);
    if (parts.length === 1 || !parts[1]) parts[1] = element.id ? `#${element.id}` : element.name ? `name=${element.name}` : '';
    return parts.filter(Boolean).join(' ');
  };

  const MARKS = { STRONG: '**', B: '**', EM: '*', I: '*', S: '~~', STRIKE: '~~', DEL: '~~', CODE: '`' };
  const inline = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return serialised(node.data) ? '' : escape(node.data.replace(/\s+/g, ' '));
    if (node.nodeType !== Node.ELEMENT_NODE || hidden(node)) return '';
    if (interactive(node) || node.tagName === 'IMG') return ` ${reference(node)} `;
    if (node.tagName === 'BR') return '\n';
    const text = childrenOf(node).map(inline).join('');
    const mark = MARKS[node.tagName];
    return mark && text.trim() ? `${mark}${text.trim()}${mark}` : text;
  };
  const flat = (element) => collapse(childrenOf(element).map(inline).join(''));
  const listed = (list, depth) => [...list.children].filter((item) => item.tagName === 'LI' && !hidden(item)).map((item) => {
    const lines = childrenOf(item).filter((node) => !/^(UL|OL)$/.test(node.tagName)).map(inline).join('');
    const nested = [...item.children].filter((node) => /^(UL|OL)$/.test(node.tagName) && !hidden(node)).map((node) => listed(node, depth + 2));
    return ['  '.repeat(depth) + (collapse(lines) || '(empty)'), ...nested].join('\n');
  }).join('\n');
  const tabled = (table) => {
    const rows = [...table.rows].filter((row) => !hidden(row)).map((row) => [...row.cells].map(flat));
    const width = Math.max(0, ...rows.map((row) => row.length));
    const lines = rows.map((row) => `| ${[...row, ...Array(width - row.length).fill('')].join(' | ')} |`);
    lines.splice(1, 0, `| ${Array(width).fill('---').join(' | ')} |`);
    return width ? lines.join('\n') : '';
  };
  const labelled = (label) => [...label.querySelectorAll('input, textarea, select, button, summary, a[href], [role], [contenteditable="true"]')]
    .filter((control) => !hidden(control)).map(reference).join('\n');
  const block = (element) => {
    if (hidden(element)) return '';
    if (interactive(element) || element.tagName === 'IMG') return reference(element);
    if (element.tagName === 'LABEL' && (element.htmlFor || element.querySelector('input, textarea, select, button'))) return labelled(element);
    if (/^H[1-6]$/.test(element.tagName)) return `${'#'.repeat(Number(element.tagName[1]))} ${flat(element)}`;
    if (element.tagName === 'P') return childrenOf(element).map(inline).join('').trim();
    if (element.tagName === 'PRE') return `\`\`\`\n${element.textContent.replaceAll('```', '\\`\\`\\`')}\n\`\`\``;
    if (element.tagName === 'BLOCKQUOTE') return inside(element).replace(/^/gm, '> ');
    if (element.tagName === 'UL' || element.tagName === 'OL') return listed(element, 0);
    if (element.tagName === 'TABLE') return tabled(element);
    return element.tagName === 'HR' ? '---' : inside(element);
  };
  const inside = (element) => {
    const parts = [];
    let run = '';
    const flush = () => { if (collapse(run)) parts.push(collapse(run)); run = ''; };
    for (const node of childrenOf(element)) {
      const apart = node.nodeType === Node.ELEMENT_NODE && (BLOCKS.has(node.tagName) || node.tagName === 'LABEL' || (!hidden(node) && interactive(node)));
      if (!apart) { run += inline(node); continue; }
      flush();
      const text = block(node);
      if (text) parts.push(text);
    }
    flush();
    return parts.join('\n\n');
  };

  const header = [`title: ${JSON.stringify(cut(document.title, 160))}`, `url: ${location.href}`];
  globalThis.capturedEntries = entries;
  return `---\n${header.join('\n')}\n---\n\n${block(document.body)}`;
}
