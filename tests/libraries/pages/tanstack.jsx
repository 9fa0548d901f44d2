import { useVirtualizer } from "@tanstack/react-virtual";
import { flexRender } from "@tanstack/react-table";
import { getCoreRowModel, getExpandedRowModel, getFilteredRowModel, getPaginationRowModel, getSortedRowModel, useLegacyTable } from "@tanstack/react-table/legacy";
import { useMemo, useRef, useState } from "react";
import { createRoot } from "react-dom/client";

const S = (window.model = {});
const names = ["Ada", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lea"];
const data = names.map((name, i) => ({ name, age: (i * 37) % 60, city: ["Berlin", "Rome", "Paris"][i % 3] }));
function Box({ checked, mixed, onChange, label }) { return <input type="checkbox" aria-label={label} checked={checked} ref={(box) => { if (box) box.indeterminate = !!mixed; }} onChange={onChange} />; }
function Grid() {
  const [sorting, setSorting] = useState([]), [selected, setSelected] = useState({}), [filter, setFilter] = useState(""), [pagination, setPagination] = useState({ pageIndex: 0, pageSize: 5 }), [visible, setVisible] = useState({}), [expanded, setExpanded] = useState({});
  Object.assign(S, { sorting, selected, filter, pagination, visible, expanded });
  const columns = useMemo(() => [
    { id: "pick", header: ({ table }) => <Box label="All rows" checked={table.getIsAllRowsSelected()} mixed={table.getIsSomeRowsSelected()} onChange={table.getToggleAllRowsSelectedHandler()} />, cell: ({ row }) => <Box label={`Row ${row.original.name}`} checked={row.getIsSelected()} onChange={row.getToggleSelectedHandler()} /> },
    { id: "open", header: "", cell: ({ row }) => <span style={{ cursor: "pointer" }} onClick={row.getToggleExpandedHandler()}>{row.getIsExpanded() ? "▾" : "▸"}</span> },
    { accessorKey: "name", header: "Name" }, { accessorKey: "age", header: "Age" }, { accessorKey: "city", header: "City" },
    { id: "act", header: "Actions", cell: ({ row }) => <button onClick={() => { S.acted = row.original.name; document.getElementById("acted").textContent = `Acted on ${row.original.name}`; }}>Act</button> },
  ], []);
  const table = useLegacyTable({ data, columns, state: { sorting, rowSelection: selected, globalFilter: filter, pagination, columnVisibility: visible, expanded }, onSortingChange: setSorting, onRowSelectionChange: setSelected, onGlobalFilterChange: setFilter, onPaginationChange: setPagination, onColumnVisibilityChange: setVisible, onExpandedChange: setExpanded, getRowCanExpand: () => true, columnResizeMode: "onChange", getCoreRowModel: getCoreRowModel(), getSortedRowModel: getSortedRowModel(), getFilteredRowModel: getFilteredRowModel(), getPaginationRowModel: getPaginationRowModel(), getExpandedRowModel: getExpandedRowModel() });
  return <section aria-label="Table"><input aria-label="Filter" value={filter} onChange={(e) => setFilter(e.target.value)} /><p id="acted">Acted on nobody</p>
    <div>{table.getAllLeafColumns().filter((one) => one.getCanHide()).map((one) => <label key={one.id}><input type="checkbox" checked={one.getIsVisible()} onChange={one.getToggleVisibilityHandler()} /> {one.id}</label>)}</div>
    <table style={{ width: 600 }}><thead>{table.getHeaderGroups().map((group) => <tr key={group.id}>{group.headers.map((one) => <th key={one.id} style={{ width: one.getSize(), position: "relative" }}><div style={{ cursor: one.column.getCanSort() ? "pointer" : "default" }} onClick={one.column.getToggleSortingHandler()}>{flexRender(one.column.columnDef.header, one.getContext())}{{ asc: " ▲", desc: " ▼" }[one.column.getIsSorted()] ?? ""}</div><div onMouseDown={one.getResizeHandler()} style={{ position: "absolute", right: 0, top: 0, width: 6, height: "100%", cursor: "col-resize", background: "#ccc" }} /></th>)}</tr>)}</thead>
      <tbody>{table.getRowModel().rows.flatMap((row) => [<tr key={row.id} style={{ background: row.getIsSelected() ? "#def" : "#fff" }}>{row.getVisibleCells().map((cell) => <td key={cell.id}>{flexRender(cell.column.columnDef.cell, cell.getContext())}</td>)}</tr>, row.getIsExpanded() && <tr key={`${row.id}+`}><td colSpan={6}>About {row.original.name}</td></tr>])}</tbody></table>
    <button onClick={() => table.firstPage()} disabled={!table.getCanPreviousPage()}>«</button><button aria-label="Previous" onClick={() => table.previousPage()} disabled={!table.getCanPreviousPage()}>‹</button><button aria-label="Next" onClick={() => table.nextPage()} disabled={!table.getCanNextPage()}>›</button> Page {pagination.pageIndex + 1} of {table.getPageCount()} <select aria-label="Rows" value={pagination.pageSize} onChange={(e) => table.setPageSize(Number(e.target.value))}>{[5, 10, 20].map((one) => <option key={one}>{one}</option>)}</select></section>;
}
function List() {
  const box = useRef(null), [picked, pick] = useState(null);
  const rows = useVirtualizer({ count: 10000, getScrollElement: () => box.current, estimateSize: () => 32, overscan: 3 });
  S.picked = picked;
  return <section aria-label="List"><button onClick={() => rows.scrollToIndex(5000)}>Go to 5000</button><div ref={box} style={{ height: 200, width: 300, overflow: "auto" }}><div style={{ height: rows.getTotalSize(), position: "relative" }}>{rows.getVirtualItems().map((one) => <div key={one.key} onClick={() => pick(one.index)} style={{ position: "absolute", top: 0, left: 0, width: "100%", height: 32, transform: `translateY(${one.start}px)`, background: picked === one.index ? "#def" : "#fff", cursor: "pointer" }}>Item {one.index}</div>)}</div></div></section>;
}
function Columns() {
  const box = useRef(null), [picked, pick] = useState(null);
  const columns = useVirtualizer({ horizontal: true, count: 1000, getScrollElement: () => box.current, estimateSize: () => 90, overscan: 2 });
  S.column = picked;
  return <section aria-label="Columns"><div ref={box} style={{ width: 400, height: 50, overflow: "auto" }}><div style={{ width: columns.getTotalSize(), height: "100%", position: "relative" }}>{columns.getVirtualItems().map((one) => <button key={one.key} onClick={() => pick(one.index)} aria-pressed={picked === one.index} style={{ position: "absolute", left: 0, width: 86, transform: `translateX(${one.start}px)` }}>Col {one.index}</button>)}</div></div></section>;
}
createRoot(document.getElementById("root")).render(<div style={{ width: 640, padding: 20 }}><Grid /><List /><Columns /></div>);
