"""Observing an action's effects, from its start until the page has settled."""
