"""Marks the folder as the host's."""
