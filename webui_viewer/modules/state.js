// The state of the page, with listeners for its changes.

const CALLS = 200;
/** Under what name the window remembers the chat in view, for when it is loaded again. */
const LAST_CHAT = 'chat';
const ICONS = 200;
/** The chats whose pictures of earlier steps are kept: those that were in view last. */
const PICTURED = 5;
/** Time for a page to be drawn after a call; a new page takes longer. Until then a picture may show the page before. */
const DRAWN_MS = 50;
const NEW_PAGE_DRAWN_MS = 250;
/** Time after a call's first picture in which later pictures replace it. */
const AFTER_MS = 1500;

/**
 * One call of the agent. `picture` is the page after its end, which the journal has, too, where the call is `pictured`; `step` is by what the journal
 * has the call, `regions` are where the page looked different from before, `url` and `viewport` those of the tab before it and after it.
 * @typedef {{step: import('./protocol.js').Step | null, marks: import('./protocol.js').Mark[], url: string | null, viewport: [number, number] | null, pictured: boolean, flow: import('./protocol.js').FlowStep | null}} Journaled
 * @typedef {Journaled & {id: number | string, action: string, browserId: number | null, arguments: Record<string, any>, atMs: number, state: 'running' | 'done' | 'failed',
 *   code: string | null, outcome: any, durationMs: number, picture: Blob | null, regions: import('./protocol.js').Box[]}} Call
 * @typedef {import('./protocol.js').Chat} Chat
 * @typedef {import('./protocol.js').Tab} Tab
 */

export class State extends EventTarget {
  constructor() {
    super();
    /** @type {import('./socket.js').Status} */
    this.status = 'connecting';
    this.viewer = '';
    this.readOnly = false;
    /** Whether this viewer's token is for one chat alone. */
    this.oneChat = false;
    /** @type {Chat[]} */
    this.chats = [];
    this.loaded = false;
    /** Every chat that has been listed. @type {Set<string>} */
    this.known = new Set();
    /** What each chat is doing, as the server says it. @type {Map<string, import('./protocol.js').ChatState>} */
    this.states = new Map();
    /** @type {string | null} */
    this.chatId = null;
    /** The tab that stays in view; null follows the agent's active tab. @type {number | null} */
    this.pinned = null;
    /** Remarks that this person took back. @type {Set<string>} */
    this.takenBack = new Set();
    /** Whether all chats are shown at a glance, and none in view. */
    this.onWall = false;
    /** @type {import('./protocol.js').Watching | null} */
    this.watching = null;
    /** What the picture on the screen shows: what a gesture is for. @type {import('./protocol.js').Target | null} */
    this.painted = null;
    /** @type {Map<string, Call[]>} */
    this.calls = new Map();
    /** Chats with pictures, the last one in view last. @type {string[]} */
    this.pictured = [];
    /** URLs of icons by digest. @type {Map<string, string>} */
    this.icons = new Map();
    /** An earlier step that is shown instead of the live picture. @type {Call | null} */
    this.lookback = null;
    /** Whether the page before that step is shown, and not the one after it. */
    this.lookbackBefore = false;
    /** @type {'pick' | 'box' | null} */
    this.tool = null;
  }

  /** Notifies the listeners once, in the next microtask. */
  changed() {
    if (this.notifying) return;
    this.notifying = true;
    queueMicrotask(() => {
      this.notifying = false;
      this.dispatchEvent(new Event('change'));
    });
  }

  /** @returns {Chat | undefined} */
  get chat() {
    return this.chats.find((chat) => chat.id === this.chatId);
  }

  /** The tab in view. @returns {Tab | undefined} */
  get tab() {
    const chat = this.chat;
    const wanted = this.pinned ?? chat?.active;
    return chat?.tabs.find((tab) => tab.browser_id === wanted);
  }

  /** Whether this viewer has taken over the tab in view. */
  get inControl() {
    const held = this.tab?.held;
    return held !== undefined && held.granted && held.by === this.viewer && !this.lookback;
  }

  /** What a gesture on the picture is for; null while that is not the tab in view. @returns {import('./protocol.js').Target | null} */
  get target() {
    const { painted, tab } = this;
    return painted && tab && painted.chat === this.chatId && painted.browser_id === tab.browser_id ? painted : null;
  }

  /** What a command about the tab in view is for, with the picture that the person sees, if there is one. */
  get about() {
    return this.target ?? { chat: this.chatId, browser_id: this.tab?.browser_id };
  }

  /** The earlier step whose picture is shown: the one that is looked at, or the last one before it on that tab that has a picture. @returns {Call | undefined} */
  get pictureStep() {
    const call = this.lookback;
    if (!call) return undefined;
    const calls = this.shownCalls;
    const before = calls.slice(0, calls.indexOf(call) + (this.lookbackBefore ? 0 : 1)).filter((one) => one.browserId === call.browserId);
    // Behind a step that changed the page, and has no picture, an older picture would show what was not so any more.
    const found = before.findLast((one) => one.picture || one.pictured || leavesPage(one) || one.outcome?.action);
    return found && (found.picture || found.pictured) ? found : undefined;
  }

