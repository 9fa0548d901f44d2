// One page after a redesign: other ids and classes, sections moved, labels reworded, things inserted and in another order. The same seed
// gives the same page; seed 0 changes nothing. Every control carries in `data-truth` which one it is, and logs to the console when it is
// used: nothing that looks for controls asks either.
([html, path, seed]) => {
  const page = new DOMParser().parseFromString(html, 'text/html');
  let state = seed * 2654435761 % 4294967296 + path.length;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  random();
  const happens = (share) => seed !== 0 && random() < share;
  const shuffled = (list) => list.map((one) => [random(), one]).sort((a, b) => a[0] - b[0]).map(([, one]) => one);
  page.querySelectorAll('a,button,input,select').forEach((control, number) => {
    if (!control.dataset.truth) control.dataset.truth = `${path} ${number}`;
  });

  if (happens(0.5)) {
    for (const list of page.querySelectorAll('ul,tbody,form')) {
      const items = [...list.children].filter((child) => child.matches('li,tr,.row'));
      const places = items.map((item) => {
        const place = page.createElement('i');
        item.replaceWith(place);
        return place;
      });
      shuffled(items).forEach((item, index) => places[index].replaceWith(item));
    }
  }
  if (happens(0.5)) {
    for (const [where, like] of [['ul', 'li'], ['tbody', 'tr'], ['form', '.row']]) {
      const list = page.querySelector(where);
      const item = list?.querySelector(`:scope > ${like}`);
      if (!list || !item) continue;
      const more = item.cloneNode(true);
      more.querySelectorAll('[id]').forEach((element) => element.removeAttribute('id'));
      const text = page.createTreeWalker(more, NodeFilter.SHOW_TEXT);
      const first = text.nextNode();
      if (first) first.data = 'Brand new ';
      more.querySelectorAll('a,button,input,select').forEach((control) => {
        control.dataset.truth = `new ${control.dataset.truth}`;
        control.removeAttribute('name');
        if (control.hasAttribute('href')) control.setAttribute('href', '/new');
      });
      list.insertBefore(more, random() < 0.5 ? item : null);
    }
    const banner = page.createElement('div');
    banner.innerHTML = '<button>Subscribe</button><a href="/sale">Sale of the week</a>';
    banner.querySelectorAll('*').forEach((control, number) => { control.dataset.truth = `banner ${number}`; });
    page.body.prepend(banner);
  }
  if (happens(0.5)) {
    const parts = [...page.body.children].filter((child) => !child.matches('script,p,h1'));
    for (const part of shuffled(parts)) {
      const wrapper = page.createElement('div');
      part.replaceWith(wrapper);
      wrapper.append(part);
      if (random() < 0.5) page.body.append(wrapper);
    }
  }
  let text = page.documentElement.outerHTML;
  if (happens(0.7)) {
    const ids = [...page.querySelectorAll('[id]')].map((element) => element.id).filter((id) => id !== 'said');
    const fresh = happens(0.4) ? shuffled(ids) : ids.map((id) => `${id}-${Math.floor(random() * 1e6)}`);
    ids.forEach((id, index) => { text = text.replaceAll(`id="${id}"`, `id="${fresh[index]}" data-was="${id}"`); });
    text = text.replace(/class="([^"]*)"/g, (_, names) => `class="${names}-${Math.floor(random() * 1e6)}"`);
  }
  if (seed !== 0) for (const [was, is] of WORDS) if (happens(0.25)) text = text.replaceAll(was, is);
  const logging = `<script>for (const kind of ['click', 'input', 'change']) addEventListener(kind, (event) => { const control = event.composedPath().find((one) => one.dataset?.truth); if (event.isTrusted && control) console.debug('truth', JSON.stringify([kind, control.dataset.truth, kind === 'click' ? '' : control.type === 'checkbox' || control.type === 'radio' ? control.checked : control.type === 'file' ? control.files.length : control.value])) }, true)<\/script>`;
  return `<!doctype html>${text.replace('<head>', `<head>${logging}`)}`;
}
