// The wall: a small picture of every chat, those first that need a person.

import { elapsed, words } from './control.js';
import { glyph, h, keyed, say, set } from './dom.js';
import { shortened } from './needs.js';

/** Chats that are shown at most; the search of the list finds the others. */
const MOST = 60;
/** How often the times are told anew, in ms. */
const TELL_MS = 1000;

/** @type {Record<string, number>} what a chat does, by how soon it should be looked at */
const URGENCY = { waits_for_person: 0, crashed: 1, held: 2, stopped: 3, paused: 4, working: 5, between_calls: 6 };

export class Wall {
  /** @param {import('./state.js').State} state @param {(message: import('./protocol.js').ToServer) => boolean} send @param {() => void} chosen */
  constructor(state, send, chosen) {
    this.state = state;
    this.send = send;
    this.chosen = chosen;
    this.list = h('ul');
    this.nothing = h('p', { class: 'nothing' }, 'No chats yet.');
    this.element = h('section', { class: 'wall', id: 'wall', 'aria-label': 'All chats', tabindex: '-1', hidden: true }, this.list, this.nothing);
    /** Chats in the order of their tiles. Tiles move only while nobody points at them. @type {string[]} */
    this.order = [];
    /** The canvas that a stream of pictures is painted on. @type {Map<number, HTMLCanvasElement>} */
    this.canvases = new Map();
    /** Chats whose tiles are in sight. @type {Set<string>} */
    this.inSight = new Set();
    this.asked = '[]';
    this.sight = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const chat = /** @type {HTMLElement} */ (target).dataset.key ?? '';
        if (isIntersecting) this.inSight.add(chat);
        else this.inSight.delete(chat);
      }
      this.ask();
    }, { root: this.element });
    state.addEventListener('change', () => this.render());
    document.addEventListener('visibilitychange', () => this.ask());
    setInterval(() => this.tell(), TELL_MS);
  }

  get shown() {
    return !this.element.hidden;
  }

  /** @param {boolean} shown */
  show(shown) {
    if (shown === this.shown) return;
    set(this.element, 'hidden', !shown);
    this.state.onWall = shown;
    if (shown) this.order = [];
    this.render();
    if (shown) this.element.focus();
    this.ask();
  }

  /** Asks for the pictures of the tiles in sight, where those are others than before. */
  ask() {
    const chats = this.shown && !document.hidden ? this.order.filter((chat) => this.inSight.has(chat)).slice(0, MOST) : [];
    const asked = JSON.stringify([...chats].sort());
    if (this.state.status !== 'open') this.asked = '[]';
    else if (asked !== this.asked && this.send({ type: 'wall', chats })) this.asked = asked;
  }

  /** @param {import('./protocol.js').Tile} tile */
  begin({ stream, chat }) {
    const canvas = [...this.list.children].find((item) => /** @type {HTMLElement} */ (item).dataset.key === chat)?.querySelector('canvas');
    if (!canvas) return;
    for (const [old, known] of this.canvases) if (known === canvas) this.canvases.delete(old);
    this.canvases.set(stream, canvas);
  }

  /** Paints the picture if it is one of a tile; returns whether it is. @param {import('./protocol.js').Picture} picture */
  paint(picture) {
    if (picture.sequence !== 0) return false;
    const canvas = this.canvases.get(picture.stream);
    if (canvas) void this.draw(canvas, picture);
    return true;
  }

  /** @param {HTMLCanvasElement} canvas @param {import('./protocol.js').Picture} picture */
  async draw(canvas, picture) {
    const image = await createImageBitmap(picture.jpeg).catch(() => null);
    if (image && this.canvases.get(picture.stream) === canvas && picture.atMs >= Number(canvas.dataset.atMs ?? 0)) {
      canvas.dataset.atMs = String(picture.atMs);
      canvas.width = image.width;
      canvas.height = image.height;
      canvas.getContext('2d', { alpha: false })?.drawImage(image, 0, 0);
      set(canvas, 'hidden', false);
    }
    image?.close();
  }

  render() {
    if (!this.shown) return;
    const { state } = this;
    set(this.nothing, 'hidden', state.chats.length > 0 || !state.loaded);
    const chats = new Map(state.chats.map((chat) => [chat.id, chat]));
    const still = this.order.filter((id) => chats.has(id));
    const isPointedAt = this.element.matches(':hover') || this.list.contains(document.activeElement);
    const urgency = (/** @type {string} */ id) => URGENCY[state.states.get(id)?.doing ?? 'between_calls'] ?? MOST;
    const all = [...still, ...[...chats.keys()].filter((id) => !still.includes(id))];
    this.order = isPointedAt && still.length ? all : all.sort((one, other) => urgency(one) - urgency(other));
    const shown = this.order.slice(0, MOST).flatMap((id) => chats.get(id) ?? []);
    keyed(this.list, shown, (chat) => chat.id, (chat) => this.create(chat), (item, chat) => this.update(item, chat));
    for (const chat of this.inSight) if (!chats.has(chat)) this.inSight.delete(chat);
    this.tell();
    this.ask();
  }

  /** @param {import('./protocol.js').Chat} chat */
  create(chat) {
    const canvas = h('canvas', { role: 'img', 'aria-label': '', hidden: true });
    const button = h('button', { type: 'button', class: 'tile', click: () => {
      this.state.select(chat.id);
      this.chosen();
    } }, h('span', { class: 'picture' }, canvas, h('span', { class: 'no-picture' }, glyph('page'))),
    h('span', { class: 'name' }), h('span', { class: 'about' }), h('span', { class: 'badge' }));
    const item = h('li', {}, button);
    this.sight.observe(item);
    return item;
  }

  /** @param {HTMLElement} item @param {import('./protocol.js').Chat} chat */
  update(item, chat) {
    const button = /** @type {HTMLElement} */ (item.firstElementChild);
    const [, name, about] = /** @type {HTMLElement[]} */ ([...button.children]);
    const doing = this.state.status === 'open' ? this.state.states.get(chat.id)?.doing : undefined;
    const active = chat.tabs.find((tab) => tab.browser_id === chat.active);
    say(name, shortened(chat.id));
    set(name, 'title', chat.id);
    say(about, active ? active.title || active.url : 'No open tab');
    button.dataset.doing = doing ?? '';
    const canvas = /** @type {HTMLElement} */ (button.querySelector('canvas'));
    set(canvas, 'aria-label', active ? `The page of ${chat.id}` : '');
    if (!active || active.crashed) set(canvas, 'hidden', true);
  }

  /** Says what each chat does, and since when. */
  tell() {
    if (!this.shown || document.hidden) return;
    for (const item of this.list.children) {
      const chat = this.state.chats.find((one) => one.id === /** @type {HTMLElement} */ (item).dataset.key);
      const badge = item.querySelector('.badge');
      if (!chat || !badge) continue;
      const [text, since] = this.state.status === 'open' ? words(chat.control, this.state.states.get(chat.id)) : ['Not connected', null];
      say(badge, since === null ? text : `${text} · ${elapsed(Date.now() - since)}`);
    }
  }
}
