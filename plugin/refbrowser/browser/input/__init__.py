"""Typing, keys, and the values of fields."""
