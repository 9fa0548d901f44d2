import { Accordion, Checkbox, Collapsible, Label, RadioGroup, Select, Switch, Tabs, Toggle, ToggleGroup, Toolbar } from "radix-ui";
import React from "react";
import { mounting } from "./react_mount.js";

const box = { width: 20, height: 20 };

window.mount = mounting({
  toggle: (name) => <Toggle.Root>{name}</Toggle.Root>,
  group: (name) => <ToggleGroup.Root type="single" aria-label="Group"><ToggleGroup.Item value="l">{name}</ToggleGroup.Item></ToggleGroup.Root>,
  tool: (name) => <Toolbar.Root aria-label="Tools"><Toolbar.Button>{name}</Toolbar.Button></Toolbar.Root>,
  tab: (name) => <Tabs.Root defaultValue="1"><Tabs.List aria-label="Views"><Tabs.Trigger value="1">First</Tabs.Trigger><Tabs.Trigger value="2">{name}</Tabs.Trigger></Tabs.List><Tabs.Content value="1">A</Tabs.Content><Tabs.Content value="2">B</Tabs.Content></Tabs.Root>,
  accordion: (name) => <Accordion.Root type="single" collapsible><Accordion.Item value="a"><Accordion.Header><Accordion.Trigger>{name}</Accordion.Trigger></Accordion.Header><Accordion.Content>More</Accordion.Content></Accordion.Item></Accordion.Root>,
  collapsible: (name) => <Collapsible.Root><Collapsible.Trigger>{name}</Collapsible.Trigger><Collapsible.Content>More</Collapsible.Content></Collapsible.Root>,
  checkbox: (name) => <label><Checkbox.Root style={box}><Checkbox.Indicator>✓</Checkbox.Indicator></Checkbox.Root> {name}</label>,
  switch: (name) => <Switch.Root aria-label={name} style={{ width: 40, height: 20 }}><Switch.Thumb style={{ ...box, display: "block", background: "#36c" }} /></Switch.Root>,
  radio: (name) => <RadioGroup.Root aria-label="Radios"><label><RadioGroup.Item value="a" style={box}><RadioGroup.Indicator>●</RadioGroup.Indicator></RadioGroup.Item> {name}</label></RadioGroup.Root>,
  labelled: (name) => <><Label.Root htmlFor={name}>{name}</Label.Root><input id={name} /></>,
  select: (name) => <Select.Root defaultValue="One"><Select.Trigger aria-label={name}><Select.Value /></Select.Trigger><Select.Portal><Select.Content position="popper"><Select.Viewport>{["One", "Two"].map((v) => <Select.Item key={v} value={v}><Select.ItemText>{v}</Select.ItemText></Select.Item>)}</Select.Viewport></Select.Content></Select.Portal></Select.Root>,
});
