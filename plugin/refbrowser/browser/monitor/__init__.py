"""Events of a page: activity, console, dialogs, downloads."""
