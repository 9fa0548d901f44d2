"""Filling forms: native selects, ARIA listboxes, virtual lists."""
