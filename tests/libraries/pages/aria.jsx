import React from "react";
import { Button, Calendar, CalendarCell, CalendarGrid, Cell, Checkbox, Column, ComboBox, DateInput, DatePicker, DateSegment, Dialog, DialogTrigger, Disclosure, DisclosurePanel, GridList, GridListItem, Group, Heading, Input, Label, Link, ListBox, ListBoxItem, Menu, MenuItem, MenuTrigger, Modal, NumberField, Popover, Radio, RadioGroup, Row, SearchField, Select, SelectValue, Slider, SliderOutput, SliderThumb, SliderTrack, Switch, Tab, Table, TableBody, TableHeader, TabList, TabPanel, Tabs, Tag, TagGroup, TagList, TextField, ToggleButton, Tree, TreeItem, TreeItemContent } from "react-aria-components";
import { createRoot } from "react-dom/client";

const none = () => {};
const animals = <Popover><ListBox><ListBoxItem>Cat</ListBoxItem><ListBoxItem>Dog</ListBoxItem></ListBox></Popover>;

function App() {
  const [sort, setSort] = React.useState({ column: "n", direction: "ascending" });
  return (
    <div>
      <TextField><Label>Name</Label><Input /></TextField><SearchField><Label>Find</Label><Input /><Button>x</Button></SearchField>
      <NumberField defaultValue={5}><Label>Width</Label><Group><Button slot="decrement">-</Button><Input /><Button slot="increment">+</Button></Group></NumberField>
      <ComboBox><Label>Animal</Label><div><Input /><Button>▼</Button></div>{animals}</ComboBox>
      <Select><Label>Pick</Label><Button><SelectValue /><span aria-hidden>▼</span></Button>{animals}</Select>
      <ListBox aria-label="Favourite" selectionMode="single"><ListBoxItem>Red</ListBoxItem><ListBoxItem>Green</ListBoxItem></ListBox>
      <GridList aria-label="Apps" selectionMode="multiple"><GridListItem textValue="Mail">Mail <Button aria-label="Info">i</Button></GridListItem><GridListItem>Maps</GridListItem></GridList>
      <Table aria-label="Files" selectionMode="multiple" sortDescriptor={sort} onSortChange={setSort}><TableHeader><Column isRowHeader allowsSorting id="n">Name</Column><Column id="s" allowsSorting>Size</Column></TableHeader><TableBody><Row><Cell>a.txt</Cell><Cell>3</Cell></Row><Row><Cell>b.txt</Cell><Cell /></Row></TableBody></Table>
      <Calendar aria-label="Trip"><header><Button slot="previous">◀</Button><Heading /><Button slot="next">▶</Button></header><CalendarGrid>{(d) => <CalendarCell date={d} />}</CalendarGrid></Calendar>
      <DatePicker><Label>Day</Label><Group><DateInput>{(s) => <DateSegment segment={s} />}</DateInput><Button>▼</Button></Group><Popover><Dialog><Calendar><header><Button slot="previous">◀</Button><Heading /><Button slot="next">▶</Button></header><CalendarGrid>{(d) => <CalendarCell date={d} />}</CalendarGrid></Calendar></Dialog></Popover></DatePicker>
      <Slider defaultValue={30}><Label>Volume</Label><SliderOutput /><SliderTrack style={{ width: 200, height: 20, background: "#ddd" }}><SliderThumb style={{ width: 20, height: 20, background: "blue", top: 10 }} /></SliderTrack></Slider>
      <TagGroup selectionMode="single" onRemove={none}><Label>Tags</Label><TagList><Tag textValue="News">News<Button slot="remove">x</Button></Tag><Tag>Travel</Tag></TagList></TagGroup>
      <Checkbox>Agree</Checkbox><Switch>Wireless</Switch><RadioGroup><Label>Pet</Label><Radio value="d">Dogs</Radio><Radio value="c">Cats</Radio></RadioGroup><ToggleButton>Pin</ToggleButton><Link href="#x">Address</Link><Link onPress={none}>Pressable</Link>
      <Tabs><TabList aria-label="Views"><Tab id="a">A</Tab><Tab id="b">B</Tab></TabList><TabPanel id="a">Panel A</TabPanel><TabPanel id="b">Panel B</TabPanel></Tabs>
      <MenuTrigger><Button>Menu</Button><Popover><Menu><MenuItem>Cut</MenuItem><MenuItem>Copy</MenuItem></Menu></Popover></MenuTrigger>
      <Tree aria-label="Folders" selectionMode="single" defaultExpandedKeys={["p"]}><TreeItem id="p" textValue="Parent"><TreeItemContent><Button slot="chevron">›</Button>Parent</TreeItemContent><TreeItem textValue="Child"><TreeItemContent>Child</TreeItemContent></TreeItem></TreeItem></Tree>
      <Disclosure><Heading><Button slot="trigger">More</Button></Heading><DisclosurePanel>hidden text</DisclosurePanel></Disclosure>
      <DialogTrigger><Button>Open dialog</Button><Modal><Dialog><Heading slot="title">Sign up</Heading><TextField><Label>Mail</Label><Input /></TextField><Button slot="close">Close</Button></Dialog></Modal></DialogTrigger>
    </div>
  );
}
createRoot(document.getElementById("root")).render(<App />);
