// The steps that the server's journal has, also of before this page was loaded, and their pictures, fetched when they are to be seen.

import { PICTURES } from './activity.js';

/** @typedef {import('./state.js').Call} Call */

/** @param {import('./state.js').State} state @param {URL} address @param {string} token */
export function journal(state, address, token) {
  /** Calls whose pictures are on their way, or are not to be had. @type {WeakSet<Call>} */
  const asked = new WeakSet();

  /** @param {string} path @param {string} chat @returns {Promise<Response>} */
  const get = (path, chat) => fetch(new URL(`${path}?${new URLSearchParams({ chat })}`, address), { headers: { Authorization: `Bearer ${token}` } });

  /** @param {string} chat */
  async function load(chat) {
    try {
      const answer = await get('steps', chat);
      if (answer.ok) state.setSteps(chat, (await answer.json()).steps);
    } catch {
      // The connection broke; the next one loads them again.
    }
  }

  /** @param {Call} call @param {string} chat */
  async function fetched(call, chat) {
    asked.add(call);
    try {
      const answer = await get(`steps/${call.step?.[0]}/${call.step?.[1]}.jpg`, chat);
      // One that was seen live meanwhile is sharper.
      if (answer.ok) call.picture ??= await answer.blob();
      else call.pictured = false;
    } catch {
      call.pictured = false;
    }
    asked.delete(call);
    state.changed();
  }

  state.addEventListener('change', () => {
    const shown = state.shownCalls.filter((call) => call.picture || call.pictured).slice(-PICTURES);
    for (const call of new Set([state.pictureStep, ...shown])) if (call?.pictured && !call.picture && !asked.has(call)) void fetched(call, state.chatId ?? '');
  });
  return { load };
}
