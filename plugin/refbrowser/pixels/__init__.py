"""Pictures compared pixel by pixel: what changed, where, and drawn. Pillow's operations on whole pictures; no I/O."""
