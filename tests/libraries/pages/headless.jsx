import "react-datepicker/dist/react-datepicker.css";
import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions, Dialog, DialogPanel, Disclosure, DisclosureButton, DisclosurePanel, Listbox, ListboxButton, ListboxOption, ListboxOptions, Menu, MenuButton, MenuItem, MenuItems, Popover, PopoverButton, PopoverPanel, RadioGroup, Radio, Switch, Tab, TabGroup, TabList, TabPanel, TabPanels } from "@headlessui/react";
import { Command } from "cmdk";
import { useCombobox } from "downshift";
import Select from "react-select";
import Creatable from "react-select/creatable";
import Async from "react-select/async";
import DatePicker from "react-datepicker";
import { DndContext, KeyboardSensor, PointerSensor, closestCenter, useSensor, useSensors } from "@dnd-kit/core";
import { SortableContext, arrayMove, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { useDropzone } from "react-dropzone";
import { OTPInput } from "input-otp";
import { Toaster, toast } from "sonner";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef, useState } from "react";
import { createRoot } from "react-dom/client";

const S = (window.model = {});
const cities = ["Berlin", "Bern", "Bergen", "Paris", "Porto", "Prague", "Rome"];
const options = cities.map((value) => ({ value, label: value }));
function Row({ id }) {
  const { attributes, listeners, setNodeRef, transform, transition } = useSortable({ id });
  return <li ref={setNodeRef} style={{ transform: CSS.Transform.toString(transform), transition, padding: 8, border: "1px solid" }} {...attributes} {...listeners}>{id}</li>;
}
function Down({ put }) {
  const [items, setItems] = useState(cities);
  const c = useCombobox({ items, onInputValueChange: ({ inputValue }) => setItems(cities.filter((one) => one.toLowerCase().includes(inputValue.toLowerCase()))), onSelectedItemChange: ({ selectedItem }) => put("down")(selectedItem) });
  return <div><label {...c.getLabelProps()}>Down</label><input {...c.getInputProps()} /><button {...c.getToggleButtonProps()} aria-label="toggle">v</button><ul {...c.getMenuProps()}>{c.isOpen && items.map((item, index) => <li key={item} {...c.getItemProps({ item, index })}>{item}</li>)}</ul></div>;
}
function Drop({ put }) {
  const { getRootProps, getInputProps } = useDropzone({ onDrop: (files) => put("dropped")(files.map((f) => f.name)) });
  return <div {...getRootProps()} style={{ border: "1px dashed", padding: 20 }}><input {...getInputProps()} /><p>Drop files here</p></div>;
}
function Virtual({ put }) {
  const box = useRef(null);
  const v = useVirtualizer({ count: 5000, getScrollElement: () => box.current, estimateSize: () => 30 });
  return <div ref={box} style={{ height: 150, overflow: "auto" }}><div style={{ height: v.getTotalSize(), position: "relative" }}>{v.getVirtualItems().map((one) => <div key={one.key} style={{ position: "absolute", top: 0, height: 30, transform: `translateY(${one.start}px)` }} onClick={() => put("row")(one.index)}>Virtual row {one.index}</div>)}</div></div>;
}
function App() {
  const [s, set] = useState({ list: "Berlin", box: null, query: "", rows: ["Row 1", "Row 2", "Row 3", "Row 4"], air: false, size: "s", date: new Date(2026, 2, 10), from: new Date(2026, 4, 3), to: null, otp: "", open: false });
  Object.assign(S, s);
  const put = (name) => (value) => set((old) => ({ ...old, [name]: value }));
  const sensors = useSensors(useSensor(PointerSensor), useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }));
  return <div style={{ width: 600, padding: 20 }}><Toaster />
    <Listbox value={s.list} onChange={put("list")}><ListboxButton>{s.list}</ListboxButton><ListboxOptions anchor="bottom">{cities.map((one) => <ListboxOption key={one} value={one}>{one}</ListboxOption>)}</ListboxOptions></Listbox>
    <Combobox value={s.box} onChange={put("box")} immediate><ComboboxInput aria-label="Box" onChange={(e) => put("query")(e.target.value)} /><ComboboxOptions anchor="bottom">{cities.filter((one) => one.toLowerCase().includes(s.query.toLowerCase())).map((one) => <ComboboxOption key={one} value={one}>{one}</ComboboxOption>)}</ComboboxOptions></Combobox>
    <Menu><MenuButton>Menu</MenuButton><MenuItems anchor="bottom"><MenuItem><button onClick={() => put("menu")("cut")}>Cut</button></MenuItem><MenuItem><a href="#copy" onClick={() => put("menu")("copy")}>Copy</a></MenuItem></MenuItems></Menu><Popover><PopoverButton>Pop</PopoverButton><PopoverPanel>Popped <a href="#in">Inside</a></PopoverPanel></Popover><Disclosure><DisclosureButton>More</DisclosureButton><DisclosurePanel>Details</DisclosurePanel></Disclosure>
    <Switch checked={s.air} onChange={put("air")} aria-label="Air" style={{ width: 40, height: 20 }} /><RadioGroup value={s.size} onChange={put("size")} aria-label="Size"><Radio value="s">Small</Radio><Radio value="l">Large</Radio></RadioGroup><TabGroup><TabList><Tab>Tab one</Tab><Tab>Tab two</Tab></TabList><TabPanels><TabPanel>First</TabPanel><TabPanel>Second</TabPanel></TabPanels></TabGroup>
    <button onClick={() => put("open")(true)}>Dialog</button><Dialog open={s.open} onClose={put("open")}><div style={{ position: "fixed", inset: 0 }}><DialogPanel style={{ background: "#fff", margin: 100, padding: 20 }}>Really? <button onClick={() => put("open")(false)}>Fine</button></DialogPanel></div></Dialog><button onClick={() => toast("Toast text", { action: { label: "Undo", onClick: () => put("undone")(true) } })}>Toast</button>
    <Select aria-label="Pick" options={options} isClearable onChange={(one) => put("pick")(one?.value)} /><Select aria-label="Picks" isMulti options={options} onChange={(many) => put("picks")(many.map((one) => one.value))} /><Creatable aria-label="Tags" isMulti options={[{ value: "red", label: "red" }]} onChange={(many) => put("tags")(many.map((one) => one.value))} /><Async aria-label="Far" loadOptions={(text) => new Promise((done) => setTimeout(() => done(options.filter((one) => one.label.toLowerCase().includes(text.toLowerCase()))), 400))} onChange={(one) => put("far")(one?.value)} />
    <Down put={put} /><Command label="Commands" style={{ width: 200 }}><Command.Input placeholder="Command" /><Command.List><Command.Empty>None.</Command.Empty><Command.Group heading="Letters">{["Alpha", "Beta", "Gamma"].map((one) => <Command.Item key={one} onSelect={put("command")}>{one}</Command.Item>)}</Command.Group></Command.List></Command>
    <DatePicker ariaLabelledBy="d" selected={s.date} onChange={put("date")} showMonthDropdown /><DatePicker selectsRange startDate={s.from} endDate={s.to} onChange={([from, to]) => set((old) => ({ ...old, from, to }))} /><DatePicker inline selected={s.date} onChange={put("date")} showTimeSelect />
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={({ active, over }) => over && set((old) => ({ ...old, rows: arrayMove(old.rows, old.rows.indexOf(active.id), old.rows.indexOf(over.id)) }))}><SortableContext items={s.rows} strategy={verticalListSortingStrategy}><ul>{s.rows.map((one) => <Row key={one} id={one} />)}</ul></SortableContext></DndContext>
    <Drop put={put} /><OTPInput aria-label="Code" maxLength={4} onChange={put("otp")} render={({ slots }) => <div style={{ display: "flex" }}>{slots.map((slot, i) => <div key={i} style={{ border: "1px solid", width: 30, height: 30 }}>{slot.char}</div>)}</div>} /><Virtual put={put} />
  </div>;
}
createRoot(document.getElementById("root")).render(<App />);
