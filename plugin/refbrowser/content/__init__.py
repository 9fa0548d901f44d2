"""Turn captured pages into markdown: budget, cursor, delta, search. No I/O."""
