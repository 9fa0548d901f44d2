"""Captured page in, markdown out: budget, cursor and delta. No I/O."""
