"""A small web shop, served on this machine, for an agent to be watched in."""
