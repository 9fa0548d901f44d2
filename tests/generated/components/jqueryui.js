import "../../libraries/pages/jquery_global.js";
import "jquery-ui/dist/jquery-ui.js";
import "jquery-ui/dist/themes/base/jquery-ui.css";

const KINDS = {
  button: (name) => $(`<button>${name}</button>`).button(),
  link: (name) => $(`<a href="#here">${name}</a>`).button(),
  box: (name) => $(`<div><label for="${name}">${name}</label><input type="checkbox" id="${name}"></div>`).controlgroup(),
  tab: (name) => $(`<div><ul><li><a href="#first">First</a></li><li><a href="#second">${name}</a></li></ul><div id="first">A</div><div id="second">B</div></div>`).tabs(),
  accordion: (name) => $(`<div><h3>First</h3><div>A</div><h3>${name}</h3><div>B</div></div>`).accordion(),
  menu: (name) => $(`<ul style="width:120px"><li><div>${name}</div></li></ul>`).menu(),
  spinner: (name) => $(`<span><input aria-label="${name}"></span>`).children().spinner().end(),
  auto: (name) => $(`<span><input aria-label="${name}"></span>`).children().autocomplete({ source: [] }).end(),
};

window.mount = (root) => {
  for (const one of root.querySelectorAll("[data-mount]")) {
    const made = KINDS[one.dataset.mount](one.dataset.name);
    $(one).append(made);
  }
};
