import { Calendar } from "@fullcalendar/core";
import dayGrid from "@fullcalendar/daygrid";
import interaction from "@fullcalendar/interaction";
import list from "@fullcalendar/list";
import timeGrid from "@fullcalendar/timegrid";

document.getElementById("root").innerHTML = '<p id="last">Nothing yet</p><div id="month" style="width:900px"></div><div id="week" style="width:900px"></div><div id="list"></div>';
const last = document.getElementById("last");
let count = 0;
function make(id, options) {
  new Calendar(document.getElementById(id), {
    plugins: [dayGrid, interaction, list, timeGrid],
    initialDate: "2024-05-10",
    events: [{ title: "Meeting", start: "2024-05-07T10:00", end: "2024-05-07T12:00" }, { title: "Holiday", start: "2024-05-15", end: "2024-05-17" }, { title: "Link", start: "2024-05-20", url: "#event" }, ...Array.from({ length: 6 }, (_, i) => ({ title: `Busy ${i}`, start: "2024-05-22" }))],
    dateClick: (info) => { last.textContent = `${++count} date ${info.dateStr}`; },
    eventClick: (info) => { info.jsEvent.preventDefault(); last.textContent = `${++count} event ${info.event.title}`; },
    ...options,
  }).render();
}
make("month", { headerToolbar: { left: "prev,next today", center: "title", right: "dayGridMonth,timeGridWeek,listWeek" }, selectable: true, navLinks: true, dayMaxEvents: true, editable: true });
make("week", { initialView: "timeGridWeek", height: 400, initialDate: "2024-05-07" });
make("list", { initialView: "listWeek", initialDate: "2024-05-07" });
