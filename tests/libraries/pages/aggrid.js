import { AllCommunityModule, createGrid, ModuleRegistry } from "ag-grid-community";

ModuleRegistry.registerModules([AllCommunityModule]);
document.getElementById("root").innerHTML = '<div id="cars" style="height:420px"></div><div id="groups" style="height:260px"></div>';
const makes = ["Toyota", "Ford", "Porsche", "BMW", "Audi"];
createGrid(document.getElementById("cars"), {
  columnDefs: [{ field: "id", sortable: true }, { field: "make", filter: true, editable: true }, { field: "price", headerName: "Price", editable: true }, { field: "electric", cellDataType: "boolean", editable: true }, { field: "note", editable: true }, { field: "size", editable: true, cellEditor: "agSelectCellEditor", cellEditorParams: { values: ["S", "L"] } }],
  rowSelection: { mode: "multiRow" },
  pagination: true,
  paginationPageSize: 20,
  defaultColDef: { width: 150 },
  rowData: Array.from({ length: 60 }, (_, i) => ({ id: i + 1, make: makes[i % 5], price: 1000 * i, electric: i % 2 === 0, note: "", size: "S" })),
});
createGrid(document.getElementById("groups"), {
  columnDefs: [{ headerName: "Group", children: [{ field: "a", pinned: "left" }, { field: "b", floatingFilter: true, filter: true }] }, { field: "c" }],
  rowData: [{ a: 1, b: "x", c: true }, { a: 2, b: "y", c: false }],
});
