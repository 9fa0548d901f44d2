import { Calendar } from "@fullcalendar/core";
import dayGrid from "@fullcalendar/daygrid";
import interaction from "@fullcalendar/interaction";
import list from "@fullcalendar/list";

const start = "2024-05-07";
const KINDS = {
  event: (name) => ({ events: [{ title: name, start }] }),
  dragged: (name) => ({ events: [{ title: name, start }], editable: true }),
  link: (name) => ({ events: [{ title: name, start, url: "#event" }], eventClick: (info) => info.jsEvent.preventDefault() }),
  tool: (name) => ({ customButtons: { mine: { text: name, click: () => {} } }, headerToolbar: { left: "mine", center: "", right: "" } }),
};

window.mount = (root) => {
  for (const box of root.querySelectorAll("[data-mount]")) {
    box.style.cssText = "display:block;width:420px;writing-mode:horizontal-tb";
    const options = { plugins: [dayGrid, interaction, list], initialView: "dayGridWeek", headerToolbar: false, height: "auto", initialDate: start, ...KINDS[box.dataset.mount](box.dataset.name) };
    new Calendar(box, options).render();
  }
};
