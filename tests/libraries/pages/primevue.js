import Aura from "@primeuix/themes/aura";
import PrimeVue from "primevue/config";
import AutoComplete from "primevue/autocomplete";
import Accordion from "primevue/accordion";
import AccordionContent from "primevue/accordioncontent";
import AccordionHeader from "primevue/accordionheader";
import AccordionPanel from "primevue/accordionpanel";
import Button from "primevue/button";
import Checkbox from "primevue/checkbox";
import Chip from "primevue/chip";
import Column from "primevue/column";
import DataTable from "primevue/datatable";
import DatePicker from "primevue/datepicker";
import Dialog from "primevue/dialog";
import FloatLabel from "primevue/floatlabel";
import InputNumber from "primevue/inputnumber";
import InputOtp from "primevue/inputotp";
import InputText from "primevue/inputtext";
import Listbox from "primevue/listbox";
import Menu from "primevue/menu";
import MultiSelect from "primevue/multiselect";
import Paginator from "primevue/paginator";
import Panel from "primevue/panel";
import Password from "primevue/password";
import RadioButton from "primevue/radiobutton";
import Rating from "primevue/rating";
import Select from "primevue/select";
import SelectButton from "primevue/selectbutton";
import Slider from "primevue/slider";
import Tab from "primevue/tab";
import TabList from "primevue/tablist";
import TabPanel from "primevue/tabpanel";
import TabPanels from "primevue/tabpanels";
import Tabs from "primevue/tabs";
import Toast from "primevue/toast";
import ToggleButton from "primevue/togglebutton";
import ToggleSwitch from "primevue/toggleswitch";
import Tree from "primevue/tree";
import { createApp, h, ref } from "vue";

const towns = ["Rome", "Paris", "Oslo"];
const bound = (value) => {
  const cell = ref(value);
  return () => ({ modelValue: cell.value, "onUpdate:modelValue": (next) => { cell.value = next; } });
};
createApp({
  setup() {
    const text = bound(""), town = bound(null), many = bound([]), day = bound(new Date(2024, 4, 10)), other = bound(null), agree = bound(false), wifi = bound(true), stars = bound(2), volume = bound(30), list = bound(null), side = bound("Rome"), count = bound(4), auto = bound(""), key = bound(""), code = bound(""), pet = bound("c"), pinned = bound(false);
    const visible = ref(false), found = ref(towns), keys = ref(null), expanded = ref({ 0: true }), row = ref(null);
    return () => h("div", [
      h(FloatLabel, () => [h(InputText, { id: "name", ...text() }), h("label", { for: "name" }, "Name")]),
      h(Select, { options: towns, placeholder: "Town", ...town() }), h(MultiSelect, { options: towns, placeholder: "Towns", filter: true, ...many() }),
      h(DatePicker, { inline: true, ...day() }), h(DatePicker, { showIcon: true, placeholder: "Day", ...other() }),
      h(Checkbox, { binary: true, inputId: "agree", ...agree() }), h("label", { for: "agree" }, "Agree"), h(ToggleSwitch, { ariaLabel: "Wireless", ...wifi() }),
      h(RadioButton, { inputId: "cat", value: "c", name: "pet", ...pet() }), h("label", { for: "cat" }, "Cat"), h(RadioButton, { inputId: "dog", value: "d", name: "pet", ...pet() }), h("label", { for: "dog" }, "Dog"),
      h(Rating, stars()), h(Slider, { style: "width:200px", ...volume() }), h(Listbox, { options: towns, ...list() }), h(SelectButton, { options: towns, ...side() }), h(ToggleButton, { onLabel: "Pinned", offLabel: "Pin", ...pinned() }),
      h(InputNumber, { showButtons: true, ...count() }), h(AutoComplete, { suggestions: found.value, onComplete: () => { found.value = [...towns]; }, dropdown: true, placeholder: "Auto", ...auto() }), h(Password, { toggleMask: true, ...key() }), h(InputOtp, { length: 3, ...code() }),
      h(Tree, { value: [{ key: "0", label: "Documents", children: [{ key: "0-0", label: "Work" }] }, { key: "1", label: "Pictures" }], selectionMode: "single", selectionKeys: keys.value, "onUpdate:selectionKeys": (v) => { keys.value = v; }, expandedKeys: expanded.value, "onUpdate:expandedKeys": (v) => { expanded.value = v; } }),
      h(Menu, { model: [{ label: "New" }, { label: "Print" }] }),
      h(Accordion, { value: "0" }, () => ["A", "B"].map((n, i) => h(AccordionPanel, { value: `${i}` }, () => [h(AccordionHeader, () => `Head ${n}`), h(AccordionContent, () => `Body ${n}`)]))),
      h(Tabs, { value: "0" }, () => [h(TabList, () => ["One", "Two"].map((n, i) => h(Tab, { value: `${i}` }, () => n))), h(TabPanels, () => ["One", "Two"].map((n, i) => h(TabPanel, { value: `${i}` }, () => `Panel ${n}`)))]),
      h(Panel, { header: "Panel", toggleable: true }, () => "Inside of the panel"),
      h(Button, { label: "Save" }), h(Button, { label: "Off", disabled: true }), h(Chip, { label: "Chip", removable: true }), h(Paginator, { rows: 10, totalRecords: 50 }),
      h(Button, { label: "Open dialog", onClick: () => { visible.value = true; } }), h(Dialog, { header: "Edit", modal: true, visible: visible.value, "onUpdate:visible": (v) => { visible.value = v; } }, () => [h(InputText, { "aria-label": "Nick" }), h(Button, { label: "Close it", onClick: () => { visible.value = false; } })]),
      h(DataTable, { value: [{ a: "x", b: 1 }, { a: "y", b: null }], selectionMode: "single", dataKey: "a", selection: row.value, "onUpdate:selection": (v) => { row.value = v; } }, () => [h(Column, { field: "a", header: "Alpha", sortable: true }), h(Column, { field: "b", header: "Beta", sortable: true })]),
    ]);
  },
}).use(PrimeVue, { theme: { preset: Aura } }).mount("#root");
