"""Projections of the catalog and of answers: JSON Schema, prompt table, reference page, text. Pure."""
