"""One benchmark each: ``run(arena)`` returns its rows."""
