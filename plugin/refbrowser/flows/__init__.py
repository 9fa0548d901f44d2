"""Flows: files that say what to do on a site, with inputs and outputs, and that run without a model."""
