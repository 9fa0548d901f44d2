// The live viewer of the chat that is selected in the host's page. It runs in a frame of its own: what comes from web pages never
// becomes part of the host's.

import { callJsonApi } from "/js/api.js";

const STYLE = `
  :host { display: flex; flex-direction: column; height: 100%; min-height: 24rem; }
  iframe { flex: 1; width: 100%; border: 0; }
  div { margin: auto; padding: 2rem; max-width: 32rem; text-align: center; }
`;

class ViewerPanel extends HTMLElement {
  #chat = null;
  #following = null;

  connectedCallback() {
    this.shadowRoot ?? this.attachShadow({ mode: "open" });
    this.#following = Alpine.effect(() => this.#select(Alpine.store("chats")?.selected ?? globalThis.getContext?.() ?? ""));
  }

  disconnectedCallback() {
    Alpine.release(this.#following);
    this.#following = null;
    this.#chat = null;
    this.shadowRoot.replaceChildren();
  }

  /** Shows the browser of the selected chat as it is now. */
  refresh() {
    this.#show(this.#chat ?? "");
  }

  #select(chat) {
    if (chat === this.#chat) return;
    this.#chat = chat;
    this.#show(chat);
  }

  async #show(chat) {
    if (!chat) return this.#say("Choose a chat to see its browser.");
    let answer;
    try {
      answer = await callJsonApi("/plugins/refbrowser/viewer", { context_id: chat });
    } catch (failure) {
      answer = { ok: false, error: String(failure) };
    }
    // Another chat may have been chosen while this one's answer was on its way.
    if (chat !== this.#chat || !this.#following) return;
    if (!answer.ok) return this.#say(answer.error, "Try again");
    const frame = document.createElement("iframe");
    frame.title = "Browser";
    frame.allow = "clipboard-read; clipboard-write";
    frame.referrerPolicy = "no-referrer";
    frame.src = answer.address;
    this.#put(frame);
  }

  #say(text, offer) {
    const notice = document.createElement("div");
    const words = document.createElement("p");
    words.textContent = text;
    notice.append(words);
    if (offer) {
      const again = document.createElement("button");
      again.textContent = offer;
      again.addEventListener("click", () => this.refresh());
      notice.append(again);
    }
    this.#put(notice);
  }

  #put(content) {
    const style = document.createElement("style");
    style.textContent = STYLE;
    this.shadowRoot.replaceChildren(style, content);
  }
}

if (!customElements.get("refbrowser-viewer")) customElements.define("refbrowser-viewer", ViewerPanel);
