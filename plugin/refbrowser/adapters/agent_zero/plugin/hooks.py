"""What the host calls when the plugin is taken away through its own screens: the built-in browser tool comes back."""

from helpers import plugins


def uninstall() -> None:
    plugins.toggle_plugin("_browser", True)
