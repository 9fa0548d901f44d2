"""Profiles: what a chat's sites stored and which tabs it had, kept in encrypted files between runs of the program."""

from refbrowser.extras import require

require("profiles", "A profile on disk")
