// One question before acting: is the element there, can a person press it, and where.

/** @type {(id: number) => {element: Element | null, status: string, reason: string | undefined}} */
function resolve(id) {
  if (!(id >= 1 && id <= entries.length)) return { element: null, status: 'unknown', reason: 'no element of this document has this id' };
  const element = liveElement(id);
  if (element) return { element, status: 'live', reason: undefined };
  const healed = heal(entries[id - 1]);
  if (healed) return { element: healed, status: 'healed', reason: undefined };
  return { element: null, status: 'removed', reason: 'the element is no longer in the document' };
}

const GEOMETRY = /^(transform|translate|scale|rotate|offset[A-Z]|left|top|right|bottom|inset|margin|padding|width|height|font|flex|grid|border\w*Width|max|min|block|inline|line)/;
/** How long after the last sign of it a thing counts as moving: a few frames. */
const MOTION_MS = 60;

/** @type {(element: Element) => boolean} an animation, a script or a scroll moves it, or something that it is in */
function isMoving(element) {
  const now = performance.now();
  if (now - lastScroll < MOTION_MS) return true;
  for (let node = /** @type {Element | null} */ (element); node; node = parentOf(node)) {
    if (now - (restyled.get(node) ?? -Infinity) < MOTION_MS) return true;
    for (const animation of Element.prototype.getAnimations.call(node)) {
      if (animation.playState !== 'running' || !(animation.effect instanceof KeyframeEffect)) continue;
      if (animation.effect.getKeyframes().some((frame) => Object.keys(frame).some((property) => GEOMETRY.test(property)))) return true;
    }
  }
  return false;
}

/** @type {(element: Element) => string} */
function currentKind(element) {
  const parent = parentOf(element);
  const inviting = hasHandCursor(styleOf(element)) && !(parent && hasHandCursor(styleOf(parent)));
  return kindOf(element, nameOf(element), explicitRole(element), inviting, flagsOf(element)) ?? entryOf.get(element)?.sighting?.kind ?? nameOf(element);
}

/**
 * What is in the way: the control that is hit, else the whole box that lies over the target. It gets an id, so that it can be read.
 * @type {(hit: Element, target: Element) => object}
 */
function describeCover(hit, target) {
  let cover = hit;
  let control = entryOf.has(hit) ? hit : null;
  for (let node = parentOf(hit); node && !isWithin(target, node); node = parentOf(node)) {
    cover = node;
    if (!control && entryOf.has(node)) control = node;
  }
  const shown = control ?? cover;
  const entry = entryFor(shown);
  const name = calledName(shown);
  return { id: entry.id, number: entry.number || null, kind: currentKind(shown), name, description: describeElement(hit), ...(isLeaving(hit) ? { leaving: true } : {}) };
}

/** @type {(cover: Element) => boolean} an animation of its own, or of what it is in, is taking it out of sight or moving it */
function isLeaving(cover) {
  for (let node = /** @type {Element | null} */ (cover); node; node = parentOf(node)) {
    for (const animation of Element.prototype.getAnimations.call(node)) {
      const effect = animation.effect;
      if (animation.playState === 'running' && effect instanceof KeyframeEffect && Number.isFinite(Number(effect.getComputedTiming().endTime)) && reveals(effect, false)) return true;
    }
  }
  return false;
}

/** @type {(element: Element, ancestor: Element) => boolean} through shadow roots and slots */
function isWithin(element, ancestor) {
  for (let node = /** @type {Element | null} */ (element); node; node = parentOf(node)) if (node === ancestor) return true;
  return false;
}

/** @type {(element: Element) => string} tag, id and classes, as a person who inspects the page would name it */
function describeElement(element) {
  const id = attributeOf(element, 'id');
  const classes = (attributeOf(element, 'class') ?? '').split(/\s+/).filter(Boolean).slice(0, 3);
  return oneLine(shorten(`<${nameOf(element)}${id ? '#' + id : ''}${classes.map((word) => '.' + word).join('')}>`, 100));
}

/** @type {(number: number) => number} */
const round = (number) => Math.round(number * 100) / 100;

/** @param {any} request op probe @returns {object} */
function probe(request) {
  if (request.doc && request.doc !== documentToken) return { doc: documentToken, status: 'stale_document', reason: 'the page has navigated' };
  came.clear();
  // Looked at again, its action may have begun to act: what that did is kept for the receipt.
  const before = request.again ? null : begin(request);
  const press = endAim();
  const { element, status, reason } = resolve(request.id);
  if (!element) return { doc: documentToken, status, reason, before, press };
  const facts = /** @type {any} */ (factsOf(element, request.offset ?? null));
  const ready = facts.visible && facts.enabled;
  const takesInput = request.offer ? facts.point_hits && awaitsChoice(element, request.offer) : facts.editable && isTextControl(element);
  if (request.offer) facts.offer = nativeOffer(element);
  if (request.enter && ready && takesInput) facts.entered = enterField(element);
  const aimed = Boolean(request.aim && ready);
  if (aimed) takeAim(element, pressTarget(element), request.aim, facts.point);
  return { doc: documentToken, status, ...facts, aimed, press, before, fresh: idsWithoutNumber() };
}

/** @type {(element: Element, offset: [number, number] | null) => object} */
function factsOf(element, offset) {
  const target = pressTarget(element);
  const box = rectOf(target);
  const visible = isRendered(target);
  const piece = visible ? visiblePiece(target) : null;
  const point = offset ? [box.left + offset[0], box.top + offset[1]] : piece ? pressPoint(element, target, piece) : [box.left + box.width / 2, box.top + box.height / 2];
  const hit = visible && piece ? hitAt(point[0], point[1]) : null;
  const hits = reaches(element, target, hit);
  const name = nameOf(element);
  const secret = isSecret(element);
  const disabled = isDisabled(element);
  const field = name === 'input' || name === 'textarea' || isEditingHost(element);
  return {
    kind: currentKind(element), name: calledName(element), tag: name,
    ...(name === 'input' ? { input_type: /** @type {HTMLInputElement} */ (element).type } : {}),
    visible, enabled: !disabled, editable: field ? !disabled && !isReadonly(element) : null, checked: checkedState(element) ?? pressedState(element),
    value: valueOf(element), ...(secret ? { secret: true, filled: isFilled(element) } : {}), stable: !isMoving(target), in_viewport: piece !== null,
    box: [box.x, box.y, box.width, box.height].map(round), point: point.map(round), point_hits: hits,
    covered_by: hits || !hit ? null : describeCover(hit, target), viewport_width: innerWidth, ...zoomed(),
  };
}
