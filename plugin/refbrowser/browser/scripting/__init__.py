"""Evaluating expressions, waiting for conditions, WebMCP tools and raw CDP."""
