import { Accordion, AccordionDetails, AccordionSummary, Autocomplete, Breadcrumbs, Button, Card, CardActionArea, CardContent, Checkbox, Chip, Dialog, DialogActions, DialogTitle, FormControl, FormControlLabel, IconButton, InputLabel, Link, List, ListItemButton, ListItemText, MenuItem, Menu, Pagination, Radio, RadioGroup, Rating, Select, Slider, Snackbar, SpeedDial, SpeedDialAction, Step, StepButton, Stepper, Switch, Tab, Table, TableBody, TableCell, TableHead, TableRow, TableSortLabel, Tabs, TextField, ToggleButton, ToggleButtonGroup, Tooltip } from "@mui/material";
import { DataGrid } from "@mui/x-data-grid";
import { DateCalendar, DatePicker, LocalizationProvider } from "@mui/x-date-pickers";
import { AdapterDayjs } from "@mui/x-date-pickers/AdapterDayjs";
import dayjs from "dayjs";
import React from "react";
import { createRoot } from "react-dom/client";

const icon = <svg width="20" height="20"><path d="M0 0h20v20" /></svg>;
const none = () => {};

function App() {
  const [tab, setTab] = React.useState(0);
  const [open, setOpen] = React.useState(false);
  const [snack, setSnack] = React.useState(false);
  const [menu, setMenu] = React.useState(null);
  const [side, setSide] = React.useState("l");
  const [step, setStep] = React.useState(0);
  const [row, setRow] = React.useState("");
  const [order, setOrder] = React.useState("asc");
  return (
    <div>
      <TextField label="Name" /><TextField label="Bio" multiline variant="filled" defaultValue="text" /><TextField label="Town" variant="standard" helperText="help" error />
      <FormControl sx={{ width: 120 }}><InputLabel id="l">Age</InputLabel><Select labelId="l" label="Age" defaultValue={10}><MenuItem value={10}>Ten</MenuItem><MenuItem value={20}>Twenty</MenuItem></Select></FormControl>
      <Autocomplete options={["Ada", "Bob"]} renderInput={(p) => <TextField {...p} label="Who" />} />
      <Autocomplete multiple options={["Ada", "Bob"]} defaultValue={["Ada"]} renderInput={(p) => <TextField {...p} label="Many" />} />
      <FormControlLabel control={<Checkbox />} label="Agree" />
      <RadioGroup><FormControlLabel value="a" control={<Radio />} label="A" /><FormControlLabel value="b" control={<Radio />} label="B" /></RadioGroup>
      <FormControlLabel control={<Switch />} label="Wireless" />
      <Slider defaultValue={30} aria-label="Volume" /><Slider defaultValue={[10, 60]} getAriaLabel={(i) => ["From", "To"][i]} /><Rating name="rate" defaultValue={2} />
      <Tabs value={tab} onChange={(_, v) => setTab(v)}><Tab label="One" /><Tab label="Two" /></Tabs>
      <Accordion><AccordionSummary>Summary</AccordionSummary><AccordionDetails>Details here</AccordionDetails></Accordion>
      <Button>Plain</Button><Button disabled>Off</Button><Tooltip title="Delete it"><IconButton>{icon}</IconButton></Tooltip><Chip label="Chip" onDelete={none} /><Chip label="Pressable" onClick={none} />
      <List><ListItemButton><ListItemText primary="Inbox" secondary="3 new" /></ListItemButton></List><Pagination count={5} />
      <ToggleButtonGroup value={side} exclusive onChange={(_, v) => setSide(v)}><ToggleButton value="l">Left</ToggleButton><ToggleButton value="r">Right</ToggleButton></ToggleButtonGroup>
      <Table><TableHead><TableRow><TableCell><TableSortLabel active direction={order} onClick={() => setOrder(order === "asc" ? "desc" : "asc")}>Dish</TableSortLabel></TableCell><TableCell>Energy</TableCell></TableRow></TableHead>
        <TableBody>{["Pie", "Ice"].map((dish, i) => <TableRow key={dish} hover selected={row === dish} onClick={() => setRow(dish)}><TableCell>{dish}</TableCell><TableCell>{i + 5}</TableCell></TableRow>)}</TableBody></Table>
      <Card><CardActionArea onClick={none}><CardContent>Card text</CardContent></CardActionArea></Card>
      <Stepper nonLinear activeStep={step}>{["First", "Second"].map((s, i) => <Step key={s}><StepButton onClick={() => setStep(i)}>{s}</StepButton></Step>)}</Stepper>
      <div style={{ height: 40 }} />
      <Breadcrumbs><Link href="#home">Home</Link><Link href="#files">Files</Link></Breadcrumbs>
      <Button onClick={(e) => setMenu(e.currentTarget)}>Menu</Button><Menu open={!!menu} anchorEl={menu} onClose={() => setMenu(null)}><MenuItem onClick={() => setMenu(null)}>Cut</MenuItem><MenuItem onClick={() => setMenu(null)}>Copy</MenuItem></Menu>
      <Button onClick={() => setSnack(true)}>Snack</Button><Snackbar open={snack} autoHideDuration={600} onClose={() => setSnack(false)} message="Done" />
      <Button onClick={() => setOpen(true)}>Open dialog</Button><Dialog open={open} onClose={() => setOpen(false)}><DialogTitle>Sure?</DialogTitle><TextField label="Why" /><DialogActions><Button onClick={() => setOpen(false)}>Close</Button></DialogActions></Dialog>
      <SpeedDial ariaLabel="Dial" icon={icon} sx={{ position: "fixed", bottom: 8, right: 8 }}><SpeedDialAction icon={icon} slotProps={{ tooltip: { title: "Print" } }} /></SpeedDial>
      <LocalizationProvider dateAdapter={AdapterDayjs}><DatePicker label="When" /><DateCalendar defaultValue={dayjs("2024-05-10")} /></LocalizationProvider>
      <div style={{ height: 300 }}><DataGrid checkboxSelection rows={[{ id: 1, n: "Ann", a: 5 }, { id: 2, n: "", a: null }, { id: 3, n: "Cyd", a: 7 }]} columns={[{ field: "n", headerName: "Name", editable: true, width: 120 }, { field: "a", headerName: "Years", type: "number", editable: true }]} /></div>
    </div>
  );
}
createRoot(document.getElementById("root")).render(<App />);
