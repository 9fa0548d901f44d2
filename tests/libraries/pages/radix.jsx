import { Accordion, AlertDialog, Checkbox, Collapsible, ContextMenu, Dialog, DropdownMenu, HoverCard, Menubar, NavigationMenu, Popover, RadioGroup, ScrollArea, Select, Slider, Switch, Tabs, Toast, Toggle, ToggleGroup, Toolbar, Tooltip } from "radix-ui";
import React from "react";
import { createRoot } from "react-dom/client";

const thumb = { display: "block", width: 16, height: 16, background: "#36c", borderRadius: 8 };
const box = { background: "#fff", border: "1px solid #888", padding: 6 };

function App() {
  const [toast, setToast] = React.useState(false);
  return (
    <Tooltip.Provider><Toast.Provider duration={800}>
      <Accordion.Root type="single" collapsible>{["First", "Second"].map((n) => <Accordion.Item key={n} value={n}><Accordion.Header><Accordion.Trigger>{n} part</Accordion.Trigger></Accordion.Header><Accordion.Content>Text of {n}</Accordion.Content></Accordion.Item>)}</Accordion.Root>
      <label><Checkbox.Root style={{ width: 20, height: 20 }}><Checkbox.Indicator>✓</Checkbox.Indicator></Checkbox.Root> Agree</label>
      <label htmlFor="w">Wireless</label><Switch.Root id="w" style={{ width: 40, height: 20 }}><Switch.Thumb style={thumb} /></Switch.Root>
      <RadioGroup.Root aria-label="Pet" defaultValue="c">{["c", "d"].map((v) => <label key={v}><RadioGroup.Item value={v} style={{ width: 20, height: 20 }}><RadioGroup.Indicator>●</RadioGroup.Indicator></RadioGroup.Item> {v === "c" ? "Cat" : "Dog"}</label>)}</RadioGroup.Root>
      <Select.Root defaultValue="a"><Select.Trigger aria-label="Fruit"><Select.Value /><Select.Icon /></Select.Trigger><Select.Portal><Select.Content style={box}><Select.Viewport><Select.Item value="a"><Select.ItemText>Apple</Select.ItemText></Select.Item><Select.Item value="b"><Select.ItemText>Banana</Select.ItemText></Select.Item></Select.Viewport></Select.Content></Select.Portal></Select.Root>
      <Select.Root><Select.Trigger aria-label="Size"><Select.Value placeholder="Size…" /></Select.Trigger><Select.Portal><Select.Content position="popper" style={box}><Select.Viewport><Select.Item value="s"><Select.ItemText>Small</Select.ItemText></Select.Item><Select.Item value="l"><Select.ItemText>Large</Select.ItemText></Select.Item></Select.Viewport></Select.Content></Select.Portal></Select.Root>
      <Slider.Root defaultValue={[30]} style={{ display: "flex", position: "relative", width: 200, height: 20, alignItems: "center" }}><Slider.Track style={{ flex: 1, height: 4, background: "#ccc" }}><Slider.Range /></Slider.Track><Slider.Thumb aria-label="Volume" style={thumb} /></Slider.Root>
      <Tabs.Root defaultValue="1"><Tabs.List aria-label="Views"><Tabs.Trigger value="1">Account</Tabs.Trigger><Tabs.Trigger value="2">Password</Tabs.Trigger></Tabs.List><Tabs.Content value="1">Account panel <input aria-label="User" /></Tabs.Content><Tabs.Content value="2">Password panel</Tabs.Content></Tabs.Root>
      <Toggle.Root>Bold</Toggle.Root><ToggleGroup.Root type="single" defaultValue="l" aria-label="Side"><ToggleGroup.Item value="l">Left</ToggleGroup.Item><ToggleGroup.Item value="r">Right</ToggleGroup.Item></ToggleGroup.Root>
      <Toolbar.Root aria-label="Format"><Toolbar.Button>Cut</Toolbar.Button><Toolbar.Link href="#help">Help</Toolbar.Link><Toolbar.ToggleGroup type="multiple"><Toolbar.ToggleItem value="i">Italic</Toolbar.ToggleItem></Toolbar.ToggleGroup></Toolbar.Root>
      <DropdownMenu.Root><DropdownMenu.Trigger>Options</DropdownMenu.Trigger><DropdownMenu.Portal><DropdownMenu.Content style={box}><DropdownMenu.Item>New</DropdownMenu.Item><DropdownMenu.CheckboxItem>Grid</DropdownMenu.CheckboxItem><DropdownMenu.Sub><DropdownMenu.SubTrigger>More</DropdownMenu.SubTrigger><DropdownMenu.Portal><DropdownMenu.SubContent style={box}><DropdownMenu.Item>Print</DropdownMenu.Item></DropdownMenu.SubContent></DropdownMenu.Portal></DropdownMenu.Sub></DropdownMenu.Content></DropdownMenu.Portal></DropdownMenu.Root>
      <ContextMenu.Root><ContextMenu.Trigger><div style={{ padding: 8 }}>Right press here</div></ContextMenu.Trigger><ContextMenu.Portal><ContextMenu.Content style={box}><ContextMenu.Item>Back</ContextMenu.Item></ContextMenu.Content></ContextMenu.Portal></ContextMenu.Root>
      <Menubar.Root>{["File", "Edit"].map((n) => <Menubar.Menu key={n}><Menubar.Trigger>{n}</Menubar.Trigger><Menubar.Portal><Menubar.Content style={box}><Menubar.Item>{n} one</Menubar.Item><Menubar.Item>{n} two</Menubar.Item></Menubar.Content></Menubar.Portal></Menubar.Menu>)}</Menubar.Root>
      <NavigationMenu.Root><NavigationMenu.List><NavigationMenu.Item><NavigationMenu.Trigger>Learn</NavigationMenu.Trigger><NavigationMenu.Content><NavigationMenu.Link href="#intro">Intro</NavigationMenu.Link></NavigationMenu.Content></NavigationMenu.Item><NavigationMenu.Item><NavigationMenu.Link href="#blog">Blog</NavigationMenu.Link></NavigationMenu.Item></NavigationMenu.List></NavigationMenu.Root>
      <Popover.Root><Popover.Trigger>Popover</Popover.Trigger><Popover.Portal><Popover.Content style={box}>Inside <input aria-label="Width" /><Popover.Close>Done</Popover.Close></Popover.Content></Popover.Portal></Popover.Root>
      <Dialog.Root><Dialog.Trigger>Open dialog</Dialog.Trigger><Dialog.Portal><Dialog.Overlay style={{ position: "fixed", inset: 0, background: "#0005" }} /><Dialog.Content style={{ ...box, position: "fixed", top: 100, left: 100 }}><Dialog.Title>Profile</Dialog.Title><Dialog.Description>Change it</Dialog.Description><input aria-label="Nick" /><Dialog.Close>Close</Dialog.Close></Dialog.Content></Dialog.Portal></Dialog.Root>
      <AlertDialog.Root><AlertDialog.Trigger>Delete</AlertDialog.Trigger><AlertDialog.Portal><AlertDialog.Overlay style={{ position: "fixed", inset: 0, background: "#0005" }} /><AlertDialog.Content style={{ ...box, position: "fixed", top: 100, left: 100 }}><AlertDialog.Title>Sure?</AlertDialog.Title><AlertDialog.Description>It goes</AlertDialog.Description><AlertDialog.Cancel>No</AlertDialog.Cancel><AlertDialog.Action>Yes</AlertDialog.Action></AlertDialog.Content></AlertDialog.Portal></AlertDialog.Root>
      <Collapsible.Root><Collapsible.Trigger>Show more</Collapsible.Trigger><Collapsible.Content>More text</Collapsible.Content></Collapsible.Root>
      <HoverCard.Root><HoverCard.Trigger href="#who">Person</HoverCard.Trigger><HoverCard.Portal><HoverCard.Content style={box}>About the person</HoverCard.Content></HoverCard.Portal></HoverCard.Root>
      <Tooltip.Root><Tooltip.Trigger>Tip</Tooltip.Trigger><Tooltip.Portal><Tooltip.Content style={box}>A tip</Tooltip.Content></Tooltip.Portal></Tooltip.Root>
      <button onClick={() => setToast(true)}>Toast</button><Toast.Root open={toast} onOpenChange={setToast}><Toast.Title>Saved</Toast.Title><Toast.Close>Hide</Toast.Close></Toast.Root><Toast.Viewport style={{ position: "fixed", right: 0, bottom: 0 }} />
      <ScrollArea.Root style={{ width: 200, height: 80 }}><ScrollArea.Viewport style={{ height: "100%" }}>{Array.from({ length: 20 }, (_, i) => <div key={i}><button>Row {i}</button></div>)}</ScrollArea.Viewport><ScrollArea.Scrollbar orientation="vertical"><ScrollArea.Thumb /></ScrollArea.Scrollbar></ScrollArea.Root>
    </Toast.Provider></Tooltip.Provider>
  );
}
createRoot(document.getElementById("root")).render(<App />);
