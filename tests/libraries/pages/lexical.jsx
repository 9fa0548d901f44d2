import { LexicalComposer } from "@lexical/react/LexicalComposer";
import { RichTextPlugin } from "@lexical/react/LexicalRichTextPlugin";
import { PlainTextPlugin } from "@lexical/react/LexicalPlainTextPlugin";
import { ContentEditable } from "@lexical/react/LexicalContentEditable";
import { LexicalErrorBoundary } from "@lexical/react/LexicalErrorBoundary";
import { HistoryPlugin } from "@lexical/react/LexicalHistoryPlugin";
import { OnChangePlugin } from "@lexical/react/LexicalOnChangePlugin";
import { ListPlugin } from "@lexical/react/LexicalListPlugin";
import { CheckListPlugin } from "@lexical/react/LexicalCheckListPlugin";
import { LinkPlugin } from "@lexical/react/LexicalLinkPlugin";
import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { HeadingNode, QuoteNode, $createHeadingNode, $createQuoteNode } from "@lexical/rich-text";
import { INSERT_CHECK_LIST_COMMAND, INSERT_UNORDERED_LIST_COMMAND, ListItemNode, ListNode, REMOVE_LIST_COMMAND, $createListItemNode, $createListNode } from "@lexical/list";
import { $createLinkNode, LinkNode, TOGGLE_LINK_COMMAND } from "@lexical/link";
import { $createParagraphNode, $createTextNode, $getRoot, $getSelection, $isRangeSelection, FORMAT_TEXT_COMMAND, REDO_COMMAND, SELECTION_CHANGE_COMMAND, UNDO_COMMAND } from "lexical";
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";

const S = (window.model = {});
function Toolbar() {
  const [editor] = useLexicalComposerContext();
  const [on, setOn] = useState({});
  useEffect(() => editor.registerCommand(SELECTION_CHANGE_COMMAND, () => { const s = $getSelection(); if ($isRangeSelection(s)) setOn({ bold: s.hasFormat("bold"), italic: s.hasFormat("italic") }); return false; }, 1), [editor]);
  const block = (make) => editor.update(() => { const s = $getSelection(); if ($isRangeSelection(s)) { const old = s.anchor.getNode().getTopLevelElement(); if (old) { const fresh = make(); fresh.append(...old.getChildren()); old.replace(fresh); } } });
  const button = (name, action, pressed) => <button type="button" aria-label={name} aria-pressed={pressed} onMouseDown={(e) => e.preventDefault()} onClick={action} style={{ background: pressed ? "#ccd" : "#eee" }}>{name[0]}</button>;
  return <div role="toolbar" aria-label="Format">{button("Bold", () => editor.dispatchCommand(FORMAT_TEXT_COMMAND, "bold"), on.bold ?? false)}{button("Italic", () => editor.dispatchCommand(FORMAT_TEXT_COMMAND, "italic"), on.italic ?? false)}{button("Heading", () => block(() => $createHeadingNode("h2")))}{button("Quote", () => block(() => $createQuoteNode()))}{button("Bullets", () => editor.dispatchCommand(INSERT_UNORDERED_LIST_COMMAND))}{button("Tasks", () => editor.dispatchCommand(INSERT_CHECK_LIST_COMMAND))}{button("No list", () => editor.dispatchCommand(REMOVE_LIST_COMMAND))}{button("Link", () => editor.dispatchCommand(TOGGLE_LINK_COMMAND, "#linked"))}{button("Undo", () => editor.dispatchCommand(UNDO_COMMAND))}{button("Redo", () => editor.dispatchCommand(REDO_COMMAND))}</div>;
}
function begin() {
  const link = $createLinkNode("#there"); link.append($createTextNode("linked words"));
  const list = $createListNode("check"); for (const one of ["Milk", "Bread"]) { const item = $createListItemNode(false); item.append($createTextNode(one)); list.append(item); }
  const heading = $createHeadingNode("h2"); heading.append($createTextNode("A heading"));
  const text = $createParagraphNode(); text.append($createTextNode("Plain text with "), link, $createTextNode(" inside."));
  $getRoot().append(heading, text, list);
}
const failed = (error) => { throw error; };
const theme = { list: { listitemChecked: "checked", listitemUnchecked: "unchecked" } };
const text = (name) => (state) => state.read(() => { S[name] = $getRoot().getTextContent(); });
createRoot(document.getElementById("root")).render(<div style={{ width: 600, padding: 20 }}>
  <style>{".checked,.unchecked{list-style:none;padding-left:24px;position:relative}.checked::before{content:'[x]';position:absolute;left:0}.unchecked::before{content:'[ ]';position:absolute;left:0}.placeholder{position:absolute;top:0;color:#888;pointer-events:none}"}</style>
  <LexicalComposer initialConfig={{ namespace: "rich", theme, onError: failed, nodes: [HeadingNode, QuoteNode, ListNode, ListItemNode, LinkNode], editorState: begin }}><Toolbar /><RichTextPlugin contentEditable={<ContentEditable aria-label="Rich" style={{ minHeight: 100, border: "1px solid" }} />} ErrorBoundary={LexicalErrorBoundary} /><HistoryPlugin /><ListPlugin /><CheckListPlugin /><LinkPlugin /><OnChangePlugin onChange={text("rich")} /></LexicalComposer>
  <div style={{ position: "relative", marginTop: 20 }}><LexicalComposer initialConfig={{ namespace: "plain", onError: failed }}><PlainTextPlugin contentEditable={<ContentEditable aria-label="Plain" aria-placeholder="Write" placeholder={<div className="placeholder">Write</div>} style={{ minHeight: 40, border: "1px solid" }} />} ErrorBoundary={LexicalErrorBoundary} /><HistoryPlugin /><OnChangePlugin onChange={text("plain")} /></LexicalComposer></div>
</div>);
