"""The Model Context Protocol, by its official SDK: the same tools over standard input and output, and over HTTP."""
