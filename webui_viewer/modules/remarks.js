// Remarks for the agent: the person picks an element or draws a box and writes a comment. The agent's next answer includes both, and
// the person is told when it has been given.

import { numbered } from './activity.js';
import { h } from './dom.js';
import { layOver, pagePoint, putBeside } from './geometry.js';

const SMALLEST = 4;

/** @param {import('./stage.js').Stage} stage @param {import('./state.js').State} state @param {(message: import('./protocol.js').ToServer) => void} send @param {(text: string) => void} tell */
export function remarks(stage, state, send, tell) {
  const { canvas, layer, sheet } = stage;
  const marquee = h('div', { class: 'marquee', hidden: true });
  /** @type {{x: number, y: number} | null} */
  let start = null;
  /** @type {HTMLElement | null} */
  let form = null;
  const at = (/** @type {PointerEvent} */ event) => pagePoint(event, canvas.getBoundingClientRect(), stage.page);
  /** What the remark was begun on. @type {import('./protocol.js').Target | null} */
  let target = null;
  /** What was written for a page that had changed by then. */
  let kept = '';

  canvas.addEventListener('pointerdown', (event) => {
    if (!state.tool || !state.target) return;
    event.preventDefault();
    close();
    target = state.target;
    start = at(event);
    if (state.tool === 'pick') send({ type: 'pick', ...target, ...start });
    else canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener('pointermove', (event) => {
    if (state.tool === 'box' && start) mark(between(start, at(event)));
  });
  canvas.addEventListener('pointerup', (event) => {
    if (state.tool !== 'box' || !start) return;
    const box = between(start, at(event));
    start = null;
    if (box[2] >= SMALLEST && box[3] >= SMALLEST) ask(box, null, 'This region');
    else marquee.hidden = true;
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && state.tool) stop();
  });
  state.addEventListener('change', () => state.tool || close());

  /** @param {import('./protocol.js').Box} box */
  function mark(box) {
    if (!marquee.isConnected) layer.append(marquee);
    marquee.hidden = false;
    layOver(marquee, box, stage.page);
  }

  /** @param {import('./protocol.js').Picked} picked */
  function picked({ ref, label, box }) {
    if (state.tool !== 'pick') return;
    if (box) {
      mark(box);
      ask(box, ref, label ?? 'This element');
    } else if (start) ask([start.x - 20, start.y - 20, 40, 40], ref, label ?? 'This place');
  }

  /** @param {import('./protocol.js').Box} box @param {number | null} ref @param {string} label */
  function ask(box, ref, label) {
    form?.remove();
    const comment = h('textarea', { 'aria-label': 'Remark for the agent', placeholder: 'What should the agent know?', maxlength: '2000' });
    const [x, y, width, height] = box;
    form = h('form', { class: 'remark', submit: (/** @type {Event} */ event) => {
      event.preventDefault();
      kept = comment.value;
      send({ type: 'annotate', ...target, x, y, width, height, ref, comment: kept });
      stop();
    } }, h('p', { class: 'label muted' }, label), comment,
    h('div', { class: 'row' }, h('button', { type: 'button', click: stop }, 'Cancel'), h('button', { type: 'submit', class: 'primary' }, 'Send to the agent')));
    comment.value = kept;
    sheet.append(form);
    putBeside(form, box, stage.page, sheet.getBoundingClientRect());
    comment.focus();
  }

  function close() {
    form?.remove();
    form = null;
    start = null;
    marquee.remove();
  }

  function stop() {
    close();
    state.tool = null;
    state.changed();
  }

  /** Remarks of this page that wait for the agent. @type {Map<string, {chat: string, comment: string, listed: boolean}>} */
  const waiting = new Map();

  /** @param {import('./protocol.js').Annotated} annotated */
  function sent({ chat, remark }) {
    kept = '';
    waiting.set(remark.id, { chat, comment: remark.comment, listed: false });
    tell('The agent receives your remark with its next answer.');
  }

  /** The chats have been read again. */
  function overview() {
    for (const [id, remark] of waiting) {
      const isListed = state.chats.some((chat) => chat.remarks.some((one) => one.id === id));
      if (!isListed && remark.listed) {
        waiting.delete(id);
        if (!state.takenBack.delete(id)) {
          const reader = state.calls.get(remark.chat)?.findLast((call) => call.marks.includes('words'));
          tell(`The agent has been given your remark${reader ? ` with its call ${numbered(reader)}` : ''}${remark.comment ? `: ${remark.comment.slice(0, 60)}` : ''}.`);
        }
      }
      remark.listed = isListed;
    }
  }

  return { picked, sent, overview };
}

/** @type {(one: {x: number, y: number}, other: {x: number, y: number}) => import('./protocol.js').Box} */
function between(one, other) {
  return [Math.min(one.x, other.x), Math.min(one.y, other.y), Math.abs(one.x - other.x), Math.abs(one.y - other.y)];
}