  /** The picture of that step, as soon as it is here. @returns {Blob | null} */
  get lookbackPicture() {
    return this.pictureStep?.picture ?? null;
  }

  /** The address of the tab at the earlier step that is looked at. */
  get lookbackAddress() {
    const call = this.lookback;
    const to = this.lookbackBefore ? null : call?.outcome?.action?.navigation?.to ?? call?.outcome?.url;
    return typeof to === 'string' ? to : call?.url ?? '';
  }

  /** @returns {Call[]} the calls of the chat in view, oldest first */
  get shownCalls() {
    return this.calls.get(this.chatId ?? '') ?? [];
  }

  /** @param {Chat[]} chats */
  setChats(chats) {
    const before = this.tab;
    const held = new Set(this.chat?.tabs.filter((tab) => this.holds(tab)).map((tab) => tab.browser_id));
    this.chats = chats;
    this.loaded = true;
    for (const { id } of chats) this.known.add(id);
    this.followPerson(before, held);
    if (this.chatId === null) {
      const last = chats.find((chat) => chat.id === sessionStorage.getItem(LAST_CHAT));
      const asking = chats.find((chat) => chat.tabs.some((tab) => tab.handoff || tab.dialogs.length));
      const busiest = chats.find((chat) => chat.tabs.length) ?? chats.at(-1);
      this.select((last ?? asking ?? busiest)?.id ?? null);
    }
    this.changed();
  }

  /** @param {Tab} tab */
  holds(tab) {
    return tab.held?.by === this.viewer;
  }

  /** Follows the person: to a tab that their page opened, and back when the tab in view closes. @param {Tab | undefined} before @param {Set<number>} held */
  followPerson(before, held) {
    const mine = this.chat?.tabs.filter((tab) => this.holds(tab)) ?? [];
    const opened = before && held.has(before.browser_id) ? mine.find((tab) => tab.browser_id > before.browser_id && !held.has(tab.browser_id)) : undefined;
    const closed = this.pinned !== null && !this.chat?.tabs.some((tab) => tab.browser_id === this.pinned);
    const next = opened ?? (closed ? mine.at(-1) : undefined);
    if (next) this.pinned = next.browser_id;
  }

  /** The tab in view is the one that the person takes over, and stays in view when the agent opens another. */
  takeOver() {
    if (this.tab) this.pinned = this.tab.browser_id;
    this.changed();
  }

  /** @param {import('./protocol.js').ChatState} message */
  setState(message) {
    if (message.doing !== 'ended') this.states.set(message.chat, message);
    else {
      this.states.delete(message.chat);
      if (message.chat !== this.chatId) this.calls.delete(message.chat);
    }
    this.changed();
  }

  /** Whether the call waits for a person: in a pause, for an answer, or for a tab that a person has. @param {Call} call */
  isHeld(call) {
    const doing = this.states.get(this.chatId ?? '')?.doing;
    const tab = this.chat?.tabs.find((one) => one.browser_id === call.browserId);
    return call.state === 'running' && (doing === 'held' || doing === 'waits_for_person' || Boolean(tab?.held?.granted));
  }

  /** What was known of an earlier connection's running calls is not so any more. */
  reconnected() {
    this.states.clear();
    for (const [chat, calls] of this.calls) this.calls.set(chat, calls.filter((call) => call.state !== 'running'));
  }

  /** @param {import('./protocol.js').Icon} icon */
  setIcon({ icon, kind, data }) {
    if (this.icons.has(icon)) return;
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    this.icons.set(icon, URL.createObjectURL(new Blob([bytes], { type: kind })));
    for (const [old, url] of this.icons) {
      if (this.icons.size <= ICONS) break;
      this.icons.delete(old);
      URL.revokeObjectURL(url);
    }
  }

  /** @param {string | null} chatId @param {number | null} [pinned] */
  select(chatId, pinned = null) {
    if (chatId !== this.chatId) {
      this.lookback = null;
      this.keepPictures(chatId);
    }
    this.chatId = chatId;
    this.pinned = pinned;
    if (chatId !== null) sessionStorage.setItem(LAST_CHAT, chatId);
    this.changed();
  }

  /** @param {string | null} chatId the chat that comes into view */
  keepPictures(chatId) {
    if (chatId === null) return;
    this.pictured = [...this.pictured.filter((one) => one !== chatId), chatId];
    for (const gone of this.pictured.splice(0, Math.max(0, this.pictured.length - PICTURED))) {
      for (const call of this.calls.get(gone) ?? []) call.picture = null;
    }
  }

