"""Secrets by name: what they are bound to, where they lie, and how they get into a field without being shown."""
