// What is true of a page, found without any of the tools that are compared. The server puts this script before all others of every
// document; one object in the top document holds what all documents of the page have reported.
(() => {
  const KEY = Symbol.for('census');
  document.currentScript?.remove();
  const PRESSES = new Set(['click', 'dblclick', 'mousedown', 'mouseup', 'pointerdown', 'pointerup', 'touchstart', 'touchend', 'contextmenu']);
  const MOVES = ['mousemove', 'mouseover', 'mouseout', 'pointermove', 'pointerover', 'pointerout', 'dragstart', 'focusin', 'beforeunload'];
  const addEventListener = EventTarget.prototype.addEventListener;
  const removeEventListener = EventTarget.prototype.removeEventListener;
  const attachShadow = Element.prototype.attachShadow;

  const census = window.top[KEY] ?? newCensus();
  Object.defineProperty(window, KEY, { value: census });

  // Elements with listeners, in this document and its shadow roots.
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    if (listener && PRESSES.has(type) && this) census.listened(this, type, listener, options, true);
    return Reflect.apply(addEventListener, this, arguments);
  };
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    if (listener && PRESSES.has(type) && this) census.listened(this, type, listener, options, false);
    return Reflect.apply(removeEventListener, this, arguments);
  };
  Element.prototype.attachShadow = function () {
    const root = Reflect.apply(attachShadow, this, arguments);
    census.roots.set(this, root);
    return root;
  };

  census.heed(window);
  // Nobody answers dialogs here, and no other window is looked at.
  for (const name of ['alert', 'confirm', 'prompt', 'print', 'open']) window[name] = () => null;

  function newCensus() {
    const NATIVE = 'a[href],button,input:not([type=hidden]),select,textarea,details>summary:first-of-type,audio[controls],video[controls],[contenteditable=""],[contenteditable=true]';
    const ARIA = ['button', 'checkbox', 'combobox', 'link', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'option', 'radio', 'searchbox', 'slider',
      'spinbutton', 'switch', 'tab', 'textbox', 'treeitem'].map((role) => `[role=${role}]`).join();
    const HAND = /pointer$|^grab|^move$|^all-scroll$|^zoom-|-resize$/;
    const FOCUSABLE = '[tabindex]:not([tabindex^="-"])';
    const CONTROL = [NATIVE, ARIA, FOCUSABLE].join();
    const NO_TEXT = new Set(['script', 'style', 'noscript', 'template', 'textarea', 'select', 'option', 'title', 'iframe', 'object', 'canvas', 'video', 'audio', 'datalist']);
    const EVERYWHERE = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };

    const listeners = new WeakMap();
    const numbers = new WeakMap();
    const heeded = new WeakSet();
    const elements = [];
    const seenOnce = new WeakSet();
    const self = { roots: new WeakMap(), expected: null, hit: null, heed, listened, rest, survey, numberOf, expect, outcome };
    return self;

    function listened(target, type, listener, options, begins) {
      const capture = Boolean(typeof options === 'object' ? options?.capture : options);
      const same = (one) => one.type === type && one.listener === listener && one.capture === capture;
      const others = (listeners.get(target) ?? []).filter((one) => !same(one));
      listeners.set(target, begins ? [...others, { type, listener, capture }] : others);
      const signal = begins && typeof options === 'object' ? options?.signal : null;
      if (signal) addEventListener.call(signal, 'abort', () => listened(target, type, listener, options, false));
    }

    /** While a press is expected it is noted, and neither the page nor the browser does anything about it. */
    function heed(view) {
      if (heeded.has(view)) return;
      heeded.add(view);
      for (const type of [...PRESSES, ...MOVES]) {
        addEventListener.call(view, type, (event) => {
          if (type !== 'beforeunload' && !self.expected) return;
          if (event.isTrusted && (type === 'mousedown' || type === 'click')) self.hit ??= event.composedPath();
          if (PRESSES.has(type) || type === 'dragstart') event.preventDefault();
          event.stopImmediatePropagation();
        }, { capture: true, passive: false });
      }
    }

    /** Whether it listens for a press itself. */
    function listens(target) {
      if (listeners.get(target)?.length) return true;
      for (const type of PRESSES) if (typeof target[`on${type}`] === 'function') return true;
      return false;
    }

    /** When nothing has been changed in the document for a while, or it never rests. */
    function rest() {
      return new Promise((resolve) => {
        let timer = setTimeout(done, 300);
        const end = setTimeout(done, 3000);
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(done, 300);
        });
        observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        function done() {
          clearTimeout(timer);
          clearTimeout(end);
          observer.disconnect();
          resolve(true);
        }
      });
    }

    function rootOf(element) {
      return element.shadowRoot ?? self.roots.get(element) ?? null;
    }

    function parentOf(node) {
      const parent = node.assignedSlot ?? node.parentNode;
      return parent?.nodeType === 11 ? parent.host ?? null : parent?.nodeType === 1 ? parent : null;
    }

    function* within(scope) {
      for (const element of scope.querySelectorAll('*')) {
        yield element;
        const root = rootOf(element);
        if (root) yield* within(root);
      }
    }

    /** What of the page the boxes around an element let through: those that hide what overflows them, as a person cannot scroll there. */
    function clipOf(element, clips) {
      if (clips.has(element)) return clips.get(element);
      const style = getComputedStyle(element);
      let around = parentOf(element);
      if (style.position === 'fixed') around = null;
      if (style.position === 'absolute') while (around && getComputedStyle(around).position === 'static') around = parentOf(around);
      const outer = around ? clipOf(around, clips) : EVERYWHERE;
      const box = element.getBoundingClientRect();
      let clip = outer;
      // Of the root and the body the viewport takes over what overflows; tables do not clip.
      const clipping = element.parentElement && element !== element.ownerDocument.body && style.display !== 'inline' && style.display !== 'contents';
      if (clipping && /hidden|clip/.test(style.overflowX)) clip = { ...clip, left: Math.max(clip.left, box.left), right: Math.min(clip.right, box.right) };
      if (clipping && /hidden|clip/.test(style.overflowY)) clip = { ...clip, top: Math.max(clip.top, box.top), bottom: Math.min(clip.bottom, box.bottom) };
      if (clipping && /auto|scroll/.test(style.overflowX + style.overflowY)) {
        // What is inside can be scrolled to, wherever it is now, if there is any of the box itself.
        const seen = box.width > 1 && box.height > 1 && box.right > outer.left && box.left < outer.right && box.bottom > outer.top && box.top < outer.bottom;
        clip = seen ? EVERYWHERE : { left: 0, top: 0, right: 0, bottom: 0 };
      }
      if (style.position === 'absolute' && /^rect\((0|1)/.test(style.clip)) clip = { left: 0, top: 0, right: 0, bottom: 0 };
      clips.set(element, clip);
      return clip;
    }

    function isInside(rect, clip, view) {
      const width = Math.min(rect.right, clip.right) - Math.max(rect.left, clip.left);
      const height = Math.min(rect.bottom, clip.bottom) - Math.max(rect.top, clip.top);
      return width > 1 && height > 1 && rect.right + view.scrollX > 0 && rect.bottom + view.scrollY > 0;
    }

    /** A person sees it, at once or after scrolling. */
    function isVisible(element, clips) {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true })) return false;
      const clip = clipOf(parentOf(element) ?? element, clips);
      return [...element.getClientRects()].some((rect) => isInside(rect, clip, element.ownerDocument.defaultView));
    }

    function numberOf(element) {
      if (!numbers.has(element)) numbers.set(element, elements.push(element) - 1);
      return numbers.get(element);
    }

    /** The page and what is in its frames: the words that are seen, and the controls. */
    function survey() {
      const reported = { words: [], controls: [] };
      surveyOf(document, reported);
      return { text: reported.words.join(''), controls: reported.controls };
    }

    function surveyOf(root, reported) {
      const clips = new Map();
      const seen = [...within(root)].filter((element) => isVisible(element, clips));
      const visible = new Set(seen);
      for (const element of seen) seenOnce.add(element);
      const report = (element, kind) => reported.controls.push({ number: numberOf(element), kind, what: described(element) });
      for (const element of seen) if (element.matches(`${NATIVE},${ARIA}`)) report(element, 'known');
      for (const element of ownListeners(seen, visible)) report(element, 'listener');
      reportWords(root.body ?? root, reported.words, clips, visible);
      for (const frame of seen) {
        if (!frame.matches('iframe,frame')) continue;
        let inner = null;
        try {
          inner = frame.contentDocument;
        } catch {
          continue;
        }
        if (inner?.body && frame.clientWidth > 2 && frame.clientHeight > 2) surveyOf(inner, reported);
      }
    }

    /** Controls by nothing but a listener of their own. */
    function ownListeners(seen, visible) {
      const most = innerWidth * innerHeight / 4;
      const listening = seen.filter((element) => listens(element) && !element.matches('html,body,main,form,label,slot'));
      const inner = new Set();
      for (const element of listening) for (let node = parentOf(element); node; node = parentOf(node)) inner.add(node);
      return listening.filter((element) => {
        if (element.matches(CONTROL) || inner.has(element) || getComputedStyle(element).pointerEvents === 'none') return false;
        const box = element.getBoundingClientRect();
        if (box.width * box.height > most) return false;
        for (let node = parentOf(element); node; node = parentOf(node)) if (node.matches(`${CONTROL},label`)) return false;
        const shows = HAND.test(getComputedStyle(element).cursor);
        for (const one of within(element)) if (visible.has(one) && (one.matches(CONTROL) || (!shows && HAND.test(getComputedStyle(one).cursor)))) return false;
        const root = rootOf(element);
        if (root) for (const one of within(root)) if (visible.has(one) && one.matches(CONTROL)) return false;
        return true;
      });
    }

    /** The text that is seen, apart where it is drawn apart; of a closed select what is chosen. */
    function reportWords(root, words, clips, visible) {
      let block = null;
      const range = document.createRange();
      const visit = (node) => {
        if (node.nodeType === 3) {
          const parent = parentOf(node);
          if (!/\S/.test(node.data)) return void words.push(' ');
          if (!parent || !parent.checkVisibility({ visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true })) return;
          const own = node.ownerDocument === document ? range : node.ownerDocument.createRange();
          own.selectNodeContents(node);
          const clip = clipOf(parent, clips);
          const view = node.ownerDocument.defaultView;
          if (![...own.getClientRects()].some((rect) => isInside(rect, clip, view))) return;
          let around = parent;
          while (around && /^(inline|contents)$/.test(getComputedStyle(around).display)) around = parentOf(around);
          if (around !== block) words.push(' ');
          block = around;
          words.push(node.data);
          return;
        }
        if (node.nodeType !== 1) return;
        const name = node.localName;
        if (name === 'br') words.push(' ');
        if (name === 'select' && visible.has(node)) {
          const listed = node.multiple || node.size > 1 ? node.options : node.selectedOptions;
          words.push(' ', [...listed].map((option) => option.label).join(' '), ' ');
        }
        if (NO_TEXT.has(name)) return;
        // An inline box with room around its content keeps words apart.
        const style = getComputedStyle(node);
        const room = ['margin', 'padding'].some((part) => ['Left', 'Right'].some((side) => parseFloat(style[part + side]) > parseFloat(style.fontSize) / 4));
        const apart = room && style.display !== 'contents';
        if (apart) words.push(' ');
        const children = name === 'slot' && node.assignedNodes().length ? node.assignedNodes() : (rootOf(node) ?? node).childNodes;
        for (const child of children) visit(child);
        if (apart) words.push(' ');
      };
      visit(root);
      words.push(' ');
    }

    function described(element) {
      const attributes = [...element.attributes].map((one) => `${one.name}="${one.value.slice(0, 40)}"`).join(' ');
      const box = element.getBoundingClientRect();
      const text = (element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40);
      return `<${element.localName} ${attributes.slice(0, 160)}> ${text} ${Math.round(box.width)}x${Math.round(box.height)}`;
    }

    /** Begins to wait for a press on the element of that number. */
    function expect(number) {
      // Documents that are no HTML, as drawings in an <embed>, came without this script.
      heed(elements[number].ownerDocument.defaultView);
      self.expected = elements[number];
      self.hit = null;
      return true;
    }

    /** What became of it: 'landed', 'elsewhere', 'inner' (a control inside it was hit), 'unreal' (nothing there takes a press),
     * 'nowhere', 'unseen' (there never was anything to press), 'impossible' (nobody could press it). */
    function outcome() {
      const element = self.expected;
      const path = self.hit;
      self.expected = null;
      if (element.matches(':disabled,[aria-disabled=true],:disabled *')) return 'impossible';
      if (path) {
        const verdict = judged(path.filter((node) => node.nodeType === 1), element);
        return verdict === 'elsewhere' && !isReachable(element) ? 'impossible' : verdict;
      }
      if (!isVisible(element, new Map()) && !labelsOf(element).some((label) => isVisible(label, new Map()))) return seenOnce.has(element) ? 'impossible' : 'unseen';
      return isReachable(element) ? 'nowhere' : 'impossible';
    }

    function textOf(element) {
      return (element.textContent ?? '').trim();
    }

    function labelsOf(element) {
      return [...(element.labels ?? [])];
    }

    function judged(path, element) {
      const labels = labelsOf(element);
      const place = path.findIndex((node) => node === element || labels.includes(node));
      if (place < 0) return 'elsewhere';
      const own = element.control ?? element;
      // Of a control that says all that is in the element, as a link that fills a tab, a press on either is the same.
      const isOther = (node) => node !== own && node.matches(`${NATIVE},${ARIA}`) && !(textOf(node) && textOf(node) === textOf(element));
      if (path.slice(0, place).some(isOther)) return 'inner';
      const real = path.some((node) => node.localName !== 'body' && node.localName !== 'html' && (node.matches(`${CONTROL},label`) || listens(node)));
      const { ownerDocument: page } = element;
      const delegated = [page, page.defaultView, page.body, page.documentElement].some(listens) && HAND.test(getComputedStyle(path[0]).cursor);
      return real || delegated ? 'landed' : 'unreal';
    }

    /** There is a point at which a person's press would reach it. */
    function isReachable(element) {
      const targets = [element, ...labelsOf(element)];
      for (const target of targets) {
        target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
        for (const rect of target.getClientRects()) {
          for (const across of [0.5, 0.05, 0.95, 0.25, 0.75]) {
            for (const down of [0.5, 0.1, 0.9]) {
              const x = rect.left + rect.width * across;
              const y = rect.top + rect.height * down;
              let hit = target.ownerDocument.elementFromPoint(x, y);
              while (hit && rootOf(hit)) {
                const inner = rootOf(hit).elementFromPoint(x, y);
                if (!inner || inner === hit) break;
                hit = inner;
              }
              const path = [];
              for (let node = hit; node; node = parentOf(node)) path.push(node);
              if (path.length && /landed|unreal/.test(judged(path, element))) return true;
            }
          }
        }
      }
      return false;
    }
  }
})();
