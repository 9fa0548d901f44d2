import { createElement, useState } from 'react';
import { createRoot } from 'react-dom/client';
window.React = { createElement, useState, createRoot };
