"""One chat's browser: its context, tabs, and what is restored after a restart."""
