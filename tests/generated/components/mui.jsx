import { Accordion, AccordionDetails, AccordionSummary, Button, CardActionArea, Checkbox, Chip, FormControlLabel, IconButton, Link, ListItemButton, ListItemText, MenuItem, Select, Switch, Tab, Tabs, TextField, ToggleButton, Tooltip } from "@mui/material";
import { DataGrid } from "@mui/x-data-grid";
import React from "react";
import { mounting } from "./react_mount.js";

const none = () => {};
const grid = (columns, rows) => <div style={{ height: 140, width: 320, writingMode: "horizontal-tb" }}><DataGrid columns={columns} rows={rows} hideFooter /></div>;

window.mount = mounting({
  button: (name) => <Button>{name}</Button>,
  icon: (name) => <Tooltip title={name}><IconButton aria-label={name}><svg width="20" height="20" /></IconButton></Tooltip>,
  chip: (name) => <Chip label={name} onClick={none} />,
  tab: (name) => <Tabs value={0}><Tab label="First" /><Tab label={name} /></Tabs>,
  item: (name) => <ListItemButton><ListItemText primary={name} /></ListItemButton>,
  card: (name) => <CardActionArea>{name}</CardActionArea>,
  link: (name) => <Link href="#here">{name}</Link>,
  toggle: (name) => <ToggleButton value="x">{name}</ToggleButton>,
  summary: (name) => <Accordion><AccordionSummary>{name}</AccordionSummary><AccordionDetails>More</AccordionDetails></Accordion>,
  checkbox: (name) => <FormControlLabel control={<Checkbox />} label={name} />,
  switch: (name) => <FormControlLabel control={<Switch />} label={name} />,
  field: (name) => <TextField label={name} />,
  filled: (name) => <TextField label={name} variant="filled" multiline />,
  select: (name) => <Select defaultValue="One" inputProps={{ "aria-label": name }}><MenuItem value="One">One</MenuItem><MenuItem value="Two">Two</MenuItem></Select>,
  cell: (name) => grid([{ field: "a", headerName: "Head", width: 200 }], [{ id: 1, a: name }]),
  header: (name) => grid([{ field: "a", headerName: name, width: 200 }], [{ id: 1, a: "One" }, { id: 2, a: "Two" }]),
});
