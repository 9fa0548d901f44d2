"""Calls: validated, queued, carried out, journaled, stopped."""
