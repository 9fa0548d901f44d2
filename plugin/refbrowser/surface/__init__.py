"""Render the catalog and answers: JSON Schema, prompt, reference pages, text. No I/O but reading the package's prompt."""
