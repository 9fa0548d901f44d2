// Runs in the page before its libraries: the page's own record of trusted presses, and of what it shows.
(() => {
  const PRESSES = ["pointerdown", "mousedown", "click"];
  const ACTS = /^(click|mousedown|mouseup|pointerdown|pointerup|touchstart|touchend|keydown|keyup|dblclick|input|change)$/;
  const KEPT = 60;
  const listening = new WeakSet();
  const roots = new WeakMap();
  const ids = new WeakMap();
  let last = 0;
  let aimed = null;
  let presses = [];
  let before = new Map();
  let errors = [];
  let stirred = new Set();

  const { addEventListener, attachShadow } = { addEventListener: EventTarget.prototype.addEventListener, attachShadow: Element.prototype.attachShadow };
  EventTarget.prototype.addEventListener = function (type, ...rest) {
    if (this instanceof Element && ACTS.test(type)) listening.add(this);
    return addEventListener.call(this, type, ...rest);
  };
  /** What has changed since an action began, also where it is as it was at its end: a ripple, a message that goes by itself. */
  const stir = (node) => { if (stirred.size < KEPT) stirred.add(named(node.nodeType === 1 ? node : node.parentElement)); };
  const observer = new MutationObserver((records) => { for (const record of records) if (!(record.target.parentElement ?? record.target).closest?.("[data-live-announcer]")) stir(record.target); });
  const watch = (root) => observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
  watch(document);
  for (const type of ["input", "change", "scroll", "toggle", "transitionrun", "animationstart"]) addEventListener.call(window, type, (event) => stir(event.composedPath()[0]), true);
  Element.prototype.attachShadow = function (options) {
    const root = attachShadow.call(this, options);
    roots.set(this, root);
    watch(root);
    return root;
  };
  addEventListener.call(window, "error", (event) => errors.push(event.message));

  const rootOf = (element) => roots.get(element) ?? element.shadowRoot;
  const id = (node) => ids.get(node) ?? (ids.set(node, ++last), last);
  const parent = (node) => node.assignedSlot ?? node.parentNode ?? node.host ?? null;
  function within(node, outer) {
    for (let one = node; one; one = parent(one)) if (one === outer) return true;
    return false;
  }
  const named = (node) => (node instanceof Element ? `${node.localName}${node.id ? `#${node.id}` : ""}.${String(node.getAttribute("class") ?? "").slice(0, 40)}` : node?.nodeName);

  for (const type of PRESSES)
    addEventListener.call(window, type, (event) => {
      if (!event.isTrusted) return;
      const path = event.composedPath();
      const label = path.find((one) => one instanceof HTMLLabelElement);
      const control = label?.control ?? (label?.htmlFor ? label.getRootNode().getElementById(label.htmlFor) : null);
      // Where an EditContext has the text, what is focused has no box of its own: what it lies in is drawn and pressed for it.
      const box = aimed?.editContext && (aimed.offsetWidth < 2 || aimed.offsetHeight < 2) ? aimed.parentElement : null;
      const on = aimed !== null && ((box && path.includes(box)) || path.includes(aimed) || (control && within(aimed, control)) || (label && within(aimed, label)) || (control && within(control, aimed)));
      if (presses.length < KEPT) presses.push({ type, on: Boolean(on), hit: named(path[0]), pointer: event.pointerType ?? "", detail: event.detail, x: event.clientX, y: event.clientY, outer: aimed !== null && within(aimed, path[0]) });
    }, true);

  const STATES = ["role", "title", "alt", "placeholder", "disabled", "open", "hidden", "href", "checked", "selected", "value", "active", "label", "name"];
  function facts(element) {
    const shown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const parts = [];
    if (shown) {
      let text = "";
      for (const node of element.childNodes) if (node.nodeType === 3) text += node.data;
      if (text.trim()) parts.push(`text ${text.trim().slice(0, 80)}`);
    }
    if (element.checkVisibility({ visibilityProperty: true })) {
      for (const name of element.getAttributeNames()) if ((name.startsWith("aria-") && !/-(controls|owns|labelledby|describedby|activedescendant|hidden)$/.test(name)) || STATES.includes(name)) parts.push(`${name}=${element.getAttribute(name)}`);
      const described = (element.getAttribute("aria-describedby") ?? "").split(/\s+/).map((one) => one && element.getRootNode().getElementById?.(one)?.textContent).filter(Boolean);
      if (described.length) parts.push(`described ${described.join(" ")}`);
      for (const property of ["value", "checked", "selectedIndex"]) if (property in element && /^(input|select|textarea)$/.test(element.localName)) parts.push(`${property}:${element[property]}`);
    }
    // What the target lies in is scrolled to bring it into view.
    if ((element.scrollTop || element.scrollLeft) && !(aimed && within(aimed, element))) parts.push(`scroll ${Math.round(element.scrollLeft)},${Math.round(element.scrollTop)}`);
    return parts.join(" | ");
  }
  function focused() {
    let element = document.activeElement;
    for (let root = element && rootOf(element); root?.activeElement; root = element && rootOf(element)) element = root.activeElement;
    // A press gives the focus to what it presses.
    if (aimed && element && (within(aimed, element) || within(element, aimed))) return "the target";
    return element === document.body || !element ? "" : `${id(element)} ${named(element)}`;
  }
  function state() {
    const found = new Map([["title", document.title], ["address", location.href], ["focus", focused()]]);
    const walk = (root) => {
      for (const element of root.querySelectorAll("*")) {
        // Announcements are taken away by a timer.
        if (!/^(style|script|svg|path|template)$/.test(element.localName) && !element.closest("[data-live-announcer]")) {
          const text = facts(element);
          if (text) found.set(`${id(element)} ${element.localName}`, text);
        }
        const shadow = rootOf(element);
        if (shadow) walk(shadow);
      }
    };
    walk(document);
    return found;
  }
  function differences(now) {
    const list = [];
    for (const [key, text] of now) if (before.get(key) !== text) list.push(`${key}: ${before.get(key) ?? "(none)"} -> ${text}`);
    for (const [key, text] of before) if (!now.has(key)) list.push(`${key}: ${text} -> (none)`);
    return list;
  }

  const ROLES = /^(button|link|checkbox|radio|switch|tab|menuitem.*|option|combobox|listbox|slider|spinbutton|textbox|searchbox|treeitem|gridcell|columnheader|rowheader|row|cell|scrollbar|separator)$/;
  function evidence(element) {
    for (let one = element, depth = 0; one instanceof Element && depth < 2; one = one.parentElement, depth++) {
      if (one.matches("a[href],button,input,select,textarea,summary,label,option,[contenteditable]:not([contenteditable=false]),[tabindex],[onclick],audio,video,iframe")) return "native";
      if (ROLES.test(one.getAttribute("role") ?? "")) return "role";
      if (listening.has(one)) return "listener";
      const props = Object.keys(one).find((key) => key.startsWith("__reactProps"));
      if (props && Object.keys(one[props]).some((key) => /^on(Click|MouseDown|MouseUp|Pointer(Down|Up)|Key(Down|Up)|Touch|Change|DoubleClick)/.test(key))) return "react";
    }
    return getComputedStyle(element).cursor === "pointer" ? "cursor" : /^(auto|scroll)$/.test(getComputedStyle(element).overflowY + getComputedStyle(element).overflowX) || element.scrollHeight > element.clientHeight ? "scroller" : "";
  }

  function hitAt(x, y) {
    let hit = document.elementFromPoint(x, y);
    for (let root = hit && rootOf(hit), inner; root && (inner = root.elementFromPoint(x, y)) && inner !== hit; root = rootOf(hit)) hit = inner;
    return hit;
  }
  const PLACES = [0.5, 0.1, 0.3, 0.7, 0.9];

  window.judge = {
    /** Whether a person finds a point at which a press is one of the element, or of a label of it. */
    reachable(element) {
      for (const target of [element, ...(element.labels ?? [])]) {
        target.scrollIntoView({ block: "center", behavior: "instant" });
        const { left, top, width, height } = target.getBoundingClientRect();
        for (const across of PLACES) for (const down of PLACES) {
          const hit = width && height ? hitAt(left + width * across, top + height * down) : null;
          if (hit && within(hit, target)) return true;
        }
      }
      return false;
    },
    begin(element) {
      aimed = element ?? null;
      presses = [];
      errors = [];
      before = state();
      observer.takeRecords();
      stirred = new Set();
      const box = aimed?.getBoundingClientRect();
      return aimed ? { element: `${id(aimed)} ${named(aimed)}`, evidence: evidence(aimed), box: [box.x, box.y, box.width, box.height].map(Math.round) } : null;
    },
    end() {
      const now = state();
      if (aimed && ["", "the target"].includes(now.get("focus"))) before.set("focus", now.get("focus"));
      const list = differences(now);
      // Where something is drawn for it that is pressed in its stead, it takes the focus or changes.
      const acted = aimed !== null && (now.get("focus") === "the target" || list.some((one) => one.startsWith(`${id(aimed)} `)));
      return { presses, acted, stirred: [...stirred], changes: list.length, first: list.slice(0, 8).map((one) => one.slice(0, 160)), errors };
    },
  };
})();
