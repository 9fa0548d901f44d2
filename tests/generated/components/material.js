import "@material/web/all.js";

window.mount = () => {};
