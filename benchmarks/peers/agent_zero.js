// A reconstruction, from what is known of its behaviour, of how Agent Zero's browser plugin (v1.13) reads a page: markdown with everything
// escaped, one number for each control. It asks what the plugin asks, and as often: on the way each element is asked three or four times
// whether it is hidden, which asks for the styles of all its ancestors; of a control its state and every possible label are collected.
() => {
  const NEVER = new Set(['HEAD', 'LINK', 'META', 'NOSCRIPT', 'SCRIPT', 'STYLE', 'TEMPLATE']);
  const NATIVE = new Set(['BUTTON', 'INPUT', 'SELECT', 'TEXTAREA', 'SUMMARY']);
  const ROLES = new Set(['button', 'checkbox', 'combobox', 'link', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'option', 'radio',
    'searchbox', 'slider', 'spinbutton', 'switch', 'tab', 'textbox']);
  const EVENTS = new Set(['auxclick', 'change', 'click', 'contextmenu', 'dblclick', 'input', 'keydown', 'keypress', 'keyup', 'mousedown',
    'mouseup', 'pointerdown', 'pointerup', 'submit', 'touchend', 'touchstart']);
  const HANDLERS = [...EVENTS].map((event) => `on${event}`);
  const BLOCKS = new Set(['ADDRESS', 'ARTICLE', 'ASIDE', 'BLOCKQUOTE', 'BODY', 'DETAILS', 'DIV', 'DL', 'FIELDSET', 'FIGCAPTION', 'FIGURE',
    'FOOTER', 'FORM', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'HEADER', 'HR', 'HTML', 'LI', 'MAIN', 'NAV', 'OL', 'P', 'PRE', 'SECTION', 'TABLE',
    'TBODY', 'TD', 'TFOOT', 'TH', 'THEAD', 'TR', 'UL']);
  const entries = new Map();
  const numbers = new WeakMap();

  const plain = (text) => String(text ?? '').replace(/\s+/gu, ' ').trim();
  const lower = (text) => plain(text).toLowerCase();
  const attribute = (element, name) => plain(element.getAttribute(name)).slice(0, 160);
  const escaped = (text) => text.replace(/([\\`*_{}[\]()#+\-!|>])/gu, '\\$1');
  const cut = (text, most = 120) => (plain(text).length > most ? `${plain(text).slice(0, most - 1).trimEnd()}...` : plain(text));

  // What a page's text may not be: the plugin's own marks, markup, minified script. Asked of every text, and of every line at the end.
  const marked = (text) => /space-browser-(?:frame-document|shadow-root)/iu.test(plain(text)) || /data-space-browser-/iu.test(plain(text));
  const serialised = (text) => text.includes('<') && text.includes('>')
    && (/<!doctype|<!--|<\/?(?:style|script)\b/iu.test(text) || (text.length >= 80 && (text.match(/<\/?[a-z][^>]*>/giu) ?? []).length >= 3));
  const minified = (text) => {
    if (text.length < 400) return false;
    const signs = new Set(text.match(/\b(?:function|return|var|new|case|switch|while|for)\b/gu));
    return signs.size >= 4 && (text.match(/[{}[\]();=<>\\]/gu) ?? []).length / text.length >= 0.12;
  };
  const dropped = (text) => !plain(text) || marked(text) || serialised(plain(text)) || minified(plain(text));

  const written = /(?:^|;)(?:display:none|visibility:(?:hidden|collapse)|content-visibility:hidden|opacity:0(?:\.0+)?)(?:;|$)/u;
  const styledAway = (element) => {
    if (written.test((element.getAttribute('style') ?? '').toLowerCase().replace(/\s+/gu, ''))) return true;
    const style = getComputedStyle(element);
    const [display, visibility, content] = [lower(style.display), lower(style.visibility), lower(style.contentVisibility)];
    return display === 'none' || visibility === 'hidden' || visibility === 'collapse' || content === 'hidden' || Number(style.opacity || 1) <= 0;
  };
  const away = (element) => element.hidden || element.getAttribute('aria-hidden') === 'true' || styledAway(element);
  const hidden = (element) => {
    if (NEVER.has(element.tagName) || (element.tagName === 'INPUT' && lower(element.getAttribute('type')) === 'hidden')) return true;
    for (let node = element; node; node = node.parentElement) if (away(node)) return true;
    return false;
  };

  const bound = (name) => {
    const rest = /^(?:@|x-on:|v-on:|ng-|on)(.+)$/u.exec(name.toLowerCase())?.[1];
    return rest !== undefined && EVENTS.has(rest.split(/[.:]/u, 1)[0]);
  };
  const handled = (element) => element.getAttributeNames().some(bound) || HANDLERS.some((handler) => typeof element[handler] === 'function');
  const roleOf = (element) => lower(element.getAttribute('role'));
  const editable = (element) => lower(element.getAttribute('contenteditable')) === 'true';
  const interactive = (element) => {
    if (hidden(element)) return false;
    if (attribute(element, 'data-space-browser-node-id')) return true;
    if ((element.tagName === 'A' && element.hasAttribute('href')) || NATIVE.has(element.tagName) || editable(element)) return true;
    return ROLES.has(roleOf(element)) || handled(element);
  };
  const labelsFile = (element) => element.tagName === 'LABEL' && !hidden(element) && element.control?.type === 'file' && hidden(element.control);
  const referenced = (element) => interactive(element) || element.tagName === 'IMG' || labelsFile(element);

  const slotted = (node) => {
    if (node.nodeType !== Node.ELEMENT_NODE || node.tagName !== 'SLOT') return [node];
    const assigned = node.assignedNodes({ flatten: true });
    return (assigned.length ? assigned : [...node.childNodes]).flatMap(slotted);
  };
  const childrenOf = (element) => {
    const inner = element.shadowRoot ? [...element.shadowRoot.childNodes].flatMap(slotted) : [];
    return inner.length ? inner : [...element.childNodes].flatMap(slotted);
  };
  const isText = (node) => node.nodeType === Node.TEXT_NODE;
  const isElement = (node) => node.nodeType === Node.ELEMENT_NODE;

  const readable = (node) => {
    if (isText(node)) return node.textContent;
    return isElement(node) && !hidden(node) ? childrenOf(node).map(readable).filter(Boolean).join(' ') : '';
  };
  const textOf = (element) => plain(readable(element)) || plain(element.textContent);

  const kindOf = (element) => {
    const role = roleOf(element);
    if (element.tagName === 'A' || role === 'link') return 'link';
    if (element.tagName === 'IMG') return 'image';
    if (element.tagName === 'BUTTON' || ['button', 'menuitem', 'tab'].includes(role)) return 'button';
    if (element.tagName === 'TEXTAREA' || element.tagName === 'SUMMARY') return element.tagName.toLowerCase();
    if (element.tagName === 'SELECT' || role === 'combobox') return 'select';
    if (element.tagName === 'INPUT') {
      if (['button', 'submit', 'reset'].includes(element.type)) return 'button';
      return ['checkbox', 'radio'].includes(element.type) ? element.type : `input ${element.type || 'text'}`;
    }
    if (labelsFile(element)) return 'file input label';
    if (editable(element)) return 'editable';
    if (role === 'searchbox' || role === 'textbox') return role === 'textbox' ? 'input text' : 'input search';
    return handled(element) ? 'button' : role || element.tagName.toLowerCase();
  };

  const colourOf = (text) => {
    const parts = /^rgba?\(([^)]+)\)$/iu.exec(plain(text))?.[1].split(',').map((part) => Number.parseFloat(part));
    return parts && { red: parts[0] / 255, green: parts[1] / 255, blue: parts[2] / 255, alpha: parts[3] ?? 1 };
  };
  const shadeOf = ({ red, green, blue }) => {
    const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
    const spread = most - least;
    const lightness = (most + least) / 2;
    if (!spread) return { hue: 0, lightness, saturation: 0 };
    const sector = most === red ? ((green - blue) / spread) % 6 : most === green ? (blue - red) / spread + 2 : (red - green) / spread + 4;
    return { hue: (sector * 60 + 360) % 360, lightness, saturation: spread / (1 - Math.abs(2 * lightness - 1)) };
  };
  const toneOf = (element, style) => {
    const colours = [style.backgroundColor, style.borderTopColor, style.color].map(colourOf);
    const shade = colours.filter((colour) => colour && colour.alpha > 0.15).map(shadeOf).find((one) => one.saturation >= 0.2);
    if (!shade || shade.lightness < 0.14 || shade.lightness > 0.9) return '';
    if ((shade.hue >= 345 || shade.hue < 20) && shade.lightness <= 0.82) return 'error';
    if (shade.hue >= 20 && shade.hue < 65) return 'warning';
    if (shade.hue >= 65 && shade.hue < 170) return 'success';
    return shade.hue >= 170 && shade.hue < 280 && NATIVE.has(element.tagName) && colours[0]?.alpha > 0.2 ? 'primary' : '';
  };
  const stateOf = (element) => {
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const aria = Object.fromEntries(['disabled', 'busy', 'checked', 'current', 'invalid', 'pressed', 'readonly', 'required', 'selected', 'expanded']
      .map((name) => [name, lower(element.getAttribute(`aria-${name}`)) === 'true']));
    const disabled = Boolean(element.disabled || aria.disabled || element.closest('[inert]'));
    const untouchable = lower(style.pointerEvents) === 'none';
    const blocked = !disabled && (untouchable || (box.width <= 1 && box.height <= 1));
    const checked = Boolean(element.checked || aria.checked);
    const invalid = aria.invalid || element.matches(':invalid');
    const opacity = Number(style.opacity || 1);
    const tone = disabled || untouchable || opacity <= 0.58 ? 'muted' : toneOf(element, style);
    const flags = { disabled, blocked, checked, selected: aria.selected, invalid, expanded: aria.expanded, pressed: aria.pressed };
    const tags = [...Object.keys(flags).filter((name) => flags[name]), tone].filter(Boolean);
    return { ...aria, ...flags, tags, tone, opacity, cursor: lower(style.cursor), visible: !hidden(element) };
  };

  const labelText = (label, control) => {
    const textIn = (node) => {
      if (isText(node)) return node.textContent;
      if (!isElement(node) || hidden(node) || node === control) return '';
      return childrenOf(node).map(textIn).filter(Boolean).join(' ');
    };
    return plain(textIn(label)) || textOf(label);
  };
  const labelOf = (element) => {
    const own = /^(?:INPUT|SELECT|TEXTAREA|IMG)$/u.test(element.tagName);
    const found = [...(element.labels ?? [])].map((label) => labelText(label, element));
    found.push(attribute(element, 'aria-label'), attribute(element, 'title'));
    if (element.tagName === 'IMG') found.push(attribute(element, 'alt'));
    if (!own) found.push(...[...element.querySelectorAll('img[alt], img[title]')].slice(0, 3).map((image) => plain(image.alt || image.title)));
    if (!/^(?:INPUT|IMG)$/u.test(element.tagName)) found.push(textOf(element));
    return cut([...new Set(found.filter(Boolean))][0] ?? '');
  };
  const addressOf = (address) => {
    const url = new URL(address, location.href);
    return cut(url.origin === location.origin ? url.pathname + url.search + url.hash : url.hostname + url.pathname, 96);
  };
  const valueOf = (element) => {
    if (element.tagName === 'SELECT') return [...element.selectedOptions].map((option) => cut(option.textContent, 48)).join(' | ');
    return /^(?:password|checkbox|radio|button|submit|reset|file)$/u.test(element.type) ? '' : cut(element.value ?? '', 96);
  };
  const summaryOf = (element) => {
    const label = labelOf(element);
    const parts = [escaped(label)];
    if (element.tagName === 'A') parts[0] ||= escaped(addressOf(element.getAttribute('href') ?? ''));
    if (element.tagName === 'IMG') parts[0] ||= escaped(addressOf(element.currentSrc || element.src));
    if (element.placeholder) parts.push(`placeholder=${escaped(attribute(element, 'placeholder'))}`);
    if (/^(?:INPUT|TEXTAREA|SELECT)$/u.test(element.tagName) && valueOf(element)) {
      parts.push(`${element.tagName === 'SELECT' ? 'selected' : 'value'}=${escaped(valueOf(element))}`);
    }
    if (!label && parts.filter(Boolean).length === (element.tagName === 'SELECT' ? parts.length - 1 : 0)) {
      parts[0] = element.id ? `#${attribute(element, 'id')}` : element.name ? `name=${escaped(attribute(element, 'name'))}` : '';
    }
    return parts.filter(Boolean).join(' ');
  };
  const reference = (element) => {
    if (!numbers.has(element)) {
      const number = entries.size + 1;
      const state = stateOf(element);
      // The plugin keeps for each ref the element and its markup at the time of the capture.
      const kept = { element, dom: element.outerHTML, connected: element.isConnected, id: attribute(element, 'id'), name: attribute(element, 'name') };
      entries.set(number, { ...kept, kind: kindOf(element), state, summary: summaryOf(element) });
      numbers.set(element, number);
    }
    const number = numbers.get(element);
    const { kind, state, summary } = entries.get(number);
    return plain(`[${[...state.tags, kind, number].join(' ')}] ${plain(summary)}`);
  };

  const joined = (parts) => parts.map((part) => part.trim()).filter(Boolean).join(' ')
    .replace(/\s+([,.;!?])/gu, '$1').replace(/([([{\u201c])\s+/gu, '$1').replace(/\s+([\])}\u201d])/gu, '$1')
    .replace(/\s*\n\s*/gu, '\n').replace(/[ \t]+\n/gu, '\n').replace(/\n{3,}/gu, '\n\n').trim();
  const blocks = (parts) => parts.map((part) => part.trim()).filter(Boolean).join('\n\n').trim();
  const text = (node) => (dropped(plain(node.textContent)) ? '' : escaped(plain(node.textContent)));

  const controlsOf = (label) => [...label.querySelectorAll('input, textarea, select, button, summary, a[href], [role], [contenteditable]')]
    .filter(referenced).map(reference).join('\n');
  const labels = (element) => element.tagName === 'LABEL' && (element.getAttribute('for') || element.querySelector('input, textarea, select, button'));
  const MARKS = { STRONG: '**', B: '**', EM: '*', I: '*', S: '~~', STRIKE: '~~', DEL: '~~' };
  const inline = (node) => {
    if (isText(node)) return text(node);
    if (!isElement(node) || hidden(node)) return '';
    if (referenced(node)) return reference(node);
    if (labels(node)) return controlsOf(node);
    if (node.tagName === 'BR') return '\n';
    if (node.tagName === 'CODE') return `\`${plain(node.textContent).replaceAll('`', '\\`')}\``;
    const content = flat(node);
    const mark = MARKS[node.tagName];
    return mark && content ? mark + content + mark : content;
  };
  const flat = (element) => joined(childrenOf(element).map(inline));
  const isList = (node) => isElement(node) && /^(?:UL|OL)$/u.test(node.tagName);
  const listed = (list, depth) => childrenOf(list).filter((item) => isElement(item) && item.tagName === 'LI' && !hidden(item)).map((item) => {
    const indentation = '  '.repeat(depth);
    const head = joined(childrenOf(item).filter((node) => !isList(node)).map(inline));
    const nested = childrenOf(item).filter(isList).map((inner) => listed(inner, depth + 1).replace(/^/gmu, '  '));
    return [indentation + (head || '(empty)'), ...nested].join('\n');
  }).join('\n');
  const tabled = (table) => {
    const rows = [...table.querySelectorAll(':scope > thead > tr, :scope > tbody > tr, :scope > tr, :scope > tfoot > tr')]
      .map((row) => [...row.children].filter((cell) => /^T[DH]$/u.test(cell.tagName) && !hidden(cell)).map(flat)).filter((cells) => cells.length);
    const width = Math.max(0, ...rows.map((row) => row.length));
    const lines = rows.map((row) => `| ${[...row, ...Array(width - row.length).fill('')].join(' | ')} |`);
    lines.splice(1, 0, `| ${Array(width).fill('---').join(' | ')} |`);
    return width ? lines.join('\n') : '';
  };
  const block = (element) => {
    if (hidden(element)) return '';
    if (referenced(element)) return reference(element);
    if (labels(element)) return controlsOf(element);
    if (/^H[1-6]$/u.test(element.tagName)) return `${'#'.repeat(Number(element.tagName[1]))} ${flat(element)}`;
    if (element.tagName === 'P') return flat(element);
    if (element.tagName === 'PRE') return `\`\`\`\n${element.textContent.trimEnd().replaceAll('```', '\\`\\`\\`')}\n\`\`\``;
    if (element.tagName === 'BLOCKQUOTE') return inside(element).replace(/^/gmu, '> ');
    if (isList(element)) return listed(element, 0);
    if (element.tagName === 'TABLE') return tabled(element);
    return element.tagName === 'HR' ? '---' : inside(element);
  };
  const inside = (element) => {
    const parts = [];
    const run = [];
    const flush = () => parts.push(joined(run.splice(0)));
    for (const node of childrenOf(element)) {
      if (isText(node)) run.push(text(node));
      if (!isElement(node) || hidden(node)) continue;
      const content = block(node);
      if (!content) continue;
      if (BLOCKS.has(node.tagName) || referenced(node)) {
        flush();
        parts.push(content);
      } else run.push(content);
    }
    flush();
    return blocks(parts);
  };
  const cleaned = (markdown) => {
    let fenced = false;
    return markdown.split('\n').filter((line) => {
      if (line.trim().startsWith('```')) fenced = !fenced;
      return fenced || !line.trim() || line.trim().startsWith('```') || !dropped(line);
    }).join('\n').replace(/\n{3,}/gu, '\n\n').trim();
  };

  const header = [`title: ${JSON.stringify(cut(document.title, 160))}`, `url: ${JSON.stringify(location.href)}`];
  globalThis.capturedEntries = entries;
  return cleaned(`---\n${header.join('\n')}\n---\n\n${block(document.body)}`);
}
