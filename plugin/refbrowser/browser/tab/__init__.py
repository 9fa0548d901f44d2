"""One tab: its lock, navigation, viewport, emulation and responsiveness."""
