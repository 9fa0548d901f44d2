// Files that the person drops on the page or chooses for it. They are uploaded to the chat's folder, then dropped in the page.

import { pagePoint } from './geometry.js';

const MOST = 20;

const REFUSED = new Map([[413, 'is too large'], [507, 'could not be saved']]);

/** @param {import('./stage.js').Stage} stage @param {import('./state.js').State} state @param {(message: import('./protocol.js').ToServer) => void} send @param {URL} address @param {string} token @param {(text: string) => void} complain */
export function files(stage, state, send, address, token, complain) {
  const { canvas } = stage;
  canvas.addEventListener('dragover', (event) => {
    if (!state.inControl || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
  });
  canvas.addEventListener('drop', (event) => {
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    if (state.inControl) void give([...event.dataTransfer.files], pagePoint(event, canvas.getBoundingClientRect(), stage.page));
    else complain('You are only watching this tab; take it over first.');
  });

  /** Uploads the files and returns their paths on the server. Throws an Error with a message for the person. @param {File[]} chosen @param {string} chat @returns {Promise<string[]>} */
  async function uploaded(chosen, chat) {
    const paths = [];
    for (const file of chosen.slice(0, MOST)) {
      const target = new URL('files', address);
      target.search = String(new URLSearchParams({ chat, name: file.name }));
      const answer = await fetch(target, { method: 'POST', body: file, headers: { Authorization: `Bearer ${token}` } });
      if (!answer.ok) throw new Error(`${file.name} ${REFUSED.get(answer.status) ?? `was refused (HTTP ${answer.status})`}.`);
      paths.push((await answer.json()).path);
    }
    return paths;
  }

  /** @param {File[]} chosen @param {{x: number, y: number} | null} [point] where they are dropped; without one they go to the open file chooser */
  async function give(chosen, point = null) {
    // Files for an open chooser are for the page that asked, whatever its picture.
    const begun = point ? state.about : { chat: state.chatId, browser_id: state.tab?.browser_id };
    try {
      send({ type: 'drop', ...begun, paths: await uploaded(chosen, begun.chat ?? ''), ...point });
    } catch (failure) {
      complain(failure instanceof Error ? failure.message : String(failure));
    }
  }

  return { give, uploaded };
}
