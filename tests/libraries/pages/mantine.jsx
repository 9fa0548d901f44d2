import "@mantine/core/styles.css";
import "@mantine/dates/styles.css";
import "@mantine/dropzone/styles.css";
import { Accordion, ActionIcon, Autocomplete, Button, Checkbox, Chip, ColorInput, ColorPicker, Combobox, Drawer, FileButton, JsonInput, MantineProvider, Menu, Modal, MultiSelect, NativeSelect, NumberInput, Pagination, PasswordInput, PillsInput, PinInput, Popover, Radio, RangeSlider, Rating, SegmentedControl, Select, Slider, Spoiler, Stepper, Switch, Table, Tabs, TagsInput, TextInput, Textarea, Tree, UnstyledButton, useTree } from "@mantine/core";
import { Calendar, DateInput, DatePicker, DatePickerInput, DateTimePicker, MonthPicker, TimeInput } from "@mantine/dates";
import { Dropzone } from "@mantine/dropzone";
import { useState } from "react";
import { createRoot } from "react-dom/client";

const S = (window.model = {});
const cities = ["Berlin", "Bern", "Bergen", "Paris", "Porto", "Prague", "Rome"];
const data = [{ value: "fruit", label: "Fruit", children: [{ value: "apple", label: "Apple" }, { value: "pear", label: "Pear" }] }, { value: "nuts", label: "Nuts", children: [{ value: "hazel", label: "Hazel" }] }];
function Leafy() {
  const tree = useTree();
  S.tree = { checked: tree.checkedState, selected: tree.selectedState, expanded: tree.expandedState };
  return <Tree data={data} tree={tree} selectOnClick expandOnClick renderNode={({ node, expanded, hasChildren, elementProps, tree }) => <div {...elementProps}><Checkbox.Indicator aria-label={node.label} checked={tree.isNodeChecked(node.value)} onClick={(e) => { e.stopPropagation(); tree.isNodeChecked(node.value) ? tree.uncheckNode(node.value) : tree.checkNode(node.value); }} /><span>{node.label}{hasChildren ? (expanded ? " -" : " +") : ""}</span></div>} />;
}
function App() {
  const [s, set] = useState({ step: 0 });
  Object.assign(S, s);
  const put = (name) => (value) => set((old) => ({ ...old, [name]: value?.target ? (value.target.type === "checkbox" ? value.target.checked : value.target.value) : value?.currentTarget ? value.currentTarget.value : value }));
  return <div style={{ padding: 20, width: 500 }}>
    <TextInput label="Name" onChange={put("name")} /><Textarea label="Note" autosize onChange={put("note")} /><NumberInput label="Count" defaultValue={3} onChange={put("count")} /><PasswordInput label="Secret" /><JsonInput label="Json" formatOnBlur onChange={put("json")} />
    <Select label="City" data={cities} onChange={put("city")} clearable /><Select label="Search city" searchable data={cities} onChange={put("found")} /><MultiSelect label="Cities" data={cities} searchable onChange={put("many")} /><TagsInput label="Tags" data={["red", "green"]} onChange={put("tags")} /><Autocomplete label="Auto" data={cities} onChange={put("auto")} /><NativeSelect label="Native" data={["x", "y"]} onChange={put("native")} />
    <DateInput label="Date" defaultDate="2026-03-10" onChange={put("date")} /><DatePickerInput label="Day" defaultDate="2026-03-10" onChange={put("day")} /><DatePickerInput type="range" label="Range" defaultDate="2026-03-10" onChange={put("range")} /><DateTimePicker label="When" defaultDate="2026-03-10" onChange={put("when")} /><TimeInput label="Time" onChange={put("time")} />
    <DatePicker defaultDate="2026-03-10" onChange={put("inline")} /><MonthPicker defaultDate="2026-03-10" onChange={put("month")} />
    <Checkbox label="Agree" onChange={put("agree")} /><Switch label="Air" onChange={put("air")} /><Chip onChange={put("chip")}>Chip</Chip><Radio.Group label="Size" onChange={put("size")}><Radio value="s" label="Small" /><Radio value="l" label="Large" /></Radio.Group><SegmentedControl data={["Day", "Week", "Month"]} onChange={put("view")} />
    <Slider label="Level" thumbLabel="Level" defaultValue={30} onChange={put("level")} m="lg" /><RangeSlider defaultValue={[20, 60]} thumbFromLabel="From" thumbToLabel="To" onChange={put("span")} m="lg" /><Rating defaultValue={2} onChange={put("rate")} /><ColorInput label="Colour" defaultValue="#ff0000" onChange={put("colour")} /><ColorPicker onChange={put("picked")} swatches={["#25262b", "#fa5252", "#40c057"]} /><PinInput length={4} onChange={put("pin")} aria-label="Pin" />
    <Menu><Menu.Target><Button>Menu</Button></Menu.Target><Menu.Dropdown><Menu.Item onClick={() => put("menu")("cut")}>Cut</Menu.Item><Menu.Item onClick={() => put("menu")("copy")}>Copy</Menu.Item><Menu.Sub><Menu.Sub.Target><Menu.Sub.Item>More</Menu.Sub.Item></Menu.Sub.Target><Menu.Sub.Dropdown><Menu.Item onClick={() => put("menu")("deep")}>Deep</Menu.Item></Menu.Sub.Dropdown></Menu.Sub></Menu.Dropdown></Menu>
    <Popover><Popover.Target><Button>Pop</Button></Popover.Target><Popover.Dropdown>Popped <TextInput label="Inside" /></Popover.Dropdown></Popover> <Button onClick={() => put("modal")(true)}>Modal</Button> <Button onClick={() => put("drawer")(true)}>Drawer</Button><Modal opened={!!s.modal} onClose={() => put("modal")(false)} title="Ask">Really? <Button onClick={() => put("modal")(false)}>Yes</Button></Modal><Drawer opened={!!s.drawer} onClose={() => put("drawer")(false)} title="Side">Drawer text</Drawer>
    <Stepper active={s.step} onStepClick={put("step")}><Stepper.Step label="Cart">Cart body</Stepper.Step><Stepper.Step label="Pay">Pay body</Stepper.Step><Stepper.Step label="Done">Done body</Stepper.Step></Stepper>
    <Tabs defaultValue="a" onChange={put("tab")}><Tabs.List><Tabs.Tab value="a">Tab one</Tabs.Tab><Tabs.Tab value="b">Tab two</Tabs.Tab></Tabs.List><Tabs.Panel value="a">First</Tabs.Panel><Tabs.Panel value="b">Second</Tabs.Panel></Tabs>
    <Accordion><Accordion.Item value="a"><Accordion.Control>Panel one</Accordion.Control><Accordion.Panel>Body one</Accordion.Panel></Accordion.Item><Accordion.Item value="b"><Accordion.Control>Panel two</Accordion.Control><Accordion.Panel>Body two</Accordion.Panel></Accordion.Item></Accordion>
    <Leafy /><Pagination total={8} onChange={put("page")} withEdges /><Spoiler maxHeight={20} showLabel="Show more" hideLabel="Hide"><p>Long</p><p>text</p><p>here</p></Spoiler><FileButton onChange={(f) => put("file")(f?.name)}>{(p) => <Button {...p}>Upload</Button>}</FileButton><Dropzone onDrop={(files) => put("dropped")(files.map((f) => f.name))}>Drop here</Dropzone>
  </div>;
}
createRoot(document.getElementById("root")).render(<MantineProvider><App /></MantineProvider>);
