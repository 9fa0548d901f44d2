"""Slowing down renderers that flood the browser."""
