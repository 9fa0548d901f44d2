import * as monaco from "monaco-editor/editor/editor.main.js";

const S = (window.model = {});
window.MonacoEnvironment = { getWorker: () => new Worker(URL.createObjectURL(new Blob(["onmessage=()=>{}"]))) };
document.getElementById("root").innerHTML = `<div style="padding:20px"><div id="code" style="width:640px;height:240px"></div><div id="diff" style="width:640px;height:160px;margin-top:20px"></div><button id="read">Read</button><output id="said"></output></div>`;
const $ = (id) => document.getElementById(id);
const editor = monaco.editor.create($("code"), { value: "first line\nfunction add(a, b) {\n  return a + b;\n}\n\nlast line", language: "plaintext", ariaLabel: "Code", minimap: { enabled: false }, folding: true, glyphMargin: true });
editor.onDidChangeModelContent(() => { S.code = editor.getValue(); }); S.code = editor.getValue();
const diff = monaco.editor.createDiffEditor($("diff"), { originalEditable: false, renderSideBySide: true, minimap: { enabled: false } });
diff.setModel({ original: monaco.editor.createModel("one\ntwo\nthree", "text/plain"), modified: monaco.editor.createModel("one\ntoo\nthree", "text/plain") });
$("read").onclick = () => { $("said").textContent = editor.getValue(); };
