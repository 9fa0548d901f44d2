// The panel takes the place of the built-in browser's, under the same id, so that what opens that one opens this.

export default async function registerRefbrowser(canvas) {
  canvas.registerSurface({
    id: "browser",
    title: "Browser",
    icon: "language",
    order: 10,
    modalPath: "/plugins/refbrowser/webui/main.html",
    open() {
      document.querySelector('[data-surface-id="browser"] refbrowser-viewer')?.refresh();
    },
    close() {},
  });
}
