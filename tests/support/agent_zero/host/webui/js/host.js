// What the host's page does with plugins, as far as it is documented: components are fetched and their modules imported, surfaces
// register with the canvas, and the panel of the open one is shown.

customElements.define("x-component", class extends HTMLElement {
  async connectedCallback() {
    const text = await (await fetch(this.getAttribute("path"))).text();
    const parsed = new DOMParser().parseFromString(text, "text/html");
    for (const script of parsed.querySelectorAll('script[type="module"]')) {
      if (script.hasAttribute("src")) {
        await import(script.getAttribute("src"));
        continue;
      }
      await import(URL.createObjectURL(new Blob([script.textContent.replaceAll('"/', `"${location.origin}/`)], { type: "text/javascript" })));
    }
    this.append(...parsed.body.childNodes);
  }
});

document.addEventListener("alpine:init", () => {
  Alpine.store("chats", { selected: "" });
  Alpine.store("rightCanvas", {
    surfaces: {},
    active: "",
    registerSurface(surface) { this.surfaces[surface.id] = surface; },
    async open(id) { this.active = id; await this.surfaces[id].open({}); },
    async close() { const id = this.active; this.active = ""; await this.surfaces[id].close(); },
    isSurfaceVisible(id) { return this.active === id; },
    isSurfaceRendered(id) { return this.active === id; },
  });
});

document.addEventListener("alpine:initialized", async () => {
  for (const path of document.body.dataset.surfaces.split(" ")) {
    await (await import(path)).default(Alpine.store("rightCanvas"));
  }
  const panels = document.getElementById("panels");
  for (const path of document.body.dataset.panels.split(" ")) {
    panels.insertAdjacentHTML("beforeend", await (await fetch(path)).text());
  }
  document.body.dataset.ready = "";
});