  /** @param {import('./protocol.js').History} history */
  setHistory({ chat, events }) {
    const pictures = new Map((this.calls.get(chat) ?? []).map((call) => [keyOf(call), call.picture]));
    this.calls.set(chat, []);
    for (const event of events) {
      if (event.type === 'call_began') this.began(event);
      else this.ended(event);
    }
    for (const call of this.calls.get(chat) ?? []) call.picture = pictures.get(keyOf(call)) ?? null;
    this.lookAgain(chat);
    this.changed();
  }

  /** The calls of the chat are other objects now; the step that is looked at is the same. @param {string} chat */
  lookAgain(chat) {
    const { lookback } = this;
    if (lookback?.step && chat === this.chatId) this.lookback = this.shownCalls.find((call) => keyOf(call) === keyOf(lookback)) ?? lookback;
  }

  /** Steps from the journal, which this page may not have heard of. @param {string} chat @param {import('./protocol.js').JournalStep[]} steps */
  setSteps(chat, steps) {
    const calls = this.calls.get(chat) ?? [];
    const known = new Map(calls.map((call) => [keyOf(call), call]));
    for (const step of steps) {
      const call = known.get(step.step.join('/'));
      if (call) call.pictured = step.pictured;
      else {
        calls.push({
          id: step.step.join('/'), step: step.step, action: step.action, browserId: step.browser_id, arguments: step.arguments, atMs: step.at_ms, state: step.ok ? 'done' : 'failed',
          flow: step.flow, code: step.code, outcome: step.outcome, durationMs: step.duration_ms, picture: null, regions: step.regions, marks: step.marks, url: step.url, viewport: step.viewport, pictured: step.pictured,
        });
      }
    }
    calls.sort((one, other) => one.atMs - other.atMs);
    this.calls.set(chat, calls.slice(-CALLS));
    this.lookAgain(chat);
    this.changed();
  }

  /** @param {import('./protocol.js').StepPictured} message */
  stepPictured({ chat, step }) {
    const call = this.calls.get(chat)?.find((one) => keyOf(one) === step.join('/'));
    if (call) call.pictured = true;
  }

  /** @param {import('./protocol.js').CallBegan} event */
  began(event) {
    const calls = this.calls.get(event.chat) ?? [];
    this.calls.set(event.chat, calls);
    calls.push({
      id: event.call_id, action: event.action, browserId: event.browser_id, arguments: event.arguments, atMs: event.at_ms,
      flow: event.flow, state: 'running', code: null, outcome: null, durationMs: 0, picture: null, regions: [], step: null, marks: [], url: null, viewport: null, pictured: false,
    });
    if (calls.length > CALLS) calls.splice(0, calls.length - CALLS);
    this.changed();
  }

  /**
   * The call whose effect a picture of the tab in view shows: the last one that had ended, if no other call was running.
   * @param {number} atMs @returns {Call | undefined}
   */
  shownBy(atMs) {
    const { watching } = this;
    const calls = (this.calls.get(watching?.chat ?? '') ?? []).filter((call) => call.browserId === watching?.browser_id && call.atMs <= atMs);
    const endOf = (/** @type {Call} */ call) => call.atMs + call.durationMs;
    if (calls.some((call) => call.state === 'running' || endOf(call) > atMs)) return undefined;
    const last = calls.reduce((/** @type {Call | undefined} */ latest, call) => (latest && endOf(latest) > endOf(call) ? latest : call), undefined);
    if (!last) return undefined;
    const since = atMs - endOf(last);
    if (since < (leavesPage(last) ? NEW_PAGE_DRAWN_MS : DRAWN_MS)) return undefined;
    return last.picture && since > AFTER_MS ? undefined : last;
  }

  /** @param {import('./protocol.js').CallEnded} event @returns {Call | undefined} */
  ended(event) {
    const call = this.calls.get(event.chat)?.find((one) => one.id === event.call_id);
    if (!call) return undefined;
    call.state = event.ok ? 'done' : 'failed';
    call.code = event.code;
    call.outcome = event.outcome;
    call.durationMs = event.duration_ms;
    call.regions = event.regions;
    call.step = event.step;
    call.marks = event.marks;
    call.url = event.url;
    call.viewport = event.viewport;
    call.browserId = event.browser_id ?? call.browserId;
    this.changed();
    return call;
  }
}

/** By what the journal has the call; empty where it has none. @type {(call: Call) => string} */
const keyOf = (call) => call.step?.join('/') ?? '';

/** Whether another page replaced the one before. @type {(call: Call) => boolean} */
const leavesPage = (call) => ['open', 'navigate', 'back', 'forward', 'reload', 'set_active', 'close'].includes(call.action) || Boolean(call.outcome?.action?.navigation);
