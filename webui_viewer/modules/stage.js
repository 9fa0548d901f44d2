// The picture of the page, painted as it arrives and acknowledged so that the server sends no more than is painted, with the agent's
// actions drawn over it.

import { h, set } from './dom.js';
import { fitted, layOver } from './geometry.js';

const AIM_MS = 1200;
const POINT_MS = 700;

/** @type {[string, string]} */
const NO_PICTURE = ['No picture of this step', 'The next call followed too soon, or nobody was watching.'];

export class Stage {
  /** @param {import('./state.js').State} state @param {(sequence: number) => void} painted @param {() => void} resized */
  constructor(state, painted, resized) {
    this.state = state;
    this.painted = painted;
    /** The page's viewport in the last picture. @type {import('./geometry.js').Size} */
    this.page = { width: 1280, height: 720 };
    this.canvas = h('canvas', { id: 'canvas', role: 'img', 'aria-label': 'The page as the agent sees it', tabindex: '0' });
    this.context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext('2d', { alpha: false, desynchronized: true }));
    this.layer = h('div', { class: 'layer' });
    this.sheet = h('div', { class: 'sheet' }, this.canvas, this.layer);
    this.empty = h('div', { class: 'empty' });
    this.element = h('section', { class: 'stage', 'aria-label': 'Page' }, this.sheet, this.empty);
    /** @type {Blob | null} */
    this.latest = null;
    /** What that picture shows. @type {import('./protocol.js').Target | null} */
    this.latestOf = null;
    this.hasPicture = false;
    /** The number of the newest painted picture of the watched tab. Pictures are decoded concurrently, and an older one may finish later. */
    this.newest = 0;
    /** The picture of an earlier step that is shown instead of the live one. @type {Blob | null} */
    this.lookedAt = null;
    /** The size of that picture, which the page may have had then. @type {import('./geometry.js').Size | null} */
    this.earlier = null;
    new ResizeObserver(() => {
      this.measure();
      resized();
    }).observe(this.element);
    state.addEventListener('change', () => this.render());
  }

  /** The canvas size in device pixels. */
  get pixels() {
    const { width, height } = fitted(this.page, this.room);
    return { width: Math.ceil(width * devicePixelRatio), height: Math.ceil(height * devicePixelRatio) };
  }

  get room() {
    const style = getComputedStyle(this.element);
    const padding = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
    return { width: Math.max(1, this.element.clientWidth - padding), height: Math.max(1, this.element.clientHeight - padding) };
  }

  measure() {
    const { width, height } = fitted(this.earlier ?? this.page, this.room);
    this.sheet.style.width = `${width}px`;
    this.sheet.style.height = `${height}px`;
  }

  /** @param {import('./protocol.js').Picture} picture */
  async show(picture) {
    let image;
    try {
      image = await createImageBitmap(picture.jpeg);
    } catch {
      // An incomplete frame is skipped; the next one follows.
      this.painted(picture.sequence);
      return;
    }
    if (picture.stream === this.state.watching?.stream && picture.sequence > this.newest) {
      this.newest = picture.sequence;
      if (picture.width !== this.page.width || picture.height !== this.page.height) {
        this.page = { width: picture.width, height: picture.height };
        this.measure();
      }
      this.latest = picture.jpeg;
      this.latestOf = { chat: this.state.watching.chat, browser_id: this.state.watching.browser_id, picture: picture.sequence };
      if (!this.hasPicture) {
        this.hasPicture = true;
        this.state.changed();
      }
      const call = this.state.shownBy(picture.atMs);
      if (call) {
        call.picture = picture.jpeg;
        this.state.changed();
      }
      if (!this.state.lookback && !this.lookedAt) this.paint(image, this.latestOf);
    }
    image.close();
    this.painted(picture.sequence);
  }

  /** @param {ImageBitmap} image @param {import('./protocol.js').Target | null} target what gestures on it are for */
  paint(image, target) {
    this.state.painted = target;
    if (this.canvas.width !== image.width || this.canvas.height !== image.height) {
      this.canvas.width = image.width;
      this.canvas.height = image.height;
    }
    this.context.drawImage(image, 0, 0);
  }

  /** Clears the picture before another tab is shown, so that the old picture does not pass for it. */
  clear() {
    this.latest = this.latestOf = this.state.painted = null;
    this.hasPicture = false;
    this.layer.replaceChildren();
    this.context.fillStyle = '#fff';
    this.context.fillRect(0, 0, this.canvas.width, this.canvas.height);
  }

  /** @param {import('./protocol.js').CallAimed} aimed @param {string} action */
  aim({ label, box }, action) {
    this.layer.querySelectorAll('.aim').forEach((old) => old.remove());
    if (!box || box[0] > this.page.width || box[1] > this.page.height || box[0] + box[2] < 0 || box[1] + box[3] < 0) return;
    const frame = h('div', { class: `aim${box[1] < 30 ? ' below' : ''}` }, h('span', { class: 'name' }, `${action} ${label}`));
    layOver(frame, [box[0] - 2, box[1] - 2, box[2] + 4, box[3] + 4], this.page);
    this.layer.append(frame);
  }

  /** @param {import('./state.js').Call} call */
  ended(call) {
    for (const frame of this.layer.querySelectorAll('.aim')) {
      frame.classList.add('leaving');
      setTimeout(() => frame.remove(), AIM_MS);
    }
    const point = call.outcome?.action?.point;
    if (Array.isArray(point)) {
      const dot = h('div', { class: 'point' });
      layOver(dot, [Number(point[0]), Number(point[1]), 0, 0], this.page);
      dot.style.width = dot.style.height = '';
      this.layer.append(dot);
      setTimeout(() => dot.remove(), POINT_MS);
    }
  }

  /**
   * Confirms that the tab still shows the last picture, so the picture has the effect of the last call.
   * @param {import('./protocol.js').Still} still
   */
  still({ stream, at_ms: atMs }) {
    const call = stream === this.state.watching?.stream ? this.state.shownBy(atMs) : undefined;
    if (call && !call.picture) call.picture = this.latest;
  }

  render() {
    const { tab, chat, loaded, status, lookback } = this.state;
    const held = tab?.held;
    this.element.dataset.held = this.state.inControl ? 'mine' : held?.granted ? 'other' : '';
    set(this.sheet, 'data-crashed', Boolean(tab?.crashed && !lookback));
    set(this.sheet, 'data-stale', status !== 'open' && !lookback);
    this.element.dataset.tool = this.state.tool ?? '';
    const picture = this.state.lookbackPicture;
    const visible = lookback ? picture !== null : tab !== undefined && this.hasPicture;
    set(this.sheet, 'hidden', !visible);
    set(this.empty, 'hidden', visible);
    set(this.element, 'data-earlier', Boolean(lookback));
    set(this.canvas, 'aria-label', lookback ? 'The page at an earlier step' : 'The page as the agent sees it');
    const [title, text] = lookback ? NO_PICTURE : emptyText(status, loaded, this.state.known.has(this.state.chatId ?? ''), chat, tab, this.state.pinned);
    if (this.empty.dataset.says !== title + text) {
      this.empty.dataset.says = title + text;
      this.empty.replaceChildren(h('h2', {}, title), h('p', {}, text));
    }
    if (picture !== this.lookedAt) {
      this.lookedAt = picture;
      this.state.painted = null;
      void this.repaint();
    }
  }

  async repaint() {
    const wanted = this.lookedAt;
    const jpeg = wanted ?? this.latest;
    const target = wanted ? null : this.latestOf;
    if (!jpeg) return;
    const image = await createImageBitmap(jpeg);
    // Pictures are decoded concurrently, and by now another one may be wanted.
    if (wanted === this.lookedAt && (wanted || jpeg === this.latest)) {
      const width = this.state.pictureStep?.viewport?.[0] ?? this.page.width;
      this.earlier = wanted ? { width, height: (width * image.height) / image.width } : null;
      this.measure();
      this.paint(image, target);
    }
    image.close();
  }
}

/** @type {(status: string, loaded: boolean, ended: boolean, chat: import('./protocol.js').Chat | undefined, tab: import('./protocol.js').Tab | undefined, pinned: number | null) => [string, string]} */
function emptyText(status, loaded, ended, chat, tab, pinned) {
  if (status === 'denied') return ['No access', 'The URL has no valid token. Open the link that the viewer printed when it started.'];
  if (status === 'restarted') return ['The server was restarted', 'This link is no longer valid. Open the link that the server printed when it restarted.'];
  if (status === 'outdated') return ['The viewer was updated', 'Reload this page to continue.'];
  if (!loaded) return ['Connecting', 'Waiting for the browser to answer.'];
  if (!chat && ended) return ['This chat has ended', 'Its steps stay below for as long as this page is open. Choose another chat from the list.'];
  if (!chat) return ['No chat yet', 'When an agent opens a page, it appears here.'];
  if (tab?.crashed) return ['This page crashed', 'Reload it to restore it.'];
  if (tab) return ['Loading the picture', 'It appears in a moment.'];
  if (pinned !== null) return ['This tab was closed', 'Follow the agent to see its active tab.'];
  return ['No tab is open', 'When the agent opens a page, it appears here.'];
}
