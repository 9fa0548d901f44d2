import Uppy from "@uppy/core";
import Dashboard from "@uppy/dashboard";
import DragDrop from "@uppy/drag-drop";
import "@uppy/core/css/style.min.css";
import "@uppy/dashboard/css/style.min.css";
import "@uppy/drag-drop/css/style.min.css";

const S = (window.model = {});
document.getElementById("root").innerHTML = `<div style="width:720px;padding:20px"><button id="open">Open dashboard</button><div id="inline"></div><div id="drop" style="margin-top:20px"></div><ul id="names"></ul></div>`;
const file = (name, type, words) => ({ name, type, data: new Blob([words], { type }), source: "Local" });
const fields = [{ id: "name", name: "Name", placeholder: "file name" }, { id: "caption", name: "Caption", placeholder: "what it shows" }];
const inline = new Uppy({ id: "inline" }).use(Dashboard, { id: "D1", inline: true, target: "#inline", height: 380, metaFields: fields, showRemoveButtonAfterComplete: true, note: "Any file" });
inline.addFile(file("notes.txt", "text/plain", "some words")); inline.addFile(file("table.csv", "text/csv", "a,b"));
const modal = new Uppy({ id: "modal" }).use(Dashboard, { id: "D2", inline: false, trigger: "#open", metaFields: fields, closeModalOnClickOutside: true });
modal.addFile(file("letter.txt", "text/plain", "dear"));
const drop = new Uppy({ id: "drop" }).use(DragDrop, { id: "D3", target: "#drop" });
for (const [name, one] of [["inline", inline], ["modal", modal], ["drop", drop]]) for (const type of ["file-added", "file-removed", "dashboard:file-edit-complete"]) one.on(type, () => { S[name] = one.getFiles().map((f) => f.meta.name); document.getElementById("names").innerHTML = S[name].map((f) => `<li>${f}`).join(""); });
