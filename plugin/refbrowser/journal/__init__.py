"""What happened in each chat, written down as it happens: one append-only file of JSON lines for each session."""
