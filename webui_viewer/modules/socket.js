// The connection: opens with the token, reconnects when it breaks, and is idle while the page is hidden.

import { ISSUER, OUTDATED, SUBPROTOCOL, readPicture } from './protocol.js';

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 5000;
/** The close code for an unknown token. */
const POLICY_VIOLATION = 1008;
/** A handshake that fails this often in a row, while the server responds, was refused. */
const REFUSALS = 2;

/** @typedef {'connecting' | 'open' | 'lost' | 'denied' | 'restarted' | 'outdated'} Status */

export class Socket {
  /**
   * @param {URL} address @param {string} token @param {string} viewer the name that identifies this page over reconnects
   * @param {{message: (message: import('./protocol.js').FromServer) => void, picture: (picture: import('./protocol.js').Picture) => void, status: (status: Status) => void}} handlers
   */
  constructor(address, token, viewer, handlers) {
    this.address = address;
    this.token = token;
    this.viewer = viewer;
    this.handlers = handlers;
    this.delay = FIRST_DELAY_MS;
    this.refusals = 0;
    /** The issuer of the server's tokens, from its last response. */
    this.issuer = '';
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {number | undefined} */
    this.timer = undefined;
    addEventListener('online', () => this.hurry());
    document.addEventListener('visibilitychange', () => document.hidden || this.hurry());
    this.open();
  }

  open() {
    this.timer = undefined;
    this.handlers.status('connecting');
    const address = new URL('socket', this.address);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(address, [SUBPROTOCOL, `token.${this.token}`, `viewer.${this.viewer}`]);
    socket.binaryType = 'arraybuffer';
    let opened = false;
    socket.onopen = () => {
      opened = true;
      this.refusals = 0;
      this.delay = FIRST_DELAY_MS;
      this.handlers.status('open');
    };
    socket.onmessage = ({ data }) => {
      if (typeof data === 'string') for (const message of JSON.parse(data)) this.handlers.message(message);
      else this.handlers.picture(readPicture(data));
    };
    socket.onclose = ({ code }) => void this.closed(opened, code);
    this.socket = socket;
  }

  /** @param {boolean} opened @param {number} code */
  async closed(opened, code) {
    this.socket = null;
    if (code === OUTDATED) {
      this.handlers.status('outdated');
      return;
    }
    if (!opened && code !== POLICY_VIOLATION && (await this.answers())) this.refusals++;
    if (code === POLICY_VIOLATION || this.refusals >= REFUSALS) {
      this.handlers.status(await this.isAnother() ? 'restarted' : 'denied');
      return;
    }
    this.handlers.status('lost');
    this.timer = setTimeout(() => this.open(), this.delay * (0.75 + Math.random() / 2));
    this.delay = Math.min(LONGEST_DELAY_MS, this.delay * 2);
  }

  /** Whether the server responds: browsers do not report why a handshake failed. */
  async answers() {
    try {
      const answer = await fetch(new URL('icon.svg', this.address), { method: 'HEAD', cache: 'no-store' });
      this.issuer = answer.headers.get(ISSUER) ?? '';
      return answer.ok;
    } catch {
      return false;
    }
  }

  /** Whether an earlier server issued the token; its tokens ended with it. */
  async isAnother() {
    const known = sessionStorage.getItem(ISSUER);
    return known !== null && (this.issuer !== '' || await this.answers()) && this.issuer !== known;
  }

  hurry() {
    if (this.timer === undefined) return;
    clearTimeout(this.timer);
    this.delay = FIRST_DELAY_MS;
    this.open();
  }

  /** Sends the message; returns whether it was sent. @param {import('./protocol.js').ToServer} message */
  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}
