function([value]) {
  // Encodes a value as JSON text within a bound. JSON.stringify, toString and join are not used for data: a page that has replaced
  // them changes no result. Every statement ends on a semicolon, because the lines are joined before it is sent.
  const MOST = 30000, DEEPEST = 20, IN_LINE = 20, LINE = 1000;
  let room = MOST, characters = 0, items = 0, deep = 0;
  const above = [];
  const quoted = (string) => {
    let said = '', from = 0;
    for (let at = 0; at < string.length; at += 1) {
      const one = string[at];
      if (one >= ' ' && one !== '"' && one !== '\\') continue;
      said += string.slice(from, at) + (one >= ' ' ? `\\${one}` : `\\u00${one < '\x10' ? 0 : 1}${'0123456789abcdef'[one.charCodeAt(0) % 16]}`);
      from = at + 1;
    }
    return `"${said}${string.slice(from)}"`;
  };
  const text = (string) => {
    const most = room > 0 ? room : 0;
    if (string.length > most) characters += string.length - most;
    const shown = string.length > most ? string.slice(0, most) : string;
    room -= shown.length + 2;
    return quoted(shown);
  };
  const short = (string, most) => string.length > most ? `${string.slice(0, most)}…` : string;
  const failed = (error) => {
    let why = '';
    try { why = short(`${error && error.message || error}`, 200); } catch {}
    return `[threw: ${why}]`;
  };
  const integer = (big) => {
    const limit = 10n ** 1000n;
    return big < limit && big > -limit ? `${big}n` : `bigint of about ${Math.ceil(big.toString(16).length * 1.2)} digits`;
  };
  const called = (callable) => {
    const source = short(Function.prototype.toString.call(callable).slice(0, 200), 80);
    return /^class\b/.test(source) ? `class ${callable.name || '(anonymous)'}` : `function ${short(`${callable.name || '(anonymous)'}`, 100)}`;
  };
  const scalar = (it) => {
    switch (typeof it) {
      case 'bigint': return integer(it);
      case 'symbol': return short(Symbol.prototype.toString.call(it), 200);
      case 'function': return called(it);
      case 'number': return it === 0 ? '-0' : `${it}`;
    }
    return `${it}`;
  };
  const plainNumber = (it) => it - it === 0 && (it !== 0 || 1 / it > 0);
  const kindOf = (it) => short(Object.prototype.toString.call(it).slice(8, -1), 100);
  const nameOf = (it) => {
    const made = Object.getPrototypeOf(it)?.constructor;
    return short(`${typeof made === 'function' && made.name || kindOf(it)}`, 100);
  };
  const nodeText = (it) => {
    let type;
    try { type = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeType').get.call(it); } catch { return null; }
    if (type === 9) return `#document ${short(it.URL, 300)}`;
    const words = short(`${it.textContent || ''}`.slice(0, 2000).trim().replace(/\s+/g, ' '), 80);
    if (type !== 1) return `${it.nodeName}${words ? ` "${words}"` : ''}`;
    const name = it.getAttribute('name');
    const named = `${it.localName}${it.id ? `#${short(it.id, 80)}` : ''}${name ? ` name="${short(name, 80)}"` : ''}`;
    return `<${named}>${words ? ` ${words}` : ''}`;
  };
  const inLine = (it, depth) => {
    if (typeof it === 'string') return `"${short(it, 200)}"`;
    if (it === null || typeof it === 'boolean' || typeof it === 'number' && plainNumber(it)) return `${it}`;
    if (typeof it !== 'object') return scalar(it);
    const special = named(it, depth + 1);
    if (special !== null) return special;
    if (depth > 2) { deep += 1; return nameOf(it); }
    if (Array.isArray(it)) return `[${listed(it, it.length, (entry) => inLine(entry, depth + 1))}]`;
    const keys = Object.keys(it);
    return `{${listed(keys, keys.length, (key) => `"${short(key, 100)}": ${inLine(it[key], depth + 1)}`)}}`;
  };
  const listed = (entries, count, say) => {
    let line = '', shown = 0;
    for (const entry of entries) {
      if (shown === IN_LINE || line.length > LINE) break;
      line += `${shown ? ', ' : ''}${say(entry)}`;
      shown += 1;
    }
    if (count > shown) { items += count - shown; line += `, … ${count - shown} more`; }
    return line;
  };
  const sized = (getter, it) => { try { return getter.call(it); } catch { return null; } };
  const getter = (prototype, name) => Object.getOwnPropertyDescriptor(prototype, name).get;
  const pair = (depth) => ([key, entry]) => `${inLine(key, depth)} => ${inLine(entry, depth)}`;
  // What JSON cannot say, as text that names it; null for data.
  const named = (it, depth) => {
    const node = nodeText(it);
    if (node !== null) return node;
    if (it.window === it) { try { return `Window ${it.location.href}`; } catch { return 'Window'; } }
    const kind = kindOf(it);
    switch (kind) {
      case 'Date': {
        const time = sized(Date.prototype.getTime, it);
        if (time !== null) return time === time ? `Date ${Date.prototype.toISOString.call(it)}` : 'Date Invalid';
        break;
      }
      case 'RegExp': return `RegExp ${short(`${it}`, 500)}`;
      case 'Error': case 'DOMException': return short(`${it.name || 'Error'}: ${it.message}`, 1000);
      case 'Map': {
        const count = sized(getter(Map.prototype, 'size'), it);
        if (count !== null) return `Map(${count}) {${listed(Map.prototype.entries.call(it), count, pair(depth))}}`;
        break;
      }
      case 'Set': {
        const count = sized(getter(Set.prototype, 'size'), it);
        if (count !== null) return `Set(${count}) {${listed(Set.prototype.values.call(it), count, (one) => inLine(one, depth))}}`;
        break;
      }
      case 'FormData': case 'Headers': case 'URLSearchParams': {
        const pairs = [...it];
        return `${kind}(${pairs.length}) {${listed(pairs, pairs.length, pair(depth))}}`;
      }
      case 'ArrayBuffer': case 'SharedArrayBuffer': return `${kind}(${it.byteLength})`;
      case 'Promise': case 'WeakMap': case 'WeakSet': case 'WeakRef': case 'Generator': case 'AsyncGenerator': return kind;
    }
    if (ArrayBuffer.isView(it)) {
      if (kind === 'DataView') return `DataView(${it.byteLength})`;
      return `${kind}(${it.length}) [${listed(it, it.length, (number) => `${number}`)}]`;
    }
    return null;
  };
  const entry = (it, key, depth) => {
    let one;
    try { one = it[key]; } catch (error) { return text(failed(error)); }
    return say(one, depth + 1, key);
  };
  const list = (it, count, depth) => {
    let said = '', shown = 0;
    while (shown < count && room > 0) { said += (shown ? ',' : '') + entry(it, shown, depth); shown += 1; }
    if (shown < count) { items += count - shown; said += (shown ? ',' : '') + text(`… ${count - shown} more`); }
    return `[${said}]`;
  };
  const record = (it, keys, depth) => {
    let said = '', shown = 0;
    while (shown < keys.length && room > 0) { said += `${shown ? ',' : ''}${text(keys[shown])}:${entry(it, keys[shown], depth)}`; shown += 1; }
    if (shown < keys.length) { items += keys.length - shown; said += `${shown ? ',' : ''}"…":${text(`${keys.length - shown} more`)}`; }
    return `{${said}}`;
  };
  const object = (it, depth) => {
    if (Array.isArray(it)) return list(it, it.length, depth);
    const prototype = Object.getPrototypeOf(it);
    const plain = prototype === Object.prototype && !it[Symbol.toStringTag];
    if (!plain) {
      const special = named(it, depth);
      if (special !== null) return text(special);
      const kind = kindOf(it);
      if (['String', 'Number', 'Boolean', 'BigInt', 'Symbol'].includes(kind)) {
        const bare = sized(it.valueOf, it);
        if (bare !== null && typeof bare !== 'object') return say(bare, depth, '');
      }
      const listLike = kind !== 'Object' && typeof it.length === 'number' && typeof it[Symbol.iterator] === 'function';
      if (listLike) return list(it, it.length, depth);
    }
    if (typeof it.toJSON === 'function') {
      const other = it.toJSON();
      if (other !== it) return say(other, depth + 1, 'toJSON()');
    }
    const keys = Object.keys(it);
    if (keys.length || plain) return record(it, keys, depth);
    // An object of the platform, whose properties are its prototype's.
    const inherited = [];
    for (const key in it) {
      if (inherited.length > 100) break;
      try { if (typeof it[key] !== 'function') inherited.push(key); } catch {}
    }
    if (inherited.length) return record(it, inherited, depth);
    return prototype === null ? '{}' : text(`${nameOf(it)} {}`);
  };
  const say = (it, depth, key) => {
    switch (typeof it) {
      case 'string': return text(it);
      case 'number': if (plainNumber(it)) { const digits = `${it}`; room -= digits.length + 1; return digits; } break;
      case 'boolean': room -= 5; return `${it}`;
      case 'undefined': if (it === undefined && !depth) return 'null'; break;
      case 'object': {
        if (it === null) { room -= 4; return 'null'; }
        const round = above.findIndex((step) => step.it === it);
        if (round >= 0) return text(`[circular: ${short(`$${above.slice(1, round + 1).map((step) => `.${step.key}`).join('')}`, 200)}]`);
        room -= 2;
        if (depth > DEEPEST) { deep += 1; return text(Array.isArray(it) ? `Array(${it.length})` : nameOf(it)); }
        above.push({ it, key });
        try { return object(it, depth); } finally { above.pop(); }
      }
    }
    if (typeof it === 'undefined' && it !== undefined) return text(nodeText(it) ?? 'document.all');
    return text(scalar(it));
  };
  const view = () => {
    try {
      const page = document.scrollingElement, title = `${document.title}`;
      const size = page ? `${page.scrollWidth} ${page.scrollHeight}` : '0 0';
      return `${document.readyState} ${scrollX} ${scrollY} ${size} ${innerWidth} ${innerHeight} ${title.length} ${title}`;
    } catch {}
    return '';
  };
  const all = (it) => {
    let said;
    try { said = `j${say(it, 0, '$')}`; } catch (error) { if (!it || typeof it !== 'object') throw error; said = `x${text(failed(error))}`; }
    return `${it ? 1 : 0} ${characters} ${items} ${deep} ${said.length} ${said}${view()}`;
  };
  const settled = (it) => {
    let promised = false;
    try { promised = it instanceof Promise || kindOf(it) === 'Promise'; } catch {}
    return typeof it === 'object' && it !== null && promised ? (async () => all(await it))() : all(it);
  };
  return typeof value === 'function' ? settled(value()) : settled(value);
}
