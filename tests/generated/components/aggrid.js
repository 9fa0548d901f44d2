import { AllCommunityModule, createGrid, ModuleRegistry } from "ag-grid-community";

ModuleRegistry.registerModules([AllCommunityModule]);
const one = { columnDefs: [{ field: "a", headerName: "Head", width: 200 }] };
const KINDS = {
  cell: (name) => ({ ...one, rowData: [{ a: name }] }),
  editable: (name) => ({ columnDefs: [{ field: "a", headerName: "Head", width: 200, editable: true }], rowData: [{ a: name }] }),
  row: (name) => ({ ...one, rowData: [{ a: name }], rowSelection: { mode: "singleRow", checkboxes: false, enableClickSelection: true } }),
  header: (name) => ({ columnDefs: [{ field: "a", headerName: name, width: 200, sortable: true }], rowData: [{ a: "One" }, { a: "Two" }] }),
};

window.mount = (root) => {
  for (const box of root.querySelectorAll("[data-mount]")) {
    box.style.cssText = "display:block;width:260px;height:150px;writing-mode:horizontal-tb";
    createGrid(box, { ...KINDS[box.dataset.mount](box.dataset.name), suppressColumnVirtualisation: true });
  }
};
