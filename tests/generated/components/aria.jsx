import React from "react";
import { Button, Cell, Checkbox, Column, Disclosure, DisclosurePanel, GridList, GridListItem, Heading, Input, Label, Link, ListBox, ListBoxItem, Popover, Row, Select, SelectValue, Switch, Tab, Table, TableBody, TableHeader, TabList, TabPanel, Tabs, Tag, TagGroup, TagList, TextArea, TextField, ToggleButton } from "react-aria-components";
import { mounting } from "./react_mount.js";

const none = () => {};

window.mount = mounting({
  button: (name) => <Button>{name}</Button>,
  toggle: (name) => <ToggleButton>{name}</ToggleButton>,
  link: (name) => <Link onPress={none}>{name}</Link>,
  option: (name) => <ListBox aria-label="List" selectionMode="single"><ListBoxItem>{name}</ListBoxItem><ListBoxItem>Last</ListBoxItem></ListBox>,
  item: (name) => <GridList aria-label="Items" selectionMode="multiple"><GridListItem textValue={name}>{name}</GridListItem></GridList>,
  header: (name) => <Table aria-label="Table" sortDescriptor={{ column: "n", direction: "ascending" }} onSortChange={none}><TableHeader><Column isRowHeader allowsSorting id="n">{name}</Column></TableHeader><TableBody><Row><Cell>One</Cell></Row></TableBody></Table>,
  tag: (name) => <TagGroup selectionMode="single"><Label>Tags</Label><TagList><Tag>{name}</Tag></TagList></TagGroup>,
  tab: (name) => <Tabs><TabList aria-label="Views"><Tab id="a">First</Tab><Tab id="b">{name}</Tab></TabList><TabPanel id="a">A</TabPanel><TabPanel id="b">B</TabPanel></Tabs>,
  disclosure: (name) => <Disclosure><Heading><Button slot="trigger">{name}</Button></Heading><DisclosurePanel>More</DisclosurePanel></Disclosure>,
  checkbox: (name) => <Checkbox>{name}</Checkbox>,
  switch: (name) => <Switch>{name}</Switch>,
  field: (name) => <TextField><Label>{name}</Label><Input /></TextField>,
  area: (name) => <TextField><Label>{name}</Label><TextArea /></TextField>,
  select: (name) => <Select aria-label={name}><Button><SelectValue /></Button><Popover><ListBox><ListBoxItem>One</ListBoxItem><ListBoxItem>Two</ListBoxItem></ListBox></Popover></Select>,
});
