import * as React from 'react';
import { createRoot } from 'react-dom/client';
import { Autocomplete, Button, Dialog, DialogActions, DialogTitle, FormControlLabel, Menu, MenuItem, Slider, Switch, TextField } from '@mui/material';
globalThis.React = React;
globalThis.createRoot = createRoot;
globalThis.MaterialUI = { Autocomplete, Button, Dialog, DialogActions, DialogTitle, FormControlLabel, Menu, MenuItem, Slider, Switch, TextField };
