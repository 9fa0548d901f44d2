"""Agent Zero: a plugin folder that puts this browser in the place of the built-in one, and takes it away again."""
